// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace graze::test
