// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "kernel/clip/clip.h"

namespace graze::inline GRAZE_ABI::primitive {

void keep_below(double limit, ClipPoints& points) {
  int kept = 0;
  for (int i = 0; i < points.count; ++i)
    if (points.points[i].gap() <= limit) points.points[kept++] = points.points[i];
  points.count = kept;
}

namespace {

int find_deepest(const double* gaps, int count, double tolerance) {
  double least = gaps[0];
  for (int i = 1; i < count; ++i) least = std::min(least, gaps[i]);
  for (int i = 0; i < count; ++i)
    if (gaps[i] <= least + tolerance) return i;
  return 0;
}

}  // namespace

// A quadrilateral with one corner given is two triangles on a diagonal through it; for each choice of the
// opposite corner the best point on either side is independent of the other, so all are tried in m² steps.
int choose_four(const double* x, const double* y, const double* gaps, int count, double tolerance,
                int (&chosen)[4]) {
  if (count <= 4) {
    for (int i = 0; i < count; ++i) chosen[i] = i;
    return count;
  }
  constexpr double kClearly = 1 + 1e-9;  // ties go to the earlier point
  const int deepest = find_deepest(gaps, count, tolerance);
  const double dx = x[deepest], dy = y[deepest];
  double largest = -1;
  chosen[0] = chosen[1] = chosen[2] = chosen[3] = deepest;
  for (int f = 0; f < count; ++f) {
    if (f == deepest) continue;
    const double ex = x[f] - dx, ey = y[f] - dy;
    double left = 0, right = 0;
    int on_left = deepest, on_right = deepest;
    for (int i = 0; i < count; ++i) {
      const double side = ex * (y[i] - dy) - ey * (x[i] - dx);
      const bool is_left = side > left * kClearly, is_right = -side > right * kClearly;
      left = is_left ? side : left;
      on_left = is_left ? i : on_left;
      right = is_right ? -side : right;
      on_right = is_right ? i : on_right;
    }
    if (left + right > largest * kClearly) {
      largest = left + right;
      chosen[1] = f;
      chosen[2] = on_left;
      chosen[3] = on_right;
    }
  }
  if (!(largest > 0)) {  // all in a row: the ends
    const auto farthest_from = [&](int from) {
      double most = -1;
      int best = from;
      for (int i = 0; i < count; ++i) {
        const double ax = x[i] - x[from], ay = y[i] - y[from], way = ax * ax + ay * ay;
        if (way > most * kClearly) most = way, best = i;
      }
      return best;
    };
    chosen[1] = farthest_from(deepest);
    chosen[2] = chosen[3] = farthest_from(chosen[1]);
  }
  std::sort(chosen, chosen + 4);
  int kept = 1;
  for (int i = 1; i < 4; ++i)
    if (chosen[i] != chosen[i - 1]) chosen[kept++] = chosen[i];
  return kept;
}

void reduce(double tolerance, ClipPoints& points) {
  if (points.count <= 4) return;
  double x[ClipPoints::kCapacity], y[ClipPoints::kCapacity], gaps[ClipPoints::kCapacity];
  for (int i = 0; i < points.count; ++i) {
    x[i] = points.points[i].x;
    y[i] = points.points[i].y;
    gaps[i] = points.points[i].gap();
  }
  int chosen[4];
  const int count = choose_four(x, y, gaps, points.count, tolerance, chosen);
  for (int i = 0; i < count; ++i) points.points[i] = points.points[chosen[i]];
  points.count = count;
}

}  // namespace graze::inline GRAZE_ABI::primitive
