// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/pair/cached.h"

#include "query/pair/cached_vertices.h"
#include "query/pair/direct.h"
#include "query/pair/kernels.h"

// The end of the float search alone: the proof in double, which trusts no search.

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

}  // namespace graze::inline GRAZE_ABI
