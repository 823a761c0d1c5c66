// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/scene/response_table.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "../mesh/mesh_models.h"

namespace graze::test {
namespace {

// Calls that callbacks write down.
struct Log {
  std::string text;
  std::vector<Collision> collisions;
  bool is_done = false;
};

bool note(const Response& response, const Collision& collision) {
  Log& log = *static_cast<Log*>(response.client_data);
  log.text +=
      std::to_string(collision.object_a.slot()) + "-" + std::to_string(collision.object_b.slot()) + " ";
  log.collisions.push_back(collision);
  return log.is_done;
}
bool note_again(const Response& response, const Collision& collision) {
  static_cast<Log*>(response.client_data)->text += "again ";
  return note(response, collision);
}

struct Stage {
  World world;
  Scene scene{world};
  ResponseTable table;
  Log log;

  ObjectHandle ball(Real x, ResponseClass response_class = 0) {
    return add({.instance = {Sphere{1}, Affine(Vec3{x, 0, 0})}}, response_class);
  }
  ObjectHandle add(const Object& object, ResponseClass response_class = 0) {
    const ObjectHandle made = *world.create(object);
    EXPECT_FALSE(scene.add(made));
    EXPECT_FALSE(table.set_class(made, response_class));
    return made;
  }
  Response response(ResponseType type = ResponseType::simple, ResponseCallback callback = note) {
    return {callback, type, &log, 0};
  }
  std::string run(std::size_t count) {
    log.text.clear();
    log.collisions.clear();
    const Result<std::size_t> met = respond(scene, table);
    EXPECT_TRUE(met.has_value());
    EXPECT_EQ(met.value_or(99u), count);
    return log.text;
  }
};

TEST(ResponseTable, HasNoResponsesAtFirst) {
  Stage stage;
  stage.ball(0);
  stage.ball(1);
  EXPECT_EQ(stage.run(0), "");
  EXPECT_EQ(stage.table.class_count(), 1u);
}

TEST(ResponseTable, DefaultResponsesAreForAllWithAClass) {
  Stage stage;
  stage.table.add_default(stage.response());
  stage.ball(0);
  stage.ball(1);
  const ObjectHandle third = stage.ball(2, stage.table.add_class());
  EXPECT_EQ(stage.run(3), "0-1 0-2 1-2 ");
  stage.table.clear_class(third);
  EXPECT_EQ(stage.table.class_of(third), std::nullopt);
  EXPECT_EQ(stage.run(1), "0-1 ");
  EXPECT_FALSE(stage.table.set_class(third, 0));
  EXPECT_EQ(stage.run(3), "0-1 0-2 1-2 ");
}

TEST(ResponseTable, LevelsAddUpInTheOrderOfTheirAdding) {
  Stage stage;
  const ResponseClass one = stage.table.add_class();
  EXPECT_FALSE(stage.table.add_for_pair(0, one, stage.response()));
  EXPECT_FALSE(stage.table.add_for_class(one, stage.response(ResponseType::simple, note_again)));
  stage.table.add_default(stage.response());
  stage.ball(0, one);
  stage.ball(1, 0);
  stage.ball(9, one);
  stage.ball(10, one);
  // The object of the lower class comes first; a class with itself has its class response once.
  EXPECT_EQ(stage.run(2), "1-0 again 1-0 1-0 again 2-3 2-3 ");
  EXPECT_EQ(stage.table.responses(0, one).size(), 3u);
  const ResponseClass two =
      stage.table.add_class();  // starts with the defaults, then those of the older class
  EXPECT_EQ(stage.table.responses(two, two).size(), 1u);
  ASSERT_EQ(stage.table.responses(two, one).size(), 2u);
  EXPECT_EQ(stage.table.responses(one, two)[1].callback, &note_again);
}

TEST(ResponseTable, RemovesTheFirstMatchInEveryListConcerned) {
  Stage stage;
  const ResponseClass one = stage.table.add_class();
  stage.table.add_default(stage.response());
  stage.table.add_default(stage.response());
  stage.table.add_default(stage.response(ResponseType::simple, note_again));
  const std::uintptr_t id = id_of(stage.response());
  EXPECT_FALSE(stage.table.remove_for_pair(0, one, id));
  EXPECT_EQ(stage.table.responses(0, 0).size(), 3u);
  EXPECT_EQ(stage.table.responses(0, one).size(), 2u);
  EXPECT_FALSE(stage.table.remove_for_class(one, id));
  EXPECT_EQ(stage.table.responses(0, one).size(), 1u);
  EXPECT_EQ(stage.table.responses(one, one).size(), 2u);
  stage.table.remove_default(id);
  EXPECT_EQ(stage.table.responses(0, 0).size(), 2u);
  EXPECT_EQ(stage.table.responses(one, one).size(), 1u);
  EXPECT_EQ(stage.table.responses(0, one).size(), 1u);
  stage.table.remove_default(12345);  // nobody has it
  const ResponseClass two = stage.table.add_class();
  EXPECT_EQ(stage.table.responses(two, two).size(), 2u);
}

TEST(ResponseTable, AnIdOfTheCallersOwnTellsResponsesApart) {
  Stage stage;
  Response first = stage.response(), second = stage.response();
  first.id = 1;
  second.id = 2;
  stage.table.add_default(first);
  stage.table.add_default(second);
  stage.table.remove_default(2);
  ASSERT_EQ(stage.table.responses(0, 0).size(), 1u);
  EXPECT_EQ(stage.table.responses(0, 0)[0].id, 1u);
}

TEST(ResponseTable, ComputesTheMostThatAnyAsksFor) {
  Stage stage;
  stage.ball(0);
  stage.ball(Real(1.5));
  stage.table.add_default(stage.response());
  stage.run(1);
  EXPECT_EQ(stage.log.collisions[0].type, ResponseType::simple);
  stage.table.add_default(stage.response(ResponseType::witnessed));
  stage.run(1);
  ASSERT_EQ(stage.log.collisions.size(), 2u);
  for (const Collision& c : stage.log.collisions) {
    EXPECT_EQ(c.type, ResponseType::witnessed);
    EXPECT_EQ(c.point_a, c.point_b);
    EXPECT_GE(c.point_a.x, Real(0.5) - Real(1e-5));  // both balls have the points between 0.5 and 1
    EXPECT_LE(c.point_a.x, 1 + Real(1e-5));
    EXPECT_EQ(c.normal, Vec3{});
  }
  stage.table.add_default(stage.response(ResponseType::depth));
  stage.run(1);
  const Collision& c = stage.log.collisions[0];
  EXPECT_EQ(c.type, ResponseType::depth);
  EXPECT_NEAR(c.depth, 0.5, 1e-6);
  EXPECT_NEAR(c.normal.x, 1, 1e-6);
  EXPECT_NEAR(c.point_a.x, 1, 1e-6);
  EXPECT_NEAR(c.point_b.x, 0.5, 1e-6);
}

TEST(ResponseTable, MirrorsDataWhereTheLowerClassComesSecond) {
  Stage stage;
  const ResponseClass one = stage.table.add_class();
  stage.ball(0, one);
  stage.ball(Real(1.5), 0);
  stage.table.add_default(stage.response(ResponseType::depth));
  EXPECT_EQ(stage.run(1), "1-0 ");
  const Collision& c = stage.log.collisions[0];
  EXPECT_NEAR(c.normal.x, -1, 1e-6);
  EXPECT_NEAR(c.point_a.x, 0.5, 1e-6);
  EXPECT_NEAR(c.point_b.x, 1, 1e-6);
}

TEST(ResponseTable, DepthOfASolidMeshIsThatOfTheSolid) {
  Stage stage;
  const Shape cube = build(cube_model(), {.is_solid = true})->shape();
  stage.add({.instance = {cube, Affine()}});
  stage.add({.instance = {Box{{1, 1, 1}}, Affine(Vec3{Real(1.75), Real(0.125), 0})}});
  stage.table.add_default(stage.response(ResponseType::depth));
  stage.run(1);
  const Collision& c = stage.log.collisions[0];
  EXPECT_EQ(c.contact, Contact::overlapping);
  EXPECT_NEAR(c.depth, 0.25, 1e-5);  // the face x = 1 is 0.25 inside the box
  EXPECT_NEAR(c.normal.x, 1, 1e-5);
}

TEST(ResponseTable, PassesUserDataAndStopsWhenOneIsDone) {
  Stage stage;
  int first = 0, second = 0;
  stage.add({.instance = {Sphere{1}, Affine()}, .user_data = &first});
  stage.add({.instance = {Sphere{1}, Affine()}, .user_data = &second});
  stage.ball(1);
  stage.table.add_default(stage.response());
  stage.table.add_default(stage.response());
  stage.log.is_done = true;
  EXPECT_EQ(stage.run(1), "0-1 ");
  EXPECT_EQ(stage.log.collisions[0].user_a, &first);
  EXPECT_EQ(stage.log.collisions[0].user_b, &second);
}

TEST(ResponseTable, RefusesClassesThatItHasNotMade) {
  Stage stage;
  const ObjectHandle a = stage.ball(0);
  EXPECT_TRUE(stage.table.set_class(a, 1));
  EXPECT_TRUE(stage.table.set_class({}, 0));
  EXPECT_TRUE(stage.table.add_for_class(1, stage.response()));
  EXPECT_TRUE(stage.table.add_for_pair(0, 1, stage.response()));
  EXPECT_TRUE(stage.table.remove_for_class(1, 0));
  EXPECT_TRUE(stage.table.remove_for_pair(1, 0, 0));
  EXPECT_TRUE(stage.table.responses(0, 1).empty());
  EXPECT_EQ(stage.table.class_of(a), 0u);
  stage.table.add_default({});
  stage.table.add_default(stage.response(ResponseType::none));
  EXPECT_TRUE(stage.table.responses(0, 0).empty());
}

TEST(ResponseTable, ANewObjectDoesNotInheritTheClassOfItsSlot) {
  Stage stage;
  stage.table.add_default(stage.response());
  const ObjectHandle old = stage.ball(0);
  EXPECT_FALSE(stage.world.destroy(old));
  const ObjectHandle fresh = *stage.world.create({.instance = {Sphere{1}, Affine()}});
  EXPECT_EQ(fresh.slot(), old.slot());
  EXPECT_EQ(stage.table.class_of(fresh), std::nullopt);
}

TEST(ResponseTable, ServesSeveralScenesAndASceneSeveralTables) {
  Stage stage;
  stage.table.add_default(stage.response());
  const ObjectHandle a = stage.ball(0);
  stage.ball(1);
  Scene second(stage.world);
  EXPECT_FALSE(second.add(a));
  EXPECT_EQ(*respond(second, stage.table), 0u);
  ResponseTable other;
  EXPECT_EQ(*respond(stage.scene, other), 0u);
  EXPECT_EQ(stage.run(1), "0-1 ");
}

TEST(ResponseTable, DoesNotDisturbTheEventsOfUpdates) {
  Stage stage;
  stage.table.add_default(stage.response());
  stage.ball(0);
  const ObjectHandle b = stage.ball(1);
  EXPECT_FALSE(stage.scene.update());
  EXPECT_FALSE(stage.world.set_placement(b, Affine(Vec3{5, 0, 0})));
  EXPECT_EQ(stage.run(0), "");
  EXPECT_FALSE(stage.scene.update());
  ASSERT_EQ(stage.scene.pairs().size(), 1u);
  EXPECT_EQ(stage.scene.pairs()[0].phase, PairPhase::end);
}

TEST(ResponseTable, CallsResponsesWithoutATest) {
  Stage stage;
  stage.table.add_default(stage.response());
  Collision collision;
  collision.object_a = stage.ball(9);
  collision.object_b = stage.ball(0);
  EXPECT_FALSE(stage.table.call(collision));
  EXPECT_EQ(stage.log.text, "0-1 ");
  collision.object_b = {};
  EXPECT_FALSE(stage.table.call(collision));
  EXPECT_EQ(stage.log.text, "0-1 ");
}

// Everything at once: the callback destroys an object, empties the table, and then the scene and the table.
struct Wreck {
  World world;
  std::unique_ptr<Scene> scene = std::make_unique<Scene>(world);
  std::unique_ptr<ResponseTable> table = std::make_unique<ResponseTable>();
  std::vector<ObjectHandle> balls;
  int calls = 0;
};

bool destroy_object(const Response& response, const Collision& collision) {
  Wreck& wreck = *static_cast<Wreck*>(response.client_data);
  ++wreck.calls;
  EXPECT_FALSE(respond(*wreck.scene, *wreck.table).has_value());  // refused
  EXPECT_NE(wreck.world.find(collision.object_a), nullptr);
  (void)wreck.world.destroy(wreck.balls[0]);
  return false;
}
bool remove_itself(const Response& response, const Collision&) {
  Wreck& wreck = *static_cast<Wreck*>(response.client_data);
  ++wreck.calls;
  wreck.table->remove_default(id_of(response));
  return false;
}
bool destroy_all(const Response& response, const Collision&) {
  Wreck& wreck = *static_cast<Wreck*>(response.client_data);
  ++wreck.calls;
  wreck.scene.reset();
  wreck.table.reset();
  return false;
}

std::size_t run_wreck(ResponseCallback callback, Wreck& wreck) {
  for (int i = 0; i < 3; ++i) {
    wreck.balls.push_back(*wreck.world.create({.instance = {Sphere{1}, Affine()}}));
    EXPECT_FALSE(wreck.scene->add(wreck.balls.back()));
    EXPECT_FALSE(wreck.table->set_class(wreck.balls.back(), 0));
  }
  wreck.table->add_default({callback, ResponseType::simple, &wreck, 0});
  return *respond(*wreck.scene, *wreck.table);
}

TEST(ResponseTable, CallbacksMayDestroyObjects) {
  Wreck wreck;
  EXPECT_EQ(run_wreck(destroy_object, wreck), 2u);  // 0-1, not 0-2, 1-2
  EXPECT_EQ(wreck.calls, 2);
}
TEST(ResponseTable, CallbacksMayChangeTheTable) {
  Wreck wreck;
  EXPECT_EQ(run_wreck(remove_itself, wreck), 3u);
  EXPECT_EQ(wreck.calls, 1);
}
TEST(ResponseTable, CallbacksMayDestroySceneAndTable) {
  Wreck wreck;
  EXPECT_EQ(run_wreck(destroy_all, wreck), 1u);
  EXPECT_EQ(wreck.calls, 1);
}

// A ball of class 1 passes two walls of class 0; the first is further on.
struct Flight : Stage {
  ObjectHandle ball_of_flight = ball(-10, table.add_class());
  ObjectHandle far = wall(5), near = wall(-5);

