// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/surface.h"

#include <algorithm>
#include <numeric>

#include "math/predicates.h"

namespace graze::inline GRAZE_ABI {
namespace {

struct Surface {
  std::span<const Vec3> vertices;
  std::vector<Pieces::Corners> triangles;  // of welded vertices
  std::vector<EdgeUse> uses;               // sorted

  Surface(std::span<const Vec3> points, std::span<const Pieces::Corners> corners) : vertices(points) {
    std::vector<std::uint32_t> all(points.size());
    std::iota(all.begin(), all.end(), 0u);
    const std::vector<std::uint32_t> welded = weld(points, std::move(all));
    triangles.reserve(corners.size());
    uses.reserve(3 * corners.size());
    for (const Pieces::Corners& t : corners) {
      triangles.push_back({welded[t[0]], welded[t[1]], welded[t[2]]});
      append_edges(triangles.back(), static_cast<std::uint32_t>(triangles.size() - 1), uses);
    }
    std::sort(uses.begin(), uses.end());
  }
};

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

bool is_convex(const Surface& s) {
  if (s.uses.size() != 3 * s.triangles.size() || !is_sphere(s))
    return false;  // or two corners are at one place
  bool is_bent[2] = {false, false}, is_folded = false;
  for_each_edge(s.uses, [&](const SharedEdge& edge) {
    const int bend = bend_of(s, edge);
    is_folded = is_folded || bend == 2;
    if (bend == 1) is_bent[0] = true;
    if (bend == -1) is_bent[1] = true;
  });
  return !is_folded && is_bent[0] != is_bent[1];
}

// How far the line between the far corners of two triangles passes above their edge, on the side the corners
// run counterclockwise; zero where it passes beside the edge, or as near as rounding.
double dent_of(const Surface& s, const SharedEdge& edge) {
  const auto point = [&](std::uint32_t v) { return Vec3d(s.vertices[v]); };
  const EdgeUse &forward = edge.uses[0].is_backward() ? edge.uses[1] : edge.uses[0],
                &backward = edge.uses[0].is_backward() ? edge.uses[0] : edge.uses[1];
  const Vec3d p = point(forward.low), left = point(opposite(s.triangles[forward.triangle()], forward)),
              right = point(opposite(s.triangles[backward.triangle()], backward));
  const Vec3d along = point(forward.high) - p, across = right - left, between = left - p;
  const Vec3d up = cross(along, across);  // against the normals: seen from outside, left is left of the edge
  const double uu = dot(up, up), volume = -dot(up, between), t = dot(cross(between, across), up),
               r = dot(cross(between, along), up);
  const double rounding = 16 * kDoubleEpsilon * length(along) * length(across) * length(between);
  if (!(std::abs(volume) > rounding && 0 <= t && t <= uu && 0 <= r && r <= uu)) return 0;
  return volume / std::sqrt(uu);
}

}  // namespace

std::vector<std::uint32_t> weld(std::span<const Vec3> vertices, std::vector<std::uint32_t> used) {
  std::sort(used.begin(), used.end(), [&](std::uint32_t i, std::uint32_t j) {
    const Vec3 &p = vertices[i], &q = vertices[j];
    if (p.x != q.x) return p.x < q.x;
    if (p.y != q.y) return p.y < q.y;
    if (p.z != q.z) return p.z < q.z;
    return i < j;
  });
  std::vector<std::uint32_t> welded(vertices.size());
  std::iota(welded.begin(), welded.end(), 0u);
  for (std::size_t i = 1; i < used.size(); ++i)
    if (vertices[used[i]] == vertices[used[i - 1]]) welded[used[i]] = welded[used[i - 1]];
  return welded;
}

void append_edges(const Pieces::Corners& welded, std::uint32_t triangle, std::vector<EdgeUse>& uses) {
  const auto [a, b, c] = welded;
  if (a == b || b == c || c == a) return;
  const auto append = [&](std::uint32_t from, std::uint32_t to) {
    uses.push_back({std::min(from, to), std::max(from, to), triangle * 2 + (from < to ? 0u : 1u)});
  };
  append(a, b);
  append(b, c);
  append(c, a);
}

std::optional<std::uint32_t> find_unbalanced_triangle(std::span<const Vec3> vertices,
                                                      std::span<const Pieces::Corners> triangles) {
  const Surface surface(vertices, triangles);
  std::optional<std::uint32_t> lowest;
  for_each_edge(surface.uses, [&](const SharedEdge& edge) {
    if (!edge.is_open() && !edge.is_flipped()) return;
    for (const EdgeUse& use : edge.uses)
      if (!lowest || use.triangle() < *lowest) lowest = use.triangle();
  });
  return lowest;
}

std::vector<std::uint32_t> find_parts(std::span<const Pieces::Corners> triangles, std::size_t vertex_count) {
  // Disjoint sets; the lowest vertex of a set is its root, and paths are halved on the way.
  std::vector<std::uint32_t> parent(vertex_count);
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  const auto join = [&](std::uint32_t u, std::uint32_t v) {
    u = root(u);
    v = root(v);
    parent[std::max(u, v)] = std::min(u, v);
  };
  std::vector<bool> is_used(vertex_count);
  for (const Pieces::Corners& t : triangles) {
    join(t[0], t[1]);
    join(t[0], t[2]);
    for (const std::uint32_t corner : t) is_used[corner] = true;
  }
  std::vector<std::uint32_t> parts;
  for (std::uint32_t v = 0; v < vertex_count; ++v)
    if (parent[v] == v && is_used[v]) parts.push_back(v);
  return parts;
}

Bends find_bends(std::span<const Vec3> vertices, std::span<const Pieces::Corners> triangles, double deeper) {
  const Surface s(vertices, triangles);
  if (is_convex(s)) return Bends::convex;
  const double outward = is_inside_out(vertices, triangles) ? -1 : 1;
  bool is_dented = false;
  for_each_edge(s.uses, [&](const SharedEdge& edge) {
    is_dented = is_dented || (edge.uses.size() == 2 && outward * dent_of(s, edge) > deeper);
  });
  return is_dented ? Bends::dented : Bends::unclear;
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
