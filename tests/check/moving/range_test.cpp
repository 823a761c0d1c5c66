// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <cmath>

#include "check/support.h"

namespace graze::check_tests {
namespace {

struct Cycle {
  Real length = 1;
  Real start = 0;
  Real stop = kInfinity;
  bool is_loop = true;
};

// Animation of a scene whose nodes are moved by these clocks, each through a track of so many keys.
check::Animation animation_of(const std::vector<Cycle>& cycles, std::size_t keys = 2) {
  io::SceneData scene;
  scene.tracks.push_back({});
  scene.tracks[0].keys.resize(keys);
  for (const Cycle& cycle : cycles) {
    io::Clock clock;
    clock.cycle = cycle.length;
    clock.start = cycle.start;
    clock.stop = cycle.stop;
    clock.is_loop = cycle.is_loop;
    scene.channels.push_back(
        {static_cast<std::uint32_t>(scene.clocks.size()), {0}, io::Target::translation, {}});
    scene.clocks.push_back(clock);
  }
  const check::SceneUse use{&scene, "", "", {}, 0, {}};
  return check::animation_of({&use, 1});
}

void expect(const check::Animation& animation, Real end, bool is_whole) {
  EXPECT_EQ(animation.range.lower, 0);
  EXPECT_NEAR(animation.range.upper, end, 1e-12 * end);
  EXPECT_EQ(animation.is_whole, is_whole);
}

TEST(CheckRange, EndsWhenAllCyclesBeginTogetherAgain) {
  EXPECT_TRUE(animation_of({}).range.is_empty());
  EXPECT_TRUE(animation_of({}).is_whole);
  expect(animation_of({{4}}), 4, true);
  expect(animation_of({{4}, {4}, {2}, {0.5}}), 4, true);
  expect(animation_of({{4}, {3}}), 12, true);
  expect(animation_of({{0.4}, {0.6}, {1}}), 6, true);
  expect(animation_of({{100}, {99}}), 9900, true);
  expect(animation_of({{Real(5.2083335f)}, {Real(4.1666665f)}}), 4 * Real(5.2083335f),
         true);  // 125 and 100 of 24
  // The second begins 1 s later: from then on it takes 12 s.
  expect(animation_of({{4}, {3, 1}}), 13, true);
}

TEST(CheckRange, EndsWithTheLongestCycleWhereTheyDoNotFit) {
  expect(animation_of({{3}, {std::acos(Real(-1))}}), std::acos(Real(-1)), false);
  expect(animation_of({{101}, {100}, {99}}), 101, false);  // 999,900 s
  expect(animation_of({{4}, {3}}, 20000), 4, false);       // 3 and 4 times 20,000 keys
  expect(animation_of({{4}, {2}}, 20'000'000), 4, true);   // no more than the longest cycle anyway
}

TEST(CheckRange, WhatEndsIsSeenBeforeWhatGoesOn) {
  expect(animation_of({{10, 0, kInfinity, false}}), 10, true);
  expect(animation_of({{10, 2, 7, false}}), 7, true);
  // Until it has ended, and then a cycle of the other.
  expect(animation_of({{10, 0, kInfinity, false}, {4}}), 14, true);
  // Stops in its third cycle.
  expect(animation_of({{4, 0, 11}}), 11, true);
  expect(animation_of({{4, 0, -1}, {2}}), 2, true);  // never begins
}

}  // namespace
}  // namespace graze::check_tests
