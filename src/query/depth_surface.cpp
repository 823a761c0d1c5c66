// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/depth_surface.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI {

void DepthSurface::begin() {
  constexpr std::uint8_t kCorners[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
  constexpr std::uint8_t kNeighbours[4][3] = {{4 * 1 + 2, 4 * 3 + 2, 4 * 2 + 0},
                                              {4 * 2 + 2, 4 * 3 + 0, 4 * 0 + 0},
                                              {4 * 0 + 2, 4 * 3 + 1, 4 * 1 + 0},
                                              {4 * 1 + 1, 4 * 2 + 1, 4 * 0 + 1}};
  const Vec3d e1 = w[1] - w[0], e2 = w[2] - w[0], e3 = w[3] - w[0];
  if (dot(cross(e1, e2), e3) > 0) {  // the last one lies in front of the others
    std::swap(a[1], a[2]);
    std::swap(b[1], b[2]);
    std::swap(w[1], w[2]);
  }
  std::copy(&kCorners[0][0], &kCorners[0][0] + 12, &corners[0][0]);
  std::copy(&kNeighbours[0][0], &kNeighbours[0][0] + 12, &neighbours[0][0]);
  face_count = 4;
}

namespace {

/// The border of what is seen: where an edge starts and ends, and what lies beyond it.
struct Border {
  struct Edge {
    std::uint8_t from, to, beyond;
  };
  Edge edges[kDepthFaces];
  std::size_t count = 0;
  std::uint64_t starts = 0;
  bool is_simple = true;

  void add(std::uint8_t from, std::uint8_t to, std::uint8_t beyond) {
    is_simple = is_simple && count < kDepthFaces && (starts >> from & 1) == 0;
    if (!is_simple) return;
    starts |= std::uint64_t{1} << from;
    edges[count++] = {from, to, beyond};
  }
};

}  // namespace

bool DepthSurface::grow(std::size_t nearest, double doubt, Change& change) {
  const auto vertex = static_cast<std::uint8_t>(vertex_count - 1);
  const Vec3d& p = w[vertex];
  std::uint8_t seen[kDepthFaces];
  std::uint64_t is_seen = std::uint64_t{1} << nearest;
  std::size_t seen_count = 1;
  seen[0] = static_cast<std::uint8_t>(nearest);
  Border border;
  for (std::size_t i = 0; i < seen_count; ++i) {
    const std::uint8_t f = seen[i];
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint8_t beyond = neighbours[f][k], g = beyond >> 2;
      if ((is_seen >> g & 1) != 0) continue;
      const DepthFace& plane = planes[g];
      if (dot(plane.normal, p) > plane.top + doubt) {
        is_seen |= std::uint64_t{1} << g;
        seen[seen_count++] = g;
      } else {
        border.add(corners[f][k], corners[f][k == 2 ? 0 : k + 1], beyond);
      }
    }
  }
  if (!border.is_simple) return false;
  std::size_t slots = face_count;
  std::uint8_t face_from[kDepthVertices];
  for (std::size_t i = 0; i < border.count; ++i) {
    if (i >= seen_count && slots == kDepthFaces) return false;
    const auto slot = i < seen_count ? seen[i] : static_cast<std::uint8_t>(slots++);
    change.made[i] = slot;
    face_from[border.edges[i].from] = slot;
  }
  change.made_count = border.count;
  for (std::size_t i = border.count; i < seen_count; ++i) change.gone[change.gone_count++] = seen[i];
  for (std::size_t i = 0; i < border.count; ++i) {
    const Border::Edge& e = border.edges[i];
    const std::uint8_t slot = change.made[i];
    corners[slot][0] = e.from;
    corners[slot][1] = e.to;
    corners[slot][2] = vertex;
    link(slot, 0, e.beyond);
    link(slot, 1, static_cast<std::uint8_t>(4 * face_from[e.to] + 2));
  }
  face_count = slots;
  return true;
}

bool DepthSurface::is_foot_in(std::size_t face, const Vec3d& foot, double error, Vec3d& on_a,
                              Vec3d& on_b) const {
  const std::uint8_t* c = corners[face];
  const Vec3d &p = w[c[0]], &q = w[c[1]], &r = w[c[2]], n = cross(q - p, r - p);
  const double inverse = 1 / dot(n, n);
  const double x = std::clamp(dot(n, cross(q - foot, r - foot)) * inverse, 0.0, 1.0),
               y = std::clamp(dot(n, cross(r - foot, p - foot)) * inverse, 0.0, 1.0 - x), z = 1 - x - y;
  on_a = a[c[0]] * x + a[c[1]] * y + a[c[2]] * z;
  on_b = b[c[0]] * x + b[c[1]] * y + b[c[2]] * z;
  return max_abs((on_a - on_b) - foot) <= error;
}

bool DepthSurface::find_foot(std::size_t nearest, double height, double error, Vec3d& on_a,
                             Vec3d& on_b) const {
  const Vec3d foot = planes[nearest].normal * height;
  if (is_foot_in(nearest, foot, error, on_a, on_b)) return true;
  for (std::size_t f = 0; f < face_count; ++f)
    if (planes[f].top <= height + error && is_foot_in(f, foot, error, on_a, on_b)) return true;
  return false;
}

}  // namespace graze::inline GRAZE_ABI
