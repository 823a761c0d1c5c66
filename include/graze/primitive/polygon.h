// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "graze/base/result.h"
#include "graze/math/contact.h"
#include "graze/math/plane.h"

namespace graze::inline GRAZE_ABI::primitive {

/// A flat region with straight borders, nonconvex and with holes if need be. It refers to the caller's
/// arrays.
///
/// The region is defined exactly, although rounded vertices seldom lie in one plane: seen along the
/// coordinate axis `axis` it is the even-odd interior of the loops, border included, whatever way they turn;
/// its points lie in `plane`. Its edges are the segments between the vertices as given. Decisions are exact
/// for this set; `flatness` says how far plane and edges are apart.
struct Polygon {
  std::span<const Vec3> vertices;
  std::span<const std::uint32_t> loop_ends;  ///< one past the last vertex of each loop; empty: one loop
  Plane plane;                               ///< by Newell's method on the first loop; unit normal
  int axis = 1;                              ///< along which the plane is seen: its normal is longest there
  Real flatness = 0;                         ///< no vertex is farther from the plane
};

/// Plane through a loop of vertices: the normal is the vector of its signed areas, the loop turns
/// counterclockwise around it; the offset is that of the mean. [Newell; Ericson05 §12.4.2] Refuses fewer than
/// three vertices, NaN, infinity, and loops without area.
[[nodiscard]] GRAZE_API Result<Plane> newell_plane(std::span<const Vec3> loop);

/// A region of one loop, or of several: the first is the outer one, or any that has an area; `loop_ends` are
/// positions in `vertices`, increasing, the last one is their number.
[[nodiscard]] GRAZE_API Result<Polygon> make_polygon(std::span<const Vec3> vertices,
                                                     std::span<const std::uint32_t> loop_ends = {});

/// Where p is when seen along the polygon's axis: overlapping is inside, touching is on the border, apart is
/// outside or in a hole. Exact. A p that is not finite is apart.
[[nodiscard]] GRAZE_API Contact point_in_polygon(const Polygon& polygon, const Vec3& p) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
