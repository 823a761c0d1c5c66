// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "graze/shape/polytope.h"
#include "hull/build.h"
#include "math/nearest.h"
#include "math/predicates.h"
#include "shape/local_support.h"
#include "shape/shape_block.h"
#include "shape/vertex_scan.h"

// Points against a hull: contained or not, and what of the surface is nearest.

namespace graze::inline GRAZE_ABI {
namespace {

// A power of two that brings the hull and the point to about 1, where no product overflows or vanishes.
struct Scaled {
  const VertexSet& set;
  int exponent = 0;
  Vec3d point;

  Scaled(const VertexSet& vertices, double extent, const Vec3& p) : set(vertices) {
    (void)std::frexp(std::max(extent, double(max_abs(p))), &exponent);
    point = scaled(Vec3d(p));
  }
  [[nodiscard]] Vec3d scaled(const Vec3d& v) const {
    return {std::ldexp(v.x, -exponent), std::ldexp(v.y, -exponent), std::ldexp(v.z, -exponent)};
  }
  [[nodiscard]] Vec3d vertex(std::uint32_t i) const { return scaled(set.vertex(i)); }
  [[nodiscard]] double unscaled(double x) const { return std::ldexp(x, exponent); }
};

// Each axis scaled as the builder scaled it, for exact predicates.
struct Exact {
  const PolytopeBlock& block;
  Vec3d point;

  Exact(const PolytopeBlock& b, const Vec3& p)
      : block(b), point(scaled_to_unit(Vec3d(p), b.axis_exponents)) {}
  [[nodiscard]] Vec3d vertex(std::uint32_t i) const {
    return scaled_to_unit(block.vertices.vertex(i), block.axis_exponents);
  }
};

bool is_between(const Vec3d& p, const Vec3d& a, const Vec3d& b) {
  if (!are_collinear(a, b, p)) return false;
  const auto within = [&](int i) { return std::min(a[i], b[i]) <= p[i] && p[i] <= std::max(a[i], b[i]); };
  return within(0) && within(1) && within(2);
}

bool is_in_polygon(const Exact& s, const HullTopology& t) {
  const auto loop = t.loop(0);
  const Vec3d a = s.vertex(loop[0]), b = s.vertex(loop[1]), c = s.vertex(loop[2]);
  if (orient3d(a, b, c, s.point) != 0) return false;
  constexpr int kAxes[3][2] = {{0, 1}, {1, 2}, {2, 0}};
  for (const auto& [u, v] : kAxes) {
    const auto flat = [u = u, v = v](const Vec3d& p) { return Planar{p[u], p[v]}; };
    const int turn = orient2d(flat(a), flat(b), flat(c));
    if (turn == 0) continue;
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Vec3d p = s.vertex(loop[i]), q = s.vertex(loop[i + 1 == loop.size() ? 0 : i + 1]);
      if (orient2d(flat(p), flat(q), flat(s.point)) * turn < 0) return false;
    }
    return true;
  }
  return false;  // not reached: three corners in a row are not on a line
}

bool is_below_all(const Scaled& s, const Exact& exact, const HullTopology& t) {
  // A product of three terms each on both sides; sizes are at most 2.
  constexpr double kDoubt = 32 * kDoubleEpsilon;
  for (std::uint32_t f = 0; f < t.face_count(); ++f) {
    const auto loop = t.loop(f);
    const double height = dot(t.normals[f], s.point - s.vertex(loop[0]));
    if (height < -kDoubt) continue;
    if (height > kDoubt) return false;
    if (orient3d(exact.vertex(loop[0]), exact.vertex(loop[1]), exact.vertex(loop[2]), exact.point) < 0)
      return false;
  }
  return true;
}

bool is_hull(const Shape& shape) {
  return shape.kind() == ShapeKind::polytope && polytope_of(shape.view()).is_hull;
}

struct Candidate {
  Vec3d point;
  double squared = 0;
  std::uint32_t face = 0;
};

// Of faces seen from the point, of both sides of a flat hull, or of a segment or point.
Candidate nearest_outside(const Scaled& s, const HullTopology* t) {
  Candidate best;
  if (t == nullptr) {
    best.point = nearest_on_segment(s.point, s.vertex(0), s.vertex(s.set.count - 1));
    best.squared = length_squared(s.point - best.point);
    return best;
  }
  best.squared = std::numeric_limits<double>::infinity();
  for (std::uint32_t f = 0; f < t->face_count(); ++f) {
    const auto loop = t->loop(f);
    const Vec3d a = s.vertex(loop[0]);
    const double height = dot(t->normals[f], s.point - a);
    if ((height < -32 * kDoubleEpsilon && t->face_count() > 2) || height * height > best.squared) continue;
    for (std::size_t i = 2; i < loop.size(); ++i) {
      const Vec3d q = nearest_on_triangle(s.point, a, s.vertex(loop[i - 1]), s.vertex(loop[i]));
      if (const double squared = length_squared(s.point - q); squared < best.squared) best = {q, squared, f};
    }
  }
  return best;
}

// The nearest plane seen from inside touches the surface where it is nearest.
Candidate nearest_inside(const Scaled& s, const HullTopology& t, double& depth) {
  Candidate best;
  depth = std::numeric_limits<double>::infinity();
  for (std::uint32_t f = 0; f < t.face_count(); ++f) {
    const double below = -dot(t.normals[f], s.point - s.vertex(t.loop(f)[0]));
    if (!(below < depth)) continue;
    depth = below;
    best.face = f;
  }
  depth = std::max(depth, 0.0);
  best.point = s.point + t.normals[best.face] * depth;
  return best;
}

}  // namespace

