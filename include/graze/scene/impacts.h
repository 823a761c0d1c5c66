// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "graze/motion/time_of_impact.h"
#include "graze/query/contact_manifolds.h"
#include "graze/scene/world.h"

namespace graze::inline GRAZE_ABI {

/// Which impacts an advance reports. Those of sensors stop nothing: they are reported with `all` only.
enum class ImpactSelection : std::uint8_t {
  all,         ///< the first of every pair
  per_object,  ///< impacts that are the first of one of their two objects
  first,       ///< the first of all
};

/// Travels with Scene::advance().
struct AdvanceSettings {
  ImpactSelection selection = ImpactSelection::all;
  /// Of every pair; the cache is not used, pairs have their own. Pairs that begin closer than the target, or
  /// come no closer than that but for rounding, are asked for contact itself.
  MotionSettings motion = {};
  /// Pairs in contact at the beginning are reported, too, at time 0; else they are left out, whatever they do
  /// later in the frame.
  bool with_starts = false;
};

/// Two objects that meet while they move. a has the lower slot; the normal points from a to b.
struct SceneImpact {
  ObjectHandle a, b;
  bool has_sensor = false;
  TimeOfImpact impact;
};

/// Two objects that may meet in a frame, with their contacts at its beginning. a has the lower slot; normals
/// point from a to b.
struct SpeculativePair {
  ObjectHandle a, b;
  Real prediction = 0;  ///< contacts that are not farther apart than this are there
  /// As in ScenePair; gaps of contacts to come are positive.
  std::span<const ContactManifold> contacts;
};

/// Work of the last advance.
struct AdvanceStatistics {
  std::size_t boxes = 0;       ///< boxes that were computed anew
  std::size_t box_pairs = 0;   ///< pairs whose boxes overlap, all of them
  std::size_t tested = 0;      ///< pairs that may meet by what is known of them, and were asked
  std::size_t iterations = 0;  ///< of all of them together; see TimeOfImpact
  /// Pairs that have no answer, and are not reported: a motion or a size is beyond 1e30.
  std::size_t unanswered = 0;
};

}  // namespace graze::inline GRAZE_ABI
