// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
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

// Where a ray from far away is taken to begin: in front of the bounds by about their reach, so that no more
// is lost than of a ray from there. Never later than it enters them: a quotient is off by 1.5 epsilons.
double start_of(const Vec3d& origin, const Vec3d& direction, const Aabb& bounds, double reach) {
  double entry = 0;
  for (int k = 0; k < 3; ++k) {
    const double side = double(direction[k] > 0 ? bounds.lower[k] : bounds.upper[k]);
    const double at = (side - origin[k]) / direction[k];
    if (at > entry && at <= kLargestSlab) entry = at;
  }
  const double start = entry * (1 - 16 * kDoubleEpsilon) - reach / max_abs(direction);
  return start > 0 && start * max_abs(direction) <= kLargestSlab ? start : 0;
}

// With u half an epsilon: steps lose 3.1 u (of the inverse, its product and the product with a byte), the
// start 4.1 u, their sum 1 u of both, and the box as decoded is off the one meant by 2.1 u of all steps
// and 1.1 u of the lower side. 8 u of the sum of all sizes is more than that. Denormal numbers lose less than
// a normal one.
double slab_error(double origin, double reach) {
  return 4 * double(kEpsilon) * (std::abs(origin) + 4 * reach) + 8 * double(std::numeric_limits<Real>::min());
}

}  // namespace

NodeRay make_node_ray(const Vec3d& origin, const Vec3d& direction, const Aabb& bounds) {
  // The largest component becomes one between 1 and 2: inverses then lose nothing at the lower end.
  const Scale scale(max_abs(direction));
  NodeRay ray = {};
  ray.unit = scale.unit;
  const double most = std::max(max_abs(Vec3d(bounds.lower)), max_abs(Vec3d(bounds.upper)));
  Vec3d from = origin;
  double moved = 0;  // by which products and sums may be off
  if (max_abs(origin) > 8 * most) {
    ray.start = start_of(origin, direction, bounds, most);
    from += direction * ray.start;
    moved = 2 * kDoubleEpsilon * ray.start * max_abs(direction);
  }
  for (int k = 0; k < 3; ++k) {
    const double d = direction[k] * scale.inverse * scale.more, inverse = 1 / d;
    const double reach = std::max(std::abs(double(bounds.lower[k])), std::abs(double(bounds.upper[k])));
    const int backward = static_cast<int>(d < 0);  // no branch: nobody can predict it
    ray.near_side[k] = static_cast<std::uint8_t>((k + 3 * backward) * kWidth);
    ray.far_side[k] = static_cast<std::uint8_t>((k + 3 - 3 * backward) * kWidth);
    // A direction so small that its inverse overflows may reach anything, late enough.
    if (std::abs(inverse) <= kLargestSlab && std::max(reach, std::abs(origin[k])) <= kLargestSlab) {
      const double early = std::copysign(slab_error(from[k], reach) + moved, d);
      ray.inverse[k] = static_cast<Real>(inverse);
      ray.from_near[k] = static_cast<Real>(from[k] + early);
      ray.from_far[k] = static_cast<Real>(from[k] - early);
      continue;
    }
    ray.beyond[k] = std::numeric_limits<Real>::max() / 4;
    ray.is_parallel[k] = direction[k] == 0;
    ray.has_parallel = ray.has_parallel || ray.is_parallel[k];
    ray.origin_low[k] = round_down(origin[k]);
    ray.origin_high[k] = round_up(origin[k]);
  }
  return ray;
}

}  // namespace graze::inline GRAZE_ABI
