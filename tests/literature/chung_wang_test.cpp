// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "literature/chung_wang.h"

#include <gtest/gtest.h>

#include <vector>

#include "kernel/gjk/iterate.h"
#include "support/random.h"

namespace graze::gjk {
namespace {

using test::Random;

Vec3d random_direction(Random& random) {
  const test::V3d d = random.direction();
  return {d.x, d.y, d.z};
}

/// A - B given by its vertices: a is the vertex, b the origin.
struct Vertices {
  std::vector<Vec3d> points;
  void operator()(const Vec3d& d, DifferenceVertex& out) const {
    const Vec3d* best = &points[0];
    for (const Vec3d& p : points)
      if (dot(p, d) > dot(*best, d)) best = &p;
    out = {*best, *best, {}};
  }
};

constexpr double kError = 1e-14;

ChungWang search(const Vertices& difference, const Vec3d& start, int limit = 256) {
  return chung_wang(difference, start, {kError, limit});
}

bool separates(const Vertices& difference, const Vec3d& axis) {
  DifferenceVertex v;
  difference(axis, v);
  return dot(axis, v.w) < -kError;
}

// Balls apart: if an axis does not separate them, its reflection does. [Chung96 §2.2]
TEST(ChungWang, NeedsOneReflectionForBalls) {
  Random random(1);
  int reflected = 0;
  for (int i = 0; i < 1000; ++i) {
    const Vec3d centre = random_direction(random) * random.uniform(1.001, 5);
    const auto ball = [&](const Vec3d& d, DifferenceVertex& out) {
      const Vec3d p = centre + normalized(d);
      out = {p, p, {}};
    };
    const ChungWang run = chung_wang(ball, random_direction(random), {kError, 256});
    ASSERT_EQ(run.outcome, ChungWangOutcome::apart);
    ASSERT_LE(run.count, 2);
    reflected += run.count == 2;
  }
  EXPECT_GT(reflected, 300);
  EXPECT_LT(reflected, 900);
}

// One vertex in two consecutive steps: the reflected axis separates. [Chung96, Lemma 3]
TEST(ChungWang, OfOneVertexEndsAfterOneReflection) {
  const Vertices point{{{3, 0, 0}}};
  const ChungWang run = search(point, {1, 0, 0});
  EXPECT_EQ(run.outcome, ChungWangOutcome::apart);
  EXPECT_EQ(run.count, 2);
  EXPECT_EQ(run.axis, Vec3d(-1, 0, 0));
  EXPECT_EQ(run.gap, 3);
}

TEST(ChungWang, StartsWithTheAxisGiven) {
  const Vertices point{{{3, 0, 0}}};
  const ChungWang run = search(point, {-1, 0, 0});
  EXPECT_EQ(run.outcome, ChungWangOutcome::apart);
  EXPECT_EQ(run.count, 1);
}

TEST(ChungWang, ShowsACollisionByATetrahedronAroundTheOrigin) {
  Random random(2);
  for (int i = 0; i < 500; ++i) {
    Vertices difference;
    const Vec3d shift = random_direction(random) * 0.2;
    for (int j = 0; j < 40; ++j) difference.points.push_back(random_direction(random) + shift);
    ChungWang run = search(difference, random_direction(random));
    ASSERT_EQ(run.outcome, ChungWangOutcome::overlapping);
    ASSERT_GT(certain_ball(run.simplex), kError);
    double sum = 0;
    for (int j = 0; j < 4; ++j) {
      ASSERT_GE(run.simplex.lambda[j], 0);
      sum += run.simplex.lambda[j];
    }
    ASSERT_NEAR(sum, 1, 1e-12);
    ASSERT_LE(length(combine(run.simplex, run.simplex.w)), 1e-12);
  }
}

// Needles and slabs close to the origin take many steps and meet vertices again. Whatever is said is true: an
// axis separates, a tetrahedron holds a ball; the origin is on a known side of the polytope.
TEST(ChungWang, EndsWithTheTruthWhereVerticesAreMetAgain) {
  Random random(3);
  int repeats = 0, apart = 0, overlapping = 0, longest = 0;
  for (int i = 0; i < 4000; ++i) {
    const double flat = random.log_uniform(1e-3, 1), gap = random.uniform(-1, 1) * flat;
    const Vec3d normal = random_direction(random);
    Vertices difference;  // a slab across the normal, its nearer side `gap` from the origin
    const int n = 4 + random.below(40);
    for (int j = 0; j < n; ++j) {
      Vec3d p = random_direction(random);
      p -= normal * dot(p, normal);
      difference.points.push_back(p + normal * (gap + flat * random.uniform()));
    }
    ChungWang run = search(difference, random_direction(random), kChungWangSteps);
    repeats += run.repeats;
    longest = std::max(longest, run.count);
    ASSERT_NE(run.outcome, ChungWangOutcome::limit);
    ASSERT_NE(run.outcome, ChungWangOutcome::unclear);
    if (run.outcome == ChungWangOutcome::apart) {
      ++apart;
      ASSERT_TRUE(separates(difference, run.axis));
    } else {
      ++overlapping;
      ASSERT_LT(gap, 0);  // every vertex is beyond the gap
      ASSERT_GT(certain_ball(run.simplex), kError);
    }
    ASSERT_TRUE(gap <= kError || run.outcome == ChungWangOutcome::apart);
  }
  EXPECT_GT(apart, 1000);
  EXPECT_GT(overlapping, 400);
  EXPECT_GT(repeats, 20);
  EXPECT_GT(longest, 12);
}

TEST(ChungWang, LeavesOpenWhatTouches) {
  const Vertices at_vertex{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const Vertices on_face{{{0, 1, 1}, {0, -1, 1}, {0, 0, -1}, {1, 0, 0}}};
  const Vertices on_edge{{{0, 0, 1}, {0, 0, -1}, {1, 1, 0}, {1, -1, 0}}};
  Random random(4);
  for (int i = 0; i < 100; ++i)
    for (const Vertices* difference : {&at_vertex, &on_face, &on_edge})
      EXPECT_EQ(search(*difference, random_direction(random)).outcome, ChungWangOutcome::unclear);
}

TEST(ChungWang, StopsAtTheLimit) {
  const Vertices around{{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}};
  const ChungWang run = search(around, {1, 0, 0}, 2);
  EXPECT_EQ(run.outcome, ChungWangOutcome::limit);
  EXPECT_EQ(run.count, 2);
}

Simplex tetrahedron(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  Simplex s;
  const Vec3d w[4] = {a, b, c, d};
  for (int i = 0; i < 4; ++i) {
    s.w[i] = s.a[i] = w[i];
    s.slots[i] = i;
  }
  s.count = 4;
  return s;
}

// The regular tetrahedron on four corners of a cube has an inscribed ball of radius 1 / sqrt(3).
TEST(CertainBall, OfARegularTetrahedronIsItsInscribedBall) {
  Simplex s = tetrahedron({1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1});
  const double ball = certain_ball(s), exact = 1 / std::sqrt(3.0);
  EXPECT_LE(ball, exact);
  EXPECT_GE(ball, exact * (1 - 1e-13));
}

TEST(CertainBall, IsNoneWithoutTheOriginInside) {
  Simplex outside = tetrahedron({2, 1, 1}, {2, -1, -1}, {3, 1, -1}, {3, -1, 1});
  Simplex flat = tetrahedron({1, 0, 0}, {-1, 1, 0}, {-1, -1, 0}, {0, 0.5, 0});
  Simplex on_face = tetrahedron({0, 1, 1}, {0, -1, 1}, {0, 0, -1}, {1, 0, 0});
  EXPECT_LE(certain_ball(outside), 0);
  EXPECT_LE(certain_ball(flat), 0);
  EXPECT_LE(certain_ball(on_face), 1e-15);
}

}  // namespace
}  // namespace graze::gjk
