// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "graze/query/ray_hits.h"
#include "query/mesh_samples.h"

namespace graze::test {
namespace {

// Two triangles across the ray, the first by number an ulp of 1/4 farther than 1/4, the other an ulp nearer.
// From z = -3/4 the parameters 1 +- ulp round to 1 in float, and the lower number was taken for the first. In
// double they differ by less than rounding; there the bounds have to enclose the smaller.
TEST(Regression, FirstOfTwoHitsWithinAnUlpIsTheNearer) {
  const Real far = std::nextafter(Real(0.25), Real(1)), near = std::nextafter(Real(0.25), Real(0));
  const MeshModel model{
      {{-1, -1, far}, {3, -1, far}, {-1, 3, far}, {-1, -1, near}, {3, -1, near}, {-1, 3, near}},
      {0, 1, 2, 3, 4, 5}};
  const Instance mesh = at(mesh_of(model), Vec3{});
  const Ray ray{{0, 0, Real(-0.75)}, {0, 0, 1}, kInfinity};
  RayCast all[2];
  const RayHits hits = all_ray_hits(mesh, ray, all);
  ASSERT_EQ(hits.found, 2u);
  const auto exact = static_cast<long double>(near) + 0.75L;
  for (const RayCast& r : {ray_cast(mesh, ray), first_ray_hit(mesh, ray)}) {
    EXPECT_LE(static_cast<long double>(r.lower), exact);
    EXPECT_GE(static_cast<long double>(r.upper), exact);
    EXPECT_LE(r.lower, r.parameter);
    EXPECT_LE(r.parameter, r.upper);
    if (sizeof(Real) == 4) {
      EXPECT_EQ(r.piece, 1u);
    }
  }
  if (sizeof(Real) == 4) {
    EXPECT_EQ(all[0].piece, 1u);
    EXPECT_EQ(all[1].piece, 0u);
  }
}

// Both triangles at the edge that they share: equals go by number, whatever rounding makes of their
// parameters.
TEST(Regression, HitsOfOneEdgeStayInTheOrderOfNumbers) {
  const MeshModel model{
      {{Real(0.1), -1, Real(0.3)}, {Real(0.1), 1, Real(0.3)}, {2, 0, Real(0.7)}, {-2, 0, Real(0.9)}},
      {0, 1, 2, 1, 0, 3}};
  const Instance mesh = at(mesh_of(model), Vec3{});
  const Ray ray{{Real(0.1), Real(0.2), -5}, {0, 0, Real(0.7)}, kInfinity};
  RayCast all[2];
  ASSERT_EQ(all_ray_hits(mesh, ray, all).found, 2u);
  EXPECT_EQ(all[0].piece, 0u);
  EXPECT_EQ(ray_cast(mesh, ray).piece, 0u);
}

// Triangles across one axis, a few units in the last place of 1/4 apart, in any order, and rays from either
// side in any direction: the parameter of a plane is a quotient, exact in rational numbers.
struct Stack {
  int axis = 2;
  std::vector<Real> heights;
  Instance mesh;

  explicit Stack(Random& random) : axis(random.below(3)) {
    MeshModel model;
    const int count = 2 + random.below(6);
    for (int i = 0; i < count; ++i) {
      const Real height = Real(0.25) + Real(random.below(9) - 4) * (kEpsilon / 8);
      heights.push_back(height);
      for (const auto& [x, y] : {std::pair{-9, -9}, {27, -9}, {-9, 27}}) {
        Vec3 p;
        p[axis] = height;
        p[(axis + 1) % 3] = Real(x);
        p[(axis + 2) % 3] = Real(y);
        model.indices.push_back(static_cast<std::uint32_t>(model.vertices.size()));
        model.vertices.push_back(p);
      }
    }
    mesh = at(mesh_of(model), Vec3{});
  }
  [[nodiscard]] mpq_class parameter(const Ray& ray, std::size_t i) const {
    return (mpq_class(double(heights[i])) - mpq_class(double(ray.origin[axis]))) /
           mpq_class(double(ray.direction[axis]));
  }
};

TEST(Regression, FirstOfManyHitsWithinUlpsIsTheNearest) {
  Random random(20261202);
  int told_apart = 0, same_in_real = 0;
  for (int round = 0; round < 3000; ++round) {
    const Stack stack(random);
    Ray ray{real(random.in_cube() * 0.5), real(random.in_cube() * 0.5), kInfinity};
    const Real side = random.chance(0.5) ? Real(1) : Real(-1);
    ray.origin[stack.axis] = Real(0.25) - side * Real(random.uniform(0.5, 2));
    ray.direction[stack.axis] = side * Real(random.uniform(0.5, 2));
    std::vector<mpq_class> exact;
    for (std::size_t i = 0; i < stack.heights.size(); ++i) exact.push_back(stack.parameter(ray, i));
    const mpq_class first = *std::min_element(exact.begin(), exact.end()),
                    last = *std::max_element(exact.begin(), exact.end());
    std::array<RayCast, 8> all;
    const RayHits hits = all_ray_hits(stack.mesh, ray, all);
    ASSERT_EQ(hits.found, exact.size()) << round;
    for (const RayCast& r : {ray_cast(stack.mesh, ray), first_ray_hit(stack.mesh, ray), all[0]}) {
      ASSERT_LT(r.piece, exact.size());
      EXPECT_LE(mpq_class(double(r.lower)), first) << round;
      EXPECT_GE(mpq_class(double(r.upper)), first) << round;
      EXPECT_LE(r.lower, r.parameter);
      EXPECT_LE(r.parameter, r.upper);
      if (sizeof(Real) == 4) {  // heights an ulp of float apart are far apart in double
        EXPECT_EQ(exact[r.piece], first) << round;
      }
    }
    for (std::size_t i = 0; i < hits.written.size(); ++i) {
      const RayCast& r = hits.written[i];
      EXPECT_LE(mpq_class(double(r.lower)), exact[r.piece]) << round;
      EXPECT_GE(mpq_class(double(r.upper)), exact[r.piece]) << round;
      if (sizeof(Real) == 4 && i > 0) {
        EXPECT_LE(exact[hits.written[i - 1].piece], exact[r.piece]) << round;
      }
    }
    told_apart += first != last;
    same_in_real += first != last && Real(first.get_d()) == Real(last.get_d());
  }
  EXPECT_GT(told_apart, 2000);
  EXPECT_GT(same_in_real, 100);
}

}  // namespace
}  // namespace graze::test
