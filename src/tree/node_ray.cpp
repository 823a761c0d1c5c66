// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <bit>
#include <cmath>
#include <cstdint>

#include "math/rounding.h"
#include "tree/kernels.h"

namespace graze::inline GRAZE_ABI {
namespace {

/// The power of two that is not above a number, and its inverse, which is a product where it overflows.
struct Scale {
  double unit = 1, inverse = 1, more = 1;

  explicit Scale(double size) {
    constexpr std::uint64_t kExponent = 0x7ff0'0000'0000'0000;
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(size) & kExponent;
    // The exponents of a normal number and of its inverse add up to those of 1 and 1.
    constexpr std::uint64_t kSum = 2 * std::bit_cast<std::uint64_t>(1.0);
    if (bits > 0 && bits < kSum) {
      unit = std::bit_cast<double>(bits);
      inverse = std::bit_cast<double>(kSum - bits);
    } else if (size > 0) {
      int exponent = 0;
      (void)std::frexp(size, &exponent);
      unit = std::ldexp(1.0, exponent - 1);
      const int half = (1 - exponent) / 2;
      inverse = std::ldexp(1.0, half);
      more = std::ldexp(1.0, 1 - exponent - half);
    }
  }
};

}  // namespace

NodeRay make_node_ray(const Vec3d& origin, const Vec3d& direction) {
  // The largest component becomes one between 1 and 2: inverses then lose nothing at the lower end.
  const Scale scale(max_abs(direction));
  NodeRay ray;
  ray.unit = scale.unit;
  for (int k = 0; k < 3; ++k) {
    const double d = direction[k] * scale.inverse * scale.more, inverse = 1 / d;
    const Real down = round_down(origin[k]), up = round_up(origin[k]);
    ray.is_parallel[k] = direction[k] == 0;
    ray.is_backward[k] = d < 0;
    // A direction so small that its inverse overflows may reach anything, late enough.
    const bool is_known = std::abs(inverse) < double(std::numeric_limits<Real>::max()) / 4;
    ray.inverse[k] = is_known ? static_cast<Real>(inverse) : 0;
    ray.from_near[k] = ray.is_backward[k] ? down : up;
    ray.from_far[k] = ray.is_backward[k] ? up : down;
  }
  return ray;
}

}  // namespace graze::inline GRAZE_ABI
