// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Polytopes, and polytopes with boxes, capsules and spheres. Supports are scans of one vertex set after
// another, with all lanes; all else is one pair per lane.

#if defined(GRAZE_QUERY_BATCH_HULLS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BATCH_HULLS_INL
#undef GRAZE_QUERY_BATCH_HULLS_INL
#else
#define GRAZE_QUERY_BATCH_HULLS_INL
#endif

#include "kernel/gjk/scan-inl.h"
#include "query/batch/search-inl.h"
#include "query/pair/steps.h"
#include "shape/vertex_scan.h"

GRAZE_LANES_BEGIN

// Rows of the frame of a search on hulls: r and t as for boxes, then the factors of the local coordinates.
enum HullRow : int { kFactorA = 12, kFactorB = 15 };

// The vertices of both cores of each pair of a block, what lies behind the last pair included: those of a
// polytope, or the corners of a box, the ends of a capsule, the centre of a sphere.
struct VertexSets {
  const VertexSet* of[2][kBatchBlock];
  VertexSet few[kBatchBlock];  // one of the two is a polytope
  Real coordinates[kBatchBlock][3][kVertexPadding];
};
inline void find_vertices(const LanePair* pairs, std::size_t count, std::size_t padded, VertexSets& sets) {
  for (std::size_t i = 0; i < padded; ++i) {
    for (int side = 0; side < 2; ++side) {
      if (i >= count) {
        sets.of[side][i] = sets.of[side][count - 1];
        continue;
      }
      const ShapeView& shape = *pairs[i].operands[side].shape;
      sets.of[side][i] = shape.block != nullptr ? &polytope_of(shape).vertices : &sets.few[i];
      if (shape.block == nullptr) set_corners(shape, sets.coordinates[i], sets.few[i]);
    }
  }
}

// The vertices of pair i farthest against v, in the frame of the search; `to_b` is v seen from b.
GRAZE_LANE LaneVec<float> hull_vertex(const VertexSets& sets, std::size_t i, const LaneVec<float>& v,
                                      const LaneVec<float>& to_b, LaneVec<float>& q, float& id) {
  const VertexSet &a = *sets.of[0][i], &b = *sets.of[1][i];
  const std::uint32_t ia = scan(a, Real(-v.x), Real(-v.y), Real(-v.z)),
                      ib = scan(b, Real(to_b.x), Real(to_b.y), Real(to_b.z));
  id = static_cast<float>(ia + kVertexOfB * ib);
  q = {float(b.x[ib]), float(b.y[ib]), float(b.z[ib])};
  return {float(a.x[ia]), float(a.y[ia]), float(a.z[ia])};
}

// Directions in, vertices out, for the pairs of a block or those in the lanes.
template <std::size_t N>
struct SupportRows {
  alignas(64) float v[3][N], to_b[3][N];
  alignas(64) float p[3][N], q[3][N], id[N];

  GRAZE_LANE void ask(const SearchFrameLanes<S>& f, const LaneVec<S>& direction, std::size_t i) {
    store_rows(direction, v, i);
    store_rows(transpose_times(f.r, direction), to_b, i);
  }
  GRAZE_LANE void find(const VertexSets& sets, std::size_t pair, std::size_t i) {
    LaneVec<float> on_b;
    const LaneVec<float> on_a = hull_vertex(sets, pair, {v[0][i], v[1][i], v[2][i]},
                                            {to_b[0][i], to_b[1][i], to_b[2][i]}, on_b, id[i]);
    p[0][i] = on_a.x, p[1][i] = on_a.y, p[2][i] = on_a.z;
    q[0][i] = on_b.x, q[1][i] = on_b.y, q[2][i] = on_b.z;
  }
  GRAZE_LANE LaneVec<S> vertex(const SearchFrameLanes<S>& f, std::size_t i) const {
    return hull_difference(f, rows_at(p, i), rows_at(q, i));
  }
};

