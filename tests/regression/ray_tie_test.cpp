// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

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

}  // namespace
}  // namespace graze::test
