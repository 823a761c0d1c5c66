// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Scenes: membership, rays, and the test of all pairs.
#include <algorithm>
#include <span>

#include "graze/query/common_point.h"
#include "graze/query/intersects.h"
#include "records.h"

namespace graze::c_api {

void update_scenes(ObjectRecord& object) {
  for (const Membership& m : object.scenes)
    if (const auto error = m.scene->broad.move(m.proxy, object.box)) refuse(*error);
}

void leave_scenes(ObjectRecord& object) {
  for (const Membership& m : object.scenes) {
    (void)m.scene->broad.destroy(m.proxy);
    m.scene->objects[m.proxy] = nullptr;
  }
  object.scenes.clear();
}

namespace {

// Within the flush, which counts as not made where memory runs out.
void change_pairs(SceneRecord& scene, std::span<const PairEvent> events) {
  if (events.empty()) return;
  std::vector<BoxPair> next;
  auto pair = scene.pairs.begin();
  for (const PairEvent& event : events) {  // sorted as the pairs are; the end of a pair before its next begin
    for (; pair != scene.pairs.end() && pair->proxies < event.pair; ++pair) next.push_back(*pair);
    if (event.change == PairChange::begin) {
      next.emplace_back().proxies = event.pair;
    } else if (pair != scene.pairs.end() && pair->proxies == event.pair) {
      ++pair;
    }
  }
  next.insert(next.end(), pair, scene.pairs.end());
  scene.pairs = std::move(next);
  ++scene.changes;
}

}  // namespace

void flush_pairs(SceneRecord& scene) {
  scene.broad.flush_list([&](std::span<const PairEvent> events) { change_pairs(scene, events); });
}

namespace {

[[nodiscard]] auto find_membership(ObjectRecord& object, const SceneRecord& scene) {
  return std::find_if(object.scenes.begin(), object.scenes.end(),
                      [&](const Membership& m) { return m.scene == &scene; });
}

void add_object(SceneRecord& scene, ObjectRecord& object) {
  if (find_membership(object, scene) != object.scenes.end())
    return refuse("object", "it is in the scene already");
  make_room(object.scenes);
  make_room(scene.objects);
  const auto proxy = scene.broad.create({object.box});
  if (!proxy) return refuse(proxy.error());
  if (*proxy >= scene.objects.size()) scene.objects.resize(*proxy + 1);  // by one: the lowest that is free
  scene.objects[*proxy] = &object;
  object.scenes.push_back({&scene, *proxy});
}

void remove_from(SceneRecord& scene, ObjectRecord& object) {
  const auto membership = find_membership(object, scene);
  if (membership == object.scenes.end()) return;
  (void)scene.broad.destroy(membership->proxy);
  scene.objects[membership->proxy] = nullptr;
  object.scenes.erase(membership);
}

// Collision of a pair with a common point; type none when they are apart.
[[nodiscard]] Collision witnessed(const ObjectRecord& a, const ObjectRecord& b,
                                  const QuerySettings& settings) {
  Collision collision;
  const CommonPoint common = common_point(a.instance, b.instance, settings);
  collision.type = common ? ResponseType::witnessed : ResponseType::none;
  collision.point_a = collision.point_b = common.point;
  return collision;
}

// Objects that only touch have no depth, but a common point.
[[nodiscard]] Collision deep(const ObjectRecord& a, const ObjectRecord& b, QuerySettings settings,
                             double& clearance) {
  Workspace workspace;
  settings.workspace = &workspace;
  const PieceDepth of_pieces = deepest_penetration(a.instance, b.instance, settings);
  clearance = double(of_pieces.clearance);
  const Penetration& depth = of_pieces.deepest;
  if (depth.contact == Contact::touching) return witnessed(a, b, settings);
  Collision collision;
  collision.type = depth.contact == Contact::apart ? ResponseType::none : ResponseType::depth;
  collision.point_a = depth.point_a;
  collision.point_b = depth.point_b;
  collision.normal = depth.normal;
  collision.depth = depth.upper;
  return collision;
}

[[nodiscard]] Collision meet(const ObjectRecord& a, const ObjectRecord& b, ResponseType type, BoxPair& pair) {
  QuerySettings settings = query_settings();
  settings.cache = &pair.cache;
  if (type == ResponseType::depth) return deep(a, b, settings, pair.clearance);
  if (type == ResponseType::witnessed) return witnessed(a, b, settings);
  Collision collision;
  collision.type = intersects(a.instance, b.instance, settings) ? ResponseType::simple : ResponseType::none;
  return collision;
}

[[nodiscard]] ResponseType highest_type(std::span<const Response> list) {
  ResponseType highest = ResponseType::none;
  for (const Response& response : list) highest = std::max(highest, response.type);
  return highest;
}

// Which of two objects comes first in callbacks: by class; then, as in the original, convex before complex
// and the later before the earlier.
[[nodiscard]] bool is_first(const ObjectRecord& a, DT_ResponseClass class_a, const ObjectRecord& b,
                            DT_ResponseClass class_b) {
  if (class_a != class_b) return class_a < class_b;
  const bool is_a_complex = is_complex(a.instance.shape.kind());
  if (is_a_complex != is_complex(b.instance.shape.kind())) return !is_a_complex;
  return a.number > b.number;
}

// Whether what both objects have travelled since they were last apart cannot have closed the gap.
[[nodiscard]] bool is_still_apart(const ObjectRecord& a, const ObjectRecord& b, const BoxPair& pair) {
  constexpr double kRounding = 1 + 0x1p-50;  // of both sums
  return (a.travel + b.travel) * kRounding - pair.travel < pair.clearance &&
         a.shape->version + b.shape->version == pair.version;
}

struct PairOutcome {
  bool called = false, is_done = false;
};

// The cache must not be used once callbacks run: they may change the scene.
[[nodiscard]] PairOutcome test_pair(const SceneRecord& scene, const TableRecord& table, BoxPair& pair) {
  PairOutcome outcome;
  const ObjectRecord *a = scene.objects[pair.proxies.a], *b = scene.objects[pair.proxies.b];
  if (a == nullptr || b == nullptr) return outcome;
  const ClassInTable *class_a = find_class(*a, table), *class_b = find_class(*b, table);
  if (class_a == nullptr || class_b == nullptr) return outcome;
  const ResponseClass of_a = class_a->response_class, of_b = class_b->response_class;
  const ResponseType type = highest_type(table.lists.responses(of_a, of_b));
  if (type == ResponseType::none) return outcome;
  if (is_still_apart(*a, *b, pair)) return outcome;
  if (!is_first(*a, of_a, *b, of_b)) std::swap(a, b);
  const std::uint64_t state = a->state + b->state;
  if (pair.state != state) pair.start = pair.cache;
  pair.state = state;
  pair.cache = pair.start;
  pair.clearance = 0;
  pair.travel = a->travel + b->travel;
  pair.version = a->shape->version + b->shape->version;
  Collision collision = meet(*a, *b, type, pair);
  if (collision.type == ResponseType::none) return outcome;
  set_objects(*a, *b, collision);
  outcome.is_done = call_responses(table, of_a, of_b, collision, outcome.called);
  return outcome;
}

// Callbacks may do anything: what they destroy ends the test, and after a nested test the pairs are found
// again by their numbers.
[[nodiscard]] DT_Count test(SceneRecord& scene, const TableRecord& table) {
  flush_pairs(scene);
  DT_Count met = 0;
  for (std::size_t i = 0; i < scene.pairs.size();) {
    const ProxyPair proxies = scene.pairs[i].proxies;
    const std::uint64_t changes = scene.changes;
    const PairOutcome outcome = test_pair(scene, table, scene.pairs[i]);
    met += outcome.called ? 1 : 0;
    if (outcome.is_done || scene.is_destroyed || table.is_destroyed) break;
    if (changes == scene.changes) {
      ++i;
      continue;
    }
    const auto next = std::upper_bound(scene.pairs.begin(), scene.pairs.end(), proxies,
                                       [](const ProxyPair& p, const BoxPair& q) { return p < q.proxies; });
    i = static_cast<std::size_t>(next - scene.pairs.begin());
  }
  return met;
}

struct SceneHit {
  const ObjectRecord* object = nullptr;
  RayCast cast;
};

// Of objects that are hit at the same place, the one created first.
[[nodiscard]] SceneHit cast_ray(const SceneRecord& scene, const void* ignored, const Ray& ray) {
  SceneHit best;
  const QuerySettings settings = ray_settings();
  scene.broad.ray_cast(ray, {}, [&](ProxyId id, Real, Real max_t) {
    const ObjectRecord* object = scene.objects[id];
    if (object == nullptr || object->client == ignored) return max_t;
    const RayCast cast = cast_at(*object, {ray.origin, ray.direction, max_t}, settings);
    if (!cast) return max_t;
    const bool is_tie = best.object != nullptr && cast.parameter == best.cast.parameter;
    const bool is_better = best.object == nullptr || cast.parameter < best.cast.parameter ||
                           (is_tie && object->number < best.object->number);
    if (is_better) best = {object, cast};
    return std::min(max_t, cast.parameter);
  });
  return best;
}

}  // namespace
}  // namespace graze::c_api

