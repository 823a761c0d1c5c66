// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <cmath>

#include "evaluate.h"

namespace truth {
namespace {

using graze::Hit;

WideVec wide(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

double length_of(const WideVec& v) { return double(length(v)); }

// How far the case's own rounding moves the ray at the hit: its direction is rounded to Real once, and so is
// the placement.
double input_rounding(const Trial& t) {
  const double eps = double(graze::kEpsilon);
  return eps * (t.c.scale * (1 + t.c.ray.parameter)) + placement_rounding(t.a);
}

void judge_bounds(Trial& t, const graze::RayCast& r, double way, double cosine) {
  const double slack = (input_rounding(t) / std::max(cosine, 1e-3) + 1e-15 * t.c.scale) / way;
  if (!(double(r.lower) <= t.c.ray.parameter + slack))
    t.charge(Charge::bounds, "ray lower", r.lower, t.c.ray.parameter);
  if (!(double(r.upper) >= t.c.ray.parameter - slack))
    t.charge(Charge::bounds, "ray upper", r.upper, t.c.ray.parameter);
}

}  // namespace

// The measures of the shared checker: parameter across the surface, unit normal.
void judge_ray(Trial& t) {
  const graze::RayCast& r = t.outcome.ray;
  const RaySpec& truth = t.c.ray;
  t.tally[Measure::ray_time].add(t.outcome.microseconds[0]);
  const bool is_near = std::abs(truth.clearance) <= t.band;
  if (is_near) ++t.tally.in_band;
  if (r.status != graze::Status::converged)
    t.charge(Charge::extra, std::string("ray ") + graze::to_string(r.status), r.parameter, truth.parameter);
  if (!graze::is_finite(r.point) || !graze::is_finite(r.normal) || !std::isfinite(r.parameter))
    t.charge(Charge::nan, "ray is not finite", r.parameter, truth.parameter);
  if (r.hit == Hit::uncertain && !is_near)
    t.charge(Charge::extra, "ray uncertain outside the band", r.parameter, truth.clearance);
  if (bool(r) != truth.hits) {
    if (!is_near) t.charge(Charge::wrong_ray, "ray hit", bool(r), truth.hits);
    return;
  }
  if (!truth.hits) return;
  const WideVec source{truth.source[0], truth.source[1], truth.source[2]};
  const WideVec way = WideVec{truth.target[0], truth.target[1], truth.target[2]} - source;
  const WideVec normal = wide(truth.normal);
  const double length_of_way = length_of(way);
  const double cosine = truth.has_normal ? std::abs(double(dot(way, normal))) / length_of_way : 1;
  const double error = std::abs(double(r.parameter) - truth.parameter) * length_of_way * cosine;
  t.tally[Measure::ray_parameter].add(error / t.c.size);
  double turned = 0;
  if (truth.has_normal && !is_near) {
    turned = length_of(WideVec(r.normal) - normal);
    t.tally[Measure::ray_normal].add(turned);
  }
  if (!(error <= 4 * t.band + 1e-2 * t.bars.accuracy * t.c.size))
    t.charge(Charge::bad_ray, "ray parameter", r.parameter, truth.parameter);
  if (!(turned < 1e-2)) t.charge(Charge::bad_ray, "ray normal off by", turned, 0);
  judge_bounds(t, r, length_of_way, cosine);
}

}  // namespace truth
