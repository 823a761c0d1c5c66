// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <vector>

#include "graze/broad/adaptive_broad_phase.h"
#include "graze/scene/scene.h"
#include "scene/call_log.h"
#include "scene/frame_motion.h"
#include "scene/pair_store.h"
#include "scene/world_state.h"

namespace graze::inline GRAZE_ABI {

using SceneBroadPhase = AdaptiveBroadPhase;
static_assert(BroadPhase<SceneBroadPhase>);

/// An object in a scene.
struct Member {
  ObjectHandle object;
  ProxyId proxy = kNoProxy;  // none: it has no finite box, and is in the list of unbounded ones
  bool is_here = false;      // not removed
  bool is_pending = false;   // changed since its box was computed
  bool is_moved = false;     // changed since the last update
  bool is_swept = false;     // its box holds where it was in a frame, and may stay as long as it holds it
};

/// How a pair is asked: each group has one way.
enum class PairGroup : std::uint8_t {
  round,    // spheres and capsules: lanes
  boxes,    // lanes
  mixed,    // one of each: lanes
  sensors,  // any of these, but only whether they meet
  convex,   // one by one, from what was learned
  complex,  // the same, of meshes and compounds
};
inline constexpr std::size_t kPairGroups = 6;

struct SceneState {
  WorldState* world = nullptr;  // null: the world is gone, or the scene is
  std::size_t index_in_world = 0;
  std::uint32_t log_number = 0;  // in the log of the world, if there is one
  SceneSettings settings;
  Real reach = 0;  // by which boxes are grown on every side
  SceneBroadPhase broad;
  std::vector<Member> members;
  // Travel of members, by member, measured in updates only: detours in between do not count.
  std::vector<Affine> placed;  // placement at the last measurement
  std::vector<double> travel;  // no point has come farther than this, over all updates
  std::vector<std::uint32_t> free_members;
  std::vector<std::uint32_t> left_members;  // free after the next flush: events still name them
  std::vector<std::uint32_t> member_of_proxy;
  std::vector<std::uint32_t> pending;
  std::vector<std::uint32_t> moved;
  std::vector<std::uint32_t> unbounded;
  bool are_unbounded_pairs_old = false;
  std::size_t size = 0;

