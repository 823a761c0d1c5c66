// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Names of what meets at a time of impact: TimeOfImpact::feature_a and feature_b.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/mesh/compound.h"
#include "graze/mesh/triangle_mesh.h"
#include "graze/motion/swept_impact.h"
#include "graze/motion/time_of_impact.h"
#include "graze/shape/hull_builder.h"
#include "graze/shape/polytope.h"
#include "property/motions.h"

namespace graze::test {
namespace {

const double kPi = std::acos(-1.0);

Feature vertex(std::uint32_t i) { return {FeatureKind::vertex, i, 0}; }
Feature edge(std::uint32_t p, std::uint32_t q) { return {FeatureKind::edge, p, q}; }
Feature face(std::uint32_t i, std::uint32_t second = 0) { return {FeatureKind::face, i, second}; }
Feature curved(std::uint32_t part, std::uint32_t place) { return {FeatureKind::curved, part, place}; }

// Brings the corner (1, 1, 1) of a cube to +x, and with it (-1, -1, -1) to -x.
Mat3 corner_first() {
  return to_matrix(rotation_about(cross(Vec3{1, 1, 1}, Vec3{1, 0, 0}), Real(std::acos(1 / std::sqrt(3.0)))));
}
// Bring the edges x = y = 1 and x = y = -1 to +x and -x; the edge x = z = -1 to -x.
Mat3 edge_first() { return to_matrix(rotation_about({0, 0, 1}, Real(-kPi / 4))); }
Mat3 other_edge_first() { return to_matrix(rotation_about({0, 1, 0}, Real(kPi / 4))); }

// a comes along x from -6, without turning and while it turns about its way, to b, which is at rest; (b, a)
// has the names the other way round.
void expect_features(const Shape& a, const Mat3& turned_a, const Shape& b, const Mat3& turned_b,
                     const Feature& of_a, const Feature& of_b, const Vec3& offset = {},
                     int line = __builtin_LINE()) {
  SCOPED_TRACE(line);
  const Affine from(turned_a, Vec3{-6, 0, 0} + offset);
  const Path at_b = Affine(turned_b, {0, 0, 0});
  for (const Path& path :
       {Path::linear(from, {10, 0, 0}), Path::turning(from, {10, 0, 0}, {Real(0.25), 0, 0}),
        Path::entrywise(from, Affine(turned_a * Real(1.25), from.translation() + Vec3{10, 0, 0}))}) {
    const TimeOfImpact r = time_of_impact(a, path, b, at_b), back = time_of_impact(b, at_b, a, path);
    ASSERT_EQ(r.hit, Hit::hit);
    EXPECT_TRUE(r.feature_a == of_a) << int(r.feature_a.kind) << " " << r.feature_a.first << " "
                                     << r.feature_a.second;
    EXPECT_TRUE(r.feature_b == of_b) << int(r.feature_b.kind) << " " << r.feature_b.first << " "
                                     << r.feature_b.second;
    EXPECT_TRUE(back.feature_a == r.feature_b && back.feature_b == r.feature_a);
  }
}

const Shape& box() {
  static const Shape shape(Box{{1, 1, 1}});
  return shape;
}

// Faces of boxes: 2 * axis, one more on the negative side; corners: a bit for each negative coordinate.
TEST(ImpactFeatures, OfBoxes) {
  expect_features(box(), corner_first(), box(), {}, vertex(0), face(1));
  expect_features(box(), {}, box(), corner_first(), face(0), vertex(7));
  expect_features(box(), edge_first(), box(), {}, edge(0, 4), face(1));
  expect_features(box(), edge_first(), box(), other_edge_first(), edge(0, 4), edge(5, 7));
  expect_features(box(), {}, box(), {}, face(0), face(1));
  // A plate without thickness has edges at its rim, a face on either side.
  const Shape plate(Box{{1, 1, 0}});
  expect_features(plate, {}, box(), {}, edge(0, 2), face(1));
  const Mat3 flat = to_matrix(rotation_about({0, 1, 0}, Real(kPi / 2)));  // z to x
  expect_features(plate, flat, box(), {}, face(4), face(1));
}

std::vector<Vec3> cube_corners() {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back({Real(i & 1 ? 1 : -1), Real(i & 2 ? 1 : -1), Real(i & 4 ? 1 : -1)});
  return corners;
}

// The number of the face of a hull that holds these corners.
std::uint32_t face_of(const Shape& hull, std::vector<std::uint32_t> corners) {
  for (std::uint32_t f = 0; f < hull_info(hull).faces; ++f) {
    const auto loop = face_corners(hull, f);
    std::vector<std::uint32_t> sorted(loop.begin(), loop.end());
    std::sort(sorted.begin(), sorted.end());
    if (sorted == corners) return f;
  }
  return ~0u;
}

TEST(ImpactFeatures, OfHullsAndOfPolytopesThatDoNotKnowTheirFaces) {
  const std::vector<Vec3> corners = cube_corners();
  const Shape hull = *make_hull(corners), points(Polytope{corners});
  const Feature right = face(face_of(hull, {1, 3, 5, 7})), left = face(face_of(hull, {0, 2, 4, 6}));
  expect_features(hull, corner_first(), hull, {}, vertex(7), left);
  expect_features(hull, edge_first(), hull, other_edge_first(), edge(3, 7), edge(0, 2));
  expect_features(hull, {}, hull, {}, right, left);
  // Named by the lowest vertex and the next one, counterclockwise: 1 3 7 5 around +x, 0 4 6 2 around -x.
  expect_features(points, corner_first(), points, {}, vertex(7), face(0, 4));
  expect_features(points, edge_first(), points, other_edge_first(), edge(3, 7), edge(0, 2));
  expect_features(points, {}, points, {}, face(1, 3), face(0, 4));
}

TEST(ImpactFeatures, OfTrianglesSegmentsAndTetrahedra) {
  const Mat3 flat = to_matrix(rotation_about({0, 1, 0}, Real(kPi / 2)));  // x to -z, z to x
  const Shape triangle(Triangle{{-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}});    // counterclockwise around z
  expect_features(triangle, flat, box(), {}, face(0), face(1));
  expect_features(box(), {}, triangle, flat, face(0), face(1), {0, 0, 0});
  expect_features(triangle, {}, box(), {}, vertex(1), face(1), {0, Real(0.5), 0});
  // Edge on, its plane along the way: from 1 to 2, across (1, 1, 0).
  const Mat3 rim = to_matrix(rotation_about({0, 0, 1}, Real(-kPi / 4)));
  expect_features(triangle, rim, box(), {}, edge(1, 2), face(1));
  const Mat3 upright = to_matrix(rotation_about({1, 0, 0}, Real(kPi / 2))) * rim;
  expect_features(triangle, upright, box(), other_edge_first(), edge(1, 2), edge(5, 7));
  const Shape rod(Segment{{0, 0, -1}, {0, 0, 1}});
  expect_features(rod, {}, box(), {}, edge(0, 1), face(1));
  expect_features(rod, flat, box(), {}, vertex(1), face(1));
  // The face opposite to vertex 0 is across (1, 1, 1).
  const Shape corner(Tetrahedron{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  expect_features(corner, corner_first(), box(), {}, face(0), face(1));
}

TEST(ImpactFeatures, OfRoundShapes) {
  const Mat3 upright, lying = to_matrix(rotation_about({0, 0, 1}, Real(-kPi / 2))),  // y to x
      tilted = to_matrix(rotation_about({0, 0, 1}, Real(-1)));
  const Shape capsule(Capsule{Real(0.5), 1}), cylinder(Cylinder{Real(0.5), 1}), cone(Cone{1, 1});
  const Feature anywhere = curved(3, 0), wall = face(1);
  expect_features(Shape(Sphere{1}), upright, box(), {}, anywhere, wall);
  expect_features(Shape(Ellipsoid{{1, Real(0.5), Real(0.75)}}), tilted, box(), {}, anywhere, wall);
  expect_features(capsule, upright, box(), {}, edge(0, 1), wall);
  expect_features(capsule, lying, box(), {}, vertex(1), wall);
  expect_features(capsule, tilted, box(), {}, vertex(1), wall);
  expect_features(cylinder, upright, box(), {}, curved(2, 2), wall);
  expect_features(cylinder, lying, box(), {}, face(1), wall);
  expect_features(cylinder, tilted, box(), {}, curved(1, 8), wall);
  expect_features(cone, lying, box(), {}, curved(1, 8), wall);
  expect_features(cone, upright, box(), {}, curved(0, 8), wall, {0, Real(0.5), 0});
  // Its side rises by 2 over a radius of 1: turned by that slope it is level.
  const Mat3 leaning = to_matrix(rotation_about({0, 0, 1}, Real(-std::atan2(1.0, 2.0))));
  expect_features(cone, leaning, box(), {}, curved(2, 2), wall);
  expect_features(Shape(Point{}), upright, box(), {}, vertex(0), wall);
  const Shape plane(HalfSpace{{-1, 0, 0}, 1});
  for (const Path& path : {Path::linear(Affine(Vec3{-6, 0, 0}), {10, 0, 0}),
                           Path::turning(Affine(Vec3{-6, 0, 0}), {10, 0, 0}, {1, 0, 0})}) {
    const TimeOfImpact r = time_of_impact(box(), path, plane, Path());
    EXPECT_TRUE(r.feature_a == face(0) && r.feature_b == face(0));
  }
}

Shape cube_mesh() {
  const std::vector<Vec3> corners = cube_corners();
  const std::vector<std::uint32_t> indices{0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                           2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
  return make_triangle_mesh(corners, indices)->shape();
}

// Triangle 8 is (0, 4, 6): the half of the face at x = -1 where z > y. It is seen from its front.
TEST(ImpactFeatures, OfMeshesAreNamedAfterTheMesh) {
  const Shape mesh = cube_mesh();
  const Vec3 off{0, Real(-0.375), Real(0.375)};
  expect_features(box(), corner_first(), mesh, {}, vertex(0), face(8, 0), off);
  expect_features(box(), {}, mesh, corner_first(), face(0), vertex(0));
  expect_features(Shape(Box{{1, Real(0.5), Real(0.5)}}), {}, mesh, edge_first(), face(0), edge(0, 4));
  expect_features(mesh, corner_first(), box(), {}, vertex(7), face(1));
  expect_features(mesh, corner_first(), mesh, {}, vertex(7), face(8, 0), off);
  // Behind it: the other side.
  const std::vector<Vec3> corners{{0, -1, -1}, {0, 1, 1}, {0, -1, 1}};
  const std::vector<std::uint32_t> one{0, 1, 2};
  const Shape back = make_triangle_mesh(corners, one)->shape();
  expect_features(box(), corner_first(), back, {}, vertex(0), face(0, 1), off);
  // Pieces of compounds have their own names.
  const std::vector<Shape> parts{Shape(Sphere{Real(0.125)}), mesh};
  const Shape compound = *make_compound(parts);
  expect_features(box(), edge_first(), compound, other_edge_first(), edge(0, 4), edge(0, 2));
}

TEST(ImpactFeatures, OfADeformingMeshAreNamedAfterItsVertices) {
  const std::vector<Vec3> from{{9, 9, 9}, {-1, 0, -1}, {1, 0, -1}, {0, 0, Real(0.75)}},
      to{{9, 9, 9}, {-1, 4, -1}, {1, 4, -1}, {0, Real(4.5), Real(0.75)}};
  const std::vector<std::uint32_t> triangle{1, 2, 3};
  const SweptMesh mesh =
      *make_swept_mesh(make_vertex_array(from), make_vertex_array(to), make_index_array(triangle));
  // Corner 3 rises most, and meets the box first; the middle of the face meets a ball.
  const TimeOfImpact r = time_of_impact(mesh, box(), Affine(Vec3{0, 4, 0}));
  ASSERT_EQ(r.hit, Hit::hit);
  EXPECT_TRUE(r.feature_a == vertex(3) && r.feature_b == face(3));
  const TimeOfImpact ball = time_of_impact(mesh, Shape(Sphere{Real(0.25)}), Affine(Vec3{0, 3, 0}));
  ASSERT_EQ(ball.hit, Hit::hit);
  EXPECT_EQ(ball.feature_a.kind, FeatureKind::face);
  EXPECT_EQ(ball.feature_a.first, 0u);
}

TEST(ImpactFeatures, AtTheStartAreThoseOfTheSeparation) {
  const TimeOfImpact r = time_of_impact(box(), Affine(Vec3{Real(-1.75), 0, 0}), box(),
                                        Path::turning(Affine(), {1, 0, 0}, {0, 1, 0}));
  EXPECT_TRUE(r.starts_in_contact);
  EXPECT_TRUE(r.feature_a == face(0) && r.feature_b == face(1));
}

// How far the point is from the named part of a box of half extents h, at most along any axis.
double off_feature(const Vec3& p, const Vec3& h, const Feature& f) {
  double off = 0;
  for (int k = 0; k < 3; ++k) {
    const bool is_fixed = f.kind == FeatureKind::vertex ||
                          (f.kind == FeatureKind::edge && (f.first ^ f.second) != 1u << k) ||
                          (f.kind == FeatureKind::face && f.first / 2 == std::uint32_t(k));
    const bool is_negative = f.kind == FeatureKind::face ? f.first % 2 == 1 : (f.first >> k & 1) != 0;
    const double x = double(p[k]), end = double(is_negative ? -h[k] : h[k]);
    off = std::max(off, is_fixed ? std::abs(x - end) : std::abs(x) - double(h[k]));
  }
  return off;
}

// The points of contact are on the features that are named.
TEST(ImpactFeatures, HoldThePointsOfContact) {
  Motions motions(20261119);
  int seen[4][4] = {};
  const auto extents = [&] {
    const auto size = [&] { return Real(motions.uniform(0.2, 1)); };
    return Vec3{size(), size(), size()};
  };
  for (int i = 0; i < 3000; ++i) {
    const Vec3 h = extents(), g = extents(), start = motions.direction() * Real(4);
    const Path path = motions.path(Affine(motions.rotation(), start), start * Real(-1.2), 0.3, false);
    const TimeOfImpact r =
        time_of_impact(Shape(Box{h}), path, Shape(Box{g}), Affine(motions.rotation(), {0, 0, 0}));
    if (r.hit != Hit::hit || r.starts_in_contact) continue;
    // A feature that is tilted by a thousandth, and closes at up to 10, is off by the tolerance of time times
    // ten thousand.
    EXPECT_LE(off_feature(r.local_a, h, r.feature_a), sizeof(Real) == 4 ? 2e-2 : 2e-5) << i;
    EXPECT_LE(off_feature(r.local_b, g, r.feature_b), sizeof(Real) == 4 ? 2e-2 : 2e-5) << i;
    ++seen[int(r.feature_a.kind)][int(r.feature_b.kind)];
  }
  EXPECT_GT(seen[0][2], 100);  // a corner on a face
  EXPECT_GT(seen[2][0], 100);
  EXPECT_GT(seen[1][1], 100);  // two edges
}

}  // namespace
}  // namespace graze::test
