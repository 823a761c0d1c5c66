// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/shape/polytope.h"

#include <gtest/gtest.h>

#include "graze/shape/support.h"
#include "shape/polytope/check.h"
#include "shape/polytope/zoo.h"
#include "support/random.h"

namespace graze {
namespace {

using test::Random;
using test::zoo::vec;

std::vector<Vec3> box_corners(const Vec3& low, const Vec3& high) {
  std::vector<Vec3> points;
  for (int i = 0; i < 8; ++i)
    points.push_back({i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
  return points;
}

Shape box(double x, double y, double z) { return *make_hull(box_corners(vec(0, 0, 0), vec(x, y, z))); }

void expect_inertia(const MassProperties& m, const double (&expected)[3][3], double tolerance) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(m.inertia.columns[j][i], expected[i][j], tolerance) << i << j;
}

void expect_point(const Vec3& a, const Vec3& b, double tolerance) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], tolerance) << i;
}

constexpr double kLast = std::numeric_limits<Real>::epsilon();

// How far the bounds of a nearest point may be from the distance, as stated.
double stated_error(double size) { return std::exp2(std::ceil(std::log2(size))) * (0x1p-46 + kLast); }
double stated_error(double size, double distance) {
  const double next = std::exp2(std::ceil(std::log2(size)));
  return stated_error(size) + (distance > 0 ? std::min(0x1p-48 * next * next / distance, distance) : 0);
}

// m / 12 (b² + c²) with m = 2 · 4 · 6.
TEST(MassProperties, OfABoxAreThoseOfTheFormula) {
  const auto m = mass_properties(*make_hull(box_corners(vec(10, 20, 30), vec(12, 24, 36))));
  ASSERT_TRUE(m.has_value());
  EXPECT_NEAR(m->volume, 48, 48 * 4 * kLast);
  expect_point(m->centroid, vec(11, 22, 33), 33 * kLast);
  expect_inertia(*m, {{208, 0, 0}, {0, 160, 0}, {0, 0, 80}}, 208 * 8 * kLast);
}

// Integrals over x + y + z <= 1: 1/6, x: 1/24, x²: 1/60, xy: 1/120; about the centroid (1/4, 1/4, 1/4):
// x²: 1/60 - 1/96 = 1/160, xy: 1/120 - 1/96 = -1/480.
TEST(MassProperties, OfACornerTetrahedronAreThoseOfTheIntegrals) {
  const Vec3 points[] = {vec(0, 0, 0), vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1)};
  const auto m = mass_properties(*make_hull(points));
  ASSERT_TRUE(m.has_value());
  EXPECT_NEAR(m->volume, 1.0 / 6, kLast);
  expect_point(m->centroid, vec(0.25, 0.25, 0.25), kLast);
  const double on = 1.0 / 80, off = 1.0 / 480;
  expect_inertia(*m, {{on, off, off}, {off, on, off}, {off, off, on}}, kLast);
}

// Right triangle with legs 1, height 2: x² about the centroid 2 (1/12 - 1/18) = 1/18, xy 2 (1/24 - 1/18) =
// -1/36, z² 4/12.
TEST(MassProperties, OfATriangularPrismAreThoseOfTheIntegrals) {
  std::vector<Vec3> points;
  for (const int z : {0, 2})
    for (const auto& [x, y] : {std::pair{0, 0}, {1, 0}, {0, 1}}) points.push_back(vec(x, y, z));
  const auto m = mass_properties(*make_hull(points));
  ASSERT_TRUE(m.has_value());
  EXPECT_NEAR(m->volume, 1, 4 * kLast);
  expect_point(m->centroid, vec(1.0 / 3, 1.0 / 3, 1), 2 * kLast);
  const double xx = 1.0 / 18 + 1.0 / 3, zz = 1.0 / 9, xy = 1.0 / 36;
  expect_inertia(*m, {{xx, xy, 0}, {xy, xx, 0}, {0, 0, zz}}, 4 * kLast);
}

// A power of two changes no digit: volume times s³, inertia times s⁵. Far away the digits of a small box are
// those of its coordinates.
TEST(MassProperties, KeepTheirDigitsWhereverAndHoweverLargeTheHullIs) {
  const auto near = mass_properties(box(1, 1, 1)),
             far = mass_properties(*make_hull(
                 box_corners(vec(0x1p20, -0x1p19, 0x1p18), vec(0x1p20 + 1, -0x1p19 + 1, 0x1p18 + 1))));
  ASSERT_TRUE(near.has_value() && far.has_value());
  EXPECT_NEAR(far->volume, 1, 4 * kLast);
  expect_inertia(*far, {{1.0 / 6, 0, 0}, {0, 1.0 / 6, 0}, {0, 0, 1.0 / 6}}, 4 * kLast);
  const auto large = mass_properties(box(0x1p20, 0x1p20, 0x1p20));
  ASSERT_TRUE(large.has_value());
  EXPECT_EQ(large->volume, std::ldexp(near->volume, 60));
  EXPECT_EQ(large->inertia.columns[0].x, std::ldexp(near->inertia.columns[0].x, 100));
}

