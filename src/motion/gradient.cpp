// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/motion/gradient.h"

#include <algorithm>
#include <cmath>

#include "math/rounding.h"
#include "math/turn.h"
#include "motion/sharpen.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Nearest points and normal move little when the smaller object is displaced a little: turned both ways about
// its nearest point, and moved where a small motion could choose another way out.
bool is_steady(const Instance& a, const Instance& b, const Separation& s, const Sizes& sizes,
               const QuerySettings& settings) {
  const Witness w = witness_of(s);
  const Tangents t = tangents_of(w.normal);
  const bool moves_a = sizes.a < sizes.b;
  const Instance& moving = moves_a ? a : b;
  const Vec3d& pivot = moves_a ? w.a : w.b;
  const double size = std::min(sizes.a, sizes.b), shift = kProbe * size;
  const auto is_near = [&](const Mat3d& linear, const Vec3d& translation) {
    const Instance displaced{moving.shape, Affine(Mat3(linear), to_real(translation)), moving.margin};
    const Separation there =
        moves_a ? separation(displaced, b, settings) : separation(a, displaced, settings);
    const Witness other = witness_of(there);
    return length(other.normal - w.normal) < kJump && length(other.a - w.a) < kJump * size &&
           length(other.b - w.b) < kJump * size;
  };
  const Mat3d linear(moving.placement.linear());
  const Vec3d translation(moving.placement.translation());
  for (const Vec3d& axis : {t.u, -t.u, t.v, -t.v}) {
    const Mat3d turn = turn_about(axis, sin_cos(kProbe));
    if (!is_near(turn * linear, pivot + turn * (translation - pivot))) return false;
  }
  if (double(s.upper) > 64 * shift) return true;
  for (const Vec3d& way : {t.u, -t.u, t.v, -t.v, w.normal, -w.normal})
    if (!is_near(linear, translation + way * shift)) return false;
  return true;
}

PlacementGradient gradient_at(const Affine& placement, const Vec3d& point, const Vec3d& normal) {
  return {to_real(normal), to_real(cross(point - Vec3d(placement.translation()), normal))};
}

PlacementGradient scaled(const PlacementGradient& g, double factor) {
  return {to_real(Vec3d(g.translation) * factor), to_real(Vec3d(g.rotation) * factor)};
}

// Both placements' gradients, and the points between which they are.
struct Gap {
  SeparationGradient gradient;
  Witness witness;
};

Gap find_gap(const Instance& a, const Instance& b, const QuerySettings& settings) {
  Gap gap;
  SeparationGradient& r = gap.gradient;
  r.separation = separation(a, b, settings);
  const Separation& s = r.separation;
  if (s.normal == Vec3{} || !(std::abs(s.upper) < kInfinity)) return gap;
  QuerySettings alone = settings;
  alone.cache = nullptr;
  alone.front = nullptr;
  const Operand of_a = operand(a), of_b = operand(b);
  r.is_unique = is_steady(a, b, s, sizes_of(of_a, of_b), alone);
  gap.witness = sharpened_witness(of_a, of_b, s);
  const Witness& w = gap.witness;
  r.of_a = gradient_at(a.placement, w.a, -w.normal);
  r.of_b = gradient_at(b.placement, w.b, w.normal);
  return gap;
}

// World velocity of the point of a moving shape that is there at a time.
Vec3d velocity_of(const Path& path, Real time, const Vec3d& there) {
  return Vec3d(path.velocity(time, inverse(path.placement(time)) * to_real(there)));
}

}  // namespace

SeparationGradient separation_gradient(const Instance& a, const Instance& b, const QuerySettings& settings) {
  return find_gap(a, b, settings).gradient;
}

ImpactGradient impact_gradient(const Shape& a, const Path& path_a, Real margin_a, const Shape& b,
                               const Path& path_b, Real margin_b, const MotionSettings& settings) {
  ImpactGradient r;
  r.impact = time_of_impact(a, path_a, margin_a, b, path_b, margin_b, settings);
  const TimeOfImpact& impact = r.impact;
  if (impact.hit != Hit::hit || impact.starts_in_contact) return r;
  const Gap gap = find_gap({a, impact.placement_a, margin_a}, {b, impact.placement_b, margin_b}, {});
  const SeparationGradient& g = gap.gradient;
  const Witness& w = gap.witness;
  const double rate =
      dot(w.normal, velocity_of(path_a, impact.lower, w.a) - velocity_of(path_b, impact.lower, w.b));
  r.closing_speed = Real(rate);
  r.is_unique = g.is_unique && rate > 0;
  if (!r.is_unique) return r;
  r.of_a = scaled(g.of_a, 1 / rate);
  r.of_b = scaled(g.of_b, 1 / rate);
  return r;
}

ImpactGradient impact_gradient(const Shape& a, const Path& path_a, const Shape& b, const Path& path_b,
                               const MotionSettings& settings) {
  return impact_gradient(a, path_a, 0, b, path_b, 0, settings);
}

}  // namespace graze::inline GRAZE_ABI
