// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// The broad phase by itself.
#include <algorithm>
#include <deque>
#include <vector>

#include "SOLID/SOLID_broad.h"
#include "graze/broad/tree_broad_phase.h"
#include "handles.h"

namespace graze::c_api {
namespace {

struct Overlap {
  PairChange change = PairChange::begin;
  void* object1 = nullptr;
  void* object2 = nullptr;
  std::uint64_t numbers[2] = {};  // of the second, then of the first
};

struct BroadBox {
  void* object = nullptr;
  BP_ProxyHandle handle = nullptr;
  std::uint64_t number = 0;  // in the order of creation
};

struct BroadScene {
  static constexpr HandleKind kKind = HandleKind::bp_scene;
  void* client_data = nullptr;
  BP_Callback begin = nullptr, end = nullptr;
  TreeBroadPhase broad;
  std::vector<BroadBox> boxes;   // by proxy
  std::deque<Overlap> overlaps;  // to be reported
  std::uint64_t created = 0;
  bool is_reporting = false;
  bool is_destroyed = false;
};

struct BroadProxy {
  static constexpr HandleKind kKind = HandleKind::bp_proxy;
  std::weak_ptr<BroadScene> scene;
  ProxyId id = kNoProxy;
};

// Reports begins and ends. Changes made by a callback are reported after it, by the call that is already
// reporting: so every begin comes before its end.
void report(BroadScene& scene) {
  if (scene.is_reporting) return;
  struct Reporting {  // ends also when a callback throws
    bool& flag;
    explicit Reporting(bool& f) : flag(f) { flag = true; }
    ~Reporting() { flag = false; }
  } const reporting(scene.is_reporting);
  while (!scene.is_destroyed && !scene.overlaps.empty()) {
    const Overlap overlap = scene.overlaps.front();
    scene.overlaps.pop_front();
    const BP_Callback callback = overlap.change == PairChange::begin ? scene.begin : scene.end;
    if (callback != nullptr) callback(scene.client_data, overlap.object1, overlap.object2);
  }
}

// The object of the box that changed comes first; the others in the order of their creation. Where memory ran
// out, the change itself was made; its overlaps are found by the flush of the next one, among others.
void flush_and_report(BroadScene& scene, ProxyId changed) {
  const std::size_t before = scene.overlaps.size();
  try {
    scene.broad.flush([&](const PairEvent& event) {
      const bool is_second = event.pair.b == changed;
      const ProxyId first = is_second ? event.pair.b : event.pair.a;
      const ProxyId second = is_second ? event.pair.a : event.pair.b;
      const BroadBox &box1 = scene.boxes[first], &box2 = scene.boxes[second];
      scene.overlaps.push_back({event.change, box1.object, box2.object, {box2.number, box1.number}});
    });
    std::sort(scene.overlaps.begin() + std::ptrdiff_t(before), scene.overlaps.end(),
              [](const Overlap& a, const Overlap& b) {
                return std::lexicographical_compare(a.numbers, a.numbers + 2, b.numbers, b.numbers + 2);
              });
  } catch (const std::bad_alloc&) {
    scene.overlaps.resize(before);
    refuse("", "out of memory; the next change reports what overlaps");
  }
  report(scene);
}

[[nodiscard]] bool make_box(const DT_Scalar* min, const DT_Scalar* max, Aabb& box) {
  if (!is_usable(min, 3, "min") || !is_usable(max, 3, "max")) return false;
  box = {to_vec3(min), to_vec3(max)};
  if (box.is_empty()) refuse("min", "greater than max");
  return !box.is_empty();
}

[[nodiscard]] Result<ProxyId> create_box(BroadScene& scene, const Aabb& box) {
  try {
    return scene.broad.create({box});
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::unsupported, "out of memory"};
  }
}

[[nodiscard]] BP_ProxyHandle create_proxy(const std::shared_ptr<BroadScene>& scene, void* object,
                                          const Aabb& box) {
  make_room(scene->boxes);
  const auto proxy = std::make_shared<BroadProxy>(BroadProxy{scene, kNoProxy});
  const auto handle = new_handle<BP_ProxyHandle>(proxy);
  const auto id = create_box(*scene, box);
  if (!id) {
    (void)slots<BroadProxy>().remove(bits_of(handle));
    refuse(id.error());
    return nullptr;
  }
  proxy->id = *id;
  if (*id >= scene->boxes.size()) scene->boxes.resize(*id + 1);  // by one: the lowest that is free
  scene->boxes[*id] = {object, handle, scene->created++};
  flush_and_report(*scene, *id);
  return handle;
}

struct Entry {
  Real t = 0;
  ProxyId id = kNoProxy;
};

[[nodiscard]] std::vector<Entry> find_entries(const BroadScene& scene, const Ray& ray) {
  std::vector<Entry> entries;
  scene.broad.ray_cast(ray, {}, [&](ProxyId id, Real t, Real max_t) {
    entries.push_back({t, id});
    return max_t;
  });
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.t != b.t ? a.t < b.t : a.id < b.id; });
  return entries;
}

}  // namespace
}  // namespace graze::c_api

