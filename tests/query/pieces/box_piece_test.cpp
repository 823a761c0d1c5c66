// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/pieces/box_piece.h"

#include <gtest/gtest.h>

#include "query/mesh_samples.h"
#include "query/pair/answers.h"

namespace graze::test {
namespace {

// A query may leave out what is below a node only if the piece is no less than its box.
TEST(BoxPiece, HoldsTheCornersOfTheBoxWhereverTheMeshStands) {
  Random random(20261120);
  const Shape point{Point{}};
  for (int round = 0; round < 2000; ++round) {
    const double size = std::pow(10, random.uniform(-6, 1)), far = std::pow(10, random.uniform(-3, 4));
    const Shape mesh = mesh_of(cube_model(1));
    const Affine placement = random_placement(random, far);
    const Vec3 p = real(random.in_cube()), q = p + real(random.in_cube() * size);
    Aabb box{min(p, q), max(p, q)};
    if (round % 3 == 0) box.upper[round % 2] = box.lower[round % 2];  // of a flat part
    BoxPiece piece({&mesh.view(), &placement, 0});
    const Operand& o = piece.at(box);
    for (int corner = 0; corner < 8; ++corner) {
      Vec3d local;
      for (int k = 0; k < 3; ++k) local[k] = double((corner >> k & 1) != 0 ? box.upper[k] : box.lower[k]);
      const Vec3d world = Mat3d(placement.linear()) * local + Vec3d(placement.translation());
      // The corner itself, but for the rounding of its place to Real.
      const Affine place(to_real(world));
      const Real room = round_up(sum_abs(Vec3d(place.translation()) - world));
      EXPECT_NE(intersection_of(o, {&point.view(), &place, room}, {}).contact, Contact::apart) << round;
    }
    // And little more: beyond a box of twice the size there is nothing.
    const Vec3d middle = (Vec3d(box.lower) + Vec3d(box.upper)) * 0.5;
    const Vec3d reach = Vec3d(box.upper) - Vec3d(box.lower);
    const double blur = 64 * double(kEpsilon) * (length(Vec3d(placement.translation())) + 10);
    const Vec3d beyond = Mat3d(placement.linear()) * (middle + reach) + Vec3d(placement.translation());
    const Affine outside(to_real(beyond));
    if (length(reach) > 1e3 * blur && round % 3 != 0 && placement.is_rigid()) {
      EXPECT_EQ(intersection_of(o, {&point.view(), &outside, 0}, {}).contact, Contact::apart) << round;
    }
  }
}

}  // namespace
}  // namespace graze::test
