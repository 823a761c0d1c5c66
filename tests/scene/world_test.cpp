// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/scene/world.h"

#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "graze/scene/response_table.h"
#include "graze/scene/scene.h"

namespace graze::test {
namespace {

Object ball(Real x, Real radius = 1) { return {.instance = {Sphere{radius}, Affine(Vec3{x, 0, 0})}}; }

ObjectHandle make(World& world, const Object& object) {
  const Result<ObjectHandle> made = world.create(object);
  EXPECT_TRUE(made.has_value());
  return made.value_or(ObjectHandle{});
}

TEST(World, KeepsWhatItWasGiven) {
  World world;
  int data = 0;
  const ObjectHandle h = make(world, {.instance = {Box{{1, 2, 3}}, Affine(Vec3{4, 5, 6}), Real(0.5)},
                                      .user_data = &data,
                                      .filter = {2, 3},
                                      .mobility = ProxyMobility::fixed,
                                      .is_sensor = true});
  const Object* object = world.find(h);
  ASSERT_NE(object, nullptr);
  EXPECT_EQ(object->instance.shape.kind(), ShapeKind::box);
  EXPECT_EQ(object->instance.placement.translation(), (Vec3{4, 5, 6}));
  EXPECT_EQ(object->instance.margin, Real(0.5));
  EXPECT_EQ(object->user_data, &data);
  EXPECT_EQ(object->filter, (ProxyFilter{2, 3}));
  EXPECT_EQ(object->mobility, ProxyMobility::fixed);
  EXPECT_TRUE(object->is_sensor);
  EXPECT_EQ(world.size(), 1u);
}

// Every function that takes a handle.
void expect_all_refuse(World& world, ObjectHandle bad, ObjectHandle good, const char* words) {
  Scene scene(world);
  EXPECT_FALSE(scene.add(good));
  const auto refused = [&](const std::optional<Error>& error) {
    return error && std::string(error->message).find(words) != std::string::npos;
  };
  EXPECT_EQ(world.find(bad), nullptr);
  EXPECT_TRUE(refused(world.destroy(bad)));
  EXPECT_TRUE(refused(world.set_placement(bad, Affine())));
  EXPECT_TRUE(refused(world.set_shape(bad, Sphere{1})));
  EXPECT_TRUE(refused(world.set_margin(bad, 1)));
  EXPECT_TRUE(refused(world.set_filter(bad, {})));
  EXPECT_TRUE(refused(world.set_user_data(bad, nullptr)));
  EXPECT_TRUE(refused(world.shape_changed(bad)));
  EXPECT_TRUE(refused(scene.add(bad)));
  EXPECT_TRUE(refused(scene.remove(bad)));
  EXPECT_TRUE(refused(scene.ignore(good, bad)));
  EXPECT_TRUE(refused(scene.unignore(bad, good)));
  EXPECT_FALSE(scene.contains(bad));
  EXPECT_TRUE(scene.box(bad).is_empty());
  EXPECT_TRUE(refused(distance(world, good, bad).error()));
  EXPECT_TRUE(refused(distance(world, bad, good).error()));
  const ObjectHandle both[] = {good, bad};
  const Affine places[] = {Affine(Vec3{9, 9, 9}), Affine()};
  const auto error = world.set_placements(both, places);
  EXPECT_TRUE(refused(error));
  EXPECT_EQ(error->position, 1u);
  EXPECT_EQ(world.find(good)->instance.placement, Affine());  // all or none
  EXPECT_EQ(world.size(), 1u);
}

TEST(World, RefusesNullStaleAndForeignHandles) {
  World world, other;
  const ObjectHandle stale = make(world, ball(0));
  EXPECT_FALSE(world.destroy(stale));
  const ObjectHandle good = make(world, ball(0));
  EXPECT_EQ(good.slot(), stale.slot());  // the slot is used again, the handle is another
  EXPECT_NE(good, stale);
  expect_all_refuse(world, {}, good, "null");
  expect_all_refuse(world, stale, good, "stale");
  expect_all_refuse(world, make(other, ball(0)), good, "another world");
  expect_all_refuse(world, ObjectHandle::make(77, 1, world.number()), good, "stale");
}

TEST(World, RefusesBadDataAndChangesNothing) {
  World world;
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_FALSE(world.create({.instance = {Shape(), Affine()}}).has_value());
  EXPECT_FALSE(world.create({.instance = {Sphere{1}, Affine(Vec3{nan, 0, 0})}}).has_value());
  EXPECT_FALSE(world.create({.instance = {Sphere{1}, Affine(), -1}}).has_value());
  EXPECT_EQ(world.size(), 0u);
  const ObjectHandle h = make(world, ball(3));
  EXPECT_TRUE(world.set_placement(h, Affine(Vec3{0, nan, 0})));
  EXPECT_TRUE(world.set_placement(h, Affine(Mat3{Vec3{}, Vec3{}, Vec3{}}, {})));
  EXPECT_TRUE(world.set_shape(h, Shape()));
  EXPECT_TRUE(world.set_margin(h, -1));
  EXPECT_TRUE(world.set_margin(h, nan));
  EXPECT_TRUE(world.set_placements(std::span(&h, 1), {}));
  EXPECT_EQ(world.find(h)->instance.placement.translation().x, 3);
  EXPECT_EQ(world.find(h)->instance.margin, 0);
}

TEST(World, EnumeratesBySlotAndTakesTheLowestThatIsFree) {
  World world;
  std::vector<ObjectHandle> handles;
  for (int i = 0; i < 5; ++i) handles.push_back(make(world, ball(Real(i))));
  for (const int i : {3, 0, 1}) EXPECT_FALSE(world.destroy(handles[std::size_t(i)]));
  EXPECT_EQ(make(world, ball(10)).slot(), 0u);
  std::vector<Real> seen;
  world.for_each([&](ObjectHandle h, const Object& object) {
    EXPECT_EQ(world.find(h), &object);
    seen.push_back(object.instance.placement.translation().x);
  });
  EXPECT_EQ(seen, (std::vector<Real>{10, 2, 4}));
}

TEST(World, DistanceOfTwoBallsIsThatOfTheirCentresLessRadii) {
  World world;
  const auto d = distance(world, make(world, ball(0)), make(world, ball(5, 2)));
  ASSERT_TRUE(d.has_value());
  EXPECT_LE(d->lower, 2);
  EXPECT_GE(d->upper, 2);
  EXPECT_EQ(d->normal, (Vec3{1, 0, 0}));
}

TEST(World, MayGoBeforeItsScenes) {
  auto world = std::make_optional<World>();
  Scene scene(*world), empty(*world);
  const ObjectHandle a = make(*world, ball(0)), b = make(*world, ball(1));
  EXPECT_FALSE(scene.add(a));
  EXPECT_FALSE(scene.add(b));
  EXPECT_FALSE(scene.update());
  EXPECT_EQ(scene.pairs().size(), 1u);
  world.reset();
  EXPECT_EQ(scene.size(), 0u);
  EXPECT_TRUE(scene.update());
  EXPECT_TRUE(scene.add(a));
  EXPECT_TRUE(scene.pairs().empty());
  EXPECT_FALSE(scene.ray_cast({{-9, 0, 0}, {1, 0, 0}}));
  EXPECT_FALSE(respond(scene, ResponseTable()).has_value());
}

TEST(World, MovesWithItsScenes) {
  World first;
  Scene scene(first);
  const ObjectHandle a = make(first, ball(0));
  EXPECT_FALSE(scene.add(a));
  World second = std::move(first);
  EXPECT_FALSE(second.set_placement(a, Affine(Vec3{5, 0, 0})));
  Scene moved = std::move(scene);
  EXPECT_FALSE(moved.update());
  EXPECT_TRUE(moved.ray_cast({{5, 9, 0}, {0, -1, 0}}));
}

TEST(World, KeepsThousandsOfScenes) {
  World world;
  std::vector<Scene> scenes;
  const ObjectHandle a = make(world, ball(0)), b = make(world, ball(5));
  for (int i = 0; i < 2000; ++i) {
    scenes.emplace_back(world);
    EXPECT_FALSE(scenes.back().add(a));
    EXPECT_FALSE(scenes.back().add(b));
  }
  EXPECT_FALSE(world.set_placement(b, Affine(Vec3{1, 0, 0})));
  for (int i = 0; i < 2000; i += 97) {
    EXPECT_FALSE(scenes[std::size_t(i)].update());
    EXPECT_EQ(scenes[std::size_t(i)].pairs().size(), 1u);
  }
  scenes.erase(scenes.begin(), scenes.begin() + 1000);
  EXPECT_FALSE(world.destroy(a));
  EXPECT_EQ(scenes.front().size(), 1u);
}

}  // namespace
}  // namespace graze::test
