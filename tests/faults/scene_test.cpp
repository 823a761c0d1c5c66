// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <array>
#include <tuple>
#include <utility>
#include <vector>

#include "../query/mesh_samples.h"
#include "failures.h"
#include "graze/scene/debug_draw.h"
#include "graze/scene/recorder.h"
#include "graze/scene/response_table.h"
#include "graze/shape/hull_builder.h"

namespace graze::test {
namespace {

// Of a pair. Bounds are compared as intervals: caches that were dropped may change their last bits.
struct SeenPair {
  std::uint64_t a = 0, b = 0;
  int phase = 0, contact = 0;
  bool has_contacts = false, has_distance = false;
  Real lower = 0, upper = 0;

  friend bool operator==(const SeenPair& x, const SeenPair& y) {
    const auto rest = [](const SeenPair& p) {
      return std::tie(p.a, p.b, p.phase, p.contact, p.has_contacts, p.has_distance);
    };
    return rest(x) == rest(y) && x.lower <= y.upper && y.lower <= x.upper;
  }
};
struct Seen {
  std::vector<SeenPair> pairs;
  std::vector<std::uint64_t> others;
  friend bool operator==(const Seen&, const Seen&) = default;
};

struct Samples {
  Shape mesh = mesh_of(torus_model(4, 3, 1.5, 0.5)), solid = mesh_of(cube_model(Real(0.7)), true);
  Shape hull =
      *make_hull(std::vector<Vec3>{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}});

  [[nodiscard]] Shape at(int i) const {
    const std::array<Shape, 8> all{Sphere{Real(0.8)},
                                   Box{{Real(0.6), Real(0.5), Real(0.7)}},
                                   mesh,
                                   solid,
                                   hull,
                                   Capsule{Real(0.4), Real(0.5)},
                                   Cone{Real(0.6), Real(0.6)},
                                   HalfSpace{{0, 1, 0}, Real(0.2)}};
    return all[std::size_t(i) % all.size()];
  }
};

bool note_response(const Response& response, const Collision& collision) {
  static_cast<std::vector<std::uint64_t>*>(response.client_data)
      ->push_back(collision.object_a.slot() * 1000 + collision.object_b.slot());
  return false;
}

// The life of a world with two scenes and a response table.
class Life {
 public:
  Life(FailurePlan& plan, const Samples& samples, const Executor& executor) : plan_(plan), samples_(samples) {
    seen_.others.reserve(10000);  // what responses note cannot fail
    const SceneSettings first{.executor = executor, .with_contacts = true, .prediction = Real(0.1)};
    const SceneSettings second{.with_distances = true, .threshold = Real(0.4)};
    EXPECT_FALSE(start_recording(world_));
    plan_.run([&] { scenes_[0] = std::make_unique<Scene>(world_, first); });
    plan_.run([&] { scenes_[1] = std::make_unique<Scene>(world_, second); });
    plan_.run([&] { table_ = std::make_unique<ResponseTable>(); });
    plan_.run([&] { EXPECT_EQ(table_->add_class(), 1u); }, [&] { EXPECT_EQ(table_->class_count(), 1u); });
    const Response response{note_response, ResponseType::witnessed, &seen_.others};
    plan_.run([&] { table_->add_default(response); }, [&] { EXPECT_TRUE(table_->responses(0, 1).empty()); });
    plan_.run([&] { EXPECT_FALSE(table_->add_for_class(1, response)); },
              [&] { EXPECT_EQ(table_->responses(0, 1).size(), 1u); });
  }

  Seen play() {
    for (int i = 0; i < 10; ++i) create(i);
    for (int frame = 0; frame < 3; ++frame) {
      for (int i = 0; i < 5; ++i) move();
      if (frame == 1) change_some();
      if (frame == 2) leave();
      update(0);
      if (frame != 1) update(1);  // that misses one
      respond();
      query();
    }
    return std::move(seen_);
  }

 private:
  FailurePlan& plan_;
  const Samples& samples_;
  World world_{{.number = 5}};
  std::unique_ptr<Scene> scenes_[2];
  std::unique_ptr<ResponseTable> table_;
  Random random_{11};
  std::vector<ObjectHandle> objects_;
  Seen seen_;

