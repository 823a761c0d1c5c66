// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "mesh/pieces.h"
#include "tree/kernels.h"

namespace graze::inline GRAZE_ABI {

/// A ray at the triangles of a mesh, made ready for many of them. Triangles are seen along the ray: sheared
/// along its largest direction, the edge functions are those of a plane. [Woop13]
struct TriangleBeam {
  Vec3d origin;     // of a ray from far away: where it comes near
  double start;     // t there, 0 otherwise
  double shear[2];  // of the other two axes, in this order: after the largest, and after that
  double inverse;   // of the largest direction
  int axis;         // the largest
  double size;      // no coordinate of the mesh, seen from the origin, is larger
  double error;     // of an edge function
};

/// A search for the triangles that the ray origin + t * direction may meet first, up to `limit`, nearer boxes
/// first. A triangle that is surely met lowers the limit.
struct RayTask {
  const Pieces& mesh;
  NodeRay nodes;
  TriangleBeam beam;
  double limit;
  bool is_any_certain;  // whether a triangle counts because it is met: not where some are not seen
  bool is_each_cast;    // at once, so that the limit may end the search: for any hit
  /// Casts the ray at the triangle at a place in the order of the tree, and gives the new limit. `is_met`: it
  /// is met for sure, up to the limit.
  double (*cast_at)(void* context, std::uint32_t place, bool is_met);
  void* context;
};

/// Precondition: the mesh is one of triangles, the direction is not zero, and both are usable.
[[nodiscard]] RayTask make_ray_task(const Pieces& mesh, const Vec3d& origin, const Vec3d& direction);

/// Casts the ray at all triangles that it may meet first; all others are missed, or met later. Gives how many
/// were tested. Every SIMD target gives the same bytes.
std::int32_t trace(RayTask& task);

}  // namespace graze::inline GRAZE_ABI
