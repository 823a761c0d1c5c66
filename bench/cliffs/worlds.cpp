// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <random>

#include "walk.h"

// Frames and queries of scenes in their worst worlds. Costs are for each object, pair and contact set.

namespace cliffs {
namespace {

using namespace graze;

constexpr const char* kScenes[] = {"cloud",      "resting",    "one_place", "sensors",    "half_spaces",
                                   "on_terrain", "on_one_box", "line",      "tall_stack", "compounds"};

class SceneWalk {
 public:
  SceneWalk(const char* kind, const SceneSettings& settings, const char* name, Meter& meter)
      : kind_(kind), name_(name), meter_(meter), settings_(settings) {}

  void run() {
    meter_.measure(std::string("build_scene ") + kind_, name_, [&] { return Built(*this).items(); });
    Built built(*this);
    add_frames(built);
    add_queries(built);
  }

 private:
  struct Built {
    explicit Built(SceneWalk& walk) : scene(world, walk.settings_) {
      walk.fill(*this);
      (void)scene.update();
    }
    void add(const Shape& shape, const Vec3& at, ProxyMobility mobility = ProxyMobility::moving,
             bool is_sensor = false) {
      Object object;
      object.instance = {shape, Affine(at)};
      object.mobility = mobility;
      object.is_sensor = is_sensor;
      const ObjectHandle made = *world.create(object);
      (void)scene.add(made);
      if (mobility == ProxyMobility::moving) {
        objects.push_back(made);
        places.push_back(at);
      }
    }
    [[nodiscard]] double items() const {
      double all = static_cast<double>(objects.size() + scene.statistics().box_pairs);
      for (const ScenePair& pair : scene.pairs()) all += static_cast<double>(pair.contacts.size());
      return all;
    }
    World world;
    Scene scene;
    std::vector<ObjectHandle> objects;
    std::vector<Vec3> places;
    bool is_shifted = false;
  };

  void fill(Built& built) const;

  // Some objects go a little way, and come back in the next frame.
  static double frame(Built& built, std::size_t some, const Vec3& step) {
    built.is_shifted = !built.is_shifted;
    for (std::size_t i = 0; i < some; ++i)
      (void)built.world.set_placement(built.objects[i],
                                      Affine(built.is_shifted ? built.places[i] + step : built.places[i]));
    (void)built.scene.update();
    return built.items();
  }
  template <class Call>
  void add(const char* query, Call call) {
    meter_.measure(std::string(query) + " " + kind_, name_, call);
  }

  void add_frames(Built& built) {
    const Vec3 little{Real(0.003), 0, Real(0.001)}, much{Real(0.6), 0, Real(0.4)};
    add("frame_shift_all", [&] { return frame(built, built.objects.size(), little); });
    add("frame_shift_ten", [&] { return frame(built, 10, little) > 0 ? 1 : 0; });
    add("frame_far_ten", [&] { return frame(built, 10, much) > 0 ? 1 : 0; });
    add("frame_far_all", [&] { return frame(built, built.objects.size(), much); });
    if (built.is_shifted) (void)frame(built, built.objects.size(), {});
    (void)built.scene.update();
    add("frame_idle", [&] { return built.scene.update() ? 1 : 1; });
  }
  void add_queries(Built& built) {
    const Vec3 middle = built.places[built.places.size() / 2];
    const Ray down{middle + Vec3{0, 50, 0}, {0, -1, 0}, 100},
        along{middle - Vec3{500, 0, 0}, {1, 0, 0}, kInfinity};
    add("query_ray", [&] { return built.scene.ray_cast(down) ? 1 : 1; });
    add("query_ray_endless", [&] { return built.scene.ray_cast(along) ? 1 : 1; });
    add("query_any_ray", [&] { return built.scene.any_ray_hit(along) ? 1 : 1; });
    const Instance probe{Shape(Sphere{Real(0.1)}), Affine(middle + Vec3{0, 2, 0})};
    const Instance far{probe.shape, Affine(middle + Vec3{0, 1000, 0})};
    SceneNeighbour near[4];
    add("query_nearest", [&] { return built.scene.nearest(probe, near).written.empty() ? 1 : 1; });
    add("query_nearest_far", [&] { return built.scene.nearest(far, near).written.empty() ? 1 : 1; });
    add("query_shape_cast", [&] { return built.scene.shape_cast(probe, {0, -10, 0}) ? 1 : 1; });
    std::vector<ObjectHandle> found(64);
    add("query_overlaps", [&] { return built.scene.overlaps({probe.shape, Affine(middle)}, found).found; });
  }

