// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "broad/pairs/search.h"
#include "graze/broad/overlapping_pairs.h"
#include "shape/simd_targets.h"
#include "support/terdiman_boxes.h"
#include "support/threads.h"
#include "tree/box_sets.h"

namespace graze::test {
namespace {

using Pairs = std::vector<ProxyPair>;

Pairs copy_of(const PairBuffer& buffer) { return {buffer.pairs().begin(), buffer.pairs().end()}; }

Pairs pairs_of(std::span<const Aabb> boxes, const OverlapSettings& settings = {}) {
  PairBuffer buffer;
  EXPECT_FALSE(overlapping_pairs(boxes, buffer, settings));
  return copy_of(buffer);
}

Pairs brute_force(std::span<const Aabb> boxes) {
  Pairs out;
  for (ProxyId a = 0; a < boxes.size(); ++a)
    for (ProxyId b = a + 1; b < boxes.size(); ++b)
      if (overlaps(boxes[a], boxes[b])) out.push_back({a, b});
  return out;
}

Pairs sorted(Pairs pairs) {
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

/// Sizes over five orders of magnitude, in clusters, among them some that cover everything.
std::vector<Aabb> boxes_of_all_sizes(Random& random, int count) {
  std::vector<Aabb> boxes;
  for (int i = 0; i < count; ++i) {
    const double size = random.chance(0.01) ? 20 : random.log_uniform(1e-4, 1);
    const V3d cluster{double(i % 3) * 7, double(i % 2) * 3, 0};
    boxes.push_back(box_at(cluster + random.in_cube() * random.log_uniform(0.01, 5),
                           V3d{random.uniform(0, 1), random.uniform(0, 1), random.uniform(0, 1)} * size));
  }
  return boxes;
}

class PairsOfBoxes : public testing::TestWithParam<Boxes> {};
INSTANTIATE_TEST_SUITE_P(All, PairsOfBoxes, testing::ValuesIn(kAllBoxes), test_name);

TEST_P(PairsOfBoxes, AreThoseOfBruteForce) {
  const int most = GetParam() == Boxes::identical || GetParam() == Boxes::nested ? 300 : 1500;
  for (const int count : {0, 1, 2, 3, 17, 100, most}) {
    const auto boxes = make_boxes(GetParam(), count, std::uint64_t(count) + 1);
    const Pairs expected = brute_force(boxes);
    EXPECT_EQ(pairs_of(boxes), expected) << count;
    EXPECT_EQ(sorted(pairs_of(boxes, {.order = PairOrder::any})), expected) << count;
    if (count == most && GetParam() != Boxes::points && GetParam() != Boxes::growing) {
      EXPECT_GT(expected.size(), 20u);
    }
  }
}

// Many boxes in few places, so that cells are divided again, and large ones are kept out of the cells.
TEST(OverlappingPairs, AreThoseOfBruteForceForAllSizes) {
  Random random{3};
  for (int i = 0; i < 4; ++i) {
    const auto boxes = boxes_of_all_sizes(random, 2500);
    const Pairs expected = brute_force(boxes);
    EXPECT_GT(expected.size(), 10000u);
    EXPECT_EQ(pairs_of(boxes), expected);
  }
}

// Whole numbers: sides of boxes coincide with each other and with sides of cells.
TEST(OverlappingPairs, AreThoseOfBruteForceWhereSidesTouch) {
  Random random{4};
  std::vector<Aabb> boxes;
  for (int i = 0; i < 3000; ++i) {
    const Vec3 p{Real(random.below(32)), Real(random.below(32)), Real(random.below(32))};
    boxes.push_back({p, p + Vec3{Real(random.below(3)), Real(random.below(3)), Real(random.below(3))}});
  }
  const Pairs expected = brute_force(boxes);
  EXPECT_GT(expected.size(), 3000u);
  EXPECT_EQ(pairs_of(boxes), expected);
}

TEST(OverlappingPairs, OfTerdimansBoxesAreAsManyAsPublished) {
  EXPECT_EQ(pairs_of(terdiman_boxes(10000)).size(), kTerdimanPairs10k);
  EXPECT_EQ(pairs_of(terdiman_boxes(100000), {.order = PairOrder::any}).size(), kTerdimanPairs100k);
}

TEST(OverlappingPairs, AreTheSameWithEveryInstructionSet) {
  Random random{5};
  const auto boxes = boxes_of_all_sizes(random, 2500);
  const Pairs expected = pairs_of(boxes, {.order = PairOrder::any});
  const int targets = for_each_simd_target(
      [&](const char* name) { EXPECT_EQ(pairs_of(boxes, {.order = PairOrder::any}), expected) << name; });
  EXPECT_GE(targets, 1);
}

TEST(OverlappingPairs, AreTheSameWithThreads) {
  Random random{6};
  Threads threads{3};
  for (const auto& boxes : {boxes_of_all_sizes(random, 6000), terdiman_boxes(20000)})
    EXPECT_EQ(pairs_of(boxes, {threads.executor(), PairOrder::any}),
              pairs_of(boxes, {.order = PairOrder::any}));
}

TEST(OverlappingPairs, LeaveOutAbsentBoxesAndPairsOfFixedOnes) {
  using pruning::BoxKind;
  Random random{7};
  const auto boxes = boxes_of_all_sizes(random, 1500);
  std::vector<BoxKind> kinds;
  for (std::size_t i = 0; i < boxes.size(); ++i) kinds.push_back(static_cast<BoxKind>(random.below(3)));
  Pairs expected;
  for (const ProxyPair& pair : brute_force(boxes)) {
    const BoxKind a = kinds[pair.a], b = kinds[pair.b];
    if (a == BoxKind::absent || b == BoxKind::absent || (a == BoxKind::fixed && b == BoxKind::fixed))
      continue;
    expected.push_back(pair);
  }
  PairBuffer buffer;
  pruning::find_pairs({boxes, kinds}, PairBufferAccess::data(buffer), {});
  EXPECT_EQ(copy_of(buffer), expected);
}

TEST(OverlappingPairs, RefuseBadBoxesByPosition) {
  PairBuffer buffer;
  std::vector<Aabb> boxes(5, Aabb{{0, 0, 0}, {1, 1, 1}});
  ASSERT_FALSE(overlapping_pairs(boxes, buffer));
  EXPECT_EQ(buffer.pairs().size(), 10u);
  const Aabb bad[] = {{{0, kInfinity, 0}, {1, kInfinity, 1}},
                      {{0, 0, 2}, {1, 1, 1}},
                      {{0, 0, 0}, {1, 1, -kInfinity}},
                      {{0, 0, std::numeric_limits<Real>::quiet_NaN()}, {1, 1, 1}}};
  const ErrorCode codes[] = {ErrorCode::not_finite, ErrorCode::empty, ErrorCode::empty,
                             ErrorCode::not_finite};
  for (int i = 0; i < 4; ++i) {
    boxes[3] = bad[i];
    const auto error = overlapping_pairs(boxes, buffer);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->position, 3u);
    EXPECT_EQ(error->code, codes[i]);
    EXPECT_TRUE(buffer.pairs().empty());
  }
}

TEST(OverlappingPairs, ReuseTheMemoryOfTheBuffer) {
  const auto boxes = terdiman_boxes(3000);
  PairBuffer buffer;
  EXPECT_EQ(buffer.memory_bytes(), 0u);
  ASSERT_FALSE(overlapping_pairs(boxes, buffer));
  const std::size_t bytes = buffer.memory_bytes();
  EXPECT_GT(bytes, buffer.pairs().size_bytes());
  ASSERT_FALSE(overlapping_pairs(boxes, buffer));
  EXPECT_EQ(buffer.memory_bytes(), bytes);
  const PairBuffer moved = std::move(buffer);
  EXPECT_EQ(moved.pairs().size(), brute_force(boxes).size());
}

}  // namespace
}  // namespace graze::test
