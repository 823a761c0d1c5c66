// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "graze/check/objects.h"
#include "graze/math/interval.h"

namespace graze::inline GRAZE_ABI::check {

/// Kinds of findings about two objects, from mild to bad.
enum class Kind : std::uint8_t {
  clearance,    ///< apart by more than the tolerance, and by less than the clearance
  touching,     ///< apart or overlapping by no more than the tolerance
  penetration,  ///< deeper
  containment,  ///< one lies in the other
  duplicate,    ///< one set of points
};
/// Number of kinds.
inline constexpr int kKindCount = 5;

/// Static name of a kind, such as "penetration".
[[nodiscard]] GRAZE_API const char* to_string(Kind kind) noexcept;

/// A time in which a finding lasts; seconds.
struct TimeSpan {
  Real begin = 0, end = 0;  ///< certain up to the time tolerance; equal: one moment
  Real worst = 0;           ///< the moment of the least separation that was found
  bool is_certain = true;   ///< false: they come so close that contact cannot be told from a graze
};

/// Two objects and what they do. Lengths are in the unit of the world.
struct Finding {
  Kind kind = Kind::touching;
  bool is_certain = true;   ///< the bounds leave no other kind; else it is the worst of those that are left
  bool b_is_outer = false;  ///< containment: b holds a; else a holds b
  std::uint32_t a = kNone, b = kNone;  ///< objects, a < b
  /// Signed distance: below zero minus the depth of penetration; the true one lies in between. Of surfaces
  /// and other things without an inside `upper` may be zero, and `lower` is a way out that was verified.
  Real lower = 0, upper = 0;
  Vec3 normal;                   ///< world, unit, from a to b; moving b by -lower along it parts them
  Vec3 point_a, point_b;         ///< world, witnesses: deepest or nearest points
  Real tolerance = 0;            ///< that divided touching from penetration here
  std::size_t intersecting = 0;  ///< pairs of primitives that meet; 0 where none do
  Aabb bounds;                   ///< world: where both have their boxes in common, or around the two points
  std::vector<TimeSpan> times;   ///< of an animated check, by rising time
  Real time = 0;                 ///< of the numbers above: the worst moment

  /// Depth of a penetration, zero where there is none: what was verified to part them.
  [[nodiscard]] Real depth() const { return lower < 0 ? -lower : 0; }
};

}  // namespace graze::inline GRAZE_ABI::check
