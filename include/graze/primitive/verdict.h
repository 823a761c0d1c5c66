// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/base/status.h"
#include "graze/math/contact.h"
#include "graze/math/vec3.h"
#include "graze/primitive/ray_hit.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Whether two closed sets meet, exactly for the numbers given. `overlapping`: they still meet after every
/// small enough move; `touching`: they meet, but some move however small parts them. Flat sets in one plane
/// touch. The range of numbers is that of RayHit; what is refused is `touching`, which excludes nothing.
struct Verdict {
  Contact contact = Contact::apart;
  Status status = Status::converged;  ///< invalid_argument: a number is not finite or too large, or a size is
                                      ///< negative

  /// Whether the sets meet; touching counts.
  explicit operator bool() const { return contact != Contact::apart; }
};

/// A verdict, and how far the sets are apart: their distance is in [lower, upper], zero when they meet, and
/// [0, infinity) where the arguments were refused.
struct Proximity {
  Contact contact = Contact::apart;
  Status status = Status::converged;
  Real lower = 0;
  Real upper = 0;
  Vec3 nearest;  ///< point of the other set that is nearest to the ball's centre, or to the point, rounded

  /// Whether the sets meet; touching counts.
  explicit operator bool() const { return contact != Contact::apart; }
};

/// A verdict on a segment, and its first point in the other set: t runs from 0 at `a` to 1 at `b`.
struct SegmentHit {
  Contact contact = Contact::apart;
  RayHit first;

  /// Whether the sets meet; touching counts.
  explicit operator bool() const { return contact != Contact::apart; }
};

}  // namespace graze::inline GRAZE_ABI::primitive
