// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/tree/box_lanes.h"

#include <gtest/gtest.h>

#include <bit>

#include "broad/lockstep.h"

namespace graze::test {
namespace {

BoxNode make_node(Random& random, Places places, double scale) {
  BoxNode node;
  for (int i = 0; i < kBoxWidth; ++i) {
    if (random.chance(0.2)) continue;
    const Aabb box = make_box(random, places);
    node.set_box(i, {box.lower * Real(scale), box.upper * Real(scale)});
    node.used = static_cast<std::uint8_t>(node.used | 1u << i);
  }
  return node;
}

TEST(BoxLanes, OverlapAsSingleBoxesDo) {
  Random random{21};
  int found = 0;
  for (int n = 0; n < 3000; ++n) {
    const Places places = kAllPlaces[n % 6];
    const BoxNode node = make_node(random, places, 1);
    Aabb box = make_box(random, places);
    if (n % 7 == 0) box = {{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}};
    unsigned expected = 0;
    for (int i = 0; i < kBoxWidth; ++i) expected |= unsigned(node.has(i) && overlaps(node.box(i), box)) << i;
    ASSERT_EQ(overlapping(node, box), expected);
    found += std::popcount(expected);
  }
  EXPECT_GT(found, 1000);
  EXPECT_LT(found, 9000);
}

// Directions from tiny to huge, but such that times are not denormal; some components zero.
Ray make_ray(Random& random, Places places, double scale) {
  Ray ray{make_box(random, places).upper * Real(scale), to_real(random.direction()), kInfinity};
  const Real size = Real(std::exp2(random.uniform(-120, 120)));
  for (int k = 0; k < 3; ++k) {
    if (random.chance(0.2)) ray.direction[k] = 0;
    if (random.chance(0.2)) ray.direction[k] *= Real(random.log_uniform(1e-30, 1));
    ray.direction[k] *= size;
  }
  if (random.chance(0.5)) ray.max_t = Real(random.uniform(0, 8 * scale / double(size)));
  return ray;
}

TEST(BoxLanes, LetEveryBoxThroughThatASweepEnters) {
  Random random{22};
  int met = 0, entered = 0, all = 0;
  for (int n = 0; n < 20000; ++n) {
    const Places places = kAllPlaces[n % 6];
    const double scale = random.chance(0.5) ? 1 : random.log_uniform(1e-20, 1e20);
    const BoxNode node = make_node(random, places, scale);
    const Ray ray = make_ray(random, places, scale);
    const Aabb box = make_box(random, places);
    auto sweep =
        n % 2 == 0 ? make_sweep(ray) : make_sweep({box.lower * Real(scale), box.upper * Real(scale)}, ray);
    if (!sweep) continue;
    const NodeSweep nodes(*sweep);
    Real near[kBoxWidth];
    const unsigned through = nodes.enter(node, near);
    ASSERT_EQ(through & ~unsigned(node.used), 0u);
    for (int i = 0; i < kBoxWidth; ++i) {
      if (!node.has(i)) continue;
      const bool is_entered = enter(*sweep, node.box(i)) >= 0, is_through = (through >> i & 1) != 0;
      ASSERT_TRUE(!is_entered || is_through) << "ray " << n;
      ASSERT_TRUE(!is_through || nodes.reaches(near[i]));
      met += is_through, entered += is_entered, ++all;
    }
  }
  EXPECT_GT(entered, 10000);
  EXPECT_LT(entered, all - 10000);
  EXPECT_LT(met, entered + all / 100);  // hardly more than needed
}

}  // namespace
}  // namespace graze::test
