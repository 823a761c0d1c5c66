// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Convex shapes of every reader against meshes: what boxes and axes leave out must not matter.

#include <gtest/gtest.h>

#include "graze/query/distance.h"
#include "graze/query/intersects.h"
#include "graze/shape/hull_builder.h"
#include "query/mesh_samples.h"

namespace graze::test {
namespace {

Shape random_convex(Random& random, int kind) {
  const Real size = Real(random.uniform(0.2, 0.9)), other = Real(random.uniform(0.05, 0.9));
  switch (kind) {
    case 0:
      return Shape(Sphere{size});
    case 1:
      return Shape(Box{{size, other, size}});
    case 2:
      return Shape(Cone{size, other});
    case 3:
      return Shape(Cylinder{other, size});
    case 4:
      return Shape(Ellipsoid{{size, other, Real(0.5)}});
    default:
      break;
  }
  std::vector<Vec3> points;
  for (int i = 0; i < 16; ++i) points.push_back(real(random.direction() * double(size)));
  return *make_hull(points);
}

TEST(MeshAndConvex, AgreeWithAskingEveryTriangle) {
  Random random(20261117);
  int apart = 0, meeting = 0;
  for (int round = 0; round < 400; ++round) {
    const MeshModel model = random_soup(random, 40);
    const Instance mesh{mesh_of(model), random_placement(random, 1)};
    const Real margin = random.chance(0.2) ? Real(0.1) : Real(0);
    const Instance convex{random_convex(random, round % 6), random_placement(random, 4), margin};
    Real lower = kInfinity, upper = kInfinity;
    bool is_any_sure = false;
    for (std::size_t i = 0; i < model.triangle_count(); ++i) {
      const Distance d = distance({Shape(model.triangle(i)), mesh.placement}, convex);
      lower = std::min(lower, d.lower);
      upper = std::min(upper, d.upper);
      is_any_sure = is_any_sure || d.contact == Contact::overlapping;
    }
    const Intersection i = intersects(mesh, convex);
    const Distance d = distance(convex, mesh);
    if (is_any_sure) {
      ASSERT_EQ(i.contact, Contact::overlapping) << round;
    }
    if (lower > 0) {
      ASSERT_EQ(i.contact, Contact::apart) << round;
    }
    ASSERT_LE(d.lower, upper) << round;
    ASSERT_GE(d.upper, lower) << round;
    ASSERT_EQ(intersects(convex, mesh).contact, i.contact) << round;
    apart += lower > 0;
    meeting += is_any_sure;
  }
  EXPECT_GT(apart, 80);
  EXPECT_GT(meeting, 80);
}

TEST(MeshAndConvex, TouchInOnePoint) {
  // The cube's face x = 1 and balls whose lowest point is on it, exactly representable; then a little apart.
  const Shape cube = mesh_of(cube_model(1)), ball{Sphere{Real(0.5)}};
  for (const Real y : {Real(-0.75), Real(0), Real(0.25), Real(0.5)}) {
    EXPECT_NE(intersects(at(cube, {}), at(ball, {Real(1.5), y, Real(0.125)})).contact, Contact::apart);
    EXPECT_EQ(intersects(at(cube, {}), at(ball, {Real(1.501), y, Real(0.125)})).contact, Contact::apart);
  }
}

}  // namespace
}  // namespace graze::test
