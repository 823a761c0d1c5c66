// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/pieces/blocks/triangles.h"

// Compiled once per Highway target; see https://github.com/google/highway, "dynamic dispatch".
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/pieces/blocks/triangles.cpp"
#include "simd/each_target-inl.h"
#endif

#include "query/pieces/blocks/lanes-inl.h"

GRAZE_LANES_BEGIN

GRAZE_LANE BlockLanes max_abs(const BlockVec& p) {
  return greatest_of(lane_abs(p.x), lane_abs(p.y), lane_abs(p.z));
}
template <class T>
GRAZE_LANE BlockVec load_vector(const T (&rows)[3][kBlock], std::size_t i) {
  return {load_as<BlockLanes>(rows[0] + i), load_as<BlockLanes>(rows[1] + i),
          load_as<BlockLanes>(rows[2] + i)};
}
GRAZE_LANE void store_vector(const BlockVec& v, double (&rows)[3][kBlock], std::size_t i) {
  store(v.x, rows[0] + i);
  store(v.y, rows[1] + i);
  store(v.z, rows[2] + i);
}
/// One vector in all lanes.
GRAZE_LANE BlockVec repeat(const double (&rows)[3][kBlock], std::size_t i) {
  return {BlockLanes(rows[0][i]), BlockLanes(rows[1][i]), BlockLanes(rows[2][i])};
}

// Coordinate k of m * p + offset, rounded like Mat3d * Vec3d + Vec3d: PlacedTriangles gives the same numbers.
GRAZE_LANE BlockLanes placed(const Mat3d& m, const BlockVec& p, double offset, int k) {
  const BlockLanes turned = BlockLanes(m.columns[0][k]) * p.x + BlockLanes(m.columns[1][k]) * p.y +
                            BlockLanes(m.columns[2][k]) * p.z;
  return turned + BlockLanes(offset);
}

// Six products of three differences, each after at most nine roundings: [see is_on_one_side()].
constexpr double kHeightError = 64 * kDoubleEpsilon;

GRAZE_LANE void find_planes(PlacedBlock& out, std::size_t i) {
  const BlockVec a = load_vector(out.corners.at[0], i), u = load_vector(out.corners.at[1], i) - a,
                 v = load_vector(out.corners.at[2], i) - a;
  store_vector(cross(u, v), out.normal, i);
  store(BlockLanes(kHeightError) * max_abs(u) * max_abs(v), out.blur + i);
}

void place_block(const PlacedMesh& mesh, std::uint32_t first, std::uint32_t count, PlacedBlock& out) {
  const auto& [pieces, tree, linear, offset] = mesh;
  CornerBlock<Real> local;
  load_block(pieces, tree, first, count, local);
  for (std::size_t i = 0; i < kBlock; i += lanes_of<BlockLanes>()) {
    const BlockVec p[3] = {load_vector(local.at[0], i), load_vector(local.at[1], i),
                           load_vector(local.at[2], i)};
    for (int k = 0; k < 3; ++k) {
      const BlockLanes a = placed(linear, p[0], offset[k], k), b = placed(linear, p[1], offset[k], k),
                       c = placed(linear, p[2], offset[k], k);
      store(a, out.corners.at[0][k] + i);
      store(b, out.corners.at[1][k] + i);
      store(c, out.corners.at[2][k] + i);
      store(least_of(a, b, c), out.low[k] + i);
      store(greatest_of(a, b, c), out.high[k] + i);
    }
    find_planes(out, i);
  }
}

// Which pairs are wanted: those that touch, or those that are closer than a distance.
struct Touching {
  GRAZE_LANE BlockLanes beside(BlockLanes x) const { return x; }
  GRAZE_LANE BlockLanes above(BlockLanes error, const BlockVec& /*normal*/) const { return error; }
};
struct Close {
  double within;
  GRAZE_LANE BlockLanes beside(BlockLanes x) const { return x + BlockLanes(within); }
  GRAZE_LANE BlockLanes above(BlockLanes error, const BlockVec& n) const {
    return error + BlockLanes(within) * sum_abs(n);
  }
};

