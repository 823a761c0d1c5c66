// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Nanoseconds per pair of the C++ batch on the pairs of bench/python/run.py: boxes at placements that it
// gives on stdin (rows of a 4 x 4 matrix, as doubles). "distance" of each beside the box at the origin; the
// least of some runs.

#include <chrono>
#include <cstdio>
#include <vector>

#include "graze/graze.h"

int main() {
  using namespace graze;
  std::vector<double> numbers(16);
  std::vector<Affine> world_from_b;
  while (std::fread(numbers.data(), sizeof(double), 16, stdin) == 16) {
    const double* m = numbers.data();
    world_from_b.push_back(
        {Mat3{{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}}, {m[3], m[7], m[11]}});
  }
  const std::size_t count = world_from_b.size();
  const Shape box = Box{{1, 1, 1}};
  const std::vector<std::uint32_t> shape(count, 0);
  const std::vector<Affine> world_from_a(count);
  std::vector<Distance> out(count);
  double best = 1e300;
  for (int run = 0; run < 7; ++run) {
    const auto start = std::chrono::steady_clock::now();
    const auto done = distance({{&box, 1}, shape, shape, world_from_a, world_from_b}, out);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    if (!done) return 1;
    best = seconds.count() < best ? seconds.count() : best;
  }
  std::printf("%.17g\n", best / static_cast<double>(count) * 1e9);
}
