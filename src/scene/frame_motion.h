// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "graze/scene/impacts.h"
#include "math/rounding.h"

namespace graze::inline GRAZE_ABI {

/// How a member moves from the beginning of a frame to time 1; see SweptBounds.
struct MemberMotion {
  Vec3d way;
  double around = 0, bulge = 0;
  bool moves = false;
  bool starts_as_placed = true;  // where the last update saw it
};

/// A motion that the caller has set.
struct GivenMotion {
  std::uint32_t member = 0;
  Path path;
};

/// A pair to be asked for a time of impact; it does not meet before `begin`.
struct ImpactJob {
  std::uint32_t place = 0;
  double begin = 0;
};

/// The frame between two updates: motions given by the caller, and boxes of the ways.
struct FrameMotion {
  std::vector<std::uint32_t> given_of;  // by member: its number in `given`, or kNoMotion
  std::vector<GivenMotion> given;
  std::vector<std::uint32_t> swept;  // members with swept boxes; some may have left
  bool is_advanced = false;          // since the last update: swept boxes are of this frame
  std::vector<SceneImpact> impacts;
  AdvanceStatistics statistics;
  // Scratch of advance().
  std::vector<MemberMotion> motions;  // by member
  std::vector<ImpactJob> jobs;
  std::vector<TimeOfImpact> answers;  // of some jobs
  std::vector<SceneImpact> found;     // in the order of the jobs
  std::vector<std::uint32_t> order;   // of those found
  std::vector<double> until;          // by member: no later impact is its first
  // Of speculate().
  std::vector<SpeculativePair> pairs;
  std::vector<std::vector<ContactManifold>> contacts;  // by job
};
inline constexpr std::uint32_t kNoMotion = ~std::uint32_t{0};

}  // namespace graze::inline GRAZE_ABI
