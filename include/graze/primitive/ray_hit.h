// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "graze/base/status.h"
#include "graze/math/vec3.h"

namespace graze::inline GRAZE_ABI::primitive {

enum class RayOutcome : std::uint8_t {
  miss,
  hit,      ///< the source is outside, and some point of the ray belongs to the set
  inside,   ///< the source itself belongs to the (closed) set: t is zero, the normal is zero
  unknown,  ///< refused, see the status: nothing is excluded, t may be anything from zero on
};

/// First point of a ray in a closed set. The outcome is exact for the numbers given: touching is a hit.
/// That holds for every float, and for doubles that are zero or between 1e-35 and 2^150 in magnitude; larger
/// ones are refused, but for max_t, where they count as infinite.
struct RayHit {
  RayOutcome outcome = RayOutcome::miss;
  Status status = Status::converged;  ///< invalid_argument: a number is not finite or too large, or max_t is
                                      ///< negative
  Real t = kInfinity;  ///< parameter of the ray, in lengths of its direction; infinite on a miss
  Real t_error = 0;    ///< the true parameter is within this much of t
  Vec3 point;
  Real point_error = 0;  ///< the true first point is within this distance of `point`
  Vec3 normal;           ///< unit, of the surface at the point, facing the source

  /// Whether the ray meets the set; a ray that starts in it does, and one that was refused may.
  explicit operator bool() const { return outcome != RayOutcome::miss; }
};

}  // namespace graze::inline GRAZE_ABI::primitive