using namespace graze;
using namespace graze::c_api;

BP_SceneHandle BP_CreateScene(void* client_data, BP_Callback beginOverlap, BP_Callback endOverlap) {
  return boundary("BP_CreateScene", BP_SceneHandle{}, [&] {
    auto scene = std::make_shared<BroadScene>();
    scene->client_data = client_data;
    scene->begin = beginOverlap;
    scene->end = endOverlap;
    return new_handle<BP_SceneHandle>(std::move(scene));
  });
}

void BP_DestroyScene(BP_SceneHandle scene) {
  boundary("BP_DestroyScene", [&] {
    const auto record = remove<BroadScene>(scene, "scene");
    if (!record) return;
    record->is_destroyed = true;
    for (const BroadBox& box : record->boxes)
      if (box.handle != nullptr) (void)slots<BroadProxy>().remove(bits_of(box.handle));
  });
}

BP_ProxyHandle BP_CreateProxy(BP_SceneHandle scene, void* object, const DT_Vector3 min,
                              const DT_Vector3 max) {
  return boundary("BP_CreateProxy", BP_ProxyHandle{}, [&]() -> BP_ProxyHandle {
    const auto record = share<BroadScene>(scene, "scene");
    Aabb box;
    return record && make_box(min, max, box) ? create_proxy(record, object, box) : nullptr;
  });
}

void BP_DestroyProxy(BP_SceneHandle scene, BP_ProxyHandle proxy) {
  boundary("BP_DestroyProxy", [&] {
    const auto record = share<BroadScene>(scene, "scene");
    if (!record || proxy == nullptr) return;
    const BroadProxy* found = find<BroadProxy>(proxy, "proxy");
    if (found == nullptr) return;
    if (found->scene.lock() != record) return refuse("proxy", "it is of another scene");
    const ProxyId id = found->id;
    if (const auto error = record->broad.destroy(id)) return refuse(*error);
    (void)slots<BroadProxy>().remove(bits_of(proxy));
    record->boxes[id].handle = nullptr;
    flush_and_report(*record, id);
  });
}

void BP_SetBBox(BP_ProxyHandle proxy, const DT_Vector3 min, const DT_Vector3 max) {
  boundary("BP_SetBBox", [&] {
    const BroadProxy* found = find<BroadProxy>(proxy, "proxy");
    const auto scene = found != nullptr ? found->scene.lock() : nullptr;
    Aabb box;
    if (!scene || !make_box(min, max, box)) return;
    const ProxyId id = found->id;
    if (const auto error = scene->broad.move(id, box)) return refuse(*error);
    flush_and_report(*scene, id);
  });
}

void* BP_RayCast(BP_SceneHandle scene, BP_RayCastCallback objectRayCast, void* client_data,
                 const DT_Vector3 source, const DT_Vector3 target, DT_Scalar* lambda) {
  return boundary("BP_RayCast", static_cast<void*>(nullptr), [&]() -> void* {
    const auto record = share<BroadScene>(scene, "scene");
    if (!record || !is_usable(source, 3, "source") || !is_usable(target, 3, "target")) return nullptr;
    const bool is_usable_call = objectRayCast != nullptr && lambda != nullptr && *lambda >= 0;
    if (!is_usable_call) refuse("objectRayCast, lambda", "null, or lambda is negative or NaN");
    if (!is_usable_call) return nullptr;
    const Ray ray{to_vec3(source), to_vec3(target) - to_vec3(source), Real(*lambda)};
    void* hit = nullptr;
    for (const Entry& entry : find_entries(*record, ray)) {
      if (entry.t > 0 && !(entry.t < Real(*lambda))) break;
      if (record->is_destroyed) break;
      const BroadBox& box = record->boxes[entry.id];
      if (box.handle == nullptr) continue;  // destroyed by a callback
      void* const object = box.object;
      if (objectRayCast(client_data, object, source, target, lambda)) hit = object;
    }
    return hit;
  });
}
