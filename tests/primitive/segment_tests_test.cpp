// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Segments against ball, box and triangle.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "convex_oracle.h"
#include "graze/primitive/segment_box.h"
#include "graze/primitive/segment_sphere.h"
#include "graze/primitive/segment_triangle.h"
#include "primitive/beam.h"

namespace graze::primitive {
namespace {

using test::exact;
using test::Points;
using test::Q;
using test::Q3;

const Real kNan = std::numeric_limits<Real>::quiet_NaN();

TEST(SegmentSphere, ByHand) {
  const Ball ball{{0, 0, 0}, 5};
  const SegmentHit through = segment_sphere({{-10, 3, 0}, {10, 3, 0}}, ball);
  EXPECT_EQ(through.contact, Contact::overlapping);
  EXPECT_EQ(through.first.point, (Vec3{-4, 3, 0}));
  EXPECT_NEAR(through.first.t, 0.3, kEpsilon);
  EXPECT_EQ(segment_sphere({{-10, 5, 0}, {10, 5, 0}}, ball).contact, Contact::touching);
  EXPECT_EQ(segment_sphere({{-10, 5 + 4 * kEpsilon, 0}, {10, 5, 0}}, ball).contact, Contact::apart);
  EXPECT_EQ(segment_sphere({{3, 4, 0}, {30, 40, 0}}, ball).contact, Contact::touching);
  EXPECT_EQ(segment_sphere({{1, 1, 0}, {1, 1, 0}}, ball).first.outcome, RayOutcome::inside);
  EXPECT_EQ(segment_sphere({{1, 1, kNan}, {1, 1, 0}}, ball).first.status, Status::invalid_argument);
}

TEST(SegmentSphere, AgreesWithRationals) {
  for (const bool lattice : {true, false}) {
    Points points{test::Random{63}, lattice};
    int seen[3] = {};
    for (int i = 0; i < 10000; ++i) {
      const Segment s{points.point(5), points.point(5)};
      const Ball ball{points.point(3),
                      lattice ? Real(points.random.below(4)) : Real(points.random.uniform(0, 3))};
      const Q dd = squared_distance(exact(ball.centre), test::cloud(s));
      const SegmentHit r = segment_sphere(s, ball);
      ASSERT_EQ(r.contact, test::contact_from(dd, exact(ball.radius))) << i << ' ' << lattice;
      ASSERT_EQ(bool(r.first), bool(r));
      ++seen[static_cast<int>(r.contact)];
      if (r.first.outcome != RayOutcome::hit) continue;
      const Q3 p = exact(s.a) + (exact(s.b) - exact(s.a)) * exact(r.first.t);
      ASSERT_LE(r.first.t, 1 + 4 * kEpsilon);
      // On the surface, as far as t tells: the parameter may be off by its error.
      const double room = double(r.first.t_error) * 20 + 1e-300;
      const Q radius = exact(ball.radius);
      ASSERT_LE(squared(p - exact(ball.centre)), (radius + room) * (radius + room)) << i;
      const Q inner = radius > room ? Q(radius - room) : Q(0);
      ASSERT_GE(squared(p - exact(ball.centre)), inner * inner) << i;
    }
    EXPECT_GT(seen[0], 1000);
    EXPECT_GT(seen[1], lattice ? 50 : -1);
    EXPECT_GT(seen[2], 1000);
  }
}

TEST(SegmentBox, ByHand) {
  const Aabb box{{0, 0, 0}, {2, 2, 2}};
  EXPECT_EQ(segment_box({{-1, 1, 1}, {3, 1, 1}}, box).contact, Contact::overlapping);
  EXPECT_EQ(segment_box({{-1, 1, 1}, {3, 1, 1}}, box).first.t, Real(0.25));
  EXPECT_EQ(segment_box({{-1, 2, 1}, {3, 2, 1}}, box).contact, Contact::touching);  // along a face
  EXPECT_EQ(segment_box({{-1, 1, 1}, {1, 3, 1}}, box).contact, Contact::touching);  // across an edge
  EXPECT_EQ(segment_box({{-1, 1, 1}, {0, 1, 1}}, box).contact, Contact::touching);  // ends on a face
  EXPECT_EQ(segment_box({{-1, 1.5, 1}, {1, 3, 1}}, box).contact, Contact::apart);
  EXPECT_EQ(segment_box({{1, 1, 1}, {1.5, 1, 1}}, box).contact, Contact::overlapping);  // within
  EXPECT_EQ(segment_box({{1, 1, -1}, {1, 1, 1}}, {{0, 0, 0}, {2, 2, 0}}).contact, Contact::overlapping);
  EXPECT_EQ(segment_box({{1, 1, 1}, {1, 1, 1}}, Aabb{}).contact, Contact::apart);
  EXPECT_EQ(segment_box({{1, 1, 1}, {1, kNan, 1}}, box).first.status, Status::invalid_argument);
}

TEST(SegmentBox, AgreesWithRationals) {
  for (const bool lattice : {true, false}) {
    Points points{test::Random{64}, lattice};
    int seen[3] = {};
    for (int i = 0; i < 500; ++i) {
      const Vec3 p = points.point(2), q = points.point(2);
      const Aabb box{min(p, q), max(p, q)};
      const Segment s{points.point(3), points.point(3)};
      const Contact truth = contact_of(test::cloud(s), test::cloud(box));
      const SegmentHit r = segment_box(s, box);
      ASSERT_EQ(r.contact, truth) << i << ' ' << lattice;
      ASSERT_EQ(bool(r.first), bool(r));
      ++seen[static_cast<int>(truth)];
    }
    EXPECT_GT(seen[0], 100);
    EXPECT_GT(seen[1], lattice ? 30 : -1);
    EXPECT_GT(seen[2], 20);
  }
}

TEST(SegmentTriangle, ByHand) {
  const Triangle t{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
  EXPECT_EQ(segment_triangle({{1, 1, -1}, {1, 1, 3}}, t).contact, Contact::overlapping);
  EXPECT_EQ(segment_triangle({{1, 1, -1}, {1, 1, 3}}, t).first.t, Real(0.25));
  EXPECT_EQ(segment_triangle({{1, 1, 0}, {1, 1, 3}}, t).contact, Contact::touching);
  EXPECT_EQ(segment_triangle({{2, 2, -1}, {2, 2, 1}}, t).contact, Contact::touching);  // through an edge
  EXPECT_EQ(segment_triangle({{4, 0, -1}, {4, 0, 1}}, t).contact, Contact::touching);  // through a vertex
  EXPECT_EQ(segment_triangle({{-1, 1, 0}, {9, 1, 0}}, t).contact, Contact::touching);  // in the plane
  EXPECT_EQ(segment_triangle({{-1, -1, 0}, {9, -1, 0}}, t).contact, Contact::apart);
  EXPECT_EQ(segment_triangle({{1, 1, kNan}, {1, 1, 3}}, t).first.status, Status::invalid_argument);
}

TEST(SegmentTriangle, AgreesWithRationals) {
  for (const bool lattice : {true, false}) {
    Points points{test::Random{65}, lattice};
    int seen[3] = {};
    for (int i = 0; i < 3000; ++i) {
      const int size = lattice ? 2 : 3;
      const Triangle t{points.point(size), points.point(size), points.point(size)};
      const Segment s{points.point(size), points.point(size)};
      const Contact truth = contact_of(test::cloud(s), test::cloud(t));
      const SegmentHit r = segment_triangle(s, t);
      ASSERT_EQ(r.contact, truth) << i << ' ' << lattice;
      ASSERT_EQ(contact_of_segment_triangle(Vec3d(s.a), Vec3d(s.b), Vec3d(t.a), Vec3d(t.b), Vec3d(t.c)),
                truth);
      ASSERT_EQ(bool(r.first), bool(r));
      ++seen[static_cast<int>(truth)];
    }
    EXPECT_GT(seen[0], 600);
    EXPECT_GT(seen[1], lattice ? 90 : -1);
    EXPECT_GT(seen[2], 40);
  }
}

}  // namespace
}  // namespace graze::primitive
