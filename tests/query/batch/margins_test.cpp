// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "pairs.h"
#include "query/mesh_samples.h"

namespace graze::test {
namespace {

const std::vector<ShapeKind> kKinds{ShapeKind::sphere, ShapeKind::capsule, ShapeKind::box,
                                    ShapeKind::polytope};

// Every third pair has margins, one of a, of b, or both.
struct Grown {
  BatchInput in = make_pairs(kKinds, 300, 21);
  std::vector<Real> of_a = std::vector<Real>(300), of_b = of_a;

  Grown() {
    for (std::size_t i = 0; i < 300; i += 3) {
      if (i % 2 == 0) of_a[i] = Real(0.25);
      if (i % 4 != 0) of_b[i] = Real(0.5);
    }
  }
  [[nodiscard]] PairBatch batch() const {
    PairBatch b = in.batch();
    b.margin_a = of_a;
    b.margin_b = of_b;
    return b;
  }
  [[nodiscard]] Instance a(std::size_t i) const {
    return {in.shapes[in.shape_a[i]], in.world_from_a[i], of_a[i]};
  }
  [[nodiscard]] Instance b(std::size_t i) const {
    return {in.shapes[in.shape_b[i]], in.world_from_b[i], of_b[i]};
  }
  [[nodiscard]] bool has_margin(std::size_t i) const { return of_a[i] != 0 || of_b[i] != 0; }
};

TEST(BatchMargins, GiveTheBytesOfTheSingleQuery) {
  const Grown grown;
  std::vector<Intersection> meetings(300), bare(300);
  std::vector<Distance> distances(300);
  std::vector<Penetration> depths(300);
  std::vector<ContactSet> sets(300);
  ASSERT_TRUE(intersects(grown.batch(), meetings) && distance(grown.batch(), distances));
  ASSERT_TRUE(penetration(grown.batch(), depths) && contacts(grown.batch(), sets));
  ASSERT_TRUE(intersects(grown.in.batch(), bare));
  int changed = 0;
  for (std::size_t i = 0; i < 300; ++i) {
    if (!grown.has_margin(i)) {
      EXPECT_TRUE(is_same(meetings[i], bare[i])) << i;
      continue;
    }
    EXPECT_TRUE(is_same(meetings[i], intersects(grown.a(i), grown.b(i)))) << i;
    EXPECT_TRUE(is_same(distances[i], distance(grown.a(i), grown.b(i)))) << i;
    EXPECT_TRUE(is_same(depths[i], penetration(grown.a(i), grown.b(i)))) << i;
    EXPECT_EQ(sets[i].count, contacts(grown.a(i), grown.b(i)).count) << i;
    EXPECT_EQ(sets[i].lower, contacts(grown.a(i), grown.b(i)).lower) << i;
    changed += meetings[i].contact != bare[i].contact ? 1 : 0;
  }
  EXPECT_GT(changed, 3);
}

TEST(BatchMargins, AreCheckedOneByOneAndByLength) {
  Grown grown;
  grown.of_a[5] = -1;
  grown.of_b[6] = std::numeric_limits<Real>::quiet_NaN();
  std::vector<Intersection> out(300);
  const auto statistics = intersects(grown.batch(), out);
  EXPECT_EQ(statistics->refused, 2u);
  EXPECT_EQ(out[5].status, Status::invalid_argument);
  EXPECT_EQ(out[6].contact, Contact::touching);
  grown.of_a.pop_back();
  EXPECT_STREQ(intersects(grown.batch(), out).error().message,
               "margin_a: neither empty nor as long as shape_a");
}

TEST(RaysAtOneObject, HaveTheBytesOfTheSingleQuery) {
  Random random{4};
  std::vector<Ray> rays;
  for (int i = 0; i < 200; ++i) {
    const V3d from = random.direction() * 5.0;
    rays.push_back({real(from), real(random.in_cube() * 2.5 - from), Real(random.uniform(0.5, 2))});
  }
  std::vector<RayCast> out(rays.size());
  int hits = 0, misses = 0;
  for (const Instance& target :
       {Instance{Box{}, Vec3{1, 0, 0}}, Instance{Sphere{2}, Affine()}, Instance{Box{}, Affine(), Real(0.5)},
        Instance{Cylinder{1, 2}, Affine()}, Instance{mesh_of(cube_model()), Affine()}}) {
    const auto statistics = ray_cast(target, rays, out);
    ASSERT_TRUE(statistics);
    EXPECT_EQ(statistics->pairs, rays.size());
    for (std::size_t i = 0; i < rays.size(); ++i) {
      const RayCast one = ray_cast(target, rays[i]);
      EXPECT_EQ(out[i].hit, one.hit);
      EXPECT_EQ(out[i].parameter, one.parameter);
      EXPECT_EQ(out[i].point, one.point);
      EXPECT_EQ(out[i].normal, one.normal);
      ++(one ? hits : misses);
    }
  }
  EXPECT_GT(hits, 100);
  EXPECT_GT(misses, 100);
  EXPECT_EQ(ray_cast(Instance{Sphere{-1}, Affine()}, rays, out)->refused, rays.size());
  EXPECT_STREQ(ray_cast(Instance{}, rays, std::span(out).first(3)).error().message,
               "out: not as long as rays");
}

}  // namespace
}  // namespace graze::test
