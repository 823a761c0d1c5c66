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

/// How deep two objects overlap: the length of the shortest translation that separates them lies in [lower,
/// upper]. Moving b by `normal` times `upper` separates them (they touch at most). Zero when they are apart;
/// [0, infinity) where the query was refused.
struct Penetration {
  Real lower = 0;
  Real upper = 0;
  Vec3 normal;            ///< world, unit, from a to b; zero when apart
  Vec3 point_a, point_b;  ///< world witnesses: point_a of a lies deepest in b, point_b of b deepest in a
  Vec3 local_a, local_b;  ///< these points in the frame of each shape
  std::int32_t iterations = 0;
  Contact contact = Contact::apart;
  Status status = Status::converged;
  /// Pieces of meshes and compounds that meet, as intersects() names them; against a half-space the deepest
  /// ones. None where no surfaces meet, and of convex solids, which are asked as wholes.
  std::uint32_t piece_a = kNoPiece, piece_b = kNoPiece;
};

/// Measures how deep two instances overlap, margins included: world frame, zero when apart.
///
/// The true minimum over all directions for polytopes (and polytopes grown by margins, spheres, capsules).
/// For curved shapes `upper` ends within settings.relative_error of the minimum; where equal minima form a
/// curve or a surface (coaxial cylinders, concentric spheres) `lower` may stay loose and the status is
/// bound_loose. For identical operands in identical placement the normal is one of the minimisers, the same
/// on every call. Without settings.workspace the scratch is on the stack and bounded; the few pairs that need
/// more are then refined locally and answer bound_loose unless the bounds meet.
///
/// Meshes and compounds as wholes: convex solids as the polytopes that they are. Of others `upper` is a way
/// that was found and then checked: moved by it, the shapes do not overlap. settings.max_directions
/// directions are tried, each to the first place along it where b is free, holes included, and then shorter
/// ways along the planes that end there; one that was not tried may be shorter still. `lower` is the depth of
/// a convex part of a in one of b, which is certain: balls around a point inside both, and larger parts cut
/// out of solids around it. Where the bounds do not meet, the status is bound_loose. Surfaces that are not
/// solid have no inside, and zero (or their margins) for `lower`. Against a half-space the depth is exact.
/// Time is about that of some thousand calls of intersects().
[[nodiscard]] GRAZE_API Penetration penetration(const Instance& a, const Instance& b,
                                                const QuerySettings& settings = {});
/// Penetration of a and b under rigid poses, without margins; the result is in the world's frame.
[[nodiscard]] GRAZE_API Penetration penetration(const Shape& a, const Pose& world_from_a, const Shape& b,
                                                const Pose& world_from_b, const QuerySettings& settings = {});
/// Penetration of a and b without margins, in the frame of a: its "world" is a's local frame.
[[nodiscard]] GRAZE_API Penetration penetration(const Shape& a, const Shape& b, const Pose& a_from_b,
                                                const QuerySettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
