// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Questions about pairs of objects, and a ray and an object.
#include <atomic>
#include <cmath>
#include <vector>

#include "graze/query/common_point.h"
#include "graze/query/distance.h"
#include "graze/query/ray_hits.h"
#include "graze/shape/support.h"
#include "records.h"

namespace graze::c_api {
namespace {

// As in the original. Normals and points on curved surfaces have half the digits of a distance.
constinit std::atomic<DT_Scalar> accuracy{DT_Scalar(1e-3)};

struct Operands {
  const ObjectRecord *a = nullptr, *b = nullptr;
  explicit operator bool() const { return b != nullptr; }
};

[[nodiscard]] Operands find_operands(DT_ObjectHandle object1, DT_ObjectHandle object2) {
  const ObjectRecord* a = find<ObjectRecord>(object1, "object1");
  return a != nullptr ? Operands{a, find<ObjectRecord>(object2, "object2")} : Operands{};
}

// Also for triangles without area.
[[nodiscard]] bool is_in_plane(const Triangle& t, const Mat3& linear, const Vec3& direction) {
  const Vec3 normal = cross(linear * (t.b - t.a), linear * (t.c - t.a));
  constexpr Real kRounding =
      1e-14;  // of the product; a direction that is turned by so little is the same ray
  return std::abs(dot(normal, direction)) <= kRounding * length(normal) * length(direction);
}

[[nodiscard]] bool is_surface(const ObjectRecord& object, const Ray& ray) {
  return object.shape->mesh.triangle_count() > 0 && object.instance.margin == 0 && ray.direction != Vec3{};
}

[[nodiscard]] bool is_along(const ObjectRecord& object, const Ray& ray, const RayCast& cast) {
  return is_surface(object, ray) && is_in_plane(object.shape->mesh.triangle(cast.piece),
                                                object.instance.placement.linear(), ray.direction);
}

// A ray that starts on a surface has come from the side that it leaves behind: the normal of the triangle
// there.
[[nodiscard]] RayCast with_normal(const ObjectRecord& object, const Ray& ray, RayCast cast) {
  if (cast.normal != Vec3{} || !is_surface(object, ray)) return cast;
  const Triangle t = object.shape->mesh.triangle(cast.piece);
  const Mat3& linear = object.instance.placement.linear();
  const Vec3 across = cross(linear * (t.b - t.a), linear * (t.c - t.a));
  const Vec3 normal = dot(across, ray.direction) > 0 ? -across : across;
  if (length(across) > 0) cast.normal = normal / length(across);
  return cast;
}

}  // namespace

QuerySettings query_settings() {
  QuerySettings settings;
  settings.relative_error = Real(accuracy.load(std::memory_order_relaxed));
  return settings;
}

QuerySettings ray_settings() {
  QuerySettings settings;
  settings.relative_error = Real(1e-12);
  return settings;
}

PieceDepth deepest_penetration(const Instance& a, const Instance& b, const QuerySettings& settings) {
  if (is_complex(a.shape.kind()) || is_complex(b.shape.kind())) return deepest_pieces(a, b, settings);
  PieceDepth depth{penetration(a, b, settings), 0};
  if (depth.deepest.contact == Contact::apart && settings.cache != nullptr)
    depth.clearance = gap_along(a, b, settings.cache->axis);
  return depth;
}

Real gap_along(const Instance& a, const Instance& b, const Vec3& axis) {
  const Real size = length(axis);
  if (!(size > 0)) return 0;
  const Vec3 u = axis / size;
  const auto farthest = [](const Instance& x, const Vec3& along) {
    return x.placement.linear() * support(x.shape, transpose_times(x.placement.linear(), along));
  };
  const Vec3 at_a = a.placement.translation(), at_b = b.placement.translation(), of_a = farthest(a, u),
             of_b = farthest(b, -u);
  const Real rounding = Real(1e-13) * (sum_abs(at_a) + sum_abs(at_b) + sum_abs(of_a) + sum_abs(of_b));
  return dot(u, (at_b - at_a) + (of_b - of_a)) - (a.margin + b.margin) - rounding;
}

RayCast cast_at(const ObjectRecord& object, const Ray& ray, const QuerySettings& settings) {
  const RayCast first = ray_cast(object.instance, ray, settings);
  if (!first || !is_along(object, ray, first)) return with_normal(object, ray, first);
  std::vector<RayCast> hits(16);
  RayHits all = all_ray_hits(object.instance, ray, hits, Faces::both, settings);
  if (all.found > hits.size()) {
    hits.resize(all.found);
    all = all_ray_hits(object.instance, ray, hits, Faces::both, settings);
  }
  for (const RayCast& hit : all.written)
    if (!is_along(object, ray, hit)) return with_normal(object, ray, hit);
  return {};
}

bool make_ray(const DT_Scalar* source, const DT_Scalar* target, DT_Scalar max_param, Ray& ray) {
  if (!is_usable(source, 3, "source") || !is_usable(target, 3, "target")) return false;
  if (!(max_param >= 0)) {
    refuse("max_param", "negative or NaN");
    return false;
  }
  ray = {to_vec3(source), to_vec3(target) - to_vec3(source), Real(max_param)};
  return true;
}

}  // namespace graze::c_api

