// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Polygons, nonconvex and with holes, against ball, box and each other.
#include <gtest/gtest.h>

#include <limits>

#include "convex_oracle.h"
#include "graze/primitive/polygon_box.h"
#include "graze/primitive/polygon_polygon.h"
#include "graze/primitive/polygon_sphere.h"
#include "polygon_oracle.h"

namespace graze::primitive {
namespace {

using test::exact;
using test::Loops;
using test::Points;
using test::Q;
using test::Q3;

const Real kNan = std::numeric_limits<Real>::quiet_NaN();

// A square frame in z = 0 around a square hole.
const std::vector<Vec3> kFrameVertices = {{0, 0, 0}, {8, 0, 0}, {8, 8, 0}, {0, 8, 0},
                                          {2, 2, 0}, {2, 6, 0}, {6, 6, 0}, {6, 2, 0}};
const std::vector<std::uint32_t> kFrameEnds = {4, 8};
Polygon frame() { return make_polygon(kFrameVertices, kFrameEnds).value(); }
// An L in z = 0: nonconvex.
const std::vector<Vec3> kCorner = {{0, 0, 0}, {6, 0, 0}, {6, 2, 0}, {2, 2, 0}, {2, 6, 0}, {0, 6, 0}};

TEST(PolygonSphere, ByHand) {
  EXPECT_EQ(polygon_sphere(frame(), {{1, 1, 3}, 3}).contact, Contact::touching);
  EXPECT_EQ(polygon_sphere(frame(), {{4, 4, 0}, 2}).contact, Contact::touching);  // fills the hole
  EXPECT_EQ(polygon_sphere(frame(), {{4, 4, 0}, 1}).contact, Contact::apart);     // within the hole
  EXPECT_EQ(polygon_sphere(frame(), {{4, 4, 0}, Real(2.1)}).contact, Contact::overlapping);
  const Proximity gap = polygon_sphere(frame(), {{5, 4, 0}, Real(0.5)});
  EXPECT_NEAR(gap.lower, 0.5, 40 * kEpsilon);
  EXPECT_EQ(gap.nearest, (Vec3{6, 4, 0}));
  EXPECT_EQ(polygon_sphere(frame(), {{-3, 4, 4}, 5}).contact, Contact::touching);
  EXPECT_EQ(polygon_sphere(frame(), {{-3, 4, kNan}, 5}).status, Status::invalid_argument);
  const Polygon corner = make_polygon(kCorner).value();
  EXPECT_EQ(polygon_sphere(corner, {{5, 5, 0}, 3}).contact, Contact::touching);  // in the notch
  EXPECT_EQ(polygon_sphere(corner, {{5, 5, 0}, Real(2.9)}).contact, Contact::apart);
}

TEST(PolygonBox, ByHand) {
  EXPECT_EQ(polygon_box(frame(), {{3, 3, -1}, {5, 5, 1}}).contact, Contact::apart);  // through the hole
  EXPECT_EQ(polygon_box(frame(), {{2, 2, -1}, {6, 6, 1}}).contact, Contact::touching);
  EXPECT_EQ(polygon_box(frame(), {{1, 3, -1}, {5, 5, 1}}).contact, Contact::overlapping);
  EXPECT_EQ(polygon_box(frame(), {{Real(0.5), Real(0.5), -1}, {1, 1, 1}}).contact,
            Contact::overlapping);  // within
  EXPECT_EQ(polygon_box(frame(), {{Real(0.5), Real(0.5), 0}, {1, 1, 1}}).contact,
            Contact::touching);  // on it
  EXPECT_EQ(polygon_box(frame(), {{Real(0.5), Real(0.5), kEpsilon}, {1, 1, 1}}).contact, Contact::apart);
  EXPECT_EQ(polygon_box(frame(), {{-9, -9, -9}, {9, 9, 9}}).contact,
            Contact::overlapping);  // around all of it
  EXPECT_EQ(polygon_box(frame(), Aabb{}).contact, Contact::apart);
  EXPECT_EQ(polygon_box(frame(), {{0, 0, 0}, {1, kNan, 1}}).status, Status::invalid_argument);
  const Polygon corner = make_polygon(kCorner).value();
  EXPECT_EQ(polygon_box(corner, {{3, 3, -1}, {5, 5, 1}}).contact, Contact::apart);  // in the notch
  EXPECT_EQ(polygon_box(corner, {{2, 3, -1}, {5, 5, 1}}).contact, Contact::touching);
}

TEST(PolygonPolygon, ByHand) {
  const auto contact = [](const std::vector<Vec3>& other) {
    const Polygon b = make_polygon(other).value();
    const Contact forth = polygon_polygon(frame(), b).contact;
    EXPECT_EQ(polygon_polygon(b, frame()).contact, forth);
    return forth;
  };
  EXPECT_EQ(contact({{3, 4, -1}, {5, 4, -1}, {5, 4, 1}, {3, 4, 1}}), Contact::apart);  // upright in the hole
  EXPECT_EQ(contact({{1, 4, -1}, {5, 4, -1}, {5, 4, 1}, {1, 4, 1}}), Contact::overlapping);  // cuts the rim
  EXPECT_EQ(contact({{2, 4, -1}, {5, 4, -1}, {5, 4, 1}, {2, 4, 1}}), Contact::touching);
  EXPECT_EQ(contact({{-1, 4, -1}, {9, 4, -1}, {9, 4, 1}, {-1, 4, 1}}), Contact::overlapping);
  EXPECT_EQ(contact({{3, 3, 0}, {5, 3, 0}, {5, 5, 0}, {3, 5, 0}}), Contact::apart);     // flat in the hole
  EXPECT_EQ(contact({{2, 2, 0}, {6, 2, 0}, {6, 6, 0}, {2, 6, 0}}), Contact::touching);  // fills it
  EXPECT_EQ(contact({{0.5, 0.5, 0}, {1, 0.5, 0}, {1, 1, 0}}), Contact::touching);       // flat within the rim
  EXPECT_EQ(contact({{-9, -9, 0}, {30, -9, 0}, {-9, 30, 0}}), Contact::touching);       // flat around all
  EXPECT_EQ(contact({{0.5, 0.5, 1}, {1, 0.5, 1}, {1, 1, 1}}), Contact::apart);          // parallel
}

// Squared distance of a point from the region and the edges, in rationals.
Q squared_distance(const Q3& p, const Polygon& polygon) {
  const Q3 n = exact(polygon.plane.normal);
  const Q h = (dot(n, p) - exact(polygon.plane.offset)) / squared(n);
  Q best = Q(mpz_class(1) << 200);
  if (locate_exactly(polygon, p - n * h) != Contact::apart) best = h * h * squared(n);
  test::for_each_edge(polygon, [&](const Q3& a, const Q3& b) {
    const Q d = test::squared_distance(p, {a, b});
    if (d < best) best = d;
  });
  return best;
}

TEST(PolygonSphere, AgreesWithRationals) {
  for (const bool lattice : {true, false}) {
    Points points{test::Random{81}, lattice};
    int seen[3] = {};
    for (int i = 0; i < 4000; ++i) {
      const Loops loops = random_polygon(points, i % 2 == 0, 6);
      const Result<Polygon> polygon = make_polygon(loops.vertices, loops.ends);
      if (!polygon) continue;
      const Ball ball{points.point(6),
                      lattice ? Real(points.random.below(4)) : Real(points.random.uniform(0, 3))};
      const Q dd = squared_distance(exact(ball.centre), *polygon);
      const Proximity r = polygon_sphere(*polygon, ball);
      ASSERT_EQ(r.contact, test::contact_from(dd, exact(ball.radius))) << i << ' ' << lattice;
      ++seen[static_cast<int>(r.contact)];
      if (r.contact != Contact::apart) continue;
      ASSERT_TRUE(test::encloses(double(r.lower), double(r.upper), dd, exact(ball.radius))) << i;
      ASSERT_LE(double(r.upper) - double(r.lower), 40 * double(kEpsilon) * double(r.upper) + 0x1p-80) << i;
    }
    EXPECT_GT(seen[0], 400);
    EXPECT_GT(seen[1], lattice ? 20 : -1);
    EXPECT_GT(seen[2], 400);
  }
}

// A frame whose region is the union of convex parts: what a convex oracle says of the parts decides.
struct Parts {
  std::vector<Triangle> triangles;
};
Parts corner_parts(const std::vector<Vec3>& c) {
  return {{{c[0], c[1], c[2]}, {c[0], c[2], c[3]}, {c[0], c[3], c[4]}, {c[0], c[4], c[5]}}};
}

// Coordinates are small integers and planes are flat to the bit (flatness zero): the verdicts are exact.
std::vector<Vec3> placed_corner(Points& points, const Vec3& at) {
  const int turn = points.random.below(3);
  std::vector<Vec3> vertices;
  for (const Vec3& v : kCorner)
    vertices.push_back(at + (turn == 0 ? v : turn == 1 ? Vec3{v.y, v.z, v.x} : Vec3{v.z, v.x, v.y}));
  return vertices;
}

TEST(PolygonBox, AgreesWithTheConvexPartsInRationals) {
  Points points{test::Random{82}, true};
  int meets = 0, apart = 0;
  for (int i = 0; i < 160; ++i) {
    const std::vector<Vec3> vertices = placed_corner(points, points.point(2));
    const Polygon polygon = make_polygon(vertices).value();
    ASSERT_EQ(polygon.flatness, 0);
    const Vec3 p = points.point(4), q = p + Vec3{Real(points.random.below(4)), Real(points.random.below(4)),
                                                 Real(points.random.below(4))};
    bool truth = false;
    for (const Triangle& t : corner_parts(vertices).triangles)
      truth = truth || contact_of(test::cloud(t), test::cloud(Aabb{p, q})) != Contact::apart;
    ASSERT_EQ(bool(polygon_box(polygon, {p, q})), truth) << i;
    (truth ? meets : apart) += 1;
  }
  EXPECT_GT(meets, 8);
  EXPECT_GT(apart, 30);
}

TEST(PolygonPolygon, AgreesWithTheConvexPartsInRationals) {
  Points points{test::Random{83}, true};
  int meets = 0, apart = 0;
  for (int i = 0; i < 500; ++i) {
    const std::vector<Vec3> va = placed_corner(points, points.point(4)),
                            vb = placed_corner(points, points.point(4));
    const Polygon a = make_polygon(va).value(), b = make_polygon(vb).value();
    bool truth = false;
    for (const Triangle& s : corner_parts(va).triangles)
      for (const Triangle& t : corner_parts(vb).triangles)
        truth = truth || contact_of(test::cloud(s), test::cloud(t)) != Contact::apart;
    ASSERT_EQ(bool(polygon_polygon(a, b)), truth) << i;
    ASSERT_EQ(polygon_polygon(a, b).contact, polygon_polygon(b, a).contact);
    (truth ? meets : apart) += 1;
  }
  EXPECT_GT(meets, 50);
  EXPECT_GT(apart, 100);
}

}  // namespace
}  // namespace graze::primitive
