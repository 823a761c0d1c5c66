// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Scene::advance() on scenes whose times can be had by hand.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "../query/mesh_samples.h"
#include "graze/scene/scene.h"
#include "support/allocation_counter.h"

namespace graze::test {
namespace {

constexpr Real kTolerance = MotionSettings{}.time_tolerance;

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
  ObjectHandle ball(const Vec3& at) { return add({.instance = {Sphere{1}, Affine(at)}}); }
  // Its faces are at x = -0.25 and 0.25.
  ObjectHandle wall() {
    return add({.instance = {Box{{Real(0.25), 50, 50}}, Affine()}, .mobility = ProxyMobility::fixed});
  }
  void move(ObjectHandle object, const Vec3& to) { EXPECT_FALSE(world.set_placement(object, Affine(to))); }
  // The impacts as "slot-slot" separated by blanks.
  std::string advance(const AdvanceSettings& settings = {}) {
    EXPECT_FALSE(scene.advance(settings));
    std::string text;
    for (const SceneImpact& x : scene.impacts())
      text += (text.empty() ? "" : " ") + std::to_string(x.a.slot()) + "-" + std::to_string(x.b.slot());
    return text;
  }
};

void expect_hit_at(const TimeOfImpact& r, double time) {
  EXPECT_EQ(r.hit, Hit::hit);
  EXPECT_LE(double(r.lower), time + 4 * double(kEpsilon));
  EXPECT_GE(double(r.upper), time - 4 * double(kEpsilon));
  EXPECT_LE(r.upper - r.lower, kTolerance);
}

TEST(Advance, FindsTheBallThatPassesAWall) {
  Stage stage;
  const ObjectHandle ball = stage.ball({-10, 1, 2});
  stage.wall();
  stage.move(ball, {10, 1, 2});
  EXPECT_FALSE(stage.scene.update());
  EXPECT_TRUE(stage.scene.pairs().empty());  // frame by frame nothing is seen
  stage.move(ball, {-10, 1, 2});
  ASSERT_EQ(stage.advance(), "0-1");
  const SceneImpact& found = stage.scene.impacts()[0];
  EXPECT_EQ(found.a, ball);
  expect_hit_at(found.impact, 8.75 / 20);
  EXPECT_LE(length(found.impact.normal - Vec3{-1, 0, 0}), 16 * kEpsilon);
  EXPECT_LE(length(found.impact.point - Vec3{Real(0.25), 1, 2}), Real(1e-3));
  EXPECT_NEAR(double(found.impact.placement_a.translation().x), 1.25, 1e-4);
  EXPECT_EQ(stage.scene.advance_statistics().tested, 1u);
}

TEST(Advance, BeginsWhereTheLastUpdateSawIt) {
  Stage stage;
  const ObjectHandle ball = stage.ball({-10, 0, 0});
  stage.wall();
  stage.move(ball, {-5, 0, 0});  // since it was added, no update
  EXPECT_EQ(stage.advance(), "");
  stage.move(ball, {10, 0, 0});
  EXPECT_EQ(stage.advance(), "0-1");
  expect_hit_at(stage.scene.impacts()[0].impact, 8.75 / 20);
  EXPECT_EQ(stage.advance(), "0-1");  // no frame has ended
  EXPECT_FALSE(stage.scene.refresh());
  EXPECT_EQ(stage.advance(), "0-1");
  EXPECT_FALSE(stage.scene.update());
  EXPECT_EQ(stage.advance(), "");  // it is beyond the wall, and rests there
  stage.move(ball, {5, 0, 0});
  EXPECT_EQ(stage.advance(), "");
}

TEST(Advance, OrdersByTimeThenBySlots) {
  Stage stage;
  stage.wall();
  // Distances of 4.75, 2.75, 4.75 and 0.75 from the wall, all with a way of 10. The first and the third are
  // in one place, and so in contact from the beginning.
  std::vector<ObjectHandle> balls;
  for (const int x : {-6, -4, -6, -2}) balls.push_back(stage.ball({Real(x), Real(5 * x), 0}));
  for (const ObjectHandle ball : balls) {
    const Vec3 from = stage.world.find(ball)->instance.placement.translation();
    stage.move(ball, {from.x + 10, from.y, 0});
  }
  EXPECT_EQ(stage.advance(), "0-4 0-2 0-1 0-3");
  EXPECT_EQ(stage.advance({.selection = ImpactSelection::first}), "0-4");
  // Every ball has its first there, the wall the first of all.
  EXPECT_EQ(stage.advance({.selection = ImpactSelection::per_object}), "0-4 0-2 0-1 0-3");
}

TEST(Advance, ReportsTheFirstOfEveryObject) {
  Stage stage;
  const ObjectHandle bullet = stage.ball({-10, 0, 0});
  stage.ball({0, 0, 0});
  const ObjectHandle other = stage.ball({10, 0, 0});
  stage.ball({20, 0, 0});
  stage.move(bullet, {30, 0, 0});  // passes through 1, 2 and 3
  EXPECT_EQ(stage.advance(), "0-1 0-2 0-3");
  EXPECT_EQ(stage.advance({.selection = ImpactSelection::per_object}), "0-1 0-2 0-3");
  stage.move(other, {18, 0, 0});  // meets 3 at 0.75, the bullet meets it at 1 / 2 - and 1 at 0.2
  EXPECT_EQ(stage.advance(), "0-1 0-2 0-3 2-3");
  // 0-2 is the first of 2, 0-3 that of 3; 2-3 that of neither.
  EXPECT_EQ(stage.advance({.selection = ImpactSelection::per_object}), "0-1 0-2 0-3");
  EXPECT_EQ(stage.advance({.selection = ImpactSelection::first}), "0-1");
}

TEST(Advance, OfSensorsStopsNothing) {
  Stage stage;
  const ObjectHandle ball = stage.ball({-10, 0, 0});
  stage.add({.instance = {Sphere{1}, Affine(Vec3{-5, 0, 0})}, .is_sensor = true});
  stage.wall();
  stage.move(ball, {10, 0, 0});
  EXPECT_EQ(stage.advance(), "0-1 0-2");
  EXPECT_TRUE(stage.scene.impacts()[0].has_sensor);
  EXPECT_EQ(stage.advance({.selection = ImpactSelection::first}), "0-2");
  EXPECT_EQ(stage.advance({.selection = ImpactSelection::per_object}), "0-2");
}

TEST(Advance, FollowsMotionsOfAnyNumberOfTurns) {
  Stage stage;
  // A rod from -5 to 5 along x turns thrice about z; the ball's surface is 3 above it.
  const ObjectHandle rod = stage.add({.instance = {Box{{5, Real(0.01), Real(0.01)}}, Affine()}});
  stage.ball({0, 4, 0});
  EXPECT_EQ(stage.advance(), "");
  const double turn = 6 * 3.141592653589793;
  EXPECT_FALSE(stage.scene.set_motion(rod, Path::turning(Affine(), {}, {0, 0, Real(turn)})));
  ASSERT_EQ(stage.advance(), "0-1");
  const TimeOfImpact first = stage.scene.impacts()[0].impact;
  EXPECT_EQ(first.hit, Hit::hit);
  // Its face y = 0.01 touches the ball, whose centre is 4 away, at an angle of pi / 2 - asin(1.01 / 4).
  EXPECT_NEAR(double(first.lower) * turn, 3.141592653589793 / 2 - std::asin(1.01 / 4), 1e-4);
  EXPECT_FALSE(stage.scene.update());  // forgets it
  EXPECT_EQ(stage.advance(), "");
}

TEST(Advance, LeavesOutPairsThatBeginInContact) {
  Stage stage;
  const ObjectHandle a = stage.ball({0, 0, 0});
  stage.ball({Real(1.5), 0, 0});
  for (const bool is_known : {false, true}) {
    if (is_known) {
      EXPECT_FALSE(stage.scene.update());
    }
    stage.move(a, {-3, 0, 0});
    EXPECT_EQ(stage.advance(), "");
    ASSERT_EQ(stage.advance({.with_starts = true}), "0-1");
    EXPECT_TRUE(stage.scene.impacts()[0].impact.starts_in_contact);
    EXPECT_EQ(stage.scene.impacts()[0].impact.lower, 0);
    stage.move(a, {0, 0, 0});
  }
}

TEST(Advance, StopsAtTheTargetAndWithinItAtContact) {
  Stage stage;
  const ObjectHandle ball = stage.ball({-10, 0, 0});
  stage.wall();
  AdvanceSettings settings;
  settings.motion.target = Real(0.5);
  for (const bool is_known : {false, true}) {
    if (is_known) {
      EXPECT_FALSE(stage.scene.update());
    }
    stage.move(ball, {10, 0, 0});
    ASSERT_EQ(stage.advance(settings), "0-1");
    expect_hit_at(stage.scene.impacts()[0].impact, 8.25 / 20);
    stage.move(ball, {-10, 0, 0});
  }
  stage.move(ball, {Real(-1.5), 0, 0});  // 0.25 from it
  EXPECT_FALSE(stage.scene.update());
  stage.move(ball, {Real(0.5), 0, 0});
  ASSERT_EQ(stage.advance(settings), "0-1");
  expect_hit_at(stage.scene.impacts()[0].impact, 0.125);
  stage.move(ball, {Real(-1.625), 0, 0});
  EXPECT_EQ(stage.advance(settings), "");
}

// At rest one has no larger box than before; the other comes no closer than 0.25, and the target is 0.5. The
// distance is that when the centres are 2.5 apart, 2.25 of it across: sqrt(2.5^2 - 2.25^2) before the middle.
TEST(Advance, SeesTheTargetOfOneThatRests) {
  Stage stage;
  const ObjectHandle ball = stage.ball({-10, Real(2.25), 0});
  stage.ball({0, 0, 0});
  EXPECT_FALSE(stage.scene.update());
  stage.move(ball, {10, Real(2.25), 0});
  EXPECT_EQ(stage.advance(), "");
  AdvanceSettings settings;
  settings.motion.target = Real(0.5);
  ASSERT_EQ(stage.advance(settings), "0-1");
  const double time = (10 - std::sqrt(2.5 * 2.5 - 2.25 * 2.25)) / 20;
  EXPECT_NEAR(double(stage.scene.impacts()[0].impact.lower), time, 1e-5);
}

// Between walls whose faces are 10 apart a ball of radius 1 has a way of 8 from one to the other, and less by
// twice the target where it stops before them. It starts in the middle, with 103 to go.
TEST(Advance, BouncesAsOftenAsItShould) {
  for (const Real target : {Real(0), Real(1e-3)}) {
    Stage stage;
    const ObjectHandle ball = stage.ball({0, 0, 0});
    for (const int side : {-1, 1})
      stage.add({.instance = {Box{{1, 9, 9}}, Affine(Vec3{Real(6 * side), 0, 0})}});
    AdvanceSettings settings;
    settings.selection = ImpactSelection::first;
    settings.motion.target = target;
    Vec3 at{}, velocity{103, 0, 0};
    int bounces = 0;
    for (Real left = 1; left > 0 && bounces < 100; ++bounces) {
      EXPECT_FALSE(stage.scene.update());
      EXPECT_FALSE(stage.scene.set_motion(ball, Path::linear(Affine(at), velocity * left)));
      EXPECT_FALSE(stage.scene.advance(settings));
      if (stage.scene.impacts().empty()) break;
      const Real time = stage.scene.impacts()[0].impact.lower * left;
      at += velocity * time;
      left -= time;
      velocity = -velocity;
      stage.move(ball, at);
    }
    EXPECT_EQ(bounces, 13);  // at 4, 12, 20 ... 100
  }
}

TEST(Advance, SeesIgnoredFilteredAndFixedPairsAsUpdateDoes) {
  Stage stage;
  const ObjectHandle a = stage.ball({-10, 0, 0}), wall = stage.wall();
  stage.move(a, {10, 0, 0});
  EXPECT_FALSE(stage.scene.ignore(a, wall));
  EXPECT_EQ(stage.advance(), "");
  EXPECT_FALSE(stage.scene.unignore(a, wall));
  EXPECT_EQ(stage.advance(), "0-1");
  EXPECT_FALSE(stage.world.set_filter(a, {2, 2}));
  EXPECT_EQ(stage.advance(), "");
  EXPECT_FALSE(stage.world.set_filter(a, {}));
  EXPECT_EQ(stage.advance(), "0-1");
  EXPECT_FALSE(stage.world.set_shape(a, Box{{1, 1, 1}}));
  EXPECT_EQ(stage.advance(), "0-1");
  EXPECT_FALSE(stage.world.destroy(a));
  EXPECT_EQ(stage.advance(), "");
  const ObjectHandle fixed =
      stage.add({.instance = {Sphere{1}, Affine(Vec3{-10, 0, 0})}, .mobility = ProxyMobility::fixed});
  stage.move(fixed, {10, 0, 0});
  EXPECT_EQ(stage.advance(), "");
  EXPECT_FALSE(stage.scene.remove(fixed));
  EXPECT_EQ(stage.advance(), "");
  EXPECT_TRUE(stage.scene.set_motion(fixed, Path()));  // is not in it any more
}

TEST(Advance, MeetsHalfSpacesAndMeshes) {
  Stage stage;
  const ObjectHandle ball = stage.ball({0, 10, 0});
  stage.add({.instance = {HalfSpace{{0, 1, 0}, 0}, Affine()}});
  const ObjectHandle mesh = stage.add({.instance = {mesh_of(cube_model()), Affine(Vec3{0, 5, 0})}});
  stage.move(ball, {0, -10, 0});
  ASSERT_EQ(stage.advance(), "0-2 0-1");
  const Shape cube = stage.world.find(mesh)->instance.shape;
  expect_hit_at(stage.scene.impacts()[1].impact, 9.0 / 20);
  const TimeOfImpact alone = time_of_impact(Sphere{1}, Path::linear(Affine(Vec3{0, 10, 0}), {0, -20, 0}),
                                            cube, Path(Affine(Vec3{0, 5, 0})));
  EXPECT_EQ(stage.scene.impacts()[0].impact.lower, alone.lower);
  EXPECT_LT(stage.scene.impacts()[0].impact.piece_b, 12u);
  // A half-space that rises.
  EXPECT_FALSE(stage.scene.remove(mesh));
  EXPECT_FALSE(stage.scene.update());
  stage.move(ball, {0, 10, 0});
  EXPECT_FALSE(stage.scene.update());
  EXPECT_EQ(stage.advance(), "");
}

TEST(Advance, RefusesWhatMakesNoSense) {
  Stage stage;
  const ObjectHandle ball = stage.ball({0, 0, 0});
  const ObjectHandle ground = stage.add({.instance = {HalfSpace{{0, 1, 0}, -5}, Affine()}});
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  AdvanceSettings settings;
  settings.motion.target = nan;
  EXPECT_TRUE(stage.scene.advance(settings));
  settings = {.selection = ImpactSelection(7)};
  EXPECT_TRUE(stage.scene.advance(settings));
  EXPECT_TRUE(stage.scene.set_motion(ball, Path::linear(Affine(), {nan, 0, 0})));
  EXPECT_TRUE(stage.scene.set_motion({}, Path()));
  EXPECT_TRUE(stage.scene.set_motion(ground, Path::entrywise(Affine(), Affine(Mat3::diagonal(1, 2, 1), {}))));
  EXPECT_FALSE(stage.scene.set_motion(ground, Path::linear(Affine(), {0, 1, 0})));
  EXPECT_FALSE(stage.world.destroy(ball));
  EXPECT_TRUE(stage.scene.set_motion(ball, Path()));
  int visits = 0;
  stage.ball({1, 0, 0}), stage.ball({0, 0, 0});
  EXPECT_FALSE(stage.scene.update());
  stage.scene.for_each([&](const ScenePair&) {
    EXPECT_TRUE(stage.scene.advance());  // callbacks are running
    return ++visits > 10;
  });
  EXPECT_EQ(visits, 1);
  Scene moved = std::move(stage.scene);
  EXPECT_TRUE(stage.scene.advance());
  EXPECT_TRUE(stage.scene.impacts().empty());
}

TEST(Advance, SaysWhatHasNoAnswer) {
  Stage stage;
  const ObjectHandle ball = stage.ball({-10, 0, 0});
  stage.wall();
  stage.move(ball, {Real(2e30), 0, 0});
  EXPECT_EQ(stage.advance(), "");
  EXPECT_EQ(stage.scene.advance_statistics().unanswered, 1u);
}

// Contacts tell how far objects are apart: by more than both can move, they are not asked.
TEST(Advance, PassesOverWhatIsFarApart) {
  Stage stage({.with_contacts = true});
  const ObjectHandle a = stage.add({.instance = {Box{{1, 1, 1}}, Affine()}});
  // Turned by an eighth about z: their boxes overlap, and they are sqrt(2) - 1 apart at least.
  stage.add(
      {.instance = {Box{{1, 1, 1}}, Affine(Pose(rotation_about({0, 0, 1}, Real(0.785398)), {2, 2, 0}))}});
  EXPECT_FALSE(stage.scene.update());
  stage.move(a, {Real(0.01), 0, 0});
  EXPECT_EQ(stage.advance(), "");
  EXPECT_EQ(stage.scene.advance_statistics().box_pairs, 1u);
  EXPECT_EQ(stage.scene.advance_statistics().tested, 0u);
  stage.move(a, {2, 0, 0});
  EXPECT_EQ(stage.advance(), "0-1");
  EXPECT_EQ(stage.scene.advance_statistics().tested, 1u);
}

std::string pairs_of(const Scene& scene) {
  std::string text;
  for (const SpeculativePair& x : scene.speculative_pairs())
    text += (text.empty() ? "" : " ") + std::to_string(x.a.slot()) + "-" + std::to_string(x.b.slot());
  return text;
}

TEST(Speculate, GivesTheContactsOfTheBeginning) {
  Stage stage;
  const ObjectHandle ball = stage.ball({-10, 1, 2});
  stage.wall();
  stage.ball({-10, 5, 2});  // it passes by at a distance of 2
  stage.move(ball, {10, 1, 2});
  EXPECT_FALSE(stage.scene.speculate(1000));
  ASSERT_EQ(pairs_of(stage.scene), "0-1");
  const SpeculativePair& pair = stage.scene.speculative_pairs()[0];
  EXPECT_NEAR(double(pair.prediction), 20, 1e-4);
  ASSERT_EQ(pair.contacts.size(), 1u);
  const ContactSet& set = pair.contacts[0].set;
  EXPECT_EQ(set.contact, Contact::apart);
  ASSERT_EQ(set.count, 1);
  EXPECT_NEAR(double(set.points[0].gap), 8.75, 1e-5);
  EXPECT_LE(length(set.normal - Vec3{1, 0, 0}), 16 * kEpsilon);
  EXPECT_FALSE(stage.scene.speculate(8));
  EXPECT_EQ(pairs_of(stage.scene), "");
  EXPECT_TRUE(stage.scene.impacts().empty());
  EXPECT_TRUE(stage.scene.speculate(-1));
  EXPECT_TRUE(stage.scene.speculate(kInfinity));
}

TEST(Speculate, ReportsContactsThatAreThereAndLeavesOutSensors) {
  Stage stage;
  const ObjectHandle a = stage.ball({0, 0, 0});
  stage.ball({Real(1.5), 0, 0});
  stage.add({.instance = {Sphere{1}, Affine(Vec3{-1, 0, 0})}, .is_sensor = true});
  EXPECT_FALSE(stage.scene.update());
  EXPECT_FALSE(stage.scene.speculate(1));
  EXPECT_EQ(pairs_of(stage.scene), "");  // nothing moves
  stage.move(a, {Real(0.25), 0, 0});
  EXPECT_FALSE(stage.scene.speculate(1));
  ASSERT_EQ(pairs_of(stage.scene), "0-1");
  EXPECT_NEAR(double(stage.scene.speculative_pairs()[0].contacts[0].set.points[0].gap), -0.5, 1e-5);
}

// But for the broad phase, which reconsiders its structure after every few flushes.
TEST(Advance, NeedsNoMemoryOnceWarm) {
  if (!GRAZE_COUNTS_ALLOCATIONS) GTEST_SKIP() << "operators new are the sanitizer's";
  Stage stage;
  std::vector<ObjectHandle> balls;
  for (int i = 0; i < 50; ++i) balls.push_back(stage.ball({Real(3 * i), 0, 0}));
  int without = 0;
  std::size_t impacts = 0;
  for (int frame = 0; frame < 16; ++frame) {
    for (int i = 0; i < 50; ++i)
      stage.move(balls[std::size_t(i)], {Real(3 * i + frame % 2 * (4 - i % 4)), 0, 0});
    for (const auto selection : {ImpactSelection::all, ImpactSelection::per_object, ImpactSelection::first}) {
      const std::uint64_t before = allocation_count();
      EXPECT_FALSE(stage.scene.advance({.selection = selection}));
      without += frame >= 8 && allocation_count() == before;
      impacts += stage.scene.impacts().size();
    }
    EXPECT_FALSE(stage.scene.update());
  }
  EXPECT_GE(without, 16) << "of 24";
  EXPECT_GT(impacts, 200u);
}

}  // namespace
}  // namespace graze::test
