// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "math/rounding.h"
#include "query/pair/answers.h"
#include "query/pair/steps.h"
#include "shape/vertex_scan.h"

// Compiled once per Highway target; see https://github.com/google/highway, "dynamic dispatch".
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/pair/kernels.cpp"
#include "simd/each_target-inl.h"
#endif

#include "kernel/box/axes-inl.h"
#include "kernel/box/decide-inl.h"
#include "kernel/gjk/scan-inl.h"
#include "kernel/round/lanes-inl.h"

GRAZE_LANES_BEGIN

GRAZE_LANE LaneMat<double> load_matrix(const Mat3& m) {
  return {{load_vector(&m.columns[0].x), load_vector(&m.columns[1].x), load_vector(&m.columns[2].x)}};
}

// Half extents of a core, or a bound on the extent of a polytope; see LaneSize.
GRAZE_LANE LaneVec<double> half_of(const ShapeView& shape) {
  if (shape.kind == ShapeKind::box) return load_vector(shape.values);
  if (shape.block != nullptr) return {double(round_up(shape.block->extent)), 0, 0};
  return {0, double(shape.values[1]), double(shape.values[2])};
}

GRAZE_LANE CoreLanes<double> core_of(const Operand& o) {
  const bool is_round = o.shape->block == nullptr && o.shape->kind != ShapeKind::box;
  return {load_matrix(o.placement->linear()),
          load_vector(&o.placement->translation().x),
          half_of(*o.shape),
          is_round ? double(o.shape->values[0]) : 0.0,
          double(o.placement->scale()),
          double(o.placement->defect()),
          double(o.margin)};
}

/// The core of a sphere or a capsule, whose last size is zero.
GRAZE_LANE CoreLanes<double> round_core(const Operand& o) {
  return {load_matrix(o.placement->linear()),
          load_vector(&o.placement->translation().x),
          {0, double(o.shape->values[1]), 0},
          double(o.shape->values[0]),
          double(o.placement->scale()),
          double(o.placement->defect()),
          double(o.margin)};
}

GRAZE_LANE CoresLanes<double> cores_of(const PairFrame& pair) {
  return make_cores(core_of(pair.operands[pair.first]), core_of(pair.operands[1 - pair.first]));
}

GRAZE_LANE LaneVec<double> vertex_of(const ShapeView& shape, const LaneVec<double>& half, std::uint32_t i) {
  if (shape.block != nullptr) {
    const VertexSet& set = polytope_of(shape).vertices;
    return {double(set.x[i]), double(set.y[i]), double(set.z[i])};
  }
  // The first end of a capsule is the negative one; a sphere has none.
  alignas(32) static constexpr double kSigns[8][4] = {{1, 1, 1, 1},   {-1, 1, 1, 1},  {1, -1, 1, 1},
                                                      {-1, -1, 1, 1}, {1, 1, -1, 1},  {-1, 1, -1, 1},
                                                      {1, -1, -1, 1}, {-1, -1, -1, 1}};
  const std::uint32_t corner = shape.kind == ShapeKind::box ? i : i == 0 ? 7 : 0;
  return with_signs_of(half, load_vector(kSigns[corner]));
}

GRAZE_LANE LaneVec<double> farthest_of(const ShapeView& shape, const LaneVec<double>& half,
                                       const LaneVec<double>& d, std::uint32_t last, bool has_polytope) {
  if (shape.block == nullptr && !has_polytope) return with_signs_of(half, d);
  Vec3d local;
  store_vector(d, local);
  if (shape.block ==
      nullptr) {  // scanned, so that corners which are as far but for rounding tie as in batches
    VertexSet corners;
    Real coordinates[3][kVertexPadding];
    set_corners(shape, coordinates, corners);
    const Vec3d p = corners.vertex(farthest_vertex(corners, local));
    return {p.x, p.y, p.z};
  }
  const VertexSet& set = polytope_of(shape).vertices;
  // Polytopes that batches have in lanes are scanned here as they are there.
  const HullSupport* const search =
      set.count > kLaneVertices ? polytope_of(shape).hull_support.get() : nullptr;
  const std::uint32_t i = search != nullptr ? farthest_from(*search, moderate(local),
                                                            {set.x[last], set.y[last], set.z[last], last})
                                            : farthest_vertex(set, local);
  return vertex_of(shape, half, i);
}

