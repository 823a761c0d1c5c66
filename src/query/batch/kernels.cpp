// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/batch/kernels.h"

// Compiled once per Highway target; see https://github.com/google/highway, "dynamic dispatch".
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/kernels.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/target.h"
#endif

#include "query/batch/box_edges-inl.h"
#include "query/batch/boxes-inl.h"
#include "query/batch/hull_contacts-inl.h"
#include "query/batch/hulls-inl.h"
#include "query/batch/rays-inl.h"
#include "query/pair/quick_axis.h"

GRAZE_LANES_BEGIN

// As reach() and extent() of quick_axis.cpp, with one formula for all three kinds: what a kind has not is
// zero.
template <Sizes kSizes>
GRAZE_LANE R reach_along(const SideBlock& block, std::size_t i, const LaneVec<R>& d) {
  const LaneVec<R> u = transpose_times(matrix_at(block, i), d), h = vector_at(block.half, i);
  const R reach = h.x * lane_abs(u.x) + h.y * lane_abs(u.y) + h.z * lane_abs(u.z);
  if constexpr (kSizes == Sizes::boxes) return reach;
  return reach + load(block.radius + i) * lane_sqrt(dot(u, u));
}
template <Sizes kSizes>
GRAZE_LANE R extent_at(const SideBlock& block, std::size_t i) {
  const LaneVec<R> h = vector_at(block.half, i);
  const R first = kSizes == Sizes::boxes ? h.x : h.x + load(block.radius + i);
  return (first + h.y + h.z) * load(block.scale() + i);
}

GRAZE_LANE void store_verdict_witness(const LaneVec<R>& v, std::size_t i, LaneVerdicts& out) {
  store(v.x, out.witness[0] + i);
  store(v.y, out.witness[1] + i);
  store(v.z, out.witness[2] + i);
}

// The margin is zero but for quick_grown; adding it changes nothing then.
template <Sizes kSizes>
GRAZE_LANE void look_along_centres(const LanePair* pairs, std::size_t count, Real margin, LaneVerdicts& out,
                                   LaneCounts& counts) {
  SideBlock a, b;
  const std::size_t padded = load_side<kSizes>(pairs, count, 0, a);
  load_side<kSizes>(pairs, count, 1, b);
  counts.slots += padded;
  counts.active += count;
  for (std::size_t i = 0; i < padded; i += lane_count<Real>()) {
    const LaneVec<R> ta = vector_at(a.placement + 9, i), tb = vector_at(b.placement + 9, i), axis = tb - ta;
    const R squared = dot(axis, axis), length = lane_sqrt(squared);
    const R reaches =
        (reach_along<kSizes>(a, i, axis) + reach_along<kSizes>(b, i, axis)) + R(margin) * length;
    const R size =
        (extent_at<kSizes>(a, i) + extent_at<kSizes>(b, i)) + (sum_abs(ta) + sum_abs(tb) + R(margin));
    const auto is_harmless =
        both(both(squared > R(kQuickTiny), squared < R(kQuickHuge)), size < R(kQuickLargest));
    const auto is_apart = squared - reaches > R(kQuickEpsilons * kEpsilon) * size * sum_abs(axis);
    store_verdict_witness(axis / length, i, out);
    store(select(both(is_harmless, is_apart), R(kApart), R(kUndecided)), out.state + i);
  }
}
template <Sizes kSizes>
void quick_axes(const LanePair* pairs, std::size_t count, LaneVerdicts& out, LaneCounts& counts) {
  look_along_centres<kSizes>(pairs, count, Real(0), out, counts);
}
void quick_grown(const LanePair* pairs, std::size_t count, Real margin, LaneVerdicts& out,
                 LaneCounts& counts) {
  look_along_centres<Sizes::any>(pairs, count, margin, out, counts);
}

// As common_point_in_boxes() and world_point(), where boxes overlap.
GRAZE_LANE void place_common_point(const SideBlock& a, std::size_t i, LaneVerdicts& out) {
  const auto is_overlapping = load_wide(out.state + i) == D(double(kOverlapping));
  if (!is_any(is_overlapping)) return;
  const LaneVec<D> p = wide_vector_at(out.witness, i);
  const LaneVec<D> world =
      wide_vector_at(a.placement + 9, i) + wide_matrix_at(a, i) * (p / load_wide(a.scale() + i));
  const LaneVec<D> q = select(is_overlapping, without_dust(world), p);
  store_real(q.x, out.witness[0] + i);
  store_real(q.y, out.witness[1] + i);
  store_real(q.z, out.witness[2] + i);
}

