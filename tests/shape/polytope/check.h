// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "hull/topology.h"
#include "shape/shape_block.h"

namespace graze::test {

/// Defect of a hull, or nothing. Shares no predicate with src: signs come from long double with an
/// error bound, and from rationals where that cannot tell.
///
/// Proves that the faces are the boundary of a convex polytope: half-edges pair up and close; Euler's formula
/// holds; faces are exactly flat and strictly convex polygons; the surface bends strictly inward at every
/// edge; one inner point is below all faces, and a ray from it leaves through one face only. [Mehlhorn99]
/// Then that every input point is a vertex or on or below every face. Hence the polytope is the hull of the
/// points; and no vertex can be left out, because every one is a corner of three faces or more.
[[nodiscard]] std::string hull_defect(const Shape& hull, std::span<const Vec3> points);

/// Only what holds for faces joined at a tolerance: half-edges, Euler, planes within the tolerance.
[[nodiscard]] std::string topology_defect(const Shape& hull);

/// Exact sign of |a-d, b-d, c-d|.
[[nodiscard]] int exact_orient(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d);

/// The vertices of a shape made of vertices.
[[nodiscard]] std::vector<Vec3> vertices_of(const Shape& shape);

namespace hull_check_detail {

struct Exact {
  mpq_class x, y, z;
  Exact() = default;
  template <class T>
  explicit Exact(const BasicVec3<T>& v) : x(double(v.x)), y(double(v.y)), z(double(v.z)) {}
  friend Exact operator-(const Exact& a, const Exact& b) {
    Exact d;
    d.x = a.x - b.x;
    d.y = a.y - b.y;
    d.z = a.z - b.z;
    return d;
  }
};

inline int sign_of_determinant(const Exact& a, const Exact& b, const Exact& c) {
  const mpq_class d =
      a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x);
  return sgn(d);
}

inline int orient(const Exact& a, const Exact& b, const Exact& c, const Exact& d) {
  return sign_of_determinant(a - d, b - d, c - d);
}

inline Exact cross(const Exact& a, const Exact& b) {
  Exact n;
  n.x = a.y * b.z - a.z * b.y;
  n.y = a.z * b.x - a.x * b.z;
  n.z = a.x * b.y - a.y * b.x;
  return n;
}

inline bool is_zero(const Exact& v) { return sgn(v.x) == 0 && sgn(v.y) == 0 && sgn(v.z) == 0; }

inline std::string at_face(const char* what, std::size_t f) {
  return std::string(what) + " at face " + std::to_string(f);
}

inline std::string half_edge_defect(const HullTopology& t, std::size_t vertex_count) {
  const std::size_t edges = t.origin.size();
  if (t.first.size() != std::size_t{t.face_count()} + 1 || t.first[0] != 0 || t.first.back() != edges ||
      t.twin.size() != edges || t.face.size() != edges || t.offsets.size() != t.face_count() ||
      t.outgoing.size() != vertex_count)
    return "sizes do not fit";
  std::vector<bool> is_used(vertex_count, false);
  for (std::uint32_t f = 0; f < t.face_count(); ++f) {
    if (t.first[f + 1] < t.first[f] + 3) return at_face("fewer than three corners", f);
    std::set<std::uint32_t> corners;
    for (std::uint32_t h = t.first[f]; h < t.first[f + 1]; ++h) {
      if (t.face[h] != f) return at_face("a half-edge has another face", f);
      if (t.origin[h] >= vertex_count || t.twin[h] >= edges) return at_face("an index is out of range", f);
      if (!corners.insert(t.origin[h]).second) return at_face("a corner is there twice", f);
      const std::uint32_t back = t.twin[h];
      if (t.twin[back] != h || t.face[back] == f) return at_face("twins do not pair", f);
      if (t.origin[back] != t.origin[t.next(h)]) return at_face("twins do not run back", f);
      is_used[t.origin[h]] = true;
    }
  }
  for (std::size_t v = 0; v < vertex_count; ++v)
    if (!is_used[v] || t.origin[t.outgoing[v]] != v) return "vertex " + std::to_string(v) + " has no edge";
  if (vertex_count + t.face_count() != edges / 2 + 2) return "Euler's formula does not hold";
  return {};
}

inline std::string flat_defect(const HullTopology& t, const std::vector<Vec3>& v,
                               std::span<const Vec3> points) {
  const auto loop = t.loop(0);
  std::vector<Exact> corners;
  for (const std::uint32_t i : loop) corners.emplace_back(v[i]);
  const Exact normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
  if (is_zero(normal)) return "flat: the first corners are on a line";
  const auto dot = [](const Exact& a, const Exact& b) -> mpq_class {
    return a.x * b.x + a.y * b.y + a.z * b.z;
  };
  const auto turn = [&](const Exact& a, const Exact& b, const Exact& c) -> int {
    return sgn(dot(cross(b - a, c - a), normal));
  };
  // Strictly convex and once around: every corner turns left, and from the first one all others are seen left
  // of its edge and in their order.
  const std::size_t count = corners.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (turn(corners[i], corners[(i + 1) % count], corners[(i + 2) % count]) <= 0)
      return "flat: a corner turns right";
    if (i >= 2 && turn(corners[0], corners[1], corners[i]) <= 0) return "flat: winds around more than once";
    if (i >= 2 && turn(corners[0], corners[i - 1], corners[i]) <= 0) return "flat: not in order";
  }
  std::set<std::tuple<Real, Real, Real>> known;
  for (const Vec3& p : v) known.insert({p.x, p.y, p.z});
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (known.count({points[i].x, points[i].y, points[i].z}) != 0) continue;
    const Exact p(points[i]);
    if (sgn(dot(normal, p - corners[0])) != 0)
      return "flat: point " + std::to_string(i) + " is not in the plane";
    // In the fan of the first corner, by halving.
    std::size_t low = 1, high = count - 1;
    if (turn(corners[0], corners[1], p) < 0 || turn(corners[0], corners[high], p) > 0)
      return "flat: point " + std::to_string(i) + " is outside";
    while (high - low > 1) {
      const std::size_t middle = (low + high) / 2;
      (turn(corners[0], corners[middle], p) >= 0 ? low : high) = middle;
    }
    if (turn(corners[low], corners[high], p) < 0) return "flat: point " + std::to_string(i) + " is outside";
  }
  return {};
}

