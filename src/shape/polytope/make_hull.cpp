// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/shape/hull_builder.h"
#include "hull/build.h"
#include "hull/support.h"
#include "math/predicates.h"
#include "shape/shape_block.h"

namespace graze::inline GRAZE_ABI {
namespace {

/// The cloud with each axis scaled by a power of two to at most 1, which changes the sign of no determinant
/// and keeps all of them far from overflow and underflow.
struct ScaledCloud {
  std::vector<Vec3d> points;
  Vec3d scale;  // times a scaled coordinate: the true one
};

ScaledCloud scale_to_unit(std::span<const Vec3> points) {
  ScaledCloud cloud;
  const std::array<int, 3> exponents = exponents_of(points);
  Vec3d factor;
  for (int i = 0; i < 3; ++i) {
    // A factor beyond that would overflow: denormals are scaled to less than 1.
    const int e = std::max(exponents[static_cast<std::size_t>(i)], -1022);
    cloud.scale[i] = std::ldexp(1.0, e);
    factor[i] = std::ldexp(1.0, -e);
  }
  cloud.points.reserve(points.size());
  const auto scaled = [](double y) { return std::abs(y) < 0x1p-280 ? 0 : y; };
  for (const Vec3& p : points)
    cloud.points.push_back(
        {scaled(double(p.x) * factor.x), scaled(double(p.y) * factor.y), scaled(double(p.z) * factor.z)});
  return cloud;
}

// Two points far apart; one point twice when all are equal.
std::array<std::uint32_t, 2> find_distant_points(std::span<const Vec3d> points) {
  std::array<std::uint32_t, 2> best{0, 0};
  double widest = 0;
  for (int axis = 0; axis < 3; ++axis) {
    std::uint32_t low = 0, high = 0;
    for (std::uint32_t i = 1; i < points.size(); ++i) {
      if (points[i][axis] < points[low][axis]) low = i;
      if (points[i][axis] > points[high][axis]) high = i;
    }
    // Rounded, but zero only for equal numbers.
    if (const double width = points[high][axis] - points[low][axis]; width > widest) {
      widest = width;
      best = {low, high};
    }
  }
  return best;
}

// The first point of the largest measure that is not degenerate; when rounding was wrong about the largest,
// the first that is not degenerate at all; or points.size().
template <class Measure, class IsDegenerate>
std::uint32_t find_farthest(std::span<const Vec3d> points, Measure measure, IsDegenerate is_degenerate) {
  std::uint32_t best = 0;
  double largest = -1;
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    if (const double m = measure(points[i]); m > largest) {
      largest = m;
      best = i;
    }
  }
  if (!is_degenerate(points[best])) return best;
  best = 0;
  while (best < points.size() && is_degenerate(points[best])) ++best;
  return best;
}

bool is_less(const Planar& a, const Planar& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }

// Corners of the convex hull of points in one plane, counterclockwise seen against one of the axes: Andrew's
// two chains with exact turns.
std::vector<std::uint32_t> planar_hull(std::span<const Vec3d> points, int axis_u, int axis_v) {
  const auto at = [&](std::uint32_t i) { return Planar{points[i][axis_u], points[i][axis_v]}; };
  std::vector<std::uint32_t> order(points.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    const Planar a = at(i), b = at(j);
    return is_less(a, b) || (!is_less(b, a) && i < j);
  });
  std::vector<std::uint32_t> loop;
  const auto add_chain = [&](auto begin, auto end) {
    const std::size_t base = loop.size();
    for (auto i = begin; i != end; ++i) {
      while (loop.size() >= base + 2 && orient2d(at(loop[loop.size() - 2]), at(loop.back()), at(*i)) <= 0)
        loop.pop_back();
      loop.push_back(*i);
    }
    loop.pop_back();  // the first of the other chain
  };
  const auto is_same = [&](std::uint32_t i, std::uint32_t j) {
    const Planar a = at(i), b = at(j);
    return a.x == b.x && a.y == b.y;
  };
  order.erase(std::unique(order.begin(), order.end(), is_same), order.end());
  add_chain(order.begin(), order.end());
  add_chain(order.rbegin(), order.rend());
  return loop;
}

