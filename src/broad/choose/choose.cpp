// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/choose/choose.h"

#include <algorithm>
#include <cmath>

namespace graze::inline GRAZE_ABI {
namespace {

constexpr BroadPhaseKind kAll[] = {BroadPhaseKind::sweep_and_prune, BroadPhaseKind::tree,
                                   BroadPhaseKind::box_pruning, BroadPhaseKind::grid};
// Another kind must promise this much, for so many flushes, before boxes are taken over.
constexpr double kWorthIt = 0.87;
constexpr int kTimes = 4;

// Each constant is from `make broad-choice` on a Zen 4: unit boxes in a cloud of density 1/8, in clusters,
// and of all sizes, from 1,000 to 100,000 of them, of which 0.1 % to all move.

double boxes_of(const BroadPhaseLoad& load) { return std::max(double(load.boxes), 1.0); }
double touched_by(const BroadPhaseLoad& load) { return load.moved + load.changed; }
// A ray that ends at its first hit.
double cost_of_query(const BroadPhaseLoad& load) { return 0.85 * std::pow(boxes_of(load) / 10000, 0.27); }

// A move costs as much as the sides that it passes, and more where they no longer fit into the cache; what
// comes or goes makes a flush linear. Rays pass many sides.
double cost_of_sweep_and_prune(const BroadPhaseLoad& load) {
  const double n = boxes_of(load);
  const double move = 0.18 * std::sqrt(n / 1000) + 0.017 * load.passed * (1 + n / 200000);
  return load.moved * move + std::min(load.changed, 1.0) * 0.03 * n + load.changed +
         load.queries * (0.3 + 0.008 * n);
}

// Few moves are looked up one by one, deeper in larger trees; many share the way.
double cost_of_tree(const BroadPhaseLoad& load) {
  const double n = boxes_of(load), touched = touched_by(load);
  const double one = 0.8 * std::pow(n / 1000, 0.4);
  return 2 * std::min(touched, 1.0) + touched * one / (1 + 5 * touched / n) +
         load.queries * cost_of_query(load);
}

// One cost however many boxes move, if any does; then queries need their tree fitted.
double cost_of_box_pruning(const BroadPhaseLoad& load) {
  const double n = boxes_of(load);
  const double flush = 4 + 0.05 * n + 0.02 * double(load.pairs) + 0.01 * load.moved;
  return std::min(touched_by(load), 1.0) * (flush + (load.queries > 0.5 ? 0.05 * n : 0)) +
         load.queries * 1.1 * cost_of_query(load);
}

// A move costs as much as the boxes in its cells, and more where they no longer fit into the cache. Boxes
// that are too large for cells make it slower for all.
double cost_of_grid(const BroadPhaseLoad& load) {
  const double n = boxes_of(load), touched = touched_by(load);
  const double one = 0.28 * std::pow(n / 1000, 0.26) * (1 + 4 * load.uneven);
  return std::min(touched, 1.0) + touched * one + load.queries * 1.6 * cost_of_query(load);
}

}  // namespace

double expected_cost(BroadPhaseKind kind, const BroadPhaseLoad& load) {
  switch (kind) {
    case BroadPhaseKind::sweep_and_prune:
      return cost_of_sweep_and_prune(load);
    case BroadPhaseKind::tree:
      return cost_of_tree(load);
    case BroadPhaseKind::box_pruning:
      return cost_of_box_pruning(load);
    case BroadPhaseKind::grid:
      return cost_of_grid(load);
  }
  return 0;
}

BroadPhaseKind Chooser::choose(BroadPhaseKind now, const BroadPhaseLoad& load) {
  BroadPhaseKind best = now;
  for (const BroadPhaseKind kind : kAll)
    if (expected_cost(kind, load) < expected_cost(best, load)) best = kind;
  if (best == now || expected_cost(best, load) > kWorthIt * expected_cost(now, load)) {
    times_ = 0;
    return now;
  }
  times_ = best == candidate_ ? times_ + 1 : 1;
  candidate_ = best;
  if (times_ < kTimes) return now;
  times_ = 0;
  return best;
}

const char* to_string(BroadPhaseKind kind) noexcept {
  switch (kind) {
    case BroadPhaseKind::sweep_and_prune:
      return "sweep_and_prune";
    case BroadPhaseKind::tree:
      return "tree";
    case BroadPhaseKind::box_pruning:
      return "box_pruning";
    case BroadPhaseKind::grid:
      return "grid";
  }
  return "";
}

}  // namespace graze::inline GRAZE_ABI
