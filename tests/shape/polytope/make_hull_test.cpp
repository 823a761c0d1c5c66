// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "graze/shape/hull_builder.h"
#include "shape/polytope/check.h"
#include "shape/shape_block.h"
#include "support/random.h"

namespace graze {
namespace {

using test::hull_defect;
using test::Random;
using test::vertices_of;

constexpr double kPi = 3.14159265358979323846;
constexpr HullSettings kExactFaces{.face_tolerance = 0};

Vec3 vec(double x, double y, double z) {
  return {static_cast<Real>(x), static_cast<Real>(y), static_cast<Real>(z)};
}

// Faces joined only where exactly flat, checked in rationals.
Shape checked_hull(std::span<const Vec3> points) {
  const Result<Shape> hull = make_hull(points, kExactFaces);
  EXPECT_TRUE(hull.has_value());
  if (!hull) return {};
  EXPECT_EQ(hull_defect(*hull, points), "");
  return *hull;
}

std::size_t corner_count(const Shape& hull) { return vertices_of(hull).size(); }
std::uint32_t face_count(const Shape& hull) {
  const HullTopology* t = topology_of(hull.view());
  return t == nullptr ? 0 : t->face_count();
}

std::vector<Vec3> grid(int nx, int ny, int nz, double step) {
  std::vector<Vec3> points;
  for (int x = 0; x < nx; ++x)
    for (int y = 0; y < ny; ++y)
      for (int z = 0; z < nz; ++z) points.push_back(vec(x * step, y * step, z * step));
  return points;
}

std::vector<Vec3> on_sphere(int n, std::uint64_t seed) {
  Random random{seed};
  std::vector<Vec3> points;
  for (int i = 0; i < n; ++i) {
    const auto d = random.direction();
    points.push_back(vec(d.x, d.y, d.z));
  }
  return points;
}

std::vector<Vec3> in_cube(int n, std::uint64_t seed) {
  Random random{seed};
  std::vector<Vec3> points;
  for (int i = 0; i < n; ++i) {
    const auto p = random.in_cube();
    points.push_back(vec(p.x, p.y, p.z));
  }
  return points;
}

TEST(MakeHull, OfOnePointIsThatPoint) {
  const Vec3 points[] = {vec(1, 2, 3), vec(1, 2, 3), vec(1, 2, 3)};
  EXPECT_EQ(corner_count(checked_hull(points)), 1u);
  EXPECT_EQ(topology_of(checked_hull(points).view()), nullptr);
}

TEST(MakeHull, OfPointsOnALineIsASegment) {
  std::vector<Vec3> points;
  for (const int i : {3, -7, 5, 5, 0, 11, -7, 2}) points.push_back(vec(i, 2 * i + 1, -3 * i));
  const Shape hull = checked_hull(points);
  ASSERT_EQ(corner_count(hull), 2u);
  EXPECT_EQ(vertices_of(hull)[0], vec(-7, -13, 21));
  EXPECT_EQ(vertices_of(hull)[1], vec(11, 23, -33));
}

TEST(MakeHull, OfASquareWithPointsInsideHasTwoFacesOfFourCorners) {
  std::vector<Vec3> points = grid(1, 5, 5, 0.25);
  const Shape hull = checked_hull(points);
  EXPECT_EQ(corner_count(hull), 4u);
  EXPECT_EQ(face_count(hull), 2u);
  const HullTopology& t = *topology_of(hull.view());
  EXPECT_EQ(std::abs(t.normals[0].x), 1);
  EXPECT_EQ(t.normals[0], -t.normals[1]);
}

TEST(MakeHull, OfACubeGridHasSixSquares) {
  const Shape hull = checked_hull(grid(5, 5, 5, 0.1));
  EXPECT_EQ(corner_count(hull), 8u);
  ASSERT_EQ(face_count(hull), 6u);
  for (std::uint32_t f = 0; f < 6; ++f) EXPECT_EQ(topology_of(hull.view())->loop(f).size(), 4u);
}

// Names of faces are those of a hull of its vertices: logs keep no more.
TEST(MakeHull, NumbersFacesByTheirVerticesHoweverItCameAbout) {
  Random random(77);
  for (int i = 0; i < 50; ++i) {
    std::vector<Vec3> points;
    for (int k = 0; k < 10 + i; ++k) {
      const auto d = random.direction() * random.uniform(0.7, 1);
      points.push_back(vec(d.x, d.y, d.z));
    }
    const Shape hull = *make_hull(points), again = *make_hull(vertices_of(hull));
    const HullTopology &t = *topology_of(hull.view()), &u = *topology_of(again.view());
    EXPECT_EQ(t.origin, u.origin);
    EXPECT_EQ(t.first, u.first);
    for (std::uint32_t f = 0; f < t.face_count(); ++f) {
      for (const std::uint32_t vertex : t.loop(f)) EXPECT_LE(t.loop(f)[0], vertex);
      EXPECT_TRUE(f == 0 || t.loop(f - 1)[0] <= t.loop(f)[0]);
    }
  }
}

TEST(MakeHull, OfATetrahedronHasFourTriangles) {
  const Vec3 points[] = {vec(0, 0, 0), vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1), vec(0.1, 0.1, 0.1)};
  const Shape hull = checked_hull(points);
  EXPECT_EQ(corner_count(hull), 4u);
  EXPECT_EQ(face_count(hull), 4u);
}

TEST(MakeHull, IsExactOnRandomClouds) {
  for (const int n : {4, 5, 8, 20, 100, 1000}) {
    SCOPED_TRACE(n);
    checked_hull(in_cube(n, 1));
    checked_hull(on_sphere(n, 2));
  }
}

TEST(MakeHull, IsExactOnSmallGridsWhereMostPointsAreCoplanar) {
  Random random{3};
  int flat = 0, solid = 0;
  for (int i = 0; i < 2000; ++i) {
    std::vector<Vec3> points;
    const int count = 1 + random.below(30), width = 1 + random.below(4);
    for (int k = 0; k < count; ++k)
      points.push_back(vec(random.below(width) * 0.1, random.below(3) * 0.3, random.below(3) * 0.7));
    const Shape hull = checked_hull(points);
    flat += face_count(hull) <= 2;
    solid += face_count(hull) > 3;
  }
  EXPECT_GT(flat, 300);
  EXPECT_GT(solid, 500);
}

// Points rounded into planes and onto lines, tiny and huge, thin and far away.
TEST(MakeHull, IsExactOnNearlyFlatCloudsOfAnySizeAndPlace) {
  Random random{4};
  const auto axis = [&] { return vec(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)); };
  for (int i = 0; i < 600; ++i) {
    const Vec3 u = axis(), v = axis(), w = axis();
    const double largest = sizeof(Real) == 4 ? 1e30 : 1e100;
    const auto size = static_cast<Real>(random.log_uniform(1 / largest, largest));
    const auto thin = static_cast<Real>(random.chance(0.5) ? 0 : random.log_uniform(1e-20, 1));
    const auto thinner = static_cast<Real>(random.chance(0.5) ? 0 : random.log_uniform(1e-20, 1));
    const Vec3 place =
        axis() * (size * static_cast<Real>(random.chance(0.5) ? 0 : random.log_uniform(1, 1e6)));
    std::vector<Vec3> points;
    const int count = 3 + random.below(40);
    for (int k = 0; k < count; ++k) {
      const Vec3 p = axis();
      points.push_back(place + (u * p.x + v * (p.y * thin) + w * (p.z * thinner)) * size);
    }
    checked_hull(points);
    if (HasFailure()) FAIL() << "at " << i;
  }
}

