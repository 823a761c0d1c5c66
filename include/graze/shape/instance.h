// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/base/result.h"
#include "graze/math/affine.h"
#include "graze/shape/shape.h"

namespace graze::inline GRAZE_ABI {

/// Operand of a query: a shape, its placement (any affine map from local to world coordinates), and a margin
/// in world units by which the placed shape is grown. The fields are plain: a query on an invalid instance
/// answers Status::invalid_argument.
struct Instance {
  Shape shape;
  Affine placement;
  Real margin = 0;
};

/// Makes an instance after checking it: refuses invalid shapes, singular or non-finite placements, negative
/// or non-finite margins.
[[nodiscard]] GRAZE_API Result<Instance> make_instance(const Shape& shape, const Affine& placement,
                                                       Real margin = 0);

}  // namespace graze::inline GRAZE_ABI
