// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "graze/motion/time_of_impact.h"
#include "graze/query/separation.h"

namespace graze::inline GRAZE_ABI {

/// Travels with contact_intervals().
struct IntervalSettings {
  /// A target makes the intervals those of clearance: all times at which the distance is no more than it.
  MotionSettings motion;
  /// Objects that part and are in contact again within this time may be answered as in contact throughout;
  /// above zero, to 1. An interval costs at most a separation for each time so long.
  Real shortest_gap = Real(1e-3);
  /// How near the worst moment is to the least separation: times the size of the smaller object (of the
  /// larger if that is a point); above zero.
  Real depth_tolerance = Real(1e-3);
};

/// Times of contact of two moving objects, from `begin` to `end`; of one moment where they only touch.
struct ContactInterval {
  /// `uncertain`: they come so close that contact cannot be told from a graze.
  Hit hit = Hit::uncertain;
  /// Apart before `begin_lower` (since the interval before), in contact at `begin_upper` if it is a hit; both
  /// zero where they start in contact.
  Real begin_lower = 0, begin_upper = 0;
  /// In contact at `end_lower` if it is a hit, apart after `end_upper` (until the next interval); both 1
  /// where they are in contact to the end.
  Real end_lower = 0, end_upper = 0;
  Real worst_time = 0;   ///< the moment of the least separation that was found
  Separation worst;      ///< the separation then, without the target
  Real worst_bound = 0;  ///< at no time of the interval is the separation less
};

/// Answer of contact_intervals(): the intervals, by rising time, as far as the caller's buffer holds them.
struct ContactIntervals {
  std::span<ContactInterval> written;  ///< by rising time
  std::size_t found = 0;               ///< all of them; if more than fit, the first ones were written
  Status status = Status::converged;   ///< iteration_limit: the last interval ends with 1, and may end before
  std::int32_t looks = 0;  ///< separations and times at which pairs of convex shapes were looked at
};

/// All times in [0, 1] at which two objects are in contact that move on these paths, or closer than the
/// target, each with its worst moment. At all other times they are apart for certain: beginnings and ends are
/// times of impact, forward and backward, and between them nothing is skipped but what settings.shortest_gap
/// allows. (b, a) gives the mirrored answer. Objects and refusals are those of time_of_impact().
///
/// Cost: two times of impact for each interval and some tens of separations, more for objects that stay in
/// shallow contact for long, and for meshes, of which each costs as much as penetration(). Allocates nothing.
[[nodiscard]] GRAZE_API ContactIntervals contact_intervals(const Shape& a, const Path& path_a, const Shape& b,
                                                           const Path& path_b, std::span<ContactInterval> out,
                                                           const IntervalSettings& settings = {});
/// With margins, in world units.
[[nodiscard]] GRAZE_API ContactIntervals contact_intervals(const Shape& a, const Path& path_a, Real margin_a,
                                                           const Shape& b, const Path& path_b, Real margin_b,
                                                           std::span<ContactInterval> out,
                                                           const IntervalSettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
