// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "graze/query/ray_cast.h"
#include "kernel/ray/hull-inl.h"
#include "query/cast/cast.h"
#include "query/cast/ray_rows.h"
#include "query/cast/round.h"
#include "query/pair/answers.h"
#include "query/pair/complex.h"
#include "query/pair/one_lane.h"
#include "query/pair/route_class.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Bounds on the way are bounds on the parameter but for the rounding of the direction's length.
void set_parameter(const CastAnswer& answer, const Motion& motion, double unit, const Ray& ray,
                   RayCast& result) {
  constexpr double kBlur = 4 * kDoubleEpsilon;
  const double lower = motion.parameter(answer.lower, unit) * (1 - kBlur);
  const double upper = motion.parameter(answer.upper, unit) * (1 + kBlur);
  result.lower = std::min(round_down(lower), ray.max_t);
  result.upper = std::min(round_up(upper), ray.max_t);
  const auto estimate = static_cast<Real>(motion.parameter(answer.estimate, unit));
  result.parameter = std::clamp(estimate, result.lower, result.upper);
}

using Task = one_lane::RayTaskLanes<double, bool>;

auto cast_at_polytope(const one_lane::CoreLanes<double>& core, const Task& task, const ShapeView& shape) {
  const HullTopology& faces = *exact_topology_of(shape);
  return cast_at_hull(core, task, faces.face_count(), [&](std::uint32_t i) {
    const Vec3d& n = faces.normals[i];
    return one_lane::FacePlaneLanes<double>{{n.x, n.y, n.z}, faces.offsets[i]};
  });
}

// Spheres, capsules, boxes and polytopes whose faces are known, under similarities: one lane of the kernels
// that batches run. False: not such a shape, or too close to call. Apart from the rest, whose pair is large.
[[gnu::noinline]] bool cast_directly(const Operand& shape, const Ray& ray, const QuerySettings& settings,
                                     RayCast& out) {
  const RouteClass target = class_of(shape);
  if (route_of(RouteClass::point, target, Query::ray_cast).steps[0] != Step::ray_form) return false;
  if (target == RouteClass::lane_hull && (shape.margin != 0 || !has_ray_lanes(*shape.shape))) return false;
  const one_lane::CoreLanes<double> core = lane_core(shape);
  const one_lane::RayLanes<double> lanes{lane_vector<double>(ray.origin), lane_vector<double>(ray.direction),
                                         double(ray.max_t)};
  const auto task = make_ray_task(core, lanes, double(settings.relative_error));
  const auto answer = target == RouteClass::round ? cast_at_round(core, task)
                      : target == RouteClass::box ? cast_at_box(core, task)
                                                  : cast_at_polytope(core, task, *shape.shape);
  if (answer.state == kRayUnclear) return false;
  RayRows<1> rows;
  store_ray(core, shape.placement->is_rigid() ? 1.0 : core.scale, lanes, task, answer, 0, rows);
  write_ray(rows, 0, out);
  return true;
}

template <class R>
Step refuse(R& result) {
  set_unanswered(Status::invalid_argument, result);
  return Step::refuse;
}

template <class R>
void set_cast_state(const CastAnswer& answer, R& result) {
  result.hit = answer.hit;
  result.status = answer.status;
  result.iterations = answer.iterations;
}

}  // namespace

