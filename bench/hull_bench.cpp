// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Group "polytope": building hulls, and queries about pairs of large ones.

#include "hull_bench.h"

#include <memory>

#include "error_count.h"
#include "graze/shape/hull_builder.h"
#include "graze/shape/polytope.h"
#include "support/random.h"

namespace bench {
namespace {

using graze::Real;

struct CloudRow {
  const char* name;
  int points;
  bool is_round;  // on a sphere: every point is a corner; else in a cube
};
constexpr CloudRow kClouds[] = {
    {"hull of 1,000 points", 1000, false},
    {"hull of 100,000 points", 100000, false},
    {"hull of 1,000 points on a sphere", 1000, true},
    {"hull of 100,000 points on a sphere", 100000, true},
};

std::vector<graze::Vec3> cloud_of(const CloudRow& row) {
  graze::test::Random random{20250101};
  std::vector<graze::Vec3> points;
  for (int i = 0; i < row.points; ++i) {
    const auto p = row.is_round ? random.direction() : random.in_cube();
    // Both precisions and Qhull get the same numbers.
    points.push_back({Real(float(p.x)), Real(float(p.y)), Real(float(p.z))});
  }
  return points;
}

void add(const Selection& selection, TimedRows& rows) {
  add_hull_pairs(selection, rows);
  for (const CloudRow& row : kClouds) {
    if (!selection.has_row(row.name)) continue;
    const std::string stem = std::string("polytope/") + row.name + "/";
    const auto points = std::make_shared<std::vector<graze::Vec3>>(cloud_of(row));
    const auto build = [points] { return double(graze::hull_info(*graze::make_hull(*points)).vertices); };
    for (const Library& library : graze_libraries()) rows.push_back({stem + library.name, 1, build, {}, {}});
#if defined(GRAZE_HAVE_QHULL_R)
    if (!selection.has_peers) continue;
    const auto numbers = std::make_shared<std::vector<double>>();
    for (const graze::Vec3& p : *points)
      for (int i = 0; i < 3; ++i) numbers->push_back(double(p[i]));
    rows.push_back({stem + "Qhull", 1, [numbers] { return double(qhull_vertex_count(*numbers)); }, {}, {}});
#endif
  }
}

// Points must be in the hull, decided exactly. Of a large round cloud, where faces are as many as points, a
// few are judged.
void check(const Selection& selection, std::FILE* out) {
  check_hull_pairs(selection, out);
  for (const CloudRow& row : kClouds) {
    if (!selection.has_row(row.name)) continue;
    const std::vector<graze::Vec3> points = cloud_of(row);
    const graze::Shape hull = *graze::make_hull(points);
    const Sample sample{row.is_round && row.points > 1000 ? 1000 : selection.sample.every};
    ErrorCount e;
    e.pairs = row.points;
    e.judged = int(sample.size(points.size()));
    for (std::size_t i = 0; i < points.size(); i += sample.every)
      e.rejected += !graze::contains(hull, points[i]);
    for (const Library& library : graze_libraries()) write_errors(out, "polytope", row.name, library.name, e);
    std::fprintf(stderr, "checked: %s\n", row.name);
  }
}

}  // namespace

Group polytope_group() { return {"polytope", &add, &check}; }

}  // namespace bench
