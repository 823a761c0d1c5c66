// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "query/ask.h"
#include "support/generators.h"

namespace graze::test {
namespace {

struct Placed {
  Instance a, b;
};

std::vector<Placed> random_pairs(int count, std::uint64_t seed) {
  Random random{seed};
  std::vector<Placed> pairs;
  while (int(pairs.size()) < count) {
    const Family family = kFamilies[pairs.size() % std::size(kFamilies)];
    const CheckPair pair = random_pair(random, family);
    pairs.push_back({graze_instance(pair.a), graze_instance(pair.b)});
  }
  return pairs;
}

// With this cache the bounds hold as without one, and the decision is the same outside of the touching band.
void expect_harmless(const Placed& p, PairCache cache, int i) {
  const Separation cold = separation(p.a, p.b);
  const auto with = [&cache] { return QuerySettings{.cache = &cache}; };
  const PairCache given = cache;
  const auto fresh = [&] { cache = given; };
  const Separation s = separation(p.a, p.b, with());
  fresh();
  const Distance d = distance(p.a, p.b, with());
  fresh();
  const Penetration q = penetration(p.a, p.b, with());
  fresh();
  const Intersection yes = intersects(p.a, p.b, with());
  fresh();
  const CommonPoint c = common_point(p.a, p.b, with());
  ASSERT_LE(std::max(s.lower, cold.lower), std::min(s.upper, cold.upper)) << i;
  for (const Contact contact : {s.contact, d.contact, q.contact, yes.contact, c.contact}) {
    // Rounding may decide between touching and the others, never between apart and overlapping.
    ASSERT_FALSE(cold.contact == Contact::apart && contact == Contact::overlapping) << i;
    ASSERT_FALSE(cold.contact == Contact::overlapping && contact == Contact::apart) << i;
  }
  if (cold.contact == Contact::apart) {
    ASSERT_LE(std::max(d.lower, cold.lower), std::min(d.upper, cold.upper)) << i;
  } else if (cold.contact == Contact::overlapping) {
    ASSERT_LE(std::max(q.lower, -cold.upper), std::min(q.upper, -cold.lower)) << i;
  }
  ASSERT_TRUE(is_finite(s.normal) && is_finite(d.point_a) && is_finite(q.point_b) && is_finite(yes.witness))
      << i;
}

Vec3 way_for(const Placed& p, int i) {
  const Vec3 between = p.b.placement.translation() - p.a.placement.translation();
  const Vec3 aside = Vec3{between.y, -between.z, between.x} * Real(i % 5) * Real(0.25);
  return (between + aside) * Real(i % 7 == 0 ? -1 : 2);  // towards it, past it, away from it
}

// Casts: bounds that hold with a cache hold without one, and what is certain is certain.
void expect_harmless_cast(const Placed& p, PairCache cache, int i) {
  const Vec3 way = way_for(p, i);
  const ShapeCast cold = shape_cast(p.a, way, p.b), warm = shape_cast(p.a, way, p.b, {.cache = &cache});
  ASSERT_FALSE(cold.hit == Hit::hit && warm.hit == Hit::miss) << i;
  ASSERT_FALSE(cold.hit == Hit::miss && warm.hit == Hit::hit) << i;
  ASSERT_TRUE(is_finite(warm.normal) && is_finite(warm.point) && is_finite(warm.local_a)) << i;
  if (cold.hit != Hit::hit || warm.hit != Hit::hit) return;
  ASSERT_LE(std::max(cold.time, warm.time), std::min(cold.upper, warm.upper)) << i;
  ASSERT_EQ(cold.status == Status::converged, warm.status == Status::converged) << i;
  // Used once more, at the same place: as good.
  const ShapeCast again = shape_cast(p.a, way, p.b, {.cache = &cache});
  ASSERT_LE(std::max(cold.time, again.time), std::min(cold.upper, again.upper)) << i;
}

TEST(Cache, WarmIsHarmless) {
  int i = 0;
  for (const Placed& p : random_pairs(400, 1)) {
    PairCache cache;
    (void)distance(p.a, p.b, {.cache = &cache});
    ASSERT_NO_FATAL_FAILURE(expect_harmless(p, cache, i++));
    ASSERT_NO_FATAL_FAILURE(expect_harmless_cast(p, cache, i));
    (void)shape_cast(p.a, way_for(p, i + 1), p.b, {.cache = &cache});  // another cast of the same pair
    ASSERT_NO_FATAL_FAILURE(expect_harmless(p, cache, i));
    ASSERT_NO_FATAL_FAILURE(expect_harmless_cast(p, cache, i));
    (void)penetration(p.a, p.b, {.cache = &cache});
    ASSERT_NO_FATAL_FAILURE(expect_harmless(p, cache, i++));
  }
}

TEST(Cache, OfAnotherPairIsHarmless) {
  const auto pairs = random_pairs(400, 2);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    PairCache cache;
    (void)distance(pairs[(i * 7 + 3) % pairs.size()].a, pairs[(i * 5 + 1) % pairs.size()].b,
                   {.cache = &cache});
    ASSERT_NO_FATAL_FAILURE(expect_harmless(pairs[i], cache, int(i)));
    ASSERT_NO_FATAL_FAILURE(expect_harmless_cast(pairs[i], cache, int(i)));
  }
}

TEST(Cache, OfGarbageIsHarmless) {
  constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();
  const auto pairs = random_pairs(300, 3);
  Random random{4};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    PairCache cache;
    switch (i % 6) {
      case 0:
        cache.axis = {kNan, 0, 1};
        break;
      case 1:
        cache.axis = {kInfinity, -kInfinity, 0};
        break;
      case 2:
        cache.axis = Vec3{1, 2, 3} * std::numeric_limits<Real>::denorm_min();
        break;
      case 3:
        cache.vertex_count = 3;
        for (std::uint32_t& v : cache.vertices_a) v = static_cast<std::uint32_t>(random.next());
        for (std::uint32_t& v : cache.vertices_b) v = 0xffffffffu;
        break;
      case 4:
        cache.vertex_count = static_cast<std::uint32_t>(random.next());
        cache.axis = {std::numeric_limits<Real>::max(), 0, 1};
        break;
      default:
        cache.vertex_count = 1 + static_cast<std::uint32_t>(random.below(4));  // indices that may be in range
        for (std::uint32_t& v : cache.vertices_a) v = static_cast<std::uint32_t>(random.below(3));
        for (std::uint32_t& v : cache.vertices_b) v = static_cast<std::uint32_t>(random.below(3));
    }
    ASSERT_NO_FATAL_FAILURE(expect_harmless(pairs[i], cache, int(i)));
    ASSERT_NO_FATAL_FAILURE(expect_harmless_cast(pairs[i], cache, int(i)));
  }
}

