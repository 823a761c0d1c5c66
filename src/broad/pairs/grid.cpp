// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/pairs/grid.h"

#include <algorithm>
#include <cmath>

namespace graze::inline GRAZE_ABI::pruning {
namespace {

// Rough costs in cycles, from `make box-pruning` on a Zen 4: putting a box into a cell, sorting it there and
// starting its row, and comparing it with 16 others.
constexpr double kCostOfPlacing = 12, kCostOfRow = 20, kCostOfStep = 14;
constexpr double kLanes = 16;
// A box that would cover more cells than this along an axis stays out of the grid.
constexpr double kMostCells = 4;
constexpr std::size_t kMostGridCells = std::size_t{1} << 16;

/// A sampled box: its share of the boxes that a sweep compares it with, and its sizes.
struct Sampled {
  double window;
  double size[3];
};

struct Sample {
  Sampled boxes[kMostSamples];
  std::size_t count = 0;
  double mean_window = 0;
  double lower[3], extent[3], mean_size[3];  // of axes 1 and 2
};

void measure_axis(std::span<const Item> items, const GridRegion& region, int k, Sample& sample) {
  float low = GridRegion::kFarthest, high = -GridRegion::kFarthest;
  double sum = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const float l = std::clamp(items[i].lower[k], region.lower[k], region.upper[k]);
    const float u = std::clamp(items[i].upper[k], region.lower[k], region.upper[k]);
    low = std::min(low, l);
    high = std::max(high, u);
    sum += sample.boxes[i].size[k] = double(u) - double(l);
  }
  sample.lower[k] = double(low);
  sample.extent[k] = double(high) - double(low);
  sample.mean_size[k] = sum / double(items.size());
}

Sample measure_sample(std::span<const Item> items, const GridRegion& region) {
  Sample sample;
  sample.count = items.size();
  float starts[kMostSamples];
  for (std::size_t i = 0; i < items.size(); ++i) starts[i] = items[i].lower[0];
  float* const end = starts + items.size();
  std::sort(starts, end);
  const double others = double(items.size() - 1);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto met =
        std::upper_bound(starts, end, items[i].upper[0]) - std::lower_bound(starts, end, items[i].lower[0]);
    sample.boxes[i].window = double(met - 1) / others;
    sample.mean_window += sample.boxes[i].window / double(items.size());
  }
  for (int k = 1; k < 3; ++k) measure_axis(items, region, k, sample);
  return sample;
}

/// Expected cost of `count` boxes in a grid of cells of these sizes.
double grid_cost_of(const Sample& sample, double count, const double (&cell)[3], double cells) {
  const double each = count / double(sample.count);
  double entries = 0, windows = 0, large = 0, large_cost = 0;
  for (std::size_t i = 0; i < sample.count; ++i) {
    const Sampled& box = sample.boxes[i];
    const double span1 = box.size[1] / cell[1], span2 = box.size[2] / cell[2];
    if (span1 > kMostCells || span2 > kMostCells) {
      large += each;
      large_cost += each * (kCostOfRow + kCostOfStep * (1 + box.window * count / kLanes));
      continue;
    }
    const double copies = each * (1 + span1) * (1 + span2);
    entries += copies;
    windows += copies * box.window;
  }
  const double steps = windows * entries / cells / kLanes;
  const double rows_again =
      large > 0 ? count * kCostOfRow : 0;  // all are sorted once more for the large ones
  return count * kCostOfPlacing + entries * (kCostOfPlacing + kCostOfRow + kCostOfStep) +
         kCostOfStep * steps + cells * kCostOfRow + large_cost + rows_again;
}

GridAxis make_axis(const Sample& sample, int k, double cells) {
  GridAxis axis;
  const double size = sample.extent[k] / cells;
  const float scale = static_cast<float>(1 / size);
  if (cells < 2 || !(size > 0) || !std::isfinite(scale) || !(scale > 0)) {
    axis.cut = std::numeric_limits<float>::infinity();
    return axis;
  }
  axis.base = static_cast<float>(sample.lower[k]);
  axis.scale = scale;
  axis.last = static_cast<std::int32_t>(cells) - 1;
  axis.cut = static_cast<float>(kMostCells * size);
  return axis;
}

}  // namespace

GridRegion GridPlan::region_of(const GridRegion& whole, std::size_t cell) const {
  GridRegion region = whole;
  const auto number = static_cast<std::int32_t>(cell), row_length = axis[2].last + 1;
  const std::int32_t at[3] = {0, number / row_length, number % row_length};
  for (int a = 1; a < 3; ++a) {
    if (at[a] > 0) region.lower[a] = std::max(whole.lower[a], axis[a].start_of(at[a]));
    if (at[a] < axis[a].last) region.upper[a] = std::min(whole.upper[a], axis[a].start_of(at[a] + 1));
    region.upper[a] = std::max(region.upper[a], region.lower[a]);
  }
  return region;
}

GridPlan plan_grid(std::span<const Item> items, std::size_t count, const GridRegion& region,
                   WithoutGrid otherwise) {
  GridPlan plan;
  plan.axis[1].cut = plan.axis[2].cut = std::numeric_limits<float>::infinity();
  if (items.size() < 2) return plan;
  const Sample sample = measure_sample(items, region);
  const double n = double(count);
  double best = n * kCostOfStep * (1 + sample.mean_window * n / kLanes);
  if (otherwise == WithoutGrid::place_and_sweep) best += n * (2 * kCostOfPlacing + kCostOfRow);
  double ratio = 1;
  double most[3] = {1, 1, 1};  // cells along an axis: not below half of the mean size
  for (int k = 1; k < 3; ++k) {
    const double e = sample.extent[k];
    if (e > 0) most[k] = std::clamp(e / std::max(sample.mean_size[k] * 0.5, e / 4096), 1.0, 4096.0);
  }
  ratio = most[1] / most[2];
  double chosen[3] = {1, 1, 1};
  for (double total = 2; total <= double(kMostGridCells) && total < n; total *= 1.41421356) {
    double cells[3] = {1, 1, 1}, size[3] = {1, 1, 1};
    cells[1] =
        std::clamp(std::floor(std::sqrt(total * ratio) + 0.5), 1.0, std::max(1.0, std::floor(most[1])));
    cells[2] = std::clamp(std::floor(total / cells[1] + 0.5), 1.0, std::max(1.0, std::floor(most[2])));
    for (int k = 1; k < 3; ++k)  // a single cell holds boxes of any size
      size[k] = cells[k] > 1 ? sample.extent[k] / cells[k] : std::numeric_limits<double>::infinity();
    const double cost = grid_cost_of(sample, n, size, cells[1] * cells[2]);
    if (!(cost < best)) continue;
    best = cost;
    plan.is_worth_it = true;
    std::copy(cells, cells + 3, chosen);
  }
  for (int k = 1; k < 3; ++k) plan.axis[k] = make_axis(sample, k, chosen[k]);
  plan.is_worth_it = plan.is_worth_it && plan.cell_count() > 1;
  return plan;
}

}  // namespace graze::inline GRAZE_ABI::pruning
