// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "query/ask.h"

namespace graze::test {
namespace {

// A ray that starts on an ellipsoid, almost a ball, and leaves along its tangent plane: found by a fuzzer. No
// plane is met from in front, and the normal was that of a direction on the way, 44 degrees along the ray.
TEST(Regression, NormalOfAGrazingRayIsNotAlongIt) {
  const Mat3 turn{{Real(0.514397042777221), Real(0.8571337170338901), Real(-0.02678569591623581)},
                  {Real(-0.8261451663343957), Real(0.5036917850869577), Real(0.2525445500861734)},
                  {Real(0.22995618392285846), Real(-0.10777929652573016), Real(0.9672144419496926)}};
  const Real r = Real(24.00000000000051);
  const Instance ball{Shape(Ellipsoid{{r, Real(23.999999999999538), r}}), Affine(turn, {})};
  for (const Real end : {Real(1), kInfinity}) {
    const RayCast c = ray_cast(ball, {{r, 0, 0}, {0, -4, 0}, end});
    EXPECT_EQ(c.status, Status::converged);
    EXPECT_LE(dot(c.normal, Vec3{0, -1, 0}), 8 * kEpsilon);
  }
}

}  // namespace
}  // namespace graze::test
