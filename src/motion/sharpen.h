// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/separation.h"
#include "query/pair/pair.h"

namespace graze::inline GRAZE_ABI {

/// A turn, in radians, that is small beside every curvature and large beside rounding.
inline constexpr double kProbe = sizeof(Real) == 4 ? 1e-3 : 1e-4;
/// Nearest points that move by more than this part of the size under such a turn, or normals by this, jump.
inline constexpr double kJump = 0.05;

/// The direction of the gap between two objects, unit, from a to b, and its ends; all in the world.
struct Witness {
  Vec3d normal, a, b;
};
[[nodiscard]] inline Witness witness_of(const Separation& s) {
  return {Vec3d(s.normal), Vec3d(s.point_a), Vec3d(s.point_b)};
}

/// Two directions across a unit vector.
struct Tangents {
  Vec3d u, v;
};
[[nodiscard]] inline Tangents tangents_of(const Vec3d& n) {
  const Vec3d u = normalized(cross(n, std::abs(n.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0}));
  return {u, cross(n, u)};
}

/// Diagonals of the boxes around a and b; of points that of the other.
struct Sizes {
  double a, b;
};
[[nodiscard]] Sizes sizes_of(const Operand& a, const Operand& b);

/// The witness of a separation, its normal and points as exact as supports are. Of meshes and compounds that
/// of the pair of pieces that the separation names. As it was where nearest points jump.
[[nodiscard]] Witness sharpened_witness(const Operand& a, const Operand& b, const Separation& separation);

}  // namespace graze::inline GRAZE_ABI
