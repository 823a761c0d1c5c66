// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/motion/time_of_impact.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <tuple>

#include "graze/query/contact.h"
#include "graze/query/distance.h"
#include "graze/query/shape_cast.h"
#include "graze/shape/support.h"

namespace graze::test {
namespace {

const double kPi = std::acos(-1.0);
constexpr double kTolerance = sizeof(Real) == 4 ? 1e-6 : 1e-9;  // the default of the settings
constexpr double kRounding = 4 * double(kEpsilon);              // of inputs that are rounded to Real
const Path kRest;

Path still(Real x, Real y, Real z) { return Affine(Vec3{x, y, z}); }

// A hit at a time derived by hand, which rounding of the inputs may shift by `blur`.
void expect_hit_at(const TimeOfImpact& r, double time, double blur = kRounding) {
  ASSERT_EQ(r.hit, Hit::hit);
  EXPECT_EQ(r.status, Status::converged);
  EXPECT_FALSE(r.starts_in_contact);
  EXPECT_LE(double(r.lower), time + blur);
  EXPECT_GE(double(r.upper), time - blur);
  EXPECT_LE(r.upper - r.lower, Real(kTolerance));
  EXPECT_NEAR(length(r.normal), 1, kRounding);
}
void expect_miss(const TimeOfImpact& r) {
  EXPECT_EQ(r.hit, Hit::miss) << r.lower << " " << r.upper;
  EXPECT_EQ(r.status, Status::converged);
}

// A rod from the origin to (2, 0, 0) turns about z towards a wall at y = 1: sin(angle) = 1 / 2.
TEST(TimeOfImpact, OfARodThatTurnsIntoAWallIsAnArcsine) {
  const Shape rod(Segment{{0, 0, 0}, {2, 0, 0}}), wall(Box{{5, Real(0.5), 5}}),
      half_space(HalfSpace{{0, -1, 0}, -1});
  const Path turn = Path::turning(Affine(), {0, 0, 0}, {0, 0, Real(kPi / 2)});
  const TimeOfImpact r = time_of_impact(rod, turn, wall, still(0, Real(1.5), 0));
  expect_hit_at(r, 1.0 / 3);
  EXPECT_LE(length(r.normal - Vec3{0, 1, 0}), Real(1e-6));
  EXPECT_LE(length(r.point - Vec3{Real(std::sqrt(3.0)), 1, 0}), Real(1e-4));
  expect_hit_at(time_of_impact(rod, turn, half_space, kRest), 1.0 / 3);
  // It is the plane that turns.
  expect_hit_at(
      time_of_impact(rod, kRest, half_space, Path::turning(Affine(), {0, 0, 0}, {0, 0, Real(-kPi / 2)})),
      1.0 / 3);
}

TEST(TimeOfImpact, OfASpinningRodIsThatOfItsFirstTurn) {
  const Shape rod(Segment{{0, 0, 0}, {2, 0, 0}}), wall(Box{{5, Real(0.5), 5}});
  const Path turns = Path::turning(Affine(), {0, 0, 0}, {0, 0, Real(200 * kPi)});
  expect_hit_at(time_of_impact(rod, turns, wall, still(0, Real(1.5), 0)), 1.0 / 1200);
}

TEST(TimeOfImpact, OfATurningBoxIsWhenItsCornerReachesThePlane) {
  const Shape box(Box{{1, 1, 1}}), plane(HalfSpace{{-1, 0, 0}, Real(-1.2)});
  const Path turn = Path::turning(Affine(), {0, 0, 0}, {0, 0, 1});
  expect_hit_at(time_of_impact(box, turn, plane, kRest),
                kPi / 4 - std::acos(double(Real(1.2)) / std::sqrt(2.0)));
}

TEST(TimeOfImpact, OfABallOnAnArcIsThatOfItsCentre) {
  // Centres 5 from the origin, balls of radius 1: they touch when the angle between is 2 asin(1 / 5).
  const Path arc = Path::screw(Affine(Vec3{-5, 0, 0}), {0, 0, 0}, {0, 0, 1}, Real(-kPi), 0);
  const double time = (kPi / 2 - 2 * std::asin(0.2)) / kPi;
  expect_hit_at(time_of_impact(Shape(Sphere{1}), arc, Shape(Sphere{1}), still(0, 5, 0)), time, 4 * kRounding);
  expect_miss(time_of_impact(Shape(Sphere{1}), arc, Shape(Sphere{1}), still(0, -5, 0)));
}

TEST(TimeOfImpact, OfABladeThatSpinsAHundredTurnsFindsAThinTarget) {
  // A blade along x and a ball at distance 2, a quarter turn ahead: less asin(r / 2).
  const Shape blade(Segment{{0, 0, 0}, {3, 0, 0}}), ball(Sphere{Real(0.0625)});
  const Path spin = Path::turning(Affine(), {0, 0, 0}, {0, 0, Real(200 * kPi)});
  expect_hit_at(time_of_impact(blade, spin, ball, still(0, 2, 0)),
                (kPi / 2 - std::asin(0.03125)) / (200 * kPi));
  expect_miss(time_of_impact(blade, spin, ball, still(0, 2, Real(0.07))));
  expect_miss(time_of_impact(blade, spin, ball, still(0, Real(3.1), 0)));
}

TEST(TimeOfImpact, OfShapesThatDoNotTurnIsThatOfTheCast) {
  const Shape shapes[] = {Shape(Box{{1, 2, 1}}), Shape(Sphere{1}), Shape(Capsule{Real(0.5), 1}),
                          Shape(Cone{1, 1}), Shape(Tetrahedron{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}})};
  const Affine from(Pose(rotation_about({1, 2, 3}, 1), {-6, Real(0.25), Real(0.125)}));
  int hits = 0;
  for (const Shape& a : shapes)
    for (const Shape& b : shapes) {
      const Vec3 way{9, Real(0.5), 0};
      const ShapeCast cast = shape_cast({a, from}, way, {b, Affine()});
      const TimeOfImpact r = time_of_impact(a, Path::linear(from, way), b, kRest);
      ASSERT_EQ(r.hit, cast.hit);
      EXPECT_LE(r.lower, cast.upper);
      EXPECT_GE(r.upper, cast.time);
      // Half of the way is the other's.
      const TimeOfImpact shared =
          time_of_impact(a, Path::linear(from, way * Real(0.5)), b, Path::linear(Affine(), way * Real(-0.5)));
      EXPECT_LE(shared.lower, cast.upper);
      EXPECT_GE(shared.upper, cast.time);
      hits += r.hit == Hit::hit;
    }
  EXPECT_EQ(hits, 25);
}

TEST(TimeOfImpact, AtTheStartIsZeroWhetherTheyPartOrNot) {
  const Shape box(Box{{1, 1, 1}});
  for (const Real way : {Real(5), Real(-5)}) {
    const TimeOfImpact r =
        time_of_impact(box, Path::turning(Affine(Vec3{Real(1.5), 0, 0}), {way, 0, 0}, {0, 0, 1}), box, kRest);
    EXPECT_EQ(r.hit, Hit::hit);
    EXPECT_TRUE(r.starts_in_contact);
    EXPECT_EQ(r.lower, 0);
    EXPECT_EQ(r.upper, 0);
    EXPECT_LE(length(r.normal - Vec3{-1, 0, 0}), Real(1e-6)) << "that of the separation";
  }
  // Touching: whether anything follows is the motion's to say.
  const Affine beside(Vec3{2, 0, 0});
  const TimeOfImpact in = time_of_impact(box, Path::turning(beside, {-1, 0, 0}, {0, 0, 1}), box, kRest);
  EXPECT_EQ(in.hit, Hit::hit);
  EXPECT_TRUE(in.starts_in_contact);
  EXPECT_LE(in.upper, Real(kTolerance));
  const TimeOfImpact out = time_of_impact(box, Path::turning(beside, {5, 0, 0}, {0, 0, 1}), box, kRest);
  EXPECT_EQ(out.hit, Hit::uncertain);
  EXPECT_TRUE(out.starts_in_contact);
  EXPECT_LE(out.upper, Real(1e-3));
}

TEST(TimeOfImpact, OfAGrazeEnclosesItAndIsUncertain) {
  // A ball of radius 1/2 swings on a circle of radius 5: lowest point -5.5 at half time.
  const Shape ball(Sphere{Real(0.5)});
  const Path swing = Path::screw(Affine(Vec3{-5, 0, 0}), {0, 0, 0}, {0, 0, 1}, Real(kPi), 0);
  const auto against = [&](Real height) {
    return time_of_impact(ball, swing, Shape(Box{{20, 1, 20}}), still(0, height - 1, 0));
  };
  const TimeOfImpact graze = against(Real(-5.5));
  EXPECT_EQ(graze.hit, Hit::uncertain);
  EXPECT_LE(graze.lower, Real(0.5));
  EXPECT_GE(graze.upper, Real(0.5));
  EXPECT_LE(graze.upper - graze.lower, Real(0.02));
  expect_miss(against(Real(-5.5) - Real(1e-3)));
  const double depth = 5.5 - double(Real(5.5) - Real(1e-3));
  expect_hit_at(against(Real(-5.5) + Real(1e-3)), 0.5 - std::acos(1 - depth / 5) / kPi,
                1e-2 * kRounding / 1e-3);
}

TEST(TimeOfImpact, OfParallelSlidingIsAMissHoweverClose) {
  const Shape box(Box{{1, 1, 1}}), floor(Box{{100, 1, 100}});
  const Path slide = Path::turning(Affine(Vec3{-50, 2 + Real(0x1p-10), 0}), {100, 0, 0}, {0, 20, 0});
  const TimeOfImpact r = time_of_impact(box, slide, floor, kRest);
  expect_miss(r);
  EXPECT_LE(r.iterations, 4) << "turning about the normal closes no gap";
}

TEST(TimeOfImpact, OfATargetDistanceIsThatMuchEarlier) {
  MotionSettings settings;
  settings.target = 2;
  const Shape ball(Sphere{1});
  expect_hit_at(
      time_of_impact(ball, Path::linear(Affine(Vec3{-10, 0, 0}), {16, 0, 0}), ball, kRest, settings),
      6.0 / 16);
  const TimeOfImpact near =
      time_of_impact(ball, Path::linear(Affine(Vec3{-3, 0, 0}), {-1, 0, 0}), ball, kRest, settings);
  EXPECT_TRUE(near.starts_in_contact);
  // Margins grow the shapes alike.
  expect_hit_at(time_of_impact(ball, Path::linear(Affine(Vec3{-10, 0, 0}), {16, 0, 0}), Real(0.5), ball,
                               kRest, Real(1.5)),
                6.0 / 16);
}

TEST(TimeOfImpact, OfARodAboutItsLengthTakesAFewLooks) {
  const Shape rod(Capsule{Real(0.25), 10});
  const Path spin = Path::turning(Affine(Vec3{0, 0, 3}), {0, 0, -2}, {0, 600, 0});
  const TimeOfImpact r = time_of_impact(rod, spin, Shape(Box{{1, 1, 1}}), kRest);
  expect_hit_at(r, (3 - 1 - 0.25) / 2);
  EXPECT_LE(r.iterations, 6);
}

TEST(TimeOfImpact, OfShapesThatGrowIsWhenTheyReach) {
  const Affine five(Mat3::diagonal(5, 5, 5), {0, 0, 0});
  // 1 + 4 t = 3.
  expect_hit_at(time_of_impact(Shape(Box{{1, 1, 1}}), Path::entrywise(Affine(), five), Shape(Sphere{1}),
                               still(4, 0, 0)),
                0.5);
  expect_hit_at(
      time_of_impact(Shape(Sphere{1}), Path::slerp(Affine(), five), Shape(Sphere{1}), still(4, 0, 0)), 0.5);
}

Pose along_x(const void*, Real t) { return Pose(Vec3{-5 + 8 * t, 0, 0}); }

TEST(TimeOfImpact, OfTheCallersMotionNeedsItsSpeedOnly) {
  OwnMotion motion{&along_x, nullptr, 8};
  MotionSettings settings;
  settings.time_tolerance = Real(1e-4);
  for (const Real acceleration : {kInfinity, Real(1)}) {
    motion.acceleration = acceleration;
    const TimeOfImpact r =
        time_of_impact(Shape(Sphere{1}), Path::own(motion), Shape(Box{{1, 1, 1}}), kRest, settings);
    ASSERT_EQ(r.hit, Hit::hit);
    EXPECT_LE(r.lower, Real(0.375));
    EXPECT_GE(r.upper, Real(0.375));
    EXPECT_LE(r.upper - r.lower, settings.time_tolerance);
  }
}

Pose about_z(const void*, Real t) {
  return Pose(rotation_about({0, 0, 1}, Real(kPi / 2) * t - Real(kPi / 6)), {0, 0, 0});
}

// The rod of length 2 meets the wall at y = 1 at 30 degrees, a third of a turn of 90 after it is level.
TEST(TimeOfImpact, OfTheCallersMotionThatStartsTurned) {
  const Shape rod(Segment{{0, 0, 0}, {2, 0, 0}}), wall(Box{{5, Real(0.5), 5}});
  MotionSettings settings;
  settings.time_tolerance = Real(1e-4);
  const Path own = Path::own({&about_z, nullptr, Real(3.2), Real(5)});
  const TimeOfImpact r = time_of_impact(rod, own, wall, still(0, Real(1.5), 0), settings);
  ASSERT_EQ(r.hit, Hit::hit);
  EXPECT_LE(r.lower, Real(2.0 / 3));
  EXPECT_GE(r.upper, Real(2.0 / 3) - Real(kTolerance));
  EXPECT_LE(r.upper - r.lower, settings.time_tolerance);
}

// The rod passes the level of the wall at a third of its way, and at 5 thirds if it turned on: played from
// the middle, and backward from the whole half turn.
TEST(TimeOfImpact, OfPartsOfAPath) {
  const Shape rod(Segment{{0, 0, 0}, {2, 0, 0}}), wall(Box{{5, Real(0.5), 5}}), ball(Sphere{1});
  const Path quarter = Path::turning(Affine(), {0, 0, 0}, {0, 0, Real(kPi / 2)}),
             half = Path::turning(Affine(), {0, 0, 0}, {0, 0, Real(kPi)});
  const Path at_wall = still(0, Real(1.5), 0);
  expect_hit_at(time_of_impact(rod, quarter.part(Real(0.25), Real(0.75)), wall, at_wall), 1.0 / 6,
                4 * kRounding);
  expect_hit_at(time_of_impact(rod, half.part(1, 0), wall, at_wall), 1.0 / 6, 4 * kRounding);
  expect_miss(time_of_impact(rod, quarter.part(0, Real(0.33)), wall, at_wall));
  expect_hit_at(time_of_impact(rod, quarter.part(0, Real(0.5)), HalfSpace{{0, -1, 0}, -1}, kRest), 2.0 / 3,
                4 * kRounding);
  // From 10 to -10 along x, through a ball of radius 1 at the origin, of radius 1 itself.
  const Path fly = Path::linear(Affine(Vec3{10, 0, 0}), {-20, 0, 0});
  expect_hit_at(time_of_impact(ball, fly.part(1, 0), ball, kRest), 0.4, 4 * kRounding);
  expect_hit_at(time_of_impact(ball, fly.part(Real(0.25), Real(0.75)), ball, kRest), 0.3, 4 * kRounding);
  // A ball that grows from radius 1 to 5 about the origin, backward from 3 to 1: nothing 4 away is met; and
  // forward from 2 to 5, one of radius 1 at 4 is met at 3.
  const Path grow = Path::slerp(Affine(), Affine(Mat3::diagonal(5, 5, 5), {0, 0, 0}));
  expect_miss(time_of_impact(ball, grow.part(Real(0.5), 0), ball, still(Real(4.25), 0, 0)));
  expect_hit_at(time_of_impact(ball, grow.part(Real(0.25), 1), ball, still(4, 0, 0)), 1.0 / 3, 4 * kRounding);
}

// The ball's centre goes from -5 to 3 along x; a plane through the origin turns about z from x = 0 by a
// quarter turn, its outside where x is negative: they meet when -x cos(angle) = 1.
TEST(TimeOfImpact, OfTheCallersMotionAndAPlaneThatTurns) {
  const OwnMotion motion{&along_x, nullptr, 8};
  MotionSettings settings;
  settings.time_tolerance = Real(1e-4);
  const Shape plane(HalfSpace{{-1, 0, 0}, 0});
  const Path turn = Path::turning(Affine(), {0, 0, 0}, {0, 0, Real(kPi / 2)});
  const TimeOfImpact r = time_of_impact(Shape(Sphere{1}), Path::own(motion), plane, turn, settings);
  ASSERT_EQ(r.hit, Hit::hit);
  const auto gap = [](double t) { return (5 - 8 * t) * std::cos(kPi / 2 * t) - 1; };
  EXPECT_GE(gap(double(r.lower)), -1e-5);
  EXPECT_LE(gap(double(r.upper)), 1e-5);
  EXPECT_LE(r.upper - r.lower, settings.time_tolerance);
}

TEST(TimeOfImpact, NeverTunnelsAtTenThousandSizesAFrame) {
  const Shape bullet(Box{{Real(0.5), Real(0.5), Real(0.5)}}), wall(Box{{Real(0x1p-12), 50, 50}});
  const double gap = 5000 - std::sqrt(0.75) - 0x1p-12;
  const TimeOfImpact r =
      time_of_impact(bullet, Path::turning(Affine(Vec3{-5000, 0, 0}), {10000, 0, 0}, {1, 2, 3}), wall, kRest);
  ASSERT_EQ(r.hit, Hit::hit);
  EXPECT_GE(double(r.lower), gap / 10000 - 1e-6);
  EXPECT_LE(double(r.upper), 0.5);
}

TEST(TimeOfImpact, OfAHitHasAPointOfBothAndANormalThatSeparates) {
  const Shape a(Box{{1, 2, Real(0.5)}}), b(Cone{1, 2});
  const Path of_a = Path::turning(Affine(Vec3{-6, 0, 0}), {6, Real(0.5), 0}, {1, 2, 3}),
             of_b = Path::turning(Affine(), {-1, 0, 0}, {-2, 1, 0});
  const TimeOfImpact r = time_of_impact(a, of_a, b, of_b);
  ASSERT_EQ(r.hit, Hit::hit);
  const Instance point{Shape(Point{}), Affine(r.point)};
  // The overlap is a sliver, and so is the simplex that holds the point: its weights lose a few digits.
  const Real allowed = sizeof(Real) == 4 ? Real(32 * kRounding) : Real(1e-12);
  EXPECT_LE(distance(point, {a, of_a.placement(r.upper)}).upper, allowed);
  EXPECT_LE(distance(point, {b, of_b.placement(r.upper)}).upper, allowed);
  EXPECT_LE(length(of_a.placement(r.upper) * r.local_a - r.point), allowed);
  EXPECT_TRUE(r.placement_a == of_a.placement(r.lower));
  const auto reach = [](const Shape& shape, const Affine& at, const Vec3& n) {
    return dot(n, at * support(shape, transpose_times(at.linear(), n)));
  };
  EXPECT_LE(reach(a, r.placement_a, r.normal), -reach(b, r.placement_b, -r.normal) + allowed);
}

TEST(TimeOfImpact, IsMirrored) {
  const Shape a(Box{{1, 2, Real(0.5)}}), b(Cone{1, 2});
  const Path of_a = Path::turning(Affine(Vec3{-6, 0, 0}), {6, Real(0.5), 0}, {1, 2, 3}),
             of_b = Path::turning(Affine(), {-1, 0, 0}, {-2, 1, 0});
  const TimeOfImpact r = time_of_impact(a, of_a, b, of_b), m = time_of_impact(b, of_b, a, of_a);
  EXPECT_EQ(r.lower, m.lower);
  EXPECT_EQ(r.upper, m.upper);
  EXPECT_EQ(r.normal, -m.normal);
  EXPECT_EQ(r.local_a, m.local_b);
}

TEST(TimeOfImpact, RefusesNonsense) {
  const Shape ball(Sphere{1}), plane(HalfSpace{{0, 1, 0}, 0});
  const auto status = [&](const Path& path, const MotionSettings& s) {
    return time_of_impact(ball, path, ball, kRest, s).status;
  };
  EXPECT_EQ(status(Path::linear(Affine(), {std::numeric_limits<Real>::quiet_NaN(), 0, 0}), {}),
            Status::invalid_argument);
  for (const auto& [time, target, iterations] :
       {std::tuple{Real(0), Real(0), 1}, std::tuple{Real(0.1), Real(-1), 1},
        std::tuple{Real(0.1), Real(0), 0}}) {
    MotionSettings s;
    s.time_tolerance = time;
    s.target = target;
    s.max_iterations = iterations;
    EXPECT_EQ(status(kRest, s), Status::invalid_argument);
  }
  EXPECT_EQ(time_of_impact(plane, kRest, plane, kRest).status, Status::unbounded);
  const Path stretched = Path::entrywise(Affine(), Affine(Mat3::diagonal(2, 1, 1), {0, 0, 0}));
  EXPECT_EQ(time_of_impact(ball, still(0, 5, 0), plane, stretched).status, Status::invalid_argument);
}

TEST(TimeOfImpact, ThatRunsOutOfIterationsIsUncertainAndNotLate) {
  MotionSettings settings;
  settings.max_iterations = 2;
  const Shape box(Box{{1, 1, 1}});
  const Path path = Path::turning(Affine(Vec3{-4, 0, 0}), {4, 0, 0}, {1, 2, 3});
  const TimeOfImpact r = time_of_impact(box, path, box, kRest, settings),
                     full = time_of_impact(box, path, box, kRest);
  EXPECT_EQ(r.status, Status::iteration_limit);
  EXPECT_EQ(r.hit, Hit::uncertain);
  EXPECT_LE(r.lower, full.upper);
  EXPECT_EQ(r.upper, 1);
}

// The text of docs/motion.md about features holds: a corner that comes down onto the top of a box.
TEST(TimeOfImpact, ContactsOfThePlacementsNameTheFeaturesThatMeet) {
  const Shape corner(Tetrahedron{{0, 0, 0}, {-1, 1, -1}, {1, 1, -1}, {0, 1, 1}}), box(Box{{1, 1, 1}});
  const TimeOfImpact r = time_of_impact(
      corner, Path::turning(Affine(Vec3{Real(0.25), 3, 0}), {0, -4, 0}, {0, Real(0.5), 0}), box, Affine());
  ASSERT_EQ(r.hit, Hit::hit);
  ContactSettings skin;
  skin.prediction = Real(1e-3);
  const ContactSet found = contacts({corner, r.placement_a}, {box, r.placement_b}, skin);
  ASSERT_EQ(found.count, 1);
  EXPECT_EQ(found.points[0].feature_a, (Feature{FeatureKind::vertex, 0, 0}));
  EXPECT_EQ(found.points[0].feature_b, (Feature{FeatureKind::face, 2, 0}));  // 2 * axis: the top
}

// A point at 100 t along x, and the half-space below a plane that turns about z, one below the origin: its
// height is 1 - 100 t sin(2 t - 1.8). By then the point is far from where both were at the start.
TEST(TimeOfImpact, OfAPlaneThatTurnsIsNotLateForWhatTheCallerMovesFarAway) {
  OwnMotion motion;
  motion.pose = [](const void*, Real t) { return Pose(Vec3{100 * t, 0, 0}); };
  motion.speed = 100;
  const Affine tilted(rotation_about({0, 0, 1}, Real(-1.8)), {0, 0, 0});
  const Path turn = Path::turning(tilted, {0, 0, 0}, {0, 0, 2});
  double low = 0.9, high = 0.95;
  for (int i = 0; i < 60; ++i) {
    const double t = 0.5 * (low + high);
    (1 - 100 * t * std::sin(2 * t - 1.8) > 0 ? low : high) = t;
  }
  for (const Real acceleration : {kInfinity, Real(0)}) {
    motion.acceleration = acceleration;
    const TimeOfImpact r =
        time_of_impact(Shape(Point{}), Path::own(motion), Shape(HalfSpace{{0, 1, 0}, -1}), turn);
    EXPECT_NE(r.hit, Hit::miss);
    EXPECT_EQ(r.status, Status::converged);
    EXPECT_LE(double(r.lower), low + 4 * double(kEpsilon));
    EXPECT_GE(double(r.lower), low - 1e-5);
  }
}

}  // namespace
}  // namespace graze::test
