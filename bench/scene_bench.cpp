// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Group "scene": one frame of many moving objects with contact data, beside Bullet's collision world.

#include "scene_bench.h"

#include <benchmark/benchmark.h>

#include <cmath>

#include "graze/scene/scene.h"
#include "graze_shapes.h"
#include "groups.h"

namespace bench {
namespace {

// A hull with as many vertices as the convex rows have them, from their workload.
ShapeSpec make_hull_spec() { return make_convex({Kind::hull, Kind::hull, 16, Spacing::sep, 1}).shapes[0]; }

class GrazeScene final : public PreparedScene {
 public:
  explicit GrazeScene(const SceneWorkload& workload) {
    std::vector<graze::Shape> shapes;
    for (const ShapeSpec& spec : workload.shapes) shapes.push_back(make_shape(spec));
    for (std::size_t i = 0; i < workload.places.size(); ++i) {
      const graze::Shape& shape = shapes[std::size_t(workload.shape_of[i])];
      objects_.push_back(*world_.create({.instance = {shape, make_placement(workload.places[i])}}));
      linear_.push_back(make_placement(workload.places[i]));
      (void)scene_.add(objects_.back());
    }
  }

  std::size_t frame(const SceneWorkload& workload) override {
    for (std::size_t i = 0; i < objects_.size(); ++i)
      (void)world_.set_placement(objects_[i], {linear_[i].linear(), vector(workload.places[i].position)});
    (void)scene_.update();
    std::size_t count = 0;
    for (const graze::ScenePair& pair : scene_.pairs()) count += !pair.contacts.empty();
    return count;
  }

 private:
  graze::World world_;
  graze::Scene scene_{world_, {.with_contacts = true}};
  std::vector<graze::ObjectHandle> objects_;
  std::vector<graze::Affine> linear_;
};

struct Row {
  const char* name;
  SceneMix mix;
  int count;
};
constexpr Row kRows[] = {{"scene, 10000 boxes", SceneMix::boxes, 10000},
                         {"scene, 10000 mixed", SceneMix::mixed, 10000}};

std::unique_ptr<PreparedScene> prepare(const Library& library, const SceneWorkload& workload) {
  if (library.name == "graze" || library.name == "graze_d") return graze_scene(workload);
  if (library.name == "Bullet") return bullet_scene(workload);
  return nullptr;
}

void add(const Selection& selection) {
  for (const Row& row : kRows) {
    if (!selection.has_row(row.name)) continue;
    const auto workload = std::make_shared<SceneWorkload>(make_scene(row.mix, row.count));
    for (const Library& library : selection.libraries) {
      const std::shared_ptr<PreparedScene> scene = prepare(library, *workload);
      if (!scene) continue;
      const std::string name = std::string("scene/") + row.name + "/" + library.name;
      benchmark::RegisterBenchmark(name.c_str(), [scene, workload](benchmark::State& state) {
        SceneWorkload moving = *workload;  // every repetition starts alike
        std::size_t pairs = scene->frame(moving);
        const std::size_t first = pairs;
        for (auto _ : state) {
          advance(moving);
          benchmark::DoNotOptimize(pairs = scene->frame(moving));
        }
        state.counters["check"] = double(first);
        state.counters["queries"] = 1;
      });
    }
  }
}

// The number of pairs with contacts, which libraries must agree on but for those that just touch.
void check(const Selection& selection, std::FILE* out) {
  for (const Row& row : kRows) {
    if (!selection.has_row(row.name)) continue;
    const SceneWorkload workload = make_scene(row.mix, row.count);
    const std::size_t ours = graze_scene(workload)->frame(workload);
    for (const Library& library : selection.libraries) {
      const std::unique_ptr<PreparedScene> scene = prepare(library, workload);
      if (!scene) continue;
      const std::size_t pairs = scene->frame(workload);
      const std::size_t wrong = pairs > ours ? pairs - ours : ours - pairs;
      std::fprintf(out, "scene,\"%s\",%s,%zu,0,%zu,0,0,0,0,0\n", row.name, library.name.c_str(), pairs,
                   wrong);
    }
    std::fprintf(stderr, "checked: %s\n", row.name);
  }
}

}  // namespace

SceneWorkload make_scene(SceneMix mix, int count) {
  SceneWorkload w;
  Random random{20261115};
  if (mix == SceneMix::boxes) {
    w.shapes = {{Kind::box, {0.5, 0.5, 0.5}, {}, {}}};
  } else {
    w.shapes = {{Kind::sphere, {0.5, 0, 0}, {}, {}},      {Kind::box, {0.5, 0.5, 0.5}, {}, {}},
                {Kind::capsule, {0.25, 0.25, 0}, {}, {}}, {Kind::cylinder, {0.5, 0.5, 0}, {}, {}},
                {Kind::cone, {0.5, 0.5, 0}, {}, {}},      make_hull_spec()};
  }
  w.half_side = std::cbrt(double(count));
  for (int i = 0; i < count; ++i) {
    Placement place{orientation(random), {}};
    for (double& x : place.position) x = rounded(random.uniform(-w.half_side, w.half_side));
    w.places.push_back(place);
    w.shape_of.push_back(i % int(w.shapes.size()));
    Vec velocity = direction(random);
    for (double& x : velocity) x *= 0.05;
    w.velocities.push_back(velocity);
  }
  return w;
}

void advance(SceneWorkload& w) {
  for (std::size_t i = 0; i < w.places.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      double& x = w.places[i].position[k];
      x += w.velocities[i][k];
      if (std::abs(x) > w.half_side) w.velocities[i][k] = std::copysign(w.velocities[i][k], -x);
    }
}

std::unique_ptr<PreparedScene> graze_scene(const SceneWorkload& workload) {
  return std::make_unique<GrazeScene>(workload);
}

Group scene_group() { return {"scene", &add, &check}; }

}  // namespace bench
