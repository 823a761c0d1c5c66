// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// A caller that asks about the same pair in every frame keeps a PairCache for it: the next query starts where
// the last one ended. It changes how long the search takes, not what it finds.

#include <graze/graze.h>

#include <cstdio>
#include <vector>

using namespace graze;

// Points on an ellipsoid, spread by the golden angle.
static Shape make_pebble(int count, const Vec3& radii) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    const Real y = 1 - (Real(2) * Real(i) + 1) / Real(count), r = std::sqrt(1 - y * y),
               angle = Real(2.3999632) * Real(i);
    points.push_back({radii.x * r * std::cos(angle), radii.y * y, radii.z * r * std::sin(angle)});
  }
  return Shape(Polytope{points});
}

int main() {
  const Shape pebble = make_pebble(64, {1, Real(0.6), Real(1.4)}), stone = make_pebble(64, {2, Real(0.8), 1});
  PairCache cache;      // one per pair, not shared between threads
  Workspace workspace;  // one per thread: scratch for deep penetrations
  int cold_total = 0, warm_total = 0, wrong = 0;
  std::printf("frame   separation  contact      iterations cold  warm\n");
  for (int frame = 0; frame < 60; ++frame) {
    const Real t = Real(frame) / 59;
    const Instance a{stone, Pose{rotation_about({0, 1, 0}, t), {0, 0, 0}}};
    const Instance b{pebble, Pose{rotation_about({1, 1, 0}, 3 * t), {5 - 4 * t, Real(0.7), 1 - 2 * t}}};
    const Separation cold = separation(a, b, {.workspace = &workspace});
    const Separation warm = separation(a, b, {.cache = &cache, .workspace = &workspace});
    cold_total += cold.iterations;
    warm_total += warm.iterations;
    // Both enclose the truth, so they overlap; a cache never decides.
    const bool agree = warm.lower <= cold.upper && cold.lower <= warm.upper && warm.contact == cold.contact;
    wrong += agree ? 0 : 1;
    if (frame % 6 == 0)
      std::printf("%5d  %11.7f  %-11s  %15d  %4d\n", frame, double(warm.upper), to_string(warm.contact),
                  cold.iterations, warm.iterations);
  }
  std::printf("all frames: %d iterations cold, %d warm\n", cold_total, warm_total);

  // A yes or no is cheaper still: while the cached axis separates, it takes a single step.
  const Instance a{stone, {}}, b{pebble, Affine{Vec3{Real(2.4), Real(0.8), 1}}};
  PairCache axis;
  const Intersection first = intersects(a, b, {.cache = &axis}), second = intersects(a, b, {.cache = &axis});
  std::printf("intersects: %s after %d, asked again after %d\n", to_string(second.contact), first.iterations,
              second.iterations);
  return wrong == 0 && warm_total < cold_total && second.iterations == 1 ? 0 : 1;
}
