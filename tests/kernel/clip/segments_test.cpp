// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <vector>

#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/clip/segments_test.cpp"
#include "simd/each_target-inl.h"
#endif

#include "kernel/clip/segments-inl.h"
#include "kernel/clip/widths.h"
#include "shape/simd_targets.h"

GRAZE_LANES_BEGIN

template <class F>
ClipSegment<F> segment(double x0, double y0, double z0, double x1, double y1, double z1) {
  return {{F(x0), F(y0), F(z0)}, {F(x1), F(y1), F(z1)}};
}

// a from (0, 0, 0) to (4, 0, 2), b over x = `at` from (y, z) = (-1, 5) to (3, 9).
template <class F>
void cross_at(double at, double tolerance, std::vector<double>& out) {
  const ClipSegment<F> a = segment<F>(0, 0, 0, 4, 0, 2), b = segment<F>(at, -1, 5, at, 3, 9);
  const SegmentPair<F> pair(a, b);
  const SegmentCrossing<F> c = cross_segments(a, b, pair, F(tolerance));
  out = {holds(pair.is_crossing), holds(pair.is_parallel), holds(c.is_there), number_of(c.x),
         number_of(c.y),          number_of(c.z_a),        number_of(c.z_b)};
}
void cross_at_here(double at, double tolerance, std::vector<double>& out) {
  cross_at<Pack<double>>(at, tolerance, out);
}

// a from (0, 0, 0) to (4, 0, 0), b from (6, 1, 1) to (2, 1, 3): the stretch in common, and its ends.
template <class F>
void run_along(double tolerance, std::vector<double>& out) {
  const ClipSegment<F> a = segment<F>(0, 0, 0, 4, 0, 0), b = segment<F>(6, 1, 1, 2, 1, 3);
  const SegmentPair<F> pair(a, b);
  const CommonStretch<F> stretch(pair, F(tolerance));
  out = {holds(pair.is_parallel), holds(stretch.is_there), number_of(stretch.low), number_of(stretch.high)};
  for (const F t : {stretch.low, stretch.high}) {
    const StretchEnd<F> end = end_of_stretch(a, b, pair, t);
    for (const F x : {end.a.x, end.a.y, end.b.x, end.b.y, end.b.z, end.on_b}) out.push_back(number_of(x));
    out.push_back(holds(end.is_end_of_a));
  }
}
void run_along_here(double tolerance, std::vector<double>& out) { run_along<Pack<double>>(tolerance, out); }

template <class F>
void see_as_point(std::vector<double>& out) {
  const SegmentPair<F> pair(segment<F>(1, 1, 0, 1, 1, 5), segment<F>(0, 0, 0, 4, 0, 0));
  out = {holds(pair.is_crossing), holds(pair.is_parallel)};
}
void see_as_point_here(std::vector<double>& out) { see_as_point<Pack<double>>(out); }

GRAZE_LANES_END

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {
HWY_EXPORT(cross_at_here);
HWY_EXPORT(run_along_here);
HWY_EXPORT(see_as_point_here);

using Numbers = std::vector<double>;

TEST(ClipSegments, CrossAtOnePointOfEach) {
  test::for_each_simd_target([](const char* name) {
    SCOPED_TRACE(name);
    Numbers got;
    // A quarter of either: z is 1/2 on a and 6 on b.
    GRAZE_CALL_TARGET(cross_at_here)(1, 0, got);
    EXPECT_EQ(got, (Numbers{1, 0, 1, 1, 0, 0.5, 6}));
  });
}

TEST(ClipSegments, ReachAsFarAsTheTolerance) {
  test::for_each_simd_target([](const char* name) {
    SCOPED_TRACE(name);
    Numbers got;
    GRAZE_CALL_TARGET(cross_at_here)(5, 0.5, got);
    EXPECT_EQ(got[2], 0);
    // One beyond the end of a: its end, (4, 0, 2).
    GRAZE_CALL_TARGET(cross_at_here)(5, 1, got);
    EXPECT_EQ(got, (Numbers{1, 0, 1, 4, 0, 2, 6}));
  });
}

TEST(ClipSegments, SideBySideHaveAStretchInCommon) {
  test::for_each_simd_target([](const char* name) {
    SCOPED_TRACE(name);
    Numbers got;
    GRAZE_CALL_TARGET(run_along_here)(0, got);
    // From x = 2, the end of b, to x = 4, the end of a, which is across from the middle of b.
    EXPECT_EQ(got, (Numbers{1, 1, 0.5, 1, 2, 0, 2, 1, 3, 1, 0, 4, 0, 4, 1, 2, 0.5, 1}));
    // Ends closer than four times a half are one: that of a.
    GRAZE_CALL_TARGET(run_along_here)(0.5, got);
    EXPECT_EQ(got, (Numbers{1, 1, 0, 1, 0, 0, 2, 1, 3, 1, 1, 4, 0, 4, 1, 2, 0.5, 1}));
  });
}

TEST(ClipSegments, SeenAsPointsAreNeitherCrossingNorParallel) {
  test::for_each_simd_target([](const char* name) {
    SCOPED_TRACE(name);
    Numbers got;
    GRAZE_CALL_TARGET(see_as_point_here)(got);
    EXPECT_EQ(got, (Numbers{0, 0}));
  });
}

}  // namespace graze::inline GRAZE_ABI
#endif