  Affine anywhere() {
    return Affine(Pose{rotation_about(real(random_.direction()), Real(random_.uniform(0, 3))),
                       real(random_.in_cube() * 2.0)});
  }
  ObjectHandle any() { return objects_[std::size_t(random_.below(int(objects_.size())))]; }

  void create(int i) {
    Object object;
    object.instance = {samples_.at(i), anywhere(), i % 5 == 4 ? Real(0.1) : 0};
    object.is_sensor = i == 9;
    ObjectHandle made;
    plan_.run([&] { made = *world_.create(object); }, [&] { EXPECT_EQ(world_.size(), objects_.size()); });
    objects_.push_back(made);
    for (const auto& scene : scenes_)
      plan_.run([&] { EXPECT_FALSE(scene->add(made)); }, [&] { EXPECT_FALSE(scene->contains(made)); });
    plan_.run([&] { EXPECT_FALSE(table_->set_class(made, ResponseClass(i % 2))); });
    seen_.others.push_back(made.bits);
  }
  void move() {
    const ObjectHandle object = any();
    const Affine placement = anywhere();
    needs_no_memory([&] { EXPECT_FALSE(world_.set_placement(object, placement)); });
  }
  void change_some() {
    const ObjectHandle object = any(), a = objects_[1], b = objects_[4];
    needs_no_memory([&] { EXPECT_FALSE(world_.set_shape(object, samples_.hull)); });
    needs_no_memory([&] { EXPECT_FALSE(world_.set_margin(object, Real(0.05))); });
    needs_no_memory([&] { EXPECT_FALSE(world_.set_filter(a, {2, ~0u})); });
    plan_.run([&] { EXPECT_FALSE(scenes_[0]->ignore(a, b)); });
    // Bounded and unbounded change places.
    needs_no_memory([&] { EXPECT_FALSE(world_.set_shape(objects_[7], Sphere{1})); });
    needs_no_memory([&] { EXPECT_FALSE(world_.set_shape(objects_[0], HalfSpace{{1, 0, 0}, -1})); });
  }
  void leave() {
    needs_no_memory([&] { EXPECT_FALSE(world_.destroy(objects_[3])); });
    needs_no_memory([&] { EXPECT_FALSE(scenes_[0]->remove(objects_[5])); });
    objects_.erase(objects_.begin() + 3);
    create(3);
  }
  template <class Call>
  void needs_no_memory(const Call& call) {
    plan_.run(call, [] { FAIL() << "threw"; });
  }

