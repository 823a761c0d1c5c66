// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "broad/lockstep.h"
#include "graze/broad/sweep_and_prune.h"

namespace graze::test {
namespace {

// All boxes jump several times between two flushes, so that sides are no longer kept sorted; then they move a
// little, and are. Boxes come, go and get other filters in the meantime, and queries are asked at any time.
TEST(SweepAndPrune, AgreesWithBruteForceWhenEverythingJumps) {
  for (const Places places : kAllPlaces) {
    Lockstep<SweepAndPrune> both;
    Random random{11};
    const auto box = [&] { return make_box(random, places); };
    const auto ask = [&] {
      for (int i = 0; i < 5; ++i) {
        const Ray ray{box().lower, to_real(random.direction()), Real(3)};
        both.check_overlaps(box());
        both.check_nearest(box().upper, 4);
        both.check_cast(nullptr, ray);
        both.check_first_hit(ray);
      }
    };
    for (int i = 0; i < 100; ++i)
      both.create(
          {box(), {1u + unsigned(i % 2), 3}, i % 9 == 0 ? ProxyMobility::fixed : ProxyMobility::moving});
    for (int frame = 0; frame < 6 && !testing::Test::HasFatalFailure(); ++frame) {
      both.flush();
      for (int turn = 0; turn < 3; ++turn)
        for (ProxyId id = 0; id < 100; ++id)
          if (both.truth.contains(id)) both.move(id, box());
      ask();
      both.destroy(ProxyId(7 * frame));
      (void)both.create({box()});
      both.set_filter(ProxyId(50 + frame), {2, 2});
      ask();
      both.flush();
      both.move(60, box());
      ask();
    }
    EXPECT_GT(both.found, 50) << int(places);
  }
}

}  // namespace
}  // namespace graze::test
