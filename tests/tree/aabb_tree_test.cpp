// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/tree/aabb_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "box_sets.h"
#include "support/threads.h"

namespace graze::test {
namespace {

constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();

// True boxes below each child, asked from the leaves up; every id must come up once.
struct Audit {
  const TreeData& tree;
  const std::vector<Aabb>& boxes;
  std::vector<int> seen;
  int depth = 0;
  double slack = 0;  // largest distance of a decoded side from the true one, in steps of the node

  Audit(const AabbTree& t, const std::vector<Aabb>& b)
      : tree(*TreeAccess::data(t)), boxes(b), seen(b.size()) {}

  Aabb check(std::uint32_t index, int level) {
    const WideNode& node = tree.nodes[index];
    depth = std::max(depth, level);
    EXPECT_GE(node.child_count, 1);
    EXPECT_LE(node.child_count, kWidth);
    Aabb all;
    for (int i = 0; i < node.child_count; ++i) {
      const Aabb box = node.is_inner(i) ? check_inner(node, i, index, level) : check_leaf(node, i);
      const Aabb stored = child_box(node, i);
      EXPECT_TRUE(contains(stored, box));
      EXPECT_TRUE(contains(node.box(), stored));
      for (int k = 0; k < 3; ++k) {
        const double step = double(node.scale[k]);
        slack = std::max(slack, (double(box.lower[k]) - double(stored.lower[k])) / step);
        slack = std::max(slack, (double(stored.upper[k]) - double(box.upper[k])) / step);
      }
      all = merge(all, box);
    }
    EXPECT_EQ(all, node.box());
    return all;
  }