// Lanes where the corners p are all on one side of a plane, by more than rounding.
template <class Wanted>
GRAZE_LANE std::uint32_t are_on_one_side(const BlockVec (&p)[3], const BlockVec& on, const BlockVec& normal,
                                         BlockLanes blur, const Wanted& wanted) {
  const BlockVec d[3] = {p[0] - on, p[1] - on, p[2] - on};
  const BlockLanes h[3] = {dot(normal, d[0]), dot(normal, d[1]), dot(normal, d[2])};
  const BlockLanes error = blur * greatest_of(max_abs(d[0]), max_abs(d[1]), max_abs(d[2]));
  const BlockLanes least = wanted.above(error, normal);
  const std::uint32_t known = bits_of(error > BlockLanes(0x1p-900));
  return known & (bits_of(least_of(h[0], h[1], h[2]) > least) |
                  bits_of(BlockLanes(0.0) - least > greatest_of(h[0], h[1], h[2])));
}

// The lanes of a that are not shown to be apart from triangle j of b.
template <class Wanted>
GRAZE_LANE std::uint32_t find_close_to_one(const PlacedBlock& a, std::size_t i, const PlacedBlock& b,
                                           std::uint32_t j, const Wanted& wanted) {
  std::uint32_t apart = 0;
  for (int k = 0; k < 3; ++k)
    apart |= bits_of(load_as<BlockLanes>(a.low[k] + i) > wanted.beside(BlockLanes(b.high[k][j]))) |
             bits_of(BlockLanes(b.low[k][j]) > wanted.beside(load_as<BlockLanes>(a.high[k] + i)));
  const std::uint32_t all = (1u << lanes_of<BlockLanes>()) - 1;
  if (apart == all) return 0;
  const BlockVec pa[3] = {load_vector(a.corners.at[0], i), load_vector(a.corners.at[1], i),
                          load_vector(a.corners.at[2], i)};
  const BlockVec pb[3] = {repeat(b.corners.at[0], j), repeat(b.corners.at[1], j), repeat(b.corners.at[2], j)};
  apart |= are_on_one_side(pa, pb[0], repeat(b.normal, j), BlockLanes(b.blur[j]), wanted);
  if (apart == all) return 0;
  apart |= are_on_one_side(pb, pa[0], load_vector(a.normal, i), load_as<BlockLanes>(a.blur + i), wanted);
  return all & ~apart;
}

template <class Wanted>
GRAZE_LANE std::uint32_t find_close_pairs(const PlacedBlock& a, std::uint32_t count_a, const PlacedBlock& b,
                                          std::uint32_t count_b, const Wanted& wanted) {
  std::uint32_t out = 0;
  for (std::uint32_t j = 0; j < count_b; ++j) {
    std::uint32_t met = 0;
    for (std::size_t i = 0; i < count_a; i += lanes_of<BlockLanes>())
      met |= find_close_to_one(a, i, b, j, wanted) << i;
    for (std::uint32_t i = 0; i < count_a; ++i) out |= (met >> i & 1) << (kBlock * i + j);
  }
  return out;
}

std::uint32_t may_meet(const PlacedBlock& a, std::uint32_t count_a, const PlacedBlock& b,
                       std::uint32_t count_b) {
  return find_close_pairs(a, count_a, b, count_b, Touching{});
}

std::uint32_t may_be_close(const PlacedBlock& a, std::uint32_t count_a, const PlacedBlock& b,
                           std::uint32_t count_b, double within) {
  return find_close_pairs(a, count_a, b, count_b, Close{within});
}

BlockKernels make_block_kernels() { return {place_block, may_meet, may_be_close}; }

GRAZE_LANES_END

#if !defined(GRAZE_SIMD)
namespace graze::inline GRAZE_ABI {
BlockKernels block_kernels() { return one_lane::make_block_kernels(); }
}  // namespace graze::inline GRAZE_ABI
#elif HWY_ONCE
namespace graze::inline GRAZE_ABI {
HWY_EXPORT(make_block_kernels);
BlockKernels block_kernels() { return HWY_DYNAMIC_DISPATCH(make_block_kernels)(); }
}  // namespace graze::inline GRAZE_ABI
#endif
