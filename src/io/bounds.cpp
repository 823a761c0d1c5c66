// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <cmath>

#include "graze/io/scene_data.h"

namespace graze::inline GRAZE_ABI::io {
namespace {

Aabb around(const Vec3& centre, const Vec3& extents) { return {centre - extents, centre + extents}; }

Vec3 abs_of(const Vec3& v) { return {std::abs(v.x), std::abs(v.y), std::abs(v.z)}; }

// Half extents of the image of the unit ball.
Vec3 ball(const Mat3& m) { return {length(m.row(0)), length(m.row(1)), length(m.row(2))}; }

// Half extents of the image of the unit disc in the plane y = 0.
Vec3 disc(const Mat3& m) {
  return {std::hypot(m.row(0).x, m.row(0).z), std::hypot(m.row(1).x, m.row(1).z),
          std::hypot(m.row(2).x, m.row(2).z)};
}

Aabb corners_box(const std::vector<Vec3>& points, const std::vector<std::uint32_t>& corners,
                 const Placement& m) {
  Aabb box;
  for (const std::uint32_t i : corners) box = merge(box, m * points[i]);
  return box;
}

struct Bounds {
  const Placement& m;

  Aabb operator()(const BoxData& b) const {
    const Mat3& l = m.linear;
    return around(m.translation, abs_of(l.columns[0] * b.half_extents.x) +
                                     abs_of(l.columns[1] * b.half_extents.y) +
                                     abs_of(l.columns[2] * b.half_extents.z));
  }
  Aabb operator()(const SphereData& s) const { return around(m.translation, ball(m.linear) * s.radius); }
  Aabb operator()(const CapsuleData& c) const {
    return around(m.translation, abs_of(m.linear.columns[1] * c.half_height) + ball(m.linear) * c.radius);
  }
  Aabb operator()(const CylinderData& c) const {
    if (!c.has_side && !c.has_top && !c.has_bottom) return {};
    const Vec3 up = m.linear.columns[1] * c.half_height, rim = disc(m.linear) * c.radius;
    Aabb box;
    if (c.has_side || c.has_top) box = around(m.translation + up, rim);
    return c.has_side || c.has_bottom ? merge(box, around(m.translation - up, rim)) : box;
  }
  Aabb operator()(const ConeData& c) const {
    if (!c.has_side && !c.has_bottom) return {};
    const Vec3 up = m.linear.columns[1] * c.half_height;
    const Aabb base = around(m.translation - up, disc(m.linear) * c.radius);
    return c.has_side ? merge(base, m.translation + up) : base;
  }
  Aabb operator()(const TaperedCapsuleData& c) const {
    const Vec3 up = m.linear.columns[1] * c.half_height, unit = ball(m.linear);
    return merge(around(m.translation + up, unit * c.top_radius),
                 around(m.translation - up, unit * c.bottom_radius));
  }
  Aabb operator()(const TaperedCylinderData& c) const {
    const Vec3 up = m.linear.columns[1] * c.half_height, unit = disc(m.linear);
    return merge(around(m.translation + up, unit * c.top_radius),
                 around(m.translation - up, unit * c.bottom_radius));
  }
  // Bounded on one side, and only where the plane is perpendicular to an axis.
  Aabb operator()(const HalfSpaceData&) const {
    Aabb box{-Vec3(kInfinity, kInfinity, kInfinity), Vec3(kInfinity, kInfinity, kInfinity)};
    const Vec3 n = cross(m.linear.columns[2], m.linear.columns[0]);
    const Vec3 up = dot(n, m.linear.columns[1]) < 0 ? -n : n;
    for (int i = 0; i < 3; ++i) {
      if (up[(i + 1) % 3] != 0 || up[(i + 2) % 3] != 0) continue;
      if (up[i] > 0) box.upper[i] = m.translation[i];
      if (up[i] < 0) box.lower[i] = m.translation[i];
    }
    return box;
  }
  Aabb operator()(const MeshData& d) const { return corners_box(d.points, d.corners, m); }
  Aabb operator()(const LineData& d) const { return corners_box(d.points, d.corners, m); }
  Aabb operator()(const PointData& d) const { return corners_box(d.points, d.corners, m); }
  Aabb operator()(const GridData& g) const {
    Aabb box;
    for (std::uint32_t j = 0; j < g.z_count; ++j)
      for (std::uint32_t i = 0; i < g.x_count; ++i) box = merge(box, m * vertex_of(g, i, j));
    return box;
  }
};

}  // namespace

Aabb bounds(const Geometry& geometry, const Placement& placement) {
  return std::visit(Bounds{placement}, geometry.data);
}

}  // namespace graze::inline GRAZE_ABI::io
