// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The triangles of a block side by side, for kernels that are compiled once per Highway target; a plain
// double is one lane. See simd/pack-inl.h.

#if defined(GRAZE_QUERY_PIECES_BLOCKS_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_PIECES_BLOCKS_LANES_INL
#undef GRAZE_QUERY_PIECES_BLOCKS_LANES_INL
#else
#define GRAZE_QUERY_PIECES_BLOCKS_LANES_INL
#endif

#include "query/pieces/blocks/triangles.h"
#include "simd/pack-inl.h"
#include "tree/wide_node.h"

GRAZE_LANES_BEGIN

#if defined(GRAZE_LANES_ARE_WIDE)
/// Doubles of a block side by side: two or four of the four, by the width of a register.
using BlockLanes = Pack<double, hn::CappedTag<double, kBlock>>;
#else
using BlockLanes = double;
#endif
using BlockVec = LaneVec<BlockLanes>;

GRAZE_LANE BlockLanes least_of(BlockLanes x, BlockLanes y, BlockLanes z) {
  return lane_min(lane_min(x, y), z);
}
GRAZE_LANE BlockLanes greatest_of(BlockLanes x, BlockLanes y, BlockLanes z) {
  return lane_max(lane_max(x, y), z);
}

GRAZE_LANE void load_one_by_one(const Pieces& mesh, const std::uint32_t* ids, std::uint32_t count,
                                CornerBlock<Real>& out) {
  for (std::uint32_t i = 0; i < kBlock; ++i) {
    const Triangle t = mesh.triangle(ids[i < count ? i : count - 1]);
    const Vec3* const corners[3] = {&t.a, &t.b, &t.c};
    for (int c = 0; c < 3; ++c)
      for (int k = 0; k < 3; ++k) out.at[c][k][i] = (*corners[c])[k];
  }
}

#if defined(GRAZE_LANES_ARE_WIDE)
// Four numbers are read of every vertex, and of the last one not beyond its end.
GRAZE_LANE void load_quads(const Pieces::Corners* corners, std::span<const Vec3> points, std::uint32_t count,
                           CornerBlock<float>& out) {
  const hn::FixedTag<float, 4> d;
  const std::size_t last = points.size() - 1;
  const float* const vertices = reinterpret_cast<const float*>(points.data());
  alignas(16) float end[4] = {vertices[3 * last], vertices[3 * last + 1], vertices[3 * last + 2], 0};
  for (std::size_t c = 0; c < 3; ++c) {
    const auto load = [&](std::uint32_t i) {
      const std::size_t at = corners[i < count ? i : count - 1][c];
      return hn::LoadU(d, at == last ? end : vertices + 3 * at);
    };
    const auto p = load(0), q = load(1), r = load(2), s = load(3);
    const auto xy02 = hn::InterleaveLower(d, p, r), xy13 = hn::InterleaveLower(d, q, s);
    const auto z02 = hn::InterleaveUpper(d, p, r), z13 = hn::InterleaveUpper(d, q, s);
    hn::Store(hn::InterleaveLower(d, xy02, xy13), d, out.at[c][0]);
    hn::Store(hn::InterleaveUpper(d, xy02, xy13), d, out.at[c][1]);
    hn::Store(hn::InterleaveLower(d, z02, z13), d, out.at[c][2]);
  }
}
GRAZE_LANE void load_quads(const Pieces::Corners* corners, std::span<const Vec3> points, std::uint32_t count,
                           CornerBlock<double>& out) {
  for (std::uint32_t i = 0; i < kBlock; ++i)
    for (std::size_t c = 0; c < 3; ++c) {
      const Vec3& p = points[corners[i < count ? i : count - 1][c]];
      for (int k = 0; k < 3; ++k) out.at[c][k][i] = double(p[k]);
    }
}
#endif

/// Reads the triangles of one to four places in the order of the tree.
GRAZE_LANE void load_block(const Pieces& mesh, const TreeData& tree, std::uint32_t first, std::uint32_t count,
                           CornerBlock<Real>& out) {
#if defined(GRAZE_LANES_ARE_WIDE)
  if (const Pieces::Corners* corners = mesh.store.by_leaves()) {
    load_quads(corners + first, mesh.store.plain_vertices(), count, out);
    return;
  }
#endif
  load_one_by_one(mesh, &tree.order[first], count, out);
}

GRAZE_LANES_END

#endif
