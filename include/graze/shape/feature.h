// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI {

/// Kind of a part of a surface.
enum class FeatureKind : std::uint8_t { vertex, edge, face, curved };

/// A part of a shape's surface by name. Names belong to the shape, not to a placement or a query, and so stay
/// the same while the shape moves.
///
/// vertex: `first` is the index of the vertex (box: bit i set where coordinate i is negative; capsule and
/// segment: 0 and 1, bottom first). edge: `first` < `second` are its two vertices. face: `first` is its
/// number (box: 2 * axis, plus 1 on the negative side; tetrahedron: the vertex opposite; triangle and
/// polygon: 0 or 1, the two sides; cylinder and cone: 0 bottom, 1 top; polytope made by make_hull(): the face
/// of the hull; other polytopes: its lowest vertex, and `second` the vertex after it, counterclockwise seen
/// from outside). curved: `first` says which part (0 bottom and 1 top of a cylinder or cone, 2 its side, 3
/// all of any other surface), `second` the place: on a rim 0 to 7 are places every 45 degrees from +x on, 8
/// the deepest point, 9 and 10 where an edge comes in and goes out, others an arc of it; on a side 0 is the
/// bottom, 1 the top, 2 in between.
struct Feature {
  FeatureKind kind;
  std::uint32_t first, second;

  friend constexpr bool operator==(const Feature&, const Feature&) = default;
};

}  // namespace graze::inline GRAZE_ABI