TEST(MassProperties, OfFlatHullsAreTheirCentroidAlone) {
  const Vec3 triangle[] = {vec(0, 0, 5), vec(3, 0, 5), vec(0, 6, 5)};
  const auto flat = mass_properties(*make_hull(triangle));
  expect_point(flat->centroid, vec(1, 2, 5), 5 * kLast);
  EXPECT_EQ(flat->volume, 0);
  const Vec3 ends[] = {vec(1, 2, 3), vec(3, 2, 1)};
  expect_point(mass_properties(*make_hull(ends))->centroid, vec(2, 2, 2), 2 * kLast);
  expect_point(mass_properties(*make_hull({ends, 1}))->centroid, vec(1, 2, 3), 0);
}

TEST(MassProperties, AreRefusedWhenTooLarge) {
  const double huge = sizeof(Real) == 4 ? 1e30 : 1e130;
  EXPECT_EQ(mass_properties(box(huge, huge, huge)).error().code, ErrorCode::not_finite);
}

TEST(HullFeatures, AreThoseOfABox) {
  const Shape hull = box(1, 2, 3);
  const HullInfo info = hull_info(hull);
  EXPECT_EQ(info.vertices, 8u);
  EXPECT_EQ(info.edges, 12u);
  EXPECT_EQ(info.faces, 6u);
  EXPECT_EQ(info.outward_error, 0);
  EXPECT_EQ(info.face_tolerance, 0);
  Vec3 sum;
  for (std::uint32_t f = 0; f < 6; ++f) {
    const Plane plane = face_plane(hull, f);
    EXPECT_EQ(sum_abs(plane.normal), 1);
    sum += plane.normal;
    for (const std::uint32_t v : face_corners(hull, f))
      EXPECT_EQ(signed_distance(plane, hull_vertex(hull, v)), 0);
  }
  EXPECT_EQ(sum, Vec3());
  ASSERT_EQ(half_edge_count(hull), 24u);
  for (std::uint32_t h = 0; h < 24; ++h) {
    const HullEdge e = hull_edge(hull, h), back = hull_edge(hull, e.twin);
    EXPECT_EQ(back.twin, h);
    EXPECT_EQ(back.origin, e.end);
    EXPECT_EQ(hull_edge(hull, e.next).origin, e.end);
    EXPECT_EQ(hull_edge(hull, e.next).face, e.face);
  }
}

TEST(HullFeatures, OfWhatIsNotThereAreNothing) {
  const Shape hull = box(1, 1, 1);
  EXPECT_TRUE(face_corners(hull, 6).empty());
  EXPECT_EQ(hull_vertex(hull, 8), Vec3());
  EXPECT_EQ(hull_edge(hull, 24).end, 0u);
  EXPECT_EQ(hull_info(Sphere{1}).vertices, 0u);
  EXPECT_EQ(half_edge_count(Shape()), 0u);
  EXPECT_TRUE(face_corners(Shape(), 0).empty());
}

// On or below every face, in rationals.
bool contains_by_rationals(const Shape& hull, const Vec3& p) {
  const HullTopology& t = *topology_of(hull.view());
  const auto v = test::vertices_of(hull);
  const auto wide = [](const Vec3& q) { return Vec3d{double(q.x), double(q.y), double(q.z)}; };
  for (std::uint32_t f = 0; f < t.face_count(); ++f) {
    const auto loop = t.loop(f);
    if (test::exact_orient(wide(v[loop[0]]), wide(v[loop[1]]), wide(v[loop[2]]), wide(p)) < 0) return false;
  }
  return true;
}

