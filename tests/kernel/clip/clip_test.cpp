// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/clip/clip.h"

#include <gtest/gtest.h>

#include <vector>

namespace graze::test {
namespace {

using primitive::ClipPoints;
using primitive::ClipSide;

// A polygon at the height 0, its corners named by their numbers.
void make_polygon(const std::vector<Vec3d>& corners, ClipSide& side) {
  side.kind = ClipSide::Kind::polygon;
  side.corner_kind = FeatureKind::vertex;
  side.count = 0;
  side.z0 = side.gx = side.gy = 0;
  side.face = {FeatureKind::face, 0, 0};
  for (const Vec3d& p : corners) side.add_corner(p, std::uint32_t(side.count));
  side.close();
}

// A square and a rectangle beside it that begins at x = 0.4. The upper rims run along each other, nearer than
// the tolerance there: 0.0005 at x = 0.4, 0.003 at x = 1.4. As lines they cross at x = 0.2, which is not on
// the rectangle. By hand, they share the corners (0.4, 0.5), (0.5, 0.5), (0.4, -0.5), (0.5, -0.5).
TEST(Clip, RimsThatRunAlongEachOtherDoNotCrossBeyondTheirEnds) {
  constexpr double kTolerance = 0.001;
  const std::vector<Vec3d> square = {{0.5, 0.5, 0}, {-0.5, 0.5, 0}, {-0.5, -0.5, 0}, {0.5, -0.5, 0}},
                           beside = {{0.4, 0.5005, 0}, {0.4, -1, 0}, {1.4, -1, 0}, {1.4, 0.503, 0}};
  ClipSide a, b;
  make_polygon(square, a);
  make_polygon(beside, b);
  for (const bool is_swapped : {false, true}) {
    ClipPoints points;
    primitive::clip(is_swapped ? b : a, is_swapped ? a : b, kTolerance, points);
    EXPECT_EQ(points.count, 4);
    for (int i = 0; i < points.count; ++i) {
      const double x = points.points[i].x, y = points.points[i].y;
      EXPECT_NEAR(x, x < 0.45 ? 0.4 : 0.5, 1e-12);
      EXPECT_NEAR(std::abs(y), 0.5, kTolerance);
    }
  }
}

}  // namespace
}  // namespace graze::test
