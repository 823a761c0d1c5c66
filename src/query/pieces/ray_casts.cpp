// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "graze/query/ray_hits.h"
#include "query/pair/complex.h"
#include "query/pieces/earliest.h"
#include "query/pieces/ray.h"
#include "query/pieces/solid.h"
#include "tree/traverse.h"

// Rays at shapes made of pieces: nearer boxes first, and the earliest, any, or all of what their pieces
// answer.

namespace graze::inline GRAZE_ABI {
namespace {

RayCast starting_inside(const Operand& shape, const Ray& ray) {
  RayCast r;
  r.hit = Hit::hit;
  r.starts_inside = true;
  r.point = ray.origin;
  r.local_point = local_from_world(*shape.placement, ray.origin);
  return r;
}

bool starts_in_solid(const Operand& shape, const Ray& ray) {
  if (!pieces_of(*shape.shape)->is_solid) return false;
  const Shape point{Point{}};
  const Affine source(ray.origin);
  Vec3 inner;
  return is_one_inside(shape, {&point.view(), &source, 0}, Surfaces::apart, inner);
}

RayCast find_first(const Operand& shape, const Ray& ray, Faces faces, const QuerySettings& settings) {
  PieceRay pieces(shape, ray, settings);
  Earliest<RayCast> earliest(double(ray.max_t));
  const auto is_before = [&](const RayCast& x, const RayCast& y) { return pieces.comes_before(x, y); };
  const auto add = [&](const RayCast& r) { earliest.add(r, is_before); };
  earliest.iterations += pieces.visit_met(earliest.limit, faces, RayWanted::first, add);
  return earliest.result();
}

// A box that is never entered is entered at infinity.
double last_parameter(const Ray& ray) {
  return std::min(double(ray.max_t), std::numeric_limits<double>::max());
}

bool are_answerable(const Operand& shape, const Ray& ray, const QuerySettings& settings) {
  return are_usable(settings) && is_usable_complex(shape) && is_usable(ray);
}
}  // namespace

RayCast complex_ray_cast(const Operand& shape, const Ray& ray, const QuerySettings& settings) {
  if (!are_answerable(shape, ray, settings)) return refused<RayCast>();
  if (starts_in_solid(shape, ray)) return starting_inside(shape, ray);
  return find_first(shape, ray, Faces::both, settings);
}

RayCast first_ray_hit(const Instance& instance, const Ray& ray, Faces faces, const QuerySettings& settings) {
  const Operand shape = operand(instance);
  if (!is_complex(shape)) return ray_cast(instance, ray, settings);
  return are_answerable(shape, ray, settings) ? find_first(shape, ray, faces, settings) : refused<RayCast>();
}

RayCast any_ray_hit(const Instance& instance, const Ray& ray, Faces faces, const QuerySettings& settings) {
  const Operand shape = operand(instance);
  if (!is_complex(shape)) return ray_cast(instance, ray, settings);
  if (!are_answerable(shape, ray, settings)) return refused<RayCast>();
  PieceRay pieces(shape, ray, settings);
  RayCast found;
  double limit = last_parameter(ray);
  (void)pieces.visit_met(limit, faces, RayWanted::any, [&](const RayCast& r) {
    if (r && (!found || r.hit == Hit::hit)) found = r;
    if (found.hit == Hit::hit) limit = -kInfinite;
  });
  return found;
}

RayHits all_ray_hits(const Instance& instance, const Ray& ray, std::span<RayCast> out, Faces faces,
                     const QuerySettings& settings) {
  const Operand shape = operand(instance);
  FirstFew<RayCast> hits(out);
  std::size_t found = 0;
  const auto add = [&](const RayCast& r, const auto& is_before) {
    if (!r) return;
    ++found;
    hits.add(r, is_before);
  };
  if (!is_complex(shape)) {
    const RayCast r = ray_cast(instance, ray, settings);
    add(r, [](const RayCast&, const RayCast&) { return false; });
    return {hits.written(), found, r.status};
  }
  if (!are_answerable(shape, ray, settings)) return {{}, 0, Status::invalid_argument};
  PieceRay pieces(shape, ray, settings);
  const auto is_before = [&](const RayCast& x, const RayCast& y) { return pieces.comes_before(x, y); };
  (void)pieces.visit_met(last_parameter(ray), faces, RayWanted::all,
                         [&](const RayCast& r) { add(r, is_before); });
  return {hits.written(), found, Status::converged};
}

}  // namespace graze::inline GRAZE_ABI