Step answer_ray(const Operand& shape, const Ray& ray, const QuerySettings& settings, RayCast& result) {
  if (is_complex(shape)) {
    result = complex_ray_cast(shape, ray, settings);
    return Step::pieces;
  }
  if (!are_usable(settings) || !is_usable(ray) || !is_usable(shape)) return refuse(result);
  if (cast_directly(shape, ray, settings, result)) return Step::ray_form;
  const Shape point = Shape(Point{});
  const Affine source(ray.origin);
  Pair pair;
  if (!make_pair({&point.view(), &source, 0}, shape, pair)) return refuse(result);
  const Motion motion(Vec3d(ray.direction), double(ray.max_t));
  CastAnswer answer;
  const Step step = solve_cast(pair, motion, Start::yes_no, settings, answer);
  set_cast_state(answer, result);
  if (answer.hit == Hit::miss) return step;
  result.starts_inside = answer.starts_in_contact;
  set_parameter(answer, motion, pair.unit, ray, result);
  // The point of the ray, straight from its origin.
  const double way = answer.estimate / pair.unit;
  const Vec3d exact = Vec3d(ray.origin) + motion.direction * way;
  result.point = to_real(exact);
  const double width = std::max(answer.upper - answer.estimate, answer.estimate - answer.lower) / pair.unit;
  result.error = round_up(width + 2 * double(kEpsilon) * (sum_abs(exact) + way));
  result.normal = Vec3(answer.normal * static_cast<double>(2 * pair.first - 1));
  const Vec3d start = pair.first == 0 ? Vec3d{} : pair.offset * pair.unit;
  result.local_point = local_point(pair, 1, start + motion.direction * answer.estimate);
  return step;
}

Step answer_cast(const Operand& a, const Vec3& translation, const Operand& b, const QuerySettings& settings,
                 ShapeCast& result) {
  if (is_any_complex(a, b)) {
    QuerySettings own = settings;
    own.cache = nullptr;  // one cache, many pairs of pieces: the order of visits would show
    result = complex_shape_cast(a, translation, b, own);
    return Step::pieces;
  }
  if (!are_usable(settings) || !is_finite(translation)) return refuse(result);
  const bool has_form = route_of(class_of(a), class_of(b), Query::shape_cast).steps[0] == Step::round;
  if (has_form && cast_round(a, translation, b, settings, result)) return Step::round;
  Pair pair;
  if (!make_pair(a, b, pair)) return refuse(result);
  const Motion motion(Vec3d(translation), 1);
  CastAnswer answer;
  const Step step = solve_cast(pair, motion, Start::separation, settings, answer);
  set_cast_state(answer, result);
  if (answer.status == Status::unbounded) set_unanswered(answer.status, result);
  if (answer.hit == Hit::miss) return step;
  result.starts_in_contact = answer.starts_in_contact;
  constexpr double kBlur = 4 * kDoubleEpsilon;  // of the translation's length
  result.time = std::min(round_down(motion.parameter(answer.lower, pair.unit) * (1 - kBlur)), Real(1));
  result.upper = std::min(round_up(motion.parameter(answer.upper, pair.unit) * (1 + kBlur)), Real(1));
  result.normal = Vec3(answer.normal * static_cast<double>(1 - 2 * pair.first));
  result.point = world_point(pair, answer.points[1]);
  result.local_a = local_point(pair, 0, answer.points[0]);
  result.local_b = local_point(pair, 1, answer.points[1]);
  return step;
}

const char* to_string(Hit hit) noexcept {
  return hit == Hit::miss ? "miss" : hit == Hit::uncertain ? "uncertain" : "hit";
}

RayCast ray_cast(const Instance& instance, const Ray& ray, const QuerySettings& settings) {
  return ray_cast_of(operand(instance), ray, settings);
}

RayCast ray_cast(const Shape& shape, const Pose& world_from_shape, const Ray& ray,
                 const QuerySettings& settings) {
  const Affine placement(world_from_shape);
  return ray_cast_of({&shape.view(), &placement, 0}, ray, settings);
}

RayCast ray_cast(const Shape& shape, const Ray& local_ray, const QuerySettings& settings) {
  const Affine placement;
  return ray_cast_of({&shape.view(), &placement, 0}, local_ray, settings);
}

ShapeCast shape_cast(const Instance& a, const Vec3& translation, const Instance& b,
                     const QuerySettings& settings) {
  return shape_cast_of(operand(a), translation, operand(b), settings);
}

ShapeCast shape_cast(const Shape& a, const Pose& world_from_a, const Vec3& translation, const Shape& b,
                     const Pose& world_from_b, const QuerySettings& settings) {
  const Affine placement_a(world_from_a), placement_b(world_from_b);
  return shape_cast_of({&a.view(), &placement_a, 0}, translation, {&b.view(), &placement_b, 0}, settings);
}

}  // namespace graze::inline GRAZE_ABI
