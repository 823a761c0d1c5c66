// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/pair/cached_vertices.h"
#include "query/pair/steps.h"

// Steps that end in nearest vertices: those of the last query, and those that the search in float over
// vertices of polytopes finds. The proof in double trusts neither.

namespace graze::inline GRAZE_ABI {
namespace {

// How many vertices the core of a sphere, a capsule, a box or a polytope has, as its reader numbers them.
struct CachedSide {
  std::uint32_t count;

  explicit CachedSide(const ShapeView& shape)
      : count(shape.kind == ShapeKind::sphere    ? 1
              : shape.kind == ShapeKind::capsule ? 2
              : shape.kind == ShapeKind::box     ? 8
                                                 : polytope_of(shape).vertices.count) {}
};

}  // namespace

void set_frame(const Operand& a, const Operand& b, int first, PairFrame& frame) {
  frame.operands[0] = a;
  frame.operands[1] = b;
  frame.first = first;
  frame.unit = 1;
  frame.origin = Vec3d(frame.operands[frame.first].placement->translation());
  frame.offset = Vec3d(frame.operands[1 - frame.first].placement->translation()) - frame.origin;
}

bool solve_from_cache(const Operand& a, const Operand& b, PairCache& cache, PairFrame& frame, Answer& out) {
  if (cache.vertex_count == 0 || cache.vertex_count > 3) return false;
  const CachedSide sides[2] = {CachedSide(*a.shape), CachedSide(*b.shape)};
  set_frame(a, b, frame);
  NearVertices near;
  near.count = cache.vertex_count;
  const auto set = [&near](std::uint32_t i, std::uint32_t ia, std::uint32_t ib) {
    near.a[i] = ia;
    near.b[i] = ib;
  };
  if (!read_cached_vertices(frame, sides[frame.first], sides[1 - frame.first], cache, set)) return false;
  if (!solve_from_vertices(frame, near, 1, out)) return false;
  cache.axis = Vec3(out.normal * static_cast<double>(1 - 2 * frame.first));
  return true;
}

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

void store_search(const PairFrame& pair, const NearVertices& near, const Answer& answer, PairCache& cache) {
  if (answer.normal == Vec3d{}) return;
  store_axis(pair, answer.normal, cache);
  for (std::uint32_t k = 0; k < near.count && near.count < 4; ++k)
    store_vertices(pair, near.a[k], near.b[k], cache);
}

}  // namespace graze::inline GRAZE_ABI
