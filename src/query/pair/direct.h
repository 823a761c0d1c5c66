// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/gjk/vertex_number.h"
#include "query/pair/kernels.h"
#include "query/pair/pair.h"

namespace graze::inline GRAZE_ABI {

/// Pairs of spheres, capsules and boxes under similarities, without margins, answered from the operands
/// without setting up cores; each is one lane of a kernel that batches run. False: not such a pair, or too
/// close to call; `frame` may then be unset.
[[nodiscard]] bool solve_directly(const Operand& a, const Operand& b, Goal goal,
                                  const QuerySettings& settings, PairFrame& frame, Answer& out);

/// The distance of a pair with a polytope in it, as above.
[[nodiscard]] bool solve_hulls_directly(const PairFrame& pair, const QuerySettings& settings, Answer& out);

/// Where a search ended, for the next.
void store_search(const PairFrame& pair, const NearVertices& near, const Answer& answer, PairCache& cache);

/// World units; `first` is the operand that comes first in canonical order.
void set_frame(const Operand& a, const Operand& b, int first, PairFrame& frame);

/// Shapes that have lane kernels, under similarities.
enum class LaneKind : std::uint8_t { round, box, hull, none };
inline constexpr std::uint32_t kLaneVertices = 64;  // of a hull, at most

[[nodiscard]] inline LaneKind lane_kind(const Operand& o) {
  if (o.placement->kind() < Affine::Kind::similarity) return LaneKind::none;
  switch (o.shape->kind) {
    case ShapeKind::sphere:
    case ShapeKind::capsule:
      return LaneKind::round;
    case ShapeKind::box:
      return LaneKind::box;
    case ShapeKind::polytope:
      return polytope_of(*o.shape).vertices.count <= kLaneVertices && o.shape->block->roundings == 0
                 ? LaneKind::hull
                 : LaneKind::none;
    default:
      return LaneKind::none;
  }
}

/// Of a polytope with up to kLaneVertices vertices: whether the planes of its faces are known.
inline constexpr std::uint32_t kLaneFaces = 2 * kLaneVertices - 4;
[[nodiscard]] inline bool has_ray_lanes(const ShapeView& polytope) {
  const HullTopology* topology = exact_topology_of(polytope);
  return topology != nullptr && topology->face_count() > 0 && topology->face_count() <= kLaneFaces;
}

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

template <class T>
inline void box_corner(const T (&half)[3], std::uint32_t number, double (&corner)[3]) {
  for (unsigned k = 0; k < 3; ++k) {
    const double h = static_cast<double>(half[k]);
    corner[k] = (number >> k & 1u) != 0 ? -h : h;
  }
}

}  // namespace graze::inline GRAZE_ABI
