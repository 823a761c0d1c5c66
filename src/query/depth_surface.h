// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "math/rounding.h"

// The surface of an expanding polytope of few vertices: what depth_lanes-inl.h does lane by lane.

namespace graze::inline GRAZE_ABI {

inline constexpr std::size_t kDepthLanes = 8;   // of double, as many as any target has
inline constexpr std::size_t kDepthFaces = 64;  // so that a set of faces is a word, and a neighbour a byte
inline constexpr std::size_t kDepthVertices = kDepthFaces / 2 + 2;

struct DepthFace {
  Vec3d normal;  // unit, outward; zero: no face
  double top;    // the greatest height of its corners
};

/// Triangles around the origin. Edge k of a face runs from corner k to the next; neighbours are faces times
/// four and the edge of them.
struct DepthSurface {
  Vec3d a[kDepthVertices], b[kDepthVertices], w[kDepthVertices];  // w = a - b
  DepthFace planes[kDepthFaces];
  std::uint8_t corners[kDepthFaces][3], neighbours[kDepthFaces][3];
  std::size_t vertex_count, face_count;

  void add_vertex(const Vec3d& on_a, const Vec3d& on_b) {
    a[vertex_count] = on_a;
    b[vertex_count] = on_b;
    w[vertex_count++] = on_a - on_b;
  }
  /// Four vertices are in. Corners counterclockwise as seen from outside; planes are left to the caller.
  void begin();

  /// Replaces what the last vertex sees by more than `doubt`, from `nearest` on, by what joins its border to
  /// it. `made` are the faces that need planes, `gone` those that are none any more. False: no room, or the
  /// border is no simple loop.
  struct Change {
    std::uint8_t made[kDepthFaces], gone[kDepthFaces];
    std::size_t made_count = 0, gone_count = 0;
  };
  [[nodiscard]] bool grow(std::size_t nearest, double doubt, Change& change);

  /// The point at `height` along the normal of a face as a point of the face: `on_a` of A, `on_b` of B. Of
  /// several faces in one plane, any that has it. False: none has it to within `error`.
  [[nodiscard]] bool find_foot(std::size_t nearest, double height, double error, Vec3d& on_a,
                               Vec3d& on_b) const;

 private:
  [[nodiscard]] bool is_foot_in(std::size_t face, const Vec3d& foot, double error, Vec3d& on_a,
                                Vec3d& on_b) const;
  void link(std::size_t f, std::size_t edge, std::uint8_t other) {
    neighbours[f][edge] = other;
    neighbours[other >> 2][other & 3] = static_cast<std::uint8_t>(4 * f + edge);
  }
};

}  // namespace graze::inline GRAZE_ABI
