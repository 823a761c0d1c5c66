// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>

#include "graze/shape/hull_builder.h"
#include "hull/faces.h"

namespace graze::inline GRAZE_ABI {

/// A point with each axis scaled by a power of two to below 1, which changes the sign of no determinant and
/// keeps all of them far from overflow and underflow; coordinates below 2^-280 then are zero.
[[nodiscard]] inline Vec3d scaled_to_unit(const Vec3d& p, const std::array<int, 3>& exponents) {
  const auto scaled = [](double x, int exponent) {
    const double y = std::ldexp(x, -exponent);
    return std::abs(y) < 0x1p-280 ? 0 : y;
  };
  return {scaled(p.x, exponents[0]), scaled(p.y, exponents[1]), scaled(p.z, exponents[2])};
}

/// Exponents for scaled_to_unit() of all of these points.
[[nodiscard]] std::array<int, 3> exponents_of(std::span<const Vec3> points);

/// The hull of a cloud before it becomes a shape: exact faces, no planes, nothing but corners for points and
/// segments.
struct BuiltHull {
  HullFaces faces;
  double outward_error = 0;
  bool is_cancelled = false;
};

/// Precondition: usable points, at least one.
[[nodiscard]] BuiltHull build_hull(std::span<const Vec3> points, const HullSettings& settings);

}  // namespace graze::inline GRAZE_ABI