  ObjectHandle wall(Real x) { return add({.instance = {Box{{Real(0.25), 9, 9}}, Affine(Vec3{x, 0, 0})}}); }
  std::string fly(std::size_t count, const AdvanceSettings& settings = {}) {
    log.text.clear();
    log.collisions.clear();
    EXPECT_FALSE(world.set_placement(ball_of_flight, Affine(Vec3{10, 0, 0})));
    const Result<std::size_t> met = respond(scene, table, settings);
    EXPECT_TRUE(met.has_value());
    EXPECT_EQ(met.value_or(99u), count);
    return log.text;
  }
};

TEST(ResponseTable, CallsImpactsInTheOrderOfTime) {
  Flight flight;
  flight.table.add_default(flight.response(ResponseType::impact));
  int data = 0;
  EXPECT_FALSE(flight.world.set_user_data(flight.near, &data));
  EXPECT_EQ(flight.fly(2), "2-0 1-0 ");  // the walls are of the lower class
  const Collision& first = flight.log.collisions[0];
  EXPECT_EQ(first.type, ResponseType::impact);
  EXPECT_EQ(first.object_a, flight.near);
  EXPECT_EQ(first.user_a, &data);
  EXPECT_LE(length(first.normal - Vec3{-1, 0, 0}), 16 * kEpsilon);
  EXPECT_LE(length(first.point_a - Vec3{Real(-5.25), 0, 0}), Real(1e-3));
}

bool note_impact(const Response& response, const Collision& collision) {
  if (collision.impact == nullptr) return note(response, collision);
  // The ball's way is 20 long, and 3.75 and 13.75 of it are free.
  const TimeOfImpact& impact = *collision.impact;
  EXPECT_NEAR(double(impact.lower), collision.object_a.slot() == 2 ? 3.75 / 20 : 13.75 / 20, 1e-5);
  EXPECT_EQ(impact.normal, collision.normal);
  EXPECT_LE(length(impact.local_a - Vec3{Real(-0.25), 0, 0}), Real(1e-3));
  EXPECT_LE(length(impact.local_b - Vec3{1, 0, 0}), Real(1e-3));
  EXPECT_LE(length(impact.placement_b.translation() - (collision.point_a - Vec3{1, 0, 0})), Real(1e-3));
  return note(response, collision);
}

// The points that are a target distance apart when the ball has come that near.
bool note_target(const Response& response, const Collision& collision) {
  const TimeOfImpact& impact = *collision.impact;
  const Real at = collision.object_a.slot() == 2 || collision.object_b.slot() == 2 ? -5 : 5;
  const Vec3 of_wall{at - Real(0.25), 0, 0}, of_ball{at - Real(0.75), 0, 0};
  const bool is_ball_first = collision.object_a.slot() == 0;
  EXPECT_LE(length(collision.point_a - (is_ball_first ? of_ball : of_wall)), Real(1e-3));
  EXPECT_LE(length(collision.point_b - (is_ball_first ? of_wall : of_ball)), Real(1e-3));
  EXPECT_EQ(impact.point, collision.point_b);
  EXPECT_LE(length(impact.placement_b * impact.local_b - collision.point_b), Real(1e-3));
  EXPECT_LE(length(impact.placement_a * impact.local_a - collision.point_a), Real(1e-3));
  return note(response, collision);
}

TEST(ResponseTable, ImpactsAtATargetDistanceHaveThePointsOfBothObjects) {
  AdvanceSettings settings;
  settings.motion.target = Real(0.5);
  Flight flight;
  flight.table.add_default(flight.response(ResponseType::impact, note_target));
  EXPECT_EQ(flight.fly(2, settings), "2-0 1-0 ");  // the walls are of the lower class
  Flight level;
  level.table.add_default(level.response(ResponseType::impact, note_target));
  EXPECT_FALSE(level.table.set_class(level.ball_of_flight, 0));
  EXPECT_EQ(level.fly(2, settings), "0-2 0-1 ");  // of one class, the lower slot
}

TEST(ResponseTable, ImpactsAreToldToTheirResponsesOnly) {
  Flight flight;
  flight.table.add_default(flight.response(ResponseType::depth));
  EXPECT_EQ(flight.fly(0), "");
  EXPECT_FALSE(flight.table.add_for_pair(1, 0, flight.response(ResponseType::impact, note_impact)));
  EXPECT_EQ(flight.fly(2), "2-0 1-0 ");
  EXPECT_EQ(flight.run(0), "");  // at its end it meets nobody
  flight.log.is_done = true;
  EXPECT_EQ(flight.fly(1), "2-0 ");
  EXPECT_FALSE(flight.world.set_placement(flight.ball_of_flight, Affine(Vec3{5, 0, 0})));
  EXPECT_EQ(flight.run(1), "1-0 ");  // by the response that wants depth
  EXPECT_EQ(flight.log.collisions[0].type, ResponseType::depth);
  EXPECT_EQ(flight.log.collisions[0].impact, nullptr);
}

TEST(ResponseTable, CallbacksOfImpactsMayDestroySceneAndTable) {
  Wreck wreck;
  for (int i = 0; i < 3; ++i) {
    wreck.balls.push_back(*wreck.world.create({.instance = {Sphere{1}, Affine(Vec3{Real(5 * i), 0, 0})}}));
    EXPECT_FALSE(wreck.scene->add(wreck.balls.back()));
    EXPECT_FALSE(wreck.table->set_class(wreck.balls.back(), 0));
  }
  EXPECT_FALSE(wreck.world.set_placement(wreck.balls[0], Affine(Vec3{20, 0, 0})));
  wreck.table->add_default({destroy_all, ResponseType::impact, &wreck, 0});
  EXPECT_EQ(*respond(*wreck.scene, *wreck.table, AdvanceSettings{}), 1u);
  EXPECT_EQ(wreck.calls, 1);
}

}  // namespace
}  // namespace graze::test
