// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// What a cache holds of shapes made of pieces makes queries faster, and changes no answer.

#include <gtest/gtest.h>

#include "graze/query/distance.h"
#include "graze/query/intersects.h"
#include "mesh_samples.h"

namespace graze::test {
namespace {

void expect_same(const Distance& cached, const Distance& plain, int frame) {
  ASSERT_EQ(cached.contact, plain.contact) << frame;
  ASSERT_EQ(cached.status, plain.status) << frame;
  ASSERT_LE(cached.lower, plain.upper) << frame;
  ASSERT_GE(cached.upper, plain.lower) << frame;
  if (plain.contact == Contact::apart) {
    // Curved pieces are known to the accuracy asked for, wherever the search for it started.
    const double known = 8 * double(kEpsilon) + 2 * double(QuerySettings{}.relative_error);
    ASSERT_NEAR(cached.upper, plain.upper, known * (1 + double(plain.upper))) << frame;
  }
}

TEST(PieceCache, ChangesNoAnswerAboutMovingShapes) {
  const Shape torus = mesh_of(torus_model(24, 12)), ball{Sphere{1}};
  std::vector<CompoundPiece> parts;
  Random random(20261201);
  const Shape compound = random_compound(random, 8, parts);
  for (const Shape& moving : {torus, ball, compound}) {
    PairCache near, yes_no;
    std::int64_t with = 0, without = 0;
    int apart = 0, met = 0;
    for (int frame = 0; frame < 120; ++frame) {
      const double t = frame * 0.02;
      const Affine place(Pose{rotation_about({1, 2, 3}, Real(t)), {Real(26 - 12 * t), Real(t), 0}});
      const Instance a = at(torus, {}), b{moving, place, 0};
      const Distance cached = distance(a, b, {.cache = &near}), plain = distance(a, b);
      expect_same(cached, plain, frame);
      const Intersection quick = intersects(a, b, {.cache = &yes_no}), slow = intersects(a, b);
      ASSERT_EQ(bool(quick), bool(slow)) << frame;
      (plain.contact == Contact::apart ? apart : met) += 1;
      with += cached.iterations + quick.iterations;
      without += plain.iterations + slow.iterations;
    }
    EXPECT_GT(apart, 10);
    EXPECT_GT(met, 10);
    EXPECT_LT(with, without);
  }
}

TEST(PieceCache, OfAnotherPairDoesNoHarm) {
  Random random(20261202);
  int apart = 0, met = 0;
  for (int round = 0; round < 150; ++round) {
    const Whole a = random_whole(random, 1), b = random_whole(random, 4);
    PairCache cache;
    cache.axis = real(random.direction() * 3.0);
    cache.vertex_count = static_cast<std::uint32_t>(random.below(5));
    for (int i = 0; i < 4; ++i) {
      cache.vertices_a[i] = random.chance(0.2) ? 0xffffffff : static_cast<std::uint32_t>(random.below(40));
      cache.vertices_b[i] = random.chance(0.2) ? 0xffffffff : static_cast<std::uint32_t>(random.below(40));
    }
    if (round % 7 == 0) cache.axis.x = kInfinity;
    if (round % 11 == 0) cache.axis.y = std::numeric_limits<Real>::quiet_NaN();
    const PairCache given = cache;
    const Distance plain = distance(a.instance, b.instance);
    expect_same(distance(a.instance, b.instance, {.cache = &cache}), plain, round);
    cache = given;
    const Intersection quick = intersects(a.instance, b.instance, {.cache = &cache});
    if (plain.contact != Contact::touching) {
      ASSERT_EQ(bool(quick), plain.contact == Contact::overlapping) << round;
    }
    (plain.contact == Contact::apart ? apart : met) += 1;
  }
  EXPECT_GT(apart, 20);
  EXPECT_GT(met, 20);
}

}  // namespace
}  // namespace graze::test
