// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <limits>

#include "kernel/depth/small_surface.h"
#include "math/rounding.h"

// The expanding polytope of one lane: a small surface with positions, and planes laid out for looking at
// several facets at once. Planes are set by query/batch/depth.cpp, for the new facets of all lanes
// together.

namespace graze::inline GRAZE_ABI {

inline constexpr std::size_t kDepthLanes = 8;  // of double, as many as any target has

struct DepthSurface : depth::SmallSurface<34> {
  static_assert(kMaxFacets == 64, "a set of facets is a word");

  alignas(64) double w[3][kMaxVertices];     // corners, vertices of A - B
  alignas(64) double normal[3][kMaxFacets];  // unit, outward; zero at a vacant place
  alignas(64) double top[kMaxFacets];        // the greatest height of a corner along it
  alignas(64) double height[kMaxFacets];     // the least; minus infinite: the origin may be in front of it
  std::uint32_t place_count;                 // places with a height; a multiple of kDepthLanes
  Edges edges = {};

  [[nodiscard]] Vec3d vertex(std::size_t i) const { return {w[0][i], w[1][i], w[2][i]}; }
  [[nodiscard]] Vec3d normal_of(std::size_t f) const { return {normal[0][f], normal[1][f], normal[2][f]}; }

  /// No vertices, no facets.
  void clear() { vertex_count = facet_count = place_count = 0; }

  void add_vertex(const Vec3d& p, std::uint32_t id_a, std::uint32_t id_b) {
    for (int k = 0; k < 3; ++k) w[k][vertex_count] = p[k];
    vertices[0][vertex_count] = id_a;
    vertices[1][vertex_count++] = id_b;
  }

  /// The tetrahedron of the four vertices that are in.
  void set_tetrahedron() {
    constexpr std::uint8_t kCorners[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
    const Vec3d p = vertex(0), e1 = vertex(1) - p, e2 = vertex(2) - p, e3 = vertex(3) - p;
    const int second = dot(cross(e1, e2), e3) > 0 ? 2 : 1;  // the last vertex is behind the others
    for (std::uint32_t f = 0; f < 4; ++f)
      set_facet(f, kCorners[f][0], kCorners[f][second], kCorners[f][3 - second]);
    facet_count = 4;
    make_places();
  }

  /// A height at every place up to the last facet, and for as many more as kernels read.
  void make_places() {
    for (; place_count < facet_count; place_count += kDepthLanes) {
      for (auto& row : normal) std::fill_n(row + place_count, kDepthLanes, 0.0);
      for (double* const row : {top, height})
        std::fill_n(row + place_count, kDepthLanes, std::numeric_limits<double>::infinity());
    }
  }
  /// A place without a facet is infinitely far away, and seen from nowhere.
  void vacate(std::uint32_t f) { height[f] = top[f] = std::numeric_limits<double>::infinity(); }

  /// The weights of a facet's corners at the foot of the normal of `nearest`, which is `at` long; of several
  /// facets in one plane, of any that has it to within `error`. kMaxFacets: none has.
  [[nodiscard]] std::size_t find_foot(std::size_t nearest, double at, double error,
                                      double (&weights)[3]) const {
    const Vec3d foot = normal_of(nearest) * at;
    if (is_foot_in(nearest, foot, error, weights)) return nearest;
    for (std::size_t f = 0; f < facet_count; ++f)
      if (top[f] <= at + error && is_foot_in(f, foot, error, weights)) return f;
    return kMaxFacets;
  }

 private:
  [[nodiscard]] bool is_foot_in(std::size_t f, const Vec3d& foot, double error, double (&weights)[3]) const {
    const std::uint8_t* const c = facets[f];
    const Vec3d p = vertex(c[0]), q = vertex(c[1]), r = vertex(c[2]), n = cross(q - p, r - p);
    const double inverse = 1 / dot(n, n);
    weights[0] = std::clamp(dot(n, cross(q - foot, r - foot)) * inverse, 0.0, 1.0);
    weights[1] = std::clamp(dot(n, cross(r - foot, p - foot)) * inverse, 0.0, 1.0 - weights[0]);
    weights[2] = 1 - weights[0] - weights[1];
    return max_abs(p * weights[0] + q * weights[1] + r * weights[2] - foot) <= error;
  }
};

/// Facets that need planes, of all lanes: their corners, and where the planes go.
struct DepthChange {
  static constexpr std::size_t kCapacity = kDepthLanes * DepthSurface::kMaxVertices;
  alignas(64) double corners[3][3][kCapacity];
  DepthSurface* surfaces[kCapacity];
  std::uint8_t slots[kCapacity];
  std::size_t count = 0;

  void add(DepthSurface& surface, std::uint8_t slot) {
    const std::size_t i = count++;
    const std::uint8_t* const facet = surface.facets[slot];
    const std::size_t p = facet[0], q = facet[1], r = facet[2];
    for (std::size_t k = 0; k < 3; ++k) {
      corners[0][k][i] = surface.w[k][p];
      corners[1][k][i] = surface.w[k][q];
      corners[2][k][i] = surface.w[k][r];
    }
    surfaces[i] = &surface;
    slots[i] = slot;
  }
};

}  // namespace graze::inline GRAZE_ABI
