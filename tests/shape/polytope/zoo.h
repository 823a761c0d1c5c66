// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "graze/shape/hull_builder.h"
#include "support/random.h"

namespace graze::test {

/// Clouds whose hulls have been the end of many a climb: coplanar tops, vertices of very many edges, poles
/// that are there many times, flat ones, needles, far ones.
struct Cloud {
  std::string name;
  std::vector<Vec3> points;
};

namespace zoo {

inline constexpr double kPi = 3.14159265358979323846;

inline Vec3 vec(double x, double y, double z) {
  return {static_cast<Real>(x), static_cast<Real>(y), static_cast<Real>(z)};
}

inline std::vector<Vec3> ring(int n, double radius, double y) {
  std::vector<Vec3> points;
  for (int i = 0; i < n; ++i)
    points.push_back(vec(radius * std::cos(2 * kPi * i / n), y, radius * std::sin(2 * kPi * i / n)));
  return points;
}

inline std::vector<Vec3> joined(std::vector<Vec3> a, const std::vector<Vec3>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

inline std::vector<Vec3> on_ellipsoid(int n, double x, double y, double z, const Vec3& centre) {
  Random random{static_cast<std::uint64_t>(n)};
  std::vector<Vec3> points;
  for (int i = 0; i < n; ++i) {
    const auto d = random.direction();
    points.push_back(vec(x * d.x, y * d.y, z * d.z) + centre);
  }
  return points;
}

inline std::vector<Vec3> uv_sphere(int rings, int segments) {
  std::vector<Vec3> points;
  for (int i = 0; i <= rings; ++i) {
    const double polar = kPi * i / rings;
    // The poles are repeated for every segment, each with its own rounding.
    for (int k = 0; k < segments; ++k)
      points.push_back(vec(std::sin(polar) * std::cos(2 * kPi * k / segments), std::cos(polar),
                           std::sin(polar) * std::sin(2 * kPi * k / segments)));
  }
  return points;
}

}  // namespace zoo

inline std::vector<Cloud> hull_zoo() {
  using namespace zoo;
  std::vector<Vec3> steps;  // rings of 40, equal in pairs of heights: strips of coplanar points
  for (int i = 0; i < 10; ++i) steps = joined(std::move(steps), ring(40, 1 + 0.125 * (i / 2), 0.5 * i));
  return {
      {"tetrahedron", {vec(0, 0, 0), vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1)}},
      {"cube",
       {vec(0, 0, 0), vec(1, 0, 0), vec(0, 1, 0), vec(1, 1, 0), vec(0, 0, 1), vec(1, 0, 1), vec(0, 1, 1),
        vec(1, 1, 1)}},
      {"prism", joined(ring(300, 1, -1), ring(300, 1, 1))},
      {"pyramid, apex first", joined({vec(0, 2, 0)}, ring(500, 1, 0))},
      {"square pyramid, apex first", joined({vec(0, 1, 0)}, ring(4, 1, 0))},
      {"leaning cone, apex first", joined({vec(30, 1, 7)}, ring(400, 1, 0))},
      {"two cones", joined({vec(0, 3, 0), vec(0, -0.01, 0)}, ring(257, 1, 0))},
      {"UV sphere, repeated poles", uv_sphere(24, 32)},
      {"UV sphere of few segments", uv_sphere(64, 3)},
      {"steps", steps},
      {"polygon", ring(200, 1, 0.25)},
      {"triangle", {vec(0, 0, 0), vec(3, 1, 0), vec(1, 2, 5)}},
      {"ellipsoid", on_ellipsoid(2000, 1, 2, 3, {})},
      {"needle", on_ellipsoid(600, 1000, 1e-3, 1e-2, {})},
      {"plate", on_ellipsoid(600, 1, 1e-4, 1, {})},
      {"far away", on_ellipsoid(600, 1, 1, 1, vec(1e5, -3e5, 2e5))},
      {"tiny", on_ellipsoid(300, 1e-20, 1e-20, 1e-20, {})},
  };
}

}  // namespace graze::test