  PairStore pairs;
  std::vector<PairKey> ignored;  // by key
  std::vector<ScenePair> ended;  // left the store since the last update
  std::vector<ScenePair> results;
  // Since the last update; `moved` is the list of members.
  std::vector<PairKey> fresh;    // pairs that came, went, or are ignored or no longer, in any order
  bool has_news = true;          // a member moved, or there are fresh pairs
  bool asks_all = false;         // the last update failed: every pair is looked at
  std::vector<PairKey> passing;  // reported by the last update for the last time, or with another phase next
  // Scratch of update().
  std::vector<std::uint32_t> places;             // of pairs in the store, or of results
  std::vector<PairKey> changed;                  // pairs whose results may be others than before
  std::vector<ScenePair> news;                   // their results
  std::vector<std::uint32_t> work[kPairGroups];  // pairs to be asked, by their place in the store
  std::vector<Aabb> boxes;
  std::vector<ProxyId> proxies;  // whose boxes these are
  PairDeltas deltas;
  UpdateStatistics statistics;
  FrameMotion frame;
  int passes = 0;  // callbacks that are running
};

[[nodiscard]] inline const Object& object_of(const SceneState& scene, const Member& member) {
  return scene.world->slots[member.object.slot()].object;
}
/// Objects lie side by side, but each fills a few lines of the cache.
inline void prefetch_object(const Instance& instance) {
  __builtin_prefetch(&instance.shape);
  __builtin_prefetch(&instance.placement.translation());
  __builtin_prefetch(&instance.margin);
}
/// Versions and travel of the second object of a pair: by key the first ones follow each other.
inline void prefetch_changes(const SceneState& scene, const PairStore::Entry& entry) {
  __builtin_prefetch(&scene.world->versions[entry.key.b]);
  __builtin_prefetch(&scene.travel[entry.member_b]);
}
/// The number of an object of this scene, or kNoMember.
inline constexpr std::uint32_t kNoMember = ~std::uint32_t{0};
[[nodiscard]] std::uint32_t find_member(const SceneState& scene, ObjectHandle object);

/// Box of an instance with `reach` on every side. Not finite: it must not go to the broad phase.
[[nodiscard]] Aabb reach_box(const Instance& instance, const Affine& placement, Real reach);
[[nodiscard]] inline Aabb reach_box(const Instance& instance, Real reach) {
  return reach_box(instance, instance.placement, reach);
}
/// A box with more on every side, rounded outward.
[[nodiscard]] Aabb grown(Aabb box, Real by);
[[nodiscard]] bool is_finite(const Aabb& box);
/// Error of an object that is not in the scene, or whose handle is bad.
[[nodiscard]] std::optional<Error> refuse_object(const SceneState& scene, ObjectHandle object);
/// Why a scene cannot be updated now.
[[nodiscard]] std::optional<Error> update_refusal(const SceneState& scene);

// Notifications from the world to its scenes.
void mark_pending(SceneState& scene, std::uint32_t member);
void filter_changed(SceneState& scene, std::uint32_t member, const ProxyFilter& filter);
/// The object goes; its slot no longer needs to know of the scene.
void forget_member(SceneState& scene, std::uint32_t member);
/// The scene and its world forget each other; the scene is empty.
void detach(SceneState& scene);

// How a member gets into the broad phase or the list of unbounded ones, and out again.
/// None for a box that is not finite. The one step that may run out of memory, and then nothing has changed.
[[nodiscard]] ProxyId make_proxy(SceneState& scene, const Object& object, const Aabb& box);
void register_member(SceneState& scene, std::uint32_t member, ProxyId proxy);
void unregister_member(SceneState& scene, std::uint32_t member);

template <class... Arguments>
void record(const SceneState& scene, Call call, const Arguments&... arguments) {
  if (scene.world == nullptr || scene.world->log == nullptr) return;
  scene.world->log->write(call, scene.log_number, arguments...);
}

/// Boxes of pending members, which `find_boxes` writes, and the pairs of boxes that overlap. Returns the
/// number of boxes.
using FindBoxes = FunctionRef<void(std::span<const std::uint32_t> members, Aabb* boxes)>;
std::size_t refresh(SceneState& scene, FindBoxes find_boxes);
/// The boxes of members as they are placed now.
std::size_t refresh(SceneState& scene);
/// How an instance came from another placement: every point by `way`, and by something not longer than
/// `turn`.
struct Displacement {
  Vec3d way;
  double turn = 0;
  double change = 0;  // of the linear part, as the root of the sum of squares
  double extent = 0;  // no point of the shape is farther from its local origin
  /// From one rotation to another, but for their defects, by less than a right angle and a half.
  bool is_turn = false;
};
[[nodiscard]] Displacement displacement(const Instance& instance, const Affine& from);
/// No point of a shape is farther from its local origin.
[[nodiscard]] double extent_of_any(const ShapeView& shape);

/// By how much the two have travelled together until the last update.
[[nodiscard]] inline double travel_of(const SceneState& scene, const PairStore::Entry& entry) {
  return scene.travel[entry.member_a] + scene.travel[entry.member_b];
}
[[nodiscard]] inline std::uint32_t shapes_of(const SceneState& scene, const PairStore::Entry& entry) {
  return scene.world->versions[entry.key.a].shape + scene.world->versions[entry.key.b].shape;
}
/// Boxes of whole motions, grown by the target on every side: whoever rests keeps the box that he has.
void sweep_boxes(SceneState& scene, Real target);
/// Pairs that may meet in the frame, in the order in which they are asked: by slots, or where few are wanted,
/// the earliest first.
void collect_jobs(SceneState& scene, const AdvanceSettings& settings);
/// Where the motion of a member begins and ends.
[[nodiscard]] Affine begin_of(const SceneState& scene, std::uint32_t member);
[[nodiscard]] Affine end_of(const SceneState& scene, std::uint32_t member);
/// All contacts of two objects at rest, by pieces.
void find_manifolds(const Instance& a, const Instance& b, const ContactSettings& settings,
                    std::vector<ContactManifold>& found);
/// Writes the one set of two convex objects as a manifold.
void put_set(const ContactSet& set, std::vector<ContactManifold>& found);

/// Writes to scene.places the pairs of members that moved since the last update, and fresh ones, by rising
/// place; all pairs where that is as quick.
void find_places(SceneState& scene);
/// Asks the pairs in which something changed, and writes what was found into their records.
void ask_pairs(SceneState& scene);
/// Brings the results up to date with what pairs were found to be. Where memory runs out, it has not begun.
void publish_pairs(SceneState& scene);

/// task(i) for 0 .. count - 1, in blocks.
template <class F>
void run_blocks(const Executor& executor, std::size_t count, std::size_t block, const F& task) {
  const auto run_block = [&](std::size_t number) {
    const std::size_t end = std::min(count, (number + 1) * block);
    for (std::size_t i = number * block; i < end; ++i) task(i);
  };
  run_tasks(executor, (count + block - 1) / block, run_block);
}

/// While it lives, updates of the scene are refused.
struct Pass {
  SceneState& scene;
  explicit Pass(SceneState& s) : scene(s) { ++scene.passes; }
  ~Pass() { --scene.passes; }
  Pass(const Pass&) = delete;
  Pass& operator=(const Pass&) = delete;
};

}  // namespace graze::inline GRAZE_ABI