// The first steps of all pairs: the line between inner points, and the vertex that it finds.
inline void begin_hulls(const LanePair* pairs, const VertexSets& sets, std::size_t count, std::size_t padded,
                        SearchBlock& block) {
  SupportRows<kBatchBlock> rows;
  for (std::size_t i = 0; i < padded; ++i) {
    const LanePair& pair = pairs[i < count ? i : count - 1];
    const auto inner = [](const ShapeView& shape) {
      return shape.block != nullptr ? shape.block->inner_point : Vec3d{};
    };
    const Vec3d a = inner(*pair.operands[0].shape), b = inner(*pair.operands[1].shape);
    rows.p[0][i] = float(a.x), rows.p[1][i] = float(a.y), rows.p[2][i] = float(a.z);
    rows.q[0][i] = float(b.x), rows.q[1][i] = float(b.y), rows.q[2][i] = float(b.z);
  }
  for (std::size_t i = 0; i < padded; i += lane_count<float>()) {
    const SearchFrameLanes<S> f = frame_at(block.rows, i);
    LaneVec<S> v = rows.vertex(f, i);
    make_nonzero(v);
    rows.ask(f, v, i);
  }
  for (std::size_t i = 0; i < padded; ++i) rows.find(sets, i, i);
  for (std::size_t i = 0; i < padded; i += lane_count<float>()) {
    const SearchFrameLanes<S> f = frame_at(block.rows, i);
    SearchLanes<S> s;
    s.p = rows.vertex(f, i);
    s.next = load(rows.id + i);
    start_search(s.p, s.next, s);
    store_search(s, block.rows, i);
    rows.ask(f, s.v, i);
  }
  for (std::size_t i = 0; i < padded; ++i) rows.find(sets, i, i);
  for (std::size_t i = 0; i < padded; i += lane_count<float>()) {
    SearchLanes<S> s = search_at(block.rows, i);
    s.p = rows.vertex(frame_at(block.rows, i), i);
    s.next = load(rows.id + i);
    store_search(s, block.rows, i);
    store(select(is_at_end(s), S(1.0f), S(0.0f)), block.at_end + i);
  }
}

inline void search_hulls(const VertexSets& sets, std::size_t count, SearchBlock& block, LaneAnswers& out,
                         LaneCounts& counts) {
  SupportRows<kMostLanes> rows = {};
  search_block(count, block, out, counts, [&](SearchState& state, std::uint32_t busy) {
    SearchLanes<S> s = search_at(state.rows, 0);
    const SearchFrameLanes<S> f = frame_at(state.rows, 0);
    auto step = advance(s);
    rows.ask(f, s.v, 0);
    for (std::uint32_t left = busy; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(left));
      rows.find(sets, state.pair[lane], lane);
    }
    s.p = rows.vertex(f, 0);
    s.next = load(rows.id);
    step.is_done = either(step.is_done, is_at_end(s));
    return end_step(s, step, state);
  });
}

// Local vertices of a few pairs side by side, for the polish.
struct VertexRows {
  alignas(64) double a[3][kMostLanes], b[3][kMostLanes];
  GRAZE_LANE void set(std::size_t lane, const VertexSets& sets, std::size_t pair, std::uint32_t ia,
                      std::uint32_t ib) {
    const Vec3d p = sets.of[0][pair]->vertex(ia), q = sets.of[1][pair]->vertex(ib);
    a[0][lane] = p.x, a[1][lane] = p.y, a[2][lane] = p.z;
    b[0][lane] = q.x, b[1][lane] = q.y, b[2][lane] = q.z;
  }
  GRAZE_LANE LaneVec<D> placed_a(const CoresLanes<D>& c) const {
    return c.linear_a * LaneVec<D>{load(a[0]), load(a[1]), load(a[2])};
  }
  GRAZE_LANE LaneVec<D> placed_b(const CoresLanes<D>& c) const {
    return c.linear_b * LaneVec<D>{load(b[0]), load(b[1]), load(b[2])} + c.offset;
  }
};

// The vertex of a - b farthest against v, chosen in double.
inline LaneVec<D> farthest_of_hulls(const CoresLanes<D>& cores, const LaneVec<D>& v, const VertexSets& sets,
                                    std::size_t from) {
  alignas(64) double to_a[3][kMostLanes], to_b[3][kMostLanes];
  VertexRows rows;
  const LaneVec<D> u = transpose_times(cores.linear_a, -v), w = transpose_times(cores.linear_b, v);
  store(u.x, to_a[0]), store(u.y, to_a[1]), store(u.z, to_a[2]);
  store(w.x, to_b[0]), store(w.y, to_b[1]), store(w.z, to_b[2]);
  const FarthestVertex farthest = farthest_vertex_kernel();
  for (std::size_t l = 0; l < lane_count<double>(); ++l) {
    const std::size_t pair = from + l;
    rows.set(l, sets, pair, farthest(*sets.of[0][pair], {to_a[0][l], to_a[1][l], to_a[2][l]}),
             farthest(*sets.of[1][pair], {to_b[0][l], to_b[1][l], to_b[2][l]}));
  }
  return rows.placed_a(cores) - rows.placed_b(cores);
}

GRAZE_LANES_END

#endif
