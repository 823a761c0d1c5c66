// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/contact/faces.h"

#include "graze/shape/hull_builder.h"
#include "graze/shape/polytope.h"
#include "query/contact/support.h"
#include "query/mesh_samples.h"

namespace graze::test {
namespace {

std::vector<Vec3> cloud(Random& random, int count, double size) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(real(random.direction() * size));
  return points;
}

Affine place(Random& random, bool is_sheared, double away) {
  const V3d axis = random.direction(), at = random.direction() * away;
  Mat3 linear = to_matrix(rotation_about(real(axis), Real(random.uniform(-3, 3))));
  if (is_sheared)
    linear = linear * Mat3{{1, Real(0.2), 0}, {Real(0.5), Real(0.7), 0}, {0, Real(0.3), Real(-1.3)}};
  return {linear, real(at)};
}

V3d wide_of(const Vec3& v) { return {double(v.x), double(v.y), double(v.z)}; }
V3d in_world(const Affine& placement, const Vec3& p) {
  const auto& c = placement.linear().columns;
  return wide_of(c[0]) * double(p.x) + wide_of(c[1]) * double(p.y) + wide_of(c[2]) * double(p.z) +
         wide_of(placement.translation());
}
std::vector<V3d> in_world(const Affine& placement, const std::vector<Vec3>& points) {
  std::vector<V3d> placed;
  for (const Vec3& p : points) placed.push_back(in_world(placement, p));
  return placed;
}
double highest(const std::vector<V3d>& points, const V3d& along) {
  double most = -1e30;
  for (const V3d& p : points) most = std::max(most, dot(along, p));
  return most;
}

// Outward normals of the faces of a placed hull, from its corners.
std::vector<V3d> normals_of(const Shape& hull, const Affine& placement) {
  const std::uint32_t count = hull_info(hull).vertices;
  V3d middle{};
  for (std::uint32_t i = 0; i < count; ++i)
    middle = middle + in_world(placement, hull_vertex(hull, i)) * (1.0 / count);
  std::vector<V3d> normals;
  for (std::uint32_t f = 0; f < hull_info(hull).faces; ++f) {
    const auto loop = face_corners(hull, f);
    const V3d p = in_world(placement, hull_vertex(hull, loop[0])),
              q = in_world(placement, hull_vertex(hull, loop[1])),
              r = in_world(placement, hull_vertex(hull, loop[2]));
    V3d n = cross(q - p, r - p);
    n = n * (1 / length(n));
    normals.push_back(dot(n, p - middle) < 0 ? n * -1.0 : n);
  }
  return normals;
}
bool are_equal(const V3d& x, const V3d& y) { return length(x - y) < 1e-6; }

struct Other {
  Shape shape;
  std::vector<Vec3> points;
};
Other other_shape(Random& random, int kind) {
  const double size = std::pow(10.0, random.uniform(-2, 0.3));
  std::vector<Vec3> p = cloud(random, kind == 0 ? 3 : kind == 1 ? 4 : 12, size);
  if (kind == 0) return {Triangle{p[0], p[1], p[2]}, p};
  if (kind == 1) return {Tetrahedron{p[0], p[1], p[2], p[3]}, p};
  if (kind == 2) return {*make_hull(p), p};
  const Real h = Real(size);
  p.clear();
  for (int i = 0; i < 8; ++i) p.push_back({i & 1 ? -h : h, i & 2 ? -h : h, i & 4 ? -h : h});
  return {Box{{h, h, h}}, p};
}

TEST(ContactFaces, ThatAnotherShapeReachesBeyondAreThoseBelowItsHighestPoint) {
  Random random(20261120);
  int reached = 0, others = 0;
  for (int round = 0; round < 600; ++round) {
    const std::vector<Vec3> points = cloud(random, 60, 1);
    const Shape hull = *make_hull(points);
    const Other other = other_shape(random, round % 4);
    const Affine place_hull = place(random, round % 3 == 0, random.uniform(0, 3)),
                 place_other =
                     Affine(place(random, round % 5 == 0, 0).linear(),
                            place_hull.translation() + real(random.direction() * random.uniform(0, 2)));
    const Real margin = round % 7 == 0 ? Real(0.1) : Real(0);
    std::vector<V3d> seen;
    visit_faces_reached({&hull.view(), &place_hull, 0}, {&other.shape.view(), &place_other, margin},
                        [&](const Vec3d& n) {
                          seen.push_back({n.x, n.y, n.z});
                        });
    const std::vector<V3d> own = in_world(place_hull, points), its = in_world(place_other, other.points);
    std::size_t next = 0;
    for (const V3d& n : normals_of(hull, place_hull)) {
      const bool is_seen = next < seen.size() && are_equal(seen[next], n);
      next += is_seen ? 1 : 0;
      const double rise = highest(its, n) + double(margin) - highest(own, n);
      (is_seen ? reached : others) += 1;
      if (std::abs(rise) <= 1e-5) continue;  // rounding may decide
      EXPECT_EQ(is_seen, rise > 0) << "round " << round << ", by " << rise;
    }
    EXPECT_EQ(next, seen.size());
  }
  EXPECT_GT(reached, 1000);
  EXPECT_GT(others, 1000);
}

TEST(ContactFaces, TowardsADirectionAreAllThatAreSoNear) {
  Random random(20261121);
  int near = 0, left_out = 0;
  for (int round = 0; round < 200; ++round) {
    const Shape hull = *make_hull(cloud(random, 200, 1));
    const Affine at = place(random, round % 2 == 0, 1);
    const std::vector<V3d> normals = normals_of(hull, at);
    V3d d = normals[std::size_t(round) % normals.size()] + random.direction() * 1e-3;
    d = d * (1 / length(d));
    const double within = round % 2 == 0 ? 2e-3 : 0.2;
    std::vector<V3d> seen;
    visit_faces_towards({&hull.view(), &at, 0}, {d.x, d.y, d.z}, within, [&](const Vec3d& n) {
      seen.push_back({n.x, n.y, n.z});
    });
    std::size_t next = 0;
    for (const V3d& n : normals) {
      const bool is_seen = next < seen.size() && are_equal(seen[next], n);
      next += is_seen ? 1 : 0;
      EXPECT_TRUE(is_seen || length(n - d) > within * (1 - 1e-5));
      near += length(n - d) < within ? 1 : 0;
      left_out += is_seen ? 0 : 1;
    }
    EXPECT_EQ(next, seen.size());
  }
  EXPECT_GT(near, 200);
  EXPECT_GT(left_out, 10000);
}

}  // namespace
}  // namespace graze::test
