// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/gjk/vertex_number.h"
#include "query/pair/kernels.h"
#include "query/pair/pair.h"

namespace graze::inline GRAZE_ABI {

// Steps from the operands, without setting up cores: each is one lane of a kernel that batches run.

/// Distance of a pair with a polytope in it, in canonical order and world units: GJK in float over scanned
/// vertices, proved in double. False: the step declines.
[[nodiscard]] bool solve_hulls_directly(const PairFrame& pair, const QuerySettings& settings, Answer& out);

/// Keeps the axis and the vertices at which a search ended, for the next query on the pair.
void store_search(const PairFrame& pair, const NearVertices& near, const Answer& answer, PairCache& cache);

/// World units; `first` is the operand that comes first in canonical order.
void set_frame(const Operand& a, const Operand& b, int first, PairFrame& frame);
inline void set_frame(const Operand& a, const Operand& b, PairFrame& frame) {
  set_frame(a, b, comes_second(a, b) ? 1 : 0, frame);
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