TEST(MakeHull, IsExactOnADenormalCloud) {
  const Real tiny = std::numeric_limits<Real>::denorm_min();
  Random random{5};
  std::vector<Vec3> points;
  for (int i = 0; i < 60; ++i) {
    const auto at = [&] { return tiny * static_cast<Real>(random.below(9) - 4); };
    points.push_back({at(), at(), at()});
  }
  EXPECT_GT(face_count(checked_hull(points)), 6u);
}

TEST(MakeHull, OfAHundredThousandPointsOnASphereIsExact) {
  const auto points = on_sphere(100000, 6);
  const Shape hull = checked_hull(points);
  EXPECT_GT(corner_count(hull), 99000u);
}

TEST(MakeHull, OfAHundredThousandPointsOnACubeGridIsACube) {
  const auto points = grid(47, 47, 47, 0.1);
  const Shape hull = checked_hull(points);
  EXPECT_EQ(corner_count(hull), 8u);
  EXPECT_EQ(face_count(hull), 6u);
}

TEST(MakeHull, OfAHundredThousandPointsOnACircleHasTwoFaces) {
  std::vector<Vec3> points;
  for (int i = 0; i < 100000; ++i) {
    const double angle = i * (2 * kPi / 100000);
    points.push_back(vec(1000 * std::cos(angle), 7, 1000 * std::sin(angle)));
  }
  const Shape hull = checked_hull(points);
  EXPECT_EQ(face_count(hull), 2u);
  EXPECT_GT(corner_count(hull), sizeof(Real) == 4 ? 10000u : 99900u);
}

