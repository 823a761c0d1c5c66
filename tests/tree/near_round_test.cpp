// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/near_round.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "box_sets.h"
#include "shape/simd_targets.h"
#include "tree/traverse.h"

namespace graze::test {
namespace {

std::vector<Aabb> random_boxes(Random& random) {
  std::vector<Aabb> boxes(300);
  for (Aabb& box : boxes)
    for (int k = 0; k < 3; ++k) {
      const Real x = Real(random.uniform(-4, 4)), size = Real(random.uniform(0, 0.5));
      box.lower[k] = x;
      box.upper[k] = x + size;
    }
  return boxes;
}

BoxAndBall random_thing(Random& random) {
  BoxAndBall thing{};
  for (int k = 0; k < 3; ++k) {
    thing.centre[k] = Real(random.uniform(-4, 4));
    thing.least[k] = thing.centre[k] - Real(random.uniform(0, 1));
    thing.most[k] = thing.centre[k] + Real(random.uniform(0, 1));
  }
  thing.radius = Real(random.uniform(0, 1.2));
  return thing;
}

// Written out again, for one box.
double gap_between(const Aabb& box, const BoxAndBall& thing) {
  double from_box = 0, from_centre = 0;
  for (int k = 0; k < 3; ++k) {
    const double low = double(box.lower[k]), high = double(box.upper[k]);
    const double side = std::max({0.0, double(thing.least[k]) - high, low - double(thing.most[k])});
    const double way = std::max({0.0, double(thing.centre[k]) - high, low - double(thing.centre[k])});
    from_box += side * side;
    from_centre += way * way;
  }
  return std::max(std::sqrt(from_box), std::sqrt(from_centre) - double(thing.radius));
}

TEST(NearRound, GapsAreThoseOfTheBoxOrOfTheBall) {
  Random random{12};
  const AabbTree tree = *build_tree(random_boxes(random));
  int near = 0, away = 0, by_ball = 0;
  for (const WideNode& node : TreeAccess::data(tree)->nodes)
    for (int round = 0; round < 50; ++round) {
      BoxAndBall thing = random_thing(random);
      Real gaps[kWidth], gaps_of_box[kWidth];
      find_gaps(node, thing, gaps);
      for (int i = 0; i < node.child_count; ++i) {
        const double expected = gap_between(child_box(node, i), thing);
        // Some operations on numbers below 20.
        ASSERT_NEAR(double(gaps[i]), expected, 20 * 32 * double(kEpsilon));
        (expected > 0 ? away : near) += 1;
      }
      thing.radius = 9;
      find_gaps(node, thing, gaps_of_box);
      for (int i = 0; i < node.child_count; ++i) by_ball += gaps_of_box[i] < gaps[i] ? 1 : 0;
    }
  EXPECT_GT(near, 100);
  EXPECT_GT(away, 1000);
  EXPECT_GT(by_ball, 100);
}

TEST(NearRound, GapsAreTheSameBytesForEveryTarget) {
  const auto ask = [] {
    Random random{13};
    std::vector<std::uint64_t> bytes;
    const AabbTree tree = *build_tree(random_boxes(random));
    for (const WideNode& node : TreeAccess::data(tree)->nodes)
      for (int round = 0; round < 10; ++round) {
        Real gaps[kWidth];
        find_gaps(node, random_thing(random), gaps);
        for (int i = 0; i < node.child_count; ++i) {
          bytes.push_back(0);
          std::memcpy(&bytes.back(), &gaps[i], sizeof gaps[i]);
        }
      }
    return bytes;
  };
  const auto expected = ask();
  EXPECT_GT(expected.size(), 300u);
  EXPECT_GE(for_each_simd_target([&](const char* name) { EXPECT_EQ(ask(), expected) << name; }), 1);
}

}  // namespace
}  // namespace graze::test
