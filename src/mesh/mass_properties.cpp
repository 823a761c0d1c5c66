// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/shape/mass_properties.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "graze/shape/hull_builder.h"
#include "mesh/pieces.h"
#include "shape/polytope/mass.h"
#include "shape/polytope/rounded_hull.h"

// Moments of volume. Round shapes are sums of slices across their axis: of a slice of radius r the integrals
// of 1, y, y² and x² are π r² times 1, y, y² and r² / 4.

namespace graze::inline GRAZE_ABI {
namespace {

using Mat3d = BasicMat3<double>;
using std::numbers::pi;

constexpr Error kUnsupported{ErrorCode::unsupported,
                             "mass properties: the shape has no volume in closed form", 0};

Moments centred(double volume, const Vec3d& squares) {
  return {volume, {}, Mat3d::diagonal(squares.x * volume, squares.y * volume, squares.z * volume)};
}

// A body of revolution around the y axis.
struct Revolved {
  double volume = 0, y = 0, yy = 0, xx = 0;

  // Of a cone's frustum: its radius is r0 at y0 and r1 at y1.
  void add_frustum(double y0, double r0, double y1, double r1) {
    const double h = y1 - y0, s0 = (r0 * r0 + r0 * r1 + r1 * r1) / 3,
                 s1 = (r0 * r0 + 2 * r0 * r1 + 3 * r1 * r1) / 12,
                 s2 = (r0 * r0 + 3 * r0 * r1 + 6 * r1 * r1) / 30;
    const double fourth = (r0 * r0 * (r0 * r0 + r0 * r1 + r1 * r1) + r1 * r1 * r1 * (r0 + r1)) / 5;
    volume += pi * h * s0;
    y += pi * h * (y0 * s0 + h * s1);
    yy += pi * h * (y0 * y0 * s0 + 2 * y0 * h * s1 + h * h * s2);
    xx += pi * h * fourth / 4;
  }
  // Of the part of a ball around y = middle from middle + u0 to middle + u1.
  void add_ball(double middle, double radius, double u0, double u1) {
    const double rr = radius * radius;
    const auto between = [&](const auto& antiderivative) { return antiderivative(u1) - antiderivative(u0); };
    const double s0 = pi * between([&](double u) { return rr * u - u * u * u / 3; });
    const double s1 = pi * between([&](double u) { return rr * u * u / 2 - u * u * u * u / 4; });
    const double s2 = pi * between([&](double u) { return u * u * u * (rr / 3 - u * u / 5); });
    const double fourth =
        pi * between([&](double u) { return u * (rr * rr - u * u * (rr * 2 / 3 - u * u / 5)); });
    volume += s0;
    y += middle * s0 + s1;
    yy += middle * middle * s0 + 2 * middle * s1 + s2;
    xx += fourth / 4;
  }
  [[nodiscard]] Moments moments() const {
    Moments m;
    if (volume == 0) return m;  // what overflowed is refused later
    m.volume = volume;
    m.centroid = {0, y / volume, 0};
    m.second = Mat3d::diagonal(xx, std::max(0.0, yy - y * (y / volume)), xx);
    return m;
  }
};

Moments moments_of_capsule(double bottom, double top, double half) {
  Revolved body;
  if (2 * half <= std::abs(bottom - top)) {  // one ball holds the other
    const double radius = std::max(bottom, top);
    body.add_ball(bottom > top ? -half : half, radius, -radius, radius);
    return body.moments();
  }
  // The cone around both balls touches each along a circle.
  const double sine = (bottom - top) / (2 * half), cosine = std::sqrt(1 - sine * sine);
  body.add_ball(-half, bottom, -bottom, bottom * sine);
  body.add_frustum(-half + bottom * sine, bottom * cosine, half + top * sine, top * cosine);
  body.add_ball(half, top, top * sine, top);
  return body.moments();
}

Moments moments_of_discs(double bottom, double top, double half) {
  Revolved body;
  body.add_frustum(-half, bottom, half, top);
  return body.moments();
}

Moments image_of_moments(const Mat3d& linear, const Vec3d& translation, const Moments& m) {
  const double scale = std::abs(determinant(linear));
  return {m.volume * scale, linear * m.centroid + translation,
          linear * (m.second * scale) * transpose(linear)};
}

Result<Moments> moments_of(const ShapeView& shape);

Moments moments_of_round_segment(const Vec3d& a, const Vec3d& b, double r) {
  Moments capsule = moments_of_capsule(r, r, length(b - a) / 2);
  const double along = capsule.second.columns[1].y, across = capsule.second.columns[0].x;
  capsule.second = Mat3d::diagonal(across, across, across);
  if (a != b) add_square(capsule.second, normalized(b - a), along - across);
  capsule.centroid = (a + b) * 0.5;
  return capsule;
}

// Of sums, hulls and expansions, whose linear part is `linear`; about their first point, so that its distance
// costs no digits.
Result<Moments> moments_of_rounded(const ShapeView& shape, const Mat3d& linear, double margin) {
  const std::optional<RoundedHull> set = rounded_hull_of(shape, linear);
  if (!set) return kUnsupported;
  const Vec3d first = set->points[0];
  std::vector<Vec3> points;
  for (const Vec3d& p : set->points) points.emplace_back(Vec3(p - first));
  const Result<Shape> hull = make_hull(points);
  if (!hull) return hull.error();
  const VertexSet& corners = polytope_of(hull->view()).vertices;
  const double radius = set->radius + margin;
  Moments m = corners.count > 2
                  ? moments_of_grown_hull(hull->view(), radius)
                  : moments_of_round_segment(corners.vertex(0), corners.vertex(corners.count - 1), radius);
  m.centroid += first;
  return m;
}

Moments sum_of(const Moments& a, const Moments& b) {
  if (a.volume + b.volume == 0) return a;
  Moments sum;
  sum.volume = a.volume + b.volume;
  const Vec3d way = b.centroid - a.centroid;
  sum.centroid = a.centroid + way * (b.volume / sum.volume);
  for (int i = 0; i < 3; ++i) sum.second.columns[i] = a.second.columns[i] + b.second.columns[i];
  add_square(sum.second, way, a.volume * (b.volume / sum.volume));
  return sum;
}

// Volume within a closed surface, seen from the middle of its box.
Result<Moments> moments_of_solid(const Pieces& pieces) {
  if (!pieces.is_solid) return Error{ErrorCode::unsupported, "mass properties: the mesh is no solid", 0};
  const Aabb box = pieces.tree.bounds();
  const Vec3d middle = (Vec3d(box.lower) + Vec3d(box.upper)) * 0.5;
  int exponent = 0;
  (void)std::frexp(max_abs(Vec3d(box.upper) - middle), &exponent);
  const double unit = std::ldexp(1.0, -exponent), side = pieces.is_inside_out ? -1 : 1;
  TetrahedronSums sum;
  for (std::uint32_t i = 0; i < pieces.count(); ++i) {
    const Triangle t = pieces.triangle(i);
    sum.add((Vec3d(t.a) - middle) * (unit * side), (Vec3d(t.b) - middle) * (unit * side),
            (Vec3d(t.c) - middle) * (unit * side));
  }
  sum.first *= side;
  return sum.moments(middle, exponent);
}

Result<Moments> moments_of_pieces(const Pieces& pieces) {
  if (pieces.is_triangles()) return moments_of_solid(pieces);
  Moments all;
  for (std::uint32_t i = 0; i < pieces.count(); ++i) {
    const Result<Moments> piece = moments_of(pieces.shapes[i].view());
    if (!piece) return Error{piece.error().code, piece.error().message, i};
    const Affine& place = pieces.placements[i];
    const Moments placed = image_of_moments(Mat3d(place.linear()), Vec3d(place.translation()), *piece);
    all = i == 0 || (all.volume == 0 && placed.volume > 0) ? placed : sum_of(all, placed);
  }
  return all;
}

Result<Moments> moments_of_vertices(const ShapeView& shape) {
  const PolytopeBlock& block = polytope_of(shape);
  if (block.is_hull) return moments_of_hull(shape);
  std::vector<Vec3> points;
  for (std::uint32_t i = 0; i < block.vertices.count; ++i)
    points.emplace_back(Vec3(block.vertices.vertex(i)));
  const Result<Shape> hull = make_hull(points);
  if (!hull) return hull.error();
  return moments_of_hull(hull->view());
}

Result<Moments> moments_of(const ShapeView& shape) {
  const Real* v = shape.values;
  const double x = double(v[0]), y = double(v[1]), z = double(v[2]);
  switch (shape.kind) {
    case ShapeKind::point:
      return Moments{0, {x, y, z}, Mat3d::diagonal(0, 0, 0)};
    case ShapeKind::segment:
      return Moments{0, inner_point_of(shape), Mat3d::diagonal(0, 0, 0)};
    case ShapeKind::triangle:
    case ShapeKind::tetrahedron:
    case ShapeKind::convex_polygon:
    case ShapeKind::polytope:
      return moments_of_vertices(shape);
    case ShapeKind::box:
      return centred(8 * x * y * z, Vec3d{x * x, y * y, z * z} / 3.0);
    case ShapeKind::ellipsoid:
      return centred(4 * pi / 3 * x * y * z, Vec3d{x * x, y * y, z * z} / 5.0);
    case ShapeKind::sphere:
      return moments_of_capsule(x, x, 0);
    case ShapeKind::capsule:
      return moments_of_capsule(x, x, y);
    case ShapeKind::tapered_capsule:
      return moments_of_capsule(x, y, z);
    case ShapeKind::cylinder:
      return moments_of_discs(x, x, y);
    case ShapeKind::cone:
      return moments_of_discs(x, 0, y);
    case ShapeKind::tapered_cylinder:
      return moments_of_discs(x, y, z);
    case ShapeKind::affine_image: {
      const ImageBlock& block = image_of(shape);
      const Result<Moments> child = moments_of(block.children[0].view());
      if (!child) return child;
      return image_of_moments(block.linear, block.translation, *child);
    }
    case ShapeKind::expanded:
    case ShapeKind::minkowski_sum:
    case ShapeKind::convex_hull:
      return moments_of_rounded(shape, Mat3d{}, 0);
    case ShapeKind::triangle_mesh:
    case ShapeKind::compound:
      return moments_of_pieces(*pieces_of(shape));
    default:
      return kUnsupported;
  }
}

Result<MassProperties> rounded(const Moments& m) {
  MassProperties r;
  const Mat3d& s = m.second;
  const double trace = s.columns[0].x + s.columns[1].y + s.columns[2].z;
  r.volume = static_cast<Real>(m.volume);
  r.centroid = Vec3(m.centroid);
  bool fits = is_finite(r.volume) && is_finite(r.centroid);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j)
      r.inertia.columns[i][j] = static_cast<Real>((i == j ? trace : 0) - s.columns[i][j]);
    fits = fits && is_finite(r.inertia.columns[i]);
  }
  if (!fits) return Error{ErrorCode::not_finite, "mass properties: a value is too large for Real", 0};
  return r;
}

}  // namespace

Result<MassProperties> mass_properties(const Shape& shape) {
  const Result<Moments> m = moments_of(shape.view());
  if (!m) return m.error();
  return rounded(*m);
}

Result<MassProperties> mass_properties(const Instance& instance) {
  const auto checked = make_instance(instance.shape, instance.placement, instance.margin);
  if (!checked) return checked.error();
  const Affine& place = instance.placement;
  if (instance.margin != 0) {
    Result<Moments> grown =
        moments_of_rounded(instance.shape.view(), Mat3d(place.linear()), double(instance.margin));
    if (!grown) return grown.error();
    grown->centroid += Vec3d(place.translation());
    return rounded(*grown);
  }
  const Result<Moments> m = moments_of(instance.shape.view());
  if (!m) return m.error();
  return rounded(image_of_moments(Mat3d(place.linear()), Vec3d(place.translation()), *m));
}

}  // namespace graze::inline GRAZE_ABI
