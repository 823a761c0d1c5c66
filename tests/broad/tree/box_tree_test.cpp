// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/tree/box_tree.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>

#include "broad/lockstep.h"
#include "support/allocation_counter.h"

namespace graze::test {
namespace {

// Invariants of a tree at any time, asked from the leaves up.
class Audit {
 public:
  explicit Audit(const BoxTree& tree) : tree_(tree) {
    if (tree.size() > 0) check(0, kNoNode, 1);
    EXPECT_EQ(leaves_, tree.size());
  }

 private:
  const BoxTree& tree_;
  std::size_t leaves_ = 0;

  int check(std::uint32_t n, std::uint32_t parent, int depth) {
    const BoxNode& node = tree_.node(n);
    EXPECT_EQ(node.parent, parent);
    EXPECT_LE(depth, BoxTree::kMostHeight);
    int height = 1;
    for (int i = 0; i < kBoxWidth; ++i) {
      if (!node.has(i)) {
        EXPECT_TRUE(node.box(i).is_empty() && !node.has_leaf(i) && (node.marked >> i & 1) == 0);
      } else if (node.has_leaf(i)) {
        EXPECT_EQ(tree_.place(node.child[i]), place_of(n, i));
        ++leaves_;
      } else {
        height = std::max(height, 1 + check(node.child[i], place_of(n, i), depth + 1));
        check_child(n, i);
      }
    }
    EXPECT_EQ(node.height, height);
    return height;
  }
  void check_child(std::uint32_t n, int i) {
    const BoxNode &node = tree_.node(n), &child = tree_.node(node.child[i]);
    EXPECT_GE(std::popcount(child.used), 2);
    EXPECT_EQ(node.box(i), child.bounds());
    EXPECT_EQ((node.marked >> i & 1) != 0, child.marked != 0);
    ProxyFilter joined{0, 0};
    for (int k = 0; k < kBoxWidth; ++k) joined = merge(joined, tree_.filter(place_of(node.child[i], k)));
    EXPECT_EQ(tree_.filter(place_of(n, i)), joined);
  }
};

BoxLeaf leaf_at(std::uint32_t number, const Aabb& box) { return {box, {1u << number % 8, 3}, number, false}; }

TEST(BoxTree, StaysATreeWhateverComesAndGoes) {
  for (const Places places : kAllPlaces) {
    Random random{3};
    BoxTree tree;
    std::map<std::uint32_t, Aabb> leaves;
    for (int i = 0; i < 2000; ++i) {
      const auto number = std::uint32_t(random.below(150));
      const Aabb box = make_box(random, places);
      if (!leaves.contains(number))
        tree.insert(leaf_at(number, box));
      else if (random.chance(0.4))
        tree.remove(number);
      else
        tree.update(number, box, {1, 1});
      if (leaves.contains(number) && (tree.size() != leaves.size()))
        leaves.erase(number);
      else
        leaves[number] = box;
      if (random.chance(0.01)) tree.improve();
      if (i % 50 == 0) Audit{tree};
    }
    for (const auto& [number, box] : leaves) EXPECT_EQ(tree.leaf_box(number), box);
    for (const auto& [number, box] : leaves) tree.set_leaf(number, make_box(random, places), {2, 2});
    tree.refit();
    Audit{tree};
    EXPECT_GT(leaves.size(), 20u);
  }
}

TEST(BoxTree, IsNeverTooHigh) {
  // Each box is as far out as all before it together: by area alone the tree would be a list.
  BoxTree tree;
  Real where = 1;
  for (std::uint32_t i = 0; i < 3000; ++i, where = i % 100 == 0 ? Real(1) : where * 2)
    tree.insert(leaf_at(i, {{where, 0, 0}, {where * Real(1.01), 1, 1}}));
  Audit{tree};
  EXPECT_GT(tree.node(0).height, 6);
}

BoxTree built_along_curve(const std::vector<BoxLeaf>& leaves) {
  BoxTree tree;
  CurveRoom room;
  room.reserve(leaves.size());
  tree.reserve(leaves.size(), leaves.size());
  for (const BoxLeaf& leaf : leaves) room.places.push_back({0, leaf.number});
  const std::uint64_t before = allocation_count();
  tree.build_along_curve(room, [&](std::uint32_t number) { return leaves[number]; });
  EXPECT_TRUE(!GRAZE_COUNTS_ALLOCATIONS || allocation_count() == before);
  return tree;
}

TEST(BoxTree, AlongACurveIsATreeOfAllLeavesWithoutMemoryFromTheHeap) {
  for (const Places places : kAllPlaces)
    for (const std::uint32_t count : {0u, 1u, 2u, 3u, 5u, 17u, 100u, 3000u}) {
      Random random{6};
      std::vector<BoxLeaf> leaves;
      for (std::uint32_t i = 0; i < count; ++i) leaves.push_back(leaf_at(i, make_box(random, places)));
      const BoxTree tree = built_along_curve(leaves);
      Audit{tree};
      ASSERT_EQ(tree.size(), count);
      for (const BoxLeaf& leaf : leaves) {
        EXPECT_EQ(tree.leaf_box(leaf.number), leaf.box);
        EXPECT_EQ(tree.leaf_filter(leaf.number), leaf.filter);
      }
    }
}

TEST(BoxTree, AlongACurveIsAboutAsGoodAsByArea) {
  // In clusters that are a million sizes apart no grid around all tells two boxes of a cluster apart.
  for (const double apart : {0.0, 1e6}) {
    Random random{7};
    std::vector<BoxLeaf> leaves;
    for (std::uint32_t i = 0; i < 4000; ++i) {
      const V3d cluster{i % 2 * apart, i / 2 % 2 * apart, i / 4 % 2 * apart};
      leaves.push_back(leaf_at(i, box_of(cluster + random.in_cube() * 8, {0.5, 0.5, 0.5})));
    }
    BoxTree by_area;
    by_area.insert(leaves);
    EXPECT_LT(built_along_curve(leaves).cost(), 1.5 * by_area.cost()) << apart;
  }
}

TEST(BoxTree, MarksLeavesAndWhatIsAboveThem) {
  Random random{4};
  BoxTree tree;
  std::vector<BoxLeaf> leaves;
  for (std::uint32_t i = 0; i < 100; ++i) leaves.push_back(leaf_at(i, make_box(random, Places::scattered)));
  tree.insert(leaves);
  const double built = tree.cost();
  for (const std::uint32_t i : {3u, 50u, 99u}) tree.mark(i);
  Audit{tree};
  EXPECT_NE(tree.node(0).marked, 0);
  for (const std::uint32_t i : {50u, 3u, 99u}) tree.unmark(i);
  Audit{tree};
  EXPECT_EQ(tree.node(0).marked, 0);
  // By insertion one by one it is not much worse than built at once.
  BoxTree grown;
  for (const BoxLeaf& leaf : leaves) grown.insert(leaf);
  EXPECT_LT(grown.cost(), 1.5 * built);
}

TEST(BoxTree, IsBuiltAnewWhenItHasGotWorse) {
  Random random{5};
  BoxTree tree;
  std::vector<BoxLeaf> leaves;
  for (std::uint32_t i = 0; i < 300; ++i) leaves.push_back(leaf_at(i, make_box(random, Places::scattered)));
  tree.insert(leaves);
  for (std::uint32_t i = 0; i < 300; ++i) tree.set_leaf(i, make_box(random, Places::scattered), {});
  tree.refit();
  const double worn = tree.cost();
  tree.improve();
  Audit{tree};
  EXPECT_LT(tree.cost() * 2, worn);
}

}  // namespace
}  // namespace graze::test
