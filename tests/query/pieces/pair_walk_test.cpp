// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/pieces/pair_walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "graze/mesh/compound.h"
#include "graze/query/piece_pairs.h"
#include "query/mesh_samples.h"
#include "query/pair/answers.h"

namespace graze::test {
namespace {

using Ids = std::pair<std::uint32_t, std::uint32_t>;

std::vector<Ids> walk_pairs(const PieceOperands& pieces, double within, const CutPlane* cut_at = nullptr) {
  std::vector<Ids> found;
  PairWalk walk(pieces, within, cut_at);
  for (PieceIds ids; walk.next(ids);) found.emplace_back(ids.a, ids.b);
  PieceIds ids;
  EXPECT_FALSE(walk.next(ids));  // and stays at its end
  return found;
}

std::uint32_t count_of(const PieceReader& reader) {
  return reader.pieces() == nullptr ? 1 : static_cast<std::uint32_t>(reader.pieces()->count());
}

// Whether a walk has every pair that is closer than a distance, and none twice.
void check_walk(const Instance& a, const Instance& b, double within) {
  const Operand whole_a = operand(a), whole_b = operand(b);
  PieceOperands pieces(whole_a, whole_b);
  const std::vector<Ids> found = walk_pairs(pieces, within);
  const std::set<Ids> once(found.begin(), found.end());
  EXPECT_EQ(once.size(), found.size());
  for (std::uint32_t i = 0; i < count_of(pieces.a); ++i)
    for (std::uint32_t j = 0; j < count_of(pieces.b); ++j) {
      if (double(distance_of(pieces.a[i], pieces.b[j], {}).upper) > within) continue;
      const Ids ids{pieces.a.pieces() == nullptr ? kNoPiece : i, pieces.b.pieces() == nullptr ? kNoPiece : j};
      EXPECT_TRUE(once.contains(ids)) << i << " " << j;
    }
}

TEST(PairWalk, FindsEveryPairThatIsClose) {
  Random random(20261116);
  const Shape ring = mesh_of(torus_model(10, 6, 1, 0.4)), ball(Sphere{Real(0.5)});
  const std::vector<CompoundPiece> parts{{ball, Affine(Pose{Quat{}, {1, 0, 0}})},
                                         {Shape(Box{{Real(0.3), Real(0.4), Real(0.5)}}), Affine(Pose{})}};
  const Shape pair = make_compound(parts).value();
  for (int i = 0; i < 12; ++i) {
    const Quat turn = rotation_about(real(random.direction()), Real(random.uniform(0, 6)));
    const Affine rigid(Pose{turn, real(random.direction())});
    const Affine stretched(Mat3{{Real(1.5), 0, 0}, {0, Real(0.7), 0}, {Real(0.2), 0, 1}},
                           real(random.direction()));
    // All but flat, and turned.
    const Affine pressed(rigid.linear() * Mat3::diagonal(1, Real(1e-3), 2), real(random.direction()));
    const double within = random.chance(0.5) ? 0 : 0.1;
    for (const Shape& other : {ring, ball, pair})
      for (const Affine& placement : {rigid, stretched, pressed}) {
        const Instance a{ring, placement, Real(0.01)}, b{other, Affine(Pose{}), 0};
        check_walk(a, b, within);
        check_walk(b, a, within);
      }
  }
}

// In axes of the world the boxes of a sheared mesh would tell little.
TEST(PairWalk, LeavesOutOfShearedMeshesWhatTheirOwnBoxesTellApart) {
  const Shape ring = mesh_of(torus_model(60, 36, 1, 0.4));
  const Mat3 sheared = Mat3{{1, Real(0.2), 0}, {Real(0.5), Real(0.7), 0}, {0, Real(0.3), Real(1.3)}} *
                       to_matrix(rotation_about(Vec3{1, 2, 3}, Real(0.7)));
  // Pairs of triangles are not tested one by one.
  const std::pair<Shape, std::size_t> others[] = {{Shape(Sphere{1}), 15}, {ring, 40}};
  for (const auto& [other, most] : others) {
    const Instance a{ring, Affine(sheared, Vec3{}), 0};
    Instance b{other, a.placement, 0};
    // Just so near that they meet.
    std::size_t met = 0;
    for (Real x = 3; met == 0 && x > 0; x -= Real(0.0625)) {
      b.placement = Affine(sheared, {x, 0, 0});
      (void)visit_intersecting_pieces(a, b, [&](const PiecePair&) { return ++met > 0; });
    }
    EXPECT_GT(met, 0u);
    const Operand whole_a = operand(a), whole_b = operand(b);
    const PieceOperands pieces(whole_a, whole_b);
    EXPECT_LT(walk_pairs(pieces, 0).size(), most * met);
  }
}

TEST(PairWalk, KeepsItsOrderWhateverAPlaneLeavesOut) {
  const Shape ring = mesh_of(torus_model(20, 12, 1, 0.4));
  const Instance a{ring, Affine(Pose{}), 0}, b{Shape(Sphere{Real(0.6)}), Affine(Pose{Quat{}, {1, 0, 0}}), 0};
  const Operand whole_a = operand(a), whole_b = operand(b);
  const PieceOperands pieces(whole_a, whole_b);
  const CutPlane nothing, half{{0, 0, 1}, 0};
  const std::vector<Ids> all = walk_pairs(pieces, 0, &nothing), lower = walk_pairs(pieces, 0, &half);
  EXPECT_LT(lower.size(), all.size());
  // Triangles are tested one by one where there is no plane: those that only the plane's walk has are set
  // aside.
  std::vector<Ids> common;
  for (const Ids& ids : lower)
    if (std::find(all.begin(), all.end(), ids) != all.end()) common.push_back(ids);
  EXPECT_FALSE(common.empty());
  auto at = all.begin();
  for (const Ids& ids : common) {
    at = std::find(at, all.end(), ids);
    ASSERT_NE(at, all.end());
  }
}

}  // namespace
}  // namespace graze::test
