// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/clip/polygons_test.cpp"
#include "simd/each_target-inl.h"
#endif

#include "kernel/clip/polygons-inl.h"
#include "kernel/clip/widths.h"
#include "shape/simd_targets.h"

GRAZE_LANES_BEGIN

// The square with corners (+-1, +-1), counterclockwise from (1, 1) or the other way round.
template <class F>
struct Square {
  F x[5], y[5], count;
  [[nodiscard]] int corner_count() const { return 4; }
  explicit Square(bool is_clockwise) : count(F(4.0)) {
    for (int i = 0; i < 5; ++i) {
      const int k = is_clockwise ? (8 - i) % 4 : i % 4;
      x[i] = F(k == 0 || k == 3 ? 1.0 : -1.0);
      y[i] = F(k < 2 ? 1.0 : -1.0);
    }
  }
};

template <class F>
void orientations(std::vector<double>& out) {
  out = {number_of(orientation_of<F>(Square<F>(false))), number_of(orientation_of<F>(Square<F>(true)))};
}
void orientations_here(std::vector<double>& out) { orientations<Pack<double>>(out); }

template <class F>
void part(double x, double y, double tolerance, std::vector<double>& out) {
  out = {number_of(part_at<F>(Square<F>(false), F(x), F(y), F(tolerance)))};
}
void part_here(double x, double y, double tolerance, std::vector<double>& out) {
  part<Pack<double>>(x, y, tolerance, out);
}

// The segment from (x0, y0) to (x1, y1): is_there, from, to, and the edges that end it.
template <class F>
void clip_line(const double (&ends)[4], double tolerance, std::vector<double>& out) {
  const ClipSegment<F> s{{F(ends[0]), F(ends[1]), F(0.0)}, {F(ends[2]), F(ends[3]), F(0.0)}};
  const SegmentStretch<F> got = clip_segment(s, Square<F>(false), F(tolerance), F(0.0) < F(1.0));
  out = {holds(got.is_there), number_of(got.from), number_of(got.to), number_of(got.from_edge),
         number_of(got.to_edge)};
}
void clip_line_here(const double (&ends)[4], double tolerance, std::vector<double>& out) {
  clip_line<Pack<double>>(ends, tolerance, out);
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {
HWY_EXPORT(orientations_here);
HWY_EXPORT(part_here);
HWY_EXPORT(clip_line_here);

using Numbers = std::vector<double>;

TEST(ClipPolygons, KnowTheirOrientation) {
  test::for_each_simd_target([](const char* name) {
    SCOPED_TRACE(name);
    Numbers got;
    GRAZE_CALL_TARGET(orientations_here)(got);
    EXPECT_EQ(got, (Numbers{1, -1}));
  });
}

// Corner 1 is (-1, 1), edge 1 runs from there to (-1, -1). Places are one within four times the tolerance.
TEST(ClipPolygons, KnowThePartThatAPointLiesOn) {
  test::for_each_simd_target([](const char* name) {
    SCOPED_TRACE(name);
    Numbers got;
    const auto part = [&](double x, double y, double tolerance) {
      GRAZE_CALL_TARGET(part_here)(x, y, tolerance, got);
      return got[0];
    };
    EXPECT_EQ(part(-1, 1, 0), 1);
    EXPECT_EQ(part(-1, 0.5, 0), primitive::kEdgeParts + 1);
    EXPECT_EQ(part(0, 0.5, 0), primitive::kWholePart);
    EXPECT_EQ(part(-0.75, 0.75, 0.125), 1);
  });
}

TEST(ClipPolygons, EndASegmentAtTheirEdges) {
  test::for_each_simd_target([](const char* name) {
    SCOPED_TRACE(name);
    Numbers got;
    const auto clip = [&](const double(&ends)[4], double tolerance) {
      GRAZE_CALL_TARGET(clip_line_here)(ends, tolerance, got);
      return got;
    };
    // From x = -3 to 5 over x = -1 (edge 1) and x = 1 (edge 3): from 1/4 to 1/2.
    EXPECT_EQ(clip({-3, 0, 5, 0}, 0), (Numbers{1, 0.25, 0.5, 1, 3}));
    EXPECT_EQ(clip({-0.5, 0, 0.5, 0}, 0), (Numbers{1, 0, 1, -1, -1}));
    EXPECT_EQ(clip({-3, 2, 5, 2}, 0)[0], 0);
    // Outside of the edge y = 1 by less than the tolerance.
    EXPECT_EQ(clip({-0.5, 1.125, 0.5, 1.125}, 0.25), (Numbers{1, 0, 1, -1, -1}));
  });
}

void set_square(double half, double turn, double z, primitive::ClipSide& side) {
  side.kind = primitive::ClipSide::Kind::polygon;
  side.corner_kind = FeatureKind::vertex;
  side.face = {FeatureKind::face, 0, 0};
  side.count = 4;
  for (int i = 0; i < 4; ++i) {
    const double x = i == 0 || i == 3 ? half : -half, y = i < 2 ? half : -half;
    side.x[i] = turn == 0 ? x : (x - y) / 2;
    side.y[i] = turn == 0 ? y : (x + y) / 2;
    side.z[i] = z;
    side.corners[i] = static_cast<std::uint32_t>(i);
  }
  side.z0 = z;
  side.gx = side.gy = 0;
  side.close();
}

// |x|, |y| <= 1 against |x| + |y| <= 3/2: an octagon whose corners are where edges cross.
TEST(ClipPolygons, OfSquaresTurnedByAnEighthAreAnOctagon) {
  primitive::ClipSide a, b;
  set_square(1, 0, 0, a);
  set_square(1.5, 1, 0.25, b);
  primitive::ClipPoints points;
  primitive::clip(a, b, 1e-9, points);
  ASSERT_EQ(points.count, 8);
  for (int i = 0; i < 8; ++i) {
    const primitive::ClipPoint& p = points.points[i];
    EXPECT_EQ(std::abs(p.x) + std::abs(p.y), 1.5);
    EXPECT_EQ(std::max(std::abs(p.x), std::abs(p.y)), 1);
    EXPECT_EQ(p.gap(), 0.25);
    EXPECT_EQ(p.a.kind, FeatureKind::edge);
    EXPECT_EQ(p.b.kind, FeatureKind::edge);
  }
}

TEST(ClipPolygons, InsideOthersAreTheirOwnCorners) {
  primitive::ClipSide a, b;
  set_square(1, 0, 0, a);
  set_square(0.5, 0, -0.5, b);
  primitive::ClipPoints points;
  primitive::clip(a, b, 1e-9, points);
  ASSERT_EQ(points.count, 4);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(points.points[i].x, b.x[i]);
    EXPECT_EQ(points.points[i].gap(), -0.5);
    EXPECT_EQ(points.points[i].a, a.face);
    EXPECT_EQ(points.points[i].b, (Feature{FeatureKind::vertex, static_cast<std::uint32_t>(i), 0}));
  }
}

}  // namespace graze::inline GRAZE_ABI
#endif
