// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "math/rounding.h"

// The surface of an expanding polytope of few vertices: what query/batch/depth-inl.h keeps for each lane.

namespace graze::inline GRAZE_ABI {

inline constexpr std::size_t kDepthLanes = 8;   // of double, as many as any target has
inline constexpr std::size_t kDepthFaces = 64;  // so that a set of faces is a word
inline constexpr std::size_t kDepthVertices = kDepthFaces / 2 + 2;

struct DepthSurface;

/// Faces that need planes, of all lanes: their corners, and where they go.
struct DepthChange {
  static constexpr std::size_t kCapacity = kDepthLanes * kDepthVertices;
  alignas(64) double corners[3][3][kCapacity];
  DepthSurface* surfaces[kCapacity];
  std::uint8_t slots[kCapacity];
  std::size_t count = 0;

  void add(DepthSurface& surface, std::size_t slot, const std::size_t (&vertices)[3]);
};

/// Triangles around the origin, corners counterclockwise as seen from outside. A slot whose height is
/// infinite has no face. Planes and heights are filled in by others.
struct DepthSurface {
  alignas(64) double w[3][kDepthVertices];    // vertices of A - B
  alignas(64) double normal[3][kDepthFaces];  // unit, outward
  alignas(64) double top[kDepthFaces];        // the greatest height of a corner along it
  alignas(64) double height[kDepthFaces];     // the least; minus infinite: the origin may be in front of it
  std::uint8_t corners[kDepthFaces][4];       // and one of no use
  std::uint8_t ids[2][kDepthVertices];        // the vertices of a and b that w is made of
  std::size_t vertex_count, face_count;
  std::size_t slot_count;  // slots that have been filled, with a face or without; a multiple of kDepthLanes
  std::uint64_t to[kDepthVertices], from[kDepthVertices];  // all zero but within replace()

  /// No vertices, no faces.
  void clear();
  void add_vertex(const Vec3d& p, std::uint32_t id_a, std::uint32_t id_b);
  [[nodiscard]] Vec3d vertex(std::size_t i) const { return {w[0][i], w[1][i], w[2][i]}; }
  [[nodiscard]] Vec3d normal_of(std::size_t f) const { return {normal[0][f], normal[1][f], normal[2][f]}; }

  /// The tetrahedron of the four vertices that are in. Faces are added to `change`.
  void begin(DepthChange& change);
  /// Replaces a set of faces by what joins its border to the last vertex. False: no room, or the border is no
  /// simple loop.
  [[nodiscard]] bool replace(std::uint64_t faces, DepthChange& change);

  /// The weights of a face's corners at the foot of the normal of `nearest`, which is `height` long; of
  /// several faces in one plane, of any that has it to within `error`. kDepthFaces: none has.
  [[nodiscard]] std::size_t find_foot(std::size_t nearest, double at, double error,
                                      double (&weights)[3]) const;

 private:
  void fill_slots(std::size_t count);
  [[nodiscard]] bool is_foot_in(std::size_t face, const Vec3d& foot, double error,
                                double (&weights)[3]) const;
};

}  // namespace graze::inline GRAZE_ABI
