// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "base/reserve_all.h"
#include "scene/scene_state.h"
#include "shape/shape_block.h"

// One frame, in a straight line: changed objects, their boxes, pairs of boxes that begin or end to overlap,
// pairs to be asked, results by slots.

namespace graze::inline GRAZE_ABI {
namespace {

constexpr std::size_t kBoxesPerTask = 256;
constexpr std::size_t kAhead = 8;  // members whose objects are on their way from memory

// Most lists come in order already.
template <class Range, class Before>
void sort_if_needed(Range& range, const Before& before) {
  if (!std::is_sorted(range.begin(), range.end(), before)) std::sort(range.begin(), range.end(), before);
}

// Whether the broad phase is to move the member's box. A member whose box became finite, or no longer is,
// changes sides. A swept box stays as long as it holds the member: pairs that come and go with it would leave
// what was learned about them.
bool is_to_move(SceneState& scene, std::uint32_t index, const Aabb& box) {
  Member& member = scene.members[index];
  const bool was_bounded = member.proxy != kNoProxy;
  if (member.is_swept && was_bounded && contains(scene.broad.box(member.proxy), box)) return false;
  member.is_swept = false;
  if (was_bounded && is_finite(box)) return true;
  if (was_bounded || is_finite(box)) {
    const ProxyId proxy = make_proxy(scene, object_of(scene, member), box);
    unregister_member(scene, index);
    register_member(scene, index, proxy);
  }
  return false;
}

// The boxes of pending members; those that do not move are taken out of the list.
void move_boxes(SceneState& scene) {
  std::vector<Aabb>& boxes = scene.boxes;
  std::size_t count = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (!is_to_move(scene, scene.pending[i], boxes[i])) continue;
    boxes[count] = boxes[i];
    scene.proxies[count++] = scene.members[scene.pending[i]].proxy;
  }
  const std::span<const ProxyId> proxies(scene.proxies.data(), count);
  if (!scene.broad.move(proxies, {boxes.data(), count})) return;
  // One of them is no box: the others move all the same.
  for (std::size_t i = 0; i < count; ++i) (void)scene.broad.move(proxies[i], boxes[i]);
}

// Members stay pending until all boxes are in place: where memory runs out, the next update begins anew.
std::size_t update_boxes(SceneState& scene, FindBoxes find_boxes) {
  std::erase_if(scene.pending, [&](std::uint32_t index) { return !scene.members[index].is_pending; });
  std::erase_if(scene.moved, [&](std::uint32_t index) { return !scene.members[index].is_moved; });
  const auto slot_of = [&](std::uint32_t index) { return scene.members[index].object.slot(); };
  sort_if_needed(scene.pending, [&](std::uint32_t x, std::uint32_t y) { return slot_of(x) < slot_of(y); });
  const std::span<const std::uint32_t> pending = scene.pending;
  scene.boxes.resize(pending.size());
  scene.proxies.resize(pending.size());
  run_tasks(scene.settings.executor, (pending.size() + kBoxesPerTask - 1) / kBoxesPerTask,
            [&](std::size_t task) {
              const std::size_t from = task * kBoxesPerTask;
              find_boxes(pending.subspan(from, std::min(kBoxesPerTask, pending.size() - from)),
                         scene.boxes.data() + from);
            });
  move_boxes(scene);
  for (const std::uint32_t index : scene.pending) {
    Member& member = scene.members[index];
    member.is_pending = false;
    if (!member.is_moved) scene.moved.push_back(index);
    member.is_moved = true;
  }
  const std::size_t count = pending.size();
  scene.has_news |= count > 0;
  scene.pending.clear();
  return count;
}

// Objects that have left are named only; whether a pair that begins has a sensor, they are here to tell.
PairDelta delta_of(const SceneState& scene, std::uint32_t x, std::uint32_t y) {
  const Member &mx = scene.members[x], &my = scene.members[y];
  const bool in_order = mx.object.slot() < my.object.slot();
  PairDelta delta{in_order ? mx.object : my.object, in_order ? my.object : mx.object, in_order ? x : y,
                  in_order ? y : x};
  if (mx.is_here && my.is_here)
    delta.has_sensor = object_of(scene, mx).is_sensor || object_of(scene, my).is_sensor;
  return delta;
}

bool by_key(const PairDelta& x, const PairDelta& y) { return key_of(x) < key_of(y); }

void collect_boxes(const SceneState& scene, std::span<const PairEvent> events, PairDeltas& deltas) {
  for (const PairEvent& event : events) {
    const PairDelta delta =
        delta_of(scene, scene.member_of_proxy[event.pair.a], scene.member_of_proxy[event.pair.b]);
    (event.change == PairChange::begin ? deltas.begins : deltas.ends).push_back(delta);
  }
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
void collect_unbounded(const SceneState& scene, PairDeltas& deltas) {
  if (!scene.are_unbounded_pairs_old) return;
  const std::vector<PairDelta> wanted = unbounded_pairs(scene);
  std::vector<PairDelta> present;
  for (const PairStore::Entry& entry : scene.pairs.order) {
    const PairRecord& record = scene.pairs.records[entry.record];
    if (record.is_unbounded) present.push_back({record.a, record.b, entry.member_a, entry.member_b});
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

// Within the flush, which counts as not made if memory runs out: apply() changes all or nothing.
void apply_events(SceneState& scene, std::span<const PairEvent> events) {
  PairDeltas& deltas = scene.deltas;
  deltas.ends.clear();
  deltas.begins.clear();
  collect_boxes(scene, events, deltas);
  collect_unbounded(scene, deltas);
  sort_if_needed(deltas.ends, by_key);
  sort_if_needed(deltas.begins, by_key);
  scene.has_news |= !deltas.ends.empty() || !deltas.begins.empty();
  reserve_all(scene.fresh.size() + deltas.ends.size() + deltas.begins.size(), scene.fresh);
  apply(scene.pairs, deltas.ends, deltas.begins, scene.ended);
  for (const PairDelta& delta : deltas.ends) scene.fresh.push_back(key_of(delta));
  for (const PairDelta& delta : deltas.begins) scene.fresh.push_back(key_of(delta));
  scene.are_unbounded_pairs_old = false;
  if (scene.ignored.empty()) return;
  for (const PairDelta& delta : deltas.begins)
    find_pair(scene.pairs, key_of(delta))->is_ignored = is_ignored(scene, key_of(delta));
}

void update_pairs(SceneState& scene) {
  scene.broad.flush_list([&](std::span<const PairEvent> events) { apply_events(scene, events); });
  scene.free_members.insert(scene.free_members.end(), scene.left_members.begin(), scene.left_members.end());
  scene.left_members.clear();
}

// By how much, in parts of a length, a rigid placement may differ from an orthonormal matrix.
double off_rotation(const Affine& rigid) {
  return std::abs(double(rigid.scale()) - 1) + 2 * double(rigid.defect());
}

// How far any point of the instance has come at most since it was at `from`.
double find_way(const Instance& instance, const Affine& from) {
  constexpr double kRounding = 1 + 0x1p-40;
  const Affine& to = instance.placement;
  if (to.linear() == from.linear())
    return length(Vec3d(to.translation()) - Vec3d(from.translation())) * kRounding;
  const Displacement moved = displacement(instance, from);
  return (length(moved.way) + moved.turn) * kRounding;
}

void update_travel(SceneState& scene) {
  for (const std::uint32_t index : scene.moved) {
    if (!scene.members[index].is_moved) continue;
    scene.members[index].is_moved = false;
    const Instance& instance = object_of(scene, scene.members[index]).instance;
    scene.travel[index] += find_way(instance, scene.placed[index]);
    scene.placed[index] = instance.placement;
  }
}

// Lists that hold little of what they once held give it back; `needed` is what they may hold soon.
template <class... T>
void give_back(std::size_t needed, std::vector<T>&... lists) {
  constexpr std::size_t kFew = 1024, kMuch = 8;
  const auto shrink = [&](auto& list) {
    if (list.capacity() > kMuch * std::max({needed, list.size(), kFew})) list.shrink_to_fit();
  };
  (shrink(lists), ...);
}

// A crowd that has dispersed leaves nothing behind.
void give_back_pairs(SceneState& scene) {
  PairStore& pairs = scene.pairs;
  PairDeltas& deltas = scene.deltas;
  const std::size_t needed = pairs.order.size();
  pairs.gone.clear(), deltas.begins.clear(), deltas.ends.clear();
  scene.fresh.clear(), scene.changed.clear(), scene.news.clear(), scene.places.clear();
  if (needed == 0) pairs.records.clear(), pairs.links.clear(), pairs.free_records.clear();
  give_back(needed, pairs.order, pairs.records, pairs.links, pairs.free_records, pairs.gone, deltas.begins,
            deltas.ends, scene.results, scene.ended, scene.fresh, scene.passing, scene.changed, scene.news,
            scene.places);
  for (auto& work : scene.work) work.clear(), give_back(needed, work);
}

// Boxes that were swept in the frame before this one are brought back to their members.
void release_swept(SceneState& scene) {
  if (scene.frame.is_advanced) return;
  for (const std::uint32_t index : scene.frame.swept) {
    if (!scene.members[index].is_swept) continue;
    scene.members[index].is_swept = false;
    mark_pending(scene, index);
  }
  scene.frame.swept.clear();
}

void end_frame(FrameMotion& frame) {
  for (const GivenMotion& motion : frame.given) frame.given_of[motion.member] = kNoMotion;
  frame.given.clear();
  frame.is_advanced = false;
}

// Without news, the results of the last update stand.
void update(SceneState& scene) {
  release_swept(scene);
  scene.statistics.boxes = refresh(scene);
  if (!scene.has_news && scene.passing.empty()) {
    scene.statistics.tested = 0;
    return;
  }
  update_travel(scene);
  ask_pairs(scene);
  publish_pairs(scene);
  give_back_pairs(scene);
  scene.moved.clear();
  scene.has_news = scene.asks_all = false;
}

}  // namespace

std::optional<Error> update_refusal(const SceneState& scene) {
  if (scene.passes > 0) return Error{ErrorCode::unsupported, "scene: callbacks of it are still running"};
  if (scene.world == nullptr) return Error{ErrorCode::unsupported, "scene: its world was destroyed"};
  return std::nullopt;
}

double extent_of_any(const ShapeView& shape) {
  if (shape.kind == ShapeKind::half_space) return kInfinity;
  if (!is_complex(shape.kind)) return extent_of(shape);
  const Aabb box = piece_bounds_of(shape);
  return 2 * std::max(max_abs(Vec3d(box.lower)), max_abs(Vec3d(box.upper)));  // more than a diagonal
}

Displacement displacement(const Instance& instance, const Affine& from) {
  const Affine& to = instance.placement;
  Displacement moved{Vec3d(to.translation()) - Vec3d(from.translation()), 0, 0};
  double squares = 0;
  for (int i = 0; i < 3; ++i) {
    const Vec3d change = Vec3d(to.linear().columns[i]) - Vec3d(from.linear().columns[i]);
    squares += dot(change, change);
  }
  moved.change = std::sqrt(squares);
  moved.is_turn = from.is_rigid() && to.is_rigid() && moved.change < 1.9;
  if (!(squares > 0)) return moved;
  moved.extent = extent_of_any(instance.shape.view());
  // The difference of two rotations has the singular values s, s and 0. (Placements of different handedness
  // differ by 2 at least.)
  const double farthest =
      moved.is_turn ? moved.change * 0x1.6a09e667f3bcdp-1 + 3 * (off_rotation(from) + off_rotation(to))
                    : moved.change;
  moved.turn = std::min(farthest, moved.change) * moved.extent;
  return moved;
}

std::size_t refresh(SceneState& scene, FindBoxes find_boxes) {
  const std::size_t boxes = update_boxes(scene, find_boxes);
  update_pairs(scene);
  return boxes;
}

std::size_t refresh(SceneState& scene) {
  return refresh(scene, [&](std::span<const std::uint32_t> members, Aabb* box) {
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (i + kAhead < members.size())
        prefetch_object(object_of(scene, scene.members[members[i + kAhead]]).instance);
      box[i] = reach_box(object_of(scene, scene.members[members[i]]).instance, scene.reach);
    }
  });
}

std::optional<Error> Scene::refresh() {
  if (const auto error = update_refusal(*state_)) return error;
  state_->statistics.boxes += graze::refresh(*state_);
  record(*state_, Call::refresh);
  return std::nullopt;
}

std::optional<Error> Scene::update() {
  if (const auto error = update_refusal(*state_)) return error;
  try {
    graze::update(*state_);
  } catch (...) {
    state_->results.clear();
    state_->has_news = state_->asks_all = true;
    throw;
  }
  end_frame(state_->frame);
  if (state_->world->log != nullptr) record(*state_, Call::update, checksum(state_->results));
  return std::nullopt;
}

}  // namespace graze::inline GRAZE_ABI
