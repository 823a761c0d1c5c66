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

/// A point of both objects, if there is one. A query that was refused has found none, and excludes none.
struct CommonPoint {
  bool found = false;
  Contact contact = Contact::apart;
  Status status = Status::converged;
  std::int32_t iterations = 0;
  Vec3 point;             ///< world; meaningful when found
  Vec3 local_a, local_b;  ///< that point in the frame of each shape
  /// Pieces of meshes and compounds that the answer is about: numbers of triangles, or of a compound's
  /// pieces.
  std::uint32_t piece_a = kNoPiece, piece_b = kNoPiece;
  /// Whether they meet, as Intersection says it: then a point was found, unless `status` says why not.
  explicit operator bool() const { return contact != Contact::apart; }
};

/// Finds a point of both objects, margins included, in the world and in both local frames. Objects that touch
/// have one, up to rounding; objects apart have none, and cost as much as intersects().
[[nodiscard]] GRAZE_API CommonPoint common_point(const Instance& a, const Instance& b,
                                                 const QuerySettings& settings = {});
/// Common point of a and b under rigid poses, without margins; the result is in the world's frame.
[[nodiscard]] GRAZE_API CommonPoint common_point(const Shape& a, const Pose& world_from_a, const Shape& b,
                                                 const Pose& world_from_b,
                                                 const QuerySettings& settings = {});
/// Common point of a and b without margins, in the frame of a: its "world" is a's local frame.
[[nodiscard]] GRAZE_API CommonPoint common_point(const Shape& a, const Shape& b, const Pose& a_from_b,
                                                 const QuerySettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
