// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "graze/base/status.h"
#include "graze/query/settings.h"
#include "graze/shape/instance.h"

namespace graze::inline GRAZE_ABI {

/// Whether one object lies wholly in another. `uncertain`: rounding alone could decide, as of a box in an
/// equal one; or the bounds are loose, or the query was refused.
enum class Inside : std::uint8_t { no, uncertain, yes };

/// Static name of an answer.
[[nodiscard]] GRAZE_API const char* to_string(Inside inside) noexcept;

/// Whether b lies wholly in a, and with how much room: how far b may be grown, in every direction, before it
/// leaves a. Negative: how far it sticks out, which is the distance from a of its farthest point. The true
/// room lies in [lower, upper].
struct Containment {
  Inside inside = Inside::no;
  Status status = Status::converged;  ///< bound_loose: `inside` and both bounds hold, but are far apart
  std::int32_t iterations = 0;        ///< points that were asked about
  Real lower = 0, upper = 0;          ///< world units
  Vec3 point;  ///< world, of b up to rounding: the one with the least room that was found; zero if refused
  /// Sets are closed, so that a common border is allowed: uncertain counts as inside.
  explicit operator bool() const { return inside != Inside::no; }
};

/// Whether b lies wholly in a, margins included. Exact up to rounding for points, segments, triangles,
/// polytopes, boxes, spheres and capsules in every convex shape and half-space; other curved shapes end
/// within settings.relative_error of the room plus the size of b, or bound_loose where equal rooms form a
/// curve or a surface (coaxial cylinders).
///
/// Meshes: a must be a solid; Status::unsupported for a surface that bounds nothing. Convex solids count as
/// polytopes. In others the room is the distance to the surface; what sticks out of them is bounded from
/// above only by points that were tried, and from below by the size of b. A compound b is in a if every piece
/// is; a compound a holds b if one of its pieces does, and where pieces share it the answer is uncertain.
/// A half-space lies in nothing bounded, and is not asked about: Status::unbounded.
///
/// Costs about a separation() per vertex of b, or per piece of its tree that matters; for curved shapes a few
/// hundred. Nothing allocates but settings.workspace; settings.cache and settings.front are not used.
[[nodiscard]] GRAZE_API Containment contains(const Instance& a, const Instance& b,
                                             const QuerySettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
