// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/triangle_depth.h"

#include <gtest/gtest.h>

#include <cstring>

#include "primitive/convex_oracle.h"
#include "query/ask.h"
#include "shape/simd_targets.h"
#include "support/brute_force.h"
#include "support/generators.h"

// The depth of two triangles against all axes in rationals.

namespace graze::depth {
namespace {

using namespace graze::test;

struct Corners {
  V3d points[3];

  [[nodiscard]] PointsReader reader() const {
    PointsReader r;
    for (const V3d& p : points) r.points[r.count++] = {p.x, p.y, p.z};
    return r;
  }
  [[nodiscard]] CheckShape shape() const {
    return check_hull_of_points(ShapeKind::triangle, {points[0], points[1], points[2]});
  }
};

enum Family { anywhere, on_lattice, off_lattice, shared_edge, needle, tiny_in_huge, far_away };

V3d point_of(Random& random, bool is_on_lattice) {
  const V3d p = random.in_cube();
  return is_on_lattice ? V3d{std::round(p.x * 1.5), std::round(p.y * 1.5), std::round(p.z * 1.5)} : p;
}
Corners corners_of(Random& random, bool is_on_lattice) {
  Corners c;
  for (V3d& p : c.points) p = point_of(random, is_on_lattice);
  return c;
}

void make_pair(Family family, Random& random, Corners& a, Corners& b) {
  const bool is_on_lattice = family == on_lattice || family == off_lattice;
  a = corners_of(random, is_on_lattice);
  b = corners_of(random, is_on_lattice);
  if (family == off_lattice) {  // by a little: edges are nearly parallel
    const double off = random.log_uniform(1e-16, 1e-6);
    for (Corners* c : {&a, &b})
      for (V3d& p : c->points) p = p + random.in_cube() * off;
  }
  if (family == shared_edge) {
    b.points[0] = a.points[1];
    b.points[1] = a.points[0];
    if (random.chance(0.5)) b.points[random.below(2)] = b.points[0] * 0.25 + b.points[1] * 0.75;
  }
  if (family == needle) {
    const double thin = random.log_uniform(1e-15, 1e-3);
    a.points[2] = a.points[0] * 0.3 + a.points[1] * 0.7 + random.direction() * thin;
  }
  if (family == tiny_in_huge) {
    const V3d middle = a.points[0] * 0.25 + a.points[1] * 0.5 + a.points[2] * 0.25;
    for (V3d& p : b.points) p = middle + p * 0x1p-14;
  }
  if (family == far_away)
    for (Corners* c : {&a, &b})
      for (V3d& p : c->points) p = p + V3d{1000, -4000, 500};
}

struct Tally {
  int deep = 0, shallow = 0, unknown = 0;
};

void expect_witnesses(const Depth& d, const Corners& a, const Corners& b, double error) {
  EXPECT_NEAR(length(d.normal), 1, 1e-15);
  EXPECT_LE(max_abs(d.a - d.b - d.normal * d.upper), 8 * error);
  const auto distance_squared = [](const Vec3d& p, const Corners& c) {
    return squared_distance({Q(p.x), Q(p.y), Q(p.z)}, {Q3(c.points[0]), Q3(c.points[1]), Q3(c.points[2])})
        .get_d();
  };
  EXPECT_LE(distance_squared(d.a, a), 64 * error * error);
  EXPECT_LE(distance_squared(d.b, b), 64 * error * error);
}

void expect_depth(const Corners& a, const Corners& b, double size, Tally& tally) {
  const double error = 12 * kDoubleEpsilon * size;
  Depth found;
  const TriangleOverlap overlap = find_triangle_depth(a.reader(), b.reader(), error, size, found);
  const auto squared = exact_depth_squared({{a.shape(), {}, 0}, {b.shape(), {}, 0}});
  const double depth = squared ? std::sqrt(squared->get_d()) : -1;
  switch (overlap) {
    case TriangleOverlap::deep:
      ++tally.deep;
      ASSERT_TRUE(squared);
      EXPECT_LE(found.lower - error, depth);
      EXPECT_GE(found.upper + error, depth);
      EXPECT_LE(found.upper - found.lower, 2 * error);
      return expect_witnesses(found, a, b, error);
    case TriangleOverlap::shallow:
      ++tally.shallow;
      EXPECT_LE(depth, 5 * error);
      return;
    case TriangleOverlap::unknown:
      ++tally.unknown;
  }
}

Tally measure(Family family, double size) {
  Random random(mixed(6, family, 1));
  Tally tally;
  for (int i = 0; i < 60; ++i) {
    Corners a, b;
    make_pair(family, random, a, b);
    expect_depth(a, b, size, tally);
    expect_depth(b, a, size, tally);
  }
  return tally;
}

TEST(TriangleDepth, IsThatOfAllAxesInRationals) {
  const Tally random = measure(anywhere, 8);
  EXPECT_GT(random.deep, 8);
  EXPECT_GT(random.shallow, 40);
  EXPECT_EQ(random.unknown, 0);
  const Tally moved = measure(far_away, 20000);
  EXPECT_GT(moved.deep, 8);
  EXPECT_GT(moved.shallow, 40);
  const Tally tiny = measure(tiny_in_huge, 8);
  EXPECT_GT(tiny.deep, 40);
}

TEST(TriangleDepth, IsCertainOrUnknownWhereTrianglesAreSpecial) {
  const Tally lattice = measure(on_lattice, 8);
  EXPECT_GT(lattice.deep, 0);
  EXPECT_GT(lattice.shallow, 40);
  EXPECT_GT(lattice.unknown, 0);
  const Tally nearly = measure(off_lattice, 8);
  EXPECT_GT(nearly.deep, 0);
  EXPECT_GT(nearly.shallow, 40);
  EXPECT_GT(measure(shared_edge, 8).shallow, 100);  // they touch
  const Tally thin = measure(needle, 8);
  EXPECT_GT(thin.deep + thin.shallow, 40);
}

TEST(TriangleDepth, OfAWallThroughAFloor) {
  // The wall's lower corner is 0.5 below the floor, which is the shortest way.
  Corners floor{{{-4, -4, 0}, {4, -4, 0}, {0, 4, 0}}}, wall{{{0, 0, -0.5}, {-1, 0, 2}, {1, 0.25, 2}}};
  Depth d;
  ASSERT_EQ(find_triangle_depth(floor.reader(), wall.reader(), 4e-14, 16, d), TriangleOverlap::deep);
  EXPECT_NEAR(d.lower, 0.5, 1e-13);
  EXPECT_NEAR(d.upper, 0.5, 1e-13);
  EXPECT_EQ(d.normal, (Vec3d{0, 0, 1}));
  EXPECT_EQ(d.b, (Vec3d{0, 0, -0.5}));
  EXPECT_LE(max_abs(d.a), 1e-13);
}

ContactSet swapped(ContactSet set) {
  set.normal = -set.normal;
  for (int i = 0; i < set.count; ++i) {
    std::swap(set.points[i].point_a, set.points[i].point_b);
    std::swap(set.points[i].local_a, set.points[i].local_b);
    std::swap(set.points[i].feature_a, set.points[i].feature_b);
  }
  return set;
}
void expect_same(const ContactSet& a, const ContactSet& b) {
  ASSERT_EQ(a.count, b.count);
  EXPECT_TRUE(is_same(a.lower, b.lower) && is_same(a.upper, b.upper) && is_same(a.normal, b.normal));
  for (int i = 0; i < a.count; ++i) {
    const ContactPoint &p = a.points[i], &q = b.points[i];
    EXPECT_TRUE(is_same(p.point_a, q.point_a) && is_same(p.point_b, q.point_b) && is_same(p.gap, q.gap));
    EXPECT_TRUE(p.feature_a == q.feature_a && p.feature_b == q.feature_b);
  }
}

Shape triangle_of(const Corners& c) {
  return Triangle{graze_vec(c.points[0]), graze_vec(c.points[1]), graze_vec(c.points[2])};
}

// A triangle that moves over another one: with the cache of the last frame, without one, the other way round.
TEST(TriangleDepth, DoesNotDependOnCachesOrOrder) {
  Random random(62);
  int met = 0, apart = 0;
  for (int i = 0; i < 20; ++i) {
    const Shape a = triangle_of(corners_of(random, false)), b = triangle_of(corners_of(random, false));
    Mapd place = random_rotation(random);
    const V3d step = random.direction() * 0.1;
    const Real margin = random.chance(0.3) ? Real(0.0625) : Real(0);
    ContactCache cache;
    place.translation = step * -8.0;
    for (int frame = 0; frame < 16; ++frame, place.translation = place.translation + step) {
      const Instance first{a, Affine(), margin}, second{b, graze_affine(rounded(place)), 0};
      const ContactSet set = contacts(first, second);
      expect_same(contacts(second, first), swapped(set));
      const ContactSet with_cache = contacts(first, second, {.cache = &cache});
      if (set.count > 0 && set.upper < -margin) expect_same(with_cache, set);
      EXPECT_EQ(with_cache.count > 0, set.count > 0);
      ++(set.count > 0 ? met : apart);
    }
  }
  EXPECT_GT(met, 40);
  EXPECT_GT(apart, 40);
}

// Numbers of triangles, and of a hull that a triangle moves through, with its proof.
std::vector<double> numbers_of_all(Random random) {
  std::vector<double> all;
  const auto add = [&](const Vec3d& v) { all.insert(all.end(), {v.x, v.y, v.z}); };
  for (int i = 0; i < 200; ++i) {
    Depth d;
    const Corners a = corners_of(random, i % 2 == 0), b = corners_of(random, i % 4 == 0);
    all.push_back(double(find_triangle_depth(a.reader(), b.reader(), 1e-14, 8, d)));
    all.insert(all.end(), {d.lower, d.upper});
    add(d.normal);
  }
  std::vector<Vec3> points;
  for (int i = 0; i < 60; ++i) points.push_back(graze_vec(random.direction()));
  const Shape hull = Polytope{points}, triangle = triangle_of(corners_of(random, false));
  ContactCache cache;
  for (int frame = 0; frame < 40; ++frame) {
    const Vec3 at{Real(1.5 - 0.07 * frame), Real(0.02 * frame), 0};
    const ContactSet set = contacts({hull, Affine()}, {triangle, Affine(at)}, {.cache = &cache});
    all.insert(all.end(), {double(set.lower), double(set.upper), double(set.count)});
    for (const ContactPoint& p : set.span()) add(Vec3d(p.point_a) + Vec3d(p.point_b));
  }
  return all;
}

TEST(TriangleDepth, IsTheSameUnderEverySimdTarget) {
  const std::vector<double> expected = numbers_of_all(Random(63));
  for_each_simd_target([&](const char* name) {
    const std::vector<double> got = numbers_of_all(Random(63));
    ASSERT_EQ(got.size(), expected.size()) << name;
    EXPECT_EQ(std::memcmp(got.data(), expected.data(), got.size() * sizeof(double)), 0) << name;
  });
}

}  // namespace
}  // namespace graze::depth
