// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/distance.h"
#include "kernel/gjk/vertex_number.h"
#include "query/pair/pair.h"
#include "shape/shape_block.h"

// Steps from the operands, without setting up cores: each is certain or declines, which is false. Most are
// one lane of a kernel that batches run.

namespace graze::inline GRAZE_ABI {

/// World units; `first` is the operand that comes first in canonical order.
void set_frame(const Operand& a, const Operand& b, int first, PairFrame& frame);
inline void set_frame(const Operand& a, const Operand& b, PairFrame& frame) {
  set_frame(a, b, comes_second(a, b) ? 1 : 0, frame);
}

/// Projects both shapes onto one direction, the line of centres or the axis that separated them last time,
/// before anything else is set up: most pairs that a yes/no is asked about are apart along it. True: apart
/// for certain, with `axis` (world, from a to b, not unit). The arithmetic is symmetric in a and b, and in
/// Real: a filter, whose undecided pairs go on along their route. Two boxes, and boxes, spheres and capsules
/// in batches, have kernel/box/centres-inl.h for the line of centres. If wanted, `gap` gets a lower bound on
/// the distance, in world units.
[[nodiscard]] bool find_quick_axis(const Operand& a, const Operand& b, const PairCache* cache, Vec3& axis,
                                   double* gap = nullptr);
/// find_quick_axis() for shapes under similarities that are so far apart for their sizes that it is likely to
/// find one. For batches of hulls, whose search in lanes takes several times as long, but is needed where the
/// line of centres does not tell.
[[nodiscard]] bool find_axis_of_far(const Operand& a, const Operand& b, Vec3& axis);
/// find_quick_axis() along the line of centres, for two boxes under similarities without margins.
[[nodiscard]] bool are_boxes_quickly_apart(const Operand& a, const Operand& b, Vec3& axis);

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

/// solve_from_vertices() with those that the last query found nearest. False also where the cache has none;
/// nothing but `frame` and `out` is then changed.
[[nodiscard]] bool solve_from_cache(const Operand& a, const Operand& b, PairCache& cache, PairFrame& frame,
                                    Answer& out);

/// Distance, or what else the goal takes from it, of a pair with these vertices (polytopes) or of two cores
/// of at most eight corners (none given). A search in float, then solve_from_vertices(). False: given up, too
/// close to call, or the cores meet and their depth is wanted.
[[nodiscard]] bool solve_by_search(const PairFrame& pair, const VertexSet* const (&sets)[2],
                                   const Vec3d (&inner)[2], int max_iterations, bool wants_depth,
                                   NearVertices& near, Answer& out);
/// solve_by_search() for the distance of a pair with a polytope in it.
[[nodiscard]] bool solve_hulls_directly(const PairFrame& pair, const QuerySettings& settings, Answer& out);
/// Keeps the axis and the vertices at which a search ended, for the next query on the pair.
void store_search(const PairFrame& pair, const NearVertices& near, const Answer& answer, PairCache& cache);

/// Two spheres or capsules under similarities. False: too close to call.
[[nodiscard]] bool solve_round_pair(const PairFrame& pair, Answer& out);
/// Their distance; all fields of it are set.
[[nodiscard]] bool measure_round_pair(const Operand& a, const Operand& b, Real threshold, Distance& out);

// Two boxes under similarities without margins, by their separating axes.

/// Yes or no: contact, and a separating axis or a common point. In Real first, then in double. False: too
/// close to call.
[[nodiscard]] bool decide_boxes(const PairFrame& pair, Goal goal, Answer& out);
/// The depth, or that there is none. False: too close to call, or a distance is wanted and the boxes are
/// apart.
[[nodiscard]] bool measure_boxes(const PairFrame& pair, Goal goal, Answer& out);
/// The axis along which they overlap least.
struct BoxOverlap {
  int axis;                      // numbered as in kernel/box/frame-inl.h
  double height;                 // overlap along the unit axis; negative: apart
  double others;                 // no other axis overlaps by less
  double size, rounding, error;  // as in BoxFrame
};
void overlap_boxes(const PairFrame& pair, BoxOverlap& out);
/// The penetration from that axis. False: too close to call.
[[nodiscard]] bool penetrate_boxes(const PairFrame& pair, const BoxOverlap& least, Answer& out);

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

/// A sphere, a capsule or a box as a box grown by a ball; of a hull only a bound on its extent.
struct LaneSize {
  Real half[3];
  Real radius;
};
[[nodiscard]] inline LaneSize lane_size(const ShapeView& shape) {
  if (shape.block != nullptr) return {{round_up(shape.block->extent), 0, 0}, 0};
  const Real* v = shape.values;
  const bool is_box = shape.kind == ShapeKind::box;
  return {{is_box ? v[0] : Real(0), v[1], v[2]}, is_box ? Real(0) : v[0]};
}

/// The vertices of a core that is no polytope as a polytope has them: the corners of a box, the ends of a
/// capsule, the centre of a sphere.
inline void set_corners(const ShapeView& shape, Real (&to)[3][kVertexPadding], VertexSet& set) {
  const bool is_box = shape.kind == ShapeKind::box;
  set = {to[0], to[1], to[2], is_box ? 8u : shape.kind == ShapeKind::capsule ? 2u : 1u, kVertexPadding};
  const LaneSize size = lane_size(shape);
  for (std::uint32_t i = 0; i < kVertexPadding; ++i) {
    const std::uint32_t corner = i < set.count ? i : 0;
    const std::uint32_t negative[3] = {corner & 1u, is_box ? corner >> 1 & 1u : corner, corner >> 2 & 1u};
    for (std::size_t k = 0; k < 3; ++k) to[k][i] = negative[k] != 0 ? -size.half[k] : size.half[k];
  }
}

}  // namespace graze::inline GRAZE_ABI
