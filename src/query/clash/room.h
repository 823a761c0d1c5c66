// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/pair/pair.h"

// How much room one set has in another: the least depth of its points, negative where it sticks out.

namespace graze::inline GRAZE_ABI {

struct Room {
  double lower = double(kInfinity), upper = double(kInfinity);  // world units
  Vec3d point;  // world; of the inner set, with the least room
  int asked = 0;
  bool is_out = false;  // some point sticks out, though maybe by as little as `upper` says
  Status status = Status::converged;

  /// The inner set is the union of what had this room and of what has the other.
  void merge(const Room& other) {
    if (other.upper < upper) point = other.point;
    lower = std::min(lower, other.lower);
    upper = std::min(upper, other.upper);
    asked += other.asked;
    is_out = is_out || other.is_out;
    if (other.status != Status::converged) status = other.status;
  }
};

/// Of a convex set in another, which may be a half-space. The depth of a point in a convex set is a concave
/// function: among vertices with equal balls around them one has the least. Other curved sets are read
/// through their supports, a cone of directions at a time.
[[nodiscard]] Room room_in_convex(const Operand& outer, const Operand& inner, const QuerySettings& settings);

/// Of the vertices of a mesh's triangles in a convex set. Precondition: `inner` is a triangle mesh.
[[nodiscard]] Room room_of_mesh_in_convex(const Operand& outer, const Operand& inner,
                                          const QuerySettings& settings);

/// Of anything in anything; see contains().
[[nodiscard]] Room find_room(const Instance& outer, const Instance& inner, const QuerySettings& settings);

}  // namespace graze::inline GRAZE_ABI
