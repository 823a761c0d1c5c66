// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "graze/query/shape_cast.h"
#include "query/ask.h"

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
    // Of the digits that a double has, the size of the segment takes its share.
    if (sizeof(Real) == 8) continue;
    EXPECT_EQ(c.status, Status::converged) << size;
    EXPECT_LE(double(c.upper) - double(c.time), double(kEpsilon));
  }
}

}  // namespace
}  // namespace graze::test