GRAZE_LANE bool set_answer(const CoreAnswerLanes<double, bool>& answer, int iterations, Answer& out) {
  if (!answer.is_certain) return false;
  out.lower = answer.lower;
  out.upper = answer.upper;
  out.contact = answer.lower > 0   ? Contact::apart
                : answer.upper < 0 ? Contact::overlapping
                                   : Contact::touching;
  store_vector(answer.normal, out.normal);
  store_vector(answer.a, out.a);
  store_vector(answer.b, out.b);
  store_vector(answer.common, out.common);
  out.iterations = iterations;
  return true;
}

bool polish_vertices(const PairFrame& pair, const NearVertices& near, int iterations, Answer& out) {
  const ShapeView &first = *pair.operands[pair.first].shape, &second = *pair.operands[1 - pair.first].shape;
  const CoresLanes<double> cores = cores_of(pair);
  VerticesLanes<double> vertices;
  vertices.count = double(near.count);
  const auto place = [&](std::uint32_t k) {
    vertices.a[k] = cores.linear_a * vertex_of(first, cores.half_a, near.a[k]);
    vertices.b[k] = cores.linear_b * vertex_of(second, cores.half_b, near.b[k]) + cores.offset;
  };
  place(0);
  for (std::uint32_t k = 1; k < 4; ++k) {
    vertices.a[k] = vertices.a[0];
    vertices.b[k] = vertices.b[0];
  }
  for (std::uint32_t k = 1; k < near.count; ++k) place(k);
  const NearestLanes<double> nearest = nearest_of(vertices);
  const LaneVec<double> u = transpose_times(cores.linear_a, -nearest.v),
                        w = transpose_times(cores.linear_b, nearest.v);
  const bool has_polytope = first.block != nullptr || second.block != nullptr;
  const LaneVec<double> p = farthest_of(first, cores.half_a, u, near.a[0], has_polytope),
                        q = farthest_of(second, cores.half_b, w, near.b[0], has_polytope);
  const LaneVec<double> farthest = cores.linear_a * p - (cores.linear_b * q + cores.offset);
  return set_answer(answer_from_nearest(cores, nearest, vertices.count, farthest), iterations, out);
}

using SearchVec = LaneVec<OneSearch>;

template <class T>
GRAZE_LANE CoordinatesOf<OneSearch> search_coordinates(const Row<T, 3>& x) {
  if constexpr (kIsRegister<T, 3>) {
    return converted<float>(x);
  } else {
    return side_by_side(constants<OneSearch>(float(x[0]), float(x[1]), float(x[2])));
  }
}

/// Returns the size of the pair, by which lengths are divided.
GRAZE_LANE Real set_search_frame(const PairFrame& pair, bool are_hulls, SearchFrameLanes<OneSearch>& f) {
  const Operand &first = pair.operands[pair.first], &second = pair.operands[1 - pair.first];
  const LaneSize size_a = lane_size(*first.shape), size_b = lane_size(*second.shape);
  BoxFrame<Real> boxes;
  place_frame(load_box<Real>(*first.placement, size_a.half), load_box<Real>(*second.placement, size_b.half),
              boxes);
  const Real unit = 1 / boxes.size;
  for (int i = 0; i < 3; ++i) f.r.rows[i] = search_coordinates(boxes.r[i]);
  set_columns(f.r);
  f.t = search_coordinates(boxes.t * unit);
  f.a = search_coordinates(are_hulls ? row_of<3>(first.placement->scale() * unit) : boxes.a * unit);
  f.b = search_coordinates(are_hulls ? row_of<3>(second.placement->scale() * unit) : boxes.b * unit);
  return boxes.size;
}

/// From the centre of b to that of a, or between inner points; anywhere if they coincide.
GRAZE_LANE SearchVec start_of(const SearchFrameLanes<OneSearch>& f, bool are_hulls, const Vec3d (&inner)[2]) {
  const auto narrow = [](const Vec3d& p) { return constants<OneSearch>(float(p.x), float(p.y), float(p.z)); };
  SearchVec v = are_hulls ? hull_difference(f, narrow(inner[0]), narrow(inner[1])) : spread(-f.t);
  make_nonzero(v);
  return v;
}

