// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// libFuzzer target: hulls of arbitrary bytes. The first byte says how the others become coordinates: raw
// bits, small numbers on a grid (where most points are coplanar), or numbers close to a plane. The invariants
// are checked in rationals; a defect aborts.

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "graze/graze.h"
#include "shape/polytope/check.h"

using namespace graze;

namespace {

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "hull_fuzz: %s\n", what);
  std::abort();
}

// Takes bytes off the front; zeros when there are none left.
struct Bytes {
  const std::uint8_t* data;
  std::size_t size;

  template <class T>
  T take() {
    T value{};
    const std::size_t n = size < sizeof(T) ? size : sizeof(T);
    std::memcpy(&value, data, n);
    data += n;
    size -= n;
    return value;
  }
};

Real coordinate(Bytes& bytes, unsigned mode) {
  if (mode == 0) {
    const Real raw = bytes.take<Real>();
    return std::isfinite(raw) && std::abs(double(raw)) < 1e100 ? raw : Real(0);
  }
  if (mode == 1) return static_cast<Real>(bytes.take<std::int8_t>() % 5) * Real(0.1);
  return static_cast<Real>(bytes.take<std::int16_t>()) * Real(0.01);
}

Vec3 point(Bytes& bytes, unsigned mode) {
  Vec3 p;
  p.x = coordinate(bytes, mode);
  p.y = coordinate(bytes, mode);
  p.z = mode == 3 ? p.x * Real(0.3) + p.y * Real(0.7) : coordinate(bytes, mode);  // rounded into a plane
  return p;
}

// In double, coordinates below 2^-280 of the largest on their axis count as zero: not for the exact check.
bool is_exact_range(const std::vector<Vec3>& points) {
  for (int axis = 0; axis < 3; ++axis) {
    double largest = 0, smallest = 1e300;
    for (const Vec3& p : points) {
      const double x = std::abs(double(p[axis]));
      largest = std::max(largest, x);
      if (x > 0) smallest = std::min(smallest, x);
    }
    if (largest > 0 && smallest < largest * 0x1p-279) return false;
  }
  return true;
}

void check(const std::vector<Vec3>& points, const HullSettings& settings, const Vec3& direction) {
  const auto exact = make_hull(points, {.face_tolerance = 0, .search = settings.search});
  expect(exact.has_value(), "finite points were refused");
  if (!is_exact_range(points)) return;
  const std::string defect = test::hull_defect(*exact, points);
  expect(defect.empty(), defect.c_str());
  for (const Vec3& p : points) expect(contains(*exact, p), "a point of the cloud is not in its hull");

  const auto joined = make_hull(points, settings);
  expect(joined.has_value(), "finite points were refused with settings");
  if (hull_info(*joined).faces > 0) {
    const std::string joined_defect = test::topology_defect(*joined);
    expect(joined_defect.empty(), joined_defect.c_str());
  }
  // Any guess gives the same vertex, and nothing is farther by more than rounding.
  std::uint32_t guess = static_cast<std::uint32_t>(points.size() / 2), none = 0xffffffff;
  const Vec3 far = support(*exact, direction, guess);
  expect(far == support(*exact, direction, none) && guess == none, "support depends on the guess");
  const Vec3d d = normalized(Vec3d{double(direction.x), double(direction.y), double(direction.z)});
  double extent = 0, best = -1e300;
  for (const Vec3& p : points) {
    const Vec3d q{double(p.x), double(p.y), double(p.z)};
    extent = std::max(extent, sum_abs(q));
    best = std::max(best, dot(q, d));
  }
  expect(dot(Vec3d{double(far.x), double(far.y), double(far.z)}, d) >= best - 1e-14 * extent - 1e-300,
         "support is not the farthest");
  if (const auto m = mass_properties(*exact)) expect(m->volume >= 0, "negative volume");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes{data, size};
  const unsigned mode = bytes.take<std::uint8_t>() % 4u, options = bytes.take<std::uint8_t>();
  HullSettings settings;
  settings.max_vertices = options & 1u ? 4 + bytes.take<std::uint8_t>() % 32u : 0;
  if (options & 2u)
    settings.face_tolerance = static_cast<Real>(std::ldexp(1.0, -static_cast<int>(options >> 3u)));
  settings.search = options & 4u ? HullSearch::layers : HullSearch::climb;
  const Vec3 direction = point(bytes, 2);
  std::vector<Vec3> points;
  while (bytes.size > 0 && points.size() < 200) points.push_back(point(bytes, mode));
  if (!points.empty()) check(points, settings, direction);
  return 0;
}
