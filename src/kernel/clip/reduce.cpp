// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "kernel/clip/clip.h"
#include "kernel/clip/reduce-inl.h"

namespace graze::inline GRAZE_ABI::primitive {

void keep_below(double limit, ClipPoints& points) {
  int kept = 0;
  for (int i = 0; i < points.count; ++i)
    if (points.points[i].gap() <= limit) points.points[kept++] = points.points[i];
  points.count = kept;
}

namespace {

// The ends of points in a line: the one farthest from the deepest, and the one farthest from that.
void choose_ends(const double* x, const double* y, int count, int deepest, int (&chosen)[4]) {
  constexpr double kClearly = 1 + 1e-9;  // ties go to the earlier point
  const auto farthest_from = [&](int from) {
    double most = -1;
    int best = from;
    for (int i = 0; i < count; ++i) {
      const double ax = x[i] - x[from], ay = y[i] - y[from], way = ax * ax + ay * ay;
      if (way > most * kClearly) most = way, best = i;
    }
    return best;
  };
  chosen[0] = deepest;
  chosen[1] = farthest_from(deepest);
  chosen[2] = chosen[3] = farthest_from(chosen[1]);
}

}  // namespace

int choose_four(const double* x, const double* y, const double* gaps, int count, double tolerance,
                int (&chosen)[4]) {
  if (count <= 4) {
    for (int i = 0; i < count; ++i) chosen[i] = i;
    return count;
  }
  constexpr int kRows = ClipPoints::kCapacity / 4;
  using Row = one_lane::Row<double, 4>;
  Row rows_x[kRows], rows_y[kRows], rows_z[kRows];
  const int rows = (count + 3) / 4;
  for (int i = 0; i < 4 * rows; ++i) {
    const int from = i < count ? i : 0;
    rows_x[i / 4].v[i % 4] = x[from];
    rows_y[i / 4].v[i % 4] = y[from];
    rows_z[i / 4].v[i % 4] = gaps[from];
  }
  const auto four = one_lane::choose_four<double>(rows_x, rows_y, rows_z, rows, tolerance);
  if (four.has_area) {
    const int indices[4] = {four.deepest, four.end, four.left, four.right};
    std::copy(indices, indices + 4, chosen);
  } else {
    choose_ends(x, y, count, four.deepest, chosen);
  }
  std::sort(chosen, chosen + 4);
  return static_cast<int>(std::unique(chosen, chosen + 4) - chosen);
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