// From numbers as the search keeps them to those of the readers.
GRAZE_LANE void set_near(const PairFrame& pair, const SearchEnd& end, NearVertices& near) {
  const auto number = [](const ShapeView& shape, std::uint32_t i) {
    return shape.kind == ShapeKind::capsule ? (i != 0 ? 0u : 1u) : i;
  };
  near.count = static_cast<std::uint32_t>(end.count);
  for (std::uint32_t k = 0; k < near.count; ++k) {
    near.a[k] = number(*pair.operands[pair.first].shape, vertex_of_a(end.ids[k]));
    near.b[k] = number(*pair.operands[1 - pair.first].shape, vertex_of_b(end.ids[k]));
  }
}

bool search_vertices(const PairFrame& pair, const VertexSet* const (&sets)[2], const Vec3d (&inner)[2],
                     int max_iterations, bool wants_depth, NearVertices& near, Answer& out) {
  const bool are_hulls = sets[0] != nullptr;
  SearchFrameLanes<OneSearch> f;
  if (!(set_search_frame(pair, are_hulls, f) > 0)) return false;
  const SearchVec start = start_of(f, are_hulls, inner);
  const auto farthest_corner = [&](const SearchVec& v, OneSearch& id)
                                   GRAZE_LANE_LAMBDA { return farthest_corners(f, v, id); };
  const auto farthest_vertex_of = [&](const SearchVec& v, OneSearch& id) GRAZE_LANE_LAMBDA {
    return farthest_vertices(f, *sets[0], *sets[1], v, id);
  };
  const SearchEnd end =
      are_hulls ? search_one_pair(start, farthest_vertex_of) : search_one_pair(start, farthest_corner);
  if (end.count == 0 || end.steps > max_iterations || (end.is_inside && wants_depth)) return false;
  set_near(pair, end, near);
  return polish_vertices(pair, near, end.steps, out);
}

bool solve_round_lane(const PairFrame& pair, Answer& out) {
  return set_answer(answer_round(cores_of(pair)), 1, out);
}

bool are_boxes_apart_along_centres(const Operand& a, const Operand& b, Vec3& axis) {
  const BareBox<Real> box_a{load_box<Real>(*a.placement, a.shape->values)},
      box_b{load_box<Real>(*b.placement, b.shape->values)};
  const CentreLine<Real, BareBox<Real>> line(box_a, box_b);
  store_row(line.axis, &axis.x);
  return line.separates(box_a, box_b);
}

// A point in the world and in the local frame, as by world_point() and local_point(): p is relative to
// `origin`, q to where the object stands.
GRAZE_LANE void place_point(const Affine& placement, const LaneVec<double>& origin, const LaneVec<double>& p,
                            const LaneVec<double>& q, Vec3& world, Vec3& local) {
  store_as_real(origin + p, world);
  const LaneMat<double> linear = load_matrix(placement.linear());
  if (placement.is_rigid()) return store_as_real(transpose_times(linear, q), local);
  const double s = placement.scale();
  store_as_real(transpose_times(linear, q / s) / s, local);
}

void place_result_points(const PairFrame& pair, const Vec3d& normal, const Vec3d& first, const Vec3d& second,
                         const ResultPoints& to) {
  store_vector(load_vector(&normal.x) * double(1 - 2 * pair.first), *to.normal);
  const LaneVec<double> origin = load_vector(&pair.origin.x), offset = load_vector(&pair.offset.x);
  const Vec3d* const points[2] = {&first, &second};
  for (int k = 0; k < 2; ++k) {
    const int operand = k ^ pair.first;
    const LaneVec<double> p = load_vector(&points[k]->x);
    place_point(*pair.operands[operand].placement, origin, p, p - offset * double(k), *to.world[operand],
                *to.local[operand]);
  }
}

