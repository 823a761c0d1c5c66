// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <limits>

#include "bounds_clouds.h"
#include "graze/primitive/bounds/enclosing_ball.h"

namespace graze::primitive {
namespace {

using test::exact;
using test::Q;
using test::Q3;
using test::Random;
using test::RationalInterval;

bool encloses(const Ball& ball, const std::vector<Vec3>& points) {
  const Q rr = exact(ball.radius) * exact(ball.radius);
  for (const Vec3& p : points)
    if (squared(exact(p) - exact(ball.centre)) > rr) return false;
  return true;
}

// Centre of the smallest sphere through the points, by rational elimination; false when dependent.
bool circumcentre(const std::vector<Q3>& p, Q3& centre) {
  const std::size_t n = p.size() - 1;
  Q m[3][4];
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) m[i][j] = 2 * dot(p[i + 1] - p[0], p[j + 1] - p[0]);
    m[i][n] = squared(p[i + 1] - p[0]);
  }
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    while (pivot < n && m[pivot][k] == 0) ++pivot;
    if (pivot == n) return false;
    std::swap(m[k], m[pivot]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const Q f = m[i][k] / m[k][k];
      for (std::size_t j = k; j <= n; ++j) m[i][j] -= f * m[k][j];
    }
  }
  centre = p[0];
  for (std::size_t i = 0; i < n; ++i) centre = centre + (p[i + 1] - p[0]) * Q(m[i][n] / m[i][i]);
  return true;
}

// Least squared radius over all spheres through up to four points that contain all.
Q smallest_squared_radius(const std::vector<Vec3>& points) {
  const std::size_t n = points.size();
  Q best = -1;
  for (unsigned mask = 1; mask < (1u << n); ++mask) {
    if (__builtin_popcount(mask) > 4) continue;
    std::vector<Q3> chosen;
    for (std::size_t i = 0; i < n; ++i)
      if (mask >> i & 1u) chosen.push_back(exact(points[i]));
    Q3 centre;
    if (!circumcentre(chosen, centre)) continue;
    const Q rr = squared(chosen[0] - centre);
    if (best >= 0 && rr >= best) continue;
    bool all = true;
    for (const Vec3& p : points) all = all && squared(exact(p) - centre) <= rr;
    if (all) best = rr;
  }
  return best;
}

double largest(const std::vector<Vec3>& points) {
  double size = 0;
  for (const Vec3& p : points) size = std::max(size, double(max_abs(p)));
  return size;
}

TEST(SmallestEnclosingBall, ByHand) {
  const std::vector<Vec3> one = {{1, 2, 3}}, two = {{-1, 0, 0}, {3, 0, 0}};
  EXPECT_EQ(smallest_enclosing_ball(one).value(), (Ball{{1, 2, 3}, 0}));
  EXPECT_EQ(smallest_enclosing_ball(two).value().centre, (Vec3{1, 0, 0}));
  EXPECT_NEAR(smallest_enclosing_ball(two).value().radius, 2, 4 * kEpsilon);
  // An obtuse triangle has its longest side for diameter.
  const std::vector<Vec3> obtuse = {{-2, 0, 0}, {2, 0, 0}, {0, 1, 0}};
  EXPECT_EQ(smallest_enclosing_ball(obtuse).value().centre, (Vec3{0, 0, 0}));
  // A cube.
  std::vector<Vec3> cube;
  for (int i = 0; i < 8; ++i) cube.push_back({Real(i & 1), Real(i >> 1 & 1), Real(i >> 2)});
  EXPECT_EQ(smallest_enclosing_ball(cube).value().centre, (Vec3{Real(0.5), Real(0.5), Real(0.5)}));
  EXPECT_NEAR(smallest_enclosing_ball(cube).value().radius, std::sqrt(0.75), 4 * kEpsilon);
}

TEST(EnclosingBalls, RefuseNothingAndWhatIsNotANumber) {
  const std::vector<Vec3> bad = {{0, 0, 0}, {0, std::numeric_limits<Real>::quiet_NaN(), 0}};
  for (const auto make : {smallest_enclosing_ball, ritter_ball, principal_ball}) {
    EXPECT_EQ(make({}).error().code, ErrorCode::empty);
    EXPECT_EQ(make(bad).error().code, ErrorCode::not_finite);
    EXPECT_EQ(make(bad).error().position, 1u);
  }
}

TEST(SmallestEnclosingBall, IsTheSmallestButForRounding) {
  Random random{101};
  for (int i = 0; i < 600; ++i) {
    const std::vector<Vec3> points = random_cloud(random, i, 1 + random.below(8));
    const Ball ball = smallest_enclosing_ball(points).value();
    ASSERT_TRUE(encloses(ball, points)) << i;
    const RationalInterval truth = root(RationalInterval(smallest_squared_radius(points)));
    // The centre is rounded to the coordinates' own precision.
    const Q room = 8 * double(kEpsilon) * largest(points);
    ASSERT_LE(exact(ball.radius), truth.upper + room) << i;
    ASSERT_GE(exact(ball.radius), truth.lower) << i;
  }
}

TEST(EnclosingBalls, ContainEveryPoint) {
  Random random{102};
  double ritter = 0, principal = 0;
  int count = 0;
  for (int i = 0; i < 300; ++i) {
    const std::vector<Vec3> points = random_cloud(random, i, 1 + random.below(300));
    const Ball small = smallest_enclosing_ball(points).value();
    const Ball r = ritter_ball(points).value(), p = principal_ball(points).value();
    ASSERT_TRUE(encloses(small, points)) << i;
    ASSERT_TRUE(encloses(r, points)) << i;
    ASSERT_TRUE(encloses(p, points)) << i;
    const double room = 8 * double(kEpsilon) * largest(points);
    ASSERT_GE(r.radius + room, small.radius) << i;
    ASSERT_GE(p.radius + room, small.radius) << i;
    ASSERT_LE(r.radius, 2 * double(small.radius) + room) << i;
    ASSERT_LE(p.radius, 2 * double(small.radius) + room) << i;
    if (!(double(small.radius) > 1e3 * room)) continue;
    ritter += double(r.radius) / double(small.radius);
    principal += double(p.radius) / double(small.radius);
    ++count;
  }
  EXPECT_GT(count, 200);
  EXPECT_LT(ritter / count, 1.2);
  EXPECT_LT(principal / count, 1.2);
}

TEST(SmallestEnclosingBall, OfManyCospherical) {
  Random random{103};
  std::vector<Vec3> points;
  for (int i = 0; i < 20000; ++i) {
    const test::V3d d = random.direction();
    points.push_back({Real(d.x), Real(d.y), Real(d.z)});
  }
  const Ball ball = smallest_enclosing_ball(points).value();
  EXPECT_TRUE(encloses(ball, points));
  EXPECT_NEAR(ball.radius, 1, 16 * kEpsilon + 1e-15);
  points.insert(points.end(), points.begin(), points.begin() + 100);  // copies
  EXPECT_NEAR(smallest_enclosing_ball(points).value().radius, ball.radius, 4 * kEpsilon);
}

}  // namespace
}  // namespace graze::primitive
