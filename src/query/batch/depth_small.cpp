// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/hull_axes.h"
#include "query/batch/depth.h"
#include "query/pair/one_lane.h"

namespace graze::inline GRAZE_ABI {

void set_core_depth(const depth::Depth& depth, const DepthCores& cores, std::size_t i, LaneAnswers& out) {
  const Vec3d& n = depth.normal;
  const double radius = cores.ball_a + cores.ball_b, away = -depth.upper - cores.error;
  const double missing = away - dot(n, depth.b - depth.a), of_a = cores.is_a_larger ? missing : 0;
  const auto set = [i](double(&rows)[3][kBatchBlock], const Vec3d& v) {
    rows[0][i] = v.x, rows[1][i] = v.y, rows[2][i] = v.z;
  };
  out.lower[i] = away - radius;
  out.upper[i] = -depth.lower + 2 * cores.error - radius;
  set(out.normal, n);
  set(out.a, depth.a + n * (cores.ball_a - of_a));
  set(out.b, depth.b - n * (cores.ball_b - (missing - of_a)));
  set(out.common, (depth.a + depth.b) * 0.5);
  out.is_inside[i] = false;
}

namespace {

// Separating axes find the depths of vertices below faces, of two cubes 96, and then few more; the search
// adds vertices until the surface is far enough all around. Measured with the rows "batch depth, hull ...",
// and with other numbers of vertices: with 16, and nearly 900 depths, the search takes half as long near
// contact, and a quarter longer in the deep; there it takes as long with 28, and less with 32.
constexpr std::uint32_t kFewDepths = 200, kMostDepths = 2200;
constexpr double kDeep = 0.6;  // centres nearer than this part of the extents

Vec3d vector_of(const one_lane::LaneVec<double>& v) { return {v.x, v.y, v.z}; }
VertexReader reader_of(const one_lane::LaneMat<double>& m, const Vec3d& translation, const VertexSet& set) {
  const Mat3d linear{vector_of(m.columns[0]), vector_of(m.columns[1]), vector_of(m.columns[2])};
  return {linear, translation, &set, farthest_vertex_kernel(), set.count, nullptr};
}

}  // namespace

bool find_small_depth(const LanePair& pair, std::size_t i, LaneAnswers& out, LaneCounts& counts) {
  const ShapeView &shape_a = *pair.operands[0].shape, &shape_b = *pair.operands[1].shape;
  if (shape_a.block == nullptr || shape_b.block == nullptr) return false;
  const SmallHull* const small_a = polytope_of(shape_a).small_hull.get();
  const SmallHull* const small_b = polytope_of(shape_b).small_hull.get();
  if (small_a == nullptr || small_b == nullptr) return false;
  const VertexSet &set_a = polytope_of(shape_a).vertices, &set_b = polytope_of(shape_b).vertices;
  const std::uint32_t depths = small_a->face_count * set_b.count + small_b->face_count * set_a.count;
  if (depths > kMostDepths) return false;
  const auto cores = make_cores(lane_core(pair.operands[0]), lane_core(pair.operands[1]));
  const Vec3d offset = vector_of(cores.offset);
  const double size = cores.extent_a + cores.extent_b + sum_abs(offset), error = 12 * kDoubleEpsilon * size;
  if (!(size > 0x1p-100 && size < 0x1p100)) return false;  // make_pair() would scale it
  const VertexReader a = reader_of(cores.linear_a, {}, set_a), b = reader_of(cores.linear_b, offset, set_b);
  const double way =
      length(b.linear * shape_b.block->inner_point + offset - a.linear * shape_a.block->inner_point);
  if (depths > kFewDepths && !(way < kDeep * (cores.extent_a + cores.extent_b))) return false;
  counts.slots += small_a->padded * set_b.count + small_b->padded * set_a.count;
  counts.active += depths;
  depth::Depth depth;
  if (!depth::find_hull_depth({*small_a, *exact_topology_of(shape_a), a},
                              {*small_b, *exact_topology_of(shape_b), b}, error, size, depth) ||
      !(depth.lower > 4 * error && depth.upper - depth.lower <= 4 * error))
    return false;
  set_core_depth(depth, {error, 0, 0, cores.extent_a > cores.extent_b}, i, out);
  out.steps[i] = 2;  // the faces of one hull, then of the other
  return true;
}

}  // namespace graze::inline GRAZE_ABI
