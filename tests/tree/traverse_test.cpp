// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/traverse.h"

#include <gtest/gtest.h>

#include <set>

#include "box_sets.h"

namespace graze::test {
namespace {

using Ids = std::set<std::uint32_t>;
using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

// The ids whose boxes overlap the probe. An id that comes up twice is a failure.
Ids found_by_tree(const AabbTree& tree, const std::vector<Aabb>& boxes, const Aabb& probe) {
  Ids ids;
  const bool is_whole = visit(
      tree, [&](const Aabb& box) { return overlaps(box, probe); },
      [&](std::uint32_t id) {
        if (overlaps(boxes[id], probe)) {
          EXPECT_TRUE(ids.insert(id).second);
        }
        return true;
      });
  EXPECT_TRUE(is_whole);
  return ids;
}

Ids found_by_definition(const std::vector<Aabb>& boxes, const Aabb& probe) {
  Ids ids;
  for (std::uint32_t i = 0; i < boxes.size(); ++i)
    if (overlaps(boxes[i], probe)) ids.insert(i);
  return ids;
}

// Between boxes, or between a point and a box; 0 where they meet. In halves, whose differences cannot
// overflow.
double gap(const Aabb& a, const Aabb& b) {
  double most = 0;
  for (int k = 0; k < 3; ++k) {
    const double al = double(a.lower[k]) / 2, au = double(a.upper[k]) / 2;
    const double bl = double(b.lower[k]) / 2, bu = double(b.upper[k]) / 2;
    most = std::max({most, al - bu, bl - au});
  }
  return most;
}

class Traversal : public testing::TestWithParam<Boxes> {};

TEST_P(Traversal, OfOneTreeFindsWhatAllBoxesSay) {
  int hits = 0, all = 0;
  for (const int count : {1, 7, 900}) {
    const auto boxes = make_boxes(GetParam(), count, 1);
    const AabbTree tree = *build_tree(boxes);
    Random random{2};
    for (int i = 0; i < 60; ++i) {
      Aabb probe = random_probe(random, tree.bounds());
      if (i % 3 == 0) probe = boxes[static_cast<std::size_t>(random.below(count))];
      if (i % 3 == 1) probe = {probe.lower, probe.lower};
      const Ids expected = found_by_definition(boxes, probe);
      ASSERT_EQ(found_by_tree(tree, boxes, probe), expected);
      hits += int(expected.size());
      all += count;
    }
  }
  EXPECT_GT(hits, 0);
  if (GetParam() != Boxes::identical) {
    EXPECT_LT(hits, all);
  }
}

TEST_P(Traversal, OfOneTreeEndsWhenALeafSaysSo) {
  const auto boxes = make_boxes(GetParam(), 900, 3);
  const AabbTree tree = *build_tree(boxes);
  int visits = 0;
  EXPECT_FALSE(visit(
      tree, [](const Aabb&) { return true; }, [&](std::uint32_t) { return ++visits < 5; }));
  EXPECT_EQ(visits, 5);
}

TEST_P(Traversal, ByDistanceFindsTheNearestBox) {
  const auto boxes = make_boxes(GetParam(), 900, 4);
  const AabbTree tree = *build_tree(boxes);
  Random random{5};
  std::size_t visits = 0, away = 0;
  for (int i = 0; i < 60; ++i) {
    const Aabb p = random_probe(random, tree.bounds());
    const Aabb probe{p.lower, p.lower};
    double best = std::numeric_limits<double>::infinity(), expected = best;
    visit_nearest(
        tree, [&](const Aabb& box) { return gap(box, probe); }, best,
        [&](std::uint32_t id) {
          ++visits;
          best = std::min(best, gap(boxes[id], probe));
        });
    for (const Aabb& box : boxes) expected = std::min(expected, gap(box, probe));
    ASSERT_EQ(best, expected);
    away += expected > 0;
  }
  if (GetParam() == Boxes::random || GetParam() == Boxes::clustered || GetParam() == Boxes::points) {
    EXPECT_GT(away, 10u);
    EXPECT_LT(visits, 60u * 900 / 4);  // it did leave something out
  }
}

Pairs pairs_by_definition(const std::vector<Aabb>& a, const std::vector<Aabb>& b) {
  Pairs pairs;
  for (std::uint32_t i = 0; i < a.size(); ++i)
    for (std::uint32_t j = 0; j < b.size(); ++j)
      if (overlaps(a[i], b[j])) pairs.insert({i, j});
  return pairs;
}

TEST_P(Traversal, OfTwoTreesFindsWhatAllPairsSay) {
  for (const Boxes kind : {GetParam(), Boxes::random}) {
    for (const int count : {1, 90}) {
      const auto a = make_boxes(GetParam(), 130, 6), b = make_boxes(kind, count, 7);
      const AabbTree tree_a = *build_tree(a), tree_b = *build_tree(b);
      Pairs found;
      const bool is_whole = visit_pairs(
          tree_a, tree_b, [](const Aabb& x, const Aabb& y) { return overlaps(x, y); },
          [&](std::uint32_t i, std::uint32_t j) {
            if (overlaps(a[i], b[j])) {
              EXPECT_TRUE(found.insert({i, j}).second);
            }
            return true;
          });
      EXPECT_TRUE(is_whole);
      const Pairs expected = pairs_by_definition(a, b);
      ASSERT_EQ(found, expected);
      if (kind != GetParam() || count == 1) continue;
      EXPECT_GT(expected.size(), 0u);
      if (kind != Boxes::identical) {
        EXPECT_LT(expected.size(), a.size() * b.size());
      }
    }
  }
}

TEST_P(Traversal, OfTwoTreesByDistanceFindsTheNearestPair) {
  const auto a = make_boxes(GetParam(), 130, 8);
  auto b = make_boxes(GetParam(), 90, 9);
  for (const bool is_moved : {false, true}) {
    if (is_moved)
      for (Aabb& box : b) box = {box.lower + half_extents(box) * 3, box.upper + half_extents(box) * 3};
    const AabbTree tree_a = *build_tree(a), tree_b = *build_tree(b);
    double best = std::numeric_limits<double>::infinity(), expected = best;
    visit_nearest_pairs(
        tree_a, tree_b, [](const Aabb& x, const Aabb& y) { return gap(x, y); }, best,
        [&](std::uint32_t i, std::uint32_t j) { best = std::min(best, gap(a[i], b[j])); });
    for (const Aabb& x : a)
      for (const Aabb& y : b) expected = std::min(expected, gap(x, y));
    EXPECT_EQ(best, expected);
  }
}

// leaf(lower id, higher id) for the ids of leaves of which one overlaps the boxes of the other's.
template <class Leaf>
bool visit_self_pairs(const AabbTree& tree, std::span<const Aabb> boxes, Leaf leaf) {
  const TreeData* data = TreeAccess::data(tree);
  walk::Ref own;
  const auto of = [&](walk::Ref ids) {
    own = ids;
    Aabb all;
    for (std::uint32_t i = ids.index; i < ids.end; ++i) all = merge(all, boxes[data->order[i]]);
    return all;
  };
  const auto with = [&](walk::Ref other) {
    for (std::uint32_t j = other.index; j < other.end; ++j)
      for (std::uint32_t i = own.index; i < std::min(own.end, j); ++i) {
        const std::uint32_t x = data->order[i], y = data->order[j];
        if (!leaf(std::min(x, y), std::max(x, y))) return false;
      }
    return true;
  };
  return visit_self_leaves(tree, of, with);
}

TEST_P(Traversal, OfATreeAgainstItselfFindsEachPairOnce) {
  const auto boxes = make_boxes(GetParam(), 150, 10);
  const AabbTree tree = *build_tree(boxes);
  Pairs found, expected;
  EXPECT_TRUE(visit_self_pairs(tree, boxes, [&](std::uint32_t i, std::uint32_t j) {
    EXPECT_LT(i, j);
    if (overlaps(boxes[i], boxes[j])) {
      EXPECT_TRUE(found.insert({i, j}).second);
    }
    return true;
  }));
  for (const auto& [i, j] : pairs_by_definition(boxes, boxes))
    if (i < j) expected.insert({i, j});
  ASSERT_EQ(found, expected);
  EXPECT_GT(found.size(), 0u);
}

TEST_P(Traversal, AfterARefitFindsWhatARebuiltTreeFinds) {
  const auto boxes = make_boxes(GetParam(), 600, 11), moved = make_boxes(GetParam(), 600, 12);
  AabbTree tree = *build_tree(boxes);
  ASSERT_FALSE(refit(tree, moved));
  const AabbTree rebuilt = *build_tree(moved);
  Random random{13};
  int hits = 0;
  for (int i = 0; i < 40; ++i) {
    const Aabb probe = i % 2 == 0 ? random_probe(random, tree.bounds()) : moved[std::size_t(i)];
    const Ids found = found_by_tree(tree, moved, probe);
    ASSERT_EQ(found, found_by_tree(rebuilt, moved, probe));
    hits += int(found.size());
  }
  EXPECT_GT(hits, 0);
}

INSTANTIATE_TEST_SUITE_P(Every, Traversal, testing::ValuesIn(kAllBoxes), test_name);

TEST(Traversal, OfAnEmptyTreeVisitsNothing) {
  const AabbTree none, one = *build_tree(make_boxes(Boxes::random, 1, 1));
  const auto fail = [](const auto&...) {
    ADD_FAILURE();
    return false;
  };
  const auto yes = [](const auto&...) { return true; };
  const auto zero = [](const auto&...) { return 0.0; };
  const double best = 1;
  EXPECT_TRUE(visit(none, yes, fail));
  EXPECT_TRUE(visit_pairs(none, one, yes, fail));
  EXPECT_TRUE(visit_pairs(one, none, yes, fail));
  EXPECT_TRUE(visit_self_pairs(none, {}, fail));
  EXPECT_TRUE(visit_self_pairs(one, make_boxes(Boxes::random, 1, 1), fail));
  visit_nearest(none, zero, best, fail);
  visit_nearest_pairs(none, one, zero, best, fail);
}

TEST(Traversal, OfTwoTreesEndsWhenALeafSaysSo) {
  const AabbTree tree = *build_tree(make_boxes(Boxes::random, 100, 1));
  const auto yes = [](const auto&...) { return true; };
  int pairs = 0, self_pairs = 0;
  EXPECT_FALSE(visit_pairs(tree, tree, yes, [&](std::uint32_t, std::uint32_t) { return ++pairs < 300; }));
  const std::vector<Aabb> wide(100, tree.bounds());
  EXPECT_FALSE(
      visit_self_pairs(tree, wide, [&](std::uint32_t, std::uint32_t) { return ++self_pairs < 300; }));
  EXPECT_EQ(pairs, 300);
  EXPECT_EQ(self_pairs, 300);
}

TEST(Traversal, ByDistanceTakesEqualBoundsInTheOrderOfTheTree) {
  const auto boxes = make_boxes(Boxes::random, 50, 1);
  const AabbTree tree = *build_tree(boxes);
  const double best = 1;
  std::vector<std::uint32_t> plain, sorted;
  visit(
      tree, [](const Aabb&) { return true; },
      [&](std::uint32_t id) {
        plain.push_back(id);
        return true;
      });
  visit_nearest(
      tree, [](const Aabb&) { return 0.5; }, best, [&](std::uint32_t id) { sorted.push_back(id); });
  EXPECT_EQ(plain.size(), 50u);
  EXPECT_EQ(plain, sorted);
}

}  // namespace
}  // namespace graze::test
