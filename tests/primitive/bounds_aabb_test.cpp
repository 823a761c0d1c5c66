// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Axis-aligned boxes: three ways to write them, four ways to turn them.
#include <gtest/gtest.h>

#include "bounds_clouds.h"
#include "graze/primitive/bounds/aabb_forms.h"
#include "graze/primitive/bounds/enclosing_ball.h"
#include "graze/primitive/bounds/realign.h"

namespace graze::primitive {
namespace {

using test::exact;
using test::Points;
using test::Q;
using test::Q3;
using test::Random;

Aabb box_of(const std::vector<Vec3>& points) {
  Aabb box;
  for (const Vec3& p : points) box = merge(box, p);
  return box;
}
bool holds(const Aabb& box, const Q3& p) {
  for (int i = 0; i < 3; ++i)
    if (component(p, i) < exact(box.lower[i]) || component(p, i) > exact(box.upper[i])) return false;
  return true;
}
double width(const Aabb& box) {
  return double(box.upper.x - box.lower.x) + double(box.upper.y - box.lower.y) +
         double(box.upper.z - box.lower.z);
}

TEST(AabbForms, ByHand) {
  const Aabb box{{1, 2, 3}, {5, 5, 5}};
  EXPECT_EQ(to_widths(box), (AabbWidths{{1, 2, 3}, {4, 3, 2}}));
  EXPECT_EQ(to_centre(box), (AabbCentre{{3, Real(3.5), 4}, {2, Real(1.5), 1}}));
  EXPECT_EQ(to_aabb(to_widths(box)), box);
  EXPECT_EQ(to_aabb(to_centre(box)), box);
}

TEST(AabbForms, ConversionsContainTheOldBox) {
  Random random{111};
  for (int i = 0; i < 2000; ++i) {
    const Aabb box = box_of(random_cloud(random, i, 2));
    const AabbWidths w = to_widths(box);
    const AabbCentre c = to_centre(box);
    for (int k = 0; k < 3; ++k) {
      ASSERT_EQ(w.lower[k], box.lower[k]);
      ASSERT_GE(exact(w.lower[k]) + exact(w.widths[k]), exact(box.upper[k])) << i;
      ASSERT_LE(exact(c.centre[k]) - exact(c.radii[k]), exact(box.lower[k])) << i;
      ASSERT_GE(exact(c.centre[k]) + exact(c.radii[k]), exact(box.upper[k])) << i;
      // And not by more than rounding.
      const Q room = 4 * double(kEpsilon) * (std::abs(double(box.lower[k])) + std::abs(double(box.upper[k])));
      ASSERT_LE(exact(w.lower[k]) + exact(w.widths[k]), exact(box.upper[k]) + room) << i;
      ASSERT_LE(exact(c.radii[k]) * 2, exact(box.upper[k]) - exact(box.lower[k]) + room) << i;
    }
    ASSERT_TRUE(contains(to_aabb(w), box)) << i;
    ASSERT_TRUE(contains(to_aabb(c), box)) << i;
  }
}

TEST(AabbForms, OverlapsIsExact) {
  for (const bool lattice : {true, false}) {
    Points points{Random{112}, lattice};
    int met = 0, apart = 0;
    for (int i = 0; i < 4000; ++i) {
      const auto radii = [&] {
        const Vec3 v = points.point(2);
        return Vec3{std::abs(v.x), std::abs(v.y), std::abs(v.z)};
      };
      const AabbWidths a{points.point(2), radii()}, b{points.point(2), radii()};
      const AabbCentre c{a.lower, a.widths}, d{b.lower, b.widths};
      bool widths_meet = true, centres_meet = true;
      for (int k = 0; k < 3; ++k) {
        const Q al = exact(a.lower[k]), aw = exact(a.widths[k]), bl = exact(b.lower[k]),
                bw = exact(b.widths[k]);
        widths_meet = widths_meet && al <= bl + bw && bl <= al + aw;
        centres_meet = centres_meet && abs(Q(al - bl)) <= aw + bw;
      }
      ASSERT_EQ(overlaps(a, b), widths_meet) << i;
      ASSERT_EQ(overlaps(c, d), centres_meet) << i;
      ASSERT_EQ(contains(a, b.lower), overlaps(a, AabbWidths{b.lower, {0, 0, 0}}));
      ASSERT_EQ(contains(c, d.centre), overlaps(c, AabbCentre{d.centre, {0, 0, 0}}));
      (widths_meet ? met : apart) += 1;
    }
    EXPECT_GT(met, 200);
    EXPECT_GT(apart, 1000);
  }
}

TEST(Realign, ByHand) {
  // A quarter turn about z: x becomes y, y becomes -x.
  const Pose quarter{Mat3{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}, {10, 0, 0}};
  EXPECT_EQ(realigned(Aabb{{1, 2, 3}, {4, 6, 8}}, quarter), (Aabb{{4, 1, 3}, {8, 4, 8}}));
  const Aabb ball = realigned(Ball{{1, 2, 3}, 1}, quarter);
  EXPECT_TRUE(contains(ball, (Aabb{{7, 0, 2}, {9, 2, 4}})));
  EXPECT_NEAR(width(ball), 6, 40 * double(kEpsilon));
  EXPECT_TRUE(realigned(Aabb{}, quarter).is_empty());
  EXPECT_TRUE(realigned(std::span<const Vec3>{}, quarter).is_empty());
}

TEST(Realign, ContainsEveryTurnedPointAndIsOrderedByTightness) {
  Random random{113};
  double sums[3] = {};
  for (int i = 0; i < 400; ++i) {
    const std::vector<Vec3> points = random_cloud(random, i, 2 + random.below(40));
    const Pose pose = random_pose(random);
    const Aabb from_ball = realigned(smallest_enclosing_ball(points).value(), pose);
    const Aabb from_box = realigned(box_of(points), pose),
               from_points = realigned(std::span<const Vec3>(points), pose);
    for (const Vec3& p : points) {
      const Q3 q = moved(pose, exact(p));
      ASSERT_TRUE(holds(from_ball, q)) << i;
      ASSERT_TRUE(holds(from_box, q)) << i;
      ASSERT_TRUE(holds(from_points, q)) << i;
    }
    ASSERT_TRUE(contains(from_box, from_points)) << i;
    ASSERT_LE(width(from_points), width(from_ball) + 1e-3 * width(from_points)) << i;
    if (i % 10 == 0) {
      sums[0] += width(from_points);
      sums[1] += width(from_box);
      sums[2] += width(from_ball);
    }
  }
  EXPECT_LT(sums[0], sums[1]);
  EXPECT_LT(sums[0], sums[2]);
}

// A prism: two rings of n vertices, top and bottom; each vertex is joined to its ring and to the other ring.
struct Prism {
  std::vector<Vec3> vertices;
  std::vector<std::uint32_t> first{0}, neighbours;
};
Prism make_prism(std::uint32_t n) {
  Prism prism;
  for (std::uint32_t i = 0; i < 2 * n; ++i) {
    const double angle = 6.283185307179586 * (i % n) / n;
    prism.vertices.push_back({Real(std::cos(angle)), Real(i < n ? -1 : 1), Real(std::sin(angle))});
    const std::uint32_t ring = i < n ? 0 : n;
    prism.neighbours.insert(prism.neighbours.end(),
                            {ring + (i + 1) % n, ring + (i + n - 1) % n, i < n ? i + n : i - n});
    prism.first.push_back(std::uint32_t(prism.neighbours.size()));
  }
  return prism;
}

TEST(Realign, ClimbingFindsTheBoxOfAllVertices) {
  const Prism prism = make_prism(24);
  const HullGraph hull{prism.vertices, prism.first, prism.neighbours};
  Random random{114};
  ExtremeVertices warm;
  Pose turning = random_pose(random);
  const Pose step{rotation_about({1, 2, 3}, Real(0.05)), {0, 0, 0}};
  for (int i = 0; i < 300; ++i) {
    const Pose pose = i % 3 == 0 ? random_pose(random) : turning;
    const Aabb all = realigned(std::span<const Vec3>(prism.vertices), pose);
    ExtremeVertices cold;
    ASSERT_EQ(realigned(hull, pose, cold), all) << i;
    ASSERT_EQ(realigned(hull, pose, warm), all) << i;
    turning = Pose{step.rotation * turning.rotation, turning.translation};
  }
  // Along its axis the prism is flat at both ends: every vertex of a ring is extreme.
  ExtremeVertices beyond{{900, 900, 900}, {900, 900, 900}};
  const Aabb straight = realigned(hull, Pose{}, beyond);
  EXPECT_EQ(straight.lower.y, -1);
  EXPECT_EQ(straight.upper.y, 1);
  EXPECT_TRUE(realigned(HullGraph{}, Pose{}, beyond).is_empty());
}

}  // namespace
}  // namespace graze::primitive
