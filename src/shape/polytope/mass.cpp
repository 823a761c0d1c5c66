// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "shape/polytope/mass.h"

#include <algorithm>
#include <cmath>

#include "math/expansion.h"

// Tetrahedra from a point near the middle to the triangles of all faces: with a, b, c seen from there, the
// integrals of 1, x and x xᵀ over one of them are |a b c| times 1 / 6, (a + b + c) / 24 and
// (a aᵀ + b bᵀ + c cᵀ + (a + b + c)(a + b + c)ᵀ) / 120. All have the same sign, so nothing cancels.

namespace graze::inline GRAZE_ABI {

void TetrahedronSums::add(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
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

Moments TetrahedronSums::moments(const Vec3d& origin, int exponent) const {
  Moments m;
  m.centroid = origin;
  if (!(volume > 0)) return m;
  const Vec3d g = first / volume;
  BasicMat3<double> about = second;
  add_square(about, g, -volume);
  const auto scaled = [exponent](const Vec3d& v, int power) {
    return Vec3d{std::ldexp(v.x, power * exponent), std::ldexp(v.y, power * exponent),
                 std::ldexp(v.z, power * exponent)};
  };
  m.volume = std::ldexp(volume, 3 * exponent);
  m.centroid += scaled(g, 1);
  for (int i = 0; i < 3; ++i) m.second.columns[i] = scaled(about.columns[i], 5);
  return m;
}

namespace {

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

}  // namespace

Moments moments_of_hull(const ShapeView& hull) {
  const PolytopeBlock& block = polytope_of(hull);
  const HullTopology* t = exact_topology_of(hull);
  const Centred c = centre(block.vertices, block.inner_point);
  if (t != nullptr && t->face_count() > 2) {
    TetrahedronSums sum;
    for_each_triangle(*t, t->face_count(), c.points,
                      [&sum](const Vec3d& p, const Vec3d& q, const Vec3d& r) { sum.add(p, q, r); });
    return sum.moments(c.middle, c.exponent);
  }
  const Vec3d g = t != nullptr           ? centroid_of_area(*t, c)
                  : c.points.size() == 2 ? c.points[0] * 0.5 + c.points[1] * 0.5
                                         : c.points[0];
  Moments m;
  m.centroid =
      c.middle + Vec3d{std::ldexp(g.x, c.exponent), std::ldexp(g.y, c.exponent), std::ldexp(g.z, c.exponent)};
  return m;
}

}  // namespace graze::inline GRAZE_ABI
