// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/motion/path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "graze/shape/support.h"
#include "math/turn.h"
#include "support/random.h"

namespace graze::test {
namespace {

const double kPi = std::acos(-1.0);
constexpr Real kNaN = std::numeric_limits<Real>::quiet_NaN();
constexpr double kClose = 16 * double(kEpsilon);

double difference(const Affine& a, const Affine& b) {
  double most = double(length(a.translation() - b.translation()));
  for (int k = 0; k < 3; ++k)
    most = std::max(most, double(length(a.linear().columns[k] - b.linear().columns[k])));
  return most;
}

Affine turned(const Vec3& axis, double angle, const Vec3& origin) {
  return Affine(Pose(rotation_about(axis, Real(angle)), origin));
}

TEST(SinCos, IsWithinTwoEpsilonAndEpsilonOfTheAngle) {
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const double angle = random.uniform(-1, 1) * std::pow(10.0, random.uniform(-8, 4));
    const SinCos s = sin_cos(angle);
    const double allowed = kDoubleEpsilon * (2 + std::abs(angle));
    ASSERT_NEAR(s.sin, std::sin(angle), allowed) << angle;
    ASSERT_NEAR(s.cos, std::cos(angle), allowed) << angle;
  }
  EXPECT_EQ(sin_cos(0).sin, 0);
  EXPECT_EQ(sin_cos(0).cos, 1);
}

TEST(Path, BeginsExactlyWhereItWasMadeToBegin) {
  const Affine from = turned({1, 2, 3}, 1, {4, 5, 6});
  for (const Path& path :
       {Path(from), Path::linear(from, {1, 2, 3}), Path::turning(from, {1, 0, 0}, {0, 30, 0}, {1, 1, 1}),
        Path::screw(from, {1, 2, 3}, {1, 1, 1}, 2, 3), Path::slerp(from, Affine(Vec3{1, 1, 1})),
        Path::entrywise(from, Affine(Vec3{1, 1, 1}))}) {
    EXPECT_TRUE(path.is_valid());
    EXPECT_TRUE(path.placement(0) == from);
  }
}

TEST(Path, EndsWhereItsFormulaSays) {
  const Affine from(Vec3{1, 0, 0});
  EXPECT_LE(difference(Path::linear(from, {1, 2, 3}).placement(1), Affine(Vec3{2, 2, 3})), kClose);
  // Half a turn about the line through (3, 0) along y, up by 4.
  EXPECT_LE(difference(Path::screw(from, {3, 0, 0}, {0, 2, 0}, Real(kPi), 4).placement(1),
                       turned({0, 1, 0}, kPi, {5, 4, 0})),
            8 * kClose);
  const Affine to = turned({1, -1, 2}, 3, {7, 8, 9});
  EXPECT_LE(difference(Path::slerp(from, to).placement(1), to), 4 * kClose);
  EXPECT_LE(difference(Path::entrywise(from, to).placement(1), to), 4 * kClose);
  EXPECT_LE(difference(Path::slerp(from, turned({0, 0, 1}, 1, {0, 0, 0})).placement(Real(0.5)),
                       turned({0, 0, 1}, 0.5, {Real(0.5), 0, 0})),
            4 * kClose);
}

TEST(Path, SlerpScalesSimilaritiesLinearly) {
  const Affine from(Mat3::diagonal(2, 2, 2), {0, 0, 0});
  const Affine to = Affine(to_matrix(rotation_about({0, 1, 0}, 2)) * Real(4), {1, 1, 1});
  const Path path = Path::slerp(from, to);
  EXPECT_LE(difference(path.placement(1), to), 16 * kClose);
  const Affine half = path.placement(Real(0.5));
  EXPECT_NEAR(double(half.scale()), 3, 8 * kClose);
}

TEST(Path, OfManyTurnsComesBack) {
  const Path path = Path::turning(Affine(Vec3{5, 0, 0}), {0, 0, 0}, {0, Real(200 * kPi), 0}, {1, 2, 3});
  // 200 pi is rounded to Real, a point turns at a distance of about 3.2.
  EXPECT_LE(difference(path.placement(1), Affine(Vec3{5, 0, 0})), 4 * 200 * kPi * double(kEpsilon));
  for (const Real t : {Real(0.1), Real(0.37), Real(0.9)})
    EXPECT_LE(length(path.placement(t) * Vec3{1, 2, 3} - Vec3{6, 2, 3}), 4 * kClose);
}

Pose turn_and_rise(const void*, Real t) {
  return Pose(rotation_about({0, 0, 1}, Real(0.5) + t), {0, 0, 3 * t * t});
}

TEST(Path, PartsAreWhereTheWholeIs) {
  const Affine from = turned({1, 2, 3}, 1, {4, 5, 6}), to = turned({3, 1, 1}, 2, {1, 2, 1});
  const Affine larger(from.linear() * Real(2), {1, 1, 1});
  for (const Path& whole :
       {Path(from), Path::linear(from, {1, 2, 3}), Path::turning(from, {1, 0, 0}, {0, 30, 0}, {1, 1, 1}),
        Path::screw(from, {1, 2, 3}, {1, 1, 1}, 2, 3), Path::slerp(from, to), Path::slerp(from, larger),
        Path::entrywise(from, larger), Path::own({&turn_and_rise, nullptr, 20, 20}, from)})
    for (const auto& [begin, end] : {std::pair{0.25, 0.75}, {0.75, 0.25}, {0.0, 1.0}, {0.5, 0.5}}) {
      const Path part = whole.part(Real(begin), Real(end)), inner = part.part(Real(0.5), 1);
      EXPECT_TRUE(part.is_valid());
      for (const double t : {0.0, 0.25, 1.0}) {
        const double there = begin + (end - begin) * t;
        EXPECT_LE(difference(part.placement(Real(t)), whole.placement(Real(there))), 64 * kClose);
        EXPECT_LE(double(length(part.velocity(Real(t), {1, 2, 3}) -
                                whole.velocity(Real(there), {1, 2, 3}) * Real(end - begin))),
                  sizeof(Real) == 4 ? 1e-2 : 1e-7);
      }
      EXPECT_LE(difference(inner.placement(0), part.placement(Real(0.5))), 64 * kClose);
      EXPECT_LE(difference(inner.placement(1), part.placement(1)), 64 * kClose);
    }
  const Path path = Path::linear(from, {1, 2, 3});
  EXPECT_FALSE(path.part(Real(-0.1), 1).is_valid());
  EXPECT_FALSE(path.part(0, 2).is_valid());
  EXPECT_FALSE(path.part(0, kNaN).is_valid());
}

TEST(Path, OfNonsenseIsInvalid) {
  const Affine from;
  EXPECT_FALSE(Path(Affine(Vec3{kNaN, 0, 0})).is_valid());
  EXPECT_FALSE(Path::linear(from, {0, kNaN, 0}).is_valid());
  EXPECT_FALSE(Path::turning(from, {0, 0, 0}, {kInfinity, 0, 0}).is_valid());
  EXPECT_FALSE(Path::screw(from, {0, 0, 0}, {0, 0, 0}, 1, 1).is_valid());
  EXPECT_FALSE(Path::own({}, from).is_valid());
  EXPECT_FALSE(Path::slerp(from, Affine(Mat3::diagonal(1, 2, 1), {0, 0, 0})).is_valid()) << "not similar";
  EXPECT_FALSE(Path::slerp(from, Affine(Mat3::diagonal(-1, 1, 1), {0, 0, 0})).is_valid()) << "a mirror";
}

TEST(Path, OfARodThatSpinsAboutItsLengthGoesNowhere) {
  const Shape rod(Capsule{Real(0.1), 10}), stick(Box{{Real(0.1), 10, Real(0.1)}});
  const Path path = Path::turning(Affine(), {0, 0, 0}, {0, 300, 0});
  EXPECT_LE(path.travel(rod, 0, 1), 1e-6) << "a core without width";
  EXPECT_LE(path.travel(stick, 0, 1), 2 * 0.1415);
  EXPECT_GE(path.travel(stick, 0, 1), 2 * 0.1414);
  EXPECT_GE(Path::turning(Affine(), {0, 0, 0}, {300, 0, 0}).travel(stick, 0, 1), 20);
  // Across the axis of the turn nothing moves along it.
  EXPECT_LE(path.travel_along(Shape(Box{{5, 1, 5}}), {0, 1, 0}, 0, 1), 1e-6);
}

// Points of the shape, as they stand at a time.
std::vector<Vec3> points_at(const Shape& shape, const Path& path, const std::vector<Vec3>& locals, Real t) {
  (void)shape;
  const Affine placement = path.placement(t);
  std::vector<Vec3> points;
  for (const Vec3& p : locals) points.push_back(placement * p);
  return points;
}

TEST(Path, BoundsHowFarPointsGet) {
  Random random(2);
  const auto vector = [&](double s) {
    return Vec3{Real(random.uniform(-s, s)), Real(random.uniform(-s, s)), Real(random.uniform(-s, s))};
  };
  double best = 0, best_along = 0;
  for (int i = 0; i < 600; ++i) {
    const Shape shape(
        Box{{Real(random.uniform(0.1, 2)), Real(random.uniform(0.1, 2)), Real(random.uniform(0.1, 2))}});
    const Affine from = turned(vector(1), random.uniform(0, 3), vector(2));
    const double turn = i % 3 == 0 ? 0.2 : 4;
    const Path path = i % 4 == 0   ? Path::turning(from, vector(1), vector(turn), vector(1))
                      : i % 4 == 1 ? Path::screw(from, vector(2), vector(1), Real(turn), 1)
                      : i % 4 == 2 ? Path::slerp(from, turned(vector(1), random.uniform(0, 3), vector(2)))
                                   : Path::entrywise(from, Affine(Mat3::diagonal(2, 1, 3), vector(2)));
    std::vector<Vec3> corners;
    for (int k = 0; k < 8; ++k)
      corners.push_back(
          support(shape, Vec3{Real(k & 1 ? 1 : -1), Real(k & 2 ? 1 : -1), Real(k & 4 ? 1 : -1)}));
    const Real begin = Real(random.uniform(0, 0.9)), end = begin + Real(random.uniform(0, 1)) * (1 - begin);
    const Vec3 direction = normalized(vector(1));
    const double bound = double(path.travel(shape, begin, end)),
                 along = double(path.travel_along(shape, direction, begin, end));
    const std::vector<Vec3> start = points_at(shape, path, corners, begin);
    double farthest = 0, most = 0;
    for (int step = 1; step <= 20; ++step) {
      const std::vector<Vec3> now = points_at(shape, path, corners, begin + (end - begin) * Real(step) / 20);
      for (std::size_t k = 0; k < now.size(); ++k) {
        farthest = std::max(farthest, double(length(now[k] - start[k])));
        most = std::max(most, double(dot(now[k] - start[k], direction)));
      }
    }
    ASSERT_LE(farthest, bound + kClose * 16) << i;
    ASSERT_LE(most, along + kClose * 16) << i;
    best = std::max(best, farthest / bound);
    best_along = std::max(best_along, most / along);
  }
  EXPECT_GE(best, 0.95) << "bounds that some motion comes close to";
  EXPECT_GE(best_along, 0.9);
}

}  // namespace
}  // namespace graze::test