TEST(Cache, OfRandomBytesIsHarmless) {
  const auto pairs = random_pairs(1000, 5);
  Random random{6};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    PairCache cache;
    unsigned char bytes[sizeof(PairCache)];
    for (unsigned char& b : bytes) b = static_cast<unsigned char>(random.next());
    std::memcpy(&cache, bytes, sizeof cache);
    if (i % 2 == 0) cache.vertex_count %= 5;
    ASSERT_NO_FATAL_FAILURE(expect_harmless(pairs[i], cache, int(i)));
    ASSERT_NO_FATAL_FAILURE(expect_harmless_cast(pairs[i], cache, int(i)));
  }
}

TEST(Cache, OfADeadShapeIsHarmless) {
  PairCache cache;
  {
    std::vector<Vec3> vertices;
    Random random{7};
    for (int i = 0; i < 100; ++i) vertices.push_back(graze_vec(random.direction()));
    const Shape large = Polytope{vertices};
    (void)distance(at(large, 0, 0, 0), at(large, 3, 1, 0), {.cache = &cache});
  }
  const Placed small{at(Box{{1, 1, 1}}, 0, 0, 0),
                     at(Tetrahedron{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 3, 0, 0)};
  expect_harmless(small, cache, 0);
}

TEST(Cache, SavesIterationsOnAPairThatHardlyMoved) {
  Random random{8};
  std::vector<Vec3> vertices;
  for (int i = 0; i < 300; ++i) vertices.push_back(graze_vec(random.direction()));
  const Shape polytope = Polytope{vertices};
  int cold = 0, warm = 0;
  for (int i = 0; i < 100; ++i) {
    const V3d away = random.direction() * 2.5;
    PairCache cache;
    const Instance a = at(polytope, 0, 0, 0);
    (void)distance(a, at(polytope, Affine(graze_vec(away))), {.cache = &cache});
    const Instance moved = at(polytope, Affine(graze_vec(away + random.in_cube() * 1e-3)));
    cold += distance(a, moved).iterations;
    warm += distance(a, moved, {.cache = &cache}).iterations;
  }
  EXPECT_LT(2 * warm, cold);
}

TEST(Cache, ProvesADistanceThatHasNotChangedInOneStep) {
  const std::vector<Vec3> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
  const Shape shapes[] = {Sphere{1}, Capsule{Real(0.5), 1}, Box{{1, 2, 1}}, Polytope{corners}};
  for (const Shape& a : shapes)
    for (const Shape& b : shapes) {
      const Instance one{a, Affine{}}, two{b, Affine(Pose{Quat{1, 2, 3, 9}, {4, Real(-3.5), 2}})};
      PairCache cache;
      const Distance cold = distance(one, two, {.cache = &cache});
      const Distance warm = distance(one, two, {.cache = &cache});
      EXPECT_EQ(warm.contact, Contact::apart);
      EXPECT_EQ(warm.iterations, 1) << to_string(a.kind()) << ' ' << to_string(b.kind());
      EXPECT_LE(std::max(cold.lower, warm.lower), std::min(cold.upper, warm.upper));
      EXPECT_LE(length(cold.normal - warm.normal), 4 * kEpsilon);
    }
}

TEST(Cache, SavesIterationsOfACastThatIsHardlyAnother) {
  Random random{9};
  std::vector<Vec3> vertices;
  for (int i = 0; i < 100; ++i) vertices.push_back(graze_vec(random.direction()));
  const Instance a = at(Polytope{vertices}, 0, 0, 0);
  int cold = 0, warm = 0, hits = 0, misses = 0;
  for (int i = 0; i < 200; ++i) {
    const V3d away = random.direction() * 5, way = away * 1.5 + random.direction() * 4;
    const Instance b = at(a.shape, Affine(graze_vec(away)));
    PairCache cache;
    (void)shape_cast(a, graze_vec(way), b, {.cache = &cache});
    const Vec3 other = graze_vec(way + random.in_cube() * 0.01);
    const ShapeCast r = shape_cast(a, other, b);
    cold += r.iterations;
    warm += shape_cast(a, other, b, {.cache = &cache}).iterations;
    ++(r ? hits : misses);
  }
  EXPECT_GT(hits, 50);
  EXPECT_GT(misses, 20);
  EXPECT_LT(2 * warm, cold);
}

TEST(Cache, OfACastInTheOtherOrderMirrors) {
  const std::vector<Vec3> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
  const Instance b = at(Polytope{corners}, 0, 0, 0), c = at(Box{{1, 2, 1}}, 4, 1, 1);
  PairCache one, two;
  const Vec3 way{5, 1, 2};
  for (int i = 0; i < 3; ++i) {
    const ShapeCast r = shape_cast(b, way, c, {.cache = &one}), m = shape_cast(c, -way, b, {.cache = &two});
    ASSERT_EQ(r.hit, Hit::hit);
    EXPECT_TRUE(is_same(one.axis, -two.axis));
    EXPECT_TRUE(is_same(r.time, m.time) && is_same(r.upper, m.upper) && is_same(r.normal, -m.normal));
    EXPECT_EQ(r.iterations, m.iterations);
  }
}

TEST(Cache, LetsIntersectsSayApartAtOnce) {
  PairCache cache;
  const Instance a = at(Ellipsoid{{1, 2, 3}}, 0, 0, 0), b = at(Cylinder{1, 2}, 3, 2, 1);
  ASSERT_FALSE(bool(intersects(a, b, {.cache = &cache})));
  const Intersection again = intersects(a, b, {.cache = &cache});
  EXPECT_FALSE(bool(again));
  EXPECT_EQ(again.iterations, 1);
}

TEST(Cache, OfTheOtherOrderMirrors) {
  PairCache one, two;
  const Instance a = at(Polytope{}, 0, 0, 0);  // invalid on purpose: nothing may be written or read
  EXPECT_EQ(distance(a, a, {.cache = &one}).status, Status::invalid_argument);
  EXPECT_EQ(one.axis, Vec3{});
  const Instance b = at(Cone{1, 2}, 0, 0, 0), c = at(Box{{1, 2, 1}}, 4, 1, 1);
  (void)distance(b, c, {.cache = &one});
  (void)distance(c, b, {.cache = &two});
  EXPECT_TRUE(is_same(one.axis, -two.axis));
  EXPECT_TRUE(is_same(distance(c, b, {.cache = &two}), mirrored(distance(b, c, {.cache = &one}))));
}

}  // namespace
}  // namespace graze::test
