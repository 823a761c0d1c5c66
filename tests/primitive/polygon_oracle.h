// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Polygons in rationals: even-odd by a ray in a direction that no lattice or rounded vertex lies on.

#include <vector>

#include "graze/primitive/polygon.h"
#include "rationals.h"

namespace graze::test {

struct Loops {
  std::vector<Vec3> vertices;
  std::vector<std::uint32_t> ends;
};

template <class Visit>
void for_each_edge(const primitive::Polygon& polygon, const Visit& visit) {
  std::vector<std::uint32_t> ends(polygon.loop_ends.begin(), polygon.loop_ends.end());
  if (ends.empty()) ends.push_back(std::uint32_t(polygon.vertices.size()));
  std::uint32_t begin = 0;
  for (const std::uint32_t end : ends) {
    for (std::uint32_t i = begin; i < end; ++i)
      visit(exact(polygon.vertices[i]), exact(polygon.vertices[i + 1 == end ? begin : i + 1]));
    begin = end;
  }
}

inline Contact locate_exactly(const primitive::Polygon& polygon, const Q3& p) {
  const int ui = (polygon.axis + 1) % 3, vi = (polygon.axis + 2) % 3;
  const Q du = 1, dv = Q(1, 1000003);
  int crossings = 0;
  bool on_border = false;
  for_each_edge(polygon, [&](const Q3& a, const Q3& b) {
    const Q au = component(a, ui) - component(p, ui), av = component(a, vi) - component(p, vi);
    const Q bu = component(b, ui) - component(p, ui), bv = component(b, vi) - component(p, vi);
    if (au * bv - av * bu == 0 && au * bu + av * bv <= 0) on_border = true;
    const Q sa = du * av - dv * au, sb = du * bv - dv * bu;  // sides of the ray's line
    if (sa * sb >= 0) return;  // zero never happens for the vertices of the tests
    const Q s = sa / (sa - sb), u = au + s * (bu - au), v = av + s * (bv - av);
    crossings += u * du + v * dv > 0;
  });
  return on_border ? Contact::touching : crossings % 2 ? Contact::overlapping : Contact::apart;
}

/// A star-shaped loop around (cx, cy) with radii between `inner` and `outer`, in the plane z = 0; nonconvex.
inline void add_star(Loops& loops, Points& points, int count, double inner, double outer, bool on_lattice) {
  for (int i = 0; i < count; ++i) {
    const double angle = 6.283185307179586 * (i + 0.4 * points.random.uniform()) / count;
    const double radius = points.random.uniform(inner, outer);
    const double x = radius * std::cos(angle), y = radius * std::sin(angle);
    loops.vertices.push_back(on_lattice ? Vec3{Real(std::round(x)), Real(std::round(y)), 0}
                                        : Vec3{Real(x), Real(y), 0});
  }
  loops.ends.push_back(std::uint32_t(loops.vertices.size()));
}

/// A star with a hole, in a plane of its own: z = 0 turned so that another axis is dropped, or tilted.
inline Loops random_polygon(Points& points, bool with_hole, double size) {
  Loops loops;
  add_star(loops, points, 5 + points.random.below(8), size / 2, size, points.on_lattice);
  if (with_hole) add_star(loops, points, 4 + points.random.below(4), size / 8, size / 3, points.on_lattice);
  const int turn = points.random.below(3);
  const Real tilt_x = Real(points.random.below(3) - 1) / 2, tilt_y = Real(points.random.below(3) - 1) / 4;
  for (Vec3& v : loops.vertices) {
    v.z = v.x * tilt_x + v.y * tilt_y;
    v = turn == 0 ? v : turn == 1 ? Vec3{v.y, v.z, v.x} : Vec3{v.z, v.x, v.y};
  }
  return loops;
}

}  // namespace graze::test
