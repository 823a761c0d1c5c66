// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/ray_cast.h"

#include <algorithm>

#include "kernel/ray/hull-inl.h"
#include "query/cast/cast.h"
#include "query/cast/ray_rows.h"
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

}  // namespace

bool cast_directly(const Operand& shape, const Ray& ray, const QuerySettings& settings, RayCast& out) {
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

RayCast ray_cast_of(const Operand& shape, const Ray& ray, const QuerySettings& settings) {
  if (is_complex(shape)) return complex_ray_cast(shape, ray, settings);
  RayCast result;
  const auto refuse = [&] {
    result.status = Status::invalid_argument;
    return result;
  };
  if (!are_usable(settings) || !is_usable(ray) || !is_usable(shape)) return refuse();
  if (cast_directly(shape, ray, settings, result)) return result;
  const Shape point = Shape(Point{});
  const Affine source(ray.origin);
  Pair pair;
  if (!make_pair({&point.view(), &source, 0}, shape, pair)) return refuse();
  const Motion motion(Vec3d(ray.direction), double(ray.max_t));
  CastAnswer answer;
  solve_cast(pair, motion, Start::yes_no, settings, answer);
  result.hit = answer.hit;
  result.status = answer.status;
  result.iterations = answer.iterations;
  if (answer.hit == Hit::miss) return result;
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
  return result;
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

}  // namespace graze::inline GRAZE_ABI
