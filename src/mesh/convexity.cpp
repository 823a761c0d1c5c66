// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/convexity.h"

#include <algorithm>
#include <numeric>

#include "math/predicates.h"
#include "mesh/edges.h"
#include "mesh/parts.h"

namespace graze::inline GRAZE_ABI {
namespace {

struct Surface {
  std::span<const Vec3> vertices;
  std::vector<Pieces::Corners> triangles;  // of welded vertices
  std::vector<EdgeUse> uses;               // sorted
};

// False: a triangle has two corners at one place.
bool make_surface(std::span<const Vec3> vertices, std::span<const Pieces::Corners> triangles, Surface& out) {
  std::vector<std::uint32_t> all(vertices.size());
  std::iota(all.begin(), all.end(), 0u);
  const std::vector<std::uint32_t> welded = weld(vertices, std::move(all));
  out.vertices = vertices;
  for (const Pieces::Corners& t : triangles) {
    out.triangles.push_back({welded[t[0]], welded[t[1]], welded[t[2]]});
    append_edges(out.triangles.back(), static_cast<std::uint32_t>(out.triangles.size() - 1), out.uses);
  }
  std::sort(out.uses.begin(), out.uses.end());
  return out.uses.size() == 3 * triangles.size();
}

bool is_sphere(const Surface& s) {
  const auto parts = find_parts(s.triangles, s.vertices.size());
  if (parts.size() != 1) return false;
  std::vector<bool> is_used(s.vertices.size());
  for (const Pieces::Corners& t : s.triangles)
    for (const std::uint32_t corner : t) is_used[corner] = true;
  const auto corners = std::count(is_used.begin(), is_used.end(), true);
  std::ptrdiff_t edges = 0;
  bool is_manifold = true;
  for_each_edge(s.uses, [&](const SharedEdge& edge) {
    ++edges;
    is_manifold = is_manifold && edge.uses.size() == 2 && edge.backward == 1;
  });
  return is_manifold && corners - edges + static_cast<std::ptrdiff_t>(s.triangles.size()) == 2;
}

std::uint32_t opposite(const Pieces::Corners& t, const EdgeUse& use) {
  for (const std::uint32_t corner : t)
    if (corner != use.low && corner != use.high) return corner;
  return t[0];
}

// 1: bent outward, seen from the side the corners run counterclockwise; -1: inward; 0: flat. 2: folded back.
int bend_of(const Surface& s, const SharedEdge& edge) {
  const auto point = [&](std::uint32_t v) { return Vec3d(s.vertices[v]); };
  const Pieces::Corners &t = s.triangles[edge.uses[0].triangle()], &u = s.triangles[edge.uses[1].triangle()];
  const Vec3d far = point(opposite(u, edge.uses[1]));
  const int side = orient3d(point(t[0]), point(t[1]), point(t[2]), far);
  if (side != 0) return side > 0 ? 1 : -1;
  // In one plane: the corners across must lie on different sides of the edge.
  const Vec3d p = point(edge.uses[0].low), q = point(edge.uses[0].high),
              near = point(opposite(t, edge.uses[0]));
  const Vec3d across_near = cross(q - p, near - p), across_far = cross(q - p, far - p);
  return dot(across_near, across_far) < 0 ? 0 : 2;
}

}  // namespace

bool is_convex(std::span<const Vec3> vertices, std::span<const Pieces::Corners> triangles) {
  Surface s;
  if (!make_surface(vertices, triangles, s) || !is_sphere(s)) return false;
  bool is_bent[2] = {false, false}, is_folded = false;
  for_each_edge(s.uses, [&](const SharedEdge& edge) {
    const int bend = bend_of(s, edge);
    is_folded = is_folded || bend == 2;
    if (bend == 1) is_bent[0] = true;
    if (bend == -1) is_bent[1] = true;
  });
  return !is_folded && is_bent[0] != is_bent[1];
}

bool is_inside_out(std::span<const Vec3> vertices, std::span<const Pieces::Corners> triangles) {
  if (triangles.empty()) return false;
  const Vec3d origin(vertices[triangles[0][0]]);
  double volume = 0;  // six times
  for (const Pieces::Corners& t : triangles) {
    const Vec3d a = Vec3d(vertices[t[0]]) - origin, b = Vec3d(vertices[t[1]]) - origin;
    volume += dot(cross(a, b), Vec3d(vertices[t[2]]) - origin);
  }
  return volume < 0;
}

}  // namespace graze::inline GRAZE_ABI
