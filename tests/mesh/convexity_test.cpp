// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "mesh/surface.h"
#include "mesh_models.h"

namespace graze::test {
namespace {

bool is_convex_model(const MeshModel& model) {
  std::vector<Pieces::Corners> triangles;
  for (std::size_t i = 0; i < model.indices.size(); i += 3)
    triangles.push_back({model.indices[i], model.indices[i + 1], model.indices[i + 2]});
  return is_convex(model.vertices, triangles);
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

}  // namespace
}  // namespace graze::test
