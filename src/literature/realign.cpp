// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/bounds/realign.h"

#include <algorithm>

#include "math/outward.h"

namespace graze::inline GRAZE_ABI::primitive {
namespace {

/// Row i of the pose times p, plus the translation.
Enclosed coordinate(const Pose& pose, const Vec3& p, int i) {
  const Vec3d row(pose.rotation.row(i));
  return dot(lift<Enclosed>(row), lift<Enclosed>(Vec3d(p))) + Enclosed(double(pose.translation[i]));
}

std::uint32_t climb(const HullGraph& hull, const Vec3d& direction, std::uint32_t at) {
  if (at >= hull.vertices.size()) at = 0;
  for (;;) {
    const std::uint32_t from = at;
    for (std::uint32_t k = hull.first[from]; k < hull.first[from + 1]; ++k) {
      const std::uint32_t to = hull.neighbours[k];
      const bool is_higher =
          sign_of([&](auto zero) {
            using T = decltype(zero);
            return dot(lift<T>(direction), difference<T>(Vec3d(hull.vertices[to]), Vec3d(hull.vertices[at])));
          }) > 0;
      if (is_higher) at = to;
    }
    if (at == from) return at;  // each step rises, so it ends
  }
}

}  // namespace

Aabb realigned(const Ball& local, const Pose& world_from_local) noexcept {
  Aabb r;
  for (int i = 0; i < 3; ++i) {
    // The row is unit but for rounding: its length is how far the ball reaches along the axis.
    const BasicVec3<Enclosed> row = lift<Enclosed>(Vec3d(world_from_local.rotation.row(i)));
    const Enclosed reach = sqrt(dot(row, row)) * Enclosed(double(local.radius));
    const Enclosed c = coordinate(world_from_local, local.centre, i);
    r.lower[i] = lower_real(c - reach);
    r.upper[i] = upper_real(c + reach);
  }
  return r;
}

Aabb realigned(const Aabb& local, const Pose& world_from_local) noexcept {
  if (local.is_empty()) return {};
  Aabb r;
  for (int i = 0; i < 3; ++i) {
    const Vec3 row = world_from_local.rotation.row(i);
    Vec3 low, high;
    for (int k = 0; k < 3; ++k) {
      low[k] = row[k] > 0 ? local.lower[k] : local.upper[k];
      high[k] = row[k] > 0 ? local.upper[k] : local.lower[k];
    }
    r.lower[i] = lower_real(coordinate(world_from_local, low, i));
    r.upper[i] = upper_real(coordinate(world_from_local, high, i));
  }
  return r;
}

Aabb realigned(std::span<const Vec3> points, const Pose& world_from_local) noexcept {
  Aabb r;
  for (const Vec3& p : points)
    for (int i = 0; i < 3; ++i) {
      const Enclosed x = coordinate(world_from_local, p, i);
      r.lower[i] = std::min(r.lower[i], lower_real(x));
      r.upper[i] = std::max(r.upper[i], upper_real(x));
    }
  return r;
}

Aabb realigned(const HullGraph& hull, const Pose& world_from_local, ExtremeVertices& extremes) noexcept {
  if (hull.vertices.empty()) return {};
  Aabb r;
  for (int i = 0; i < 3; ++i) {
    const Vec3d row(world_from_local.rotation.row(i));
    extremes.lowest[i] = climb(hull, -row, extremes.lowest[i]);
    extremes.highest[i] = climb(hull, row, extremes.highest[i]);
    r.lower[i] = lower_real(coordinate(world_from_local, hull.vertices[extremes.lowest[i]], i));
    r.upper[i] = upper_real(coordinate(world_from_local, hull.vertices[extremes.highest[i]], i));
  }
  return r;
}

}  // namespace graze::inline GRAZE_ABI::primitive
