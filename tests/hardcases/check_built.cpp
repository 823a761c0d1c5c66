// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>

#include "check.h"
#include "graze/primitive/triangle_triangle.h"
#include "graze/shape/polytope.h"

// Hulls that other libraries could not build, and what two triangles have in common.

namespace hardcases {
namespace {

using graze::Vec3;
using nlohmann::json;
using Vec3d = graze::BasicVec3<double>;

constexpr bool kIsFloat = sizeof(graze::Real) == 4;
constexpr double kBand = kIsFloat ? 1e-6 : 1e-13;

std::vector<Vec3d> vectors(const json& list) {
  std::vector<Vec3d> points;
  for (const json& p : list) {
    const auto v = p.get<std::array<double, 3>>();
    points.push_back({v[0], v[1], v[2]});
  }
  return points;
}

void expect(bool holds, const std::string& what, Verdict& verdict) {
  ++verdict.judged;
  if (!holds) verdict.failures.push_back(what);
}

double farthest_coordinate(const std::vector<Vec3d>& points) {
  double scale = 0;
  for (const Vec3d& p : points) scale = std::max(scale, max_abs(p));
  return scale;
}

}  // namespace

Verdict check_hull(const HardCase& c) {
  Verdict verdict;
  std::vector<Vec3> points;
  for (const Vec3d& p : vectors(c.shape_a.at("points"))) points.emplace_back(p);
  const auto hull = graze::make_hull(points);
  expect(hull.has_value(), "the hull was refused", verdict);
  if (!hull) return verdict;
  const graze::HullInfo info = graze::hull_info(*hull);
  verdict.separation = info.vertices;
  // On one line: a segment or a point, which have no faces. In one plane: a face on either side.
  if (c.expected.value("degenerate", false))
    expect(info.faces == 0 && info.vertices <= 2, "a line became more than a segment", verdict);
  if (c.expected.value("flat", false))
    expect(info.faces == 2 && info.vertices >= 3, "a plane did not become a flat hull", verdict);
  return verdict;
}

Verdict check_segment(const HardCase& c) {
  Verdict verdict;
  const std::vector<Vec3d> a = vectors(c.shape_a.at("vertices")), b = vectors(c.shape_b.at("vertices"));
  if (a.size() != 3 || b.size() != 3) throw FormatError("a triangle has three vertices");
  const auto triangle = [](const std::vector<Vec3d>& v) {
    return graze::Triangle{Vec3(v[0]), Vec3(v[1]), Vec3(v[2])};
  };
  const auto found = graze::primitive::triangle_triangle(triangle(a), triangle(b));
  expect(bool(found) == c.expected.value("intersect", true), "whether they meet", verdict);
  const double band = kBand * std::max(farthest_coordinate(a), farthest_coordinate(b));
  const double tolerance = std::max(c.expected.value("tol", 1e-9), kIsFloat ? band : 0);
  const Vec3d ends[2] = {Vec3d(found.segment.a), Vec3d(found.segment.b)};
  for (const char* name : {"segment_end_good", "other_end_near"}) {
    if (!c.expected.contains(name)) continue;
    const Vec3d end = vectors(json::array({c.expected[name]}))[0];
    const double off = std::min(length(ends[0] - end), length(ends[1] - end));
    expect(found.has_segment && off <= tolerance, std::string(name) + ": no end of the segment is there",
           verdict);
  }
  verdict.separation = length(ends[1] - ends[0]);
  return verdict;
}

}  // namespace hardcases
