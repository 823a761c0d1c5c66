// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/pair/corners.h"

// One pair with a polytope in it: one lane of solve_hull_block(), without the rows of a block around it. The
// search in float finds the nearest vertices, and the polish in double proves that they are.

namespace graze::inline GRAZE_ABI {

bool solve_hulls_directly(const PairFrame& pair, const QuerySettings& settings, Answer& out) {
  const Operand &first = pair.operands[pair.first], &second = pair.operands[1 - pair.first];
  VertexSet few;  // of the one that is no polytope
  Real coordinates[3][kVertexPadding];
  const VertexSet* sets[2];
  Vec3d inner[2];
  const auto add = [&](int side, const ShapeView& shape) {
    sets[side] = shape.block != nullptr ? &polytope_of(shape).vertices : &few;
    if (shape.block != nullptr)
      inner[side] = shape.block->inner_point;
    else
      set_corners(shape, coordinates, few);
  };
  add(0, *first.shape);
  add(1, *second.shape);
  NearVertices near;
  if (!solve_by_search(pair, sets, inner, settings.max_iterations, false, near, out)) return false;
  if (settings.cache != nullptr) store_search(pair, near, out, *settings.cache);
  return true;
}

}  // namespace graze::inline GRAZE_ABI