// From the operands to the result: for a closed form as short as this, frames and answers in memory would be
// most of the work.
bool measure_round_lane(const Operand& first, const Operand& second, bool is_swapped, Real threshold,
                        Distance& out) {
  const CoreLanes<double> a = round_core(first), b = round_core(second);
  const CoresLanes<double> cores = make_cores(a, b);
  const LaneVec<double> line_a = a.linear.columns[1] * double(first.shape->values[1]),
                        line_b = b.linear.columns[1] * double(second.shape->values[1]);
  const bool is_point_and_line =
      first.shape->kind == ShapeKind::sphere && second.shape->kind == ShapeKind::capsule;
  const auto answer =
      answer_from_lines(cores, is_point_and_line ? closest_to_line(line_a, cores.offset, line_b)
                                                 : closest_centre_lines(line_a, cores.offset, line_b));
  if (!answer.is_certain) return false;
  const bool is_apart = answer.lower > 0;
  out.contact = is_apart ? Contact::apart : answer.upper < 0 ? Contact::overlapping : Contact::touching;
  out.status = Status::converged;
  out.iterations = 1;
  set_distance_bounds(answer.lower, answer.upper, threshold, out);
  const LaneVec<double> zero{0, 0, 0}, offset = b.translation - a.translation;
  const LaneVec<double> p = is_apart ? answer.a : answer.common, q = is_apart ? answer.b : answer.common;
  store_vector(is_apart ? answer.normal * (is_swapped ? -1.0 : 1.0) : zero, out.normal);
  Vec3* const worlds[2] = {&out.point_a, &out.point_b};
  Vec3* const locals[2] = {&out.local_a, &out.local_b};
  place_point(*first.placement, a.translation, p, p - offset * 0.0, *worlds[is_swapped], *locals[is_swapped]);
  place_point(*second.placement, a.translation, q, q - offset * 1.0, *worlds[!is_swapped],
              *locals[!is_swapped]);
  return true;
}

void overlap_boxes_here(const PairFrame& pair, BoxOverlap& out) {
  const Operand &a = pair.operands[pair.first], &b = pair.operands[1 - pair.first];
  const BoxFrame<double> f = wide_box_frame(load_box<double>(*a.placement, a.shape->values),
                                            load_box<double>(*b.placement, b.shape->values));
  const Least<double> least = least_overlap(f);
  out = {least.index, least.value, least.next, f.size, f.rounding, f.error};
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD)
namespace graze::inline GRAZE_ABI {
#define GRAZE_FOR_TARGET(kernel) one_lane::kernel
#elif HWY_ONCE
namespace graze::inline GRAZE_ABI {
HWY_EXPORT(polish_vertices);
HWY_EXPORT(search_vertices);
HWY_EXPORT(solve_round_lane);
HWY_EXPORT(measure_round_lane);
HWY_EXPORT(are_boxes_apart_along_centres);
HWY_EXPORT(overlap_boxes_here);
HWY_EXPORT(place_result_points);
#define GRAZE_FOR_TARGET(kernel) HWY_DYNAMIC_DISPATCH(kernel)
#endif

#if !defined(GRAZE_SIMD) || HWY_ONCE
bool solve_from_vertices(const PairFrame& pair, const NearVertices& vertices, int iterations, Answer& out) {
  return GRAZE_FOR_TARGET(polish_vertices)(pair, vertices, iterations, out);
}
bool solve_by_search(const PairFrame& pair, const VertexSet* const (&sets)[2], const Vec3d (&inner)[2],
                     int max_iterations, bool wants_depth, NearVertices& near, Answer& out) {
  return GRAZE_FOR_TARGET(search_vertices)(pair, sets, inner, max_iterations, wants_depth, near, out);
}
bool solve_round_pair(const PairFrame& pair, Answer& out) {
  return GRAZE_FOR_TARGET(solve_round_lane)(pair, out);
}
bool measure_round_pair(const Operand& a, const Operand& b, Real threshold, Distance& out) {
  const bool is_swapped = comes_second(a, b);
  return GRAZE_FOR_TARGET(measure_round_lane)(is_swapped ? b : a, is_swapped ? a : b, is_swapped, threshold,
                                              out);
}
bool are_boxes_quickly_apart(const Operand& a, const Operand& b, Vec3& axis) {
  return GRAZE_FOR_TARGET(are_boxes_apart_along_centres)(a, b, axis);
}
void overlap_boxes(const PairFrame& pair, BoxOverlap& out) {
  GRAZE_FOR_TARGET(overlap_boxes_here)(pair, out);
}
void place_points(const PairFrame& pair, const Vec3d& normal, const Vec3d& first, const Vec3d& second,
                  const ResultPoints& to) {
  GRAZE_FOR_TARGET(place_result_points)(pair, normal, first, second, to);
}
}  // namespace graze::inline GRAZE_ABI
#endif
