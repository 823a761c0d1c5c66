// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "graze/query/shape_cast.h"
#include "query/ask.h"
#include "support/random.h"

namespace graze::test {
namespace {

// A segment of length 2e-4, tilted, flies along x at a square of no thickness in y = 0. Its middle stays in
// that plane and meets the edge x = 1 after 5 of 12. Bounds that were neighbouring floats had the status
// iteration_limit.
TEST(Regression, CastOfATinySegmentAtAnEdgeConverges) {
  const Mat3 turn = to_matrix(rotation_about(Vec3{1, 2, 3}, Real(0.7)));
  for (const Real size : {Real(1), Real(1e-2), Real(1e-4), Real(1e-5)}) {
    const Mat3 small{turn.columns[0] * size, turn.columns[1] * size, turn.columns[2] * size};
    const Instance segment{Shape(Segment{{-1, 0, 0}, {1, 0, 0}}), Affine(small, {6, 0, 0}), 0};
    const ShapeCast c = shape_cast(segment, {-12, 0, 0}, at(Box{{1, 0, 1}}, 0, 0, 0));
    EXPECT_EQ(c.hit, Hit::hit);
    EXPECT_LE(double(c.time), 5.0 / 12);
    EXPECT_GE(double(c.upper), 5.0 / 12);
    EXPECT_EQ(c.status, Status::converged) << size;
    EXPECT_LE(double(c.upper) - double(c.time), std::max(double(kEpsilon), 1e-13));
  }
}

// Segments through the x axis, turned anyhow, fly along it at things of no thickness in y = 0: they meet
// these with the point that stays on the axis. The line is then on the diagonal of a facet as small as the
// segment, and points beyond the facet left the upper bound loose by rounding over the size of the segment.
TEST(Regression, CastOfATinySegmentAtFlatThingsConverges) {
  struct Target {
    Shape shape;
    double edge;  // where the x axis meets it
  };
  const Target targets[] = {{Shape(Box{{1, 0, 1}}), 1},
                            {Shape(Triangle{{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}}), 0.5},
                            {Shape(Cylinder{1, 0}), 1}};
  Random random(3);
  for (int i = 0; i < 400; ++i) {
    const V3d d = random.direction();
    if (std::abs(d.y) < 0.05) continue;
    const double size = random.log_uniform(1e-6, 1);
    const Vec3 end{Real(d.x * size), Real(d.y * size), Real(d.z * size)};
    for (const Target& target : targets) {
      const ShapeCast c = shape_cast(at(Segment{-end, end}, 6, 0, 0), {-12, 0, 0}, at(target.shape, 0, 0, 0));
      const double time = (6 - target.edge) / 12;
      EXPECT_EQ(c.hit, Hit::hit);
      EXPECT_EQ(c.status, Status::converged) << size << " " << target.edge;
      EXPECT_LE(double(c.time), time);
      EXPECT_GE(double(c.upper), time);
    }
  }
}

}  // namespace
}  // namespace graze::test
