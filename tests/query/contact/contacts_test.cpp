// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <numbers>

#include "graze/query/contact.h"
#include "graze/shape/hull_builder.h"
#include "query/contact/support.h"

// Contact sets with polygons that are derived by hand. The ground is a box whose top is the plane y = 0.

namespace graze::test {
namespace {

constexpr Real kQuarter = Real(std::numbers::pi / 4), kHalf = Real(std::numbers::pi / 2);
const Real kTolerance = 64 * kEpsilon;  // of coordinates up to 10

Instance ground(Real half = 5) { return at(Box{{half, 1, half}}, 0, -1, 0); }
Instance turned(const Shape& shape, const Vec3& axis, Real angle, const Vec3& where) {
  return at(shape, Affine(Pose{rotation_about(axis, angle), where}));
}
std::vector<Vec3> cube_points(Real h = 1) {
  std::vector<Vec3> points;
  for (int i = 0; i < 8; ++i)
    points.push_back({(i & 1) != 0 ? -h : h, (i & 2) != 0 ? -h : h, (i & 4) != 0 ? -h : h});
  return points;
}
Shape cube_hull() { return *make_hull(cube_points()); }
constexpr Feature vertex(std::uint32_t i) { return {FeatureKind::vertex, i, 0}; }
constexpr Feature face(std::uint32_t i) { return {FeatureKind::face, i, 0}; }
constexpr Feature edge(std::uint32_t i, std::uint32_t j) { return {FeatureKind::edge, i, j}; }

TEST(Contacts, OfABoxStandingOnABoxAreItsLowerCorners) {
  const ContactSet s = contacts(ground(), at(Box{}, 2, Real(0.75), 1));
  EXPECT_EQ(s.contact, Contact::overlapping);
  EXPECT_TRUE(is_same(s.normal, Vec3{0, 1, 0}));
  expect_points(s.span(), {{1, 0, 0}, {1, 0, 2}, {3, 0, 0}, {3, 0, 2}}, kTolerance);
  for (const ContactPoint& p : s.span()) {
    EXPECT_EQ(p.gap, Real(-0.25));
    EXPECT_EQ(p.point_b.y, Real(-0.25));
    EXPECT_EQ(p.local_b.y, -1);
    EXPECT_EQ(p.local_a.y, 1);
    EXPECT_EQ(p.feature_a, face(2));  // +y
    EXPECT_EQ(p.feature_b.kind, FeatureKind::vertex);
    EXPECT_EQ(p.feature_b.first & 2u, 2u);  // y negative
  }
}

TEST(Contacts, OfAStackThatExactlyTouchesAreThere) {
  const ContactSet s = contacts(at(Box{}, 0, 0, 0), at(Box{}, 0, 2, 0));
  EXPECT_EQ(s.contact, Contact::touching);
  expect_points(s.span(), {{-1, 1, -1}, {-1, 1, 1}, {1, 1, -1}, {1, 1, 1}}, kTolerance);
  EXPECT_EQ(deepest(s.span()), 0);
}

TEST(Contacts, OfAStackOfTenBoxesAreFourForEachFloor) {
  for (int i = 0; i < 9; ++i) {
    const Instance lower = at(Box{{1, Real(0.5), 1}}, 0, Real(i) * Real(0.96875), 0);
    const Instance upper = at(Box{{1, Real(0.5), 1}}, 0, Real(i + 1) * Real(0.96875), 0);
    const ContactSet s = contacts(lower, upper);
    ASSERT_EQ(s.count, 4);
    for (const ContactPoint& p : s.span()) EXPECT_NEAR(p.gap, -0.03125, 1e-5);
    EXPECT_NEAR(area_of(s.span(), s.normal), 4, 1e-5);
  }
}

TEST(Contacts, OfABoxBeyondTheRimAreWhereItsEdgesCrossTheRim) {
  // Bottom [4, 6] x [-1, 1] over the top [-5, 5]²: the rectangle [4, 5] x [-1, 1].
  const ContactSet s = contacts(ground(), at(Box{}, 5, Real(0.875), 0));
  expect_points(s.span(), {{4, 0, -1}, {4, 0, 1}, {5, 0, -1}, {5, 0, 1}}, kTolerance);
  int crossings = 0;
  for (const ContactPoint& p : s.span()) crossings += p.feature_a == edge(0, 4) ? 1 : 0;  // of +x and +y
  EXPECT_EQ(crossings, 2);
}

TEST(Contacts, OfACornerOverACornerAreACornerOfEachAndTwoCrossings) {
  // Bottom [0, 2]² over the top [-1, 1]²: [0, 1]².
  const ContactSet s = contacts(at(Box{}, 0, 0, 0), at(Box{}, 1, Real(1.875), 1));
  expect_points(s.span(), {{0, 1, 0}, {0, 1, 1}, {1, 1, 0}, {1, 1, 1}}, kTolerance);
  bool has[3] = {};
  for (const ContactPoint& p : s.span()) {
    has[0] |= p.feature_a == vertex(0) && p.feature_b == face(3);
    has[1] |= p.feature_a == face(2) && p.feature_b == vertex(7);
    has[2] |= p.feature_a.kind == FeatureKind::edge && p.feature_b.kind == FeatureKind::edge;
  }
  EXPECT_TRUE(has[0] && has[1] && has[2]);
}

TEST(Contacts, OfSquaresTurnedAgainstEachOtherAreAnOctagon) {
  // A square of half side 1 and the same turned by 45 degrees: corners at (±1, ±(√2 - 1)) and the other way
  // round.
  const double t = std::numbers::sqrt2 - 1;
  const Instance a = at(Box{}, 0, -1, 0), b = turned(Box{}, {0, 1, 0}, kQuarter, {0, Real(0.875), 0});
  ContactPoint points[16];
  const ContactList all = all_contacts(a, b, points);
  EXPECT_EQ(all.found, 8u);
  for (const ContactPoint& p : all.written) {
    const double x = std::abs(double(p.point_a.x)), z = std::abs(double(p.point_a.z));
    EXPECT_NEAR(std::max(x, z), 1, 1e-6);
    EXPECT_NEAR(std::min(x, z), t, 1e-6);
    EXPECT_EQ(p.feature_a.kind, FeatureKind::edge);
    EXPECT_EQ(p.feature_b.kind, FeatureKind::edge);
  }
  // The largest quadrilateral of a regular octagon is a square: half the square of its width across corners.
  const ContactSet four = contacts(a, b);
  EXPECT_EQ(four.count, 4);
  EXPECT_NEAR(area_of(four.span(), four.normal), 2 * (1 + t * t), 1e-5);
}

TEST(Contacts, KeepTheDeepestOfManyPoints) {
  // That octagon with b tilted a little about z: its side toward +x is deeper.
  const Quat q = rotation_about({0, 0, 1}, Real(-0.01)) * rotation_about({0, 1, 0}, kQuarter);
  const Instance a = at(Box{}, 0, -1, 0), b = at(Box{}, Affine(Pose{q, {0, Real(0.875), 0}}));
  ContactPoint points[16];
  const ContactList all = all_contacts(a, b, points);
  const ContactSet four = contacts(a, b);
  ASSERT_EQ(four.count, 4);
  EXPECT_EQ(deepest(four.span()), deepest(all.written));
  // Height of b's bottom at x: 0.875 - cos(0.01) - tan(0.01) x, lowest at the crossing with x = 1.
  EXPECT_NEAR(deepest(four.span()), 0.875 - 1 / std::cos(0.01) - std::tan(0.01), 2e-4);
}

TEST(Contacts, OfCrossingEdgesAreOnePoint) {
  // Roofs along x and along z, ridges at y = √2 and y = 2.8 - √2.
  const Instance a = turned(Box{{2, 1, 1}}, {1, 0, 0}, kQuarter, {0, 0, 0});
  const Instance b = turned(Box{{1, 1, 2}}, {0, 0, 1}, kQuarter, {Real(0.5), Real(2.8), Real(0.25)});
  const ContactSet s = contacts(a, b);
  ASSERT_EQ(s.count, 1);
  EXPECT_NEAR(s.points[0].gap, 2.8 - 2 * std::numbers::sqrt2, 1e-6);
  EXPECT_NEAR(length(s.points[0].point_a - Vec3{Real(0.5), Real(std::numbers::sqrt2), 0}), 0, 1e-6);
  EXPECT_EQ(s.points[0].feature_a.kind, FeatureKind::edge);
  EXPECT_EQ(s.points[0].feature_b.kind, FeatureKind::edge);
}

TEST(Contacts, OfNearlyParallelEdgesAreTwoPoints) {
  // Two ridges along x, one turned by 1e-3 about y: apart by 0.01, and over 1.8 long they part by 1.8e-3
  // only.
  const Quat roof = rotation_about({1, 0, 0}, kQuarter);
  const Instance a = at(Box{{1, 1, 1}}, Affine(Pose{roof, {0, 0, 0}}));
  const Quat turn = rotation_about({0, 1, 0}, Real(1e-3)) * roof;
  const Instance b = at(Box{{1, 1, 1}}, Affine(Pose{turn, {0, Real(2 * std::numbers::sqrt2 + 0.01), 0}}));
  const ContactSet s = contacts(a, b, {.prediction = Real(0.02)});
  ASSERT_GE(s.count, 2);
  Real low = 1, high = -1;
  for (const ContactPoint& p : s.span()) {
    low = std::min(low, p.point_a.x);
    high = std::max(high, p.point_a.x);
  }
  EXPECT_LT(low, Real(-0.9));
  EXPECT_GT(high, Real(0.9));
}

TEST(Contacts, OfACornerOnAFaceAreOnePoint) {
  // The cube stands on its corner: lowest point √3 below its centre.
  const Instance b = turned(Box{}, {1, 0, -1}, Real(std::atan(std::numbers::sqrt2)), {0, Real(1.7), 0});
  const ContactSet s = contacts(ground(), b);
  ASSERT_EQ(s.count, 1);
  EXPECT_NEAR(s.points[0].gap, 1.7 - std::numbers::sqrt3, 1e-6);
  EXPECT_EQ(s.points[0].feature_a, face(2));
  EXPECT_EQ(s.points[0].feature_b.kind, FeatureKind::vertex);
  EXPECT_NEAR(length(s.points[0].point_a), 0, 1e-6);
}

TEST(Contacts, StartAtThePredictionDistance) {
  const Instance b = at(Box{}, 0, Real(1.25), 0);
  const ContactSet none = contacts(ground(), b);
  EXPECT_EQ(none.count, 0);
  EXPECT_EQ(none.contact, Contact::apart);
  EXPECT_EQ(none.normal, Vec3{});
  EXPECT_EQ(contacts(ground(), b, {.prediction = Real(0.125)}).count, 0);
  const ContactSet s = contacts(ground(), b, {.prediction = Real(0.5)});
  EXPECT_EQ(s.contact, Contact::apart);
  ASSERT_EQ(s.count, 4);
  for (const ContactPoint& p : s.span()) EXPECT_EQ(p.gap, Real(0.25));
}

TEST(Contacts, BeyondThePredictionDistanceAreLeftOut) {
  // Tilted by 0.1 about z: corners on one side are 2 sin(0.1) = 0.19967 higher.
  const Instance b = turned(Box{}, {0, 0, 1}, Real(0.1), {0, Real(1.05), 0});
  const ContactSet near = contacts(ground(), b), all = contacts(ground(), b, {.prediction = Real(0.3)});
  EXPECT_EQ(near.count, 2);
  EXPECT_EQ(all.count, 4);
  EXPECT_NEAR(deepest(all.span()), 1.05 - std::cos(0.1) - std::sin(0.1), 1e-6);
}

TEST(Contacts, KeepTheirNamesWhileABoxSlidesAndTurnsSlowly) {
  ContactCache cache;
  std::vector<std::pair<Feature, Feature>> names;
  Vec3 first, last;
  for (int frame = 0; frame < 1000; ++frame) {
    const Real t = Real(frame);
    const Quat q = rotation_about({0, 1, 0}, Real(0.001) * t);
    const Vec3 where{Real(-2) + Real(0.004) * t, Real(0.49) + Real(0.005) * std::sin(t), Real(0.001) * t};
    const ContactSet s = contacts(ground(), at(Box{{1, Real(0.5), 1}}, Affine(Pose{q, where})),
                                  {.prediction = Real(0.01), .cache = &cache});
    ASSERT_EQ(s.count, 4) << frame;
    std::vector<std::pair<Feature, Feature>> now;
    for (const ContactPoint& p : s.span()) now.emplace_back(p.feature_a, p.feature_b);
    if (frame == 0) names = now;
    ASSERT_EQ(now, names) << frame;
    (frame == 0 ? first : last) = s.points[0].point_a;
  }
  EXPECT_GT(length(last - first), 3);  // the points moved, their names did not
}

TEST(Contacts, KeepTheirNamesOnTheRim) {
  // Half of the box hangs over: two corners and two crossings, all along.
  std::vector<std::pair<Feature, Feature>> names;
  for (int frame = 0; frame < 1000; ++frame) {
    const Real t = Real(frame);
    const Instance b = at(Box{{1, Real(0.5), 1}}, Affine(Pose{rotation_about({0, 1, 0}, Real(0.0003) * t),
                                                              {5, Real(0.49), Real(-3) + Real(0.005) * t}}));
    const ContactSet s = contacts(ground(), b);
    ASSERT_EQ(s.count, 4) << frame;
    std::vector<std::pair<Feature, Feature>> now;
    for (const ContactPoint& p : s.span()) now.emplace_back(p.feature_a, p.feature_b);
    if (frame == 0) names = now;
    ASSERT_EQ(now, names) << frame;
  }
}

TEST(Contacts, OfACylinderStandingAreFourOnItsRim) {
  const ContactSet s = contacts(ground(), at(Cylinder{2, 1}, 0, Real(0.875), 0));
  expect_points(s.span(), {{-2, 0, 0}, {0, 0, -2}, {0, 0, 2}, {2, 0, 0}}, kTolerance);
  for (const ContactPoint& p : s.span()) EXPECT_EQ(p.gap, Real(-0.125));
}

TEST(Contacts, OfACylinderBeyondTheRimAreExact) {
  // A disc of radius 2 about (5, 0): the edge x = 5 cuts it at z = ±2.
  ContactPoint points[32];
  const ContactList all = all_contacts(ground(), at(Cylinder{2, 1}, 5, Real(0.875), 0), points);
  int on_edge = 0;
  for (const ContactPoint& p : all.written) {
    EXPECT_LE(p.point_a.x, 5 + kTolerance);
    EXPECT_NEAR(std::hypot(p.point_a.x - 5, p.point_a.z), 2, 1e-5);
    on_edge += p.point_a.x > 5 - kTolerance ? 1 : 0;
  }
  EXPECT_EQ(on_edge, 2);
  // Largest area of a half disc with four corners on it: half of a regular hexagon, or 3 r² sin(60°) / 2;
  // places every 45° come to r² (1 + sin(45°) + ...) at least.
  const ContactSet s = contacts(ground(), at(Cylinder{2, 1}, 5, Real(0.875), 0));
  EXPECT_GE(area_of(s.span(), s.normal), 4);
}

TEST(Contacts, OfALyingCylinderAndCapsuleAreTwo) {
  for (const Shape& shape : {Shape(Cylinder{1, 2}), Shape(Capsule{1, 2})}) {
    const ContactSet s = contacts(ground(), turned(shape, {0, 0, 1}, kHalf, {0, Real(0.875), 0}));
    expect_points(s.span(), {{-2, 0, 0}, {2, 0, 0}}, 1e-5);
    for (const ContactPoint& p : s.span()) EXPECT_NEAR(p.gap, -0.125, 1e-6);
  }
}

TEST(Contacts, OfALyingCapsuleBeyondTheRimEndThere) {
  const ContactSet s = contacts(ground(), turned(Capsule{1, 2}, {0, 0, 1}, kHalf, {4, Real(0.875), 0}));
  expect_points(s.span(), {{2, 0, 0}, {5, 0, 0}}, 1e-5);
}

TEST(Contacts, OfALyingConeAreItsRimAndItsTip) {
  // Radius 1, height 2: the side rises by atan(1/2) from the axis; lying, the axis is tilted by as much.
  const double tilt = std::atan(0.5), slant = std::sqrt(5.0);
  const Instance cone = turned(Cone{1, 1}, {0, 0, 1}, Real(std::numbers::pi / 2 + tilt), {0, 0, 0});
  // The tip is at local (0, 1, 0), height above the ground to be zero when the side lies on it.
  const Vec3 tip = cone.placement * Vec3{0, 1, 0};
  Instance lying = cone;
  lying.placement = Affine(cone.placement.linear(), Vec3{0, -tip.y - Real(0.0625), 0});
  const ContactSet s = contacts(ground(), lying);
  ASSERT_EQ(s.count, 2);
  EXPECT_NEAR(length(s.points[0].point_a - s.points[1].point_a), slant, 1e-4);
  for (const ContactPoint& p : s.span()) EXPECT_NEAR(p.gap, -0.0625, 1e-5);
}

TEST(Contacts, OfAConeOnItsBaseAreFourOnItsRim) {
  const ContactSet s = contacts(ground(), at(Cone{2, 1}, 1, Real(0.875), 0));
  expect_points(s.span(), {{-1, 0, 0}, {1, 0, -2}, {1, 0, 2}, {3, 0, 0}}, kTolerance);
}

TEST(Contacts, OfATiltedCylinderHaveTheLowestPointOfItsRim) {
  // Tilted by 0.05 about (1, 0, 2): the lowest rim point lies between two of the fixed places.
  const double t = 0.05;
  const Instance b = turned(Cylinder{1, 1}, {1, 0, 2}, Real(t), {0, 1, 0});
  const ContactSet s = contacts(ground(), b);
  ASSERT_GE(s.count, 3);
  EXPECT_NEAR(deepest(s.span()), 1 - std::cos(t) - std::sin(t), 1e-6);
}

TEST(Contacts, OfCylindersStackedAreFour) {
  const ContactSet s = contacts(at(Cylinder{1, 1}, 0, 0, 0), at(Cylinder{1, 1}, 0, Real(1.875), 0));
  ASSERT_EQ(s.count, 4);
  EXPECT_NEAR(area_of(s.span(), s.normal), 2, 1e-6);
  for (const ContactPoint& p : s.span()) EXPECT_NEAR(std::hypot(p.point_a.x, p.point_a.z), 1, 1e-6);
}

TEST(Contacts, OfParallelCapsulesAreTheEndsOfTheCommonStretch) {
  const ContactSet s = contacts(at(Capsule{1, 2}, 0, 0, 0), at(Capsule{1, 2}, Real(1.875), 1, 0));
  ASSERT_EQ(s.count, 2);
  std::vector<Real> heights{s.points[0].point_a.y, s.points[1].point_a.y};
  std::sort(heights.begin(), heights.end());
  EXPECT_NEAR(heights[0], -1, 1e-6);
  EXPECT_NEAR(heights[1], 2, 1e-6);
}

TEST(Contacts, OfCrossedCapsulesAndOfSpheresAreOne) {
  const Instance a = at(Capsule{1, 2}, 0, 0, 0),
                 b = turned(Capsule{1, 2}, {0, 0, 1}, kHalf, {0, 0, Real(1.5)});
  EXPECT_EQ(contacts(a, b).count, 1);
  const ContactSet s = contacts(at(Sphere{1}, 0, 0, 0), at(Sphere{2}, 0, Real(2.5), 0));
  ASSERT_EQ(s.count, 1);
  EXPECT_NEAR(s.points[0].gap, -0.5, 1e-6);
  EXPECT_EQ(contacts(ground(), at(Sphere{1}, 0, Real(0.5), 0)).points[0].feature_a, face(2));
  EXPECT_EQ(contacts(ground(), at(Ellipsoid{{1, 2, 3}}, 0, Real(1.5), 0)).count, 1);
}

TEST(Contacts, OfATriangleOnAHullAreClipped) {
  // Triangle (-2, -2), (2, -2), (0, 2) in xz over the square [-1, 1]²: the lines from (±2, -2) to (0, 2) pass
  // x = ±(1 - z / 2), so they cross z = 1 at x = ±1/2 and leave the square at (±1, 0).
  const Triangle t{{-2, 0, -2}, {2, 0, -2}, {0, 0, 2}};
  for (const Shape& shape : {cube_hull(), Shape(Polytope{cube_points()}), Shape(Box{})}) {
    ContactPoint points[16];
    const ContactList all = all_contacts(at(shape, 0, -1, 0), at(t, 0, Real(-0.125), 0), points);
    expect_points(all.written,
                  {{-1, 0, -1}, {-1, 0, 0}, {Real(-0.5), 0, 1}, {Real(0.5), 0, 1}, {1, 0, -1}, {1, 0, 0}},
                  1e-5);
    const ContactSet four = contacts(at(shape, 0, -1, 0), at(t, 0, Real(-0.125), 0));
    EXPECT_EQ(four.count, 4);
    EXPECT_TRUE(is_same(four.normal, Vec3{0, 1, 0}));
  }
}

TEST(Contacts, OfHullsAreThoseOfTheSameBoxes) {
  const Instance b = turned(Box{}, {0, 1, 0}, Real(0.5), {Real(0.75), Real(0.875), Real(0.5)});
  Instance hull = b, polytope = b;
  hull.shape = cube_hull();
  polytope.shape = Polytope{cube_points()};
  const Instance a = at(Box{}, 0, -1, 0), a_hull = at(cube_hull(), 0, -1, 0);
  ContactPoint points[4][16];
  const std::vector<Vec3> expected = points_of(all_contacts(a, b, points[0]).written);
  EXPECT_GE(expected.size(), 4u);
  expect_points(all_contacts(a, hull, points[1]).written, expected, 1e-5);
  expect_points(all_contacts(a_hull, hull, points[2]).written, expected, 1e-5);
  expect_points(all_contacts(a_hull, polytope, points[3]).written, expected, 1e-5);
}

TEST(Contacts, OfATetrahedronAreItsFace) {
  const Tetrahedron t{{0, 1, 0}, {-1, 0, -1}, {1, 0, -1}, {0, 0, 1}};
  const ContactSet s = contacts(ground(), at(t, 0, Real(-0.125), 0));
  expect_points(s.span(), {{-1, 0, -1}, {0, 0, 1}, {1, 0, -1}}, kTolerance);
  for (const ContactPoint& p : s.span()) EXPECT_NE(p.feature_b, vertex(0));
}

TEST(Contacts, WithAHalfSpaceAreAllLowerCorners) {
  const Instance plane = at(HalfSpace{{0, 2, 0}, 1}, 0, 0, 0);  // y <= 1/2
  const ContactSet s = contacts(plane, at(Box{}, 0, Real(1.375), 0));
  ASSERT_EQ(s.count, 4);
  for (const ContactPoint& p : s.span()) EXPECT_NEAR(p.gap, -0.125, 1e-6);
  EXPECT_EQ(contacts(plane, at(Cylinder{1, 1}, 0, Real(1.375), 0)).count, 4);
  EXPECT_EQ(contacts(plane, turned(Capsule{1, 1}, {0, 0, 1}, kHalf, {0, 1, 0})).count, 2);
  EXPECT_EQ(contacts(plane, at(Sphere{1}, 0, 1, 0)).count, 1);
  const ContactSet two = contacts(plane, plane);
  EXPECT_EQ(two.status, Status::unbounded);
  EXPECT_EQ(two.count, 0);
}

TEST(Contacts, OfMarginsAreOnTheGrownSurface) {
  const ContactSet s =
      contacts(at(Box{{5, 1, 5}}, 0, -1, 0, Real(0.25)), at(Box{}, 0, Real(1.375), 0, Real(0.25)));
  ASSERT_EQ(s.count, 4);
  for (const ContactPoint& p : s.span()) {
    EXPECT_NEAR(p.gap, -0.125, 1e-6);
    EXPECT_NEAR(p.point_a.y, 0.25, 1e-6);
    EXPECT_NEAR(p.point_b.y, 0.125, 1e-6);
  }
  EXPECT_NEAR(area_of(s.span(), s.normal), 4, 1e-5);
}

TEST(Contacts, OfFlatShapesAreTheirEdgesWhenTheyStandOnThem) {
  const Triangle t{{-1, 0, 0}, {1, 0, 0}, {0, 2, 0}};
  const ContactSet s = contacts(ground(), at(t, 0, Real(-0.125), 0));
  expect_points(s.span(), {{-1, 0, 0}, {1, 0, 0}}, kTolerance);
  const ContactSet plate = contacts(ground(), at(Box{{1, 1, 0}}, 0, Real(0.875), 0));
  expect_points(plate.span(), {{-1, 0, 0}, {1, 0, 0}}, kTolerance);
}

TEST(Contacts, OfALargeFaceAreSpreadOverIt) {
  std::vector<Vec3> points;
  for (int i = 0; i < 500; ++i) {
    const Real angle = Real(2 * std::numbers::pi) * Real(i) / 500;
    for (const Real y : {Real(-1), Real(1)}) points.push_back({2 * std::cos(angle), y, 2 * std::sin(angle)});
  }
  for (const Shape& shape : {*make_hull(points), Shape(Polytope{points})}) {
    const ContactSet s = contacts(ground(), at(shape, 0, Real(0.875), 0));
    ASSERT_EQ(s.count, 4);
    EXPECT_GT(area_of(s.span(), s.normal), 7.5);  // of at most 2 r² = 8
    for (const ContactPoint& p : s.span()) EXPECT_NEAR(p.gap, -0.125, 1e-5);
  }
}

TEST(Contacts, RefuseWhatIsNotValid) {
  constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();
  const Instance good = at(Box{}, 0, 0, 0);
  EXPECT_EQ(contacts(good, at(Box{{kNan, 1, 1}}, 0, 0, 0)).status, Status::invalid_argument);
  EXPECT_EQ(contacts(good, at(Box{}, kNan, 0, 0)).status, Status::invalid_argument);
  EXPECT_EQ(contacts(good, at(Box{}, 0, 0, 0, -1)).status, Status::invalid_argument);
  for (const Real bad : {kNan, Real(-1), kInfinity})
    EXPECT_EQ(contacts(good, good, {.prediction = bad}).status, Status::invalid_argument);
  EXPECT_EQ(contacts(good, good, {.max_iterations = 0}).status, Status::invalid_argument);
  EXPECT_EQ(contacts(good, good, {.prediction = kNan}).count, 0);
}

TEST(Contacts, ThatDoNotFitAreCounted) {
  const Instance a = at(Box{}, 0, -1, 0), b = turned(Box{}, {0, 1, 0}, kQuarter, {0, Real(0.875), 0});
  ContactPoint three[3];
  const ContactList list = all_contacts(a, b, three);
  EXPECT_EQ(list.written.size(), 3u);
  EXPECT_EQ(list.found, 8u);
  EXPECT_EQ(all_contacts(a, b, {}).found, 8u);
}

TEST(Contacts, OfShapesAndPosesAreThoseOfInstances) {
  const Pose pose{rotation_about({0, 1, 0}, Real(0.3)), {0, Real(1.875), 0}};
  const Shape box = Box{};
  const ContactSet one = contacts(at(box, 0, 0, 0), at(box, Affine(pose)));
  EXPECT_EQ(one.count, 4);
  EXPECT_TRUE(is_same(contacts(box, Pose{}, box, pose), one));
  EXPECT_TRUE(is_same(contacts(box, box, pose), one));
}

}  // namespace
}  // namespace graze::test
