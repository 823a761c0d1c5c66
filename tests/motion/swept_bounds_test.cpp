// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "motion/swept_bounds.h"

#include <gtest/gtest.h>

#include "../property/motions.h"
#include "../scene/random_scene.h"
#include "graze/shape/bounds.h"

namespace graze::test {
namespace {

TEST(SweptBounds, OfAStraightWayIsTheBoxOfBothEnds) {
  const Shape box(Box{{1, 2, 3}});
  const SweptBounds s = sweep(box.view(), Path::linear(Affine(Vec3{1, 0, 0}), {4, -5, 0}), Real(0.5));
  const Aabb truth{{Real(-0.5), Real(-7.5), Real(-3.5)}, {Real(6.5), Real(2.5), Real(3.5)}};
  EXPECT_TRUE(contains(s.box, truth));
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(double(s.box.lower[k]), double(truth.lower[k]), 1e-5);
    EXPECT_NEAR(double(s.box.upper[k]), double(truth.upper[k]), 1e-5);
  }
  EXPECT_LE(s.around, 1e-10);
  EXPECT_LE(length(s.way - Vec3d{4, -5, 0}), 1e-12);
}

// A rod that turns about z any number of times sweeps a disc of its own half diagonal.
TEST(SweptBounds, OfManyTurnsIsTheDisc) {
  const Shape rod(Box{{4, 0, Real(0.25)}});
  const SweptBounds s = sweep(rod.view(), Path::turning(Affine(), {}, {0, 0, 1000}), 0);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(double(s.box.upper[k]), k < 2 ? 4 : 0.25, 1e-4);
  EXPECT_NEAR(s.around, 8, 1e-4);
}

// At 65 times, all points of the shape are in the box, and no farther from the motion of the centre.
TEST(SweptBounds, HoldTheShapeAtAllTimes) {
  Random random(7);
  Motions motions(8);
  const std::vector<Shape> shapes = mixed_shapes(random);
  int loose = 0, all = 0;
  for (int i = 0; i < 400; ++i) {
    const Shape& shape = shapes[std::size_t(random.below(int(shapes.size())))];
    const Path path = motions.path(Affine(motions.rotation(), motions.vector(5)), motions.vector(3),
                                   i % 4 == 0 ? 20 : 0.3, true);
    const Real margin = i % 3 == 0 ? Real(0.1) : 0;
    const SweptBounds swept = sweep(shape.view(), path, margin);
    Aabb seen;
    const double blur =
        16 * double(kEpsilon) * 32;  // of placements that are rounded to Real, and their boxes
    for (int k = 0; k <= 64; ++k) {
      const Aabb now = bounds({shape, path.placement(Real(k) / 64), margin});
      seen = merge(seen, now);
      for (int axis = 0; axis < 3; ++axis) {
        EXPECT_GE(double(now.lower[axis]), double(swept.box.lower[axis]) - blur) << i;
        EXPECT_LE(double(now.upper[axis]), double(swept.box.upper[axis]) + blur) << i;
      }
    }
    const Vec3d size = Vec3d(swept.box.upper) - Vec3d(swept.box.lower),
                true_size = Vec3d(seen.upper) - Vec3d(seen.lower);
    loose += size.x * size.y * size.z > 2 * true_size.x * true_size.y * true_size.z;
    ++all;
  }
  EXPECT_LT(loose, all / 10);
}

// No point leaves the straight way by more than `around`, nor its chord by more than `bulge`.
TEST(SweptBounds, BoundHowFarPointsGetAround) {
  Random random(9);
  Motions motions(10);
  const Shape box(Box{{1, Real(0.5), 2}});
  for (int i = 0; i < 200; ++i) {
    const Path path = motions.path(Affine(motions.rotation(), motions.vector(5)), motions.vector(3), 1, true);
    const SweptBounds swept = sweep(box.view(), path, 0);
    const Vec3 corner{random.chance(0.5) ? Real(1) : Real(-1), Real(0.5),
                      random.chance(0.5) ? Real(2) : Real(-2)};
    const Vec3d from(path.placement(0) * corner);
    for (int k = 1; k <= 64; ++k) {
      const Vec3d gone = Vec3d(path.placement(Real(k) / 64) * corner) - from - swept.way * (k / 64.0);
      EXPECT_LE(length(gone), swept.around + 64 * double(kEpsilon)) << i;
      const Vec3d chord = (Vec3d(path.placement(1) * corner) - from) * (k / 64.0) - swept.way * (k / 64.0);
      EXPECT_LE(length(gone - chord), swept.bulge + 64 * double(kEpsilon)) << i;
    }
  }
}

}  // namespace
}  // namespace graze::test
