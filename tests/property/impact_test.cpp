// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Times of impact of random motions of convex bodies against sampled placements (impact_checks.h). Samples
// see contact in most hits once the time is past, so that they would see a missed one.

#include <gtest/gtest.h>

#include "impact_checks.h"
#include "moving_bodies.h"
#include "property.h"
#include "support/allocation_counter.h"

namespace graze::test {
namespace {

ImpactScene make_scene(Body body_a, Body body_b, const Regime& r, Motions& m) {
  ImpactTask task{make_body(body_a, 1, m), make_body(body_b, r.ratio, m)};
  task.extent_a = kBodyExtent;
  task.extent_b = kBodyExtent * r.ratio;
  task.is_plane_b = body_b == Body::half_space;
  task.turns = r.turns;
  task.speed = r.speed;
  ImpactScene s = make_scene(task, m);
  s.is_thin = dimensions_of(body_a) + dimensions_of(body_b) < 3 && s.margin_a + s.margin_b == 0 &&
              s.settings.target == 0;
  return s;
}

class Impacts : public testing::TestWithParam<int> {};

TEST_P(Impacts, AreNeverLateNorEarlyAndAMissIsAMiss) {
  const auto body_a = Body(GetParam());
  if (body_a == Body::half_space) return;
  // Of bodies with few partners more each: medians of a few hundred motions would vary by one.
  const int partners = kBodies - GetParam();
  const std::uint64_t more = partners < 8 ? std::uint64_t(8 / partners) : 1;
  const std::uint64_t motions = motions_for(environment("GRAZE_PAIRS", kPairs)) * more;
  ImpactTallies tallies;
  std::uint64_t seen = 0, allocations = 0;
  for (int k = GetParam(); k < kBodies; ++k)
    for (std::uint64_t i = 0; i < motions; ++i) {
      Motions m(mixed(environment("GRAZE_SEED", kSeed), std::uint64_t(GetParam() * kBodies + k), i));
      const int regime = int(i % 8);
      const ImpactScene s = make_scene(body_a, Body(k), kRegimes[regime], m);
      const std::uint64_t before = allocation_count();
      const TimeOfImpact r = s.ask();
      allocations += allocation_count() - before;
      tallies.add(regime, s, r);
      const std::string fault = fault_of(s, r);
      EXPECT_EQ(fault, "") << kBodyNames[GetParam()] << " and " << kBodyNames[k] << ", motion " << i << ", "
                           << kRegimes[regime].name << ", " << to_string(r.hit) << " in [" << r.lower << ", "
                           << r.upper << "] after " << r.iterations << (s.is_own ? ", own" : "");
      const double after = double(r.upper) + 0.05 * s.width;
      seen += r.hit == Hit::hit && !r.starts_in_contact && gap_at(s, after).upper < -s.bar;
    }
  tallies.print();
  const ImpactTally all = tallies.usual();
  if (all.hits >= 400) {  // medians of fewer vary by more than one
    EXPECT_LE(ImpactTally::median_of(all.looks_of_hits), 12);
    EXPECT_LE(ImpactTally::median_of(all.looks), 12);
  }
  EXPECT_EQ(allocations, 0u);
  EXPECT_GT(all.hits, motions / 2);
  EXPECT_GT(all.misses, motions / 4);
  EXPECT_LE(tallies.thick_uncertain * 400, tallies.thick + 800);
  EXPECT_LE(tallies.thin_uncertain * 4, tallies.thin + 8) << "shapes that pass each other without a depth";
  EXPECT_LE(tallies.limited * 1000, tallies.thick + 3000) << "own paths of many turns";
  EXPECT_GT(seen * 6, all.hits) << "contact that is there is seen, of thin bodies less often";
}

INSTANTIATE_TEST_SUITE_P(Bodies, Impacts, testing::Range(0, kBodies),
                         [](const auto& body) { return std::string(kBodyNames[body.param]); });

}  // namespace
}  // namespace graze::test
