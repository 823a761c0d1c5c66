// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/primitive/verdict.h"
#include "primitive/beam.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Exact. Precondition: finite, lower <= upper.
[[nodiscard]] Contact contact_of_segment_box(const Vec3d& a, const Vec3d& b, const Vec3d& lower,
                                             const Vec3d& upper);

}  // namespace graze::inline GRAZE_ABI::primitive
