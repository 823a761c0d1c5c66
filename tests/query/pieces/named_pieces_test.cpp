// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Pieces that penetration() and separation() name.

#include <gtest/gtest.h>

#include <vector>

#include "graze/graze.h"
#include "query/mesh_samples.h"

namespace graze::test {
namespace {

TEST(NamedPieces, OfADepthAreThoseThatMeet) {
  const Instance l = at(mesh_of(l_model(), true), {}),
                 box = at(Shape(Box{}), {Real(2.5), Real(0.5), Real(0.5)});
  const Intersection meeting = intersects(l, box);
  const Penetration depth = penetration(l, box), other = penetration(box, l);
  EXPECT_NE(depth.piece_a, kNoPiece);
  EXPECT_EQ(depth.piece_b, kNoPiece);  // convex
  EXPECT_EQ(depth.piece_a, meeting.piece_a);
  EXPECT_EQ(other.piece_b, depth.piece_a);
  EXPECT_EQ(other.piece_a, kNoPiece);
  EXPECT_EQ(separation(l, box).piece_a, depth.piece_a);
}

TEST(NamedPieces, OfASeparationAreThoseOfTheDistance) {
  const Instance l = at(mesh_of(l_model()), {}), ball = at(Sphere{1}, {5, Real(0.5), Real(0.5)});
  const Separation s = separation(l, ball);
  EXPECT_EQ(s.piece_a, distance(l, ball).piece_a);
  EXPECT_NE(s.piece_a, kNoPiece);
  EXPECT_EQ(separation(ball, l).piece_b, s.piece_a);
}

// The corner at z = 1 is the deepest below the half-space z >= 0.5: in triangles 1, 2 and 3.
TEST(NamedPieces, InAHalfSpaceAreTheDeepest) {
  const Instance above{HalfSpace{{0, 0, -1}, Real(-0.5)}, Affine()};
  const Instance corner = at(mesh_of(tetrahedron_model()), {});
  const Penetration depth = penetration(corner, above);
  EXPECT_NEAR(depth.upper, 0.5, 1e-6);
  EXPECT_TRUE(depth.piece_a >= 1 && depth.piece_a <= 3) << depth.piece_a;
  EXPECT_EQ(penetration(above, corner).piece_b, depth.piece_a);
  const auto two = make_compound(
      std::vector<CompoundPiece>{{Sphere{1}, Affine(Vec3{0, 0, -1})}, {Sphere{1}, Affine(Vec3{5, 0, 1})}});
  EXPECT_EQ(penetration(at(*two, {}), above).piece_a, 1u);
}

TEST(NamedPieces, OfConvexPairsAreNone) {
  const Shape box = Box{};
  EXPECT_EQ(penetration(at(box, {}), at(box, {1, 0, 0})).piece_a, kNoPiece);
  EXPECT_EQ(separation(at(box, {}), at(box, {3, 0, 0})).piece_b, kNoPiece);
  const std::uint32_t first[] = {0, 0}, second[] = {0, 0};
  const Affine at_a[] = {Affine(), Affine()}, at_b[] = {Vec3{1, 0, 0}, Vec3{3, 0, 0}};
  Penetration out[2];
  for (Penetration& p : out) p.piece_a = p.piece_b = 7;  // of an earlier call
  ASSERT_TRUE(penetration(PairBatch{{&box, 1}, first, second, at_a, at_b}, out));
  for (const Penetration& p : out) {
    EXPECT_EQ(p.piece_a, kNoPiece);
    EXPECT_EQ(p.piece_b, kNoPiece);
  }
}

}  // namespace
}  // namespace graze::test
