// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "check/robot/sweep.h"

#include <random>

#include "check/robot/support.h"

namespace graze::check_tests {
namespace {

// A chain of every kind of joint.
std::string chain_text() {
  return link("0") + link("1") + link("2") + link("3") + link("4") +
         joint("a", "continuous", "0", "1", "1 2 0") + joint("b", "prismatic", "1", "2", "0 0.5 0", "0 1 0") +
         joint("c", "planar", "2", "3", "0 0 1", "1 0 0") + joint("d", "floating", "3", "4", "0.3 0 0");
}

TEST(LinkSweeps, StayWithinTheirBounds) {
  const io::Robot r = robot_of(chain_text());
  const std::vector<std::uint32_t> chain = {0, 1, 2, 3};
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-2, 2);
  Real tightest = 0;
  for (int round = 0; round < 100; ++round) {
    std::vector<Real> from(r.variables.size()), to(from);
    for (Real& x : from) x = number(random);
    for (Real& x : to) x = number(random);
    check::LinkSweep sweep;
    sweep.set(r, chain, {}, from, to);
    const Vec3 p = normalized(Vec3{number(random), number(random), number(random)}) * 0.7;
    const check::LinkSweep::Bounds bounds = sweep.bounds(0.7);
    constexpr Real kStep = 1e-4;
    for (Real t = kStep; t < 1; t += 0.05) {
      const Vec3 before = sweep.at(t - kStep) * p, now = sweep.at(t) * p, after = sweep.at(t + kStep) * p;
      const Real speed = length(after - before) / (2 * kStep);
      const Real acceleration = length(after - now * 2 + before) / (kStep * kStep);
      EXPECT_LE(speed, bounds.speed * (1 + 1e-6));
      EXPECT_LE(acceleration, bounds.acceleration * (1 + 1e-6) + 1e-5);
      EXPECT_LE(length(now), bounds.reach);
      tightest = std::max(tightest, speed / bounds.speed);
    }
  }
  EXPECT_GT(tightest, 0.5);  // the bounds are not far off
}

TEST(LinkSweeps, PathsAreThePlacementsOfTheLink) {
  const io::Robot r = robot_of(chain_text());
  const std::vector<std::uint32_t> chain = {0, 1, 2, 3};
  const Affine local(Mat3{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}, {0.1, 0.2, 0.3});
  const std::vector<Real> from = {0.3, 0.4, 0.5, 0.6, 0.7, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7};
  std::vector<Real> q(from.size());
  // Nothing, one joint of each kind (which has a formula), all of them.
  for (int moved = -1; moved < 13; ++moved) {
    std::vector<Real> to = from;
    for (int i = 0; i < 12; ++i)
      if (i == moved || moved == 12) to[static_cast<std::size_t>(i)] += 0.5 + i;
    check::LinkSweep sweep;
    sweep.set(r, chain, {}, from, to);
    const Path path = sweep.path(local, 2);
    ASSERT_TRUE(path.is_valid());
    for (const Real t : {0.0, 0.35, 1.0}) {
      io::interpolate(r, from, to, t, q);
      const Affine wanted = Affine(io::world_from_link(r, q)[4]) * local, placed = path.placement(t);
      for (const Vec3& p : {Vec3{}, Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
        EXPECT_LE(max_abs(wanted * p - placed * p), sweep.error(2)) << "moved " << moved << " at " << t;
    }
  }
}

}  // namespace
}  // namespace graze::check_tests
