// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/io/move_scene.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace graze;
using namespace graze::io;

namespace {

/// A node at (1, 0, 0) with one below it at (0, 2, 0), which its own animation raises from there to (0, 4, 0)
/// in 2 s.
SceneData small_scene() {
  SceneData scene;
  scene.nodes.resize(2);
  scene.nodes[0].local.translation = {1, 0, 0};
  scene.nodes[1].local.translation = {0, 2, 0};
  scene.nodes[1].parent = 0;
  scene.clocks.push_back({"own", 0, 2, kInfinity, false, true, false, {}});
  scene.tracks.push_back({"rise", Interpolation::linear, 3, {0, 1}, {0, 2, 0, 0, 4, 0}});
  scene.channels.push_back({0, {0}, Target::translation, {1}});
  scene.allowed_pairs.push_back({0, kNone, "a rule"});
  scene.deformations.resize(1);
  scene.deformations[0].joints = {1};
  return scene;
}

Vec3 place_of(const SceneData& scene, std::uint32_t node, Real time) {
  return evaluate(scene, time).world_from_node[node].translation;
}

void expect_near(const Vec3& a, const Vec3& b) {
  EXPECT_NEAR(a.x, b.x, 1e-12);
  EXPECT_NEAR(a.y, b.y, 1e-12);
  EXPECT_NEAR(a.z, b.z, 1e-12);
}

}  // namespace

TEST(MoveScene, MovesEverythingOnTopOfItsOwnAnimation) {
  SceneData scene = small_scene();
  const MotionKey keys[] = {{1, {10, 0, 0}, {}}, {3, {20, 0, 0}, {}}};
  ASSERT_TRUE(move_scene(scene, keys));
  expect_near(place_of(scene, 1, 0), {11, 0, 0});  // before the first key
  expect_near(place_of(scene, 2, 0), {11, 2, 0});
  expect_near(place_of(scene, 1, 2), {16, 0, 0});  // half way
  expect_near(place_of(scene, 2, 1), {11, 3, 0});  // its own animation goes on
  expect_near(place_of(scene, 2, 3), {21, 4, 0});
  expect_near(place_of(scene, 1, 9), {21, 0, 0});  // after the last key
}

TEST(MoveScene, TurnsAtConstantSpeed) {
  SceneData scene = small_scene();
  const MotionKey keys[] = {{0, {}, {}}, {1, {}, rotation_about({0, 0, 1}, std::acos(Real(-1)) / 2)}};
  ASSERT_TRUE(move_scene(scene, keys));
  const Real half = std::sqrt(Real(0.5));
  expect_near(place_of(scene, 1, 0.5), {half, half, 0});  // 45 degrees
  expect_near(place_of(scene, 1, 1), {0, 1, 0});
}

TEST(MoveScene, ShiftsWhatRefersToNodes) {
  SceneData scene = small_scene();
  const MotionKey still[] = {{0, {0, 0, 7}, {}}};
  ASSERT_TRUE(move_scene(scene, still));
  EXPECT_EQ(scene.nodes[0].parent, kNone);
  EXPECT_EQ(scene.nodes[1].parent, 0u);
  EXPECT_EQ(scene.nodes[2].parent, 1u);
  EXPECT_EQ(scene.channels[0].targets[0], 2u);
  EXPECT_EQ(scene.deformations[0].joints[0], 2u);
  EXPECT_EQ(scene.allowed_pairs[0].a, 1u);
  EXPECT_EQ(scene.allowed_pairs[0].b, kNone);
  expect_near(place_of(scene, 1, 5), {1, 0, 7});
}

TEST(MoveScene, RefusesKeysThatAreNone) {
  SceneData scene = small_scene();
  const MotionKey backwards[] = {{1, {}, {}}, {1, {}, {}}};
  const MotionKey bad[] = {{0, {std::numeric_limits<Real>::quiet_NaN(), 0, 0}, {}}};
  EXPECT_FALSE(move_scene(scene, {}));
  EXPECT_FALSE(move_scene(scene, backwards));
  EXPECT_FALSE(move_scene(scene, bad));
  EXPECT_EQ(scene.nodes.size(), 2u);
}
