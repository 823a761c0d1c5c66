// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/box_tree.h"

#include <gtest/gtest.h>

#include <map>

#include "lockstep.h"

namespace graze::test {
namespace {

// What a tree must be at any time, asked from the leaves up.
class Audit {
 public:
  explicit Audit(const BoxTree& tree) : tree_(tree) {
    const int height = tree.size() > 0 ? check(0, kNoNode, 0) : 0;
    EXPECT_EQ(height, tree.size() > 0 ? tree.node(0).height : 0);
    EXPECT_EQ(leaves_, tree.size());
  }

 private:
  const BoxTree& tree_;
  std::size_t leaves_ = 0;

  int check(std::uint32_t index, std::uint32_t parent, int depth) {
    const BoxNode& node = tree_.node(index);
    EXPECT_EQ(tree_.parent(index), parent);
    EXPECT_LE(depth, BoxTree::kMostHeight);
    if (node.is_leaf()) {
      EXPECT_EQ(&tree_.leaf(node.first), &node);
      ++leaves_;
      return 0;
    }
    const int height =
        1 + std::max(check(node.first, index, depth + 1), check(node.first + 1, index, depth + 1));
    const BoxNode &a = tree_.node(node.first), &b = tree_.node(node.first + 1);
    EXPECT_EQ(node.box, merge(a.box, b.box));
    EXPECT_EQ(tree_.filter(index), merge(tree_.filter(node.first), tree_.filter(node.first + 1)));
    EXPECT_EQ(node.is_marked, a.is_marked || b.is_marked);
    EXPECT_EQ(node.height, height);
    return height;
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
    for (const auto& [number, box] : leaves) EXPECT_EQ(tree.leaf(number).box, box);
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
  EXPECT_GT(tree.node(0).height, 12);
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
  EXPECT_TRUE(tree.node(0).is_marked);
  for (const std::uint32_t i : {50u, 3u, 99u}) tree.unmark(i);
  Audit{tree};
  EXPECT_FALSE(tree.node(0).is_marked);
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
