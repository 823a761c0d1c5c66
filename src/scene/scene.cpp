// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/scene/scene.h"

#include <algorithm>

#include "base/heap_bytes.h"
#include "base/names.h"
#include "base/reserve_all.h"
#include "graze/base/assert.h"
#include "math/outward.h"
#include "scene/scene_state.h"
#include "shape/shape_block.h"

// Who is in a scene. What an update does is in update.cpp.

namespace graze::inline GRAZE_ABI {
namespace {

bool are_good_settings(const SceneSettings& s) {
  return s.prediction >= 0 && is_finite(s.prediction) && s.threshold >= 0 && is_finite(s.threshold);
}

// Two boxes that are each grown by half of what is asked for overlap when the objects are that close.
Real reach_of(const SceneSettings& s) {
  const Real wanted = std::max(s.with_contacts ? s.prediction : 0, s.with_distances ? s.threshold : 0);
  return wanted > 0 ? next_real(wanted / 2, 1) : 0;
}

// Makes room for one more in all lists of members, each of which names a member once at most: what happens to
// members from then on needs no memory but that of the broad phase.
void reserve_member(SceneState& scene) {
  if (!scene.free_members.empty()) return;
  reserve_all(scene.members.size() + 1, scene.members, scene.placed, scene.travel, scene.free_members,
              scene.left_members, scene.pending, scene.moved, scene.unbounded, scene.pairs.first_of,
              scene.frame.swept, scene.frame.given_of);
}

std::uint32_t take_member(SceneState& scene) {
  if (scene.free_members.empty()) {
    scene.members.emplace_back();
    scene.placed.emplace_back();
    scene.travel.emplace_back();
    scene.pairs.first_of.push_back(kNoRecord);
    scene.frame.given_of.push_back(kNoMotion);
    return static_cast<std::uint32_t>(scene.members.size() - 1);
  }
  const std::uint32_t index = scene.free_members.back();
  scene.free_members.pop_back();
  return index;
}

PairKey pair_key_of(ObjectHandle a, ObjectHandle b) {
  return {std::min(a.slot(), b.slot()), std::max(a.slot(), b.slot())};
}

Error gone() { return {ErrorCode::unsupported, "scene: its world was destroyed"}; }
Error not_in_scene() { return {ErrorCode::index_out_of_range, "object: is not in this scene"}; }

void record_settings(SceneState& scene) {
  if (scene.world->log == nullptr) return;
  CallLog& log = *scene.world->log;
  scene.log_number = log.scene_count++;
  const SceneSettings& s = scene.settings;
  log.write(Call::make_scene, s.with_contacts, s.prediction, s.with_distances, s.threshold, s.relative_error,
            s.max_iterations);
}

std::optional<Error> set_ignored(SceneState& scene, ObjectHandle a, ObjectHandle b, bool is_ignored) {
  for (const ObjectHandle object : {a, b})
    if (const auto error = refuse_object(scene, object)) return error;
  const PairKey key = pair_key_of(a, b);
  const auto at = std::lower_bound(scene.ignored.begin(), scene.ignored.end(), key);
  const bool was_ignored = at != scene.ignored.end() && *at == key;
  scene.fresh.push_back(key);
  if (is_ignored && !was_ignored) scene.ignored.insert(at, key);
  if (!is_ignored && was_ignored) scene.ignored.erase(at);
  if (PairStore::Entry* entry = find_pair(scene.pairs, key)) entry->is_ignored = is_ignored;
  scene.has_news = true;
  record(scene, is_ignored ? Call::ignore : Call::unignore, a.bits, b.bits);
  return std::nullopt;
}

void forget_ignored(SceneState& scene, std::uint32_t slot) {
  std::erase_if(scene.ignored, [&](const PairKey& key) { return key.a == slot || key.b == slot; });
}

}  // namespace

const char* to_string(PairPhase phase) noexcept {
  constexpr const char* kNames[] = {"begin", "stay", "end", "near"};
  return enum_name(kNames, phase);
}

std::optional<Error> refuse_object(const SceneState& scene, ObjectHandle object) {
  if (scene.world == nullptr) return gone();
  if (find_slot(*scene.world, object) == nullptr) return bad_handle(*scene.world, object);
  if (find_member(scene, object) == kNoMember) return not_in_scene();
  return std::nullopt;
}

std::uint32_t find_member(const SceneState& scene, ObjectHandle object) {
  if (scene.world == nullptr) return kNoMember;
  const ObjectSlot* slot = find_slot(*scene.world, object);
  if (slot == nullptr) return kNoMember;
  for (const Membership& m : slot->scenes)
    if (m.scene == &scene) return m.member;
  return kNoMember;
}

Aabb reach_box(const Instance& instance, const Affine& placement, Real reach) {
  const Aabb box =
      quick_bounds(instance.shape.view(), placement.linear(), placement.translation(), instance.margin);
  return grown(box, reach);
}

Aabb grown(Aabb box, Real by) {
  if (by == 0 || !is_finite(box)) return box;
  for (int axis = 0; axis < 3; ++axis) {
    box.lower[axis] = box.lower[axis] - by;
    box.upper[axis] = box.upper[axis] + by;
    if (!is_finite(box)) return box;
    box.lower[axis] = next_real(box.lower[axis], -1);
    box.upper[axis] = next_real(box.upper[axis], 1);
  }
  return box;
}

bool is_finite(const Aabb& box) { return is_finite(box.lower) && is_finite(box.upper); }

void mark_pending(SceneState& scene, std::uint32_t member) {
  if (scene.members[member].is_pending) return;
  scene.members[member].is_pending = true;
  scene.pending.push_back(member);
}

void filter_changed(SceneState& scene, std::uint32_t member, const ProxyFilter& filter) {
  const ProxyId proxy = scene.members[member].proxy;
  if (proxy != kNoProxy) (void)scene.broad.set_filter(proxy, filter);
  scene.are_unbounded_pairs_old |= !scene.unbounded.empty();
}

ProxyId make_proxy(SceneState& scene, const Object& object, const Aabb& box) {
  if (!is_finite(box)) return kNoProxy;
  reserve_all(scene.member_of_proxy.size() + 1, scene.member_of_proxy);  // ids are the lowest that are free
  const Result<ProxyId> proxy = scene.broad.create({box, object.filter, object.mobility});
  GRAZE_ASSERT(proxy.has_value());
  if (*proxy == scene.member_of_proxy.size()) scene.member_of_proxy.push_back(kNoMember);
  return *proxy;
}

void register_member(SceneState& scene, std::uint32_t index, ProxyId proxy) {
  scene.members[index].proxy = proxy;
  if (proxy != kNoProxy) {
    scene.member_of_proxy[proxy] = index;
  } else {
    scene.unbounded.push_back(index);
  }
  scene.are_unbounded_pairs_old |= !scene.unbounded.empty();
}

void unregister_member(SceneState& scene, std::uint32_t index) {
  scene.are_unbounded_pairs_old |= !scene.unbounded.empty();
  const ProxyId proxy = scene.members[index].proxy;
  if (proxy != kNoProxy) {
    (void)scene.broad.destroy(proxy);
  } else {
    std::erase(scene.unbounded, index);
  }
}

void forget_member(SceneState& scene, std::uint32_t index) {
  unregister_member(scene, index);
  Member& member = scene.members[index];
  forget_ignored(scene, member.object.slot());
  // And is passed over in the lists of these.
  member.is_here = member.is_pending = member.is_moved = member.is_swept = false;
  scene.frame.given_of[index] = kNoMotion;
  scene.left_members.push_back(index);
  --scene.size;
}

void detach(SceneState& scene) {
  if (scene.world == nullptr) return;
  record(scene, Call::drop_scene);
  for (const Member& member : scene.members)
    if (member.is_here)
      std::erase_if(scene.world->slots[member.object.slot()].scenes,
                    [&](const Membership& m) { return m.scene == &scene; });
  std::vector<SceneState*>& scenes = scene.world->scenes;
  scenes[scene.index_in_world] = scenes.back();
  scenes[scene.index_in_world]->index_in_world = scene.index_in_world;
  scenes.pop_back();
  scene.world = nullptr;
  scene.size = 0;
  scene.members.clear();
  scene.unbounded.clear();
  scene.pending.clear();
  scene.moved.clear();
  scene.frame = {};
}

// Of all scenes that were moved from: one whose world is gone, so that nothing is written to it. Made with
// the first scene, because a move must not allocate.
static const std::shared_ptr<SceneState>& gone_scene() {
  static const std::shared_ptr<SceneState> gone = std::make_shared<SceneState>();
  return gone;
}

Scene::Scene(World& world, const SceneSettings& settings) : state_(std::make_shared<SceneState>()) {
  (void)gone_scene();
  state_->settings = settings;
  if (!are_good_settings(settings)) state_->settings.prediction = state_->settings.threshold = 0;
  state_->reach = reach_of(state_->settings);
  state_->broad = SceneBroadPhase(BroadPhaseSettings{settings.executor, {}});
  if (world.number() == 0) return;  // moved from: no world
  state_->world = &world.state();
  state_->index_in_world = state_->world->scenes.size();
  state_->world->scenes.push_back(state_.get());
  record_settings(*state_);
}

Scene::~Scene() { detach(*state_); }
Scene::Scene(Scene&& other) noexcept : state_(std::exchange(other.state_, gone_scene())) {}
Scene& Scene::operator=(Scene&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

std::optional<Error> Scene::add(ObjectHandle object) {
  SceneState& scene = *state_;
  if (scene.world == nullptr) return gone();
  ObjectSlot* slot = find_slot(*scene.world, object);
  if (slot == nullptr) return bad_handle(*scene.world, object);
  if (find_member(scene, object) != kNoMember)
    return Error{ErrorCode::unsupported, "object: is in this scene already"};
  reserve_member(scene);
  reserve_all(slot->scenes.size() + 1, slot->scenes);
  const ProxyId proxy = make_proxy(scene, slot->object, reach_box(slot->object.instance, scene.reach));
  const std::uint32_t index = take_member(scene);  // nothing fails from here on
  scene.members[index] = {object, kNoProxy, true, false, false, false};
  scene.placed[index] = slot->object.instance.placement;
  scene.travel[index] = 0;
  slot->scenes.push_back({&scene, index});
  register_member(scene, index, proxy);
  ++scene.size;
  record(scene, Call::add, object.bits);
  return std::nullopt;
}

std::optional<Error> Scene::remove(ObjectHandle object) {
  if (const auto error = refuse_object(*state_, object)) return error;
  forget_member(*state_, find_member(*state_, object));
  std::erase_if(find_slot(*state_->world, object)->scenes,
                [&](const Membership& m) { return m.scene == state_.get(); });
  record(*state_, Call::remove, object.bits);
  return std::nullopt;
}

bool Scene::contains(ObjectHandle object) const { return find_member(*state_, object) != kNoMember; }
std::size_t Scene::size() const { return state_->size; }

void Scene::for_each_object(FunctionRef<void(ObjectHandle)> visit) const {
  std::vector<ObjectHandle> objects;
  for (const Member& member : state_->members)
    if (member.is_here) objects.push_back(member.object);
  std::sort(objects.begin(), objects.end(),
            [](ObjectHandle x, ObjectHandle y) { return x.slot() < y.slot(); });
  for (const ObjectHandle object : objects) visit(object);
}

std::optional<Error> Scene::ignore(ObjectHandle a, ObjectHandle b) {
  return set_ignored(*state_, a, b, true);
}
std::optional<Error> Scene::unignore(ObjectHandle a, ObjectHandle b) {
  return set_ignored(*state_, a, b, false);
}

std::span<const ScenePair> Scene::pairs() const {
  if (state_->world == nullptr) return {};
  return state_->results;
}
const UpdateStatistics& Scene::statistics() const { return state_->statistics; }

void Scene::for_each(FunctionRef<bool(const ScenePair&)> callback) const {
  const std::shared_ptr<SceneState> kept = state_;
  if (kept->world == nullptr) return;
  const Pass pass(*kept);
  for (std::size_t i = 0; i < kept->results.size() && kept->world != nullptr; ++i) {
    const ScenePair& pair = kept->results[i];
    const bool is_left_out = pair.phase != PairPhase::end && (find_slot(*kept->world, pair.a) == nullptr ||
                                                              find_slot(*kept->world, pair.b) == nullptr);
    if (!is_left_out && !callback(pair)) return;
  }
}

Aabb Scene::box(ObjectHandle object) const {
  const std::uint32_t index = find_member(*state_, object);
  if (index == kNoMember) return {};
  return reach_box(object_of(*state_, state_->members[index]).instance, state_->reach);
}

std::size_t Scene::memory_bytes() const {
  const SceneState& s = *state_;
  std::size_t work = 0;
  for (const auto& group : s.work) work += heap_bytes(group);
  return work + sizeof(SceneState) + s.broad.memory_bytes() + graze::memory_bytes(s.pairs) +
         heap_bytes(s.members, s.placed, s.travel, s.free_members, s.left_members, s.member_of_proxy,
                    s.pending, s.moved, s.unbounded, s.ignored, s.ended, s.results, s.boxes, s.proxies,
                    s.deltas.ends, s.deltas.begins, s.fresh, s.passing, s.changed, s.news, s.places) +
         heap_bytes(s.frame.given_of, s.frame.given, s.frame.swept, s.frame.impacts, s.frame.motions,
                    s.frame.jobs, s.frame.answers, s.frame.found, s.frame.order, s.frame.until, s.frame.pairs,
                    s.frame.contacts);
}

}  // namespace graze::inline GRAZE_ABI
