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

/// Signed distance: positive when apart, minus the penetration depth when overlapping, continuous across
/// contact. The true value lies in [lower, upper], of a query that was refused in (-infinity, infinity).
/// Moving b along `normal` by -lower separates.
struct Separation {
  Real lower = 0;
  Real upper = 0;
  Vec3 normal;            ///< world, unit, from a to b on both sides of contact
  Vec3 point_a, point_b;  ///< world; point_b - point_a is about normal times the separation
  Vec3 local_a, local_b;  ///< these points in the frame of each shape
  std::int32_t iterations = 0;
  Contact contact = Contact::touching;
  Status status = Status::converged;
  /// Pieces of meshes and compounds that the answer is about: those of distance() or of penetration().
  std::uint32_t piece_a = kNoPiece, piece_b = kNoPiece;
};

/// Measures the signed distance of two instances, margins included: world frame, negative when they overlap.
/// Costs as much as distance() while they are apart, else as much as penetration().
///
/// Meshes and compounds: distance() while they are apart, else minus penetration(), which see for what the
/// bounds mean.
[[nodiscard]] GRAZE_API Separation separation(const Instance& a, const Instance& b,
                                              const QuerySettings& settings = {});
/// Separation of a and b under rigid poses, without margins; the result is in the world's frame.
[[nodiscard]] GRAZE_API Separation separation(const Shape& a, const Pose& world_from_a, const Shape& b,
                                              const Pose& world_from_b, const QuerySettings& settings = {});
/// Separation of a and b without margins, in the frame of a: its "world" is a's local frame.
[[nodiscard]] GRAZE_API Separation separation(const Shape& a, const Shape& b, const Pose& a_from_b,
                                              const QuerySettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
