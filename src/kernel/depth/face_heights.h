// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "shape/core/reader.h"

// How far each vertex of one small hull lies below each face of another: all that separating axes are made
// of.

namespace graze::inline GRAZE_ABI::depth {

/// Vertices in the working frame.
struct SmallVertices {
  alignas(64) double x[kSmallVertices];
  alignas(64) double y[kSmallVertices];
  alignas(64) double z[kSmallVertices];
  std::uint32_t count = 0;

  [[nodiscard]] Vec3d operator[](std::uint32_t i) const { return {x[i], y[i], z[i]}; }
};

/// Planes of faces in the working frame: unit normal · p = offset. Padded as those of the SmallHull.
struct SmallFaces {
  alignas(64) double x[kSmallFaces];
  alignas(64) double y[kSmallFaces];
  alignas(64) double z[kSmallFaces];
  alignas(64) double offset[kSmallFaces];
  std::uint32_t count = 0, padded = 0;

  [[nodiscard]] Vec3d normal(std::uint32_t i) const { return {x[i], y[i], z[i]}; }
};

/// How planes of a hull's own frame are placed.
struct PlaneMap {
  Mat3d cofactors;  // of normals
  double factor;    // of an offset, for a normal that `cofactors` leaves unit
  Vec3d translation;
};

struct FaceHeights {
  alignas(64) double depth[kSmallVertices][kSmallFaces];  // of a vertex below a face
  alignas(64) double vertex[kSmallFaces];                 // the deepest below each face; the first of several
  alignas(64) double deepest[kSmallFaces];                // how deep that is
  double least;                                           // depth of that, where it is least
  std::uint32_t nearest;                                  // the face it is below; the first of several
};

/// Every SIMD target does the same operations in the same order, so that all agree to the bit.
struct FaceKernels {
  /// VertexReader::vertex() of all vertices.
  void (*place_vertices)(const VertexSet& set, const Mat3d& linear, const Vec3d& translation,
                         SmallVertices& vertices);
  void (*place)(const SmallHull& hull, const PlaneMap& map, SmallFaces& faces);
  void (*measure)(const SmallFaces& faces, const SmallVertices& vertices, FaceHeights& heights);
};
[[nodiscard]] FaceKernels face_kernels();

}  // namespace graze::inline GRAZE_ABI::depth
