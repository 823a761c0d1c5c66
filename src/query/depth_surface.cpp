// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/depth_surface.h"

#include <algorithm>
#include <cstring>

namespace graze::inline GRAZE_ABI {

void DepthSurface::clear() {
  vertex_count = face_count = 0;
  std::fill(height, height + kDepthFaces, std::numeric_limits<double>::infinity());
  std::fill(top, top + kDepthFaces, std::numeric_limits<double>::infinity());
  for (auto& row : normal) std::fill(row, row + kDepthFaces, 0.0);
  std::fill(to, to + kDepthVertices, 0);
  std::fill(from, from + kDepthVertices, 0);
}

void DepthSurface::add_vertex(const Vec3d& p, std::uint32_t id_a, std::uint32_t id_b) {
  const std::size_t i = vertex_count++;
  w[0][i] = p.x, w[1][i] = p.y, w[2][i] = p.z;
  ids[0][i] = static_cast<std::uint8_t>(id_a);
  ids[1][i] = static_cast<std::uint8_t>(id_b);
}

void DepthSurface::begin(DepthChange& change) {
  constexpr std::uint8_t kTetrahedron[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
  const Vec3d p = vertex(0), e1 = vertex(1) - p, e2 = vertex(2) - p, e3 = vertex(3) - p;
  const std::size_t second = dot(cross(e1, e2), e3) > 0 ? 2 : 1;  // the last vertex is behind the others
  for (std::uint8_t f = 0; f < 4; ++f) {
    std::copy(kTetrahedron[f], kTetrahedron[f] + 3, corners[f]);
    if (second == 2) std::swap(corners[f][1], corners[f][2]);
    for (std::size_t k = 0; k < 3; ++k) change.corners[k][f] = corners[f][k];
    change.slots[f] = f;
  }
  face_count = change.count = 4;
}

bool DepthSurface::replace(std::uint64_t faces, DepthChange& change) {
  const auto bit = [](std::size_t i) { return std::uint64_t{1} << i; };
  std::uint64_t touched = 0;
  for (std::uint64_t left = faces; left != 0; left &= left - 1) {
    const std::uint8_t* c = corners[std::countr_zero(left)];
    const std::uint64_t p = bit(c[0]), q = bit(c[1]), r = bit(c[2]);
    to[c[0]] |= q, to[c[1]] |= r, to[c[2]] |= p;
    from[c[0]] |= r, from[c[1]] |= p, from[c[2]] |= q;
    touched |= p | q | r;
  }
  std::uint64_t room = faces;
  std::size_t count = 0, slots = face_count;
  for (std::uint64_t left = touched; left != 0; left &= left - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(left));
    const std::uint64_t border = to[i] & ~from[i];  // edges without their reverse
    to[i] = from[i] = 0;
    if (border == 0) continue;
    if ((border & (border - 1)) != 0 || (room == 0 && slots == kDepthFaces)) return false;
    change.corners[0][count] = static_cast<std::int64_t>(i);
    change.corners[1][count] = std::countr_zero(border);
    change.slots[count++] = static_cast<std::uint8_t>(room != 0 ? std::countr_zero(room) : int(slots++));
    room &= room - 1;
  }
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint8_t c[4] = {static_cast<std::uint8_t>(change.corners[0][k]),
                               static_cast<std::uint8_t>(change.corners[1][k]),
                               static_cast<std::uint8_t>(vertex_count - 1), 0};
    std::memcpy(corners[change.slots[k]], c, 4);
  }
  change.count = count;
  face_count = slots;
  for (; room != 0; room &= room - 1) {
    const int slot = std::countr_zero(room);
    height[slot] = top[slot] = std::numeric_limits<double>::infinity();
    normal[0][slot] = normal[1][slot] = normal[2][slot] = 0;
  }
  return count > 0;
}

bool DepthSurface::is_foot_in(std::size_t face, const Vec3d& foot, double error, double (&weights)[3]) const {
  const std::uint8_t* c = corners[face];
  const Vec3d p = vertex(c[0]), q = vertex(c[1]), r = vertex(c[2]), n = cross(q - p, r - p);
  const double inverse = 1 / dot(n, n);
  weights[0] = std::clamp(dot(n, cross(q - foot, r - foot)) * inverse, 0.0, 1.0);
  weights[1] = std::clamp(dot(n, cross(r - foot, p - foot)) * inverse, 0.0, 1.0 - weights[0]);
  weights[2] = 1 - weights[0] - weights[1];
  return max_abs(p * weights[0] + q * weights[1] + r * weights[2] - foot) <= error;
}

std::size_t DepthSurface::find_foot(std::size_t nearest, double at, double error,
                                    double (&weights)[3]) const {
  const Vec3d foot = normal_of(nearest) * at;
  if (is_foot_in(nearest, foot, error, weights)) return nearest;
  for (std::size_t f = 0; f < face_count; ++f)
    if (top[f] <= at + error && is_foot_in(f, foot, error, weights)) return f;
  return kDepthFaces;
}

}  // namespace graze::inline GRAZE_ABI
