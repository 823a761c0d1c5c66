// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Rays at spheres, capsules and boxes in lanes. As in query/cast/point.cpp a closed form only proposes where
// the ray enters: a plane that the shape is not beyond is the lower bound, a point of the ray that is deep
// enough inside the upper one. Misses are proved by separating axes. What cannot be proved is left to the
// single query. [Ericson05 §5.3]
//   c  the shape's centre seen from the ray's origin     u  unit direction of the ray
// Everything happens in the axes of the world; lengths along u are called ways.

#if defined(GRAZE_KERNEL_RAY_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_RAY_LANES_INL
#undef GRAZE_KERNEL_RAY_LANES_INL
#else
#define GRAZE_KERNEL_RAY_LANES_INL
#endif

#include "kernel/ray/rows.h"
#include "kernel/round/lanes-inl.h"

GRAZE_LANES_BEGIN

/// A ray as the caller gave it.
template <class F>
struct RayLanes {
  LaneVec<F> origin, direction;
  F end;  // largest parameter
};

template <class F, class M>
struct RayTaskLanes {
  LaneVec<F> c, u;
  F length;    // of the direction that was given
  F ball;      // radius in the world
  F error;     // bound on what rounding and a ball's defect do to a height over the origin
  F limit;     // no way is longer
  F accepted;  // width of the bounds, across the surface
  M is_usual;  // sizes whose powers are harmless, and a ray of some length
};

template <class F, class M>
struct RayAnswerLanes {
  F state;                   // see RayRows
  F lower, upper, estimate;  // ways
  LaneVec<F> normal;         // unit, outward
};

// The ray in lengths along its unit direction; task_for() in cast.cpp sets these tolerances for one ray.
template <class F>
GRAZE_LANE auto make_ray_task(const CoreLanes<F>& core, const RayLanes<F>& ray, F relative_error) {
  const F zero(0), epsilon(kDoubleEpsilon);
  RayTaskLanes<F, decltype(zero < zero)> task;
  task.c = core.translation - ray.origin;
  task.length = lane_sqrt(dot(ray.direction, ray.direction));
  task.u = ray.direction / task.length;
  const F grown = core.radius * core.scale;
  task.ball = grown + core.margin;
  const F extent = (core.half.x + core.half.y + core.half.z) * (core.scale * (F(1) + core.defect));
  const F own = extent + task.ball, size = own + sum_abs(task.c);
  task.error = F(20) * epsilon * size + grown * (core.defect + F(2) * epsilon);
  task.limit = lane_min(ray.end * task.length, size * (F(1) + F(16) * epsilon));
  task.accepted = lane_max(relative_error * own, F(16) * task.error);
  const auto has_length = both(task.length > F(0x1p-200), task.length < F(0x1p200));
  const auto is_moderate = both(size > F(0x1p-100), size < F(0x1p100));
  task.is_usual = both(both(has_length, is_moderate), both(ray.end > zero, task.limit > zero));
  return task;
}

// The shape reaches up to `height` over the origin along n and no farther: the ray does not enter before it
// passes that plane. True where the ray comes from outside.
template <class F, class M>
GRAZE_LANE M set_plane(const RayTaskLanes<F, M>& task, const LaneVec<F>& n, F height,
                       RayAnswerLanes<F, M>& out, F& cosine) {
  cosine = dot(n, task.u);
  out.lower = (height + task.error) / cosine;
  out.estimate = height / cosine;
  out.normal = n;
  return both(cosine<F(0), out.lower> F(0));
}

// Twice as far beyond the lower bound as rounding reaches, and on by factors of eight. `is_deep` tells
// whether a point of the ray is inside for certain.
inline constexpr int kRayTries = 3;
template <class F, class M, class IsDeep>
GRAZE_LANE M set_upper(const RayTaskLanes<F, M>& task, M is_wanted, F cosine, IsDeep is_deep,
                       RayAnswerLanes<F, M>& out) {
  F beyond = F(4) * task.error;
  auto is_found = except(is_wanted, is_wanted);
  out.upper = out.lower;
  for (int i = 0; i < kRayTries; ++i) {
    const F upper = out.lower - beyond / cosine;
    const auto is_good = both(except(is_deep(task.u * upper), is_found), beyond <= task.accepted);
    out.upper = select(is_good, upper, out.upper);
    is_found = either(is_found, is_good);
    if (!is_any(except(is_wanted, is_found))) break;
    beyond = beyond * F(8);
  }
  return both(is_wanted, is_found);
}

