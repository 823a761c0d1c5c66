// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <vector>

#include "query/ask.h"
#include "support/random.h"

namespace graze::test {
namespace {

constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();

void expect_refused(const QuerySettings& settings) {
  const Instance a = at(Box{}, 0, 0, 0), b = at(Sphere{}, 1, 1, 1);
  EXPECT_EQ(distance(a, b, settings).status, Status::invalid_argument);
  EXPECT_EQ(penetration(a, b, settings).status, Status::invalid_argument);
  EXPECT_EQ(separation(a, b, settings).status, Status::invalid_argument);
  EXPECT_EQ(intersects(a, b, settings).status, Status::invalid_argument);
  EXPECT_EQ(common_point(a, b, settings).status, Status::invalid_argument);
}

TEST(Settings, OutOfRangeAreRefused) {
  expect_refused({.relative_error = -1});
  expect_refused({.relative_error = kNan});
  expect_refused({.relative_error = kInfinity});
  expect_refused({.max_iterations = 0});
  expect_refused({.max_iterations = -5});
  expect_refused({.threshold = -1});
  expect_refused({.threshold = kNan});
}

TEST(Settings, OfNoErrorAtAllAreAnsweredAsWellAsRoundingAllows) {
  const Distance d =
      distance(at(Cylinder{1, 2}, 0, 0, 0), at(Ellipsoid{{1, 2, 3}}, 5, 4, 3), {.relative_error = 0});
  EXPECT_GT(d.lower, 0);
  EXPECT_LE(d.upper - d.lower, d.upper * 8e-7);
}

TEST(RelativeError, BoundsTheGapBetweenTheBounds) {
  Random random{1};
  for (const double error : {1e-1, 1e-3, 1e-5, sizeof(Real) == 4 ? 1e-6 : 1e-10})
    for (int i = 0; i < 100; ++i) {
      const V3d d = random.direction() * 6;
      const Distance r = distance(at(Ellipsoid{{1, 2, 3}}, 0, 0, 0), at(Cone{1, 2}, Affine(graze_vec(d))),
                                  {.relative_error = Real(error)});
      ASSERT_EQ(r.status, Status::converged);
      ASSERT_LE(r.upper - r.lower, (error + 4 * double(kEpsilon)) * r.upper + 1e-13) << error;
    }
}

TEST(MaxIterations, StopsWithBoundsThatHold) {
  Random random{2};
  int stopped = 0;
  for (int limit = 1; limit <= 3; ++limit)
    for (int i = 0; i < 300; ++i) {
      const Instance a = at(Ellipsoid{{1, 2, 3}}, 0, 0, 0);
      const Instance b = at(Cylinder{1, 2}, Affine(graze_vec(random.in_cube() * 6)));
      const Separation truth = separation(a, b);
      const QuerySettings settings{.max_iterations = limit};
      const Distance d = distance(a, b, settings);
      const Separation s = separation(a, b, settings);
      const Penetration p = penetration(a, b, settings);
      ASSERT_LE(s.lower, truth.upper) << i;
      ASSERT_GE(s.upper, truth.lower) << i;
      ASSERT_LE(d.lower, std::max(Real(0), truth.upper)) << i;
      ASSERT_GE(d.upper, truth.lower) << i;
      ASSERT_GE(p.upper, -truth.upper) << i;
      ASSERT_LE(p.lower, std::max(Real(0), -truth.lower)) << i;
      // Never a decision that full work would contradict.
      const Intersection yes = intersects(a, b, settings);
      ASSERT_FALSE(truth.lower > 0 && yes.contact == Contact::overlapping) << i;
      ASSERT_FALSE(truth.upper < 0 && yes.contact == Contact::apart) << i;
      stopped += d.status == Status::iteration_limit;
    }
  EXPECT_GT(stopped, 100);
}

TEST(Threshold, StopsBeyondItWithALowerBoundAboveIt) {
  Random random{3};
  int stopped = 0;
  for (int i = 0; i < 500; ++i) {
    const Instance a = at(Box{{1, 2, 1}}, 0, 0, 0),
                   b = at(Cone{1, 2}, Affine(graze_vec(random.direction() * 9)));
    const Distance full = distance(a, b);
    const Real threshold = Real(random.uniform(0, 8));
    const Distance d = distance(a, b, {.threshold = threshold});
    if (full.lower > threshold) {
      ASSERT_GT(d.lower, threshold) << i;
      ASSERT_LE(d.lower, full.upper) << i;
      ASSERT_GE(d.upper, full.lower) << i;
      ASSERT_TRUE(d.status == Status::beyond_threshold || d.status == Status::converged)
          << to_string(d.status);
    }
    if (full.upper <= threshold) {
      ASSERT_EQ(d.status, Status::converged) << i;
      ASSERT_TRUE(is_same(d.upper, full.upper)) << i;
    }
    stopped += d.status == Status::beyond_threshold;
  }
  EXPECT_GT(stopped, 100);
  EXPECT_LT(stopped, 450);
}

TEST(Threshold, SavesIterations) {
  std::vector<Vec3> vertices;
  Random random{4};
  for (int i = 0; i < 200; ++i) vertices.push_back(graze_vec(random.direction()));
  const Instance a = at(Polytope{vertices}, 0, 0, 0), b = at(Ellipsoid{{1, 2, 3}}, 9, 5, 7);
  const int all = distance(a, b).iterations, few = distance(a, b, {.threshold = Real(0.5)}).iterations;
  EXPECT_LT(few, all);
  EXPECT_LE(few, 2);
}

TEST(Threshold, OfZeroIsTheQuestionWhetherTheyAreApart) {
  EXPECT_EQ(distance(at(Box{}, 0, 0, 0), at(Box{}, 5, 0, 0), {.threshold = 0}).contact, Contact::apart);
  EXPECT_NE(distance(at(Box{}, 0, 0, 0), at(Box{}, 1, 0, 0), {.threshold = 0}).contact, Contact::apart);
}

TEST(Threshold, DoesNotConcernOtherQueries) {
  const Instance a = at(Box{}, 0, 0, 0), b = at(Box{}, 5, 0, 0);
  EXPECT_TRUE(is_same(separation(a, b, {.threshold = 1}), separation(a, b)));
  EXPECT_TRUE(is_same(intersects(a, b, {.threshold = 1}), intersects(a, b)));
}

TEST(Margins, GrowBothObjectsInWorldUnits) {
  const Affine twice(Mat3::diagonal(2, 2, 2), {10, 0, 0});
  expect_answers(at(Box{{1, 1, 1}}, 0, 0, 0, 1), at(Box{{1, 1, 1}}, twice, Real(0.5)), {5.5, 14, 7});
  expect_answers(at(Point{}, 0, 0, 0, 2), at(Point{}, 3, 0, 0, 2), {-1, 6, 5});
  expect_answers(at(Box{{1, 1, 1}}, 0, 0, 0, 1), at(Box{{1, 1, 1}}, Real(2.5), Real(0.5), 0, Real(0.5)),
                 {-1, 5, 2.5});
  // Edge to edge: gaps of 3 and 4, less the margins.
  expect_answers(at(Box{{1, 1, 1}}, 0, 0, 0, 1), at(Box{{1, 1, 1}}, 5, 6, 0, 2), {2, 9, 5});
}

TEST(Margins, OfShapesThatOverlapAddToTheDepth) {
  const Instance a = at(Box{{1, 1, 1}}, 0, 0, 0), b = at(Cylinder{1, 1}, Real(1.5), 0, 0);
  const Penetration bare = penetration(a, b);
  const Penetration grown =
      penetration({a.shape, a.placement, Real(0.25)}, {b.shape, b.placement, Real(0.5)});
  EXPECT_NEAR(grown.upper - bare.upper, 0.75, 4e-6);
}

TEST(Overloads, OfPosesAndOfARelativePoseAreTheSameQuestion) {
  const Shape a = Box{{1, 2, 3}}, b = Cone{1, 2};
  const Pose world_from_a{Quat{1, 2, 3, 4}, {1, 2, 3}}, world_from_b{Quat{4, 3, 2, 1}, {6, 4, 1}};
  const Instance ia{a, world_from_a}, ib{b, world_from_b};
  EXPECT_TRUE(is_same(distance(a, world_from_a, b, world_from_b), distance(ia, ib)));
  EXPECT_TRUE(is_same(penetration(a, world_from_a, b, world_from_b), penetration(ia, ib)));
  EXPECT_TRUE(is_same(separation(a, world_from_a, b, world_from_b), separation(ia, ib)));
  EXPECT_TRUE(is_same(intersects(a, world_from_a, b, world_from_b), intersects(ia, ib)));
  EXPECT_TRUE(is_same(common_point(a, world_from_a, b, world_from_b), common_point(ia, ib)));
  const Pose a_from_b = relative(world_from_a, world_from_b);
  EXPECT_TRUE(is_same(distance(a, b, a_from_b), distance({a, Affine{}}, {b, a_from_b})));
  EXPECT_NEAR(distance(a, b, a_from_b).upper, distance(ia, ib).upper, rounding(16));
}

}  // namespace
}  // namespace graze::test
