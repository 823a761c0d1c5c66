// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/kernels.h"

#include <gtest/gtest.h>

#include <cstring>

#include "box_sets.h"
#include "shape/simd_targets.h"
#include "tree/traverse.h"

namespace graze::test {
namespace {

using Vec3d = BasicVec3<double>;
Vec3d plain_vec(const V3d& v) { return {v.x, v.y, v.z}; }

// Sides are multiples of 1/64 between -5 and 5, some of them equal: sums and products with other such numbers
// are exact.
Real on_grid(Random& random, double size) { return Real(std::floor(random.uniform(-size, size) * 64) / 64); }
std::vector<Aabb> grid_boxes(int count, std::uint64_t seed) {
  Random random{seed};
  std::vector<Aabb> boxes;
  for (int i = 0; i < count; ++i) {
    const Vec3 p{on_grid(random, 4), on_grid(random, 4), on_grid(random, 4)};
    Vec3 size{std::abs(on_grid(random, 1)), std::abs(on_grid(random, 1)), std::abs(on_grid(random, 1))};
    if (i % 4 == 0) size[i / 4 % 3] = 0;
    boxes.push_back({p, p + size});
  }
  return boxes;
}

// A corner or a point on an edge, a face or within.
Vec3d point_of(Random& random, const Aabb& box) {
  Vec3d p;
  for (int k = 0; k < 3; ++k) {
    const double low = double(box.lower[k]), high = double(box.upper[k]);
    p[k] = random.chance(0.4) ? low : random.chance(0.6) ? high : std::floor((low + high) * 32) / 64;
  }
  return p;
}

DistantBox distant_box(Random& random, const TurnedBox& turned) {
  DistantBox box{turned, {}, {}, Real(0.999), Real(0.001)};
  for (int i = 0; i < 2; ++i) {
    const Vec3d axis = plain_vec(random.direction());
    for (int k = 0; k < 3; ++k) box.along[i][k] = Real(axis[k]);
    box.start[i] = Real(random.uniform(-1, 1));
  }
  return box;
}

// Sides within those of the node, some of them equal to those, or to what a byte stands for.
ChildSides sides_within(Random& random, const WideNode& node) {
  ChildSides out;
  const auto side = [&](int k) {
    const auto byte = static_cast<std::uint8_t>(random.below(256));
    if (random.chance(0.3)) return decode_upper(node, k, byte);
    const double at = random.chance(0.2) ? double(random.below(2)) : random.uniform(0, 1);
    return std::clamp(Real(double(node.lower[k]) * (1 - at) + double(node.upper[k]) * at), node.lower[k],
                      node.upper[k]);
  };
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < kWidth; ++i) {
      const Real x = side(k), y = side(k);
      out.lower[k][i] = std::min(x, y);
      out.upper[k][i] = std::max(x, y);
    }
  return out;
}

// Answers of the kernels of a target about many nodes, one after the other.
std::vector<std::uint32_t> ask_everything(const NodeKernels& kernels) {
  std::vector<std::uint32_t> out;
  const auto put_real = [&](Real x) {
    std::uint32_t words[2] = {};
    std::memcpy(words, &x, sizeof x);
    out.insert(out.end(), words, words + 2);
  };
  for (const Boxes kind : kAllBoxes) {
    const AabbTree tree = *build_tree(make_boxes(kind, 200, 1)),
                   other = *build_tree(make_boxes(kind, 200, 2));
    Random random{3};
    for (const WideNode& node : TreeAccess::data(tree)->nodes)
      for (int i = 0; i < 20; ++i) {
        const Aabb probe = random_probe(random, tree.bounds());
        out.push_back(kernels.box(node, probe));
        Vec3d direction = plain_vec(random.in_cube());
        if (i % 3 == 0) direction[i % 2] = 0;
        if (i % 7 == 0) direction.z *= 1e-45;
        const NodeRay ray = make_node_ray(Vec3d(probe.lower), direction, tree.bounds());
        Real entry[kWidth];
        const auto met = kernels.ray(node, ray, i % 2 == 0 ? kInfinity : Real(1), entry);
        out.push_back(met);
        for (int k = 0; k < node.child_count; ++k) put_real(entry[k]);
        const BasicMat3<double> linear{plain_vec(random.in_cube()), plain_vec(random.in_cube()),
                                       plain_vec(random.in_cube())};
        const Relative relative(tree.bounds(), other.bounds(), {linear, Vec3d(probe.upper), 0});
        const TurnedBox turned = relative.in_a(probe);
        Real overlap[kWidth], same[kWidth];
        const std::uint32_t reached = kernels.turned(node, turned, overlap);
        out.push_back(reached);
        EXPECT_EQ(kernels.relative(node, relative.b_in_a(), probe, same), reached);
        for (int k = 0; k < node.child_count; ++k) {
          // Of boxes too large for sums it may be no number, with any bits.
          if ((reached >> k & 1) == 0 || !(overlap[k] >= 0)) continue;
          put_real(overlap[k]);
          EXPECT_EQ(overlap[k], same[k]);
        }
        const DistantBox distant = distant_box(random, turned);
        Real gap[kWidth], reach[kWidth];
        kernels.gaps(node, distant, gap);
        kernels.reaches(node, distant.along[0], reach);
        for (int k = 0; k < node.child_count; ++k) put_real(gap[k]), put_real(reach[k]);
        WideNode again = node;
        kernels.quantise(again, sides_within(random, node));
        for (int k = 0; k < 3; ++k)
          for (int j = 0; j < kWidth; ++j)
            out.push_back(again.child_lower[k][j] * 256u + again.child_upper[k][j]);
      }
  }
  return out;
}

TEST(NodeKernels, GiveTheSameBytesForEveryTarget) {
  const auto expected = ask_everything(plain_node_kernels());
  EXPECT_GT(expected.size(), 10000u);
  const int targets = for_each_simd_target(
      [&](const char* name) { EXPECT_EQ(ask_everything(node_kernels()), expected) << name; });
  EXPECT_GE(targets, 1);
}

TEST(VisitBox, VisitsWhatVisitVisits) {
  std::size_t visits = 0, all = 0;
  for (const Boxes kind : kAllBoxes) {
    const AabbTree tree = *build_tree(make_boxes(kind, 500, 4));
    Random random{5};
    for (int i = 0; i < 50; ++i) {
      const Aabb probe = random_probe(random, tree.bounds());
      std::vector<std::uint32_t> expected, found;
      visit(
          tree, [&](const Aabb& box) { return overlaps(box, probe); },
          [&](std::uint32_t id) { return expected.push_back(id), true; });
      EXPECT_TRUE(visit_box(tree, probe, [&](std::uint32_t id) { return found.push_back(id), true; }));
      ASSERT_EQ(found, expected);
      visits += found.size();
      all += tree.size();
    }
  }
  EXPECT_GT(visits, all / 100);
  EXPECT_LT(visits, all / 2);
}

TEST(Cut, LeavesWhatReachesThePlaneAndNotAllThatIsBeyond) {
  const std::vector<Aabb> boxes = grid_boxes(500, 91);
  const AabbTree tree = *build_tree(boxes);
  const TreeData& data = *TreeAccess::data(tree);
  Random random{92};
  std::size_t left_out = 0;
  for (int round = 0; round < 300; ++round) {
    const Vec3d axis = plain_vec(random.direction());
    const auto touched = static_cast<std::size_t>(random.below(500));
    // Its corner that is least far along the axis is on the plane.
    double most = 0;
    for (int k = 0; k < 3; ++k)
      most += axis[k] * double(axis[k] > 0 ? boxes[touched].lower[k] : boxes[touched].upper[k]);
    TurnedBox all{{}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    std::fill_n(all.reach.least, kWidth, -kInfinity);
    std::fill_n(all.reach.most, kWidth, kInfinity);
    cut(all, axis, most, tree.bounds());
    bool is_met = false;
    std::size_t visited = 0;
    const auto some = [&](const WideNode& node) {
      Real overlap[kWidth];
      return walk::Some{node_kernels().turned(node, all, overlap)};
    };
    walk::one_tree(data, some, [&](std::uint32_t id) {
      ++visited;
      is_met |= id == touched;
      return true;
    });
    ASSERT_TRUE(is_met) << round;
    left_out += boxes.size() - visited;
  }
  EXPECT_GT(left_out, 300u * 100u);
}

TEST(VisitRay, NeverMissesABoxThatItMeets) {
  const auto boxes = grid_boxes(400, 6);
  const AabbTree tree = *build_tree(boxes);
  Random random{7};
  std::size_t visits = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto id = static_cast<std::uint32_t>(random.below(400));
    // Exact: o + t * d is a point of the box, often a corner.
    const Vec3d p = point_of(random, boxes[id]);
    Vec3d d{double(random.below(33) - 16) / 8, double(random.below(33) - 16) / 8,
            double(random.below(33) - 16) / 8};
    double t = double(random.below(200)) / 16;
    const Vec3d o = p - d * t;
    const double scale = i % 3 == 0   ? 0x1p-600
                         : i % 3 == 1 ? 1
                                      : 0x1p700;  // of the direction, against that of t
    d *= scale;
    t /= scale;
    bool is_found = false;
    double t_max = t;
    visit_ray(tree, o, d, t_max, [&](std::uint32_t x) {
      ++visits;
      is_found = is_found || x == id;
    });
    ASSERT_TRUE(is_found) << "ray " << i;
  }
  EXPECT_LT(visits, 3000u * 400 / 4);
}

TEST(VisitRay, NeverMissesABoxFromFarAwayOrAlmostAlongAnAxis) {
  const auto boxes = grid_boxes(400, 8);
  const AabbTree tree = *build_tree(boxes);
  Random random{9};
  for (int i = 0; i < 3000; ++i) {
    const auto id = static_cast<std::uint32_t>(random.below(400));
    const Vec3d p = point_of(random, boxes[id]);
    // Powers of two: exact, from next to nothing to far beyond the range of a float.
    Vec3d d{0, 0, 0};
    for (int k = 0; k < 3; ++k)
      if (random.chance(0.6)) d[k] = std::ldexp(random.chance(0.5) ? 1 : -1, random.below(40) - 39);
    const double t = std::ldexp(1, random.below(20));
    bool is_found = false;
    visit_ray(tree, p - d * t, d, t, [&](std::uint32_t x) { is_found = is_found || x == id; });
    ASSERT_TRUE(is_found) << "ray " << i;
  }
}

// Any hit is enough: nothing lies before minus infinity.
TEST(VisitRay, EndsWhereALeafSaysSo) {
  const AabbTree tree = *build_tree(make_boxes(Boxes::random, 2000, 14));
  std::size_t visits = 0, all = 0;
  double most = std::numeric_limits<double>::infinity();
  const double endless = most;
  const auto stop = [&](std::uint32_t) {
    ++visits;
    most = -std::numeric_limits<double>::infinity();
  };
  visit_ray(tree, {0, 0, -2}, {0, 0, 1}, most, stop);
  visit_ray(tree, {0, 0, -2}, {0, 0, 1}, endless, [&](std::uint32_t) { ++all; });
  EXPECT_GT(visits, 0u);
  EXPECT_LE(visits, 8u);  // those of one leaf
  EXPECT_GT(all, 2 * visits);
}

// The rounding of a float that is a million away would blur all boxes into one.
TEST(VisitRay, MeetsHardlyMoreBoxesFromFarAwayThanFromNear) {
  const AabbTree tree = *build_tree(make_boxes(Boxes::random, 2000, 12));
  Random random{13};
  std::size_t near = 0, far = 0;
  for (int i = 0; i < 200; ++i) {
    const Vec3d p = plain_vec(random.in_cube()), d = plain_vec(random.direction());
    const double most = std::numeric_limits<double>::infinity();
    visit_ray(tree, p - d * 4, d, most, [&](std::uint32_t) { ++near; });
    visit_ray(tree, p - d * 1e6, d, most, [&](std::uint32_t) { ++far; });
  }
  EXPECT_GT(near, 200u);
  EXPECT_LT(far, near + near / 10);
}

TEST(VisitRay, FindsTheNearestBoxFirst) {
  const auto boxes = make_boxes(Boxes::random, 2000, 10);
  const AabbTree tree = *build_tree(boxes);
  Random random{11};
  std::size_t hits = 0, visits = 0;
  for (int i = 0; i < 200; ++i) {
    const Vec3d o = plain_vec(random.in_cube() * 1.2), d = plain_vec(random.direction());
    const auto entry = [&](const Aabb& box) {
      double near = 0, far = std::numeric_limits<double>::infinity();
      for (int k = 0; k < 3; ++k) {
        const double x = (double(box.lower[k]) - o[k]) / d[k], y = (double(box.upper[k]) - o[k]) / d[k];
        near = std::max(near, std::min(x, y));
        far = std::min(far, std::max(x, y));
      }
      return near <= far ? near : std::numeric_limits<double>::infinity();
    };
    double best = std::numeric_limits<double>::infinity(), expected = best;
    visit_ray(tree, o, d, best, [&](std::uint32_t id) {
      ++visits;
      best = std::min(best, entry(boxes[id]));
    });
    for (const Aabb& box : boxes) expected = std::min(expected, entry(box));
    ASSERT_EQ(best, expected);
    hits += expected < 100;
  }
  EXPECT_GT(hits, 40u);
  EXPECT_LT(hits, 160u);
  EXPECT_LT(visits, 200u * 2000 / 50);
}

TEST(VisitRay, BeforeItsOriginVisitsNothing) {
  const AabbTree tree = *build_tree(make_boxes(Boxes::random, 100, 12));
  const auto fail = [](std::uint32_t) { ADD_FAILURE(); };
  visit_ray(tree, {3, 0, 0}, {1, 0, 0}, 1e30, fail);   // all behind
  visit_ray(tree, {3, 0, 0}, {-1, 0, 0}, 0.5, fail);   // ends before
  visit_ray(tree, {3, 0, 0}, {-1, 0, 0}, -1.0, fail);  // no ray
  visit_ray(tree, {0, 3, 0}, {-1, 0, 0}, 1e30, fail);  // passes by
  visit_ray(AabbTree{}, {0, 0, 0}, {1, 0, 0}, 1.0, fail);
}

using Pairs = std::vector<bool>;
Pairs pairs_under(const AabbTree& a, const AabbTree& b, const RelativePlacement& a_from_b) {
  Pairs out(a.size() * b.size());
  const TreeData &data_a = *TreeAccess::data(a), &data_b = *TreeAccess::data(b);
  LeafPairsUnder leaves(data_a, data_b, a_from_b);
  const auto visit_once = [&](std::uint32_t i, std::uint32_t j) {
    EXPECT_FALSE(out[i * b.size() + j]);
    return out[i * b.size() + j] = true;
  };
  for (walk::Ref ids_a, ids_b; leaves.next(ids_a, ids_b);)
    EXPECT_TRUE(walk::leaf_pairs(data_a, ids_a, data_b, ids_b, visit_once));
  return out;
}

TEST(LeafPairsUnder, NeverMissesAPairThatTouches) {
  const auto a = grid_boxes(150, 13), b = grid_boxes(80, 14);
  const AabbTree tree_a = *build_tree(a), tree_b = *build_tree(b);
  Random random{15};
  int touching = 0;
  std::size_t visited = 0, all = 0;
  for (int i = 0; i < 60; ++i) {
    // Multiples of 1/8: scale, shear, mirror, now and then flat.
    BasicMat3<double> linear;
    for (int k = 0; k < 3; ++k)
      for (int j = 0; j < 3; ++j) linear.columns[j][k] = double(random.below(25) - 12) / 8;
    if (i % 5 == 0) linear.columns[2] = linear.columns[1] - linear.columns[0];
    // A point of one box onto a point of the other, so that often they just touch.
    const auto hit_a = static_cast<std::uint32_t>(random.below(150));
    const auto hit_b = static_cast<std::uint32_t>(random.below(80));
    const Vec3d t = point_of(random, a[hit_a]) - linear * point_of(random, b[hit_b]);
    const Pairs found = pairs_under(tree_a, tree_b, {linear, t, 0});
    ASSERT_TRUE(found[hit_a * 80 + hit_b]) << "placement " << i;
    for (std::uint32_t j = 0; j < 80; ++j)
      for (int n = 0; n < 8; ++n) {
        const Vec3d p = linear * point_of(random, b[j]) + t;
        for (std::uint32_t k = 0; k < 150; ++k) {
          const Vec3d low(a[k].lower), high(a[k].upper);
          if (!(low == min(low, p)) || !(high == max(high, p))) continue;
          ++touching;
          ASSERT_TRUE(found[k * 80 + j]) << "placement " << i << ", pair " << k << ", " << j;
        }
      }
    if (i % 5 == 0) continue;
    visited += static_cast<std::size_t>(std::count(found.begin(), found.end(), true));
    all += found.size();
  }
  EXPECT_GT(touching, 200);
  EXPECT_LT(visited, all / 3);
}

// A rotation by a unit quaternion, rounded.
BasicMat3<double> random_turn(Random& random) {
  const Vec3d x = plain_vec(random.direction());
  const Vec3d y = normalized(cross(x, plain_vec(random.direction())));
  return {x, y, cross(x, y)};
}

// Largest gap of two boxes along the six axes of their frames, by plain double arithmetic.
double gap_of_six(const Aabb& a, const Aabb& b, const RelativePlacement& a_from_b) {
  const auto gap = [](const Aabb& box, const Aabb& other, const BasicMat3<double>& m, const Vec3d& t) {
    const Vec3d c = m * (Vec3d(other.lower) * 0.5 + Vec3d(other.upper) * 0.5) + t;
    const Vec3d h = Vec3d(other.upper) * 0.5 - Vec3d(other.lower) * 0.5;
    double most = -std::numeric_limits<double>::infinity();
    for (int k = 0; k < 3; ++k) {
      const Vec3d row = m.row(k);
      const double r = std::abs(row.x) * h.x + std::abs(row.y) * h.y + std::abs(row.z) * h.z;
      most = std::max({most, double(box.lower[k]) - (c[k] + r), c[k] - r - double(box.upper[k])});
    }
    return most;
  };
  const BasicMat3<double> back = transpose(a_from_b.linear);
  return std::max(gap(a, b, a_from_b.linear, a_from_b.translation),
                  gap(b, a, back, -(back * a_from_b.translation)));
}

TEST(LeafPairsUnder, RotationsVisitsWhatSixAxesLeave) {
  const auto a = make_boxes(Boxes::random, 150, 16), b = make_boxes(Boxes::random, 120, 17);
  const AabbTree tree_a = *build_tree(a, {.leaf_size = 1}), tree_b = *build_tree(b, {.leaf_size = 1});
  Random random{18};
  std::size_t near = 0, visited = 0, all = 0;
  for (int i = 0; i < 40; ++i) {
    const RelativePlacement a_from_b{random_turn(random), plain_vec(random.in_cube() * 2),
                                     i % 2 == 0 ? 0 : 0.1};
    const Pairs found = pairs_under(tree_a, tree_b, a_from_b);
    for (std::uint32_t k = 0; k < a.size(); ++k)
      for (std::uint32_t j = 0; j < b.size(); ++j) {
        const double gap = gap_of_six(a[k], b[j], a_from_b);
        if (gap > a_from_b.slack - 1e-9) continue;
        ++near;
        ASSERT_TRUE(found[k * b.size() + j]) << gap;
      }
    visited += static_cast<std::size_t>(std::count(found.begin(), found.end(), true));
    all += found.size();
  }
  EXPECT_GT(near, all / 1000);
  EXPECT_LT(near, all / 10);
  EXPECT_LT(visited, near + near / 4);  // bytes and rounding let few others through
}

TEST(LeafPairsUnder, TheIdentityFarAwayFindsWhatVisitPairsFinds) {
  for (const Boxes kind : kAllBoxes) {
    const auto a = make_boxes(kind, 100, 19), b = make_boxes(kind, 100, 20);
    const AabbTree tree_a = *build_tree(a), tree_b = *build_tree(b);
    const Pairs found = pairs_under(tree_a, tree_b, {});
    for (std::uint32_t k = 0; k < a.size(); ++k)
      for (std::uint32_t j = 0; j < b.size(); ++j) {
        if (overlaps(a[k], b[j])) {
          ASSERT_TRUE(found[k * b.size() + j]) << name_of(kind);
        }
      }
  }
}

}  // namespace
}  // namespace graze::test
