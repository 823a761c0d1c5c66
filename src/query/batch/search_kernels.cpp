// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/batch/kernels.h"

// Distances of cores: closed forms of round shapes, and the search with its polish. Compiled once per Highway
// target; see https://github.com/google/highway, "dynamic dispatch".
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/search_kernels.cpp"
#include "simd/each_target-inl.h"
// Once per target:
#include "query/batch/search-inl.h"

GRAZE_LANES_BEGIN

void solve_round_block(const LanePair* pairs, std::size_t count, LaneAnswers& out, LaneDistances* distances,
                       LaneCounts& counts) {
  const PairBlock<Sizes::any> block(pairs, count);
  for (std::size_t i = 0; i < count; i += lane_count<double>()) {
    counts.slots += lane_count<double>();
    const CoreLanes<D> core_a = core_at(block.a, i), core_b = core_at(block.b, i);
    const auto answer = answer_round(make_cores(core_a, core_b));
    store_answer(answer, i, out);
    if (distances != nullptr) store_distance(block.a, core_a, block.b, core_b, answer, i, *distances);
  }
  counts.active += count;
  for (std::size_t i = 0; i < count; ++i) {
    out.steps[i] = 1;
    out.is_inside[i] = false;
  }
}

// Corners of boxes by their numbers; see farthest_corners().
GRAZE_LANE void corners_at(const CoresLanes<D>& c, D id, LaneVec<D>& p, LaneVec<D>& q) {
  const auto with_bit = [&](double bit, D h) {
    const auto is_set = D(bit) <= id;
    id = select(is_set, id - D(bit), id);
    return select(is_set, -h, h);
  };
  q.z = with_bit(4 * kVertexOfB, c.half_b.z);
  q.y = with_bit(2 * kVertexOfB, c.half_b.y);
  q.x = with_bit(kVertexOfB, c.half_b.x);
  p.z = with_bit(4, c.half_a.z);
  p.y = with_bit(2, c.half_a.y);
  p.x = with_bit(1, c.half_a.x);
}

// Corners and vertices that the searches of a few pairs ended with, in the working frame.
GRAZE_LANE void vertices_at(const SearchBlock& search, const CoresLanes<D>& cores, std::size_t i,
                            VerticesLanes<D>& vertices) {
  vertices.count = load(search.vertices + i);
  const int most = is_any(vertices.count == D(4.0)) ? 4 : 3;
  vertices.a[3] = vertices.b[3] = LaneVec<D>{D(0.0), D(0.0), D(0.0)};
  for (int k = 0; k < most; ++k) {
    LaneVec<D> p, q;
    corners_at(cores, load(search.ids[k] + i), p, q);
    vertices.a[k] = cores.linear_a * p;
    vertices.b[k] = cores.linear_b * q + cores.offset;
  }
}
GRAZE_LANE void vertices_at(const SearchBlock& search, const CoresLanes<D>& cores, const VertexSets& sets,
                            std::size_t i, VerticesLanes<D>& vertices) {
  vertices.count = load(search.vertices + i);
  for (int k = 0; k < 4; ++k) {
    VertexRows rows;
    for (std::size_t l = 0; l < lane_count<double>(); ++l) {
      const auto id = static_cast<float>(search.ids[k][i + l]);
      rows.set(l, sets, i + l, vertex_of_a(id), vertex_of_b(id));
    }
    vertices.a[k] = cores.linear_a * rows.a.all();
    vertices.b[k] = cores.linear_b * rows.b.all() + cores.offset;
  }
}

// Frames of searches: b seen from a, and sizes, or of hulls the factors of local coordinates.
template <bool kAreHulls>
GRAZE_LANE void set_frames(const PairBlock<Sizes::any>& block, SearchBlock& search) {
  for (std::size_t i = 0; i < block.padded; i += lane_count<Real>()) {
    const BoxFrame<R> f = box_frame(boxes_at(block.a, block.b, i), R(kEpsilon));
    const R unit = R(1) / f.size;
    for (int k = 0; k < 9; ++k) store_narrow(f.r[k / 3][k % 3], search.rows[kFrameRow + k] + i);
    for (int k = 0; k < 3; ++k) {
      const R of_a = kAreHulls ? load(block.a.scale() + i) : f.a[k];
      const R of_b = kAreHulls ? load(block.b.scale() + i) : f.b[k];
      store_narrow(f.t[k] * unit, search.rows[kFrameRow + 9 + k] + i);
      store_narrow(of_a * unit, search.rows[kFrameRow + 12 + k] + i);
      store_narrow(of_b * unit, search.rows[kFrameRow + 15 + k] + i);
    }
  }
}