using namespace graze;
using namespace graze::c_api;

DT_Scalar DT_GetClosestPair(DT_ObjectHandle object1, DT_ObjectHandle object2, DT_Vector3 point1,
                            DT_Vector3 point2) {
  return boundary("DT_GetClosestPair", DT_Scalar(0), [&] {
    const Operands pair = find_operands(object1, object2);
    if (!pair) return DT_Scalar(0);
    const Distance closest = distance(pair.a->instance, pair.b->instance, query_settings());
    store(closest.point_a, point1);
    store(closest.point_b, point2);
    return closest.contact == Contact::apart ? DT_Scalar(closest.upper) : DT_Scalar(0);
  });
}

DT_Bool DT_GetCommonPoint(DT_ObjectHandle object1, DT_ObjectHandle object2, DT_Vector3 point) {
  return boundary("DT_GetCommonPoint", DT_FALSE, [&] {
    const Operands pair = find_operands(object1, object2);
    if (!pair) return DT_FALSE;
    const CommonPoint common = common_point(pair.a->instance, pair.b->instance, query_settings());
    if (!common.found) return DT_FALSE;
    store(common.point, point);
    return DT_TRUE;
  });
}

DT_Bool DT_GetPenDepth(DT_ObjectHandle object1, DT_ObjectHandle object2, DT_Vector3 point1,
                       DT_Vector3 point2) {
  return boundary("DT_GetPenDepth", DT_FALSE, [&] {
    const Operands pair = find_operands(object1, object2);
    if (!pair) return DT_FALSE;
    Workspace workspace;
    QuerySettings settings = query_settings();
    settings.workspace = &workspace;
    const Penetration depth = deepest_penetration(pair.a->instance, pair.b->instance, settings).deepest;
    if (depth.contact != Contact::overlapping) return DT_FALSE;
    store(depth.point_a, point1);
    store(depth.point_b, point2);
    return DT_TRUE;
  });
}

DT_Bool DT_ObjectRayCast(DT_ObjectHandle object, const DT_Vector3 source, const DT_Vector3 target,
                         DT_Scalar max_param, DT_Scalar* param, DT_Vector3 normal) {
  return boundary("DT_ObjectRayCast", DT_FALSE, [&] {
    const ObjectRecord* record = find<ObjectRecord>(object, "object");
    Ray ray;
    if (record == nullptr || !make_ray(source, target, max_param, ray)) return DT_FALSE;
    const RayCast cast = cast_at(*record, ray, ray_settings());
    if (!cast) return DT_FALSE;
    if (param != nullptr) *param = static_cast<DT_Scalar>(cast.parameter);
    store(cast.normal, normal);
    return DT_TRUE;
  });
}

void DT_SetAccuracy(DT_Scalar max_error) {
  boundary("DT_SetAccuracy", [&] {
    if (!(max_error > 0)) return refuse("max_error", "not above zero");
    accuracy.store(max_error, std::memory_order_relaxed);
  });
}

void DT_SetTolerance(DT_Scalar tol_error) {
  boundary("DT_SetTolerance", [&] {
    if (!(tol_error > 0)) refuse("tol_error", "not above zero");
  });
}
