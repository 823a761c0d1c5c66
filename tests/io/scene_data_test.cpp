// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "graze/io/scene_data.h"

#include <gtest/gtest.h>

namespace graze::io {
namespace {

Node below(std::uint32_t parent, const Vec3& translation = {}) {
  Node node;
  node.parent = parent;
  node.local.translation = translation;
  return node;
}

void expect_box(const Aabb& box, const Vec3& lower, const Vec3& upper) {
  EXPECT_LE(max_abs(box.lower - lower), 1e-15);
  EXPECT_LE(max_abs(box.upper - upper), 1e-15);
}

TEST(SceneData, BodiesEndWhereBodiesBelowThemBegin) {
  SceneData scene;
  scene.nodes = {below(kNone), below(0), below(1), below(2), below(1), below(0)};
  scene.nodes[1].is_body = scene.nodes[2].is_body = true;
  EXPECT_EQ(bodies_of(scene), (std::vector<std::uint32_t>{kNone, 1, 2, 2, 1, kNone}));
}

TEST(SceneData, FiltersCollideWhenBothAccept) {
  using Mode = CollisionFilter::Mode;
  const CollisionFilter anyone, ghost{{"ghost"}, Mode::only, {"wall"}}, wall{{"wall"}, Mode::all, {}},
      shy{{"wall"}, Mode::except, {"ghost"}};
  EXPECT_TRUE(may_collide(anyone, anyone));
  EXPECT_TRUE(may_collide(ghost, wall));
  EXPECT_FALSE(may_collide(ghost, ghost));
  EXPECT_FALSE(may_collide(ghost, anyone));  // it belongs to no system that the ghost collides with
  EXPECT_FALSE(may_collide(ghost, shy));
  EXPECT_FALSE(may_collide(shy, ghost));
  EXPECT_TRUE(may_collide(shy, wall));
}

TEST(SceneData, NodesInTheWorldIgnoreTheirParents) {
  SceneData scene;
  scene.nodes = {below(kNone, {1, 0, 0}), below(0, {0, 2, 0}), below(0, {0, 2, 0})};
  scene.nodes[2].is_in_world = true;
  const SceneState state = evaluate(scene, 0);
  EXPECT_EQ(state.world_from_node[1].translation, Vec3(1, 2, 0));
  EXPECT_EQ(state.world_from_node[2].translation, Vec3(0, 2, 0));
}

TEST(SceneData, CubicTracksFollowHermitesPolynomial) {
  // From 0 with slope 1 to 4 with slope 0 over two seconds; in its middle
  // 0/2 + 4/2 + 2 * (1/8) * 1 - 2 * (1/8) * 0 = 2.25.
  const Track track{"", Interpolation::cubic, 1, {1, 3}, {9, 0, 1, 0, 4, 9}};
  Real value = -1;
  sample(track, 2, &value);
  EXPECT_EQ(value, 2.25);
  sample(track, 0, &value);
  EXPECT_EQ(value, 0);
  sample(track, 3, &value);
  EXPECT_EQ(value, 4);
}

TEST(SceneData, PointsFollowWeightsAndThenJoints) {
  SceneData scene;
  scene.nodes = {below(kNone, {10, 0, 0}), below(kNone, {0, 4, 0})};
  Geometry geometry;
  geometry.data = PointData{{{1, 0, 0}, {0, 1, 0}}, {0, 1}};
  geometry.deformation = 0;
  scene.geometries = {geometry};
  Deformation d;
  d.weights = {0.5};
  d.displacements = {{{0, 0, 2}, {0, 0, 4}}};
  d.joints = {0, 1};
  d.joint_from_mesh = {Placement{Mat3(), {-1, 0, 0}}, Placement{Mat3(), {0, 0, 0}}};
  d.influences_of_point = 2;
  d.influences = {{0, 1}, {1, 0}, {0, 0.25}, {1, 0.75}};
  scene.deformations = {d};
  const auto points = std::get<PointData>(evaluate_geometry(scene, 0, 0).data).points;
  // The first: (1, 0, 1) by the first joint alone. The second: (0, 1, 2) is (9, 1, 2) and (0, 5, 2).
  EXPECT_EQ(points[0], Vec3(10, 0, 1));
  EXPECT_EQ(points[1], Vec3(2.25, 4, 2));
  EXPECT_TRUE(deformed_geometries(scene)[0]);
}

TEST(SceneData, WeightsAreDrivenByChannels) {
  SceneData scene;
  Geometry geometry;
  geometry.data = PointData{{{0, 0, 0}}, {0}};
  geometry.deformation = 0;
  scene.geometries = {geometry};
  Deformation d;
  d.weights = {0};
  d.displacements = {{{2, 0, 0}}};
  scene.deformations = {d};
  Clock clock;
  clock.cycle = 4;
  clock.in_seconds = true;
  scene.clocks = {clock};
  scene.tracks = {Track{"", Interpolation::linear, 1, {0, 4}, {0, 1}}};
  scene.channels = {Channel{0, {0}, Target::weights, {0}}};
  EXPECT_EQ(std::get<PointData>(evaluate_geometry(scene, 0, 1).data).points[0], Vec3(0.5, 0, 0));
}

TEST(SceneData, BoundsOfTaperedShapes) {
  Geometry geometry;
  const Placement there{Mat3(), {1, 0, 0}};
  geometry.data = TaperedCapsuleData{2, 1, 3};
  expect_box(bounds(geometry, there), {-1, -5, -2}, {3, 4, 2});
  geometry.data = TaperedCylinderData{2, 0, 3};
  expect_box(bounds(geometry, there), {-1, -3, -2}, {3, 3, 2});
}

TEST(SceneData, BoundsOfAHalfSpaceEndAtAPlaneAcrossAnAxis) {
  Geometry geometry;
  geometry.data = HalfSpaceData{};
  const Aabb box = bounds(geometry, {Mat3(), {1, 2, 3}});
  EXPECT_EQ(box.upper.y, 2);
  EXPECT_EQ(box.lower.y, -kInfinity);
  EXPECT_EQ(box.upper.x, kInfinity);
  // Its y axis turned to -x: the points with x >= 1.
  const Mat3 turned{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}};
  const Aabb side = bounds(geometry, {turned, {1, 2, 3}});
  EXPECT_EQ(side.lower.x, 1);
  EXPECT_EQ(side.upper.x, kInfinity);
  EXPECT_EQ(side.upper.y, kInfinity);
}

}  // namespace
}  // namespace graze::io
