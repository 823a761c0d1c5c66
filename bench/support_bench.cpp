// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Cost of a support against the number of vertices: scan, climb from the start table, layers, and the
// climb from the answer before when the direction turns by 2 degrees. From climbs to layers the library goes
// by this (kDescendFrom in src/hull/support.h). Asked for the same directions again and again a
// processor learns the branches of a climb; in queries it cannot, hence kClimbFrom comes from queries on
// hulls.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "graze/shape/hull_builder.h"
#include "graze/shape/polytope.h"
#include "graze/shape/support.h"
#include "hull_bench.h"
#include "support/random.h"

namespace bench {
namespace {

using graze::HullSearch;
using graze::Real;
using graze::Vec3;

constexpr int kDirections = 2000;
constexpr int kRepetitions = 15;

Vec3 real(const graze::test::V3d& v) { return {Real(v.x), Real(v.y), Real(v.z)}; }

std::vector<Vec3> cloud(int count) {
  graze::test::Random random{7};
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    const auto d = random.direction();
    points.push_back(real({d.x, 1.3 * d.y, 0.7 * d.z}));
  }
  return points;
}

std::vector<Vec3> jumping() {
  graze::test::Random random{8};
  std::vector<Vec3> directions;
  for (int i = 0; i < kDirections; ++i) directions.push_back(real(random.direction()));
  return directions;
}

// Each 2 degrees from the one before, on a path that covers the sphere.
std::vector<Vec3> turning() {
  graze::test::Random random{9};
  std::vector<Vec3> directions;
  auto d = random.direction(), to = cross(d, random.direction());
  for (int i = 0; i < kDirections; ++i) {
    to = to + random.direction() * 0.3;
    to = to - d * dot(to, d);
    to = to * (1 / length(to));
    d = d * std::cos(0.0349) + to * std::sin(0.0349);
    d = d * (1 / length(d));
    directions.push_back(real(d));
  }
  return directions;
}

// Nanoseconds per support, the least of several runs; `check` is the sum of the values.
template <class Ask>
double cost(const std::vector<Vec3>& directions, Ask ask, double& check) {
  double least = 1e300;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    const auto start = std::chrono::steady_clock::now();
    double sum = 0;
    for (const Vec3& d : directions) sum += double(dot(ask(d), d));
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    least = std::min(least, time.count() / double(directions.size()));
    check = sum;
  }
  return least;
}

}  // namespace

int write_support_costs(const std::string& path) {
  std::FILE* out = std::fopen(path.c_str(), "w");
  if (out == nullptr) return 1;
  std::fputs("vertices,scan,climb,layers,warm_scan,warm_climb,check\n", out);
  const std::vector<Vec3> far = jumping(), near = turning();
  bool agree = true;
  for (const int count :
       {8, 16, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536}) {
    const std::vector<Vec3> points = cloud(count);
    double checks[5];
    const auto cold = [&](HullSearch search, double& check) {
      const graze::Shape hull = *graze::make_hull(points, {.search = search});
      return cost(
          far, [&hull](const Vec3& d) { return graze::support(hull, d); }, check);
    };
    const auto warm = [&](HullSearch search, double& check) {
      const graze::Shape hull = *graze::make_hull(points, {.search = search});
      std::uint32_t vertex = 0;
      return cost(
          near, [&](const Vec3& d) { return graze::support(hull, d, vertex); }, check);
    };
    const double scan = cold(HullSearch::scan, checks[0]), climb = cold(HullSearch::climb, checks[1]),
                 layers = cold(HullSearch::layers, checks[2]);
    const double warm_scan = warm(HullSearch::scan, checks[3]),
                 warm_climb = warm(HullSearch::climb, checks[4]);
    const auto same = [](double a, double b) { return std::abs(a - b) <= 1e-6 * std::abs(a); };
    agree = agree && same(checks[0], checks[1]) && same(checks[0], checks[2]) && same(checks[3], checks[4]);
    std::fprintf(out, "%d,%.2f,%.2f,%.2f,%.2f,%.2f,%.9g\n", count, scan, climb, layers, warm_scan, warm_climb,
                 checks[0]);
    std::printf("%6d vertices: scan %8.1f  climb %8.1f  layers %8.1f   warm: scan %8.1f  climb %8.1f ns\n",
                count, scan, climb, layers, warm_scan, warm_climb);
    std::fflush(stdout);
  }
  if (!agree) std::fprintf(stderr, "the ways to find a support do not agree\n");
  return std::fclose(out) == 0 && agree ? 0 : 1;
}

}  // namespace bench
