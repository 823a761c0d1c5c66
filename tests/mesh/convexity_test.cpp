// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/convexity.h"

#include <gtest/gtest.h>

#include "graze/math/quat.h"
#include "mesh/surface.h"
#include "mesh_models.h"

namespace graze::test {
namespace {

std::vector<Pieces::Corners> triangles_of(const MeshModel& model) {
  std::vector<Pieces::Corners> triangles;
  for (std::size_t i = 0; i < model.indices.size(); i += 3)
    triangles.push_back({model.indices[i], model.indices[i + 1], model.indices[i + 2]});
  return triangles;
}
bool is_convex_model(const MeshModel& model) {
  const auto triangles = triangles_of(model);
  return find_bends(model.vertices, triangles, 0) == Bends::convex;
}

TEST(Convexity, OfCubeAndTetrahedronHoldsWhicheverWayTheyAreTurned) {
  EXPECT_TRUE(is_convex_model(cube_model()));
  EXPECT_TRUE(is_convex_model(turned_inside_out(cube_model())));
  EXPECT_TRUE(is_convex_model(tetrahedron_model()));
}

TEST(Convexity, DoesNotHoldOfWhatHasAHoleADentOrTwoParts) {
  EXPECT_FALSE(is_convex_model(torus_model(12, 8)));
  EXPECT_FALSE(is_convex_model(join(cube_model(), cube_model(1, {5, 0, 0}))));
  EXPECT_FALSE(is_convex_model(join(cube_model(4), cube_model())));
  MeshModel dented = cube_model();
  dented.vertices[7] = {Real(-0.5), Real(-0.5), Real(-0.5)};  // a corner pushed in
  EXPECT_FALSE(is_convex_model(dented));
}

TEST(Convexity, ToleratesFlatEdgesButNotFolds) {
  EXPECT_TRUE(is_convex_model(cube_model()));  // its diagonals are flat
  // Two triangles back to back are closed and without inside.
  EXPECT_FALSE(is_convex_model({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1, 2, 0, 2, 1}}));
}

TEST(Convexity, SeesVerticesSplitForARenderer) {
  MeshModel split;
  const MeshModel cube = cube_model();
  for (const std::uint32_t i : cube.indices) {
    split.indices.push_back(static_cast<std::uint32_t>(split.vertices.size()));
    split.vertices.push_back(cube.vertices[i]);
  }
  EXPECT_TRUE(is_convex_model(split));
}

ConvexSolid solid_of(const MeshModel& model) {
  return find_convex_solid(model.vertices, triangles_of(model));
}

Mat3 turned(Real size) {
  const Mat3 turn = to_matrix(rotation_about(Vec3{1, 2, 3}, Real(0.7)));
  return {turn.columns[0] * size, turn.columns[1] * size, turn.columns[2] * size};
}

// Two or three roundings of Real deep, times what a corner makes of that; and those of double inside.
constexpr double kFewDigits = 16 * double(kEpsilon) + 48 * 0x1p-52;

TEST(NearConvexity, HoldsOfWhatWasConvexBeforeItsVerticesWereRounded) {
  int rounded = 0;
  for (const MeshModel& model :
       {cube_model(), prism_model(3), prism_model(7), prism_model(64), prism_model(500),
        uv_sphere_model(8, 4), uv_sphere_model(34, 16), uv_sphere_model(100, 60)})
    for (const Real size : {Real(1e-3), Real(1), Real(777)})
      for (const bool is_inside_out : {false, true}) {
        const MeshModel placed = mapped(turned(size), is_inside_out ? turned_inside_out(model) : model);
        const ConvexSolid solid = solid_of(placed);
        EXPECT_TRUE(solid.hull.is_valid()) << model.triangle_count() << " " << size;
        EXPECT_LE(solid.defect, kFewDigits * double(size)) << model.triangle_count();
        rounded += solid.defect > 0;
      }
  EXPECT_GT(rounded, 20);
}

TEST(NearConvexity, OfAFlatOrLongSolidIsAsClose) {
  for (const auto& [x, y, z] : {Vec3{1, Real(1e-3), 1}, Vec3{Real(1e-2), 1, Real(1e-2)}})
    for (const MeshModel& model : {cube_model(), prism_model(12)}) {
      const ConvexSolid solid = solid_of(mapped(turned(1) * Mat3::diagonal(x, y, z), model));
      EXPECT_TRUE(solid.hull.is_valid());
      EXPECT_LE(solid.defect, kFewDigits);
    }
}

TEST(NearConvexity, DoesNotHoldOfWhatIsConcaveByMoreThanRounding) {
  EXPECT_TRUE(solid_of(dented_cube_model(4 * kEpsilon)).hull.is_valid());
  EXPECT_FALSE(solid_of(dented_cube_model(200 * kEpsilon)).hull.is_valid());
  EXPECT_FALSE(solid_of(torus_model(12, 8)).hull.is_valid());
  EXPECT_FALSE(solid_of(l_model()).hull.is_valid());
  EXPECT_FALSE(solid_of(join(cube_model(), cube_model(1, {5, 0, 0}))).hull.is_valid());
  EXPECT_FALSE(solid_of(join(cube_model(4), turned_inside_out(cube_model()))).hull.is_valid());
  // Two halves of a cube, and the wall between them twice.
  const Mat3 half = Mat3::diagonal(Real(0.5), 1, 1);
  MeshModel left = mapped(half, cube_model()), right = left;
  for (Vec3& v : left.vertices) v.x -= Real(0.5);
  for (Vec3& v : right.vertices) v.x += Real(0.5);
  EXPECT_FALSE(solid_of(join(left, right)).hull.is_valid());
  // Two triangles back to back.
  EXPECT_FALSE(solid_of({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1, 2, 0, 2, 1}}).hull.is_valid());
}

}  // namespace
}  // namespace graze::test
