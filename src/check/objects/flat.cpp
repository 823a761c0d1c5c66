// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/objects/flat.h"

#include <cmath>

#include "check/objects/geometry.h"
#include "graze/shape/hull_builder.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

// { centre + u cos t + v sin t } and all inside: the image of a disc.
Shape ellipse(const Vec3& centre, const Vec3& u, const Vec3& v) {
  const Mat3 axes{u, cross(u, v), v};  // of a cylinder's axes: it lies in x and z
  if (const Result<Shape> made = make_affine_image(Cylinder{1, 0}, Affine(axes, centre))) return *made;
  // On one line, where the ellipse reaches sqrt(|u|^2 + |v|^2) far.
  const Vec3 along = normalized(length_squared(u) >= length_squared(v) ? u : v) *
                     std::sqrt(length_squared(u) + length_squared(v));
  return Segment{centre - along, centre + along};
}

// A unit vector that the linear part maps to zero, or nearly so.
Vec3 null_vector(const Mat3& m) {
  Vec3 best;
  for (int i = 0; i < 3; ++i) {
    const Vec3 n = cross(m.row(i), m.row((i + 1) % 3));
    if (length_squared(n) > length_squared(best)) best = n;
  }
  Real largest = 0;
  Vec3 row;
  for (int i = 0; i < 3; ++i)
    if (length(m.row(i)) > largest) {
      largest = length(m.row(i));
      row = m.row(i);
    }
  if (length(best) > largest * largest * kEpsilon) return normalized(best);
  // Rank one: whatever is across the only direction that is kept.
  const Vec3 axis = std::abs(row.x) <= std::abs(row.y) && std::abs(row.x) <= std::abs(row.z) ? Vec3{1, 0, 0}
                    : std::abs(row.y) <= std::abs(row.z)                                     ? Vec3{0, 1, 0}
                                                                                             : Vec3{0, 0, 1};
  return normalized(cross(row, axis));
}

// The image of the ball is that of its disc across the null vector.
Shape ball_image(const Mat3& m, const Vec3& centre, Real radius) {
  const Vec3 n = null_vector(m);
  const Vec3 e = normalized(cross(n, std::abs(n.x) < Real(0.6) ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
  return ellipse(centre, m * e * radius, m * cross(n, e) * radius);
}

Shape hull_of(const Shape& a, const Shape& b) {
  const Result<Shape> made = make_convex_hull(a, b);
  return made ? *made : Shape();
}

MadeShape flat_surface(const Shape& shape) { return {shape, Nature::surface, 1, {}}; }

struct Flattener {
  const io::Placement& m;

  [[nodiscard]] Vec3 up(Real height) const { return m * Vec3{0, height, 0}; }
  [[nodiscard]] Shape disc(Real radius, Real height) const {
    return ellipse(up(height), m.linear.columns[0] * radius, m.linear.columns[2] * radius);
  }
  [[nodiscard]] std::vector<Vec3> images(std::vector<Vec3> points) const {
    for (Vec3& p : points) p = m * p;
    return points;
  }

  MadeShape operator()(const io::BoxData& b) const {
    std::vector<Vec3> corners;
    for (const Real x : {-b.half_extents.x, b.half_extents.x})
      for (const Real y : {-b.half_extents.y, b.half_extents.y})
        for (const Real z : {-b.half_extents.z, b.half_extents.z}) corners.push_back(m * Vec3{x, y, z});
    const Result<Shape> made = make_hull(corners);
    return made ? flat_surface(*made) : MadeShape();
  }
  MadeShape operator()(const io::SphereData& s) const {
    return flat_surface(ball_image(m.linear, m.translation, s.radius));
  }
  MadeShape operator()(const io::CapsuleData& c) const {
    return flat_surface(hull_of(ball_image(m.linear, up(c.half_height), c.radius),
                                ball_image(m.linear, up(-c.half_height), c.radius)));
  }
  MadeShape operator()(const io::CylinderData& c) const {
    if (c.has_side)
      return flat_surface(hull_of(disc(c.radius, c.half_height), disc(c.radius, -c.half_height)));
    if (!c.has_top && !c.has_bottom) return {};
    const Real height = c.has_top ? c.half_height : -c.half_height;
    return flat_surface(disc(c.radius, height));
  }
  MadeShape operator()(const io::ConeData& c) const {
    if (c.has_side) return flat_surface(hull_of(disc(c.radius, -c.half_height), Point{up(c.half_height)}));
    return c.has_bottom ? flat_surface(disc(c.radius, -c.half_height)) : MadeShape();
  }
  MadeShape operator()(const io::TaperedCapsuleData& c) const {
    return flat_surface(hull_of(ball_image(m.linear, up(c.half_height), c.top_radius),
                                ball_image(m.linear, up(-c.half_height), c.bottom_radius)));
  }
  MadeShape operator()(const io::TaperedCylinderData& c) const {
    return flat_surface(hull_of(disc(c.top_radius, c.half_height), disc(c.bottom_radius, -c.half_height)));
  }
  MadeShape operator()(const io::HalfSpaceData&) const { return {}; }  // a plane, or all of space
  MadeShape operator()(io::MeshData mesh) const {
    mesh.points = images(std::move(mesh.points));
    if (mesh.is_hull) return make_geometry({{}, std::move(mesh), {}, kNone}, false);
    return make_surface(mesh, false);
  }
  MadeShape operator()(io::LineData lines) const {
    lines.points = images(std::move(lines.points));
    return make_geometry({{}, std::move(lines), {}, kNone}, false);
  }
  MadeShape operator()(io::PointData points) const {
    points.points = images(std::move(points.points));
    return make_geometry({{}, std::move(points), {}, kNone}, false);
  }
  MadeShape operator()(const io::GridData& grid) const {
    io::MeshData mesh;
    mesh.points = io::vertices_of(grid);
    for (std::uint32_t j = 0; j + 1 < grid.z_count; ++j)
      for (std::uint32_t i = 0; i + 1 < grid.x_count; ++i) {
        const std::uint32_t a = i + j * grid.x_count, b = a + grid.x_count;
        mesh.corners.insert(mesh.corners.end(), {a, b, b + 1, a, b + 1, a + 1});
        mesh.corners_of_loop.insert(mesh.corners_of_loop.end(), {3, 3});
      }
    return (*this)(std::move(mesh));
  }
};

}  // namespace

bool is_collapsed(const io::Placement& placement) {
  return placement.linear == Mat3({0, 0, 0}, {0, 0, 0}, {0, 0, 0});
}

MadeShape make_flat(const io::Geometry& geometry, const io::Placement& placement) {
  if (is_collapsed(placement)) return {};
  return std::visit(Flattener{placement}, geometry.data);
}

}  // namespace graze::inline GRAZE_ABI::check