TEST(MakeHull, OfAHundredThousandPointsInACubeIsExact) { checked_hull(in_cube(100000, 7)); }

// The caps of a prism are coplanar for every new corner of theirs.
TEST(MakeHull, OfALongPrismHasTwoCapsAndTheSides) {
  std::vector<Vec3> points;
  constexpr int kSides = 500;
  for (int i = 0; i < kSides; ++i) {
    const double angle = i * (2 * kPi / kSides);
    for (const int y : {0, 1, 2, 3}) points.push_back(vec(std::cos(angle), y, std::sin(angle)));
  }
  const Shape hull = checked_hull(points);
  EXPECT_EQ(corner_count(hull), 2u * kSides);
  EXPECT_EQ(face_count(hull), kSides + 2u);
}

TEST(MakeHull, TakesTheFirstOfEqualPointsAndKeepsTheOrder) {
  Random random{8};
  for (int i = 0; i < 50; ++i) {
    auto points = in_cube(40, 100 + static_cast<std::uint64_t>(i));
    const auto once = vertices_of(*make_hull(points));
    // Copies behind, in another order, change nothing.
    for (int k = 0; k < 200; ++k) points.push_back(points[static_cast<std::size_t>(random.below(40))]);
    EXPECT_EQ(vertices_of(*make_hull(points)), once);
  }
}

TEST(MakeHull, OfTheSamePointsHasTheSameBytes) {
  const auto points = on_sphere(500, 9);
  const Shape a = *make_hull(points), b = *make_hull(points);
  EXPECT_EQ(topology_of(a.view())->origin, topology_of(b.view())->origin);
  EXPECT_EQ(topology_of(a.view())->normals, topology_of(b.view())->normals);
}

TEST(MakeHull, RefusesBadInputByName) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  const Vec3 bad[] = {vec(0, 0, 0), vec(1, 0, 0), {0, nan, 0}};
  const auto refused = make_hull(bad);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::not_finite);
  EXPECT_EQ(refused.error().position, 2u);
  EXPECT_EQ(make_hull({}).error().code, ErrorCode::empty);
  const auto points = in_cube(10, 1);
  EXPECT_EQ(make_hull(points, {.max_vertices = 3}).error().code, ErrorCode::index_out_of_range);
  EXPECT_EQ(make_hull(points, {.face_tolerance = -1}).error().code, ErrorCode::negative);
  EXPECT_EQ(make_hull(points, {.face_tolerance = nan}).error().code, ErrorCode::not_finite);
}

TEST(MakeHull, ReportsProgressThatNeverFallsAndStopsWhenTold) {
  struct Log {
    std::vector<std::size_t> settled;
    std::size_t stop_after = 0;
  };
  const auto report = [](void* context, std::size_t settled, std::size_t all) {
    auto& log = *static_cast<Log*>(context);
    EXPECT_EQ(all, 20000u);
    EXPECT_LE(settled, all);
    log.settled.push_back(settled);
    return log.settled.size() != log.stop_after;
  };
  const auto points = on_sphere(20000, 10);
  Log log;
  EXPECT_TRUE(make_hull(points, {.progress = {report, &log}}).has_value());
  EXPECT_GT(log.settled.size(), 20u);
  EXPECT_TRUE(std::is_sorted(log.settled.begin(), log.settled.end()));
  Log stopped{{}, 3};
  const auto result = make_hull(points, {.progress = {report, &stopped}});
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::cancelled);
  EXPECT_EQ(stopped.settled.size(), 3u);
}

