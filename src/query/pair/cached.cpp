// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/pair/cached.h"

#include "query/pair/cached_vertices.h"
#include "query/pair/direct.h"
#include "query/pair/kernels.h"

// The last step of the search in kernel/gjk/search-inl.h alone: the polish in double, which trusts no search.

namespace graze::inline GRAZE_ABI {
namespace {

// Vertices are numbered as by the readers.
struct CachedSide {
  std::uint32_t count = 0;

  explicit CachedSide(const Operand& o) {
    if (o.placement->kind() < Affine::Kind::similarity) return;
    switch (o.shape->kind) {
      case ShapeKind::sphere:
        count = 1;
        break;
      case ShapeKind::capsule:
        count = 2;
        break;
      case ShapeKind::box:
        count = 8;
        break;
      case ShapeKind::polytope:
        if (o.shape->block->roundings == 0) count = polytope_of(*o.shape).vertices.count;
        break;
      default:
        break;
    }
  }
};

}  // namespace

bool solve_from_cache(const Operand& a, const Operand& b, PairCache& cache, PairFrame& frame, Answer& out) {
  if (cache.vertex_count == 0 || cache.vertex_count > 3) return false;
  const CachedSide sides[2] = {CachedSide(a), CachedSide(b)};
  if (sides[0].count == 0 || sides[1].count == 0) return false;
  set_frame(a, b, comes_second(a, b) ? 1 : 0, frame);
  NearVertices near;
  near.count = cache.vertex_count;
  const auto take = [&near](std::uint32_t i, std::uint32_t ia, std::uint32_t ib) {
    near.a[i] = ia;
    near.b[i] = ib;
  };
  if (!take_cached_vertices(frame, sides[frame.first], sides[1 - frame.first], cache, take)) return false;
  if (!solve_from_vertices(frame, near, 1, out)) return false;
  cache.axis = Vec3(out.normal * static_cast<double>(1 - 2 * frame.first));
  return true;
}

}  // namespace graze::inline GRAZE_ABI
