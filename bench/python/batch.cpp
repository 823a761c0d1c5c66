// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Nanoseconds per pair of the C++ batch on the pairs of bench/python/run.py: boxes at placements that it
// gives on stdin (rows of a 4 x 4 matrix, as doubles). "distance" of each beside the box at the origin; the
// least of some runs.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "graze/graze.h"

int main() {
  using namespace graze;
  std::vector<double> matrices, numbers(16);
  while (std::fread(numbers.data(), sizeof(double), 16, stdin) == 16)
    matrices.insert(matrices.end(), numbers.begin(), numbers.end());
  std::vector<Affine> world_from_b(matrices.size() / 16);
  const auto make_placements = [&] {
    for (std::size_t i = 0; i < world_from_b.size(); ++i) {
      const double* m = matrices.data() + 16 * i;
      world_from_b[i] = {Mat3{{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}},
                         {m[3], m[7], m[11]}};
    }
  };
  make_placements();
  const std::size_t count = world_from_b.size();
  const Shape box = Box{{1, 1, 1}};
  const std::vector<std::uint32_t> shape(count, 0);
  const std::vector<Affine> world_from_a(count);
  std::vector<Distance> out(count);
  double best[2] = {1e300, 1e300};
  for (int run = 0; run < 14; ++run) {
    const auto start = std::chrono::steady_clock::now();
    if (run % 2 == 1) make_placements();
    const auto done = distance({{&box, 1}, shape, shape, world_from_a, world_from_b}, out);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    if (!done) return 1;
    best[run % 2] = std::min(best[run % 2], seconds.count());
  }
  std::printf("%.17g %.17g\n", best[0] / static_cast<double>(count) * 1e9,
              best[1] / static_cast<double>(count) * 1e9);
}
