// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/triangle_triangle.h"

#include <gtest/gtest.h>

#include <limits>
#include <tuple>
#include <utility>

#include "convex_oracle.h"
#include "primitive/triangle_triangle.h"

namespace graze::primitive {
namespace {

using test::exact;
using test::Points;
using test::Q;
using test::Q3;
using test::RationalInterval;

const Triangle kFloor{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};

TEST(TriangleTriangle, ByHand) {
  const TriangleContact r = triangle_triangle(kFloor, {{1, -1, -1}, {1, -1, 3}, {1, 7, -1}});
  EXPECT_EQ(r.contact, Contact::overlapping);
  ASSERT_TRUE(r.has_segment);  // x = 1, y from 0 to 3
  const Vec3 low = r.segment.a.y < r.segment.b.y ? r.segment.a : r.segment.b;
  const Vec3 high = r.segment.a.y < r.segment.b.y ? r.segment.b : r.segment.a;
  EXPECT_EQ(low, (Vec3{1, 0, 0}));
  EXPECT_EQ(high, (Vec3{1, 3, 0}));
  EXPECT_EQ(triangle_triangle(kFloor, {{1, 1, 0}, {1, 1, 3}, {1, 2, 3}}).contact, Contact::touching);
  EXPECT_EQ(triangle_triangle(kFloor, {{2, 2, -1}, {2, 2, 1}, {9, 9, 0}}).contact, Contact::touching);
  EXPECT_EQ(triangle_triangle(kFloor, {{1, 1, 1}, {1, 1, 3}, {1, 2, 3}}).contact, Contact::apart);
  EXPECT_EQ(triangle_triangle(kFloor, kFloor).contact, Contact::touching);
}

TEST(TriangleTriangle, InOnePlaneTouchWhereTheyMeet) {
  const auto contact = [](const Triangle& t) { return triangle_triangle(kFloor, t).contact; };
  EXPECT_EQ(contact({{1, 1, 0}, {2, 1, 0}, {1, 2, 0}}), Contact::touching);        // within
  EXPECT_EQ(contact({{-9, -9, 0}, {30, -9, 0}, {-9, 30, 0}}), Contact::touching);  // around
  EXPECT_EQ(contact({{4, 0, 0}, {8, 0, 0}, {4, 4, 0}}), Contact::touching);        // a vertex
  EXPECT_EQ(contact({{4, 4, 0}, {4, 1, 0}, {1, 4, 0}}), Contact::apart);
  EXPECT_EQ(contact({{4, 4, 0}, {4, 0, 0}, {0, 4, 0}}), Contact::touching);  // an edge
}

TEST(TriangleTriangle, WithoutAreaAreSegmentsAndPoints) {
  const Vec3 p{1, 1, 0}, q{9, 9, 9};
  EXPECT_EQ(triangle_triangle(kFloor, {p, p, p}).contact, Contact::touching);
  EXPECT_EQ(triangle_triangle(kFloor, {q, q, q}).contact, Contact::apart);
  EXPECT_EQ(triangle_triangle({q, q, q}, {q, q, q}).contact, Contact::touching);
  EXPECT_EQ(triangle_triangle({p, p, p}, {q, q, q}).contact, Contact::apart);
  EXPECT_FALSE(triangle_triangle(kFloor, {p, p, p}).has_segment);
}

// Of surfaces that coincide almost all pairs are like these, and none has to be looked at twice.
TEST(TriangleTriangle, WithCommonCornersOrInOnePlaneCannotOverlap) {
  const Vec3d floor[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, beside[3] = {{4, 0, 0}, {0, 4, 0}, {4, 4, 1}},
              across[3] = {{0, 0, 0}, {4, 0, 3}, {4, 0, -3}}, within[3] = {{1, 1, 0}, {2, 1, 0}, {1, 2, 0}},
              line[3] = {{1, 1, 0}, {2, 2, 0}, {3, 3, 0}}, needle[3] = {{1, 1, -1}, {1, 1, 0}, {1, 1, 1}};
  EXPECT_FALSE(may_overlap(floor, floor));
  EXPECT_FALSE(may_overlap(floor, beside));
  EXPECT_FALSE(may_overlap(beside, floor));
  EXPECT_FALSE(may_overlap(floor, within));
  EXPECT_FALSE(may_overlap(floor, line));
  EXPECT_FALSE(may_overlap(line, line));
  EXPECT_FALSE(may_overlap(floor, across));  // which it touches along an edge
  EXPECT_TRUE(may_overlap(floor, needle));
  EXPECT_TRUE(may_overlap(needle, floor));
}

TEST(TriangleTriangle, RefusesWhatIsNotANumber) {
  const Triangle bad{{0, 0, 0}, {1, std::numeric_limits<Real>::quiet_NaN(), 0}, {0, 0, 0}};
  EXPECT_EQ(triangle_triangle(kFloor, bad).status, Status::invalid_argument);
  EXPECT_EQ(triangle_triangle(bad, kFloor).status, Status::invalid_argument);
}

// Both ends belong to both triangles, within the stated error.
void expect_common(const Vec3& p, const TriangleContact& r, const Triangle& a, const Triangle& b) {
  const Q room = exact(r.segment_error) * exact(r.segment_error);
  ASSERT_LE(squared_distance(exact(p), test::cloud(a)), room);
  ASSERT_LE(squared_distance(exact(p), test::cloud(b)), room);
}

// The truth about the segment: every point of both triangles on the common line lies between its ends. The
// ends of the cut of each triangle, in rationals, along the direction of the segment.
void expect_maximal(const TriangleContact& r, const Triangle& a, const Triangle& b) {
  const test::Cloud ca = test::cloud(a), cb = test::cloud(b);
  const Q3 na = cross(ca[1] - ca[0], ca[2] - ca[0]), nb = cross(cb[1] - cb[0], cb[2] - cb[0]),
           d = cross(na, nb);
  Q low, high;
  bool first = true;
  for (const auto& [t, n, o] : {std::tuple{ca, nb, cb[0]}, std::tuple{cb, na, ca[0]}}) {
    Q from, to;
    bool none = true;
    const auto offer = [&](const Q3& p) {
      const Q x = dot(d, p);
      if (none || x < from) from = x;
      if (none || x > to) to = x;
      none = false;
    };
    for (std::size_t i = 0; i < 3; ++i) {
      const Q3 &u = t[i], &v = t[(i + 1) % 3];
      const Q hu = dot(n, u - o), hv = dot(n, v - o);
      if (hu == 0) offer(u);
      if (hu * hv < 0) offer(u + (v - u) * Q(hu / (hu - hv)));
    }
    low = first || from > low ? from : low;
    high = first || to < high ? to : high;
    first = false;
  }
  const Q x = dot(d, exact(r.segment.a)), y = dot(d, exact(r.segment.b));
  const RationalInterval room = root(RationalInterval(squared(d))) * RationalInterval(exact(r.segment_error));
  ASSERT_LE(abs(Q(std::min(x, y) - low)), room.upper);
  ASSERT_LE(abs(Q(std::max(x, y) - high)), room.upper);
}

Triangle permuted(const Triangle& t, int i) {
  switch (i % 6) {
    case 0:
      return t;
    case 1:
      return {t.b, t.c, t.a};
    case 2:
      return {t.c, t.a, t.b};
    case 3:
      return {t.b, t.a, t.c};
    case 4:
      return {t.a, t.c, t.b};
    default:
      return {t.c, t.b, t.a};
  }
}

void expect_as_rationals(const Triangle& a, const Triangle& b, int (&seen)[3], int& segments) {
  const Contact truth = contact_of(test::cloud(a), test::cloud(b));
  ++seen[static_cast<int>(truth)];
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) {
      ASSERT_EQ(triangle_triangle(permuted(a, i), permuted(b, j)).contact, truth);
      ASSERT_EQ(triangle_triangle(permuted(b, j), permuted(a, i)).contact, truth);
    }
  const Vec3d ca[3] = {Vec3d(a.a), Vec3d(a.b), Vec3d(a.c)}, cb[3] = {Vec3d(b.a), Vec3d(b.b), Vec3d(b.c)};
  ASSERT_TRUE(truth != Contact::overlapping || (may_overlap(ca, cb) && may_overlap(cb, ca)));
  const TriangleContact r = triangle_triangle(a, b);
  if (!r.has_segment) return;
  ++segments;
  expect_common(r.segment.a, r, a, b);
  expect_common(r.segment.b, r, a, b);
  expect_maximal(r, a, b);
}

TEST(TriangleTriangle, AgreesWithRationalsForEveryOrderOfVerticesAndOperands) {
  for (const bool lattice : {true, false}) {
    Points points{test::Random{71}, lattice};
    int seen[3] = {}, segments = 0;
    for (int i = 0; i < 1500; ++i) {
      const int size = lattice ? 2 : 3;
      const Triangle a{points.point(size), points.point(size), points.point(size)};
      const Triangle b{points.point(size), points.point(size), points.point(size)};
      expect_as_rationals(a, b, seen, segments);
      ASSERT_FALSE(HasFatalFailure()) << i << ' ' << lattice;
    }
    EXPECT_GT(seen[0], 300);
    EXPECT_GT(seen[1], lattice ? 150 : -1);
    EXPECT_GT(seen[2], 100);
    EXPECT_GT(segments, 100);
  }
}

TEST(TriangleTriangle, AgreesWithRationalsInOnePlaneAndWithSharedVertices) {
  Points points{test::Random{72}, true};
  int seen[3] = {}, segments = 0;
  for (int i = 0; i < 800; ++i) {
    const Vec3 u = points.point(2), v = points.point(2), o = points.point(3);
    const auto on_plane = [&] { return o + u * points.number(2) + v * points.number(2); };
    Triangle a{on_plane(), on_plane(), on_plane()}, b{on_plane(), on_plane(), on_plane()};
    if (i % 3 == 0) b = {a.a, points.point(3), points.point(3)};
    if (i % 3 == 1) b = {a.b, a.a, points.point(3)};
    expect_as_rationals(a, b, seen, segments);
    ASSERT_FALSE(HasFatalFailure()) << i;
  }
  EXPECT_GT(seen[0], 50);
  EXPECT_GT(seen[1], 300);
}

TEST(TriangleTriangle, AgreesWithRationalsWhenAVertexIsRoundedOntoTheOther) {
  Points points{test::Random{73}, false};
  int seen[3] = {}, segments = 0;
  for (int i = 0; i < 800; ++i) {
    const Triangle a{points.point(3), points.point(3), points.point(3)};
    const Real s = Real(points.random.uniform()), t = Real(points.random.uniform()) * (1 - s);
    const Vec3 on = a.a + (a.b - a.a) * s + (a.c - a.a) * (i % 2 == 0 ? t : 0);
    expect_as_rationals(a, {on, points.point(3), points.point(3)}, seen, segments);
    ASSERT_FALSE(HasFatalFailure()) << i;
  }
  EXPECT_GT(seen[0], 100);
  EXPECT_GT(seen[2], 100);
}

}  // namespace
}  // namespace graze::primitive
