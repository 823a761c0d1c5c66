// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/distance.h"

namespace graze::inline GRAZE_ABI {

/// Distance of a world point from any instance, margin included; zero inside. The point is operand b of the
/// result: the normal points to it, `point_a` is the nearest point of the instance. For shapes in their own
/// frame there are closed forms with exact verdicts: graze/primitive/point_distance.h.
[[nodiscard]] GRAZE_API Distance point_distance(const Instance& instance, const Vec3& p,
                                                const QuerySettings& settings = {});

/// Where a world point is: overlapping is inside, apart outside, touching where the bounds cannot tell, and
/// on the border. A status other than converged leaves the decision to the bounds found so far, and one of a
/// bad argument to nobody: touching.
struct PointLocation {
  Contact contact = Contact::touching;
  Status status = Status::converged;
  /// Whether the point is in the shape or on it.
  explicit operator bool() const { return contact != Contact::apart; }
};
/// Where a world point is in relation to an instance, its margin included.
[[nodiscard]] GRAZE_API PointLocation point_location(const Instance& instance, const Vec3& p,
                                                     const QuerySettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
