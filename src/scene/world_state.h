// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "graze/scene/world.h"
#include "query/pair/step.h"

namespace graze::inline GRAZE_ABI {

struct SceneState;
struct CallLog;

/// An object is number `member` in a scene.
struct Membership {
  SceneState* scene = nullptr;
  std::uint32_t member = 0;
};

struct ObjectSlot {
  Object object;
  std::uint32_t generation = 0;  // of the object that is here, or of the last one
  bool is_used = false;
  std::vector<Membership> scenes;
};

/// Count the changes of an object, so that whoever asked about it can see that its answer is old. They go on
/// counting when a slot is used again.
struct Versions {
  std::uint32_t any = 0;    // of placement, shape, margin, filter
  std::uint32_t shape = 0;  // of all but the placement: what was cached is dropped
  friend bool operator==(const Versions&, const Versions&) = default;
};

/// The row of the route table by which the pairs of an object are grouped. Lanes know no margins: a convex
/// object with one is asked alone, as RouteClass::convex.
[[nodiscard]] RouteClass lane_class_of(const Instance& instance);

struct WorldState {
  std::uint32_t number = 0;  // 0: of a world that was moved from, and is never written to
  std::vector<ObjectSlot> slots;
  std::vector<Versions> versions;         // by slot; apart, because every pair reads them in every update
  std::vector<RouteClass> classes;        // by slot, as well
  std::vector<std::uint32_t> free_slots;  // a heap: the lowest first
  std::size_t size = 0;
  std::vector<SceneState*> scenes;
  std::unique_ptr<CallLog> log;  // null: nothing is recorded

  WorldState();
  ~WorldState();
};

/// The slot of an object, or null.
[[nodiscard]] ObjectSlot* find_slot(WorldState& world, ObjectHandle object);
/// Error of a handle for which find_slot() is null: null, stale or foreign.
[[nodiscard]] Error bad_handle(const WorldState& world, ObjectHandle object);

}  // namespace graze::inline GRAZE_ABI
