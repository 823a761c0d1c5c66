// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/tree/obb_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "literature/obb_tree.h"
#include "tree/box_sets.h"

namespace graze::test {
namespace {

Vec3d plain_vec(const V3d& v) { return {v.x, v.y, v.z}; }

// Pieces of points, one after the other.
struct Soup {
  std::vector<Vec3> points;
  std::vector<std::uint32_t> ends;

  void add(std::initializer_list<Vec3> piece) {
    points.insert(points.end(), piece);
    ends.push_back(static_cast<std::uint32_t>(points.size()));
  }
  [[nodiscard]] std::span<const Vec3> piece(std::uint32_t i) const {
    const std::uint32_t begin = i > 0 ? ends[i - 1] : 0;
    return std::span(points).subspan(begin, ends[i] - begin);
  }
  [[nodiscard]] ObbTree build() const { return *build_obb_tree(points, ends); }
};

// Major radius 10, minor 2, two triangles per cell.
Soup make_torus(int cells) {
  const auto point = [&](int i, int j) {
    const double u = 2 * std::numbers::pi * i / cells, v = 2 * std::numbers::pi * j / cells;
    const double r = 10 + 2 * std::cos(v);
    return Vec3{Real(r * std::cos(u)), Real(r * std::sin(u)), Real(2 * std::sin(v))};
  };
  Soup soup;
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j) {
      soup.add({point(i, j), point(i + 1, j), point(i + 1, j + 1)});
      soup.add({point(i, j), point(i + 1, j + 1), point(i, j + 1)});
    }
  return soup;
}

// The corners of each box; of flat ones some are equal.
Soup soup_of(Boxes kind, int count) {
  Soup soup;
  for (const Aabb& box : make_boxes(kind, count, 3))
    soup.add({box.lower, box.upper, {box.lower.x, box.upper.y, box.lower.z}});
  return soup;
}

// A point lies in a box if its coordinates, in the axes as stored, are within the half extents.
bool is_within(const Obb& box, const Vec3& p) {
  const BasicMat3<double> back = inverse(BasicMat3<double>(box.axes));
  const Vec3d s = back * (Vec3d(p) * 0.25 - Vec3d(box.centre) * 0.25), h = Vec3d(box.half_extents) * 0.25;
  return std::abs(s.x) <= h.x && std::abs(s.y) <= h.y && std::abs(s.z) <= h.z;
}

// Checks everything below a node; returns the pieces.
std::vector<std::uint32_t> audit(const ObbTreeData& tree, std::uint32_t index, const Soup& soup, int level,
                                 int& depth) {
  const ObbNode& node = tree.nodes[index];
  depth = std::max(depth, level);
  std::vector<std::uint32_t> ids;
  if (node.is_leaf()) {
    ids.push_back(node.id);
  } else {
    EXPECT_GT(node.child, index);
    for (const std::uint32_t i : {0u, 1u}) {
      const auto below = audit(tree, node.child + i, soup, level + 1, depth);
      ids.insert(ids.end(), below.begin(), below.end());
    }
  }
  for (const std::uint32_t id : ids)
    for (const Vec3& p : soup.piece(id)) EXPECT_TRUE(is_within(node.box, p));
  return ids;
}

void audit(const ObbTree& tree, const Soup& soup) {
  int depth = 0;
  auto ids = audit(*ObbTreeAccess::data(tree), 0, soup, 1, depth);
  EXPECT_EQ(depth, tree.depth());
  EXPECT_LE(depth, kMaxObbDepth);
  std::sort(ids.begin(), ids.end());
  ASSERT_EQ(ids.size(), tree.size());
  for (std::uint32_t i = 0; i < ids.size(); ++i) ASSERT_EQ(ids[i], i);
}

TEST(ObbTree, OfNothingIsEmpty) {
  const ObbTree none, built = *build_obb_tree({}, {});
  for (const ObbTree* tree : {&none, &built}) {
    EXPECT_EQ(tree->size(), 0u);
    EXPECT_EQ(tree->memory_bytes(), 0u);
    EXPECT_EQ(tree->depth(), 0);
  }
  EXPECT_TRUE(
      visit_obb_pairs(none, make_torus(4).build(), {}, ObbAxes::fifteen, [](auto, auto) { return false; }));
}

TEST(ObbTree, OfOneTurnedSquareIsFlat) {
  // Corners of a square of side sqrt(2) in the plane z = 5, its sides at 45 degrees, longer along (1, 1, 0).
  Soup soup;
  soup.add({{2, 0, 5}, {0, -2, 5}, {-2, 0, 5}, {0, 2, 5}, {3, 1, 5}, {-1, -3, 5}});
  const ObbTree tree = soup.build();
  audit(tree, soup);
  const Obb box = tree.bounds();
  EXPECT_EQ(tree.depth(), 1);
  EXPECT_NEAR(double(std::abs(box.axes.column(0).x)), std::sqrt(0.5), 0.1);
  EXPECT_LT(double(box.half_extents.z), 100 * double(kEpsilon));
}

TEST(ObbTree, ContainsEveryKindOfPieces) {
  for (const Boxes kind : kAllBoxes)
    for (const int count : {1, 2, 3, 150}) {
      SCOPED_TRACE(name_of(kind));
      const Soup soup = soup_of(kind, count);
      audit(soup.build(), soup);
    }
  const Soup torus = make_torus(16);
  const ObbTree tree = torus.build();
  audit(tree, torus);
  EXPECT_LE(tree.depth(), 16);
  EXPECT_LT(double(tree.memory_bytes()) / double(tree.size()), sizeof(Real) == 4 ? 140 : 260);
}

TEST(ObbTree, DepthIsBoundedWhereEveryCutTakesOnePieceOff) {
  Soup soup;
  const int exponents = std::numeric_limits<Real>::max_exponent - 4;
  for (int e = -exponents; e < exponents; ++e) {
    const Real x = std::ldexp(Real(1), e);
    soup.add({{x, 0, 0}, {x, x / 2, 0}});
  }
  const ObbTree tree = soup.build();
  audit(tree, soup);
  EXPECT_GT(tree.depth(), kFreeObbDepth);  // otherwise this tests nothing
}

TEST(ObbTree, RefusesBadInputByPosition) {
  const Vec3 points[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, kInfinity}, {1, 1, 1}};
  const auto code = [&](std::initializer_list<std::uint32_t> list, std::size_t count) {
    return build_obb_tree(std::span(points).first(count), std::vector<std::uint32_t>(list)).error();
  };
  EXPECT_EQ(code({2, 4}, 4).code, ErrorCode::not_finite);
  EXPECT_EQ(code({2, 4}, 4).position, 2u);
  EXPECT_EQ(code({1, 1, 2}, 2).code, ErrorCode::empty);
  EXPECT_EQ(code({1, 1, 2}, 2).position, 1u);
  EXPECT_EQ(code({1, 3}, 2).code, ErrorCode::index_out_of_range);
  EXPECT_EQ(code({1, 3}, 2).position, 1u);
  EXPECT_EQ(code({1}, 2).code, ErrorCode::index_out_of_range);
}