inline std::string segment_defect(const std::vector<Vec3>& v, std::span<const Vec3> points) {
  const Exact a(v[0]), b(v.back());
  if (v.size() == 2 && is_zero(b - a)) return "segment: both ends are equal";
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Exact p(points[i]);
    if (!is_zero(cross(p - a, b - a))) return "segment: point " + std::to_string(i) + " is beside it";
    if (v.size() == 1 && !is_zero(p - a)) return "point: point " + std::to_string(i) + " is another";
    const mpq_class along = (p.x - a.x) * (p.x - b.x) + (p.y - a.y) * (p.y - b.y) + (p.z - a.z) * (p.z - b.z);
    if (sgn(along) > 0) return "segment: point " + std::to_string(i) + " is beyond";
  }
  return {};
}

// Does the ray from o through g meet triangle xyz? o is below it, so that a triangle ahead turns
// counterclockwise about the ray.
inline bool ray_meets(const Vec3d& o, const Vec3d& g, const Vec3d& x, const Vec3d& y, const Vec3d& z) {
  return exact_orient(g, x, y, o) >= 0 && exact_orient(g, y, z, o) >= 0 && exact_orient(g, z, x, o) >= 0;
}
inline bool ray_meets(const Exact& o, const Exact& g, const Exact& x, const Exact& y, const Exact& z) {
  return orient(g, x, y, o) >= 0 && orient(g, y, z, o) >= 0 && orient(g, z, x, o) >= 0;
}
inline int sign(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  return exact_orient(a, b, c, d);
}
inline int sign(const Exact& a, const Exact& b, const Exact& c, const Exact& d) { return orient(a, b, c, d); }

