// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Triangles against ball and box.
#include <gtest/gtest.h>

#include <limits>

#include "convex_oracle.h"
#include "graze/primitive/triangle_box.h"
#include "graze/primitive/triangle_sphere.h"

namespace graze::primitive {
namespace {

using test::exact;
using test::Points;
using test::Q;

const Real kNan = std::numeric_limits<Real>::quiet_NaN();

TEST(TriangleSphere, ByHand) {
  const Triangle t{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
  EXPECT_EQ(triangle_sphere(t, {{1, 1, 2}, 2}).contact, Contact::touching);  // face
  EXPECT_EQ(triangle_sphere(t, {{1, 1, 2}, 2 + 2 * kEpsilon}).contact, Contact::overlapping);
  EXPECT_EQ(triangle_sphere(t, {{2, -3, 4}, 5}).contact, Contact::touching);   // edge
  EXPECT_EQ(triangle_sphere(t, {{-2, -3, 6}, 7}).contact, Contact::touching);  // vertex
  const Proximity apart = triangle_sphere(t, {{-2, -3, 6}, 4});
  EXPECT_EQ(apart.contact, Contact::apart);
  EXPECT_NEAR(apart.lower, 3, 40 * kEpsilon);
  EXPECT_EQ(apart.nearest, (Vec3{0, 0, 0}));
  EXPECT_EQ(triangle_sphere(t, {{1, 1, 0}, 0}).contact, Contact::touching);
  EXPECT_EQ(triangle_sphere({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, {{1, 1, 3}, 2}).contact, Contact::touching);
  EXPECT_EQ(triangle_sphere(t, {{1, 1, kNan}, 0}).status, Status::invalid_argument);
  EXPECT_EQ(triangle_sphere(t, {{1, 1, 1}, -1}).status, Status::invalid_argument);
}

TEST(TriangleSphere, AgreesWithRationals) {
  for (const bool lattice : {true, false}) {
    Points points{test::Random{66}, lattice};
    int seen[3] = {};
    for (int i = 0; i < 10000; ++i) {
      const Triangle t{points.point(3), points.point(3), points.point(3)};
      const Ball ball{points.point(5),
                      lattice ? Real(points.random.below(4)) : Real(points.random.uniform(0, 3))};
      const Q dd = squared_distance(exact(ball.centre), test::cloud(t));
      const Proximity r = triangle_sphere(t, ball);
      ASSERT_EQ(r.contact, test::contact_from(dd, exact(ball.radius))) << i << ' ' << lattice;
      ++seen[static_cast<int>(r.contact)];
      if (r.contact != Contact::apart) continue;
      ASSERT_TRUE(test::encloses(double(r.lower), double(r.upper), dd, exact(ball.radius))) << i;
      ASSERT_LE(double(r.upper) - double(r.lower), 40 * double(kEpsilon) * double(r.upper) + 0x1p-80) << i;
      // The nearest point is rounded, and belongs to the triangle as far as that allows.
      ASSERT_LE(squared_distance(exact(r.nearest), test::cloud(t)),
                Q(40 * double(kEpsilon)) * Q(40 * double(kEpsilon)));
    }
    EXPECT_GT(seen[0], 1000);
    EXPECT_GT(seen[1], lattice ? 50 : -1);
    EXPECT_GT(seen[2], 500);
  }
}

TEST(TriangleBox, ByHand) {
  const Aabb box{{0, 0, 0}, {2, 2, 2}};
  EXPECT_EQ(triangle_box({{-1, 1, 1}, {3, 1, 1}, {1, 5, 1}}, box).contact, Contact::overlapping);
  EXPECT_EQ(triangle_box({{-1, 1, 2}, {3, 1, 2}, {1, 5, 2}}, box).contact, Contact::touching);  // in a face
  EXPECT_EQ(triangle_box({{1, 1, 1}, {1.5, 1, 1}, {1, 1.5, 1}}, box).contact,
            Contact::overlapping);  // within
  // Cuts off the corner (2, 2, 2): the plane x + y + z = 6 touches it, 5.5 cuts, 6.5 passes.
  EXPECT_EQ(triangle_box({{6, 0, 0}, {0, 6, 0}, {0, 0, 6}}, box).contact, Contact::touching);
  EXPECT_EQ(triangle_box({{5.5, 0, 0}, {0, 5.5, 0}, {0, 0, 5.5}}, box).contact, Contact::overlapping);
  EXPECT_EQ(triangle_box({{6.5, 0, 0}, {0, 6.5, 0}, {0, 0, 6.5}}, box).contact, Contact::apart);
  // Only an axis of two edges parts them.
  EXPECT_EQ(triangle_box({{3, 1, -1}, {1, 3, 3}, {4, 4, 1}}, box).contact, Contact::touching);
  EXPECT_EQ(triangle_box({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, Aabb{}).contact, Contact::apart);
  EXPECT_EQ(triangle_box({{1, 1, 1}, {1, kNan, 1}, {1, 1, 1}}, box).status, Status::invalid_argument);
}

TEST(TriangleBox, AgreesWithRationals) {
  for (const bool lattice : {true, false}) {
    Points points{test::Random{67}, lattice};
    int seen[3] = {};
    for (int i = 0; i < 300; ++i) {
      const Vec3 p = points.point(2), q = points.point(2);
      const Aabb box{min(p, q), max(p, q)};  // flat ones, segments and points among them
      const int size = lattice ? 3 : 4;
      const Triangle t{points.point(size), points.point(size), points.point(size)};
      const Contact truth = contact_of(test::cloud(t), test::cloud(box));
      ASSERT_EQ(triangle_box(t, box).contact, truth) << i << ' ' << lattice;
      ++seen[static_cast<int>(truth)];
    }
    EXPECT_GT(seen[0], 40);
    EXPECT_GT(seen[1], lattice ? 15 : -1);
    EXPECT_GT(seen[2], 40);
  }
}

}  // namespace
}  // namespace graze::primitive