TEST(Contains, IsExactAlsoForPointsRoundedOntoFacesAndEdges) {
  Random random{1};
  int inside = 0, outside = 0;
  for (const test::Cloud& cloud : test::hull_zoo()) {
    SCOPED_TRACE(cloud.name);
    const Shape hull = *make_hull(cloud.points, {.face_tolerance = 0});
    if (hull_info(hull).faces <= 2) continue;
    const auto v = test::vertices_of(hull);
    for (const Vec3& p : v) ASSERT_TRUE(contains(hull, p));
    for (int i = 0; i < 300; ++i) {
      const auto loop = face_corners(
          hull, static_cast<std::uint32_t>(random.below(static_cast<int>(hull_info(hull).faces))));
      const auto s = static_cast<Real>(random.uniform()),
                 r = static_cast<Real>(random.chance(0.3) ? 0 : random.uniform(0, 1.2));
      const Vec3 a = v[loop[0]], b = v[loop[1]], c = v[loop[2]];
      const Vec3 p = a + (b - a) * s + (c - a) * ((1 - s) * r);
      const bool expected = contains_by_rationals(hull, p);
      ASSERT_EQ(contains(hull, p), expected) << i;
      (expected ? inside : outside) += 1;
    }
  }
  EXPECT_GT(inside, 500);
  EXPECT_GT(outside, 500);
}

TEST(Contains, IsExactForFlatHullsSegmentsAndPoints) {
  const Vec3 triangle[] = {vec(0, 0, 1), vec(4, 0, 1), vec(0, 4, 1)};
  const Shape flat = *make_hull(triangle);
  EXPECT_TRUE(contains(flat, vec(1, 1, 1)));
  EXPECT_TRUE(contains(flat, vec(2, 2, 1)));
  EXPECT_TRUE(contains(flat, vec(4, 0, 1)));
  EXPECT_FALSE(contains(flat, vec(2.5, 2, 1)));
  EXPECT_FALSE(contains(flat, {1, 1, std::nextafter(Real(1), Real(2))}));
  const Shape segment = *make_hull({triangle, 2});
  EXPECT_TRUE(contains(segment, vec(3, 0, 1)));
  EXPECT_FALSE(contains(segment, vec(5, 0, 1)));
  EXPECT_FALSE(contains(
      segment, {3, sizeof(Real) == 4 ? std::numeric_limits<Real>::denorm_min() : Real(0x1p-270), 1}));
  const Shape point = *make_hull({triangle, 1});
  EXPECT_TRUE(contains(point, vec(0, 0, 1)));
  EXPECT_FALSE(contains(point, vec(0, 0, 2)));
}

TEST(Contains, ExcludesNothingThatItCannotAnswer) {
  const Shape hull = box(2, 2, 2);
  EXPECT_TRUE(contains(hull, {std::numeric_limits<Real>::quiet_NaN(), 0, 0}));
  EXPECT_TRUE(contains(hull, {0, -kInfinity, 0}));
  EXPECT_TRUE(contains(Sphere{1}, vec(5, 0, 0)));
  EXPECT_TRUE(contains(Shape(), vec(5, 0, 0)));
}

// The box [0, 2]³, by hand: outside beyond a face, an edge and a corner; inside.
TEST(NearestSurfacePoint, OfABoxIsOnTheRightFeature) {
  const Shape hull = box(2, 2, 2);
  const struct {
    Vec3 asked, point, normal;
    double distance;
  } cases[] = {
      {vec(1, 1, 5), vec(1, 1, 2), vec(0, 0, 1), 3},
      {vec(1, 5, 6), vec(1, 2, 2), vec(0, 0.6, 0.8), 5},
      {vec(-1, -2, -2), vec(0, 0, 0), vec(-1.0 / 3, -2.0 / 3, -2.0 / 3), 3},
      {vec(1, 1.75, 1), vec(1, 2, 1), vec(0, 1, 0), -0.25},
      {vec(2, 1, 1), vec(2, 1, 1), vec(1, 0, 0), 0},
  };
  for (const auto& c : cases) {
    const auto r = nearest_surface_point(hull, c.asked);
    ASSERT_TRUE(r.has_value());
    EXPECT_LE(r->lower, c.distance);
    EXPECT_GE(r->upper, c.distance);
    EXPECT_LE(r->upper - r->lower, 2 * stated_error(6));
    expect_point(r->point, c.point, 8 * kLast);
    expect_point(r->normal, c.normal, 2 * kLast);
  }
}