bool contains(const Shape& hull, const Vec3& point) noexcept {
  if (!is_hull(hull) || !is_finite(point)) return true;
  const PolytopeBlock& block = polytope_of(hull.view());
  for (int i = 0; i < 3; ++i)
    if (std::abs(double(point[i])) >= std::ldexp(1.0, block.axis_exponents[static_cast<std::size_t>(i)]))
      return false;
  const Exact exact(block, point);
  const HullTopology* t = exact_topology_of(hull.view());
  if (t == nullptr) return is_between(exact.point, exact.vertex(0), exact.vertex(block.vertices.count - 1));
  if (t->face_count() == 2) return is_in_polygon(exact, *t);
  return is_below_all(Scaled(block.vertices, block.extent, point), exact, *t);
}

Result<SurfacePoint> nearest_surface_point(const Shape& hull, const Vec3& point) {
  if (!is_hull(hull))
    return Error{ErrorCode::unsupported, "nearest surface point: the shape was not made by make_hull()"};
  if (!is_finite(point)) return Error{ErrorCode::not_finite, "nearest surface point: point is not finite"};
  const PolytopeBlock& block = polytope_of(hull.view());
  const Scaled s(block.vertices, block.extent, point);
  const HullTopology* t = exact_topology_of(hull.view());
  // Distances are at most 4 here. A foot point errs by some 4 epsilon in each coordinate, a unit normal by 2,
  // a product of three terms by 3, all of that size.
  constexpr double kDoubt = 32 * kDoubleEpsilon;
  SurfacePoint result;
  Candidate best;
  double lower = 0, upper = 0;
  Vec3d normal{1, 0, 0};
  if (t != nullptr && t->face_count() > 2 && contains(hull, point)) {
    double depth = 0;
    best = nearest_inside(s, *t, depth);
    normal = t->normals[best.face];
    lower = -depth - kDoubt;
    upper = std::min(-depth + kDoubt, 0.0);
  } else {
    best = nearest_outside(s, t);
    const Vec3d way = s.point - best.point;
    if (best.squared > 0)
      normal = normalized(way);
    else if (t != nullptr)
      normal = t->normals[best.face];
    // The plane across the way, moved to where it touches the hull, keeps the point this far away; so does
    // the plane of the face, whose normal has its digits also when the way is short.
    const Vec3d farthest = s.scaled(local_support(hull.view(), normal));
    upper = length(way) + kDoubt;
    lower = std::max(dot(s.point - farthest, normal) - kDoubt, 0.0);
    if (t != nullptr)
      lower = std::max(lower, dot(t->normals[best.face], s.point - s.vertex(t->loop(best.face)[0])) - kDoubt);
  }
  result.lower = round_down(s.unscaled(lower));
  result.upper = round_up(s.unscaled(upper));
  const auto unscaled = [&s](double x) { return static_cast<Real>(s.unscaled(x)); };
  result.point = {unscaled(best.point.x), unscaled(best.point.y), unscaled(best.point.z)};
  result.normal = Vec3(normal);
  result.face = block.exact_topology ? block.face_of_exact[best.face] : best.face;
  return result;
}

}  // namespace graze::inline GRAZE_ABI