using namespace graze;
using namespace graze::c_api;

DT_SceneHandle DT_CreateScene(void) {
  return boundary("DT_CreateScene", DT_SceneHandle{},
                  [&] { return new_handle<DT_SceneHandle>(std::make_shared<SceneRecord>()); });
}

void DT_DestroyScene(DT_SceneHandle scene) {
  boundary("DT_DestroyScene", [&] {
    const auto record = remove<SceneRecord>(scene, "scene");
    if (!record) return;
    record->is_destroyed = true;
    for (ObjectRecord* object : record->objects)
      if (object != nullptr) object->scenes.erase(find_membership(*object, *record));
    record->objects.clear();
    record->pairs.clear();
  });
}

void DT_AddObject(DT_SceneHandle scene, DT_ObjectHandle object) {
  boundary("DT_AddObject", [&] {
    SceneRecord* record = find<SceneRecord>(scene, "scene");
    ObjectRecord* added = record != nullptr ? find<ObjectRecord>(object, "object") : nullptr;
    if (added != nullptr) add_object(*record, *added);
  });
}

void DT_RemoveObject(DT_SceneHandle scene, DT_ObjectHandle object) {
  boundary("DT_RemoveObject", [&] {
    SceneRecord* record = find<SceneRecord>(scene, "scene");
    ObjectRecord* removed = record != nullptr ? find<ObjectRecord>(object, "object") : nullptr;
    if (removed != nullptr) remove_from(*record, *removed);
  });
}

DT_Count DT_Test(DT_SceneHandle scene, DT_RespTableHandle respTable) {
  return boundary("DT_Test", DT_Count{0}, [&] {
    const auto record = share<SceneRecord>(scene, "scene");
    const auto table = record ? share<TableRecord>(respTable, "respTable") : nullptr;
    return table ? test(*record, *table) : DT_Count{0};
  });
}

void* DT_RayCast(DT_SceneHandle scene, void* ignore_client, const DT_Vector3 source, const DT_Vector3 target,
                 DT_Scalar max_param, DT_Scalar* param, DT_Vector3 normal) {
  return boundary("DT_RayCast", static_cast<void*>(nullptr), [&]() -> void* {
    const SceneRecord* record = find<SceneRecord>(scene, "scene");
    Ray ray;
    if (record == nullptr || !make_ray(source, target, max_param, ray)) return nullptr;
    const SceneHit hit = cast_ray(*record, ignore_client, ray);
    if (hit.object == nullptr || hit.object->client == nullptr) return nullptr;
    if (param != nullptr) *param = static_cast<DT_Scalar>(hit.cast.parameter);
    store(hit.cast.normal, normal);
    return hit.object->client;
  });
}
