// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "query/ask.h"
#include "query/mesh_samples.h"

namespace graze::test {
namespace {

// A triangle in z = 0 as a mesh, others in z = 3 or half a unit below: all are at least two away. lower was
// the threshold itself, upper infinite.
TEST(Regression, MeshBeyondTheThresholdHasALowerBoundAboveItAndPoints) {
  const MeshModel model{{{-1, -1, 0}, {3, -1, 0}, {-1, 3, 0}}, {0, 1, 2}};
  const Instance mesh = at(mesh_of(model), Vec3{});
  const Real half(0.5);
  const Instance others[] = {at(Point{}, 0, 0, 3), at(Sphere{half}, 0, 0, 3),
                             at(Box{{half, half, half}}, 0, 0, 3), at(Cylinder{half, half}, 0, 0, 3),
                             at(mesh_of(model), Vec3{0, 0, 3})};
  for (const Real threshold : {Real(0), Real(1), Real(1.75)})
    for (const Instance& other : others) {
      const Distance d = distance(mesh, other, {.threshold = threshold});
      EXPECT_EQ(d.status, Status::beyond_threshold);
      EXPECT_EQ(d.contact, Contact::apart);
      EXPECT_GT(d.lower, threshold);
      EXPECT_LE(d.lower, 3);
      EXPECT_LT(d.upper, 5);
      EXPECT_GE(d.upper, 2);
      EXPECT_EQ(d.point_a.z, 0);
      EXPECT_GE(d.point_b.z, 2);
    }
}

// The distance is 3 for certain: it is not beyond a threshold of 3, and its bounds enclose it.
TEST(Regression, MeshAtTheThresholdIsNotBeyondIt) {
  const MeshModel model{{{-1, -1, 0}, {3, -1, 0}, {-1, 3, 0}}, {0, 1, 2}};
  const Instance mesh = at(mesh_of(model), Vec3{}), point = at(Point{}, 0, 0, 3);
  const Distance d = distance(mesh, point, {.threshold = 3});
  EXPECT_EQ(d.status, Status::converged);
  EXPECT_LE(d.lower, 3);
  EXPECT_GE(d.upper, 3);
}

}  // namespace
}  // namespace graze::test
