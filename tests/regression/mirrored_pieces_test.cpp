// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <utility>

#include "graze/query/intersects.h"
#include "graze/query/piece_pairs.h"
#include "query/mesh_samples.h"

namespace graze::test {
namespace {

int count_pairs(const Instance& a, const Instance& b) {
  int count = 0;
  EXPECT_EQ(visit_intersecting_pieces(a, b, [&](const PiecePair&) { return ++count > 0; }),
            Status::converged);
  return count;
}

// a lies in x = -2^-60, b in x = 1 of its own frame and is moved back by 1: seen from a they are apart, seen
// from b rounding puts them into one plane.
TEST(Regression, IntersectingPiecesDoNotDependOnTheOrderOfOperands) {
  const Real x = Real(-0x1p-60);
  const Instance a = at(mesh_of({{{x, 0, 0}, {x, 1, 0}, {x, 0, 1}}, {0, 1, 2}}), Vec3{});
  const Instance b = at(mesh_of({{{1, 0, 0}, {1, 1, 0}, {1, 0, 1}}, {0, 1, 2}}), Vec3{-1, 0, 0});
  EXPECT_EQ(count_pairs(a, b), count_pairs(b, a));
  EXPECT_EQ(count_pairs(a, b) > 0, bool(intersects(a, b)));
  EXPECT_EQ(count_pairs(b, a) > 0, bool(intersects(b, a)));
}

// One triangle through two: pieces change places with the operands, the common segments stay.
TEST(Regression, IntersectingPiecesAreMirrored) {
  const Instance a = at(mesh_of({{{-1, 0, -1}, {1, 0, -1}, {0, 0, 2}}, {0, 1, 2}}), Vec3{});
  const Instance b = at(
      mesh_of({{{0, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, -1, 1}, {1, 1, 1}, {-1, 1, 1}}, {0, 1, 2, 3, 4, 5}}),
      Vec3{});
  PiecePair ab[4], ba[4];
  const PiecePairs first = intersecting_pieces(a, b, ab), second = intersecting_pieces(b, a, ba);
  ASSERT_EQ(first.found, 2u);
  ASSERT_EQ(second.found, 2u);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(ab[i].piece_a, 0u);
    EXPECT_EQ(ab[i].piece_b, ba[i].piece_a);
    EXPECT_EQ(ba[i].piece_b, 0u);
    ASSERT_TRUE(ab[i].has_segment && ba[i].has_segment);
    EXPECT_EQ(ab[i].segment.a, ba[i].segment.a);
    EXPECT_EQ(ab[i].segment.b, ba[i].segment.b);
    EXPECT_EQ(ab[i].segment.a.z, Real(ab[i].piece_b));
  }
}

// Triangles of two parallel walls as far apart as coordinates near 1 lose when they come into the frame of
// the other mesh, 2^-70 to 2^-20, or in one plane. Some are turned or far from their origin.
std::pair<Instance, Instance> random_walls(Random& random) {
  const auto wall = [&](Real x) {
    MeshModel model;
    for (std::uint32_t i = 0; i < 4; ++i) {
      const Real y = Real(random.uniform(-1, 1)), z = Real(random.uniform(-1, 1));
      for (const auto& [dy, dz] : {std::pair{0.0, 0.0}, {0.7, 0.1}, {0.2, 0.6}}) {
        model.indices.push_back(static_cast<std::uint32_t>(model.vertices.size()));
        model.vertices.push_back({x, y + Real(dy), z + Real(dz)});
      }
    }
    return mesh_of(model);
  };
  const Real gap = random.chance(0.25) ? 0 : Real(std::ldexp(random.uniform(-1, 1), -20 - random.below(51))),
             away = random.chance(0.5) ? Real(1) : Real(random.uniform(0.5, 3));
  Instance a = at(wall(gap), Vec3{}), b = at(wall(away), Vec3{-away, 0, 0});
  if (random.chance(0.3)) {
    const Affine turn(
        Pose{rotation_about(real(random.direction()), Real(random.uniform(0, 6))), real(random.direction())});
    a.placement = turn * a.placement;
    b.placement = turn * b.placement;
  }
  return {a, b};
}

TEST(Regression, IntersectingPiecesOfWallsWithinRoundingAreMirroredAndAgreeWithIntersects) {
  Random random(20261201);
  int meeting = 0, apart = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto [a, b] = random_walls(random);
    using Pairs = std::multiset<std::pair<std::uint32_t, std::uint32_t>>;
    Pairs of_ab, of_ba;
    (void)visit_intersecting_pieces(
        a, b, [&](const PiecePair& p) { return of_ab.emplace(p.piece_a, p.piece_b), true; });
    (void)visit_intersecting_pieces(
        b, a, [&](const PiecePair& p) { return of_ba.emplace(p.piece_b, p.piece_a), true; });
    ASSERT_EQ(of_ab, of_ba) << i;
    ASSERT_EQ(!of_ab.empty(), bool(intersects(a, b))) << i;
    ASSERT_EQ(!of_ab.empty(), bool(intersects(b, a))) << i;
    (of_ab.empty() ? apart : meeting) += 1;
  }
  EXPECT_GT(meeting, 100);
  EXPECT_GT(apart, 400);
}

}  // namespace
}  // namespace graze::test