TEST(ObbTree, StopsBuildingWhenToldTo) {
  const Soup soup = make_torus(50);
  int reports = 0;
  const TreeProgress progress{[](void* context, std::size_t, std::size_t) {
                                ++*static_cast<int*>(context);
                                return false;
                              },
                              &reports};
  const auto tree = build_obb_tree(soup.points, soup.ends, progress);
  ASSERT_FALSE(tree);
  EXPECT_EQ(tree.error().code, ErrorCode::cancelled);
  EXPECT_EQ(reports, 1);
}

using Pairs = std::vector<bool>;
Pairs pairs_of(const ObbTree& a, const ObbTree& b, const RelativePlacement& placement, ObbAxes axes,
               std::size_t& tests) {
  Pairs out(a.size() * b.size());
  EXPECT_TRUE(visit_obb_pairs(
      a, b, placement, axes, [&](std::uint32_t i, std::uint32_t j) { return out[i * b.size() + j] = true; },
      &tests));
  return out;
}

TEST(VisitObbPairs, NeverMissesPiecesThatShareAPoint) {
  const Soup a = make_torus(14), b = soup_of(Boxes::random, 60);
  const ObbTree tree_a = a.build(), tree_b = b.build();
  Random random{5};
  std::size_t tests_15 = 0, tests_6 = 0, found_15 = 0, found_6 = 0, all = 0;
  for (int i = 0; i < 150; ++i) {
    const Vec3d x = plain_vec(random.direction()), y = normalized(cross(x, plain_vec(random.direction())));
    const BasicMat3<double> turn{x, y, cross(x, y)};
    const auto id_a = static_cast<std::uint32_t>(random.below(int(a.ends.size())));
    const auto id_b = static_cast<std::uint32_t>(random.below(int(b.ends.size())));
    // A point of one piece onto a point of the other; far less than a unit of Real is lost.
    const Vec3d p = (Vec3d(a.piece(id_a)[0]) + Vec3d(a.piece(id_a)[1])) * 0.5;
    const Vec3d q(b.piece(id_b)[std::size_t(i % 3)]);
    const RelativePlacement placement{turn, p - turn * q, 0};
    const Pairs fifteen = pairs_of(tree_a, tree_b, placement, ObbAxes::fifteen, tests_15);
    const Pairs six = pairs_of(tree_a, tree_b, placement, ObbAxes::six, tests_6);
    const std::size_t at = id_a * b.ends.size() + id_b;
    ASSERT_TRUE(fifteen[at] && six[at]) << "placement " << i;
    for (std::size_t k = 0; k < six.size(); ++k) ASSERT_LE(fifteen[k], six[k]);
    found_15 += static_cast<std::size_t>(std::count(fifteen.begin(), fifteen.end(), true));
    found_6 += static_cast<std::size_t>(std::count(six.begin(), six.end(), true));
    all += six.size();
  }
  EXPECT_LT(found_15, found_6);
  EXPECT_LT(found_6, all / 50);
  EXPECT_LT(tests_15, tests_6);
}

TEST(VisitObbPairs, TellsNothingApartUnderAStretchItWasNotMadeFor) {
  const Soup soup = make_torus(6);
  const ObbTree tree = soup.build();
  std::size_t tests = 0;
  const RelativePlacement placement{BasicMat3<double>::diagonal(2, 1, 1), {15, 0, 0}, 0};
  const Pairs found = pairs_of(tree, tree, placement, ObbAxes::fifteen, tests);
  EXPECT_EQ(static_cast<std::size_t>(std::count(found.begin(), found.end(), true)), found.size());
}

TEST(VisitObbPairs, CountsSlackAsDistance) {
  Soup soup;
  soup.add({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  const ObbTree tree = soup.build();
  std::size_t tests = 0;
  const auto is_visited = [&](double slack) -> bool {
    return pairs_of(tree, tree, {{}, {0, 0, 3}, slack}, ObbAxes::fifteen, tests)[0];
  };
  EXPECT_FALSE(is_visited(0));
  EXPECT_FALSE(is_visited(2.99));
  EXPECT_TRUE(is_visited(3));
}

}  // namespace
}  // namespace graze::test