 private:
  Aabb check_inner(const WideNode& node, int i, std::uint32_t index, int level) {
    const std::uint32_t child = node.first_node + static_cast<std::uint32_t>(i);
    EXPECT_GT(child, index);
    return check(child, level + 1);
  }
  Aabb check_leaf(const WideNode& node, int i) {
    Aabb box;
    EXPECT_LT(node.ids_begin(i), node.ids_stop(i));
    for (std::uint32_t k = node.ids_begin(i); k < node.ids_stop(i); ++k) {
      ++seen[tree.order[k]];
      box = merge(box, boxes[tree.order[k]]);
    }
    return box;
  }
};

void audit(const AabbTree& tree, const std::vector<Aabb>& boxes) {
  Audit a(tree, boxes);
  const Aabb all = a.check(0, 1);
  EXPECT_EQ(all, tree.bounds());
  EXPECT_EQ(a.depth, tree.depth());
  EXPECT_LE(tree.depth(), kMaxDepth);
  EXPECT_TRUE(std::all_of(a.seen.begin(), a.seen.end(), [](int n) { return n == 1; }));
  // A side is at most one step off, but for what is lost in lower + q * scale.
  EXPECT_LE(a.slack, 2 + 1e-3);
}

TEST(AabbTree, OfNoBoxesIsEmpty) {
  AabbTree trees[] = {AabbTree{}, *build_tree({})};
  for (const AabbTree& tree : trees) {
    EXPECT_EQ(tree.size(), 0u);
    EXPECT_TRUE(tree.bounds().is_empty());
    EXPECT_EQ(tree.memory_bytes(), 0u);
    EXPECT_EQ(tree.cost(), 0);
    EXPECT_EQ(tree.depth(), 0);
    EXPECT_TRUE(tree.order().empty());
  }
  AabbTree& tree = trees[1];
  EXPECT_FALSE(refit(tree, {}));
  EXPECT_FALSE(refit(tree, {}, 0, 0));
}

TEST(AabbTree, OfOneBoxIsOneNode) {
  const std::vector<Aabb> boxes{{{1, 2, 3}, {4, 6, 8}}};
  const AabbTree tree = *build_tree(boxes);
  EXPECT_EQ(tree.size(), 1u);
  EXPECT_EQ(tree.bounds(), boxes[0]);
  EXPECT_EQ(tree.depth(), 1);
  EXPECT_EQ(tree.cost(), 2);  // the root is opened, the id comes up
  audit(tree, boxes);
}

TEST(AabbTree, MovedFromIsEmpty) {
  AabbTree tree = *build_tree(make_boxes(Boxes::random, 100, 1));
  const AabbTree other = std::move(tree);
  EXPECT_EQ(other.size(), 100u);
  EXPECT_EQ(tree.size(), 0u);
}

class EveryKindOfBoxes : public testing::TestWithParam<Boxes> {};

TEST_P(EveryKindOfBoxes, LiesWithinTheDecodedBoxesOfTheTree) {
  for (const int count : {1, 2, 4, 5, 8, 9, 33, 700})
    for (const std::uint32_t leaf_size : {1u, 4u, 16u}) {
      const auto boxes = make_boxes(GetParam(), count, 17);
      const auto tree = build_tree(boxes, {.leaf_size = leaf_size});
      ASSERT_TRUE(tree);
      audit(*tree, boxes);
    }
}

TEST_P(EveryKindOfBoxes, GivesTheSameTreeAgain) {
  const auto boxes = make_boxes(GetParam(), 700, 18);
  EXPECT_EQ(bytes_of(*build_tree(boxes)), bytes_of(*build_tree(boxes)));
}

TEST_P(EveryKindOfBoxes, KeepsItsTreeWhenNothingMoved) {
  const auto boxes = make_boxes(GetParam(), 700, 19);
  AabbTree tree = *build_tree(boxes);
  const std::string before = bytes_of(tree);
  EXPECT_FALSE(refit(tree, boxes));
  EXPECT_EQ(bytes_of(tree), before);
  EXPECT_EQ(tree.cost(), tree.built_cost());
}

TEST_P(EveryKindOfBoxes, LiesWithinTheDecodedBoxesAfterRefits) {
  AabbTree tree = *build_tree(make_boxes(GetParam(), 700, 20));
  for (const Boxes kind : kAllBoxes) {
    const auto moved = make_boxes(kind, 700, 21);
    ASSERT_FALSE(refit(tree, moved));
    audit(tree, moved);
  }
}

TEST_P(EveryKindOfBoxes, GivesTheSameBytesRefittedInPartAndAsAWhole) {
  const auto boxes = make_boxes(GetParam(), 700, 22), others = make_boxes(GetParam(), 700, 23);
  Random random{24};
  AabbTree part = *build_tree(boxes), whole = *build_tree(boxes);
  auto now = boxes;
  for (int i = 0; i < 60; ++i) {
    const auto first = static_cast<std::size_t>(random.below(700));
    const auto count =
        std::min<std::size_t>(static_cast<std::size_t>(random.below(i % 10 == 0 ? 700 : 30)), 700 - first);
    const auto& from = random.chance(0.3) ? boxes : others;
    std::copy_n(from.begin() + std::ptrdiff_t(first), count, now.begin() + std::ptrdiff_t(first));
    ASSERT_FALSE(refit(part, now, first, count));
    ASSERT_FALSE(refit(whole, now));
    ASSERT_EQ(bytes_of(part), bytes_of(whole));
    ASSERT_EQ(part.cost(), whole.cost());
  }
}

INSTANTIATE_TEST_SUITE_P(Every, EveryKindOfBoxes, testing::ValuesIn(kAllBoxes), test_name);

TEST(AabbTree, OfManyBoxesIsSoundAndSmall) {
  const auto boxes = make_boxes(Boxes::random, 60000, 25);
  const AabbTree tree = *build_tree(boxes);
  audit(tree, boxes);
  EXPECT_LE(tree.depth(), 9);
  const double bytes = double(tree.memory_bytes()) / 60000;
  EXPECT_LT(bytes, sizeof(Real) == 4 ? 16 : 20);
  RecordProperty("bytes_per_box", std::to_string(bytes));
}

TEST(AabbTree, OrderHasEveryIdOnce) {
  const AabbTree tree = *build_tree(make_boxes(Boxes::clustered, 1000, 26));
  std::vector<std::uint32_t> ids(tree.order().begin(), tree.order().end()), expected(1000);
  std::sort(ids.begin(), ids.end());
  std::iota(expected.begin(), expected.end(), 0u);
  EXPECT_EQ(ids, expected);
}

TEST(AabbTree, CostOfSeparateClustersIsThatOfFewNodes) {
  // By hand: 8 leaves in the corners of a cube of side 9, each of 4 equal unit cubes. The root is opened
  // once; a leaf is met with probability 1 / 81 and then gives 4 ids: 1 + 8 * 4 / 81.
  std::vector<Aabb> boxes;
  for (int i = 0; i < 32; ++i) {
    const Vec3 p{Real(i & 1) * 8, Real(i >> 1 & 1) * 8, Real(i >> 2 & 1) * 8};
    boxes.push_back({p, p + Vec3{1, 1, 1}});
  }
  const AabbTree tree = *build_tree(boxes);
  EXPECT_EQ(tree.depth(), 1);
  // Decoded sides are up to a step of 9 / 255 too far out.
  EXPECT_GE(double(tree.cost()), 1 + 32.0 / 81 - 1e-6);
  EXPECT_LE(double(tree.cost()), 1 + 32.0 / 81 * std::pow(1 + 9.0 / 255, 2) + 1e-6);
}

TEST(AabbTree, CostGrowsWhenNeighboursPart) {
  auto boxes = make_boxes(Boxes::random, 2000, 27);
  AabbTree tree = *build_tree(boxes);
  EXPECT_EQ(tree.cost(), tree.built_cost());
  std::reverse(boxes.begin() + 500, boxes.end());
  ASSERT_FALSE(refit(tree, boxes));
  EXPECT_GT(tree.cost(), 3 * tree.built_cost());
  EXPECT_LT((*build_tree(boxes)).cost(), Real(1.1) * tree.built_cost());
}

TEST(AabbTree, DepthIsBoundedWhereEverySplitTakesOneBoxOff) {
  // Sizes double from box to box: the heuristic peels off a few boxes at a time.
  std::vector<Aabb> boxes;
  const int exponents = std::numeric_limits<Real>::max_exponent - 4;
  for (int e = -exponents; e < exponents; ++e)
    for (int i = 0; i < 8; ++i) {
      const Real x = std::ldexp(Real(1), e) * Real(1 + i * 0.125);
      boxes.push_back({{x, x, x}, {x, x, x}});
    }
  for (const std::uint32_t leaf_size : {1u, 4u}) {
    const AabbTree tree = *build_tree(boxes, {.leaf_size = leaf_size});
    EXPECT_LE(tree.depth(), kMaxDepth);
    EXPECT_GT(tree.depth(), leaf_size == 1 ? kFreeDepth : 8);  // otherwise this tests nothing
    audit(tree, boxes);
  }
}

TEST(AabbTree, RefusesBadBoxesByPosition) {
  const auto good = make_boxes(Boxes::random, 20, 28);
  const Aabb bad[] = {{{0, 0, kNan}, {1, 1, 1}},       {{0, 0, 0}, {kNan, 1, 1}},
                      {{0, -kInfinity, 0}, {1, 1, 1}}, {{0, 0, 0}, {1, 1, kInfinity}},
                      {{0, 2, 0}, {1, 1, 1}},          Aabb{}};
  const ErrorCode codes[] = {ErrorCode::not_finite, ErrorCode::not_finite, ErrorCode::not_finite,
                             ErrorCode::not_finite, ErrorCode::empty,      ErrorCode::empty};
  AabbTree tree = *build_tree(good);
  const std::string before = bytes_of(tree);
  for (std::size_t i = 0; i < 6; ++i) {
    auto boxes = good;
    boxes[7 + i] = bad[i];
    boxes[15] = bad[0];
    const auto built = build_tree(boxes);
    ASSERT_FALSE(built);
    EXPECT_EQ(built.error().code, codes[i]);
    EXPECT_EQ(built.error().position, 7 + i);
    const auto whole = refit(tree, boxes), part = refit(tree, boxes, 7 + i, 3);
    ASSERT_TRUE(whole && part);
    EXPECT_EQ(whole->code, codes[i]);
    EXPECT_EQ(whole->position, 7 + i);
    EXPECT_EQ(part->position, 7 + i);
    EXPECT_EQ(bytes_of(tree), before);
  }
}

TEST(AabbTree, RefusesToRefitAnotherNumberOfBoxes) {
  const auto boxes = make_boxes(Boxes::random, 20, 29);
  AabbTree tree = *build_tree(boxes);
  const std::span<const Aabb> all(boxes);
  EXPECT_EQ(refit(tree, all.first(19))->code, ErrorCode::index_out_of_range);
  EXPECT_EQ(refit(tree, all.first(19), 0, 1)->code, ErrorCode::index_out_of_range);
  EXPECT_EQ(refit(tree, all, 20, 1)->code, ErrorCode::index_out_of_range);
  EXPECT_EQ(refit(tree, all, 1, ~std::size_t(0))->code, ErrorCode::index_out_of_range);
  EXPECT_FALSE(refit(tree, all, 20, 0));
}

TEST(AabbTree, RefusesMoreBoxesThanIdsBeforeReadingThem) {
  const Aabb box{{0, 0, 0}, {1, 1, 1}};
  const auto tree = build_tree(std::span<const Aabb>(&box, std::size_t(1) << 31));
  ASSERT_FALSE(tree);
  EXPECT_EQ(tree.error().code, ErrorCode::index_out_of_range);
}

TEST(AabbTree, IsTheSameFromFourThreadsAsFromOne) {
  for (const Boxes kind : {Boxes::random, Boxes::identical, Boxes::growing}) {
    const auto boxes = make_boxes(kind, 40000, 30);
    const AabbTree serial = *build_tree(boxes);
    Threads threads{4};
    const AabbTree threaded = *build_tree(boxes, {.executor = threads.executor()});
    EXPECT_EQ(bytes_of(serial), bytes_of(threaded));
  }
}

struct Reports {
  std::vector<std::size_t> done;
  std::size_t stop_after = ~std::size_t(0);
  static bool report(void* context, std::size_t done, std::size_t all) {
    auto& self = *static_cast<Reports*>(context);
    EXPECT_EQ(all, 40000u);
    self.done.push_back(done);
    return self.done.size() < self.stop_after;
  }
};

TEST(AabbTree, ReportsProgressThatNeverFalls) {
  const auto boxes = make_boxes(Boxes::random, 40000, 31);
  Reports reports;
  ASSERT_TRUE(build_tree(boxes, {.progress = {&Reports::report, &reports}}));
  EXPECT_GE(reports.done.size(), 2u);
  EXPECT_TRUE(std::is_sorted(reports.done.begin(), reports.done.end()));
  EXPECT_EQ(reports.done.back(), 40000u);
}

TEST(AabbTree, StopsBuildingWhenToldTo) {
  const auto boxes = make_boxes(Boxes::random, 40000, 32);
  for (const std::size_t after : {1u, 2u}) {
    Reports reports;
    reports.stop_after = after;
    const auto tree = build_tree(boxes, {.progress = {&Reports::report, &reports}});
    ASSERT_FALSE(tree);
    EXPECT_EQ(tree.error().code, ErrorCode::cancelled);
    EXPECT_EQ(reports.done.size(), after);
  }
}

}  // namespace
}  // namespace graze::test
