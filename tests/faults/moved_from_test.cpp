// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Objects that were moved from are empty, may be asked anything, and may be assigned to. Worlds, scenes,
// tables and broad phases have tests of their own beside those of their memory.

#include <gtest/gtest.h>

#include "../query/mesh_samples.h"
#include "graze/graze.h"

// NOLINTBEGIN(bugprone-use-after-move)
namespace graze::test {
namespace {

TEST(MovedFrom, SweptMeshHasNoTriangles) {
  const MeshModel cube = cube_model();
  SweptMesh from = make_swept_mesh(cube.vertex_array(), cube.vertex_array(), cube.index_array()).value();
  const Instance ball{Shape(Sphere{1}), Affine()};
  SweptMesh to = std::move(from);
  EXPECT_EQ(to.triangle_count(), 12u);
  EXPECT_EQ(from.triangle_count(), 0u);
  EXPECT_EQ(from.vertex_count(), 0u);
  EXPECT_TRUE(from.bounds().is_empty());
  EXPECT_EQ(from.memory_bytes(), 0u);
  EXPECT_TRUE(from.advance(cube.vertex_array()));
  EXPECT_TRUE(from.set(cube.vertex_array(), cube.vertex_array()));
  const auto visit = [](const MeshImpact&) { return ADD_FAILURE(), true; };
  EXPECT_EQ(visit_impacts(from, to, visit), Status::converged);
  EXPECT_EQ(visit_impacts(to, from, visit), Status::converged);
  EXPECT_EQ(visit_self_impacts(from, visit), Status::converged);
  EXPECT_FALSE(first_impact(from, to));
  EXPECT_FALSE(first_self_impact(from));
  EXPECT_FALSE(time_of_impact(from, ball.shape, Path()));
  from = std::move(to);
  EXPECT_EQ(from.triangle_count(), 12u);
}

TEST(MovedFrom, PairBufferHasNoPairs) {
  const Aabb boxes[] = {{{0, 0, 0}, {1, 1, 1}}, {{1, 1, 1}, {2, 2, 2}}};
  PairBuffer from;
  ASSERT_FALSE(overlapping_pairs(boxes, from));
  PairBuffer to = std::move(from);
  EXPECT_EQ(to.pairs().size(), 1u);
  EXPECT_TRUE(from.pairs().empty());
  EXPECT_EQ(from.memory_bytes(), 0u);
  EXPECT_FALSE(overlapping_pairs(boxes, from));
  EXPECT_EQ(from.pairs().size(), 1u);
}

TEST(MovedFrom, ManifoldCacheKnowsNothing) {
  const Instance mesh = at(mesh_of(torus_model(20, 12, 1, 0.4)), Vec3{}),
                 ball = at(Shape(Sphere{Real(0.5)}), Vec3{Real(1.85), 0, 0});
  ManifoldCache from;
  ContactSettings settings;
  settings.manifolds = &from;
  ContactManifold manifolds[64];
  std::size_t sets = 0;
  for (int frame = 0; frame < 3; ++frame) sets = contact_manifolds(mesh, ball, manifolds, settings).found;
  EXPECT_GT(sets, 0u);
  ManifoldCache to = std::move(from);
  EXPECT_GT(to.memory_bytes(), 0u);
  EXPECT_EQ(from.size(), 0u);
  EXPECT_EQ(from.memory_bytes(), 0u);
  from.clear();
  EXPECT_EQ(contact_manifolds(mesh, ball, manifolds, settings).found, sets);
  const ManifoldCache copy(from);
  from = std::move(to);
  EXPECT_EQ(contact_manifolds(mesh, ball, manifolds, settings).found, sets);
}

TEST(MovedFrom, MeshHasNoTrianglesAndExcludesNothing) {
  TriangleMesh from = build(cube_model(), {.is_solid = true}).value();
  TriangleMesh to = std::move(from);
  EXPECT_EQ(to.triangle_count(), 12u);
  EXPECT_EQ(from.triangle_count(), 0u);
  EXPECT_TRUE(from.bounds().is_empty());
  EXPECT_TRUE(from.refit(cube_model().vertex_array()));
  EXPECT_EQ(contains(from, {9, 9, 9}), Contact::touching);
  EXPECT_TRUE(intersects({from.shape(), Affine()}, {to.shape(), Affine(Vec3{9, 0, 0})}));
  EXPECT_TRUE(save_mesh(from).empty());
}

TEST(MovedFrom, ShapeIsInvalidAndExcludesNothing) {
  Shape from = *make_hull(cube_model().vertices);
  const Shape to = std::move(from);
  EXPECT_TRUE(to.is_valid());
  EXPECT_FALSE(from.is_valid());
  EXPECT_TRUE(intersects({from, Affine()}, {to, Affine(Vec3{9, 0, 0})}));
  EXPECT_TRUE(contains(from, {9, 9, 9}));
  from = to;
  EXPECT_FALSE(contains(from, {9, 9, 9}));
}

TEST(MovedFrom, TreeHasNoBoxes) {
  const Aabb boxes[] = {{{0, 0, 0}, {1, 1, 1}}, {{1, 1, 1}, {2, 2, 2}}};
  AabbTree from = build_tree(boxes).value();
  const AabbTree to = std::move(from);
  EXPECT_EQ(to.size(), 2u);
  EXPECT_EQ(from.size(), 0u);
  EXPECT_TRUE(from.bounds().is_empty());
}

}  // namespace
}  // namespace graze::test
// NOLINTEND(bugprone-use-after-move)