// The stated error is an upper bound: no point of the cloud is farther from the hull, by brute force.
TEST(MakeHull, KeepsToABudgetAndSaysHowFarPointsAreOutside) {
  const auto points = on_sphere(2000, 11);
  double last = 1;
  for (const std::uint32_t budget : {4u, 8u, 20u, 100u, 400u}) {
    SCOPED_TRACE(budget);
    const Shape hull = *make_hull(points, {.max_vertices = budget, .face_tolerance = 0});
    const auto corners = vertices_of(hull);
    EXPECT_LE(corners.size(), budget);
    EXPECT_EQ(hull_defect(hull, corners), "");
    const double error = polytope_of(hull.view()).outward_error;
    EXPECT_GT(error, 0);
    EXPECT_LT(error, last);
    last = error;
    const HullTopology& t = *topology_of(hull.view());
    double farthest = 0;
    for (const Vec3& p : points)
      for (std::uint32_t f = 0; f < t.face_count(); ++f)
        farthest = std::max(farthest, dot(t.normals[f], Vec3d(p)) - t.offsets[f]);
    EXPECT_GE(error, farthest);  // the distance to a plane is at most the distance to the hull
  }
  // n corners on a sphere leave caps of about 1/n of its area: height 4 / n, here with room for uneven ones.
  EXPECT_LT(last, 0.05);
  EXPECT_EQ(polytope_of(make_hull(points, {.max_vertices = 3000})->view()).outward_error, 0);
}

// A box under any rotation, rounded, has faces that are bent in the last digits.
TEST(MakeHull, JoinsTheFacesOfARotatedBox) {
  Random random{12};
  int bent = 0;
  for (int i = 0; i < 200; ++i) {
    const auto x = random.direction();
    auto y = cross(x, random.direction());
    y = y * (1 / length(y));
    const auto z = cross(x, y);
    std::vector<Vec3> points;
    for (int corner = 0; corner < 8; ++corner) {
      const auto p =
          x * (corner & 1 ? 1.0 : -1.0) + y * (corner & 2 ? 2.0 : -2.0) + z * (corner & 4 ? 3.0 : -3.0);
      points.push_back(vec(p.x, p.y, p.z));
    }
    bent += face_count(*make_hull(points, kExactFaces)) > 6;
    const Shape hull = *make_hull(points);
    EXPECT_EQ(test::topology_defect(hull), "");
    ASSERT_EQ(face_count(hull), 6u);
    for (std::uint32_t f = 0; f < 6; ++f) EXPECT_EQ(topology_of(hull.view())->loop(f).size(), 4u);
  }
  EXPECT_GT(bent, 150);
}

TEST(MakeHull, JoinsFacesIntoDiscsAtAnyTolerance) {
  Random random{13};
  int fewer = 0;
  for (int i = 0; i < 300; ++i) {
    const auto points = on_sphere(4 + random.below(200), 1000 + static_cast<std::uint64_t>(i));
    const auto tolerance = static_cast<Real>(random.log_uniform(1e-4, 1));
    const Shape hull = *make_hull(points, {.face_tolerance = tolerance});
    EXPECT_EQ(test::topology_defect(hull), "") << i;
    EXPECT_EQ(vertices_of(hull), vertices_of(*make_hull(points, kExactFaces)));
    fewer += face_count(hull) < face_count(*make_hull(points, kExactFaces));
    const HullTopology& t = *topology_of(hull.view());
    for (std::uint32_t f = 0; f < t.face_count(); ++f)
      for (const Vec3& p : points) EXPECT_LE(dot(t.normals[f], Vec3d(p)), t.offsets[f] + 1e-14);
  }
  EXPECT_GT(fewer, 100);
}

}  // namespace
}  // namespace graze
