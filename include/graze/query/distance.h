// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "graze/base/status.h"
#include "graze/query/contact_state.h"
#include "graze/query/piece.h"
#include "graze/query/settings.h"
#include "graze/shape/instance.h"

namespace graze::inline GRAZE_ABI {

/// How far two objects are apart; zero when they meet. The true distance lies in [lower, upper], rounding
/// included; a query that was refused has [0, infinity).
struct Distance {
  Real lower = 0;
  Real upper = 0;
  Vec3 normal;  ///< world, unit, from a to b: the plane across it separates a from b; zero if not apart
                ///< (separation() has one then, too). Off by its rounding where the gap is smaller
  Vec3 point_a,
      point_b;  ///< closest points in the world; when the objects meet, both are the same common point
  Vec3 local_a, local_b;  ///< these points in the frame of each shape
  std::int32_t iterations = 0;
  Contact contact = Contact::touching;
  Status status = Status::converged;
  /// Pieces of meshes and compounds that the answer is about: numbers of triangles, or of a compound's
  /// pieces.
  std::uint32_t piece_a = kNoPiece, piece_b = kNoPiece;
};

/// Distance between two instances, margins included. With settings.threshold t, the query stops as soon as
/// the distance is known to exceed t (status beyond_threshold, lower > t, upper still valid).
[[nodiscard]] GRAZE_API Distance distance(const Instance& a, const Instance& b,
                                          const QuerySettings& settings = {});
/// Distance of a and b under rigid poses, without margins; the result is in the world's frame.
[[nodiscard]] GRAZE_API Distance distance(const Shape& a, const Pose& world_from_a, const Shape& b,
                                          const Pose& world_from_b, const QuerySettings& settings = {});
/// Distance of a and b without margins, in the frame of a: its "world" is a's local frame.
[[nodiscard]] GRAZE_API Distance distance(const Shape& a, const Shape& b, const Pose& a_from_b,
                                          const QuerySettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