// From what was proved to an answer.
template <class F, class M>
GRAZE_LANE void settle(const RayTaskLanes<F, M>& task, M is_missed, M is_inside, M is_proposed, M is_hit,
                       RayAnswerLanes<F, M>& out) {
  const F zero(0);
  const auto is_short = both(is_proposed, out.lower > task.limit);
  is_missed = either(is_missed, is_short);
  is_hit = both(is_hit, out.upper <= task.limit);
  F state = select(is_hit, F(kRayHit), F(kRayUnclear));
  state = select(is_inside, F(kRayInside), state);
  state = select(is_missed, F(kRayMiss), state);
  out.state = select(task.is_usual, state, F(kRayUnclear));
  const auto is_on_surface = both(is_hit, out.state == F(kRayHit));
  out.estimate = select(out.estimate < out.lower, out.lower, out.estimate);
  out.estimate = select(out.upper < out.estimate, out.upper, out.estimate);
  out.lower = select(is_on_surface, out.lower, zero);
  out.upper = select(is_on_surface, out.upper, zero);
  out.estimate = select(is_on_surface, out.estimate, zero);
  out.normal = select(is_on_surface, out.normal, LaneVec<F>{zero, zero, zero});
}

// The centre line of a sphere or a capsule, from c - w to c + w.
template <class F>
struct AxisLanes {
  LaneVec<F> c, w;
  F inverse;  // of the squared length of w; zero for a point

  // The point of the line nearest to p.
  [[nodiscard]] GRAZE_LANE LaneVec<F> nearest(const LaneVec<F>& p) const {
    const F along = dot(p - c, w) * inverse;
    return c + w * lane_min(lane_max(along, F(-1)), F(1));
  }
};
template <class F>
GRAZE_LANE AxisLanes<F> axis_of(const CoreLanes<F>& core, const LaneVec<F>& c) {
  const LaneVec<F> w = core.linear.columns[1] * core.half.y;
  const F squared = dot(w, w);
  return {c, w, select(squared > F(0), F(1) / squared, F(0))};
}

// Where the line enters the ball around a centre; NaN: nowhere.
template <class F>
GRAZE_LANE F enter_ball(const LaneVec<F>& centre, const LaneVec<F>& u, F radius) {
  const F along = dot(centre, u);
  const LaneVec<F> across = centre - u * along;
  const F from_line = lane_sqrt(dot(across, across));
  return along - lane_sqrt((radius - from_line) * (radius + from_line));
}

// The point of the centre line that is nearest to where the ray enters, and the way to there. A line that
// enters the endless cylinder beyond an end comes in through the ball at that end, and one that runs along
// the axis through the ball that it meets first.
template <class F>
GRAZE_LANE LaneVec<F> propose_round(const AxisLanes<F>& axis, const LaneVec<F>& u, F radius, F& way) {
  const F one(1), along_u = dot(u, axis.w) * axis.inverse, along_c = dot(axis.c, axis.w) * axis.inverse;
  const LaneVec<F> across_u = u - axis.w * along_u, across_c = axis.c - axis.w * along_c;
  const F squared = dot(across_u, across_u), middle = dot(across_u, across_c) / squared;
  const LaneVec<F> rest = across_c - across_u * middle;
  const F from_axis = lane_sqrt(dot(rest, rest));
  const F side = middle - lane_sqrt((radius - from_axis) * (radius + from_axis) / squared);
  const auto is_along = squared <= F(1e-20);
  const F met = select(is_along, with_sign_of(one, -along_u), along_u * side - along_c);
  const F part = lane_min(lane_max(met, -one), one);
  const auto is_side = both(except(met == part, is_along), axis.inverse > F(0));
  const LaneVec<F> centre = axis.c + axis.w * select(axis.inverse > F(0), part, F(0));
  way = select(is_side, side, enter_ball(centre, u, radius));
  return centre;
}

