// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/distance.h"
#include "query/pair/pair.h"
#include "shape/shape_block.h"

// Kernels that single queries share with the lanes of batches, compiled once per SIMD target: the last step
// of a search, round shapes, and the geometry of results.

namespace graze::inline GRAZE_ABI {

/// Up to four vertices of A - B that a search, or the query before, ended at. In canonical order, numbered as
/// by the readers.
struct NearVertices {
  std::uint32_t a[4] = {}, b[4] = {};
  std::uint32_t count = 0;
};

/// The answer from such vertices of spheres, capsules, boxes and polytopes under similarities; one support of
/// each shape proves it. False: they are not the nearest, or it is too close to call.
[[nodiscard]] bool solve_from_vertices(const PairFrame& pair, const NearVertices& vertices, int iterations,
                                       Answer& out);

/// Distance, or what else the goal takes from it, of a pair with these vertices (polytopes) or of two cores
/// of at most eight corners (none given). A search in float, then solve_from_vertices(). False: given up, too
/// close to call, or the cores meet and their depth is wanted.
[[nodiscard]] bool solve_by_search(const PairFrame& pair, const VertexSet* const (&sets)[2],
                                   const Vec3d (&inner)[2], int max_iterations, bool wants_depth,
                                   NearVertices& near, Answer& out);

/// Two spheres or capsules under similarities. False: too close to call.
[[nodiscard]] bool solve_round_pair(const PairFrame& pair, Answer& out);

/// Their distance; all fields of it are set.
[[nodiscard]] bool measure_round_pair(const Operand& a, const Operand& b, Real threshold, Distance& out);

/// find_quick_axis() along the line of centres, for two boxes under similarities without margins.
[[nodiscard]] bool are_boxes_quickly_apart(const Operand& a, const Operand& b, Vec3& axis);

/// Two boxes under similarities without margins: the axis along which they overlap least.
struct BoxOverlap {
  int axis;                      // numbered as in kernel/box/frame-inl.h
  double height;                 // overlap along the unit axis; negative: apart
  double others;                 // no other axis overlaps by less
  double size, rounding, error;  // as in BoxFrame
};
void overlap_boxes(const PairFrame& pair, BoxOverlap& out);

/// Where a result has its geometry, in the order of the call.
struct ResultPoints {
  Vec3* normal;
  Vec3* world[2];
  Vec3* local[2];
};

/// Normal and points of an answer in the caller's order, frames and precision. Precondition: world units,
/// similarities.
void place_points(const PairFrame& pair, const Vec3d& normal, const Vec3d& first, const Vec3d& second,
                  const ResultPoints& to);

}  // namespace graze::inline GRAZE_ABI
