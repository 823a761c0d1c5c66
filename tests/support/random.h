// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

#include "number.h"

namespace graze::test {

/// splitmix64 [Steele, Lea and Flood 2014]: the same numbers with every compiler and library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// In [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  /// Every order of magnitude is equally likely.
  double log_uniform(double low, double high) { return low * std::exp2(uniform() * std::log2(high / low)); }
  /// 0 .. n - 1.
  int below(int n) { return static_cast<int>(uniform() * n); }
  bool chance(double probability) { return uniform() < probability; }
  V3d in_cube() { return {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)}; }
  V3d direction() {
    for (;;) {
      const V3d v = in_cube();
      const double squared = dot(v, v);
      if (squared > 1e-3 && squared <= 1) return v * (1 / std::sqrt(squared));
    }
  }

 private:
  std::uint64_t state_;
};

/// One number of several, for seeds of single pairs.
inline std::uint64_t mixed(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return Random(Random(Random(a).next() ^ b).next() ^ c).next();
}

}  // namespace graze::test