/// Spheres and capsules.
template <class F, class M>
GRAZE_LANE auto cast_at_round(const CoreLanes<F>& core, const RayTaskLanes<F, M>& task) {
  const F zero(0), half(0.5);
  RayAnswerLanes<F, M> out;
  const AxisLanes<F> axis = axis_of(core, task.c);
  const F inner = task.ball - task.error;
  const auto is_deep = [&](const LaneVec<F>& p) {
    const LaneVec<F> way = p - axis.nearest(p);
    return lane_sqrt(dot(way, way)) < inner;
  };
  const LaneVec<F> middle = task.u * (task.limit * half);
  const auto is_missed = closest_centre_lines(middle, task.c - middle, axis.w).lower > task.ball + task.error;
  const auto is_inside = is_deep({zero, zero, zero});
  auto is_proposed = except(is_missed, is_missed), is_hit = is_proposed;
  out.lower = out.upper = out.estimate = zero;
  out.normal = {zero, zero, zero};
  if (!is_all(either(is_missed, is_inside))) {
    F way, cosine;
    const LaneVec<F> centre = propose_round(axis, task.u, task.ball, way);
    const LaneVec<F> outward = task.u * way - centre;
    const LaneVec<F> n = outward / lane_sqrt(dot(outward, outward));
    const F height = lane_max(dot(n, axis.c - axis.w), dot(n, axis.c + axis.w)) + task.ball;
    is_proposed = set_plane(task, n, height, out, cosine);
    is_hit = set_upper(task, is_proposed, cosine, is_deep, out);
  }
  settle(task, is_missed, is_inside, is_proposed, is_hit, out);
  return out;
}

// A box and the ray in it: rows of the inverse placement times the determinant are normals of faces.
template <class F>
struct BoxRayLanes {
  LaneMat<F> linear;
  LaneVec<F> rows[3];
  F half[3], along[3];  // along: of u on the rows
  F determinant, scale;

  [[nodiscard]] GRAZE_LANE LaneVec<F> local(const LaneVec<F>& p) const {
    return {dot(rows[0], p) / determinant, dot(rows[1], p) / determinant, dot(rows[2], p) / determinant};
  }
};
template <class F>
GRAZE_LANE BoxRayLanes<F> box_ray(const CoreLanes<F>& core, const LaneVec<F>& u) {
  const auto& k = core.linear.columns;
  BoxRayLanes<F> box{core.linear,
                     {cross(k[1], k[2]), cross(k[2], k[0]), cross(k[0], k[1])},
                     {core.half.x, core.half.y, core.half.z},
                     {},
                     F(0),
                     core.scale * (F(1) + core.defect)};
  box.determinant = dot(k[0], box.rows[0]);
  for (int i = 0; i < 3; ++i) box.along[i] = dot(box.rows[i], u);
  return box;
}

// Six axes: normals of faces, and products of an edge and the ray. The error is for unit axes.
template <class F, class M>
GRAZE_LANE M is_box_missed(const BoxRayLanes<F>& box, const RayTaskLanes<F, M>& task) {
  const F zero(0), on_edges = task.error * box.scale, on_faces = on_edges * box.scale;
  const F volume = lane_abs(box.determinant);
  auto is_missed = task.error < zero;
  for (int i = 0; i < 3; ++i) {
    const int j = i == 2 ? 0 : i + 1, k = i == 0 ? 2 : i - 1;
    const F centre = dot(box.rows[i], task.c), reach = volume * box.half[i], end = box.along[i] * task.limit;
    is_missed = either(is_missed, either(centre - reach > lane_max(end, zero) + on_faces,
                                         centre + reach < lane_min(end, zero) - on_faces));
    const F off = lane_abs(dot(cross(task.u, box.linear.columns[i]), task.c));
    const F across = lane_abs(box.along[k]) * box.half[j] + lane_abs(box.along[j]) * box.half[k];
    is_missed = either(is_missed, off - across > on_edges);
  }
  return is_missed;
}

// The face that the line enters by: the last of three slabs. Returns its outward normal, not unit.
template <class F>
GRAZE_LANE LaneVec<F> propose_face(const BoxRayLanes<F>& box, const LaneVec<F>& c) {
  const F zero(0);
  const LaneVec<F> start = box.local(-c);
  const F origin[3] = {start.x, start.y, start.z};
  F latest(-std::numeric_limits<double>::infinity());
  LaneVec<F> outward{zero, zero, zero};
  for (int i = 0; i < 3; ++i) {
    const F speed = box.along[i] / box.determinant;
    const F enter = (with_sign_of(box.half[i], -speed) - origin[i]) / speed;
    const auto is_later = both(enter > latest, lane_abs(speed) > zero);
    latest = select(is_later, enter, latest);
    outward = select(is_later, box.rows[i] * with_sign_of(F(1), -box.along[i]), outward);
  }
  return outward;
}

