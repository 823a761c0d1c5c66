// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Ten million unit boxes in a cube of side 2 n^(1/3): all pairs from scratch, then two frames of a broad
// phase in which all of them move. Prints seconds, pairs and the peak of memory; fails when that exceeds 24
// GiB, or when the two do not find the same number of pairs.
//   --boxes N

#include <sys/resource.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <random>
#include <vector>

#include "graze/broad/box_pruning.h"
#include "graze/broad/overlapping_pairs.h"

namespace {

using namespace graze;

constexpr double kMostGib = 24;

double peak_gib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return double(usage.ru_maxrss) / (1024 * 1024);  // Linux counts in KiB
}

class Stopwatch {
 public:
  void report(const char* what, std::size_t pairs) {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - start_).count();
    std::printf("%-28s %10.2f %14zu %12.2f\n", what, seconds, pairs, peak_gib());
    std::fflush(stdout);
    start_ = std::chrono::steady_clock::now();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

std::vector<Aabb> make_boxes(std::size_t count) {
  std::mt19937 random(7);
  const float side = 2 * std::cbrt(float(count));
  const auto place = [&] { return Real(double(random()) / 4294967296.0 * double(side)); };
  std::vector<Aabb> boxes(count);
  for (Aabb& box : boxes) {
    const Real x = place(), y = place(), z = place();
    box = {{x, y, z}, {x + 1, y + 1, z + 1}};
  }
  return boxes;
}

void advance(std::vector<Aabb>& boxes) {
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Real step = Real(0.05) * Real(int(i % 3) - 1);
    boxes[i].lower.x += step, boxes[i].upper.x += step;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t count =
      argc == 3 && std::strcmp(argv[1], "--boxes") == 0 ? std::strtoull(argv[2], nullptr, 10) : 10000000;
  std::printf("%zu boxes, one thread\n%-28s %10s %14s %12s\n", count, "", "seconds", "pairs", "peak, GiB");
  std::vector<Aabb> boxes = make_boxes(count);
  Stopwatch watch;
  std::size_t expected = 0;
  {
    PairBuffer buffer;
    if (overlapping_pairs(boxes, buffer)) return 1;
    watch.report("all pairs, sorted", expected = buffer.pairs().size());
  }
  BoxPruning broad;
  std::size_t pairs = 0;
  const auto follow = [&](const PairEvent& event) {
    pairs = event.change == PairChange::begin ? pairs + 1 : pairs - 1;
  };
  std::vector<ProxyId> ids(count);
  {
    std::vector<ProxyInput> inputs(count);
    for (std::size_t i = 0; i < count; ++i) inputs[i].box = boxes[i];
    if (broad.create(inputs, ids)) return 1;
  }
  broad.flush(follow);
  watch.report("BoxPruning, first flush", pairs);
  bool is_right = pairs == expected;
  for (int frame = 0; frame < 2; ++frame) {
    advance(boxes);
    if (broad.move(ids, boxes)) return 1;
    broad.flush(follow);
    watch.report("BoxPruning, all move", pairs);
  }
  is_right = is_right && peak_gib() < kMostGib;
  std::printf(is_right ? "Within 24 GiB.\n" : "WRONG: pairs differ, or more than 24 GiB\n");
  return is_right ? 0 : 1;
}