  void update(int which) {
    Scene& scene = *scenes_[which];
    plan_.run([&] { EXPECT_FALSE(scene.update()); }, [&] { EXPECT_TRUE(scene.pairs().empty()); });
    for (const ScenePair& pair : scene.pairs()) {
      SeenPair seen{pair.a.bits,
                    pair.b.bits,
                    int(pair.phase),
                    int(pair.contact),
                    !pair.contacts.empty(),
                    pair.distance != nullptr};
      if (pair.distance != nullptr) seen.lower = pair.distance->lower, seen.upper = pair.distance->upper;
      seen_.pairs.push_back(seen);
    }
  }
  void respond() {
    const std::size_t before = seen_.others.size();
    plan_.run([&] { seen_.others.push_back(*graze::respond(*scenes_[0], *table_)); },
              [&] { EXPECT_EQ(seen_.others.size(), before); });
  }
  void query() {
    const Scene& scene = *scenes_[1];
    plan_.run([&] { seen_.others.push_back(scene.ray_cast({{-5, 0, 0}, {1, 0, 0}, 10}).object.bits); });
    std::array<ObjectHandle, 4> found;
    SceneHits<ObjectHandle> hits;
    plan_.run([&] { hits = scene.overlaps(test::at(samples_.mesh, {1, 0, 0}), found); });
    for (const ObjectHandle object : hits.written) seen_.others.push_back(object.bits);
    std::array<SceneNeighbour, 3> near;
    SceneNeighbours nearest;
    plan_.run([&] { nearest = scene.nearest(test::at(Sphere{1}, {1, 0, 3}), near); });
    for (const SceneNeighbour& neighbour : nearest.written) seen_.others.push_back(neighbour.object.bits);
  }
};

void run_in_order(void*, std::size_t count, Executor::Task task) {
  for (std::size_t i = 0; i < count; ++i) task(i);
}

TEST(SceneFaults, LeaveNoTrace) {
  const Samples samples;
  const Executor executor{run_in_order, nullptr, 2};
  EXPECT_GT(expect_no_trace([&](FailurePlan& plan) { return Life(plan, samples, executor).play(); }), 0);
}

// Many objects: lists grow by a factor, and every one of them at another time.
TEST(SceneFaults, LeaveNoTraceWhileListsGrow) {
  const auto script = [](FailurePlan& plan) {
    World world({.number = 5});
    Scene scene(world);
    std::vector<std::uint64_t> seen;
    for (int i = 0; i < 70; ++i) {
      const Object object{.instance = {Box{{1, 1, 1}}, Affine(Vec3{Real(1.5) * Real(i), 0, 0})}};
      ObjectHandle made;
      plan.run([&] { made = *world.create(object); });
      plan.run([&] { EXPECT_FALSE(scene.add(made)); }, [&] { EXPECT_FALSE(scene.contains(made)); });
      seen.push_back(made.bits);
    }
    plan.run([&] { EXPECT_FALSE(scene.update()); });
    for (const ScenePair& pair : scene.pairs()) seen.push_back(pair.a.slot() * 1000 + pair.b.slot());
    EXPECT_EQ(scene.pairs().size(), 69u);
    return seen;
  };
  EXPECT_GT(expect_no_trace(script), 0);
}

// Two frames in continuous time of a few objects: a bullet through a wall, a mesh, a plane.
Seen play_frames(FailurePlan& plan, const Samples& samples) {
  World world({.number = 5});
  std::unique_ptr<Scene> scene;
  std::unique_ptr<ResponseTable> table;
  Seen seen;
  seen.others.reserve(1000);
  plan.run([&] { scene = std::make_unique<Scene>(world); });
  plan.run([&] { table = std::make_unique<ResponseTable>(); });
  const Response response{note_response, ResponseType::impact, &seen.others};
  plan.run([&] { table->add_default(response); });
  std::vector<ObjectHandle> objects;
  objects.reserve(4);
  for (const Shape& shape : {Shape(Sphere{Real(0.5)}), Shape(Box{{Real(0.1), 3, 3}}), samples.mesh,
                             Shape(HalfSpace{{0, 1, 0}, -4})}) {
    plan.run([&] {
      objects.push_back(*world.create({.instance = {shape, Affine(Vec3{Real(4 * objects.size()), 0, 0})}}));
    });
    plan.run([&] { EXPECT_FALSE(scene->add(objects.back())); });
    plan.run([&] { EXPECT_FALSE(table->set_class(objects.back(), 0)); });
  }
  for (int frame = 0; frame < 2; ++frame) {
    EXPECT_FALSE(world.set_placement(objects[0], Affine(Vec3{Real(12 - 12 * frame), 0, 0})));
    const Path fall = Path::turning(Affine(Vec3{8, 0, 0}), {0, -8, 0}, {1, 0, 0});
    plan.run([&] { EXPECT_FALSE(scene->set_motion(objects[2], fall)); });
    for (const auto selection : {ImpactSelection::all, ImpactSelection::per_object, ImpactSelection::first}) {
      plan.run([&] { EXPECT_FALSE(scene->advance({.selection = selection})); },
               [&] { EXPECT_TRUE(scene->impacts().empty()); });
      for (const SceneImpact& x : scene->impacts()) seen.others.push_back(x.a.slot() * 1000 + x.b.slot());
    }
    plan.run([&] { EXPECT_FALSE(scene->speculate(2)); },
             [&] { EXPECT_TRUE(scene->speculative_pairs().empty()); });
    for (const SpeculativePair& x : scene->speculative_pairs())
      seen.others.push_back(x.a.slot() * 1000 + x.b.slot());
    plan.run([&] { EXPECT_TRUE(graze::respond(*scene, *table, AdvanceSettings{}).has_value()); });
    plan.run([&] { EXPECT_FALSE(scene->update()); });
  }
  EXPECT_GT(seen.others.size(), 12u);
  return seen;
}

TEST(SceneFaults, FramesInContinuousTimeLeaveNoTrace) {
  const Samples samples;
  EXPECT_GT(expect_no_trace([&](FailurePlan& plan) { return play_frames(plan, samples); }), 50);
}

TEST(SceneFaults, ARecordingWithoutMemorySaysSo) {
  if (GRAZE_COUNTS_ALLOCATIONS == 0) return;
  World world;
  ASSERT_FALSE(start_recording(world));
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(world.create({.instance = {Sphere{1}, Affine()}}));
  ASSERT_TRUE(recording(world));
  std::vector<Vec3> many(1000, Vec3{1, 2, 3});
  const Object large{.instance = {Polytope{many}, Affine()}};
  fail_allocations(0, 1000);  // the world has room for a fourth
  const bool is_made = world.create(large).has_value();
  end_failures();
  EXPECT_TRUE(is_made);
  ASSERT_FALSE(recording(world));
  EXPECT_STREQ(recording(world).error().message, "world: memory for its recording ran out");
}

TEST(SceneFaults, AWorldMovedFromIsEmptyAndRefuses) {
  World from({.number = 9});
  const ObjectHandle object = *from.create({.instance = {Sphere{1}, Affine()}});
  Scene scene(from);
  World to = std::move(from);
  EXPECT_EQ(from.size(), 0u);
  EXPECT_EQ(from.number(), 0u);
  EXPECT_EQ(from.find(object), nullptr);
  EXPECT_TRUE(from.set_placement(object, Affine()));
  EXPECT_TRUE(from.destroy(object));
  const auto refused = from.create({.instance = {Sphere{1}, Affine()}});
  ASSERT_FALSE(refused);
  EXPECT_STREQ(refused.error().message, "world: it was moved from");
  EXPECT_TRUE(start_recording(from));
  from.for_each([](ObjectHandle, const Object&) { ADD_FAILURE(); });
  Scene orphan(from);
  EXPECT_TRUE(orphan.add(object));
  EXPECT_TRUE(orphan.update());
  EXPECT_FALSE(scene.add(object));  // the scene went with its world
  EXPECT_EQ(to.size(), 1u);
  from = std::move(to);
  EXPECT_EQ(from.size(), 1u);
}

TEST(SceneFaults, ASceneMovedFromIsEmpty) {
  World world;
  const ObjectHandle object = *world.create({.instance = {Sphere{1}, Affine()}});
  Scene from(world);
  ASSERT_FALSE(from.add(object));
  Scene to = std::move(from);
  EXPECT_EQ(to.size(), 1u);
  EXPECT_EQ(from.size(), 0u);
  EXPECT_FALSE(from.contains(object));
  EXPECT_TRUE(from.add(object));
  EXPECT_TRUE(from.remove(object));
  EXPECT_TRUE(from.update());
  EXPECT_TRUE(from.refresh());
  EXPECT_TRUE(from.pairs().empty());
  EXPECT_FALSE(from.ray_cast({{-5, 0, 0}, {1, 0, 0}, 10}));
  EXPECT_FALSE(graze::respond(from, ResponseTable()));
  from.for_each([](const ScenePair&) { return ADD_FAILURE(), true; });
  from.for_each_object([](ObjectHandle) { ADD_FAILURE(); });
  EXPECT_TRUE(from.box(object).is_empty());
  (void)from.memory_bytes();
  from = std::move(to);
  EXPECT_EQ(from.size(), 1u);
  EXPECT_EQ(to.size(), 0u);
}

TEST(SceneFaults, ATableMovedFromHasNoClasses) {
  World world;
  Scene scene(world);
  const ObjectHandle object = *world.create({.instance = {Sphere{1}, Affine()}});
  ResponseTable from;
  ASSERT_FALSE(from.set_class(object, 0));
  ResponseTable to = std::move(from);
  EXPECT_EQ(to.class_of(object), ResponseClass{0});
  EXPECT_EQ(from.class_count(), 0u);
  EXPECT_FALSE(from.class_of(object).has_value());
  EXPECT_TRUE(from.set_class(object, 0));
  EXPECT_TRUE(from.responses(object, object).empty());
  Collision collision;
  collision.object_a = collision.object_b = object;
  EXPECT_FALSE(from.call(collision));
  from.clear_class(object);
  from.remove_default(1);
  EXPECT_EQ(*graze::respond(scene, from), 0u);
  EXPECT_EQ(from.add_class(), 0u);
  EXPECT_FALSE(from.set_class(object, 0));
}

}  // namespace
}  // namespace graze::test
