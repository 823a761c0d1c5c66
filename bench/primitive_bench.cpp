// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Closed forms on random pairs of unit size, of which a tenth to a third meet; the count of those that do is
// the check value. No peers: these are building blocks.

#include <algorithm>
#include <string>
#include <vector>

#include "graze/graze.h"
#include "groups.h"
#include "support/random.h"

namespace bench {
namespace {

using namespace graze;

struct Scene {
  std::vector<Triangle> a, b;
  std::vector<Ball> balls;
  std::vector<Aabb> boxes;
  std::vector<Ray> rays;
};

constexpr std::size_t kCount = 1024;

const Scene& scene() {
  static const Scene made = [] {
    test::Random random{7};
    const auto point = [&random](double size) {
      const test::V3d p = random.in_cube();
      return Vec3{Real(p.x * size), Real(p.y * size), Real(p.z * size)};
    };
    Scene s;
    for (std::size_t i = 0; i < kCount; ++i) {
      s.a.push_back({point(1), point(1), point(1)});
      s.b.push_back({point(1), point(1), point(1)});
      s.balls.push_back({point(1), Real(random.uniform(0.1, 0.6))});
      const Vec3 p = point(1), q = point(1);
      s.boxes.push_back({min(p, q), max(p, q)});
      const Vec3 origin = point(2);
      s.rays.push_back({origin, point(0.5) - origin});
    }
    return s;
  }();
  return made;
}

template <class Ask>
void add_row(const Selection& selection, const std::string& row, Ask ask, TimedRows& rows) {
  if (!selection.has_row(row)) return;
  const auto ask_all = [ask] {
    const Scene& s = scene();
    std::int64_t met = 0;
    for (std::size_t i = 0; i < kCount; ++i) met += bool(ask(s, i));
    return double(met);
  };
  const std::string name = "primitive/" + row + (sizeof(Real) == 4 ? "/graze" : "/graze_d");
  rows.push_back({name, double(kCount), ask_all, {}, {}});
}

void add(const Selection& selection, TimedRows& rows) {
  using namespace graze::primitive;
  const auto row = [&](const char* name, auto ask) { add_row(selection, name, ask, rows); };
  row("ray_sphere", [](const Scene& s, std::size_t i) { return ray_sphere(s.rays[i], s.balls[i]); });
  row("ray_box", [](const Scene& s, std::size_t i) { return ray_box(s.rays[i], s.boxes[i]); });
  row("ray_triangle", [](const Scene& s, std::size_t i) { return ray_triangle(s.rays[i], s.a[i]); });
  row("sphere_sphere",
      [](const Scene& s, std::size_t i) { return sphere_sphere(s.balls[i], s.balls[(i + 1) % kCount]); });
  row("sphere_box", [](const Scene& s, std::size_t i) { return sphere_box(s.balls[i], s.boxes[i]); });
  row("segment_sphere", [](const Scene& s, std::size_t i) {
    return segment_sphere({s.a[i].a, s.a[i].b}, s.balls[i]);
  });
  row("segment_box", [](const Scene& s, std::size_t i) {
    return segment_box({s.a[i].a, s.a[i].b}, s.boxes[i]);
  });
  row("segment_triangle", [](const Scene& s, std::size_t i) {
    return segment_triangle({s.b[i].a, s.b[i].b}, s.a[i]);
  });
  row("triangle_sphere", [](const Scene& s, std::size_t i) { return triangle_sphere(s.a[i], s.balls[i]); });
  row("triangle_box", [](const Scene& s, std::size_t i) { return triangle_box(s.a[i], s.boxes[i]); });
  row("triangle_triangle", [](const Scene& s, std::size_t i) { return triangle_triangle(s.a[i], s.b[i]); });
}

// Their answers are exact and are proved so by tests/primitive; there is nothing to count here.
void check(const Selection&, std::FILE*) {}

}  // namespace

Group primitive_group() { return {"primitive", &add, &check}; }

}  // namespace bench
