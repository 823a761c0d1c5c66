// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/motion/contact_intervals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "graze/mesh/triangle_mesh.h"
#include "support/allocation_counter.h"
#include "support/environment.h"
#include "support/random.h"

namespace graze::test {
namespace {

constexpr bool kIsDouble = sizeof(Real) == 8;
const double kPi = std::acos(-1.0);
constexpr double kTime = sizeof(Real) == 4 ? 4e-6 : 4e-9;  // tolerance of times, and rounding of inputs

struct Answer {
  ContactIntervals result;
  std::vector<ContactInterval> intervals;
};
Answer ask(const Shape& a, const Path& pa, const Shape& b, const Path& pb, const IntervalSettings& s = {}) {
  Answer answer;
  answer.intervals.resize(64);
  answer.result = contact_intervals(a, pa, b, pb, answer.intervals, s);
  answer.intervals.resize(answer.result.written.size());
  return answer;
}

struct Wanted {
  double begin, end, worst_time, worst;
};
// Of hits whose times were derived by hand.
void expect_intervals(const Answer& answer, const std::vector<Wanted>& wanted, double depth_tolerance) {
  EXPECT_EQ(answer.result.status, Status::converged);
  ASSERT_EQ(answer.result.found, wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    SCOPED_TRACE(i);
    const ContactInterval& x = answer.intervals[i];
    const Wanted& w = wanted[i];
    EXPECT_EQ(x.hit, Hit::hit);
    EXPECT_LE(double(x.begin_lower), w.begin + kTime);
    EXPECT_GE(double(x.begin_upper), w.begin - kTime);
    EXPECT_LE(double(x.end_lower), w.end + kTime);
    EXPECT_GE(double(x.end_upper), w.end - kTime);
    EXPECT_LE(x.begin_upper - x.begin_lower, Real(kTime));
    EXPECT_LE(x.end_upper - x.end_lower, Real(kTime));
    EXPECT_LE(double(x.worst_bound), w.worst + 1e-9);
    EXPECT_GE(double(x.worst_bound), w.worst - 1.01 * depth_tolerance);
    EXPECT_LE(double(x.worst.lower), w.worst + 1.01 * depth_tolerance);
    EXPECT_GE(double(x.worst.upper), w.worst - (kIsDouble ? 1e-8 : 1e-5));
    if (w.worst_time >= 0) {
      EXPECT_NEAR(double(x.worst_time), w.worst_time, 0.05);
    }
  }
}

// A ball of radius 1 flies along x through one of radius 1, past its centre by 1: contact for |x| <= sqrt 3.
TEST(ContactIntervals, OfABallThatFliesThroughABall) {
  const Shape ball(Sphere{1});
  const double reach = std::sqrt(3.0) / 20;
  const Path fly = Path::linear(Affine(Vec3{-10, 1, 0}), {20, 0, 0});
  const double size = std::sqrt(12.0);
  expect_intervals(ask(ball, fly, ball, Path()), {{0.5 - reach, 0.5 + reach, 0.5, -1}}, 1e-3 * size);
  // Within a clearance of 1: |x| <= sqrt 8.
  IntervalSettings near;
  near.motion.target = 1;
  const double wide = std::sqrt(8.0) / 20;
  expect_intervals(ask(ball, fly, ball, Path(), near), {{0.5 - wide, 0.5 + wide, 0.5, -1}}, 1e-3 * size);
}

TEST(ContactIntervals, OfWhatIsInContactAtTheStartOrTheEnd) {
  const Shape box(Box{{1, 1, 1}});
  const Path away = Path::linear(Affine(Vec3{1, 0, 0}), {4, 0, 0}),
             to = Path::linear(Affine(Vec3{5, 0, 0}), {-4, 0, 0});
  const double size = std::sqrt(12.0);
  expect_intervals(ask(box, away, box, Path()), {{0, 0.25, 0, -1}}, 1e-3 * size);
  expect_intervals(ask(box, to, box, Path()), {{0.75, 1, 1, -1}}, 1e-3 * size);
  const Answer rest = ask(box, Affine(Vec3{1, 0, 0}), box, Path());
  expect_intervals(rest, {{0, 1, -1, -1}}, 1e-3 * size);
  EXPECT_LE(rest.result.looks, 8);
}

TEST(ContactIntervals, AreNoneWhereTheyStayApart) {
  const Shape ball(Sphere{1});
  const Answer a = ask(ball, Path::linear(Affine(Vec3{-10, 3, 0}), {20, 0, 0}), ball, Path());
  EXPECT_EQ(a.result.found, 0u);
  EXPECT_EQ(a.result.status, Status::converged);
}

// A blade of half width 2 turns three times about z; a ball of radius 1/2 stands at distance 2. Every half
// turn one end of the segment meets it, while the distance from the ball's centre to the segment is at most
// 1/2: below 60 degrees off, that is 2 |sin(angle)| <= 1/2.
TEST(ContactIntervals, OfABladeComeWithEveryHalfTurn) {
  const Shape blade(Segment{{-2, 0, 0}, {2, 0, 0}}), ball(Sphere{Real(0.5)});
  const Path turns = Path::turning(Affine(), {0, 0, 0}, {0, 0, Real(6 * kPi)});
  const Path stands = Affine(Vec3{0, 2, 0});
  const double half = std::asin(0.25) / (6 * kPi), size = std::sqrt(3.0);
  std::vector<Wanted> wanted;
  for (int i = 0; i < 6; ++i) {
    const double middle = (i + 0.5) / 6;
    wanted.push_back({middle - half, middle + half, middle, -0.5});
  }
  expect_intervals(ask(blade, turns, ball, stands), wanted, 1e-3 * size);
  expect_intervals(ask(ball, stands, blade, turns), wanted, 1e-3 * size);
}

// A graze is an interval without certainty; the tolerance of distances makes it longer than a moment.
TEST(ContactIntervals, OfAGrazeAreUncertain) {
  const Shape ball(Sphere{1});
  const Answer a = ask(ball, Path::linear(Affine(Vec3{-10, 2, 0}), {20, 0, 0}), ball, Path());
  ASSERT_EQ(a.result.found, 1u);
  const ContactInterval& x = a.intervals[0];
  EXPECT_LE(double(x.begin_lower), 0.5);
  EXPECT_GE(double(x.end_upper), 0.5);
  EXPECT_LE(double(x.end_upper - x.begin_lower), 0.01);
  EXPECT_LE(std::abs(double(x.worst.lower)), kIsDouble ? 1e-3 : 1e-2);
}

// The ball goes through the wall of a mesh and out of the other one: a box of surfaces.
TEST(ContactIntervals, OfASurfaceAreThoseOfItsWalls) {
  const std::vector<Vec3> corners{{-1, -4, -4}, {-1, 4, -4}, {-1, 0, 4}, {1, -4, -4}, {1, 4, -4}, {1, 0, 4}};
  const std::vector<std::uint32_t> indices{0, 1, 2, 3, 4, 5};
  const Shape walls = make_triangle_mesh(corners, indices)->shape(), ball(Sphere{Real(0.25)});
  const Path fly = Path::linear(Affine(Vec3{-5, 0, 0}), {10, 0, 0});
  IntervalSettings settings;
  settings.shortest_gap = Real(0.005);
  const double half = 0.025;
  const Answer a = ask(ball, fly, walls, Path(), settings);
  ASSERT_EQ(a.result.found, 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    const double middle = i == 0 ? 0.4 : 0.6;
    EXPECT_NEAR(double(a.intervals[i].begin_lower), middle - half, kTime);
    EXPECT_NEAR(double(a.intervals[i].end_upper), middle + half, kTime);
    EXPECT_LE(double(a.intervals[i].worst.lower), -0.2);
    EXPECT_LE(double(a.intervals[i].worst_bound), -0.25 + 1e-6);
  }
}

TEST(ContactIntervals, CountWhatDoesNotFit) {
  const Shape blade(Segment{{-2, 0, 0}, {2, 0, 0}}), ball(Sphere{Real(0.5)});
  const Path turns = Path::turning(Affine(), {0, 0, 0}, {0, 0, Real(6 * kPi)});
  ContactInterval few[2];
  const ContactIntervals r = contact_intervals(blade, turns, ball, Affine(Vec3{0, 2, 0}), few);
  EXPECT_EQ(r.found, 6u);
  EXPECT_EQ(r.written.size(), 2u);
  EXPECT_LT(few[0].end_upper, few[1].begin_lower);
}

TEST(ContactIntervals, RefuseWhatMakesNoSense) {
  const Shape ball(Sphere{1}), plane(HalfSpace{{0, 1, 0}, 0});
  ContactInterval out[1];
  IntervalSettings settings;
  settings.shortest_gap = 0;
  EXPECT_EQ(contact_intervals(ball, Path(), ball, Path(), out, settings).status, Status::invalid_argument);
  settings = {};
  settings.depth_tolerance = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_EQ(contact_intervals(ball, Path(), ball, Path(), out, settings).status, Status::invalid_argument);
  EXPECT_EQ(contact_intervals(Shape(), Path(), ball, Path(), out).status, Status::invalid_argument);
  EXPECT_EQ(contact_intervals(plane, Path(), plane, Path(), out).status, Status::unbounded);
  EXPECT_EQ(contact_intervals(ball, Path(), ball, Path(), {}).found, 1u);
}

TEST(ContactIntervals, AllocateNothing) {
  const Shape blade(Segment{{-2, 0, 0}, {2, 0, 0}}), ball(Sphere{Real(0.5)});
  const Path turns = Path::turning(Affine(), {0, 0, 0}, {0, 0, Real(6 * kPi)});
  ContactInterval out[8];
  const std::uint64_t before = allocation_count();
  EXPECT_EQ(contact_intervals(blade, turns, ball, Affine(Vec3{0, 2, 0}), out).found, 6u);
  EXPECT_EQ(allocation_count(), before);
}

// Samples of the signed distance, which know nothing of intervals: all times in contact are in an interval,
// every interval that is a hit has contact at the ends it is sure of, and none is deeper than the bound.
TEST(ContactIntervals, HoldAgainstSamples) {
  const std::uint64_t seed = environment("GRAZE_SEED", 20261119);
  const int rounds = cases_of(120);
  int touched = 0, missed = 0, several = 0;
  for (int round = 0; round < rounds; ++round) {
    Random random(mixed(seed, 2, std::uint64_t(round)));
    const auto vector = [&](double size) {
      const V3d d = random.direction() * size;
      return Vec3{Real(d.x), Real(d.y), Real(d.z)};
    };
    const auto shape = [&]() -> Shape {
      const Real s = Real(random.uniform(0.3, 1.2)), u = Real(random.uniform(0.3, 1.2));
      switch (random.below(6)) {
        case 0:
          return Shape(Box{{s, u, Real(0.5)}});
        case 1:
          return Shape(Sphere{s});
        case 2:
          return Shape(Capsule{s, u});
        case 3:
          return Shape(Cylinder{s, u});
        case 4:
          return Shape(Cone{s, u});
        default:
          return Shape(Segment{{-2 * s, 0, 0}, {2 * s, 0, 0}});
      }
    };
    const Shape a = shape(), b = shape();
    const Vec3 from = vector(3);
    const Path pa = Path::turning(Affine(from), from * Real(-2) + vector(1.5), vector(random.uniform(0, 12)),
                                  vector(0.3));
    const Path pb = Path::turning(Affine(rotation_about(vector(1), 2), {0, 0, 0}), vector(0.5), vector(8));
    IntervalSettings settings;
    if (random.chance(0.3)) settings.motion.target = Real(0.25);
    const double target = double(settings.motion.target), slack = kIsDouble ? 1e-9 : 1e-5;
    const Answer answer = ask(a, pa, b, pb, settings), mirrored = ask(b, pb, a, pa, settings);
    ASSERT_EQ(answer.result.found, answer.intervals.size());
    ASSERT_EQ(answer.intervals.size(), mirrored.intervals.size());
    for (std::size_t i = 0; i < answer.intervals.size(); ++i) {
      const ContactInterval &x = answer.intervals[i], &y = mirrored.intervals[i];
      EXPECT_TRUE(x.begin_lower == y.begin_lower && x.begin_upper == y.begin_upper);
      EXPECT_TRUE(x.end_lower == y.end_lower && x.end_upper == y.end_upper);
      EXPECT_TRUE(x.worst.normal == -y.worst.normal && x.worst_bound == y.worst_bound);
    }
    several += answer.intervals.size() > 1 ? 1 : 0;
    const auto at = [&](double t) {
      return separation({a, pa.placement(Real(t)), 0}, {b, pb.placement(Real(t)), 0});
    };
    for (int i = 0; i <= 400; ++i) {
      const double t = i / 400.0;
      const Separation s = at(t);
      const bool is_in_contact = double(s.upper) < target - slack;
      const auto holds = [&](const ContactInterval& x) {
        return double(x.begin_lower) <= t && t <= double(x.end_upper);
      };
      const auto found = std::find_if(answer.intervals.begin(), answer.intervals.end(), holds);
      (is_in_contact ? touched : missed) += 1;
      const bool is_found = found != answer.intervals.end();
      ASSERT_TRUE(is_found || !is_in_contact) << round << " at " << t;
      ASSERT_TRUE(!is_found || double(s.upper) >= double(found->worst_bound) - slack) << round << " at " << t;
    }
    for (const ContactInterval& x : answer.intervals) {
      EXPECT_LE(x.begin_lower, x.begin_upper);
      EXPECT_LE(x.end_lower, x.end_upper);
      if (x.hit != Hit::hit) continue;
      EXPECT_LE(x.begin_upper, x.end_upper);
      for (const Real t : {x.begin_upper, x.end_lower})
        EXPECT_LE(double(at(double(t)).lower), target + 30 * kTime) << round;
      EXPECT_LE(double(x.worst.lower) - double(x.worst_bound), 0.02) << round;
    }
  }
  EXPECT_GT(touched, 16 * rounds);
  EXPECT_GT(missed, 16 * rounds);
  EXPECT_GT(several * 24, rounds);
}

}  // namespace
}  // namespace graze::test
