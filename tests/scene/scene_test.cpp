// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/scene/scene.h"

#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "../mesh/mesh_models.h"
#include "graze/query/intersects.h"
#include "support/threads.h"

namespace graze::test {
namespace {

struct Stage {
  World world;
  Scene scene;

  explicit Stage(const SceneSettings& settings = {}) : scene(world, settings) {}
  ObjectHandle add(const Object& object) {
    const Result<ObjectHandle> made = world.create(object);
    EXPECT_TRUE(made.has_value());
    EXPECT_FALSE(scene.add(*made));
    return *made;
  }
  ObjectHandle ball(Real x, Real y = 0) { return add({.instance = {Sphere{1}, Affine(Vec3{x, y, 0})}}); }
  void move(ObjectHandle object, Real x) { EXPECT_FALSE(world.set_placement(object, Affine(Vec3{x, 0, 0}))); }
  // The results of an update, as "slot-slot phase" separated by commas.
  std::string update() {
    EXPECT_FALSE(scene.update());
    std::string text;
    for (const ScenePair& pair : scene.pairs())
      text += (text.empty() ? "" : ", ") + std::to_string(pair.a.slot()) + "-" +
              std::to_string(pair.b.slot()) + " " + to_string(pair.phase);
    return text;
  }
};

TEST(Scene, ReportsBeginStayAndEnd) {
  Stage stage;
  stage.ball(0);
  const ObjectHandle b = stage.ball(3);
  EXPECT_EQ(stage.update(), "");
  stage.move(b, Real(1.5));
  EXPECT_EQ(stage.update(), "0-1 begin");
  EXPECT_EQ(stage.scene.pairs()[0].contact, Contact::overlapping);
  EXPECT_EQ(stage.update(), "0-1 stay");
  stage.move(b, Real(1.6));
  EXPECT_EQ(stage.update(), "0-1 stay");
  stage.move(b, 3);
  EXPECT_EQ(stage.update(), "0-1 end");
  EXPECT_EQ(stage.scene.pairs()[0].contact, Contact::apart);
  EXPECT_EQ(stage.update(), "");
}

TEST(Scene, OrdersPairsBySlots) {
  Stage stage;
  const ObjectHandle first = stage.ball(50);
  for (const int x : {0, 1, 2, 4}) stage.ball(Real(x));  // slots 1 to 4; 4 touches 3
  EXPECT_EQ(stage.update(), "1-2 begin, 1-3 begin, 2-3 begin, 3-4 begin");
  stage.move(first, Real(1.5));  // 2.5 from slot 4
  EXPECT_EQ(stage.update(), "0-1 begin, 0-2 begin, 0-3 begin, 1-2 stay, 1-3 stay, 2-3 stay, 3-4 stay");
}

TEST(Scene, EndsPairsOfWhatLeaves) {
  Stage stage;
  const ObjectHandle a = stage.ball(0), b = stage.ball(1), c = stage.ball(2);
  EXPECT_EQ(stage.update(), "0-1 begin, 0-2 begin, 1-2 begin");
  EXPECT_FALSE(stage.scene.remove(b));
  EXPECT_EQ(stage.update(), "0-1 end, 0-2 stay, 1-2 end");
  EXPECT_TRUE(stage.scene.remove(b));  // is not in it any more
  EXPECT_FALSE(stage.world.destroy(a));
  EXPECT_EQ(stage.update(), "0-2 end");
  EXPECT_EQ(stage.scene.pairs()[0].a, a);
  EXPECT_EQ(stage.scene.size(), 1u);
  EXPECT_TRUE(stage.scene.contains(c));
}

TEST(Scene, TellsANewObjectFromTheOneWhoseSlotItHas) {
  Stage stage;
  const ObjectHandle a = stage.ball(0);
  stage.ball(1);
  EXPECT_EQ(stage.update(), "0-1 begin");
  EXPECT_FALSE(stage.world.destroy(a));
  EXPECT_EQ(stage.ball(0).slot(), 0u);
  EXPECT_EQ(stage.update(), "0-1 end, 0-1 begin");
}

TEST(Scene, AsksOnlyPairsThatChanged) {
  Stage stage;
  std::vector<ObjectHandle> balls;
  for (int i = 0; i < 10; ++i) balls.push_back(stage.ball(Real(i) * Real(1.5)));
  stage.update();
  EXPECT_EQ(stage.scene.statistics().tested, 9u);
  stage.update();
  EXPECT_EQ(stage.scene.statistics().tested, 0u);
  EXPECT_EQ(stage.scene.statistics().boxes, 0u);
  stage.move(balls[0], Real(0.1));
  stage.update();
  EXPECT_EQ(stage.scene.statistics().boxes, 1u);
  EXPECT_EQ(stage.scene.statistics().tested, 1u);
  stage.move(balls[0], Real(0.1));  // is there already
  stage.update();
  EXPECT_EQ(stage.scene.statistics().boxes, 0u);
  EXPECT_FALSE(stage.world.set_margin(balls[5], Real(0.1)));
  stage.update();
  EXPECT_EQ(stage.scene.statistics().tested, 2u);
  EXPECT_EQ(stage.scene.statistics().box_pairs, 9u);
}

// An update in which nothing has changed repeats the last one, but for what began or ended then.
TEST(Scene, ReportsAtRestWhatItReportedBefore) {
  Stage stage({.with_contacts = true, .prediction = Real(0.5)});
  std::vector<ObjectHandle> balls;
  for (const Real x : {Real(0), Real(1.5), Real(3.7), Real(9)}) balls.push_back(stage.ball(x));
  EXPECT_EQ(stage.update(), "0-1 begin, 1-2 near");
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(stage.update(), "0-1 stay, 1-2 near");
    EXPECT_EQ(stage.scene.statistics().tested, 0u);
    EXPECT_EQ(stage.scene.statistics().box_pairs, 2u);
    EXPECT_EQ(stage.scene.pairs()[0].contacts.size(), 1u);
  }
  EXPECT_FALSE(stage.scene.refresh());
  EXPECT_EQ(stage.update(), "0-1 stay, 1-2 near");
  stage.move(balls[3], Real(5.6));
  EXPECT_FALSE(stage.scene.refresh());  // sees the pair, and leaves it to the update
  EXPECT_EQ(stage.update(), "0-1 stay, 1-2 near, 2-3 begin");
  EXPECT_EQ(stage.update(), "0-1 stay, 1-2 near, 2-3 stay");
  EXPECT_FALSE(stage.scene.ignore(balls[0], balls[1]));
  EXPECT_EQ(stage.update(), "0-1 end, 1-2 near, 2-3 stay");
  EXPECT_EQ(stage.update(), "1-2 near, 2-3 stay");
  EXPECT_FALSE(stage.scene.unignore(balls[0], balls[1]));
  EXPECT_FALSE(stage.world.set_filter(balls[2], {1, 0}));
  EXPECT_EQ(stage.update(), "0-1 begin, 2-3 end");
  EXPECT_EQ(stage.update(), "0-1 stay");
  EXPECT_FALSE(stage.scene.remove(balls[1]));
  EXPECT_EQ(stage.update(), "0-1 end");
  EXPECT_EQ(stage.update(), "");
  EXPECT_EQ(stage.update(), "");
}

TEST(Scene, GivesBackTheMemoryOfACrowdThatHasDispersed) {
  Stage stage({.with_contacts = true});
  std::vector<ObjectHandle> balls;
  for (int i = 0; i < 200; ++i) balls.push_back(stage.ball(0));
  stage.update();
  EXPECT_EQ(stage.scene.statistics().box_pairs, 19900u);
  const std::size_t crowded = stage.scene.memory_bytes();
  for (int i = 0; i < 200; ++i) stage.move(balls[std::size_t(i)], Real(i) * 3);
  stage.update();
  EXPECT_EQ(stage.scene.pairs().size(), 19900u);  // all of them end
  EXPECT_EQ(stage.update(), "");
  EXPECT_LT(stage.scene.memory_bytes() * 20, crowded);
}

// Boxes of balls at (x, x) overlap below x = 2, the balls from the square root of two on: sqrt(2) x <= 2.
TEST(Scene, AsksNoPairThatCannotHaveComeCloseEnough) {
  Stage stage({.with_contacts = true});
  stage.ball(0);
  const ObjectHandle b = stage.ball(Real(1.9), Real(1.9));  // 0.687 apart
  EXPECT_EQ(stage.update(), "");
  EXPECT_EQ(stage.scene.statistics().tested, 1u);
  std::size_t asked = 0;
  for (int i = 1; i <= 10; ++i) {
    const Real x = Real(1.9 - 0.05 * i);  // 0.0707 closer each time
    EXPECT_FALSE(stage.world.set_placement(b, Affine(Vec3{x, x, 0})));
    EXPECT_EQ(stage.update(), i < 10 ? "" : "0-1 begin") << i;
    asked += stage.scene.statistics().tested;
    EXPECT_EQ(stage.scene.statistics().box_pairs, 1u);
  }
  EXPECT_LT(asked, 4u);  // after 0.687, when little is left, and when they meet
  EXPECT_FALSE(stage.world.set_placement(b, Affine(Vec3{Real(1.9), Real(1.9), 0})));
  EXPECT_EQ(stage.update(), "0-1 end");
  EXPECT_FALSE(stage.world.set_shape(b, Sphere{Real(1.8)}));  // no way, but other shapes
  EXPECT_EQ(stage.update(), "0-1 begin");
}

TEST(Scene, ATurnIsAWay) {
  Stage stage({.with_contacts = true});
  stage.ball(0);
  const ObjectHandle bar =
      stage.add({.instance = {Box{{4, Real(0.1), Real(0.1)}}, Affine(Vec3{Real(1.5), Real(1.5), 0})}});
  std::string phases;
  for (int i = 0; i <= 50; ++i) {  // through half a turn about its middle, 2.12 from the ball's
    const Pose pose{rotation_about({0, 0, 1}, Real(0.06 * i)), {Real(1.5), Real(1.5), 0}};
    EXPECT_FALSE(stage.world.set_placement(bar, pose));
    EXPECT_FALSE(stage.scene.update());
    const bool meets = !stage.scene.pairs().empty() && stage.scene.pairs()[0].contact != Contact::apart;
    EXPECT_EQ(meets,
              bool(intersects(Instance{Sphere{1}, Affine()}, Instance{Box{{4, Real(0.1), Real(0.1)}}, pose})))
        << i;
    phases += meets ? '+' : '-';
  }
  EXPECT_NE(phases.find('+'), std::string::npos);
  EXPECT_EQ(phases.front(), '-');
}

TEST(Scene, LooksAtNoPairOfFixedObjects) {
  Stage stage;
  const Object wall{.instance = {Box{{1, 1, 1}}, Affine()}, .mobility = ProxyMobility::fixed};
  stage.add(wall);
  stage.add(wall);
  stage.ball(0);
  EXPECT_EQ(stage.update(), "0-2 begin, 1-2 begin");
}

TEST(Scene, HonoursFilters) {
  Stage stage;
  const ObjectHandle a = stage.ball(0), b = stage.ball(1);
  EXPECT_FALSE(stage.world.set_filter(a, {1, 2}));  // meets category 2 only
  EXPECT_EQ(stage.update(), "");
  EXPECT_FALSE(stage.world.set_filter(b, {2, 1}));
  EXPECT_EQ(stage.update(), "0-1 begin");
  EXPECT_FALSE(stage.world.set_filter(b, {4, 1}));
  EXPECT_EQ(stage.update(), "0-1 end");
}

TEST(Scene, IgnoresPairsUntilToldOtherwise) {
  Stage stage;
  const ObjectHandle a = stage.ball(0), b = stage.ball(1);
  EXPECT_FALSE(stage.scene.ignore(b, a));  // before the pair is known
  EXPECT_EQ(stage.update(), "");
  EXPECT_FALSE(stage.scene.unignore(a, b));
  EXPECT_EQ(stage.update(), "0-1 begin");
  EXPECT_FALSE(stage.scene.ignore(a, b));
  EXPECT_EQ(stage.update(), "0-1 end");
  EXPECT_EQ(stage.update(), "");
  EXPECT_FALSE(stage.scene.remove(a));
  EXPECT_FALSE(stage.scene.add(a));  // it left: nobody ignores it
  EXPECT_EQ(stage.update(), "0-1 begin");
}

TEST(Scene, GivesContactsOfConvexAndOfComplexShapes) {
  Stage stage({.with_contacts = true});
  const auto mesh = build(cube_model(), {});
  stage.add({.instance = {Box{{1, 1, 1}}, Affine()}});
  stage.add({.instance = {Box{{1, 1, 1}}, Affine(Vec3{Real(0.25), Real(1.5), 0})}});  // 1.5 up, 0.5 deep
  stage.add({.instance = {mesh->shape(), Affine(Vec3{0, Real(-1.75), 0})}});          // 0.25 deep from below
  EXPECT_EQ(stage.update(), "0-1 begin, 0-2 begin");
  const ScenePair& boxes = stage.scene.pairs()[0];
  ASSERT_EQ(boxes.contacts.size(), 1u);
  EXPECT_EQ(boxes.contacts[0].set.count, 4);
  EXPECT_EQ(boxes.contacts[0].set.normal, (Vec3{0, 1, 0}));
  EXPECT_NEAR(boxes.contacts[0].set.points[0].gap, -0.5, 1e-6);
  const ScenePair& on_mesh = stage.scene.pairs()[1];
  EXPECT_GE(on_mesh.contacts.size(), 2u);  // the top of the cube has two triangles, each a piece
  for (const ContactManifold& manifold : on_mesh.contacts) {
    EXPECT_EQ(manifold.piece_a, kNoPiece);
    EXPECT_LT(manifold.piece_b, 12u);
    EXPECT_GT(manifold.set.count, 0);
  }
  EXPECT_FALSE(stage.world.set_placement(boxes.b, Affine(Vec3{0, 9, 0})));
  EXPECT_EQ(stage.update(), "0-1 end, 0-2 stay");
  EXPECT_TRUE(stage.scene.pairs()[0].contacts.empty());
}

TEST(Scene, PredictsContacts) {
  Stage stage({.with_contacts = true, .prediction = Real(0.5)});
  stage.ball(0);
  const ObjectHandle b = stage.ball(Real(2.25));
  EXPECT_EQ(stage.update(), "0-1 near");
  ASSERT_EQ(stage.scene.pairs()[0].contacts.size(), 1u);
  EXPECT_NEAR(stage.scene.pairs()[0].contacts[0].set.points[0].gap, 0.25, 1e-6);
  stage.move(b, Real(2.75));
  EXPECT_EQ(stage.update(), "");
}

TEST(Scene, GivesDistancesBelowTheThreshold) {
  Stage stage({.with_distances = true, .threshold = 2});
  stage.ball(0);
  const ObjectHandle b = stage.ball(Real(3.5));
  stage.ball(8);
  EXPECT_EQ(stage.update(), "0-1 near");
  ASSERT_NE(stage.scene.pairs()[0].distance, nullptr);
  EXPECT_NEAR(stage.scene.pairs()[0].distance->upper, 1.5, 1e-6);
  stage.move(b, 1);
  EXPECT_EQ(stage.update(), "0-1 begin");
  EXPECT_EQ(stage.scene.pairs()[0].distance->upper, 0);
  stage.move(b, Real(4.5));  // 2.5 from the first, 1.5 from the third
  EXPECT_EQ(stage.update(), "0-1 end, 1-2 near");
  EXPECT_EQ(stage.scene.pairs()[0].distance, nullptr);
}

TEST(Scene, GivesEventsButNoContactsOfSensors) {
  Stage stage({.with_contacts = true, .with_distances = true, .threshold = 5});
  stage.add({.instance = {Sphere{1}, Affine()}, .is_sensor = true});
  const ObjectHandle b = stage.ball(1);
  EXPECT_EQ(stage.update(), "0-1 begin");
  EXPECT_TRUE(stage.scene.pairs()[0].has_sensor);
  EXPECT_TRUE(stage.scene.pairs()[0].contacts.empty());
  EXPECT_EQ(stage.scene.pairs()[0].distance, nullptr);
  stage.move(b, 3);
  EXPECT_EQ(stage.update(), "0-1 end");
  EXPECT_EQ(stage.update(), "");
}

TEST(Scene, PairsHalfSpacesWithEverythingButHalfSpaces) {
  Stage stage;
  const Object floor{.instance = {HalfSpace{{0, 1, 0}, 0}, Affine()}, .mobility = ProxyMobility::fixed};
  const ObjectHandle ground = stage.add(floor);
  const ObjectHandle a = stage.ball(0, Real(0.5)), b = stage.ball(10, 5);
  Object wall = floor;
  wall.mobility = ProxyMobility::moving;
  stage.add(wall);
  EXPECT_EQ(stage.update(), "0-1 begin, 1-3 begin");
  EXPECT_FALSE(stage.world.set_placement(b, Affine(Vec3{10, 1, 0})));  // touches
  EXPECT_EQ(stage.update(), "0-1 stay, 0-2 begin, 1-3 stay, 2-3 begin");
  EXPECT_FALSE(stage.world.set_shape(ground, Box{{1, 1, 1}}));  // has a box from now on
  EXPECT_FALSE(stage.world.destroy(a));
  EXPECT_EQ(stage.update(), "0-1 end, 0-2 end, 0-3 begin, 1-3 end, 2-3 stay");
  EXPECT_FALSE(stage.world.set_shape(ground, HalfSpace{{0, 1, 0}, 0}));
  EXPECT_EQ(stage.update(), "0-2 begin, 0-3 end, 2-3 stay");
}

TEST(Scene, AnObjectMayBeInSeveralScenes) {
  Stage stage;
  Scene second(stage.world);
  const ObjectHandle a = stage.ball(0), b = stage.ball(9);
  EXPECT_FALSE(second.add(a));
  EXPECT_TRUE(second.add(a));  // refused: it is there
  stage.move(b, 1);
  EXPECT_EQ(stage.update(), "0-1 begin");
  EXPECT_FALSE(second.update());
  EXPECT_TRUE(second.pairs().empty());
  EXPECT_FALSE(second.add(b));
  EXPECT_FALSE(second.update());
  EXPECT_EQ(second.pairs().size(), 1u);
}

TEST(Scene, SeesARefittedMesh) {
  Stage stage;
  MeshModel model = cube_model();
  TriangleMesh mesh = *build(model);
  const ObjectHandle cube = stage.add({.instance = {mesh.shape(), Affine()}});
  stage.ball(3);
  EXPECT_EQ(stage.update(), "");
  for (Vec3& v : model.vertices) v.x *= Real(2.5);
  EXPECT_FALSE(mesh.refit(model.vertex_array()));
  EXPECT_FALSE(stage.world.shape_changed(cube));
  EXPECT_EQ(stage.update(), "0-1 begin");
}

TEST(Scene, CallbacksMayChangeEverything) {
  Stage stage;
  std::vector<ObjectHandle> balls;
  for (int i = 0; i < 4; ++i) balls.push_back(stage.ball(Real(i) * Real(0.1)));
  EXPECT_EQ(stage.update(), "0-1 begin, 0-2 begin, 0-3 begin, 1-2 begin, 1-3 begin, 2-3 begin");
  std::string seen;
  stage.scene.for_each([&](const ScenePair& pair) {
    seen += std::to_string(pair.a.slot()) + std::to_string(pair.b.slot()) + " ";
    EXPECT_TRUE(stage.scene.update());  // refused
    EXPECT_TRUE(stage.scene.refresh());
    if (seen == "01 ") {
      EXPECT_FALSE(stage.world.destroy(balls[1]));
      stage.move(balls[3], 50);
      stage.ball(50);  // in slot 1 again
    }
    return true;
  });
  EXPECT_EQ(seen, "01 02 03 23 ");
  EXPECT_EQ(stage.update(), "0-1 end, 0-2 stay, 0-3 end, 1-2 end, 1-3 end, 1-3 begin, 2-3 end");
}

TEST(Scene, ACallbackMayDestroyTheScene) {
  World world;
  auto scene = std::make_optional<Scene>(world);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(scene->add(*world.create({.instance = {Sphere{1}, Affine()}})));
  EXPECT_FALSE(scene->update());
  int calls = 0;
  scene->for_each([&](const ScenePair&) {
    ++calls;
    scene.reset();
    return true;
  });
  EXPECT_EQ(calls, 1);
  world.for_each([&](ObjectHandle h, const Object&) {
    EXPECT_FALSE(world.set_placement(h, Affine(Vec3{9, 0, 0})));
  });
}

// Queries ------------------------------------------------------------------------------------------------

TEST(SceneQueries, RayFindsTheFirstAndTiesGoToTheLowerSlot) {
  Stage stage;
  const ObjectHandle far = stage.ball(10), near = stage.ball(5), same = stage.ball(5);
  const SceneRayHit hit = stage.scene.ray_cast({{}, {1, 0, 0}});
  EXPECT_EQ(hit.object, near);
  EXPECT_NEAR(hit.cast.parameter, 4, 1e-6);
  EXPECT_EQ(stage.scene.ray_cast({{}, {1, 0, 0}}, {.ignore = near}).object, same);
  EXPECT_EQ(stage.scene.ray_cast({{20, 0, 0}, {-1, 0, 0}}).object, far);
  EXPECT_FALSE(stage.scene.ray_cast({{}, {1, 0, 0}, 3}));
  EXPECT_FALSE(stage.scene.ray_cast({{}, {0, 1, 0}}));
  EXPECT_TRUE(stage.scene.any_ray_hit({{}, {1, 0, 0}}));
  SceneRayHit out[2];
  const auto all = stage.scene.all_ray_hits({{}, {1, 0, 0}}, out);
  EXPECT_EQ(all.found, 3u);
  ASSERT_EQ(all.written.size(), 2u);
  EXPECT_EQ(all.written[0].object, near);
  EXPECT_EQ(all.written[1].object, same);
}

TEST(SceneQueries, SeeTheWorldAsItIsUpdatedOrNot) {
  Stage stage;
  const ObjectHandle a = stage.ball(5);
  EXPECT_EQ(stage.scene.ray_cast({{5, 9, 0}, {0, -1, 0}}).object, a);
  stage.update();
  stage.move(a, 50);
  EXPECT_FALSE(stage.scene.ray_cast({{5, 9, 0}, {0, -1, 0}}));
  EXPECT_EQ(stage.scene.ray_cast({{50, 9, 0}, {0, -1, 0}}).object, a);
  EXPECT_FALSE(stage.scene.refresh());
  EXPECT_EQ(stage.scene.ray_cast({{50, 9, 0}, {0, -1, 0}}).object, a);
  EXPECT_FALSE(stage.scene.remove(a));
  EXPECT_FALSE(stage.scene.ray_cast({{50, 9, 0}, {0, -1, 0}}));
}

TEST(SceneQueries, SeeWhatFilterMarginsAndTheCallerLetThrough) {
  Stage stage;
  int mine = 0;
  const ObjectHandle a = stage.add(
      {.instance = {Sphere{1}, Affine(Vec3{5, 0, 0}), Real(0.5)}, .user_data = &mine, .filter = {2, ~0u}});
  const Ray ray{{}, {1, 0, 0}};
  EXPECT_NEAR(stage.scene.ray_cast(ray).cast.parameter, 3.5, 1e-6);
  EXPECT_NEAR(stage.scene.ray_cast(ray, {.with_margins = false}).cast.parameter, 4, 1e-6);
  EXPECT_FALSE(stage.scene.ray_cast(ray, {.filter = {1, 1}}));
  EXPECT_EQ(stage.scene.ray_cast(ray, {.filter = {1, 2}}).object, a);
  const auto is_not_mine = [](void* context, ObjectHandle, const Object& o) {
    return o.user_data != context;
  };
  EXPECT_FALSE(stage.scene.ray_cast(ray, {.accepts = is_not_mine, .context = &mine}));
}

TEST(SceneQueries, ShapeCastFindsTheFirstContact) {
  Stage stage;
  const ObjectHandle a = stage.ball(10);
  stage.ball(14);
  stage.add({.instance = {HalfSpace{{0, 1, 0}, -8}, Affine()}});
  const SceneShapeHit hit = stage.scene.shape_cast({Sphere{1}, Affine()}, {16, 0, 0});
  EXPECT_EQ(hit.object, a);
  EXPECT_NEAR(hit.cast.time, 0.5, 1e-5);  // 8 of 16
  EXPECT_FALSE(stage.scene.shape_cast({Sphere{1}, Affine()}, {7, 0, 0}));
  const SceneShapeHit down = stage.scene.shape_cast({Sphere{1}, Affine(Vec3{0, 0, 9})}, {0, -14, 0});
  EXPECT_NEAR(down.cast.time, 0.5, 1e-5);  // 7 of 14
  const SceneShapeHit wall = stage.scene.shape_cast({HalfSpace{{1, 0, 0}, 0}, Affine()}, {18, 0, 0});
  EXPECT_EQ(wall.object, a);
  EXPECT_NEAR(wall.cast.time, 0.5, 1e-5);  // 9 of 18
}

TEST(SceneQueries, OverlapsPointsAndNearest) {
  Stage stage;
  std::vector<ObjectHandle> balls;
  for (int i = 0; i < 6; ++i) balls.push_back(stage.ball(Real(3 * i)));
  ObjectHandle found[8];
  const auto overlaps = stage.scene.overlaps({Box{{3, 1, 1}}, Affine(Vec3{Real(4.5), 0, 0})}, found);
  ASSERT_EQ(overlaps.written.size(), 2u);  // from 1.5 to 7.5: the second and the third
  EXPECT_EQ(found[0], balls[1]);
  EXPECT_EQ(found[1], balls[2]);
  EXPECT_EQ(stage.scene.at_point({Real(9.5), 0, 0}, found).written[0], balls[3]);
  EXPECT_EQ(stage.scene.at_point({Real(7.5), 0, 0}, found).found, 0u);
  SceneNeighbour near[3];
  const auto three = stage.scene.nearest({Point{}, Affine(Vec3{Real(7.5), 0, 0})}, near);
  ASSERT_EQ(three.written.size(), 3u);  // slots 2 and 3 are both 0.5 away, 1 and 4 both 3.5
  EXPECT_EQ(near[0].object, balls[2]);
  EXPECT_EQ(near[1].object, balls[3]);
  EXPECT_EQ(near[2].object, balls[1]);
  EXPECT_NEAR(near[2].distance.upper, 3.5, 1e-5);
  EXPECT_EQ(stage.scene.nearest({Point{}, Affine(Vec3{Real(7.5), 0, 0})}, near, 1).written.size(), 2u);
  EXPECT_EQ(stage.scene.overlaps({HalfSpace{{1, 0, 0}, 7}, Affine()}, found).found, 3u);
}

void expect_refused(const auto& hit) {
  EXPECT_TRUE(hit);
  EXPECT_EQ(hit.object, ObjectHandle{});
  EXPECT_EQ(hit.cast.hit, Hit::uncertain);
  EXPECT_EQ(hit.cast.status, Status::invalid_argument);
}

// Nothing is found and nothing excluded.
TEST(SceneQueries, BadArgumentsAreRefused) {
  Stage stage;
  stage.ball(0);
  stage.add({.instance = {HalfSpace{{0, 1, 0}, 0}, Affine()}});
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  ObjectHandle found[2];
  SceneNeighbour near[2];
  for (int frame = 0; frame < 2; ++frame) {
    SceneRayHit hits[2];
    for (const Ray& ray :
         {Ray{{nan, 0, 0}, {1, 0, 0}}, {{0, 9, 0}, {nan, 0, 0}}, {{0, 9, 0}, {0, -1, 0}, -1}}) {
      expect_refused(stage.scene.ray_cast(ray));
      expect_refused(stage.scene.any_ray_hit(ray));
      EXPECT_EQ(stage.scene.all_ray_hits(ray, hits).found, 0u);
      EXPECT_EQ(stage.scene.all_ray_hits(ray, hits).status, Status::invalid_argument);
      EXPECT_FALSE(stage.scene.ray_casts(std::span(&ray, 1), std::span(hits, 1)));
      expect_refused(hits[0]);
    }
    const SceneQuery bad{.max_iterations = 0};
    expect_refused(stage.scene.ray_cast({{0, 9, 0}, {0, 1, 0}}, bad));
    expect_refused(stage.scene.shape_cast({Sphere{1}, Affine()}, {nan, 0, 0}));
    expect_refused(stage.scene.shape_cast({Shape(), Affine()}, {1, 0, 0}));
    const auto expect_empty = [](const auto& list) {
      EXPECT_TRUE(list.written.empty());
      EXPECT_EQ(list.status, Status::invalid_argument);
    };
    expect_empty(stage.scene.overlaps({Shape(), Affine()}, found));
    expect_empty(stage.scene.at_point({0, nan, 0}, found));
    expect_empty(stage.scene.nearest({Shape(), Affine()}, near));
    expect_empty(stage.scene.nearest({Point{}, Affine()}, near, nan));
    expect_empty(stage.scene.nearest({Point{}, Affine()}, near, 1, bad));
    stage.update();
  }
  const Ray ray;
  EXPECT_TRUE(stage.scene.ray_casts(std::span(&ray, 1), {}));
}

TEST(SceneQueries, ManyRaysAreTheRaysOneByOne) {
  Stage stage;
  for (int i = 0; i < 20; ++i) stage.ball(Real(i), Real(i % 3));
  std::vector<Ray> rays;
  for (int i = 0; i < 100; ++i) rays.push_back({{Real(i) * Real(0.2), 9, 0}, {0, -1, Real(0.02)}});
  std::vector<SceneRayHit> out(rays.size());
  Threads threads{3};
  EXPECT_FALSE(stage.scene.ray_casts(rays, out, {}, threads.executor()));
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const SceneRayHit one = stage.scene.ray_cast(rays[i]);
    EXPECT_EQ(out[i].object, one.object);
    EXPECT_EQ(out[i].cast.parameter, one.cast.parameter);
  }
}

}  // namespace
}  // namespace graze::test
