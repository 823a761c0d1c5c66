// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/pair/pair.h"

// Solids: what lies inside of them.

namespace graze::inline GRAZE_ABI {

/// How the surfaces of two operands meet, where they do not cross.
enum class Surfaces : std::uint8_t { apart, touching };

/// Whether a part of one operand lies inside the other, which is a mesh declared solid: the surfaces then do
/// not cross, but the objects overlap. Every connected part is asked for. Where surfaces touch, a part may be
/// on the surface with all its vertices and still be inside (two walls that overlap along their length): then
/// points of every triangle are tried, and a point counts that is inside by more than rounding. `inner` is a
/// point of both, in the world.
[[nodiscard]] bool is_one_inside(const Operand& a, const Operand& b, Surfaces surfaces, Vec3& inner);

/// A point of the world in the frame of a placement.
[[nodiscard]] Vec3 local_from_world(const Affine& placement, const Vec3& p);

}  // namespace graze::inline GRAZE_ABI
