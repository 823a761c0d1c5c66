// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/touching.h"

#include <gtest/gtest.h>

#include "support/random.h"

namespace graze::depth {
namespace {

constexpr double kError = 0x1p-48;

gjk::Simplex simplex_at_origin() {
  gjk::Simplex s;
  s.w[0] = s.a[0] = s.b[0] = {};
  s.slots[0] = 0;
  s.lambda[0] = 1;
  s.count = 1;
  return s;
}

template <class F>
bool find(F support_point, const Vec3d& likely, double size, Plane& plane) {
  const auto support = [&](const Vec3d& d, DifferenceVertex& v) {
    v.a = v.w = support_point(d);
    v.b = {};
  };
  return find_touching_plane(support, simplex_at_origin(), likely, kError, size, plane);
}

Vec3d corner(const Vec3d& d) {
  return {std::copysign(1.0, d.x), std::copysign(1.0, d.y), std::copysign(1.0, d.z)};
}

// The origin in a face, then on an edge, of the cube.
TEST(TouchingPlane, OfACubeThatTheOriginIsOnIsFoundFromAnyNormalOfThatSide) {
  test::Random random{3};
  for (int i = 0; i < 200; ++i) {
    const Vec3d likely =
        normalized(Vec3d{random.uniform(0.1, 1), random.uniform(-1, 1), random.uniform(-1, 1)});
    Plane plane;
    ASSERT_TRUE(find([](const Vec3d& d) { return corner(d) - Vec3d{1, 0.25, 0.5}; }, likely, 4, plane)) << i;
    EXPECT_LE(plane.height, kError) << i;
    EXPECT_NEAR(plane.normal.x, 1, 1e-12) << i;
    const Vec3d to_edge =
        normalized(Vec3d{random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(-1, 1)});
    ASSERT_TRUE(find([](const Vec3d& d) { return corner(d) - Vec3d{1, 1, 0.5}; }, to_edge, 4, plane)) << i;
    EXPECT_LE(plane.height, kError) << i;
    EXPECT_NEAR(plane.normal.z, 0, 1e-12) << i;
  }
}

TEST(TouchingPlane, OfABallIsTangentToItThere) {
  test::Random random{4};
  for (int i = 0; i < 200; ++i) {
    const Vec3d out = normalized(Vec3d{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)});
    const Vec3d likely =
        normalized(out + Vec3d{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)} * 0.5);
    Plane plane;
    ASSERT_TRUE(find([&](const Vec3d& d) { return normalized(d) - out; }, likely, 2, plane)) << i;
    EXPECT_LE(plane.height, kError) << i;
    EXPECT_NEAR(dot(plane.normal, out), 1, 1e-12) << i;
  }
}

TEST(TouchingPlane, IsNotFoundWhereTheOriginIsInside) {
  Plane plane;
  EXPECT_FALSE(find(
      [](const Vec3d& d) {
        return corner(d) - Vec3d{1 - 0x1p-40, 0, 0};
      },
      {1, 0, 0}, 4, plane));
  EXPECT_FALSE(find(
      [](const Vec3d& d) {
        return normalized(d) - Vec3d{0, 1 - 0x1p-40, 0};
      },
      {0, 1, 0}, 2, plane));
}

}  // namespace
}  // namespace graze::depth
