// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/penetration.h"
#include "query/pair/pair.h"

// Solids: what lies inside of them, and how deep shapes that are not convex overlap, from both sides: a way
// out that was tried, and balls that no shorter way can part.

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

/// Moves b out of a. Directions are tried one by one: where b is free at the length of the best way so far,
/// it is cast back from there, and stops where it meets a; then along the normal at that place, as long as
/// that is shorter. The way that is left is checked as the caller would go it. `upper`, `normal` and the
/// points are set. Preconditions: both are bounded, and meet.
void find_way_out(const Operand& a, const Operand& b, const QuerySettings& settings, Penetration& result);

/// Certified radius of a ball around p that a shape contains; if there is none, minus a distance within which
/// the shape has a point. Solids count as solid, other meshes as thin as they are, with their margins.
[[nodiscard]] double inner_radius(const Operand& shape, const Vec3& p);

/// A lower bound on the depth: if a has a ball around p and b one too, moving b by less than both radii
/// together leaves balls that overlap. The best point found, starting from a few and at most as good as
/// `enough`.
[[nodiscard]] double find_common_balls(const Operand& a, const Operand& b, const Penetration& way_out,
                                       double enough);

}  // namespace graze::inline GRAZE_ABI
