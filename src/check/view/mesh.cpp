// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/view/mesh.h"

#include <algorithm>
#include <cmath>

namespace graze::inline GRAZE_ABI::check {
namespace {

constexpr Real kPi = Real(3.14159265358979323846);
constexpr int kAround = 64;   // facets of a round shape
constexpr int kQuarter = 16;  // steps of a quarter circle
constexpr Real kFar = 8;      // half sizes from the origin, from where on floats lose more than three bits

}  // namespace

std::vector<std::uint32_t> compact(std::size_t point_count, std::vector<std::uint32_t>& corners) {
  std::vector<std::uint32_t> place(point_count, kNone), used;
  for (const std::uint32_t i : corners) place[i] = 0;
  for (std::uint32_t i = 0; i < point_count; ++i) {
    if (place[i] == kNone) continue;
    place[i] = static_cast<std::uint32_t>(used.size());
    used.push_back(i);
  }
  for (std::uint32_t& i : corners) i = place[i];
  return used;
}

Vec3 origin_of(std::span<const Vec3> points, std::span<const std::uint32_t> used) {
  Aabb box;
  for (const std::uint32_t i : used)
    if (is_finite(points[i])) box = merge(box, points[i]);
  if (box.is_empty()) return {};
  const Vec3 middle = centre(box);
  return max_abs(middle) > kFar * max_abs(half_extents(box)) ? middle : Vec3();
}

std::vector<float> to_floats(std::span<const Vec3> points, std::span<const std::uint32_t> used,
                             const Vec3& origin) {
  std::vector<float> out;
  out.reserve(3 * used.size());
  for (const std::uint32_t i : used) {
    const Vec3 p = points[i] - origin;
    out.insert(out.end(), {float(p.x), float(p.y), float(p.z)});
  }
  return out;
}

ViewGeometry view_mesh(std::span<const Vec3> points, std::vector<std::uint32_t> triangles,
                       std::vector<std::uint32_t> edges) {
  ViewGeometry out;
  const std::size_t corners = triangles.size();
  triangles.insert(triangles.end(), edges.begin(), edges.end());
  const std::vector<std::uint32_t> used = compact(points.size(), triangles);
  std::copy(triangles.begin() + std::ptrdiff_t(corners), triangles.end(), edges.begin());
  triangles.resize(corners);
  out.origin = origin_of(points, used);
  out.shape = ViewMesh{to_floats(points, used, out.origin), std::move(triangles), std::move(edges)};
  out.points = used;
  return out;
}

ViewGeometry view_lathe(std::span<const ProfilePoint> profile) {
  std::vector<Vec3> points;
  std::vector<std::uint32_t> triangles;
  for (const ProfilePoint& p : profile)
    for (int i = 0; i < kAround; ++i) {
      const Real angle = Real(i) * (2 * kPi / kAround);
      points.push_back({p.radius * std::cos(angle), p.height, p.radius * std::sin(angle)});
    }
  for (std::uint32_t ring = 0; ring + 1 < profile.size(); ++ring)
    for (std::uint32_t i = 0; i < kAround; ++i) {
      const std::uint32_t j = (i + 1) % kAround, below = ring * kAround, above = below + kAround;
      if (profile[ring].radius > 0) triangles.insert(triangles.end(), {below + i, above + i, below + j});
      if (profile[ring + 1].radius > 0) triangles.insert(triangles.end(), {below + j, above + i, above + j});
    }
  std::vector<std::uint32_t> rims = sharp_edges(points, triangles);
  ViewGeometry out = view_mesh(points, std::move(triangles), std::move(rims));
  out.points.clear();
  return out;
}

std::vector<ProfilePoint> profile_of(const io::TaperedCapsuleData& c) {
  // The side touches both balls where its normal is this high; one ball may hold the other.
  const Real rise = c.half_height > 0 ? (c.bottom_radius - c.top_radius) / (2 * c.half_height) : Real(2);
  const Real angle = std::asin(std::clamp(rise, Real(-1), Real(1)));
  std::vector<ProfilePoint> out;
  const auto arc = [&](Real radius, Real height, Real from, Real to) {
    const int steps = std::max(1, int(std::ceil((to - from) / (kPi / 2) * kQuarter)));
    for (int i = 0; i <= steps; ++i) {
      const Real a = from + (to - from) * Real(i) / Real(steps);
      const bool is_pole = std::abs(a) >= kPi / 2;
      out.push_back({is_pole ? 0 : radius * std::cos(a), height + radius * std::sin(a)});
    }
  };
  if (angle > -kPi / 2) arc(c.bottom_radius, -c.half_height, -kPi / 2, angle);
  if (angle < kPi / 2) arc(c.top_radius, c.half_height, angle, kPi / 2);
  return out;
}

std::vector<ProfilePoint> profile_of(const io::TaperedCylinderData& c) {
  return {{0, -c.half_height},
          {c.bottom_radius, -c.half_height},
          {c.top_radius, c.half_height},
          {0, c.half_height}};
}

}  // namespace graze::inline GRAZE_ABI::check