/// Boxes without a margin.
template <class F, class M>
GRAZE_LANE auto cast_at_box(const CoreLanes<F>& core, const RayTaskLanes<F, M>& task) {
  const F zero(0), epsilon(kDoubleEpsilon);
  RayAnswerLanes<F, M> out;
  const BoxRayLanes<F> box = box_ray(core, task.u);
  const F rounding = F(16) * epsilon * (box.half[0] + box.half[1] + box.half[2]);
  const F least = core.scale * (F(1) - core.defect) * (F(1) - F(8) * epsilon);
  // Taken back by the placement itself, which measures what the inverse lost.
  const auto is_deep = [&](const LaneVec<F>& p) {
    const LaneVec<F> at = box.local(p - task.c), off = (box.linear * at + task.c) - p;
    const F depth = lane_min(lane_min(box.half[0] - lane_abs(at.x), box.half[1] - lane_abs(at.y)),
                             box.half[2] - lane_abs(at.z));
    return (depth - rounding) * least > lane_sqrt(dot(off, off)) + task.error;
  };
  const auto is_missed = is_box_missed(box, task);
  const auto is_inside = is_deep({zero, zero, zero});
  auto is_proposed = except(is_missed, is_missed), is_hit = is_proposed;
  out.lower = out.upper = out.estimate = zero;
  out.normal = {zero, zero, zero};
  if (!is_all(either(is_missed, is_inside))) {
    F cosine;
    const LaneVec<F> outward = propose_face(box, task.c);
    const LaneVec<F> n = outward / lane_sqrt(dot(outward, outward));
    const auto& k = box.linear.columns;
    const F reach = lane_abs(dot(n, k[0])) * box.half[0] + lane_abs(dot(n, k[1])) * box.half[1] +
                    lane_abs(dot(n, k[2])) * box.half[2];
    is_proposed = set_plane(task, n, dot(n, task.c) + reach, out, cosine);
    is_hit = set_upper(task, is_proposed, cosine, is_deep, out);
  }
  settle(task, is_missed, is_inside, is_proposed, is_hit, out);
  return out;
}

// Rounded as by to_real().
template <class F, std::size_t N>
GRAZE_LANE void store_rounded_point(const LaneVec<F>& p, Real (*rows)[N], std::size_t i) {
  const F ax = lane_abs(p.x), ay = lane_abs(p.y), az = lane_abs(p.z), zero(0.0);
  const F m = lane_max(lane_max(ax, ay), az), nothing = F(0x1p-80) * m;
  store_real(select(ax < nothing, zero, p.x), rows[0] + i);
  store_real(select(ay < nothing, zero, p.y), rows[1] + i);
  store_real(select(az < nothing, zero, p.z), rows[2] + i);
}

/// Parameters, points and frames of the caller; `local_scale` is 1 where the placement is rigid.
template <class F, class M, std::size_t N>
GRAZE_LANE void store_ray(const CoreLanes<F>& core, F local_scale, const RayLanes<F>& ray,
                          const RayTaskLanes<F, M>& task, const RayAnswerLanes<F, M>& answer, std::size_t i,
                          RayRows<N>& out) {
  const F one(1), blur(4 * kDoubleEpsilon), estimate = answer.estimate;
  store(answer.state, out.state + i);
  // Bounds on the way are bounds on the parameter but for the rounding of the direction's length.
  store_rounded(lane_min(answer.lower / task.length * (one - blur), ray.end), false, out.lower + i);
  store_rounded(lane_min(answer.upper / task.length * (one + blur), ray.end), true, out.upper + i);
  store_real(lane_min(estimate / task.length, ray.end), out.parameter + i);
  const LaneVec<F> way = task.u * estimate, point = ray.origin + way;
  const F width = lane_max(answer.upper - estimate, estimate - answer.lower);
  store_rounded(width + F(2 * double(kEpsilon)) * (sum_abs(point) + estimate), true, out.error + i);
  store_rounded_point(point, out.point, i);
  store_real(answer.normal.x, out.normal[0] + i);
  store_real(answer.normal.y, out.normal[1] + i);
  store_real(answer.normal.z, out.normal[2] + i);
  store_rounded_point(transpose_times(core.linear, (way - task.c) / local_scale) / local_scale, out.local, i);
}

GRAZE_LANES_END

#endif
