// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Group "polytope": building hulls, and queries about pairs of large ones.

#include "hull_bench.h"

#include <benchmark/benchmark.h>

#include <memory>

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

template <class Build>
void register_row(const char* row, const std::string& library, Build build) {
  benchmark::RegisterBenchmark((std::string("polytope/") + row + "/" + library).c_str(),
                               [build](benchmark::State& state) {
                                 double corners = 0;
                                 for (auto _ : state) benchmark::DoNotOptimize(corners = build());
                                 state.counters["check"] = corners;
                                 state.counters["queries"] = 1;
                               })
      ->Unit(benchmark::kNanosecond);
}

void add(const Selection& selection) {
  add_hull_pairs(selection);
  for (const CloudRow& row : kClouds) {
    if (!selection.has_row(row.name)) continue;
    const auto points = std::make_shared<std::vector<graze::Vec3>>(cloud_of(row));
    for (const Library& library : graze_libraries())
      register_row(row.name, library.name,
                   [points] { return double(graze::hull_info(*graze::make_hull(*points)).vertices); });
#if defined(GRAZE_HAVE_QHULL_R)
    if (!selection.has_peers) continue;
    const auto numbers = std::make_shared<std::vector<double>>();
    for (const graze::Vec3& p : *points)
      for (int i = 0; i < 3; ++i) numbers->push_back(double(p[i]));
    register_row(row.name, "Qhull", [numbers] { return double(qhull_vertex_count(*numbers)); });
#endif
  }
}

// Every point must be in the hull, decided exactly. Of a round cloud, where faces are as many as points, a
// few.
void check(const Selection& selection, std::FILE* out) {
  check_hull_pairs(selection, out);
  for (const CloudRow& row : kClouds) {
    if (!selection.has_row(row.name)) continue;
    const std::vector<graze::Vec3> points = cloud_of(row);
    const graze::Shape hull = *graze::make_hull(points);
    int outside = 0;
    for (std::size_t i = 0; i < points.size(); i += row.is_round && row.points > 1000 ? 1000 : 1)
      outside += !graze::contains(hull, points[i]);
    for (const Library& library : graze_libraries())
      std::fprintf(out, "polytope,\"%s\",%s,1,0,0,0,0,0,0,%d\n", row.name, library.name.c_str(), outside);
    std::fprintf(stderr, "checked: %s\n", row.name);
  }
}

}  // namespace

Group polytope_group() { return {"polytope", &add, &check}; }

}  // namespace bench
