// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Terdiman's box-pruning benchmark (codercorner.com, "Box pruning revisited"): all pairs of 10,000 and of
// 100,000 boxes, from scratch, one thread. Prints the number of pairs, which is known, and units of 1024
// cycles of the time-stamp counter, the least of several runs, as published figures do.
//   --runs N   so many runs of each size

#include <x86intrin.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "graze/broad/overlapping_pairs.h"
#include "support/terdiman_boxes.h"

namespace {

struct Row {
  int boxes;
  std::size_t pairs;
  int published, goal, moonshot;
};
constexpr Row kRows[] = {{10000, graze::test::kTerdimanPairs10k, 2413, 1000, 600},
                         {100000, graze::test::kTerdimanPairs100k, 182715, 40000, 20000}};

struct Figure {
  std::uint64_t first, least;
  std::size_t pairs;
};

Figure measure(const std::vector<graze::Aabb>& boxes, graze::PairOrder order, int runs) {
  Figure figure{0, std::numeric_limits<std::uint64_t>::max(), 0};
  graze::PairBuffer buffer;
  for (int run = 0; run < runs; ++run) {
    const std::uint64_t start = __rdtsc();
    const bool is_refused = graze::overlapping_pairs(boxes, buffer, {.order = order}).has_value();
    const std::uint64_t taken = (__rdtsc() - start) / 1024;
    if (run == 0) figure.first = taken;
    figure.least = std::min(figure.least, taken);
    figure.pairs = is_refused ? 0 : buffer.pairs().size();
  }
  return figure;
}

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc == 3 && std::strcmp(argv[1], "--runs") == 0 ? std::max(1, std::atoi(argv[2])) : 64;
  std::printf("Box pruning, K-cycles (1024 cycles of the time-stamp counter), one thread, least of %d runs\n",
              runs);
  std::printf("%8s %10s %10s %9s %9s %9s | %9s %7s %8s\n", "boxes", "pairs", "must be", "any order",
              "first run", "sorted", "published", "goal", "moonshot");
  bool is_right = true;
  for (const Row& row : kRows) {
    const auto boxes = graze::test::terdiman_boxes(row.boxes);
    const Figure any = measure(boxes, graze::PairOrder::any, runs);
    const Figure sorted = measure(boxes, graze::PairOrder::sorted, runs);
    is_right = is_right && any.pairs == row.pairs && sorted.pairs == row.pairs;
    std::printf("%8d %10zu %10zu %9llu %9llu %9llu | %9d %7d %8d\n", row.boxes, any.pairs, row.pairs,
                static_cast<unsigned long long>(any.least), static_cast<unsigned long long>(any.first),
                static_cast<unsigned long long>(sorted.least), row.published, row.goal, row.moonshot);
  }
  if (!is_right) std::printf("WRONG number of pairs\n");
  return is_right ? 0 : 1;
}