void decide_box_block(const LanePair* pairs, std::size_t count, LaneVerdicts& out, LaneCounts& counts) {
  SideBlock a, b;
  const std::size_t padded = load_side<Sizes::boxes>(pairs, count, 0, a);
  load_side<Sizes::boxes>(pairs, count, 1, b);
  counts.slots += padded;
  counts.active += count;
  for (std::size_t i = 0; i < padded; i += lane_count<Real>()) {
    const auto d = decide_boxes(boxes_at(a, b, i));
    store_verdict_witness({d.witness[0], d.witness[1], d.witness[2]}, i, out);
    store(select(d.is_apart, R(kApart), select(d.is_overlapping, R(kOverlapping), R(kUndecided))),
          out.state + i);
  }
  for (std::size_t i = 0; i < count; i += lane_count<double>()) place_common_point(a, i, out);
}

void solve_round_block(const LanePair* pairs, std::size_t count, LaneAnswers& out, LaneDistances* distances,
                       LaneCounts& counts) {
  SideBlock a, b;
  load_side<Sizes::any>(pairs, count, 0, a);
  load_side<Sizes::any>(pairs, count, 1, b);
  for (std::size_t i = 0; i < count; i += lane_count<double>()) {
    counts.slots += lane_count<double>();
    const CoreLanes<D> core_a = core_at(a, i), core_b = core_at(b, i);
    const auto answer = answer_round(make_cores(core_a, core_b));
    store_answer(answer, i, out);
    if (distances != nullptr) store_distance(a, core_a, b, core_b, answer, i, *distances);
  }
  counts.active += count;
  for (std::size_t i = 0; i < count; ++i) {
    out.steps[i] = 1;
    out.is_inside[i] = false;
  }
}

// Corners of boxes by their numbers; bits 0 to 2 are those of a, 6 to 8 those of b.
GRAZE_LANE void corners_at(const CoresLanes<D>& c, D id, LaneVec<D>& p, LaneVec<D>& q) {
  const auto with_bit = [&](double bit, D h) {
    const auto is_set = D(bit) <= id;
    id = select(is_set, id - D(bit), id);
    return select(is_set, -h, h);
  };
  q.z = with_bit(256, c.half_b.z);
  q.y = with_bit(128, c.half_b.y);
  q.x = with_bit(64, c.half_b.x);
  p.z = with_bit(4, c.half_a.z);
  p.y = with_bit(2, c.half_a.y);
  p.x = with_bit(1, c.half_a.x);
}

void solve_core_block(const LanePair* pairs, std::size_t count, LaneAnswers& out, LaneDistances* distances,
                      LaneCounts& counts) {
  SideBlock a, b;
  SearchBlock search;
  const std::size_t padded = load_side<Sizes::any>(pairs, count, 0, a);
  load_side<Sizes::any>(pairs, count, 1, b);
  for (std::size_t i = 0; i < padded; i += lane_count<Real>()) {
    const BoxFrame<R> f = box_frame(boxes_at(a, b, i), R(kEpsilon));
    const R unit = R(1) / f.size;
    for (int k = 0; k < 9; ++k) store_narrow(f.r[k / 3][k % 3], search.rows[kFrameRow + k] + i);
    for (int k = 0; k < 3; ++k) {
      store_narrow(f.t[k] * unit, search.rows[kFrameRow + 9 + k] + i);
      store_narrow(f.a[k] * unit, search.rows[kFrameRow + 12 + k] + i);
      store_narrow(f.b[k] * unit, search.rows[kFrameRow + 15 + k] + i);
    }
  }
  for (std::size_t i = 0; i < padded; i += lane_count<float>()) {
    const SearchLanes<S> s = first_search(frame_at(search.rows, i));
    store_search(s, search.rows, i);
    store(select(is_at_end(s), S(1.0f), S(0.0f)), search.at_end + i);
  }
  search_boxes(count, search, out, counts);
  for (std::size_t i = count; i < padded; ++i) {
    search.vertices[i] = 0;
    for (int k = 0; k < 4; ++k) search.ids[k][i] = 0;
  }
  for (std::size_t i = 0; i < count; i += lane_count<double>()) {
    const CoreLanes<D> core_a = core_at(a, i), core_b = core_at(b, i);
    const CoresLanes<D> cores = make_cores(core_a, core_b);
    VerticesLanes<D> vertices;
    vertices.count = load(search.vertices + i);
    const int most = is_any(vertices.count == D(4.0)) ? 4 : 3;
    vertices.a[3] = vertices.b[3] = LaneVec<D>{D(0.0), D(0.0), D(0.0)};
    for (int k = 0; k < most; ++k) {
      LaneVec<D> p, q;
      corners_at(cores, load(search.ids[k] + i), p, q);
      vertices.a[k] = cores.linear_a * p;
      vertices.b[k] = cores.linear_b * q + cores.offset;
    }
    const NearestLanes<D> nearest = nearest_of(vertices);
    const auto answer =
        answer_from_nearest(cores, nearest, vertices.count, farthest_of_cores(cores, nearest.v));
    store_answer(answer, i, out);
    if (distances != nullptr) store_distance(a, core_a, b, core_b, answer, i, *distances);
    counts.slots += lane_count<double>();
  }
  counts.active += count;
}

