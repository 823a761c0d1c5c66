// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "scene/scene_state.h"

// One frame, in a straight line: changed objects, their boxes, pairs of boxes that begin or end to overlap,
// pairs to be asked, results by slots.

namespace graze::inline GRAZE_ABI {
namespace {

constexpr std::size_t kBoxesPerTask = 256;
constexpr std::size_t kPairsPerTask = 32;

// A member whose box became finite, or no longer is, changes sides.
void move_box(SceneState& scene, std::uint32_t index, const Aabb& box) {
  Member& member = scene.members[index];
  const bool was_bounded = member.proxy != kNoProxy;
  if (was_bounded && is_finite(box)) {
    (void)scene.broad.move(member.proxy, box);
  } else if (was_bounded || is_finite(box)) {
    leave(scene, index);
    enter(scene, index, box);
  }
}

void update_boxes(SceneState& scene) {
  std::erase_if(scene.pending, [&](std::uint32_t index) { return !scene.members[index].is_pending; });
  const auto slot_of = [&](std::uint32_t index) { return scene.members[index].object.slot(); };
  std::sort(scene.pending.begin(), scene.pending.end(),
            [&](std::uint32_t x, std::uint32_t y) { return slot_of(x) < slot_of(y); });
  std::vector<Aabb> boxes(scene.pending.size());
  run_blocks(scene.settings.executor, boxes.size(), kBoxesPerTask, [&](std::size_t i) {
    const Member& member = scene.members[scene.pending[i]];
    boxes[i] = reach_box(object_of(scene, member).instance, scene.reach);
  });
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    scene.members[scene.pending[i]].is_pending = false;
    move_box(scene, scene.pending[i], boxes[i]);
  }
  scene.statistics.boxes += boxes.size();
  scene.pending.clear();
}

struct Deltas {
  std::vector<PairDelta> ends, begins;
};

// Objects that have left are named only; whether a pair that begins has a sensor, they are here to tell.
PairDelta delta_of(const SceneState& scene, std::uint32_t x, std::uint32_t y) {
  const Member &mx = scene.members[x], &my = scene.members[y];
  const bool in_order = mx.object.slot() < my.object.slot();
  PairDelta delta{in_order ? mx.object : my.object, in_order ? my.object : mx.object, false, false};
  if (mx.is_here && my.is_here)
    delta.has_sensor = object_of(scene, mx).is_sensor || object_of(scene, my).is_sensor;
  return delta;
}

bool by_key(const PairDelta& x, const PairDelta& y) { return key_of(x) < key_of(y); }

void collect_boxes(SceneState& scene, Deltas& deltas) {
  scene.broad.flush([&](const PairEvent& event) {
    const PairDelta delta =
        delta_of(scene, scene.member_of_proxy[event.pair.a], scene.member_of_proxy[event.pair.b]);
    (event.change == PairChange::begin ? deltas.begins : deltas.ends).push_back(delta);
  });
  scene.free_members.insert(scene.free_members.end(), scene.left_members.begin(), scene.left_members.end());
  scene.left_members.clear();
}

// Half-spaces with each other have no answer; whatever else has no finite box has one.
bool is_pair(const Object& x, const Object& y) {
  const auto is_half_space = [](const Object& object) {
    return object.instance.shape.kind() == ShapeKind::half_space;
  };
  const bool are_fixed = x.mobility == ProxyMobility::fixed && y.mobility == ProxyMobility::fixed;
  return !are_fixed && passes(x.filter, y.filter) && !(is_half_space(x) && is_half_space(y));
}

std::vector<PairDelta> unbounded_pairs(const SceneState& scene) {
  std::vector<PairDelta> pairs;
  for (const std::uint32_t u : scene.unbounded)
    for (std::uint32_t m = 0; m < scene.members.size(); ++m) {
      const Member& other = scene.members[m];
      const bool is_twice = other.proxy == kNoProxy && m <= u;
      if (!other.is_here || is_twice || !is_pair(object_of(scene, scene.members[u]), object_of(scene, other)))
        continue;
      pairs.push_back(delta_of(scene, u, m));
      pairs.back().is_unbounded = true;
    }
  std::sort(pairs.begin(), pairs.end(), by_key);
  return pairs;
}

// Rare: only when somebody came, went or was refiltered beside an unbounded object. The list is made anew and
// compared with what there is.
void collect_unbounded(SceneState& scene, Deltas& deltas) {
  if (!scene.are_unbounded_pairs_old) return;
  scene.are_unbounded_pairs_old = false;
  const std::vector<PairDelta> wanted = unbounded_pairs(scene);
  std::vector<PairDelta> present;
  for (const PairStore::Entry& entry : scene.pairs.order) {
    const PairRecord& record = scene.pairs.records[entry.record];
    if (record.is_unbounded) present.push_back({record.a, record.b, record.has_sensor, true});
  }
  const auto before = [](const PairDelta& x, const PairDelta& y) {
    const PairKey kx = key_of(x), ky = key_of(y);
    if (kx != ky) return kx < ky;
    return x.a.bits != y.a.bits ? x.a.bits < y.a.bits : x.b.bits < y.b.bits;
  };
  std::set_difference(present.begin(), present.end(), wanted.begin(), wanted.end(),
                      std::back_inserter(deltas.ends), before);
  std::set_difference(wanted.begin(), wanted.end(), present.begin(), present.end(),
                      std::back_inserter(deltas.begins), before);
}

bool is_ignored(const SceneState& scene, const PairKey& key) {
  return std::binary_search(scene.ignored.begin(), scene.ignored.end(), key);
}

void update_pairs(SceneState& scene) {
  Deltas deltas;
  collect_boxes(scene, deltas);
  collect_unbounded(scene, deltas);
  std::sort(deltas.ends.begin(), deltas.ends.end(), by_key);
  std::sort(deltas.begins.begin(), deltas.begins.end(), by_key);
  apply(scene.pairs, deltas.ends, deltas.begins, scene.ended);
  if (scene.ignored.empty()) return;
  for (const PairDelta& delta : deltas.begins)
    find_pair(scene.pairs, key_of(delta))->is_ignored = is_ignored(scene, key_of(delta));
}

bool is_old(const WorldState& world, const PairRecord& record) {
  return record.seen_a != world.versions[record.a.slot()] || record.seen_b != world.versions[record.b.slot()];
}

void forget_answer(PairRecord& record) {
  record.contact = Contact::apart;
  record.contacts.clear();
  record.distance.reset();
  record.seen_a = record.seen_b = {};  // asked again when it is no longer ignored
}

void ask_pairs(SceneState& scene) {
  const WorldState& world = *scene.world;
  scene.work.clear();
  for (const PairStore::Entry& entry : scene.pairs.order) {
    PairRecord& record = scene.pairs.records[entry.record];
    if (record.is_ignored) {
      forget_answer(record);
    } else if (is_old(world, record)) {
      scene.work.push_back(entry.record);
    }
  }
  run_blocks(scene.settings.executor, scene.work.size(), kPairsPerTask, [&](std::size_t i) {
    PairRecord& record = scene.pairs.records[scene.work[i]];
    const Versions now_a = world.versions[record.a.slot()], now_b = world.versions[record.b.slot()];
    if (now_a.shape != record.seen_a.shape || now_b.shape != record.seen_b.shape) {
      record.cache = {};
      record.contact_cache.reset();
    }
    ask(world.slots[record.a.slot()].object, world.slots[record.b.slot()].object, scene.settings, record);
    record.seen_a = now_a;
    record.seen_b = now_b;
  });
  scene.statistics.tested = scene.work.size();
  scene.statistics.box_pairs = scene.pairs.order.size();
}

PairPhase phase_of(bool meets, bool met) {
  if (meets) return met ? PairPhase::stay : PairPhase::begin;
  return met ? PairPhase::end : PairPhase::near;
}

void publish(SceneState& scene, PairRecord& record) {
  const bool meets = record.contact != Contact::apart;
  const bool is_reported = meets || record.met || record.distance != nullptr || !record.contacts.empty();
  if (is_reported)
    scene.results.push_back({record.a, record.b, record.contact, phase_of(meets, record.met),
                             record.has_sensor, record.contacts, record.distance.get()});
  record.met = meets;
}

// Pairs that left the store come before a new pair of the same slots.
void publish_all(SceneState& scene) {
  const auto key = [](const ScenePair& pair) { return PairKey{pair.a.slot(), pair.b.slot()}; };
  std::stable_sort(scene.ended.begin(), scene.ended.end(),
                   [&](const ScenePair& x, const ScenePair& y) { return key(x) < key(y); });
  scene.results.clear();
  auto ended = scene.ended.begin();
  for (const PairStore::Entry& entry : scene.pairs.order) {
    for (; ended != scene.ended.end() && key(*ended) <= entry.key; ++ended) scene.results.push_back(*ended);
    publish(scene, scene.pairs.records[entry.record]);
  }
  scene.results.insert(scene.results.end(), ended, scene.ended.end());
  scene.ended.clear();
}

std::optional<Error> refusal(const SceneState& scene) {
  if (scene.passes > 0) return Error{ErrorCode::unsupported, "scene: callbacks of it are still running"};
  if (scene.world == nullptr) return Error{ErrorCode::unsupported, "scene: its world was destroyed"};
  return std::nullopt;
}

}  // namespace

void refresh(SceneState& scene) {
  update_boxes(scene);
  update_pairs(scene);
}

std::optional<Error> Scene::refresh() {
  if (const auto error = refusal(*state_)) return error;
  graze::refresh(*state_);
  record(*state_, Call::refresh);
  return std::nullopt;
}

std::optional<Error> Scene::update() {
  if (const auto error = refusal(*state_)) return error;
  state_->statistics.boxes = 0;
  graze::refresh(*state_);
  ask_pairs(*state_);
  publish_all(*state_);
  if (state_->world->log != nullptr) record(*state_, Call::update, checksum(state_->results));
  return std::nullopt;
}

}  // namespace graze::inline GRAZE_ABI