  const char* kind_;
  const char* name_;
  Meter& meter_;
  SceneSettings settings_;
};

Shape terrain() {
  constexpr std::uint32_t kSide = 200;
  std::mt19937 random(7);
  std::uniform_real_distribution<float> height(-0.02F, 0.02F);
  std::vector<float> heights(std::size_t{kSide} * kSide);
  for (float& h : heights) h = height(random);
  HeightField field;
  field.heights = heights.data();
  field.columns = field.rows = kSide;
  field.spacing_x = field.spacing_z = Real(0.5);
  return make_height_field(field)->mesh.shape();
}

void SceneWalk::fill(Built& built) const {
  const std::string name = name_;
  const Shape small = Box{{Real(0.3), Real(0.3), Real(0.3)}}, unit = Box{{Real(0.5), Real(0.5), Real(0.5)}};
  std::mt19937 random(7);
  const auto below = [&](double most) {
    return Real(std::uniform_real_distribution<double>(0, most)(random));
  };
  const int count = name == "one_place" ? 300 : name == "on_terrain" ? 1000 : 4000;
  const double side = 2 * std::cbrt(double(count));
  const Vec3 boxes[] = {{0, 0, 0}, {Real(0.4), 0, 0}};
  const Shape twin =
      *make_compound(std::vector<CompoundPiece>{{small, Affine(boxes[0])}, {small, Affine(boxes[1])}});
  for (int i = 0; i < count; ++i) {
    const Vec3 anywhere{below(side), below(side), below(side)},
        on_floor{1 + below(97), Real(0.29), 1 + below(97)};
    const Vec3 in_grid{Real(i % 64), 0, Real(i / 64)};
    if (name == "cloud" || name == "half_spaces") built.add(small, anywhere);
    if (name == "sensors") built.add(small, anywhere, ProxyMobility::moving, true);
    if (name == "compounds") built.add(twin, anywhere);
    if (name == "resting") built.add(unit, in_grid);
    if (name == "one_place") built.add(small, {1, 2, 3});
    if (name == "on_terrain") built.add(i % 2 == 0 ? small : Shape(Sphere{Real(0.3)}), on_floor);
    if (name == "on_one_box") built.add(small, on_floor);
    if (name == "line") built.add(unit, {Real(i) * Real(1.25), 0, 0});
    if (name == "tall_stack") built.add(unit, {0, Real(i), 0});
  }
  if (name == "on_terrain") built.add(terrain(), {}, ProxyMobility::fixed);
  if (name == "on_one_box") built.add(Box{{100, 1, 100}}, {0, -1, 0}, ProxyMobility::fixed);
  for (int k = 0; name == "half_spaces" && k < 6; ++k) {
    Vec3 normal{};
    normal[k / 2] = k % 2 == 0 ? Real(1) : Real(-1);
    built.add(HalfSpace{normal, -1000}, {}, ProxyMobility::fixed);
  }
}

void scene_job(Meter& meter) {
  SceneSettings contacts, distances;
  contacts.with_contacts = distances.with_distances = true;
  contacts.prediction = Real(0.02);
  distances.threshold = Real(0.5);
  for (const char* name : kScenes) {
    SceneWalk("plain", {}, name, meter).run();
    SceneWalk("contacts", contacts, name, meter).run();
    SceneWalk("distances", distances, name, meter).run();
  }
}

}  // namespace

void add_scene_jobs(std::vector<Job>& jobs) { jobs.push_back({"scenes", scene_job}); }

}  // namespace cliffs
