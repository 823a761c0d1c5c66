// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/choose_broad_phase.h"

#include <algorithm>
#include <cmath>

namespace graze::inline GRAZE_ABI {
namespace {

constexpr BroadPhaseKind kAll[] = {BroadPhaseKind::sweep_and_prune, BroadPhaseKind::tree,
                                   BroadPhaseKind::box_pruning};
// Another kind must promise this much, for so many flushes, before boxes are taken over.
constexpr double kWorthIt = 0.8;
constexpr int kTimes = 4;

// Each constant is from `make bench GROUP=broad` on a Zen 4: unit boxes in a cloud of density 1/8, from 100
// to 100,000 of them, of which 0.1 % to all move.

// A move costs as much as the sides that it passes, and more where they no longer fit into the cache; what
// comes or goes makes a flush linear.
double cost_of_sweep_and_prune(const BroadPhaseLoad& load) {
  const double n = double(load.boxes);
  const double move = (0.1 + 0.015 * load.passed) * (1 + n / 200000);
  return load.moved * move + (load.changed > 0.01 ? 0.03 * n : 0) + load.changed;
}

// Few moves are looked up one by one, deeper in larger trees; many share the way.
double cost_of_tree(const BroadPhaseLoad& load) {
  const double n = std::max(double(load.boxes), 1.0);
  const double one = 1.3 * std::pow(n / 1000, 0.4);
  const double touched = load.moved + load.changed;
  return 2 + touched * one / (1 + 10 * touched / n);
}

// The same whatever moves.
double cost_of_box_pruning(const BroadPhaseLoad& load) {
  return 4 + 0.05 * double(load.boxes) + 0.02 * double(load.pairs) + 0.01 * load.moved;
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
  }
  return "";
}

}  // namespace graze::inline GRAZE_ABI
