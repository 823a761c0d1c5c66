// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "property.h"
#include "support/allocation_counter.h"

namespace graze::test {
namespace {

class NoAllocation : public Property {};

/// How many allocations all queries on the pair make.
std::uint64_t allocations(const Case& c, const QuerySettings& settings) {
  const std::uint64_t before = allocation_count();
  (void)distance(c.a, c.b, settings);
  (void)penetration(c.a, c.b, settings);
  (void)separation(c.a, c.b, settings);
  (void)intersects(c.a, c.b, settings);
  (void)common_point(c.a, c.b, settings);
  return allocation_count() - before;
}

TEST(AllocationCounter, Counts) {
  if (!GRAZE_COUNTS_ALLOCATIONS) GTEST_SKIP();
  const std::uint64_t before = allocation_count();
  int* volatile counted = new int(1);  // an allocation that the compiler may not leave out
  delete counted;
  EXPECT_EQ(allocation_count() - before, 1u);
}

TEST_P(NoAllocation, WithoutAWorkspace) {
  for_each_pair(
      [&](Case& c) -> std::string {
        count(intersects(c.a, c.b).contact);
        PairCache cache;
        const std::uint64_t made = allocations(c, {.cache = &cache});
        return made == 0 ? "" : std::to_string(made) + " allocations";
      },
      0.1);
  expect_both_outcomes();
}

TEST_P(NoAllocation, WithAWarmWorkspace) {
  Workspace workspace;
  for_each_pair(
      [&](Case& c) -> std::string {
        count(intersects(c.a, c.b).contact);
        (void)allocations(c, {.workspace = &workspace});  // warms it
        const std::uint64_t made = allocations(c, {.workspace = &workspace});
        return made == 0 ? "" : std::to_string(made) + " allocations";
      },
      0.1);
  expect_both_outcomes();
}
GRAZE_EVERY_FAMILY(NoAllocation);

}  // namespace
}  // namespace graze::test
