// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/shape_cast.h"
#include "query/pair/pair.h"

namespace graze::inline GRAZE_ABI {

/// Casts a sphere or capsule at another by a closed form. False: one of them starts in contact, the closed
/// form cannot prove its answer to the tolerance, or sizes are extreme; the general search then answers.
/// Precondition: both operands are of RouteClass::round.
[[nodiscard]] bool cast_round(const Operand& a, const Vec3& translation, const Operand& b,
                              const QuerySettings& settings, ShapeCast& out);

}  // namespace graze::inline GRAZE_ABI
