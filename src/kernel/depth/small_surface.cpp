// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/small_surface.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI {

void DepthChange::add(DepthSurface& surface, std::size_t slot, const std::size_t (&vertices)[3]) {
  const std::size_t i = count++;
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t k = 0; k < 3; ++k) corners[c][k][i] = surface.w[k][vertices[c]];
    surface.corners[slot][c] = static_cast<std::uint8_t>(vertices[c]);
  }
  surfaces[i] = &surface;
  slots[i] = static_cast<std::uint8_t>(slot);
}

void DepthSurface::clear() {
  vertex_count = face_count = slot_count = 0;
  std::fill(to, to + kDepthVertices, 0);
  std::fill(from, from + kDepthVertices, 0);
}

void DepthSurface::fill_slots(std::size_t count) {
  for (; slot_count < count; slot_count += kDepthLanes)
    for (std::size_t f = slot_count; f < slot_count + kDepthLanes; ++f) {
      height[f] = top[f] = std::numeric_limits<double>::infinity();
      normal[0][f] = normal[1][f] = normal[2][f] = 0;
    }
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
  for (std::size_t f = 0; f < 4; ++f) {
    const std::uint8_t* const c = kTetrahedron[f];
    change.add(*this, f, {c[0], c[second], c[3 - second]});
  }
  face_count = 4;
  fill_slots(face_count);
}

bool DepthSurface::replace(std::uint64_t faces, DepthChange& change) {
  const auto bit = [](std::size_t i) { return std::uint64_t{1} << i; };
  std::uint64_t touched = 0;
  std::size_t gone = 0;
  for (std::uint64_t left = faces; left != 0; left &= left - 1, ++gone) {
    const std::uint8_t* c = corners[std::countr_zero(left)];
    const std::size_t i = c[0], j = c[1], k = c[2];
    const std::uint64_t p = bit(i), q = bit(j), r = bit(k);
    to[i] |= q, to[j] |= r, to[k] |= p;
    from[i] |= r, from[j] |= p, from[k] |= q;
    touched |= p | q | r;
  }
  // No branch on what is on the border: it cannot be predicted.
  std::size_t ends[kDepthVertices + 1][2];
  std::uint64_t forks = 0;
  std::size_t count = 0;
  for (std::uint64_t left = touched; left != 0; left &= left - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(left));
    const std::uint64_t border = to[i] & ~from[i];  // edges without their reverse
    to[i] = from[i] = 0;
    forks |= border & (border - 1);
    ends[count][0] = i;
    ends[count][1] = static_cast<std::size_t>(std::countr_zero(border));
    count += border != 0 ? 1 : 0;
  }
  if (forks != 0 || count == 0 || face_count + count > kDepthFaces + gone) return false;
  std::uint64_t room = faces;
  const std::size_t slots = face_count + count - std::min(count, gone);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t slot =
        k < gone ? static_cast<std::size_t>(std::countr_zero(room)) : face_count + k - gone;
    room &= room - 1;
    change.add(*this, slot, {ends[k][0], ends[k][1], vertex_count - 1});
  }
  face_count = slots;
  fill_slots(slots);
  for (; room != 0; room &= room - 1) {
    const int slot = std::countr_zero(room);
    height[slot] = top[slot] = std::numeric_limits<double>::infinity();
    normal[0][slot] = normal[1][slot] = normal[2][slot] = 0;
  }
  return true;
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
