// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/ray_triangle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include "rationals.h"

namespace graze::primitive {
namespace {

using test::exact;
using test::Points;
using test::Q;
using test::Q3;

struct Oracle {
  RayOutcome outcome = RayOutcome::miss;
  Q t;
};

// Plane first, then the three edges; in the plane, the ray clipped by three lines. For triangles with an
// area.
Oracle oracle(const Ray& ray, const Triangle& triangle) {
  const Q3 v[3] = {exact(triangle.a), exact(triangle.b), exact(triangle.c)};
  const Q3 o = exact(ray.origin), d = exact(ray.direction), n = cross(v[1] - v[0], v[2] - v[0]);
  Q first = 0, last = std::isfinite(ray.max_t) ? exact(ray.max_t) : Q(mpz_class(1) << 200);
  const Q along = dot(n, d), off = dot(n, v[0] - o);
  if (along == 0 && off != 0) return {};
  if (along != 0) {
    const Q t = off / along;
    if (t < first || t > last) return {};
    first = last = t;
  }
  for (int i = 0; i < 3; ++i) {
    const Q3 inward = cross(n, v[(i + 1) % 3] - v[i]);
    const Q at_zero = dot(inward, o - v[i]), slope = dot(inward, d);
    if (slope == 0) {
      if (at_zero < 0) return {};
    } else if (slope > 0) {
      first = std::max(first, Q(-at_zero / slope));
    } else {
      last = std::min(last, Q(-at_zero / slope));
    }
  }
  if (first > last) return {};
  return {first == 0 ? RayOutcome::inside : RayOutcome::hit, first};
}

void expect_as_oracle(const Ray& ray, const Triangle& triangle, int (&seen)[3]) {
  const RayHit hit = ray_triangle(ray, triangle);
  const Oracle truth = oracle(ray, triangle);
  ASSERT_EQ(hit.outcome, truth.outcome);
  ++seen[static_cast<int>(truth.outcome)];
  if (hit.outcome == RayOutcome::miss) return;
  ASSERT_LE(abs(Q(exact(hit.t) - truth.t)), exact(hit.t_error));
  ASSERT_LE(hit.t_error, 32 * kEpsilon * hit.t);
  ASSERT_TRUE(is_within(exact(hit.point) - (exact(ray.origin) + exact(ray.direction) * truth.t),
                        double(hit.point_error)));
  ASSERT_LE(hit.point_error, 64 * kEpsilon * 10);
  if (hit.outcome == RayOutcome::inside) return;
  ASSERT_NEAR(length(hit.normal), 1, 4 * kEpsilon);
  ASSERT_LE(dot(hit.normal, ray.direction), 8 * kEpsilon * length(ray.direction));
}

bool has_area(const Triangle& t) {
  return squared(cross(exact(t.b) - exact(t.a), exact(t.c) - exact(t.a))) != 0;
}

TEST(RayTriangle, HitsFromBothSidesWithTheNormalFacingTheSource) {
  const Triangle t{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
  const RayHit up = ray_triangle({{1, 1, -2}, {0, 0, 1}}, t), down = ray_triangle({{1, 1, 2}, {0, 0, -4}}, t);
  EXPECT_EQ(up.t, 2);
  EXPECT_EQ(up.normal, (Vec3{0, 0, -1}));
  EXPECT_EQ(up.point, (Vec3{1, 1, 0}));
  EXPECT_EQ(down.t, Real(0.5));
  EXPECT_EQ(down.normal, (Vec3{0, 0, 1}));
  EXPECT_FALSE(ray_triangle({{1, 1, -2}, {0, 0, 1}, Real(1.9)}, t));
  EXPECT_TRUE(ray_triangle({{1, 1, -2}, {0, 0, 1}, 2}, t));
}

TEST(RayTriangle, InItsPlaneHitsTheBorderFirst) {
  const Triangle t{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
  const RayHit edge = ray_triangle({{-2, 1, 0}, {1, 0, 0}}, t);
  EXPECT_EQ(edge.t, 2);
  EXPECT_EQ(edge.normal, (Vec3{-1, 0, 0}));
  const RayHit along = ray_triangle({{-2, 0, 0}, {1, 0, 0}}, t);  // along an edge: its vertex comes first
  EXPECT_EQ(along.t, 2);
  EXPECT_EQ(along.point, (Vec3{0, 0, 0}));
  EXPECT_FALSE(ray_triangle({{-2, 1, 0}, {-1, 0, 0}}, t));
  EXPECT_FALSE(ray_triangle({{-2, 1, 0}, {1, 0, 0}, 1}, t));
  EXPECT_FALSE(ray_triangle({{-2, -kEpsilon, 0}, {1, 0, 0}}, t));
  EXPECT_EQ(ray_triangle({{1, 1, 0}, {1, 0, 0}}, t).outcome, RayOutcome::inside);
  EXPECT_EQ(ray_triangle({{2, 2, 0}, {1, 1, 0}}, t).outcome, RayOutcome::inside);
}

TEST(RayTriangle, ThatIsASegmentOrAPoint) {
  const Triangle segment{{0, 0, 0}, {2, 2, 2}, {1, 1, 1}}, point{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}};
  EXPECT_EQ(ray_triangle({{0, 0, 3}, {1, 1, -2}}, segment).t, 1);    // crosses at (1, 1, 1)
  EXPECT_EQ(ray_triangle({{-1, -1, -1}, {1, 1, 1}}, segment).t, 1);  // along it
  EXPECT_FALSE(ray_triangle({{0, 0, 3}, {1, -1, -2}}, segment));
  EXPECT_EQ(ray_triangle({{0, 0, 0}, {1, 2, 3}}, point).t, 1);
  EXPECT_FALSE(ray_triangle({{0, 0, 0}, {1, 2, 4}}, point));
  EXPECT_EQ(ray_triangle({{1, 2, 3}, {0, 0, 0}}, point).outcome, RayOutcome::inside);
}

TEST(RayTriangle, ARayOfNoLengthIsAPointTest) {
  const Triangle t{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
  EXPECT_EQ(ray_triangle({{1, 1, 0}, {0, 0, 0}}, t).outcome, RayOutcome::inside);
  EXPECT_EQ(ray_triangle({{3, 3, 0}, {0, 0, 0}}, t).outcome, RayOutcome::miss);
  EXPECT_EQ(ray_triangle({{1, 1, 1}, {0, 0, 0}}, t).outcome, RayOutcome::miss);
  EXPECT_EQ(ray_triangle({{1, 1, 1}, {0, 0, -1}, 0}, t).outcome, RayOutcome::miss);
}

TEST(RayTriangle, RefusesWhatIsNotANumber) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  const Triangle t{{0, 0, 0}, {4, 0, 0}, {0, nan, 0}};
  EXPECT_EQ(ray_triangle({{1, 1, 0}, {0, 0, 1}}, t).status, Status::invalid_argument);
  EXPECT_EQ(ray_triangle({{1, 1, 0}, {0, nan, 1}}, {}).status, Status::invalid_argument);
}

TEST(RayTriangle, AgreesWithRationals) {
  for (const bool lattice : {true, false}) {
    Points points{test::Random{31}, lattice};
    int seen[3] = {};
    for (int i = 0; i < 12000; ++i) {
      const int size = lattice ? 2 : 3;
      const Triangle t{points.point(size), points.point(size), points.point(size)};
      const Ray ray{points.point(size), points.point(size), i % 3 == 0 ? Real(i % 4) : kInfinity};
      if (!has_area(t)) continue;
      expect_as_oracle(ray, t, seen);
      ASSERT_FALSE(HasFatalFailure()) << i << ' ' << lattice;
    }
    EXPECT_GT(seen[0], 2000);
    EXPECT_GT(seen[1], 300);
    EXPECT_GT(seen[2], lattice ? 300 : -1);
  }
}

TEST(RayTriangle, AgreesWithRationalsOnNeedlesHitAtAShallowAngle) {
  Points points{test::Random{32}, false};
  int seen[3] = {};
  for (int i = 0; i < 6000; ++i) {
    const Vec3 a = points.point(3), b = points.point(3);
    const Vec3 c = a + (b - a) * Real(points.random.uniform()) +
                   points.point(1) * Real(points.random.log_uniform(1e-6, 1));
    const Real weight = Real(points.random.uniform(-0.5, 0.5));  // outside the triangle when negative
    const Vec3 inner = a * Real(0.25) + b * (Real(0.75) - weight) + c * weight;
    const Vec3 origin = inner + (b - a) * Real(points.random.uniform(-3, 3)) + points.point(1) * Real(1e-3);
    if (!has_area({a, b, c})) continue;
    expect_as_oracle({origin, inner - origin}, {a, b, c}, seen);
    ASSERT_FALSE(HasFatalFailure()) << i;
  }
  EXPECT_GT(seen[0], 500);
  EXPECT_GT(seen[1], 500);
}

// A closed surface around the origin: an octahedron, cut in four and four again, each vertex moved along its
// direction. Coordinates are multiples of 2^-8 (kept exact when halved and subtracted in float).
struct Surface {
  std::vector<Vec3> vertices;
  std::vector<std::array<std::uint32_t, 3>> faces;
};

Vec3 on_grid(const Vec3& v) {
  const auto snap = [](Real x) { return Real(std::round(double(x) * 256) / 256); };
  return {snap(v.x), snap(v.y), snap(v.z)};
}

Surface make_surface(std::uint64_t seed) {
  test::Random random{seed};
  Surface s;
  s.vertices = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  for (std::uint32_t i = 0; i < 8; ++i) {
    const std::uint32_t x = i & 1, y = 2 + (i >> 1 & 1), z = 4 + (i >> 2 & 1);
    s.faces.push_back({x, y, z});
  }
  for (int level = 0; level < 2; ++level) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middle;
    const auto split = [&](std::uint32_t a, std::uint32_t b) {
      const auto [at, fresh] =
          middle.try_emplace({std::min(a, b), std::max(a, b)}, std::uint32_t(s.vertices.size()));
      if (fresh) s.vertices.push_back(normalized(s.vertices[a] + s.vertices[b]));
      return at->second;
    };
    std::vector<std::array<std::uint32_t, 3>> finer;
    for (const auto& [a, b, c] : s.faces) {
      const std::uint32_t ab = split(a, b), bc = split(b, c), ca = split(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    s.faces = finer;
  }
  for (Vec3& v : s.vertices) v = on_grid(v * Real(random.uniform(1, 1.5)));
  return s;
}

int hits(const Surface& s, const Ray& ray) {
  int count = 0;
  for (const auto& [a, b, c] : s.faces)
    count += ray_triangle(ray, {s.vertices[a], s.vertices[b], s.vertices[c]}) ? 1 : 0;
  return count;
}

TEST(RayTriangle, NoRaySlipsThroughAnEdgeOrAVertexOfAClosedSurface) {
  int rays = 0, slipped = 0, on_edge = 0, on_vertex = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Surface s = make_surface(seed);
    test::Random random{seed + 100};
    for (const auto& face : s.faces)
      for (int i = 0; i < 3; ++i) {
        // The source is inside; aims are a vertex and the middle of an edge, exactly.
        const Vec3 origin = on_grid(
            {Real(random.uniform(-.2, .2)), Real(random.uniform(-.2, .2)), Real(random.uniform(-.2, .2))});
        const Vec3& a = s.vertices[face[std::size_t(i)]];
        const Vec3& b = s.vertices[face[std::size_t(i + 1) % 3]];
        const Vec3 middle = (a + b) * Real(0.5);
        const int at_vertex = hits(s, {origin, a - origin}), at_edge = hits(s, {origin, middle - origin});
        rays += 2;
        slipped += (at_vertex == 0) + (at_edge == 0);
        on_vertex += at_vertex >= 4;
        on_edge += at_edge >= 2;
      }
  }
  EXPECT_GE(rays, 6000);
  EXPECT_EQ(slipped, 0);
  EXPECT_EQ(on_vertex, rays / 2);  // every triangle of the vertex is hit: it has four at least
  EXPECT_EQ(on_edge, rays / 2);    // both triangles of the edge are hit
}

TEST(RayTriangle, NoRaySlipsThroughWhenItsDirectionIsRounded) {
  int rays = 0, slipped = 0, one = 0;
  for (std::uint64_t seed = 11; seed <= 18; ++seed) {
    const Surface s = make_surface(seed);
    test::Random random{seed + 100};
    for (const auto& face : s.faces)
      for (int i = 0; i < 8; ++i) {
        const Vec3 origin{Real(random.uniform(-.2, .2)), Real(random.uniform(-.2, .2)),
                          Real(random.uniform(-.2, .2))};
        const Vec3& a = s.vertices[face[std::size_t(i % 3)]];
        const Vec3& b = s.vertices[face[std::size_t(i + 1) % 3]];
        const Vec3 aim = a + (b - a) * Real(i < 2 ? 0 : random.uniform());
        const int found = hits(s, {origin, (aim - origin) * Real(random.log_uniform(1e-3, 1e3))});
        ++rays;
        slipped += found == 0;
        one += found == 1;
      }
  }
  EXPECT_GE(rays, 8000);
  EXPECT_EQ(slipped, 0);
  EXPECT_GT(one, 1000);
}

}  // namespace
}  // namespace graze::primitive