// o is inside, g inside the first face, or nearly so.
template <class Point>
std::string winding_defect(const HullTopology& t, const std::vector<Vec3>& v, const Point& o,
                           const Point& g) {
  for (std::uint32_t f = 0; f < t.face_count(); ++f) {
    const auto corners = t.loop(f);
    const Point p(v[corners[0]]);
    Point q(v[corners[1]]);
    for (std::size_t i = 2; i < corners.size(); ++i) {
      const Point r(v[corners[i]]);
      if (i == 2 && sign(p, q, r, o) <= 0) return at_face("an inner point is not below", f);
      if (f != 0 && ray_meets(o, g, p, q, r)) return at_face("the surface winds around more than once", f);
      q = r;
    }
  }
  return {};
}

inline std::vector<Vec3d> widened(std::span<const Vec3> points) {
  std::vector<Vec3d> wide;
  for (const Vec3& p : points) wide.push_back({double(p.x), double(p.y), double(p.z)});
  return wide;
}

inline std::string convexity_defect(const HullTopology& t, const std::vector<Vec3>& corners) {
  const std::vector<Vec3d> v = widened(corners);
  for (std::uint32_t f = 0; f < t.face_count(); ++f) {
    const auto loop = t.loop(f);
    const Vec3d &a = v[loop[0]], &b = v[loop[1]], &c = v[loop[2]];
    for (std::size_t i = 3; i < loop.size(); ++i)
      if (exact_orient(a, b, c, v[loop[i]]) != 0) return at_face("not flat", f);
    for (std::uint32_t h = t.first[f]; h < t.first[f + 1]; ++h) {
      const std::uint32_t next = t.next(h), after = t.origin[t.next(next)];
      // The apex across the edge is strictly below this face.
      const std::uint32_t apex = t.origin[t.next(t.next(t.twin[h]))];
      if (exact_orient(a, b, c, v[apex]) <= 0) return at_face("not strictly convex at an edge", f);
      // Seen from that apex, which is below the face, the corners of the face turn to one side.
      if (exact_orient(v[t.origin[h]], v[t.origin[next]], v[after], v[apex]) <= 0 && loop.size() > 3)
        return at_face("a corner turns the wrong way", f);
    }
  }
  // Mean of the corners of one face and one that is not on it.
  const auto loop = t.loop(0);
  const Exact a(v[loop[0]]), b(v[loop[1]]), c(v[loop[2]]);
  const Exact top(v[t.origin[t.next(t.next(t.twin[t.first[0]]))]]);
  Exact o, g;
  const auto mean = [](const mpq_class& p, const mpq_class& q, const mpq_class& r) -> mpq_class {
    return (p + q + r) / 3;
  };
  g.x = mean(a.x, b.x, c.x), g.y = mean(a.y, b.y, c.y), g.z = mean(a.z, b.z, c.z);
  o.x = (3 * g.x + top.x) / 4, o.y = (3 * g.y + top.y) / 4, o.z = (3 * g.z + top.z) / 4;
  // With rounded points first: whether they do is decided exactly all the same.
  const Vec3d rounded_o{o.x.get_d(), o.y.get_d(), o.z.get_d()},
      rounded_g{g.x.get_d(), g.y.get_d(), g.z.get_d()};
  if (winding_defect(t, corners, rounded_o, rounded_g).empty()) return {};
  return winding_defect(t, corners, o, g);
}

