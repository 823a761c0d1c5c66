// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Found by ray_cast_fuzz: a ray that ends in a vertex of a thin polytope with equal vertices. The search for
// three points around the line went round until the limit, and the answer was made of nothing: parameter and
// normal zero.

#include <gtest/gtest.h>

#include <vector>

#include "graze/query/ray_cast.h"

namespace graze {
namespace {

TEST(CastInCircles, StillHasBoundsAndANormal) {
  const Real c = Real(0.078369140625);
  std::vector<Vec3> vertices(10, Vec3{c, c, c});
  for (const Vec3& v : {Vec3{Real(-31.99999999999909), 0, 0}, Vec3{0, Real(-12.499999999999783), 0},
                        Vec3{Real(0.000484466552734375), -32, 0}, Vec3{}})
    vertices.push_back(v);
  const Mat3 turn{{Real(-0.47359092312849976), Real(-0.6803833246905496), Real(-0.5592764692111846)},
                  {Real(0.5286538595637543), Real(0.28829333456061), Real(-0.7983808928176266)},
                  {Real(0.7044407244748428), Real(-0.6737696080493376), Real(0.22315416413412534)}};
  const RayCast r = ray_cast({Shape(Polytope{vertices}), Affine(turn, {c, c, c}), 0}, {{}, {c, c, c}, 1});
  ASSERT_TRUE(bool(r));  // the last vertex is where the ray ends
  EXPECT_LE(r.lower, 1);
  EXPECT_GE(r.upper, Real(0.999));
  EXPECT_NEAR(length(r.normal), 1, 8 * kEpsilon);
}

}  // namespace
}  // namespace graze
