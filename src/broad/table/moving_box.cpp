// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/table/moving_box.h"

namespace graze::inline GRAZE_ABI {
namespace {

// a + b, rounded up (or down, by the sign of `infinity`) where it is not exact. The rest is that of Knuth's
// sum.
[[nodiscard]] double sum_towards(double infinity, double a, double b) {
  const double sum = a + b, b_part = sum - a;
  const double rest = (a - (sum - b_part)) + (b - b_part);
  return rest != 0 && (rest > 0) == (infinity > 0) ? std::nextafter(sum, infinity) : sum;
}

}  // namespace

std::optional<Sweep> make_sweep(const Aabb& box, const Ray& ray) {
  if (box.is_empty() || !is_finite(box.lower) || !is_finite(box.upper)) return {};
  if (!is_finite(ray.origin) || !is_finite(ray.direction) || !(ray.max_t >= 0)) return {};
  constexpr double kUp = std::numeric_limits<double>::infinity();
  Sweep sweep;
  sweep.max_t = ray.max_t;
  for (int k = 0; k < 3; ++k) {
    sweep.from_lower[k] = sum_towards(kUp, double(ray.origin[k]), double(box.upper[k]));
    sweep.from_upper[k] = sum_towards(-kUp, double(ray.origin[k]), double(box.lower[k]));
    const double inverse = 1 / double(ray.direction[k]);
    sweep.is_parallel[k] = ray.direction[k] == 0;
    // A direction so small that its inverse overflows may reach anything, late enough.
    sweep.inverse[k] = std::isfinite(inverse) ? inverse : 0;
  }
  return sweep;
}

std::optional<Sweep> make_sweep(const Ray& ray) { return make_sweep({{0, 0, 0}, {0, 0, 0}}, ray); }

}  // namespace graze::inline GRAZE_ABI
