// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <vector>

#include "query/ask.h"

namespace graze::test {
namespace {

const double kRoot2 = std::sqrt(2.0), kRoot3 = std::sqrt(3.0);

TEST(Spheres, AreCentreDistanceLessBothRadiiApart) {
  expect_answers(at(Sphere{1}, 0, 0, 0), at(Sphere{2}, 6, 0, 8), {7, 10, 10});
  expect_answers(at(Sphere{1}, 0, 0, 0), at(Sphere{2}, 0, 2, 0), {-1, 3, 4});
  expect_answers(at(Sphere{1}, 0, 0, 0), at(Sphere{2}, 0, 3, 0), {0, 3, 0});
  const Distance d = distance(at(Sphere{1}, 0, 0, 0), at(Sphere{2}, 6, 0, 8));
  expect_near(d.normal, {Real(0.6), 0, Real(0.8)}, 2 * kEpsilon);
  expect_near(d.point_a, {Real(0.6), 0, Real(0.8)}, 4 * kEpsilon);
  expect_near(d.local_b, {Real(-1.2), 0, Real(-1.6)}, 4 * kEpsilon);
}

TEST(Spheres, ThatAreConcentricAreBothRadiiDeep) {
  const Penetration p = penetration(at(Sphere{1}, 5, 5, 5), at(Sphere{2}, 5, 5, 5));
  EXPECT_LE(p.lower, 3);
  EXPECT_GE(p.upper, 3);
  EXPECT_NEAR(p.upper, 3, 8e-6);
  EXPECT_NEAR(length(p.normal), 1, 4 * double(kEpsilon));
  EXPECT_LT(p.iterations, 100);
}

TEST(Boxes, FaceToFace) {
  const Shape cube = Box{{1, 1, 1}};
  expect_answers(at(cube, 0, 0, 0), at(cube, 5, Real(0.5), Real(-0.25)), {3, 6});
  expect_answers(at(cube, 0, 0, 0), at(cube, Real(1.75), Real(0.5), Real(-0.25)), {-0.25, 3});
  const Penetration p = penetration(at(cube, 0, 0, 0), at(cube, Real(1.75), Real(0.5), Real(-0.25)));
  expect_near(p.normal, {1, 0, 0}, 0);
  EXPECT_NEAR(p.point_a.x, 1, rounding(3));
  EXPECT_NEAR(p.point_b.x, 0.75, rounding(3));
}

TEST(Boxes, EdgeToEdge) {
  // Gaps of 3 and 4 in two axes, overlap in the third.
  expect_answers(at(Box{{1, 1, 1}}, 0, 0, 0), at(Box{{1, 2, 3}}, 5, Real(0.5), 8), {5, 10});
}

TEST(Boxes, VertexToVertex) {
  // Gaps of 2, 3 and 6.
  expect_answers(at(Box{{1, 1, 1}}, 0, 0, 0), at(Box{{1, 2, 3}}, 4, 6, 10), {7, 12});
  const Distance d = distance(at(Box{{1, 1, 1}}, 0, 0, 0), at(Box{{1, 2, 3}}, 4, 6, 10));
  expect_near(d.point_a, {1, 1, 1}, rounding(12));
  expect_near(d.point_b, {3, 4, 7}, rounding(12));
  expect_near(d.local_b, {-1, -2, -3}, rounding(12));
}

TEST(Boxes, TurnedByAnEighth) {
  // An edge along y, sqrt(2) from the axis, against the face at x = 4.
  const Affine turned(Pose{rotation_about({0, 1, 0}, Real(3.14159265358979323846 / 4)), {}});
  const Instance other = at(Box{{1, 1, 1}}, 5, 0, 0);
  const Distance d = distance(at(Box{{1, 1, 1}}, turned), other);
  EXPECT_NEAR(d.upper, 4 - kRoot2, rounding(6));
  EXPECT_EQ(d.contact, Contact::apart);
}

TEST(Boxes, NestedAndConcentricAndIdentical) {
  expect_answers(at(Box{{5, 5, 5}}, 0, 0, 0), at(Box{{1, 1, 1}}, 0, 2, 0), {-4, 6});
  expect_answers(at(Box{{2, 3, 4}}, 1, 1, 1), at(Box{{1, 1, 1}}, 1, 1, 1), {-3, 6});
  expect_answers(at(Box{{2, 1, 3}}, 1, 1, 1), at(Box{{2, 1, 4}}, 1, 1, 1), {-2, 6});
  const Instance box = at(Box{{2, 1, 3}}, 1, 1, 1);
  const Penetration p = penetration(box, box);
  EXPECT_NEAR(p.upper, 2, rounding(6));
  EXPECT_LE(p.lower, 2);
  EXPECT_NEAR(std::abs(p.normal.y), 1, kEpsilon);
}

TEST(Capsules, AreTheDistanceOfTheirSegmentsLessBothRadiiApart) {
  const Shape capsule = Capsule{Real(0.5), 2};
  expect_answers(at(capsule, 0, 0, 0), at(capsule, 3, 1, 4), {4, 8, 5});
  expect_answers(at(capsule, 0, 0, 0), at(capsule, 0, 7, 4), {4, 8, 5});  // ends 3 and 4 away
  expect_answers(at(capsule, 0, 0, 0), at(capsule, Real(0.75), 0, 0), {-0.25, 4, 1.25});
  const Affine across(Mat3{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}, {0, 0, 3});  // axis along x
  expect_answers(at(capsule, 0, 0, 0), at(capsule, across), {2, 6, 3});
}

TEST(Capsules, ThatCrossAreBothRadiiDeep) {
  const Affine across(Mat3{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}, {});
  expect_answers(at(Capsule{Real(0.5), 2}, 0, 0, 0), at(Capsule{Real(0.25), 3}, across), {-0.75, 6, 1.5});
}

TEST(Cylinders, StackedOnOneAxis) {
  const Shape cylinder = Cylinder{1, 2};
  expect_answers(at(cylinder, 0, 0, 0), at(cylinder, 0, 7, 0), {3, 8, 3});
  expect_answers(at(cylinder, 0, 0, 0), at(cylinder, 0, 4, 0), {0, 6, 0});
  expect_answers(at(cylinder, 0, 0, 0), at(cylinder, 0, Real(3.75), 0), {-0.25, 6, 0.25});
}

TEST(Cylinders, SideBySide) {
  const Shape cylinder = Cylinder{1, 2};
  expect_answers(at(cylinder, 0, 0, 0), at(cylinder, 3, 1, 4), {3, 6, 3});
  expect_answers(at(cylinder, 0, 0, 0), at(cylinder, Real(1.5), Real(0.5), 0), {-0.5, 6, 0.5});
}

TEST(Cylinders, ThatAreConcentricAreQuicklyKnown) {
  // Out through the caps: 2 + 3. Out through the sides: 1 + 0.5, in a ring of equal ways.
  const Penetration p = penetration(at(Cylinder{1, 2}, 0, 0, 0), at(Cylinder{Real(0.5), 3}, 0, 0, 0));
  EXPECT_LE(p.lower, 1.5);
  EXPECT_GE(p.upper, 1.5);
  EXPECT_NEAR(p.upper, 1.5, 1.5e-6);
  EXPECT_TRUE(p.status == Status::converged || p.status == Status::bound_loose) << to_string(p.status);
  EXPECT_NEAR(p.normal.y, 0, 2e-3);
  EXPECT_LT(p.iterations, 150);
}

TEST(Cones, ApexToFace) {
  // The apex at y = 2 below the face at y = 3.
  expect_answers(at(Cone{1, 2}, 0, 0, 0), at(Box{{5, 1, 5}}, 0, 4, 0), {1, 7, 1});
  expect_answers(at(Cone{1, 2}, 0, Real(1.5), 0), at(Box{{5, 1, 5}}, 0, 4, 0), {-0.5, 7, 0.5});
  const Distance d = distance(at(Cone{1, 2}, 0, 0, 0), at(Box{{5, 1, 5}}, 0, 4, 0));
  expect_near(d.point_a, {0, 2, 0}, rounding(7));
}

TEST(Cones, BaseToPoint) {
  // Rim of radius 1 at y = -2; the point is 3 out and 4 down of it.
  expect_answers(at(Cone{1, 2}, 0, 0, 0), at(Point{{4, -6, 0}}, 0, 0, 0), {5, 8, 5});
  // Beside the slope from (1, -2) to (0, 2): the line 4 x + y = 2 is (4 * 3 + 0 - 2) / sqrt(17) away.
  expect_answers(at(Cone{1, 2}, 0, 0, 0), at(Point{{3, 0, 0}}, 0, 0, 0), {10 / std::sqrt(17.0), 5, 3});
}

TEST(Ellipsoids, AlongTheirAxes) {
  const Shape ellipsoid = Ellipsoid{{1, 2, 3}};
  expect_answers(at(ellipsoid, 0, 0, 0), at(ellipsoid, 0, 0, 10), {4, 13, 4});
  expect_answers(at(ellipsoid, 0, 0, 0), at(ellipsoid, 5, 0, 0), {3, 6, 3});
  expect_answers(at(ellipsoid, 0, 0, 0), at(Box{{1, 1, 1}}, 0, Real(2.5), 0), {-0.5, 5, 0.5});
}

TEST(Ellipsoids, ConcentricAreTheLeastSumOfRadiiDeep) {
  expect_answers(at(Ellipsoid{{1, 2, 3}}, 0, 0, 0), at(Ellipsoid{{2, 3, 2.5}}, 0, 0, 0), {-3, 6, 3},
                 Status::bound_loose);  // flat near its minima: more vertices than fit on the stack
}

TEST(TaperedShapes, AlongTheirAxisAndAside) {
  const Shape capsule = TaperedCapsule{1, Real(0.5), 2};  // from y = -3 to y = 2.5
  expect_answers(at(capsule, 0, 0, 0), at(Point{{0, 5, 0}}, 0, 0, 0), {2.5, 6, 2.5});
  expect_answers(at(capsule, 0, 0, 0), at(Point{{0, -5, 0}}, 0, 0, 0), {2, 6, 2});
  const Shape cylinder = TaperedCylinder{2, 1, 1};
  expect_answers(at(cylinder, 0, 0, 0), at(Point{{0, 4, 0}}, 0, 0, 0), {3, 5, 3});
  expect_answers(at(cylinder, 0, 0, 0), at(Point{{5, -5, 0}}, 0, 0, 0), {5, 8, 5});  // 3 and 4 from the rim
  // The slope from (2, -1) to (1, 1): 2 x + y = 3, and the point (3, 1) is (6 + 1 - 3) / sqrt(5) from it.
  expect_answers(at(cylinder, 0, 0, 0), at(Point{{3, 1, 0}}, 0, 0, 0), {4 / std::sqrt(5.0), 5, 3});
  // The hull of the two spheres: a common tangent of sine 1/8 to the axis, in direction (cos, sin).
  const double sine = 0.125, cosine = std::sqrt(1 - sine * sine);
  // Distance of (5, 0): direction . (5, 0) less the support 0.5 (1 + 0.5) + 2 sine * (...) = 0.75.
  expect_answers(at(capsule, 0, 0, 0), at(Point{{5, 0, 0}}, 0, 0, 0), {5 * cosine - 0.75, 6, 5});
}

TEST(Triangles, ThatCrossHaveNoDepthOnlyIfTheyAreFlatTogether) {
  const Shape flat = Triangle{{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}};
  const Shape same_plane = Triangle{{-1, 0, -1}, {1, 0, -1}, {0, 0, 2}};
  expect_answers(at(flat, 0, 0, 0), at(same_plane, Real(0.25), 0, 0), {0, 2});  // coplanar: touching
  const Shape upright = Triangle{{0, -1, 0}, {0, 3, 0}, {0, -1, -5}};
  // Along y the depth is 1 (up) as the upright one reaches from -1 to 3; sideways it is more.
  const Penetration p = penetration(at(flat, 0, 0, 0), at(upright, 0, 0, 0));
  EXPECT_EQ(p.contact, Contact::overlapping);
  EXPECT_LE(p.lower, 1);
  EXPECT_GT(p.upper, 0);
  expect_answers(at(flat, 0, 0, 0), at(same_plane, 0, 3, 0), {3, 4});
}

TEST(Points, InABoxAreTheWayToTheNearestFaceDeep) {
  expect_answers(at(Point{{0, Real(0.75), 0}}, 0, 0, 0), at(Box{{1, 1, 1}}, 0, 0, 0), {-0.25, 2});
  expect_answers(at(Point{{0, 0, 0}}, 1, 2, 3), at(Point{{1, 2, 3}}, 0, 0, 0), {0, 4});
  expect_answers(at(Point{{0, 0, 0}}, 1, 2, 3), at(Point{{3, 4, 12}}, 1, 2, 3), {13, 18});
}

TEST(Segments, ThroughABoxAreTheShortestWayOutDeep) {
  // Along x through the box: out sideways by half extent less offset.
  const Shape segment = Segment{{-5, 0, 0}, {5, 0, 0}};
  expect_answers(at(segment, 0, Real(0.25), 0), at(Box{{1, 1, 2}}, 0, 0, 0), {-0.75, 6});
  expect_answers(at(segment, 0, 3, 0), at(Box{{1, 1, 2}}, 0, 0, 0), {2, 7});
}

TEST(Tetrahedra, KnownHeights) {
  const Shape corner = Tetrahedron{{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {0, 0, 3}};
  // The face x + y + z = 3 from (3, 3, 3): 6 / sqrt(3).
  expect_answers(at(corner, 0, 0, 0), at(Point{{3, 3, 3}}, 0, 0, 0), {2 * kRoot3, 6});
  expect_answers(at(corner, 0, 0, 0), at(Point{{Real(0.25), Real(0.5), 1}}, 0, 0, 0), {-0.25, 4});
}

TEST(ScaledPlacements, ChangeTheSizesTheyPlace) {
  const Affine twice(Mat3::diagonal(2, 2, 2), {10, 0, 0}), stretched(Mat3::diagonal(1, 2, 4), {10, 0, 0});
  expect_answers(at(Sphere{1}, 0, 0, 0), at(Sphere{1}, twice), {7, 12, 10});
  expect_answers(at(Box{{1, 1, 1}}, 0, 0, 0), at(Box{{1, 1, 1}}, stretched), {8, 14});
  const Affine upright(Mat3::diagonal(1, 2, 4), {0, 0, 10});
  expect_answers(at(Sphere{1}, 0, 0, 0), at(Sphere{1}, upright), {5, 14, 6});  // an ellipsoid now
  const Affine mirror(Mat3::diagonal(1, -1, 1), {0, 6, 0});  // the cones' apexes face each other
  expect_answers(at(Cone{1, 2}, 0, 0, 0), at(Cone{1, 2}, mirror), {2, 8, 2});
}

TEST(Polytopes, OctahedraFaceToFace) {
  std::vector<Vec3> v{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  // Centres (2, 2, 2) apart: faces x + y + z = 1 and = 5, so (6 - 2) / sqrt(3).
  expect_answers(at(Polytope{v}, 0, 0, 0), at(Polytope{v}, 2, 2, 2), {4 / kRoot3, 5});
  // Concentric: faces 1 / sqrt(3) away each.
  const Penetration p = penetration(at(Polytope{v}, 0, 0, 0), at(Polytope{v}, 0, 0, 0));
  EXPECT_NEAR(p.upper, 2 / kRoot3, rounding(2));
  EXPECT_LE(p.lower, p.upper);
}

}  // namespace
}  // namespace graze::test
