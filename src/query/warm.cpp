// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/warm.h"

#include "query/cached_vertices.h"
#include "query/one_lane.h"
#include "shape/vertex_scan.h"

// The last step of the search in core_lanes-inl.h alone: the polish in double, which trusts no search.

namespace graze::inline GRAZE_ABI {
namespace {

using Vector = one_lane::LaneVec<double>;

// Vertices are numbered as by the readers.
struct Side {
  const ShapeView* shape;
  std::uint32_t count;

  explicit Side(const Operand& o) : shape(o.shape), count(0) {
    if (o.placement->kind() < Affine::Kind::similarity) return;
    switch (shape->kind) {
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
        if (shape->block->roundings == 0) count = shape->block->vertices.count;
        break;
      default:
        break;
    }
  }

  [[nodiscard]] Vector vertex(std::uint32_t i) const {
    if (shape->block != nullptr) {
      const VertexSet& set = shape->block->vertices;
      return {double(set.x[i]), double(set.y[i]), double(set.z[i])};
    }
    const LaneSize size = lane_size(*shape);
    const auto coordinate = [&](int k) {
      const bool is_negative = shape->kind == ShapeKind::box ? (i >> k & 1u) != 0 : i == 0;
      return is_negative ? -double(size.half[k]) : double(size.half[k]);
    };
    return {coordinate(0), coordinate(1), coordinate(2)};
  }

  [[nodiscard]] Vector farthest(const Vector& d, std::uint32_t last) const {
    if (shape->block == nullptr) {
      const LaneSize size = lane_size(*shape);
      return {std::copysign(double(size.half[0]), d.x), std::copysign(double(size.half[1]), d.y),
              std::copysign(double(size.half[2]), d.z)};
    }
    const VertexSet& set = shape->block->vertices;
    const Vec3d local{d.x, d.y, d.z};
    if (const HullSupport* const search = shape->block->hull_support.get())
      return vertex(farthest_from(*search, moderate(local), {set.x[last], set.y[last], set.z[last], last}));
    return vertex(farthest_vertex(set, local));
  }
};

}  // namespace

bool solve_from_cache(const Operand& a, const Operand& b, PairCache& cache, PairFrame& frame, Answer& out) {
  if (cache.vertex_count == 0 || cache.vertex_count > 3) return false;
  const Side sides[2] = {Side(a), Side(b)};
  if (sides[0].count == 0 || sides[1].count == 0) return false;
  set_frame(a, b, is_out_of_order(a, b) ? 1 : 0, frame);
  const Side &first = sides[frame.first], &second = sides[1 - frame.first];
  const auto cores =
      make_cores(lane_core(frame.operands[frame.first]), lane_core(frame.operands[1 - frame.first]));
  one_lane::VerticesLanes<double> vertices;
  vertices.count = double(cache.vertex_count);
  std::uint32_t last_a = 0, last_b = 0;
  const bool has_vertices =
      take_cached_vertices(frame, first, second, cache, [&](auto i, std::uint32_t ia, std::uint32_t ib) {
        vertices.a[i] = cores.linear_a * first.vertex(ia);
        vertices.b[i] = cores.linear_b * second.vertex(ib) + cores.offset;
        last_a = ia;
        last_b = ib;
      });
  if (!has_vertices) return false;
  for (std::uint32_t i = cache.vertex_count; i < 4; ++i) {
    vertices.a[i] = vertices.a[0];
    vertices.b[i] = vertices.b[0];
  }
  const auto nearest = nearest_of(vertices);
  const Vector p = first.farthest(transpose_times(cores.linear_a, -nearest.v), last_a),
               q = second.farthest(transpose_times(cores.linear_b, nearest.v), last_b);
  const Vector farthest = cores.linear_a * p - (cores.linear_b * q + cores.offset);
  if (!take_lane(answer_from_nearest(cores, nearest, vertices.count, farthest), 1, out)) return false;
  cache.axis = Vec3(out.normal * static_cast<double>(1 - 2 * frame.first));
  return true;
}

}  // namespace graze::inline GRAZE_ABI