// The signed distance of a box has a closed form.
TEST(NearestSurfacePoint, EnclosesTheDistanceFromABoxAnywhere) {
  Random random{2};
  const Shape hull = *make_hull(box_corners(vec(-1, -2, -3), vec(1, 2, 3)));
  int inside = 0;
  for (int i = 0; i < 5000; ++i) {
    const double reach = random.log_uniform(1e-3, 1e3);
    const Vec3 p =
        vec(random.uniform(-reach, reach), random.uniform(-reach, reach), random.uniform(-reach, reach));
    long double out = 0, in = -1e9L;
    for (int k = 0; k < 3; ++k) {
      const long double over = std::abs(static_cast<long double>(p[k])) - (k + 1);
      in = std::max(in, over);
      if (over > 0) out += over * over;
    }
    const long double expected = in > 0 ? std::sqrt(out) : in;
    const auto r = nearest_surface_point(hull, p);
    ASSERT_TRUE(r.has_value());
    ASSERT_LE(r->lower, expected) << i;
    ASSERT_GE(r->upper, expected) << i;
    const double size = std::max(4.0, double(max_abs(p)));
    ASSERT_LE(double(r->upper - expected), stated_error(size));
    ASSERT_LE(double(expected - r->lower), stated_error(size, double(expected)));
    inside += expected < 0;
  }
  EXPECT_GT(inside, 500);
}

TEST(NearestSurfacePoint, OfFlatThingsIsAllOfThem) {
  const Vec3 triangle[] = {vec(0, 0, 0), vec(4, 0, 0), vec(0, 4, 0)};
  const auto above = nearest_surface_point(*make_hull(triangle), vec(1, 1, -2));
  expect_point(above->point, vec(1, 1, 0), kLast);
  expect_point(above->normal, vec(0, 0, -1), kLast);
  EXPECT_NEAR(above->upper, 2, stated_error(4));
  const auto within = nearest_surface_point(*make_hull(triangle), vec(1, 1, 0));
  EXPECT_EQ(within->lower, 0);
  EXPECT_NEAR(within->upper, 0, stated_error(4));
  const auto segment = nearest_surface_point(*make_hull({triangle, 2}), vec(3, 3, 4));
  expect_point(segment->point, vec(3, 0, 0), 4 * kLast);
  EXPECT_NEAR(segment->lower, 5, stated_error(4));
  const auto point = nearest_surface_point(*make_hull({triangle, 1}), vec(0, 3, 4));
  EXPECT_NEAR(point->lower, 5, stated_error(4));
  EXPECT_EQ(nearest_surface_point(Sphere{1}, {}).error().code, ErrorCode::unsupported);
  EXPECT_EQ(nearest_surface_point(box(1, 1, 1), {std::numeric_limits<Real>::infinity(), 0, 0}).error().code,
            ErrorCode::not_finite);
}

// Faces joined at a tolerance keep their numbers straight: the face named is one that is near the point.
TEST(NearestSurfacePoint, NamesAJoinedFaceThatHoldsIt) {
  Random random{4};
  int joined = 0;
  for (int i = 0; i < 100; ++i) {
    const auto x = random.direction();
    auto y = cross(x, random.direction());
    y = y * (1 / length(y));
    const auto z = cross(x, y);
    std::vector<Vec3> points;
    for (int c = 0; c < 8; ++c) {
      const auto p = x * (c & 1 ? 1.0 : -1.0) + y * (c & 2 ? 2.0 : -2.0) + z * (c & 4 ? 3.0 : -3.0);
      points.push_back(vec(p.x, p.y, p.z));
    }
    const Shape hull = *make_hull(points);
    joined += polytope_of(hull.view()).exact_topology != nullptr;
    ASSERT_EQ(hull_info(hull).faces, 6u);
    for (int k = 0; k < 20; ++k) {
      const auto d = random.direction();
      const auto r = nearest_surface_point(hull, vec(8 * d.x, 8 * d.y, 8 * d.z));
      ASSERT_LT(r->face, 6u);
      EXPECT_NEAR(signed_distance(face_plane(hull, r->face), r->point), 0, 32 * kLast);
    }
  }
  EXPECT_GT(joined, 50);
}

TEST(WarmSupport, IsTheSameFromAnyGuess) {
  Random random{3};
  for (const test::Cloud& cloud : test::hull_zoo()) {
    const Shape hull = *make_hull(cloud.points);
    std::uint32_t kept = 0xffffffff;
    for (int i = 0; i < 100; ++i) {
      const auto d = random.direction();
      const Vec3 direction = vec(d.x, d.y, d.z);
      std::uint32_t any = static_cast<std::uint32_t>(random.below(1 << 20));
      const Vec3 p = support(hull, direction, any);
      EXPECT_EQ(p, support(hull, direction, kept));
      EXPECT_EQ(p, support(hull, direction));
      EXPECT_EQ(any, kept);
      EXPECT_EQ(p, hull_vertex(hull, any));
    }
  }
}

}  // namespace
}  // namespace graze