void solve_hull_block(const LanePair* pairs, std::size_t count, LaneAnswers& out, LaneDistances* distances,
                      LaneCounts& counts) {
  SideBlock a, b;
  SearchBlock search;
  const std::size_t padded = load_side<Sizes::any>(pairs, count, 0, a);
  load_side<Sizes::any>(pairs, count, 1, b);
  for (std::size_t i = 0; i < padded; i += lane_count<Real>()) {
    const BoxFrame<R> f = box_frame(boxes_at(a, b, i), R(kEpsilon));
    const R unit = R(1) / f.size;
    for (int k = 0; k < 9; ++k) store_narrow(f.r[k / 3][k % 3], search.rows[k] + i);
    for (int k = 0; k < 3; ++k) {
      store_narrow(f.t[k] * unit, search.rows[9 + k] + i);
      store_narrow(load(a.scale() + i) * unit, search.rows[kFactorA + k] + i);
      store_narrow(load(b.scale() + i) * unit, search.rows[kFactorB + k] + i);
    }
  }
  VertexSets sets;
  find_vertices(pairs, count, padded, sets);
  begin_hulls(pairs, sets, count, padded, search);
  search_hulls(sets, count, search, out, counts);
  for (std::size_t i = 0; i < count; i += lane_count<double>()) {
    const std::size_t here = count - i;
    const CoreLanes<D> core_a = core_at(a, i), core_b = core_at(b, i);
    const CoresLanes<D> cores = make_cores(core_a, core_b);
    VerticesLanes<D> vertices;
    for (int k = 0; k < 4; ++k) {
      VertexRows rows;
      for (std::size_t l = 0; l < lane_count<double>(); ++l) {
        const std::size_t pair = i + (l < here ? l : here - 1);
        const auto id = static_cast<float>(search.ids[k][pair]);
        rows.set(l, sets, pair, vertex_of_a(id), vertex_of_b(id));
      }
      vertices.a[k] = rows.placed_a(cores);
      vertices.b[k] = rows.placed_b(cores);
    }
    for (std::size_t l = here; l < lane_count<double>(); ++l) search.vertices[i + l] = 0;
    vertices.count = load(search.vertices + i);
    const NearestLanes<D> nearest = nearest_of(vertices);
    const auto answer =
        answer_from_nearest(cores, nearest, vertices.count, farthest_of_hulls(cores, nearest.v, sets, i));
    store_answer(answer, i, out);
    if (distances != nullptr) store_distance(a, core_a, b, core_b, answer, i, *distances);
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

std::uint32_t scan_one(const VertexSet& set, Real x, Real y, Real z) { return scan(set, x, y, z); }

LaneKernels make_kernels() {
  LaneKernels k;
  k.quick_boxes = quick_axes<Sizes::boxes>;
  k.quick_axes = quick_axes<Sizes::any>;
  k.quick_grown = quick_grown;
  k.overlap_boxes = overlap_block;
  k.contact_axes = contact_axis_block;
  k.meet_faces = meet_faces_block;
  k.meet_edges = meet_edges_block;
  k.meet_hulls = meet_hulls_block<false>;
  k.meet_round = meet_hulls_block<true>;
  k.decide_boxes = decide_box_block;
  k.solve_round = solve_round_block;
  k.solve_cores = solve_core_block;
  k.solve_hulls = solve_hull_block;
  k.cast_round = cast_block<RayTarget::round>;
  k.cast_boxes = cast_block<RayTarget::box>;
  k.cast_hulls = cast_hull_block;
  k.solve_spheres = solve_sphere_arrays;
  k.double_lanes = lane_count<double>();
  return k;
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {

Answer LaneAnswers::answer(std::size_t i) const {
  const auto vector = [i](const double(&rows)[3][kBatchBlock]) {
    return Vec3d{rows[0][i], rows[1][i], rows[2][i]};
  };
  Answer out;
  out.lower = lower[i];
  out.upper = upper[i];
  out.contact = out.lower > 0 ? Contact::apart : out.upper < 0 ? Contact::overlapping : Contact::touching;
  out.normal = vector(normal);
  out.a = vector(a);
  out.b = vector(b);
  out.common = vector(common);
  out.iterations = static_cast<int>(steps[i]);
  return out;
}

}  // namespace graze::inline GRAZE_ABI
#endif

#if !defined(GRAZE_SIMD)
namespace graze::inline GRAZE_ABI {
LaneKernels lane_kernels() { return one_lane::make_kernels(); }
LaneScan lane_scan() { return one_lane::scan_one; }
}  // namespace graze::inline GRAZE_ABI
#elif HWY_ONCE
namespace graze::inline GRAZE_ABI {
HWY_EXPORT(make_kernels);
HWY_EXPORT(scan_one);
LaneKernels lane_kernels() { return HWY_DYNAMIC_DISPATCH(make_kernels)(); }
LaneScan lane_scan() {
  choose_simd_target();
  return HWY_DISPATCH_TABLE(scan_one)[hwy::GetChosenTarget().GetIndex()];
}
}  // namespace graze::inline GRAZE_ABI
#endif
