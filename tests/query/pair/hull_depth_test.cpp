// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The depth of hulls that know their faces is found by separating axes, that of the same vertices without
// faces by expansion. Both are judged by the checker, and must agree.

#include <gtest/gtest.h>

#include "query/ask.h"
#include "shape/simd_targets.h"
#include "support/checker.h"
#include "support/generators.h"

namespace graze::test {
namespace {

std::vector<V3d> random_points(Random& random) {
  const int count = 5 + random.below(28), family = random.below(4);
  std::vector<V3d> points;
  for (int i = 0; i < count; ++i) {
    V3d p = family == 0 ? random.direction() : random.in_cube();
    if (family == 1)
      p = {double(random.below(4)) - 1.5, double(random.below(4)) - 1.5, double(random.below(4)) - 1.5};
    if (family == 2) p = {p.x, p.y * 0.01, p.z * 0.1};  // needles
    points.push_back(rounded(p));
  }
  return points;
}

CheckPair random_pair(Random& random) {
  CheckPair pair;
  const auto shape = [&] { return check_hull_of_points(ShapeKind::polytope, random_points(random)); };
  pair.a = {shape(), rounded(random_rotation(random)), random.chance(0.1) ? 0.125 : 0};
  pair.b = {shape(), random.chance(0.3) ? random_linear(random) : rounded(random_rotation(random)), 0};
  if (random.chance(0.2)) pair.b.placement = pair.a.placement;
  pair.b.placement.translation = rounded(random.in_cube() * random.uniform(0, 1));
  return pair;
}

Instance hull(const CheckInstance& check) {
  std::vector<Vec3> points;
  for (const V3d& v : check.shape.vertices) points.push_back(graze_vec(v));
  return {*make_hull(points), graze_affine(check.placement), Real(check.margin)};
}

TEST(HullDepth, SatisfiesTheCheckerAndMirrors) {
  Random random{21};
  int overlapping = 0, by_axes = 0;
  for (int i = 0; i < 400; ++i) {
    const CheckPair pair = random_pair(random);
    const Instance a = hull(pair.a), b = hull(pair.b);
    const Penetration p = penetration(a, b);
    const Separation s = separation(a, b);
    Checker checker(pair);
    const CheckReport of_p = checker.check(p), of_s = checker.check(s);
    ASSERT_TRUE(of_p.ok) << of_p.message << replay(pair);
    ASSERT_TRUE(of_s.ok) << of_s.message << replay(pair);
    ASSERT_TRUE(is_same(penetration(b, a), mirrored(p))) << replay(pair);
    ASSERT_TRUE(is_same(separation(b, a), mirrored(s))) << replay(pair);
    overlapping += p.contact == Contact::overlapping;
    by_axes += p.contact == Contact::overlapping && p.iterations == 2;
  }
  EXPECT_GT(overlapping, 150);
  EXPECT_LT(overlapping, 390);
  EXPECT_GT(by_axes, overlapping / 2);
}

TEST(HullDepth, IsThatOfTheSameVerticesWithoutFaces) {
  Random random{22};
  int overlapping = 0;
  for (int i = 0; i < 600; ++i) {
    const CheckPair pair = random_pair(random);
    const Separation with = separation(hull(pair.a), hull(pair.b));
    const Separation without =
        separation({graze_shape(pair.a.shape), graze_affine(pair.a.placement), Real(pair.a.margin)},
                   {graze_shape(pair.b.shape), graze_affine(pair.b.placement), Real(pair.b.margin)});
    ASSERT_EQ(with.contact, without.contact) << replay(pair);
    ASSERT_EQ(with.status, Status::converged) << replay(pair);
    ASSERT_LE(with.lower, without.upper) << replay(pair);
    ASSERT_LE(without.lower, with.upper) << replay(pair);
    overlapping += with.contact == Contact::overlapping;
  }
  EXPECT_GT(overlapping, 200);
}

TEST(HullDepth, HasTheSameBytesUnderEverySimdTarget) {
  std::vector<Separation> expected;
  for_each_simd_target([&](const char* name) {
    Random random{23};
    for (std::size_t i = 0; i < 150; ++i) {
      const CheckPair pair = random_pair(random);
      const Separation s = separation(hull(pair.a), hull(pair.b));
      if (i == expected.size()) expected.push_back(s);
      ASSERT_TRUE(is_same(s, expected[i])) << name << replay(pair);
    }
  });
}

// Axes are exact to rounding, and no more: what is asked for beyond that is left to the expansion.
TEST(HullDepth, IsExpandedWhereNoErrorIsAllowed) {
  Random random{24};
  for (int i = 0; i < 50; ++i) {
    const CheckPair pair = random_pair(random);
    const Instance a = hull(pair.a), b = hull(pair.b);
    const Separation loose = separation(a, b), strict = separation(a, b, {.relative_error = 0});
    EXPECT_LE(strict.lower, loose.upper) << replay(pair);
    EXPECT_LE(loose.lower, strict.upper) << replay(pair);
  }
}

TEST(HullDepth, LeavesItsAxisInTheCache) {
  Random random{25};
  CheckPair pair = random_pair(random);
  pair.b.placement.translation = {0.0625, 0, 0};
  const Instance a = hull(pair.a), b = hull(pair.b);
  PairCache cache;
  const Penetration p = penetration(a, b, {.cache = &cache}), q = penetration(b, a);
  EXPECT_EQ(cache.axis, p.normal);
  EXPECT_TRUE(is_same(q, mirrored(p)));
}

}  // namespace
}  // namespace graze::test