// Points against all faces. Where the plane in long double cannot tell, rationals do.
inline std::string containment_defect(const HullTopology& t, const std::vector<Vec3>& v,
                                      std::span<const Vec3> points) {
  const std::vector<Vec3d> wide = widened(v);
  std::set<std::tuple<Real, Real, Real>> known;
  for (const Vec3& p : v) known.insert({p.x, p.y, p.z});
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3& p = points[i];
    if (known.count({p.x, p.y, p.z}) != 0) continue;
    for (std::uint32_t f = 0; f < t.face_count(); ++f) {
      const auto loop = t.loop(f);
      if (exact_orient(wide[loop[0]], wide[loop[1]], wide[loop[2]],
                       Vec3d(double(p.x), double(p.y), double(p.z))) < 0)
        return at_face(("point " + std::to_string(i) + " is above").c_str(), f);
    }
  }
  return {};
}

}  // namespace hull_check_detail

inline int exact_orient(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  using Long = long double;
  const auto minus = [&d](const Vec3d& p, Long* out) {
    out[0] = Long(p.x) - Long(d.x), out[1] = Long(p.y) - Long(d.y), out[2] = Long(p.z) - Long(d.z);
  };
  Long u[3], v[3], w[3];
  minus(a, u), minus(b, v), minus(c, w);
  Long sum = 0, size = 0;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    sum += u[i] * (v[j] * w[k] - v[k] * w[j]);
    size += std::abs(u[i]) * (std::abs(v[j] * w[k]) + std::abs(v[k] * w[j]));
  }
  // Three differences, two products, three sums: below 20 roundings of 2^-64 each.
  const Long bound = size * 0x1p-59L;
  if (sum > bound && bound > 1e-4000L) return 1;
  if (sum < -bound && bound > 1e-4000L) return -1;
  using namespace hull_check_detail;
  return orient(Exact(a), Exact(b), Exact(c), Exact(d));
}

inline std::vector<Vec3> vertices_of(const Shape& shape) {
  const VertexSet& set = polytope_of(shape.view()).vertices;
  std::vector<Vec3> v;
  for (std::uint32_t i = 0; i < set.count; ++i) v.push_back({set.x[i], set.y[i], set.z[i]});
  return v;
}

inline std::string hull_defect(const Shape& hull, std::span<const Vec3> points) {
  using namespace hull_check_detail;
  if (hull.kind() != ShapeKind::polytope) return "not a polytope";
  const std::vector<Vec3> v = vertices_of(hull);
  const HullTopology* t = topology_of(hull.view());
  if (v.size() < 3) return t == nullptr ? segment_defect(v, points) : "a segment with faces";
  if (t == nullptr) return "no topology";
  // Vertices are input points in the order of the input.
  std::size_t at = 0;
  for (const Vec3& p : points)
    if (at < v.size() && p == v[at]) ++at;
  if (at != v.size()) return "the vertices are not input points in their order";
  if (std::string defect = half_edge_defect(*t, v.size()); !defect.empty()) return defect;
  if (t->face_count() == 2) return flat_defect(*t, v, points);
  if (std::string defect = convexity_defect(*t, v); !defect.empty()) return defect;
  return containment_defect(*t, v, points);
}

inline std::string topology_defect(const Shape& hull) {
  using namespace hull_check_detail;
  const HullTopology* t = topology_of(hull.view());
  if (t == nullptr) return "no topology";
  const std::vector<Vec3> v = vertices_of(hull);
  if (std::string defect = half_edge_defect(*t, v.size()); !defect.empty()) return defect;
  double largest = 0;
  for (const Vec3& p : v) largest = std::max(largest, double(max_abs(p)));
  const double slack = 1e-14 * largest + 0x1p-1070;  // a few last digits, also of denormal numbers
  for (std::uint32_t f = 0; f < t->face_count(); ++f) {
    if (std::abs(length(t->normals[f]) - 1) > 1e-14) return at_face("normal not unit", f);
    for (const std::uint32_t i : t->loop(f)) {
      const double below = t->offsets[f] - dot(t->normals[f], Vec3d(v[i]));
      if (below < -slack || below > t->tolerance + slack) return at_face("a corner off the plane", f);
    }
  }
  return {};
}

}  // namespace graze::test
