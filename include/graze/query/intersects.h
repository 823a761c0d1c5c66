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

/// Whether two objects meet, with a witness that can be checked without trusting us.
struct Intersection {
  Contact contact = Contact::apart;
  Status status = Status::converged;
  std::int32_t iterations = 0;
  Vec3 witness;  ///< apart: unit axis from a to b across which a plane separates; otherwise a common point
                 ///< (world). Meshes and compounds that are apart have no such axis: zero
  /// Pieces of meshes and compounds that the answer is about: numbers of triangles, or of a compound's
  /// pieces.
  std::uint32_t piece_a = kNoPiece, piece_b = kNoPiece;
  /// Touching counts as meeting: the sets are closed. So does a query that was refused: `status` says so.
  explicit operator bool() const { return contact != Contact::apart; }
};

/// Decides whether two instances meet, margins included, with a witness in the world's frame. Touching counts
/// as meeting. Most pairs that are apart end after one direction: the line of centres, or the axis that
/// settings.cache holds [Bergen03 §4.3]; method_of() says what follows.
[[nodiscard]] GRAZE_API Intersection intersects(const Instance& a, const Instance& b,
                                                const QuerySettings& settings = {});
/// Intersection of a and b under rigid poses, without margins; the result is in the world's frame.
[[nodiscard]] GRAZE_API Intersection intersects(const Shape& a, const Pose& world_from_a, const Shape& b,
                                                const Pose& world_from_b, const QuerySettings& settings = {});
/// Intersection of a and b without margins, in the frame of a: its "world" is a's local frame.
[[nodiscard]] GRAZE_API Intersection intersects(const Shape& a, const Shape& b, const Pose& a_from_b,
                                                const QuerySettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