BuiltHull build_scaled(const ScaledCloud& cloud, const HullSettings& settings) {
  const std::span<const Vec3d> points = cloud.points;
  BuiltHull built;
  auto& corners = built.faces.corners;
  const auto [a, b] = find_distant_points(points);
  if (a == b) {
    corners = {0};
    return built;
  }
  const Vec3d &pa = points[a], &pb = points[b];
  const std::uint32_t c = find_farthest(
      points, [&](const Vec3d& p) { return length_squared(cross(p - pa, pb - pa)); },
      [&](const Vec3d& p) { return are_collinear(pa, pb, p); });
  if (c == points.size()) {
    corners = {std::min(a, b), std::max(a, b)};
    return built;
  }
  const Vec3d &pc = points[c], n = cross(pb - pa, pc - pa);
  const std::uint32_t d = find_farthest(
      points, [&](const Vec3d& p) { return std::abs(dot(n, p - pa)); },
      [&](const Vec3d& p) { return orient3d(pa, pb, pc, p) == 0; });
  if (d == points.size()) {
    // Without the axis along which the plane is least steep; any does that leaves the triangle one.
    constexpr int kAxes[3][2] = {{0, 1}, {1, 2}, {2, 0}};
    for (const auto& [u, v] : kAxes) {
      if (orient2d({pa[u], pa[v]}, {pb[u], pb[v]}, {pc[u], pc[v]}) == 0) continue;
      built.faces = make_flat_faces(planar_hull(points, u, v));
      return built;
    }
  }
  const double largest = max_abs(cloud.scale);
  const TriangleHull hull =
      quick_hull({points, {a, b, c, d}, cloud.scale / largest, settings.max_vertices, settings.progress});
  built.is_cancelled = hull.is_cancelled;
  if (hull.is_cancelled) return built;
  // Coordinates are at most 1 there; the nearest point was found with some ten roundings.
  if (hull.outward_error > 0) built.outward_error = (hull.outward_error + 32 * kDoubleEpsilon) * largest;
  built.faces = make_faces(hull, points);
  return built;
}

// Planes and joined faces, computed at a size of about 1, where no product overflows or vanishes.
void set_hull_parts(std::span<const Vec3> vertices, const HullSettings& settings, PolytopeBlock& block,
                    HullTopology& topology) {
  double largest = 0;
  for (const Vec3& v : vertices) largest = std::max(largest, double(max_abs(v)));
  int exponent = 0;
  (void)std::frexp(largest, &exponent);
  const auto scaled = [exponent](Real x) { return std::ldexp(double(x), -exponent); };
  UnitVertices unit;
  unit.exponents = block.axis_exponents;
  for (const Vec3& v : vertices) {
    unit.vertices.push_back({scaled(v.x), scaled(v.y), scaled(v.z)});
    unit.by_axis.push_back(scaled_to_unit(Vec3d(v), unit.exponents));
  }
  set_planes(unit, topology);
  block.hull_support = make_hull_support(vertices, topology, block.extent, settings.search);
  if (settings.search == HullSearch::automatic && vertices.size() >= kCellsFrom && !block.hull_support)
    block.cells = make_direction_cells(vertices, topology, block.extent);
  block.vertices.cells = block.cells.get();
  const double tolerance = double(settings.face_tolerance);
  const auto restore = [exponent](HullTopology& t) {
    for (double& offset : t.offsets) offset = std::ldexp(offset, exponent);
    t.tolerance = std::ldexp(t.tolerance, exponent);
  };
  if (tolerance > 0 && topology.face_count() > 2) {
    if (auto joined = merge_faces(unit, tolerance * std::ldexp(largest, -exponent), topology)) {
      restore(topology);
      block.exact_topology =
          std::make_unique<HullTopology>(std::exchange(topology, std::move(joined->topology)));
      block.face_of_exact = std::move(joined->face_of);
    }
  }
  restore(topology);
}

}  // namespace

std::array<int, 3> exponents_of(std::span<const Vec3> points) {
  Vec3d largest;
  for (const Vec3& p : points)
    largest = max(largest, {std::abs(double(p.x)), std::abs(double(p.y)), std::abs(double(p.z))});
  std::array<int, 3> exponents{};
  for (int i = 0; i < 3; ++i) (void)std::frexp(largest[i], &exponents[static_cast<std::size_t>(i)]);
  return exponents;
}

BuiltHull build_hull(std::span<const Vec3> points, const HullSettings& settings) {
  return build_scaled(scale_to_unit(points), settings);
}

Result<Shape> make_hull(std::span<const Vec3> points, const HullSettings& settings) {
  if (const auto bad = check_vertices(points, "hull: points is empty", "hull: a point is not finite"))
    return *bad;
  if (settings.max_vertices != 0 && settings.max_vertices < 4)
    return Error{ErrorCode::index_out_of_range, "hull: max_vertices is 1, 2 or 3"};
  if (!is_finite(settings.face_tolerance))
    return Error{ErrorCode::not_finite, "hull: face_tolerance is not finite"};
  if (settings.face_tolerance < 0) return Error{ErrorCode::negative, "hull: face_tolerance is negative"};

  BuiltHull built = build_hull(points, settings);
  if (built.is_cancelled) return Error{ErrorCode::cancelled, "hull: the progress function stopped the build"};
  std::vector<Vec3> vertices;
  vertices.reserve(built.faces.corners.size());
  for (const std::uint32_t i : built.faces.corners) vertices.push_back(points[i]);
  auto block = make_vertex_block(vertices);
  block->is_hull = true;
  block->axis_exponents = exponents_of(vertices);
  block->outward_error = built.outward_error;
  if (vertices.size() >= 3) {
    set_hull_parts(vertices, settings, *block, built.faces.topology);
    block->topology = std::make_unique<HullTopology>(std::move(built.faces.topology));
    block->small_hull = make_small_hull(block->vertices.count,
                                        block->exact_topology ? *block->exact_topology : *block->topology);
  }
  return shape_of(ShapeKind::polytope, std::move(block));
}

}  // namespace graze::inline GRAZE_ABI
