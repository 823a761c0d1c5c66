// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "graze/shape/polytope.h"
#include "math/expansion.h"
#include "shape/shape_block.h"

// Tetrahedra from a point near the middle to the triangles of all faces: with a, b, c seen from there, the
// integrals of 1, x and x xᵀ over one of them are |a b c| times 1 / 6, (a + b + c) / 24 and
// (a aᵀ + b bᵀ + c cᵀ + (a + b + c)(a + b + c)ᵀ) / 120. All have the same sign, so nothing cancels.

namespace graze::inline GRAZE_ABI {
namespace {

using Mat3d = BasicMat3<double>;

void add_square(Mat3d& m, const Vec3d& v, double factor) {
  for (int i = 0; i < 3; ++i) m.columns[i] += v * (v[i] * factor);
}

struct Integrals {
  double volume = 0;
  Vec3d first;
  Mat3d second = Mat3d::diagonal(0, 0, 0);

  void add(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    // In double-double: the volume of a thin hull is a small part of the products.
    using D = DoubleDouble;
    const D x = D(b.y) * D(c.z) - D(b.z) * D(c.y), y = D(b.z) * D(c.x) - D(b.x) * D(c.z),
            z = D(b.x) * D(c.y) - D(b.y) * D(c.x);
    const double determinant = (D(a.x) * x + D(a.y) * y + D(a.z) * z).high;
    const Vec3d sum = a + b + c;
    volume += determinant / 6;
    first += sum * (determinant / 24);
    for (const Vec3d& v : {a, b, c, sum}) add_square(second, v, determinant / 120);
  }
};

// Vertices with the middle at the origin and a size of about 1.
struct Centred {
  std::vector<Vec3d> points;
  Vec3d middle;
  int exponent = 0;
};

Centred centre(const VertexSet& set, const Vec3d& middle) {
  Centred c{{}, middle, 0};
  double largest = 0;
  for (std::uint32_t i = 0; i < set.count; ++i) {
    c.points.push_back(set.vertex(i) - middle);
    largest = std::max(largest, max_abs(c.points.back()));
  }
  (void)std::frexp(largest, &c.exponent);
  for (Vec3d& p : c.points)
    p = {std::ldexp(p.x, -c.exponent), std::ldexp(p.y, -c.exponent), std::ldexp(p.z, -c.exponent)};
  return c;
}

template <class Use>
void for_each_triangle(const HullTopology& t, std::uint32_t faces, const std::vector<Vec3d>& points,
                       Use use) {
  for (std::uint32_t f = 0; f < faces; ++f) {
    const auto loop = t.loop(f);
    for (std::size_t i = 2; i < loop.size(); ++i) use(points[loop[0]], points[loop[i - 1]], points[loop[i]]);
  }
}

Vec3d centroid_of_area(const HullTopology& t, const Centred& c) {
  double area = 0;
  Vec3d sum;
  for_each_triangle(t, 1, c.points, [&](const Vec3d& p, const Vec3d& q, const Vec3d& r) {
    const double a = length(cross(q - p, r - p));
    area += a;
    sum += (p + q + r) * (a / 3);
  });
  return area > 0 ? sum / area : Vec3d{};
}

bool fits(const MassProperties& m) {
  const auto column_fits = [&m](int i) { return is_finite(m.inertia.columns[i]); };
  return is_finite(m.volume) && is_finite(m.centroid) && column_fits(0) && column_fits(1) && column_fits(2);
}

}  // namespace

Result<MassProperties> mass_properties(const Shape& hull) {
  if (hull.kind() != ShapeKind::polytope || !polytope_of(hull.view()).is_hull)
    return Error{ErrorCode::unsupported, "mass properties: the shape was not made by make_hull()"};
  const PolytopeBlock& block = polytope_of(hull.view());
  const HullTopology* t = exact_topology_of(hull.view());
  const Centred c = centre(block.vertices, block.inner_point);
  MassProperties m;
  Vec3d g;  // the centroid, centred and scaled
  if (t == nullptr) {
    g = c.points.size() == 2 ? c.points[0] * 0.5 + c.points[1] * 0.5 : c.points[0];
  } else if (t->face_count() == 2) {
    g = centroid_of_area(*t, c);
  } else {
    Integrals sum;
    for_each_triangle(*t, t->face_count(), c.points,
                      [&sum](const Vec3d& p, const Vec3d& q, const Vec3d& r) { sum.add(p, q, r); });
    sum.volume = std::max(sum.volume, 0.0);
    if (sum.volume > 0) {
      g = sum.first / sum.volume;
      add_square(sum.second, g, -sum.volume);
    }
    const Mat3d& s = sum.second;
    const double trace = s.columns[0].x + s.columns[1].y + s.columns[2].z;
    m.volume = static_cast<Real>(std::ldexp(sum.volume, 3 * c.exponent));
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        m.inertia.columns[i][j] =
            static_cast<Real>(std::ldexp((i == j ? trace : 0) - s.columns[i][j], 5 * c.exponent));
  }
  const auto unscaled = [&c](double x, double middle) {
    return static_cast<Real>(std::ldexp(x, c.exponent) + middle);
  };
  m.centroid = {unscaled(g.x, c.middle.x), unscaled(g.y, c.middle.y), unscaled(g.z, c.middle.z)};
  if (!fits(m)) return Error{ErrorCode::not_finite, "mass properties: a value is too large for Real"};
  return m;
}

}  // namespace graze::inline GRAZE_ABI
