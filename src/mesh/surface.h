// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "mesh/pieces.h"

// Who shares which edge, and what follows from that: whether a surface is closed, connected, convex. Vertices
// at the same place count as one, so that a surface whose vertices were split for a renderer is as closed as
// it looks.

namespace graze::inline GRAZE_ABI {

/// For each vertex the lowest number of one at the same place; for those in `vertices` listed by `used`,
/// which is sorted along the way. Others keep their own.
[[nodiscard]] std::vector<std::uint32_t> weld(std::span<const Vec3> vertices,
                                              std::vector<std::uint32_t> used);

/// One side of a triangle.
struct EdgeUse {
  std::uint32_t low = 0, high = 0;  // welded vertices
  std::uint32_t side = 0;           // triangle * 2, plus 1 if it runs from high to low

  [[nodiscard]] std::uint32_t triangle() const { return side / 2; }
  [[nodiscard]] bool is_backward() const { return side % 2 != 0; }
  friend auto operator<=>(const EdgeUse&, const EdgeUse&) = default;
};

/// The sides of a triangle of welded vertices, if these are three: others have no area and no border either.
void append_edges(const Pieces::Corners& welded, std::uint32_t triangle, std::vector<EdgeUse>& uses);

/// All uses of one edge.
struct SharedEdge {
  std::span<const EdgeUse> uses;
  std::size_t backward = 0;

  [[nodiscard]] std::size_t forward() const { return uses.size() - backward; }
  /// A border runs along it.
  [[nodiscard]] bool is_open() const { return uses.size() % 2 != 0; }
  /// Even, but not as often in one direction as in the other.
  [[nodiscard]] bool is_flipped() const { return !is_open() && forward() != backward; }
  [[nodiscard]] bool is_manifold() const { return uses.size() <= 2; }
};

/// Calls visit(SharedEdge) for each edge. Precondition: sorted.
template <class Visit>
void for_each_edge(std::span<const EdgeUse> sorted, Visit visit) {
  for (std::size_t i = 0, end = 0; i < sorted.size(); i = end) {
    SharedEdge edge;
    for (end = i;
         end < sorted.size() && sorted[end].low == sorted[i].low && sorted[end].high == sorted[i].high; ++end)
      edge.backward += sorted[end].is_backward() ? 1u : 0u;
    edge.uses = sorted.subspan(i, end - i);
    visit(edge);
  }
}

/// A triangle at an edge that is not used as often in one direction as in the other, the lowest, or nothing:
/// then the surface has no border, and how often it winds around a point is a whole number.
[[nodiscard]] std::optional<std::uint32_t> find_unbalanced_triangle(
    std::span<const Vec3> vertices, std::span<const Pieces::Corners> triangles);

/// One vertex of every part of a mesh that its triangles connect, in rising order: a part that does not meet
/// the surface of a solid is inside or outside as any of its vertices is. Vertices that no triangle has are
/// left out.
[[nodiscard]] std::vector<std::uint32_t> find_parts(std::span<const Pieces::Corners> triangles,
                                                    std::size_t vertex_count);

/// How the edges of closed triangles are bent.
enum class Bends : std::uint8_t {
  convex,  // they bound a convex body, exactly
  dented,  // a line between the far corners of two triangles passes more than `deeper` above their edge
  unclear
};
/// Convex, if they are connected like a sphere and no edge is bent inward: the normals of such a surface
/// cover the sphere of directions as often as half its Euler number says, which is once, and no two places
/// share one. Triangles without area leave it unclear. No convex body is as near as `deeper` to one that is
/// dented.
[[nodiscard]] Bends find_bends(std::span<const Vec3> vertices, std::span<const Pieces::Corners> triangles,
                               double deeper);

/// How often closed triangles wind around a point, in units of full turns; exact if it is on none of them.
[[nodiscard]] int winding_around(std::span<const Vec3> vertices, std::span<const Pieces::Corners> triangles,
                                 const Vec3d& point);

/// Whether the corners of closed triangles run counterclockwise seen from inside: they enclose a volume below
/// zero.
[[nodiscard]] bool is_inside_out(std::span<const Vec3> vertices, std::span<const Pieces::Corners> triangles);

}  // namespace graze::inline GRAZE_ABI