// Spheres, capsules and boxes; or polytopes, and polytopes with one of these.
template <bool kAreHulls>
void solve_block(const LanePair* pairs, std::size_t count, LaneAnswers& out, LaneDistances* distances,
                 LaneCounts& counts) {
  const PairBlock<Sizes::any> block(pairs, count);
  SearchBlock search;
  std::conditional_t<kAreHulls, VertexSets, char> sets;
  set_frames<kAreHulls>(block, search);
  if constexpr (kAreHulls) {
    find_vertices(pairs, count, block.padded, sets);
    search_hulls(pairs, sets, count, block.padded, search, out, counts);
  } else {
    search_boxes(count, block.padded, search, out, counts);
  }
  for (std::size_t i = count; i < block.padded; ++i) {
    search.vertices[i] = 0;
    for (int k = 0; k < 4; ++k) search.ids[k][i] = 0;
  }
  for (std::size_t i = 0; i < count; i += lane_count<double>()) {
    const CoreLanes<D> core_a = core_at(block.a, i), core_b = core_at(block.b, i);
    const CoresLanes<D> cores = make_cores(core_a, core_b);
    VerticesLanes<D> vertices;
    if constexpr (kAreHulls) {
      vertices_at(search, cores, sets, i, vertices);
    } else {
      vertices_at(search, cores, i, vertices);
    }
    const NearestLanes<D> nearest = nearest_of(vertices);
    const auto farthest = [&] {
      if constexpr (kAreHulls) {
        return farthest_of_hulls(cores, nearest.v, sets, i);
      } else {
        return farthest_of_cores(cores, nearest.v);
      }
    };
    const auto answer = answer_from_nearest(cores, nearest, vertices.count, farthest());
    store_answer(answer, i, out);
    if (distances != nullptr) store_distance(block.a, core_a, block.b, core_b, answer, i, *distances);
    counts.slots += lane_count<double>();
  }
  counts.active += count;
}

void solve_sphere_arrays(const SphereArrays& a, const SphereArrays& b, std::size_t from, std::size_t to,
                         const SphereContacts& out, std::uint8_t* certain) {
  const auto solve = [&](const SphereArrays& x, const SphereArrays& y, std::size_t i, const SphereContacts& o,
                         std::size_t at) {
    const auto answer =
        answer_spheres({load_wide(&x.x[i]), load_wide(&x.y[i]), load_wide(&x.z[i])}, load_wide(&x.radius[i]),
                       {load_wide(&y.x[i]), load_wide(&y.y[i]), load_wide(&y.z[i])}, load_wide(&y.radius[i]));
    store_rounded(answer.lower, false, &o.lower[at]);
    store_rounded(answer.upper, true, &o.upper[at]);
    // Between the surfaces lies the mean of the centres, moved by half the difference of the radii. In Real,
    // which all of these are.
    const Narrow half = narrow_of(Real(0.5)), wider = load_narrow(&x.radius[i]) - load_narrow(&y.radius[i]);
    const auto store_axis = [&](D normal, const Real* p, const Real* q, Real* to_normal, Real* to_point) {
      const Narrow n = narrow_of(normal);
      store_as_it_is(n, to_normal);
      store_as_it_is(((load_narrow(p) + load_narrow(q)) + n * wider) * half, to_point);
    };
    store_axis(answer.normal.x, &x.x[i], &y.x[i], &o.normal_x[at], &o.point_x[at]);
    store_axis(answer.normal.y, &x.y[i], &y.y[i], &o.normal_y[at], &o.point_y[at]);
    store_axis(answer.normal.z, &x.z[i], &y.z[i], &o.normal_z[at], &o.point_z[at]);
    return static_cast<std::uint8_t>(bits_of(answer.is_certain));
  };
  const std::size_t lanes = lane_count<double>();
  std::size_t i = from;
  for (; i + lanes <= to; i += lanes) *certain++ = solve(a, b, i, out, i);
  if (i == to) return;
  // The last few, padded with the first of them.
  alignas(64) Real in[8][kMostLanes], results[8][kMostLanes];
  const std::span<const Real> sources[8] = {a.x, a.y, a.z, a.radius, b.x, b.y, b.z, b.radius};
  for (int r = 0; r < 8; ++r)
    for (std::size_t l = 0; l < lanes; ++l) in[r][l] = sources[r][i + l < to ? i + l : i];
  const SphereContacts scratch{results[0], results[1], results[2], results[3], results[4],
                               results[5], results[6], results[7], {}};
  *certain = solve({in[0], in[1], in[2], in[3]}, {in[4], in[5], in[6], in[7]}, 0, scratch, 0);
  const std::span<Real> targets[8] = {out.lower,    out.upper,   out.normal_x, out.normal_y,
                                      out.normal_z, out.point_x, out.point_y,  out.point_z};
  for (int r = 0; r < 8; ++r)
    for (std::size_t l = 0; i + l < to; ++l) targets[r][i + l] = results[r][l];
}

void fill_search_kernels(LaneKernels& k) {
  k.solve_round = solve_round_block;
  k.solve_cores = solve_block<false>;
  k.solve_hulls = solve_block<true>;
  k.solve_spheres = solve_sphere_arrays;
  k.double_lanes = lane_count<double>();
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {
GRAZE_EXPORT(fill_search_kernels);
void set_search_kernels(LaneKernels& kernels) { GRAZE_DISPATCH(fill_search_kernels)(kernels); }
}  // namespace graze::inline GRAZE_ABI
#endif
