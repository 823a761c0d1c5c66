// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "math/rounding.h"

namespace graze::inline GRAZE_ABI {

/// Ways of b that leave it overlapping a, as balls in the space of ways: while a ball in b that moved has a
/// point in common with a ball in a, the solids have, too. Says how far along a direction nothing has to be
/// tried. Large balls in different places are kept, a few of each operand.
class BallCover {
 public:
  /// A ball in operand 0 or 1, in the world; both where b stands at first.
  void add(int operand, const Vec3d& centre, double radius) {
    if (!(radius > 0)) return;
    Ball* const balls = balls_[operand];
    int& count = counts_[operand];
    int least = 0;
    for (int i = 0; i < count; ++i) {
      // Beside a larger one that holds its centre it adds little.
      if (length_squared(balls[i].centre - centre) < square(std::max(balls[i].radius, radius)) / 4) {
        if (balls[i].radius < radius) balls[i] = {centre, radius};
        return;
      }
      if (balls[i].radius < balls[least].radius) least = i;
    }
    if (count < kMost)
      balls[count++] = {centre, radius};
    else if (balls[least].radius < radius)
      balls[least] = {centre, radius};
  }

  /// The first way along a unit vector, from `from` on, that no ball covers; any number above `to` will do.
  [[nodiscard]] double skip(const Vec3d& direction, double from, double to) const {
    for (bool has_moved = true; has_moved && from <= to;) {
      has_moved = false;
      for (int i = 0; i < counts_[0]; ++i)
        for (int j = 0; j < counts_[1]; ++j) {
          const Vec3d centre = balls_[0][i].centre - balls_[1][j].centre;
          const double radius = balls_[0][i].radius + balls_[1][j].radius, along = dot(centre, direction);
          const double squared = square(along) - (length_squared(centre) - square(radius));
          constexpr double kSafe = 1e-6;  // balls are rounded, and small steps are not worth their time
          if (!(squared > 0)) continue;
          const double half = std::sqrt(squared) - kSafe * radius;
          if (from < along - half || !(along + half > from + kSafe * radius)) continue;
          from = along + half;
          has_moved = true;
        }
    }
    return from;
  }

 private:
  static constexpr int kMost = 8;
  struct Ball {
    Vec3d centre;
    double radius;
  };
  static double square(double x) { return x * x; }

  Ball balls_[2][kMost];
  int counts_[2] = {0, 0};
};

}  // namespace graze::inline GRAZE_ABI
