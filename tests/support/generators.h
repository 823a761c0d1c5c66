// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>

#include "check_shape.h"
#include "random.h"

namespace graze::test {

/// Kinds of random pairs.
enum class Family {
  polytope,   ///< tetrahedra and hulls of up to 24 points
  box,        ///< boxes, half of them parallel
  quadric,    ///< cylinders, cones, tapered cylinders
  ellipsoid,  ///< ellipsoids, also as images of spheres
  round,      ///< spheres, capsules, tapered capsules, cores with margins
  flat,       ///< points, segments, triangles, polygons, sizes of zero
  algebra,    ///< sums, hulls, affine images and expansions, nested up to three deep
  ratio,      ///< any of these, sizes 1 : 1 to 1 : 1e6
  far_away,   ///< any of these, up to 1e6 sizes from the origin
  thin,       ///< any of these, aspect ratios up to 1e4
};
inline constexpr Family kFamilies[] = {Family::polytope, Family::box,  Family::quadric, Family::ellipsoid,
                                       Family::round,    Family::flat, Family::algebra, Family::ratio,
                                       Family::far_away, Family::thin};
[[nodiscard]] const char* to_string(Family family);
inline void PrintTo(Family family, std::ostream* out) { *out << to_string(family); }

/// Where b is put. `gap` modes are exact up to the rounding of b's translation.
enum class Nearness { far, near, touch, shallow, deep, concentric, lattice };

/// A shape of about the given size (largest half extent). Every number is a Real.
[[nodiscard]] CheckShape random_shape(Random& random, Family family, double size);
/// Rigid, scaled, sheared or mirrored, without translation. Every number is a Real.
[[nodiscard]] Mapd random_linear(Random& random);
[[nodiscard]] CheckPair random_pair(Random& random, Family family);
[[nodiscard]] CheckPair random_pair(Random& random, Family family, Nearness nearness);

/// x as a Real. volatile: g++ 12 at -O2 drops the pair of conversions where it vectorises two of them.
[[nodiscard]] inline double rounded(double x) {
  const volatile Real narrowed = static_cast<Real>(x);
  return static_cast<double>(narrowed);
}
[[nodiscard]] inline V3d rounded(const V3d& v) { return {rounded(v.x), rounded(v.y), rounded(v.z)}; }
[[nodiscard]] inline Mapd rounded(const Mapd& m) {
  return {rounded(m.x), rounded(m.y), rounded(m.z), rounded(m.translation)};
}

/// A pair with all lengths times `factor` and rounded. A power of two changes no bit but the exponents.
[[nodiscard]] CheckPair scaled(const CheckPair& pair, double factor);
/// A pair seen after `motion`, rounded.
[[nodiscard]] CheckPair moved(const CheckPair& pair, const Mapd& motion);
/// Rotation of a random unit quaternion, not rounded.
[[nodiscard]] Mapd random_rotation(Random& random);

}  // namespace graze::test
