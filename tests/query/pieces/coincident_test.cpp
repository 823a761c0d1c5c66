// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Surfaces that coincide, and a small mesh beside a large curved shape: answers are the obvious ones, and are
// found without asking every pair of triangles.

#include <gtest/gtest.h>

#include <cmath>

#include "graze/query/intersects.h"
#include "graze/query/penetration.h"
#include "graze/query/shape_cast.h"
#include "query/mesh_samples.h"

namespace graze::test {
namespace {

// Rows and columns of vertices over the unit square, bent by `height`; of two triangles for each square.
MeshModel bent_grid(int side, double size, double height) {
  MeshModel model;
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      const double x = double(i) / (side - 1), z = double(j) / (side - 1);
      model.vertices.push_back(
          {Real(size * x), Real(size * height * std::sin(9 * x) * std::cos(7 * z)), Real(size * z)});
    }
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(i * side + j); };
  for (int i = 0; i + 1 < side; ++i)
    for (int j = 0; j + 1 < side; ++j)
      model.indices.insert(model.indices.end(), {at(i, j), at(i, j + 1), at(i + 1, j), at(i + 1, j),
                                                 at(i, j + 1), at(i + 1, j + 1)});
  return model;
}

constexpr int kSide = 41;  // 3,200 triangles

TEST(SurfacesThatCoincide, StartACastInContactForCertain) {
  const Instance mesh = at(mesh_of(bent_grid(kSide, 1, 0.1)), {Real(0.25), 1, Real(-0.5)});
  const Intersection meeting = intersects(mesh, mesh);
  EXPECT_EQ(meeting.contact, Contact::touching);  // no two triangles cross
  for (const Vec3& way : {Vec3{0, 1, 0}, Vec3{1, 0, 0}, Vec3{-3, Real(0.5), 2}}) {
    const ShapeCast cast = shape_cast(mesh, way, mesh), back = shape_cast(mesh, -way, mesh);
    for (const ShapeCast& c : {cast, back}) {
      EXPECT_EQ(c.hit, Hit::hit);
      EXPECT_TRUE(c.starts_in_contact);
      EXPECT_EQ(c.time, 0);
      EXPECT_EQ(c.upper, 0);
      EXPECT_EQ(c.piece_a, meeting.piece_a);
      EXPECT_EQ(c.piece_b, meeting.piece_b);
      // Each triangle touches a dozen others, and a cast of two takes several steps.
      EXPECT_LT(c.iterations, 3200);
    }
  }
}

TEST(SurfacesThatCoincide, HaveNoDepth) {
  const Instance mesh = at(mesh_of(bent_grid(kSide, 1, 0.1)), {});
  const Penetration depth = penetration(mesh, mesh);
  EXPECT_EQ(depth.contact, Contact::touching);
  EXPECT_EQ(depth.lower, 0);
  EXPECT_EQ(depth.upper, 0);
}

// In the box of a ball, beside the ball: no axis of either box tells a node of the tree apart.
TEST(ASmallMesh, InTheBoxOfACurvedShapeIsApartAfterFewQuestions) {
  const double size = 1e-3;
  const Instance mesh{mesh_of(bent_grid(kSide, size, 0.1)),
                      Affine(Vec3{Real(0.5), Real(0.75), Real(0.5)})};  // 1.03 from the middle
  const Shape shapes[] = {Shape(Sphere{1}), Shape(Ellipsoid{{1, 1, Real(0.999)}})};
  for (const Shape& shape : shapes) {
    const Intersection i = intersects({shape, Affine()}, mesh);
    EXPECT_EQ(i.contact, Contact::apart);
    EXPECT_LT(i.iterations, 500);
    // Away from the ball, almost along its surface: the first triangle on the way is far behind all.
    const ShapeCast cast = shape_cast(mesh, {Real(0.2), Real(-0.1), Real(0.2)}, {shape, Affine()});
    EXPECT_EQ(cast.hit, Hit::miss);
    EXPECT_LT(cast.iterations, 3200);
  }
}

}  // namespace
}  // namespace graze::test
