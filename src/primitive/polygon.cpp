// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "primitive/polygon.h"

#include "primitive/planar.h"

namespace graze::inline GRAZE_ABI::primitive {
namespace {

constexpr Error kTooFew{ErrorCode::empty, "a loop needs at least three vertices", 0};

/// Twice the area, as a vector. Relative to the first vertex: places cancel before they are multiplied.
Vec3d area_of(std::span<const Vec3> loop) {
  const Vec3d first(loop[0]);
  Vec3d sum;
  for (std::size_t i = 1; i + 1 < loop.size(); ++i)
    sum += cross(Vec3d(loop[i]) - first, Vec3d(loop[i + 1]) - first);
  return sum;
}

/// Plane of the given area through the mean of the vertices.
Plane plane_of(const Vec3d& area, std::span<const Vec3> vertices) {
  const Vec3 normal = Vec3(normalized(area));
  const Vec3d first(vertices[0]);
  Vec3d sum;
  for (const Vec3& v : vertices) sum += Vec3d(v) - first;
  const Vec3d mean = first + sum / double(vertices.size());
  return {normal, static_cast<Real>(dot(Vec3d(normal), mean))};
}

Result<Vec3d> checked_area(std::span<const Vec3> loop) {
  if (loop.size() < 3) return kTooFew;
  for (std::size_t i = 0; i < loop.size(); ++i)
    if (!is_usable(loop[i])) return Error{ErrorCode::not_finite, "vertex is not finite or beyond 2^150", i};
  const Vec3d area = area_of(loop);
  // Rounding alone can make this much of a loop whose vertices lie on a line.
  double extent = 0;
  for (const Vec3& v : loop) extent = std::max(extent, max_abs(Vec3d(v) - Vec3d(loop[0])));
  const double noise = 4 * kDoubleEpsilon * double(loop.size()) * extent * extent;
  if (!(max_abs(area) > noise)) return Error{ErrorCode::singular, "loop has no area", 0};
  return area;
}

/// Farthest any vertex is from the plane, rounded up; the normal is unit to rounding only, hence the last
/// factor.
Real flatness_of(const Polygon& polygon) {
  double worst = 0;
  const BasicVec3<Enclosed> n = lift<Enclosed>(Vec3d(polygon.plane.normal));
  for (const Vec3& v : polygon.vertices) {
    const Bounded off = bounded(dot(n, lift<Enclosed>(Vec3d(v))) - Enclosed(double(polygon.plane.offset)));
    worst = std::max(worst, std::abs(off.value) + off.error);
  }
  return round_up(worst * (1 + 8 * double(kEpsilon)));
}

}  // namespace

Result<Plane> newell_plane(std::span<const Vec3> loop) {
  const Result<Vec3d> area = checked_area(loop);
  if (!area) return area.error();
  return plane_of(*area, loop);
}

Result<Polygon> make_polygon(std::span<const Vec3> vertices, std::span<const std::uint32_t> loop_ends) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < loop_ends.size(); ++i) {
    if (loop_ends[i] > vertices.size() || loop_ends[i] < begin)
      return Error{ErrorCode::index_out_of_range, "loop_ends must increase up to the number of vertices", i};
    if (loop_ends[i] - begin < 3) return Error{kTooFew.code, kTooFew.message, i};
    begin = loop_ends[i];
  }
  if (!loop_ends.empty() && begin != vertices.size())
    return Error{ErrorCode::index_out_of_range, "the last of loop_ends must be the number of vertices", 0};
  for (std::size_t i = 0; i < vertices.size(); ++i)
    if (!is_usable(vertices[i]))
      return Error{ErrorCode::not_finite, "vertex is not finite or beyond 2^150", i};
  const Result<Vec3d> area = checked_area(loop_ends.empty() ? vertices : vertices.first(loop_ends[0]));
  if (!area) return area.error();

  Polygon polygon{vertices, loop_ends, plane_of(*area, vertices), 0, 0};
  polygon.axis = largest_axis(polygon.plane.normal);
  polygon.flatness = flatness_of(polygon);
  return polygon;
}

Contact point_in_polygon(const Polygon& polygon, const Vec3& p) noexcept {
  return is_usable(p) ? locate(polygon, Vec3d(p)) : Contact::apart;
}

}  // namespace graze::inline GRAZE_ABI::primitive
