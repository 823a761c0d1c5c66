// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/gjk/pierce.h"

#include <gtest/gtest.h>

#include "kernel/gjk/advance.h"
#include "shape/core/reader.h"

namespace graze::gjk {
namespace {

BoxReader box(const Vec3d& centre, double half) {
  return {{{half, 0, 0}, {0, half, 0}, {0, 0, half}}, centre};
}

CastTask task_along(const Vec3d& direction, double radius = 0) {
  CastTask task;
  task.direction = direction;
  task.limit = 100;
  task.radius = radius;
  task.error = 1e-14;
  task.tolerance = 1e-12;
  task.accepted = 1e-10;
  task.reach = 3;
  return task;
}

// A - B of two cubes: a cube of both half edges about the difference of the centres.
TEST(Pierce, EntersTheDifferenceOfTwoCubesAtItsFace) {
  const BoxReader a = box({5, 0.2, -0.3}, 1), b = box({0, 0, 0}, 0.5);
  Cast cast;
  pierce(Difference<BoxReader, BoxReader>{a, b}, task_along({1, 0, 0}), a.centre, nullptr, cast);
  ASSERT_EQ(cast.outcome, CastOutcome::hit);
  EXPECT_TRUE(cast.has_met_tolerance);
  EXPECT_LE(cast.lower, 3.5);
  EXPECT_GE(cast.upper, 3.5);
  EXPECT_NEAR(cast.estimate, 3.5, 1e-12);
  EXPECT_EQ(cast.normal, (Vec3d{-1, 0, 0}));
  EXPECT_LE(length(cast.a - cast.b - Vec3d{3.5, 0, 0}), 1e-12);
}

TEST(Pierce, KnowsMissesBehindAndEnds) {
  const BoxReader a = box({5, 0, 0}, 1), b = box({0, 0, 0}, 0.5);
  const Difference<BoxReader, BoxReader> difference{a, b};
  const auto outcome = [&](const CastTask& task) {
    Cast cast;
    pierce(difference, task, a.centre, nullptr, cast);
    return cast.outcome;
  };
  EXPECT_EQ(outcome(task_along({0, 1, 0})), CastOutcome::miss);
  EXPECT_EQ(outcome(task_along({-1, 0, 0})), CastOutcome::behind);
  CastTask brief = task_along({1, 0, 0});
  brief.limit = 3;
  EXPECT_EQ(outcome(brief), CastOutcome::miss);
  brief.limit = 3.5;
  EXPECT_EQ(outcome(brief), CastOutcome::unclear);
  brief.limit = 4;
  EXPECT_EQ(outcome(brief), CastOutcome::hit);
}

TEST(Pierce, AtAnEdgeOfTheShadowIsGrazing) {
  const BoxReader a = box({5, 1.5, 0}, 1), b = box({0, 0, 0}, 0.5);
  Cast cast;
  pierce(Difference<BoxReader, BoxReader>{a, b}, task_along({1, 0, 0}), a.centre, nullptr, cast);
  EXPECT_EQ(cast.outcome, CastOutcome::grazing);
}

TEST(Advance, StopsAtTheBallAroundTheCores) {
  PointsReader a, b;
  a.points[0] = {5, 1.2, 0};
  b.points[0] = {0, 0, 0};
  a.count = b.count = 1;
  const Difference<PointsReader, PointsReader> difference{a, b};
  for (const double guess : {0.0, 3.4, 7.0, 50.0}) {
    Cast cast;
    const CastTask task = task_along({1, 0, 0}, 2);
    Advance<Difference<PointsReader, PointsReader>>(difference, task).run(guess, {1, 0, 0}, cast);
    ASSERT_EQ(cast.outcome, CastOutcome::hit) << guess;
    EXPECT_LE(cast.lower, 3.4);
    EXPECT_GE(cast.upper, 3.4);
    EXPECT_NEAR(cast.lower, cast.upper, 1e-9);
    EXPECT_LE(length(cast.normal - Vec3d{-0.8, -0.6, 0}), 1e-6);
  }
}

TEST(Advance, KnowsMissesAndStartsInside) {
  PointsReader a, b;
  a.points[0] = {5, 3, 0};
  b.points[0] = {0, 0, 0};
  a.count = b.count = 1;
  const Difference<PointsReader, PointsReader> difference{a, b};
  const auto outcome = [&](const Vec3d& direction, double radius) {
    Cast cast;
    const CastTask task = task_along(direction, radius);
    Advance<Difference<PointsReader, PointsReader>>(difference, task).run(0, a.points[0], cast);
    return cast.outcome;
  };
  EXPECT_EQ(outcome({1, 0, 0}, 2), CastOutcome::miss);
  EXPECT_EQ(outcome({-1, 0, 0}, 2), CastOutcome::miss);
  EXPECT_EQ(outcome({1, 0, 0}, 3), CastOutcome::unclear);  // tangent
  EXPECT_EQ(outcome({-1, 0, 0}, 6), CastOutcome::behind);
}

}  // namespace
}  // namespace graze::gjk
