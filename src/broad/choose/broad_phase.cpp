// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <cmath>

#include "base/names.h"
#include "broad/table/structure.h"
#include "graze/broad/adaptive_broad_phase.h"

namespace graze::inline GRAZE_ABI {
namespace {

// One of so many moves is measured: how far did it go?
constexpr std::size_t kMovesPerMeasure = 8;
// Boxes are measured once in so many flushes, so many of them at most. A box is long when it is so many times
// as long as most.
constexpr int kFlushesPerMeasure = 4;
constexpr std::size_t kMostSampled = 64;
constexpr Real kLong = 4;
// Share of the last flush in running means.
constexpr double kNewShare = 0.25;
// Share of the boxes that comes or goes in one flush, at most: who fills a scene does so once.
constexpr double kMostChanged = 0.0625;
// Queries are counted up to here: beyond, threads that ask need not write to shared memory.
constexpr std::uint32_t kMostQueries = 4096;

// Another kind must promise this much, for so many flushes, before boxes are taken over; and so many flushes
// must earn what that takes.
constexpr double kWorthIt = 0.87;
constexpr int kTimes = 4;
constexpr double kFlushesToEarn = 512;
// While fewer boxes change than this share, a tree costs next to nothing: no gain is worth a change that
// takes as many microseconds as anybody would notice.
constexpr double kFewTouched = 0.01;
constexpr double kNoticed = 10000;

constexpr std::size_t kKinds = std::size_t(BroadPhaseKind::grid) + 1;
std::unique_ptr<ProxyStructure> make_kind(BroadPhaseKind kind, const ProxyTable& table,
                                          const BroadPhaseSettings& settings) {
  MakeStructure* const makers[kKinds] = {make_sorted_sides, make_moving_trees, make_pair_lists,
                                         make_cells_and_tree};
  return makers[std::size_t(kind)](table, settings);
}

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

// Few moves are looked up one by one, deeper in larger trees; many share the way. Fixed boxes have a tree of
// their own, which is not changed.
double cost_of_tree(const BroadPhaseLoad& load) {
  const double fixed = double(load.fixed), n = std::max(boxes_of(load) - fixed, 1.0);
  const double touched = touched_by(load);
  const double one =
      0.8 * std::pow(n / 1000, 0.4) / (1 + 5 * touched / n) + 0.15 * std::pow(fixed / 1000, 0.15);
  return 2 * std::min(touched, 1.0) + touched * one + load.queries * cost_of_query(load);
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

// Expected time of a frame of moves, queries and a flush, in microseconds of one core.
double expected_cost(BroadPhaseKind kind, const BroadPhaseLoad& load) {
  constexpr double (*kCosts[])(const BroadPhaseLoad&) = {cost_of_sweep_and_prune, cost_of_tree,
                                                         cost_of_box_pruning, cost_of_grid};
  return kCosts[std::size_t(kind)](load);
}

// Microseconds that it takes to put all boxes into a new structure.
double price_of(BroadPhaseKind kind, const BroadPhaseLoad& load) {
  constexpr double kPerBox[] = {0.5, 0.7, 0.1, 0.6};
  return kPerBox[std::size_t(kind)] * boxes_of(load);
}

bool is_earned(BroadPhaseKind now, BroadPhaseKind best, const BroadPhaseLoad& load) {
  const double price = price_of(best, load);
  const bool is_at_rest = touched_by(load) < kFewTouched * boxes_of(load);
  if (now == BroadPhaseKind::tree && is_at_rest && price > kNoticed) return false;
  return (expected_cost(now, load) - expected_cost(best, load)) * kFlushesToEarn >= price;
}

/// Decides after a flush whether another kind would pay under this load; it must be so several times in a
/// row.
class Chooser {
 public:
  [[nodiscard]] BroadPhaseKind choose(BroadPhaseKind now, const BroadPhaseLoad& load) {
    BroadPhaseKind best = now;
    for (std::size_t i = 0; i < kKinds; ++i)
      if (const BroadPhaseKind kind{std::uint8_t(i)}; expected_cost(kind, load) < expected_cost(best, load))
        best = kind;
    const bool is_worth_it = best != now &&
                             expected_cost(best, load) <= kWorthIt * expected_cost(now, load) &&
                             is_earned(now, best, load);
    times_ = is_worth_it ? (best == candidate_ ? times_ + 1 : 1) : 0;
    if (is_worth_it) candidate_ = best;
    if (times_ < kTimes) return now;
    times_ = 0;
    return best;
  }

 private:
  BroadPhaseKind candidate_ = BroadPhaseKind::tree;
  int times_ = 0;
};

void update_mean(double& mean, double value) { mean += kNewShare * (value - mean); }

/// One of the other structures, and how it is used.
struct PickedStructure : ProxyStructure {
  BroadPhaseKind kind = BroadPhaseKind::tree;
  std::unique_ptr<ProxyStructure> structure = make_moving_trees(table, settings);
  std::unique_ptr<ProxyStructure> asked;  // by queries instead of the structure; null: there is no need
  BroadPhaseLoad load;
  Chooser chooser;
  std::size_t moves = 0, changes = 0;  // since the last flush
  std::size_t measured = 0;            // moves measured since boxes were
  double travelled[3] = {};            // the sum of their lengths on each axis
  mutable std::atomic<std::uint32_t> queries{0};
  int flushes = 0;

  using ProxyStructure::ProxyStructure;

  /// Sides of other boxes that an average move passes: sides per unit of length times length, on each axis.
  [[nodiscard]] double sides_passed() const {
    Aabb bounds;
    for_sample(table, kMostSampled, [&](const Aabb& box) { bounds = merge(bounds, centre(box)); });
    if (bounds.is_empty()) return 0;
    double passed = 0;
    const double sides = 2 * double(load.boxes);
    for (int k = 0; k < 3; ++k) {
      const double extent = double(bounds.upper[k]) - double(bounds.lower[k]);
      const double way = travelled[k] / double(measured);
      passed += 2 * (way < extent ? way * sides / extent : way > 0 ? sides : 0);
    }
    return passed;
  }
  [[nodiscard]] double share_of_long() const {
    const Real limit = kLong * usual_half(table, kMostSampled, 2);
    std::size_t count = 0, longer = 0;
    for_sample(table, kMostSampled, [&](const Aabb& box) { ++count, longer += longest_half(box) > limit; });
    return count == 0 ? 0 : double(longer) / double(count);
  }
  void observe() {
    load.boxes = table.size();
    update_mean(load.moved, double(moves));
    update_mean(load.changed, std::min(double(changes), kMostChanged * double(load.boxes)));
    update_mean(load.queries, double(queries.exchange(0, std::memory_order_relaxed)));
    moves = changes = 0;
    if (flushes++ % kFlushesPerMeasure != 0) return;
    load.uneven = share_of_long();
    if (measured > 0) load.passed = (load.passed + sides_passed()) / 2;
    measured = 0;
    std::fill(travelled, travelled + 3, 0.0);
  }
  /// Another structure takes over where the load of late asks for it.
  void choose() {
    observe();
    const BroadPhaseKind best = chooser.choose(kind, load);
    if (best == kind) return;
    try {
      std::unique_ptr<ProxyStructure> fresh = make_kind(best, table, settings);
      // Sorted sides answer in linear time; nobody should have to wait until another kind is picked.
      std::unique_ptr<ProxyStructure> beside;
      if (best == BroadPhaseKind::sweep_and_prune) beside = make_query_tree(table, settings);
      take_over(*fresh);
      if (beside != nullptr) take_over(*beside);
      structure = std::move(fresh);
      asked = std::move(beside);
      kind = best;
    } catch (const std::bad_alloc&) {  // then the present one stays
    }
  }
  void succeed(const ProxyStructure& lost) override {
    const std::size_t fixed = load.fixed;  // counted anew, as boxes came in
    load = static_cast<const PickedStructure&>(lost).load;
    load.fixed = fixed;
    moves = changes = 0;
  }
  template <class Tell>
  void tell(const Tell& one) {
    one(*structure);
    if (asked != nullptr) one(*asked);
  }

  void insert(std::span<const ProxyId> ids) override {
    changes += ids.size();
    for (const ProxyId id : ids) load.fixed += table.is_fixed(id) ? 1 : 0;
    tell([&](ProxyStructure& told) { told.insert(ids); });
  }
  void follow(ProxyId id, const Aabb& before) override {
    if (moves++ % kMovesPerMeasure == 0) {
      const Vec3 p = centre(before), q = centre(table.now(id).box);
      for (int k = 0; k < 3; ++k) travelled[k] += std::abs(double(q[k]) - double(p[k]));
      ++measured;
    }
    structure->follow(id, before);
  }
  void finish_moves(std::span<const ProxyId> ids) override { structure->finish_moves(ids); }
  void remove(ProxyId id, const Aabb& before) override {
    ++changes;
    load.fixed -= table.is_fixed(id) ? 1 : 0;
    tell([&](ProxyStructure& told) { told.remove(id, before); });
  }
  void refilter(ProxyId id) override {
    ++changes;
    structure->refilter(id);
  }
  void find_events(std::vector<PairEvent>& events) override { structure->find_events(events); }
  void settle() override {
    tell([](ProxyStructure& told) { told.settle(); });
  }
  void improve(std::span<const PairEvent> events) override {
    tell([&](ProxyStructure& told) { told.improve(events); });
    const auto is_begin = [](const PairEvent& event) { return event.change == PairChange::begin; };
    const auto begun = static_cast<std::size_t>(std::count_if(events.begin(), events.end(), is_begin));
    load.pairs = load.pairs + 2 * begun - events.size();
    choose();
  }
  void flush_unchanged() override {
    tell([](ProxyStructure& told) { told.flush_unchanged(); });
    choose();
  }
  [[nodiscard]] std::size_t memory_bytes() const override {
    return sizeof(*this) + structure->memory_bytes() + (asked != nullptr ? asked->memory_bytes() : 0);
  }

  [[nodiscard]] const ProxyStructure& count_query() const {
    const std::uint32_t before = queries.load(std::memory_order_relaxed);
    if (before < kMostQueries) queries.store(before + 1, std::memory_order_relaxed);
    return asked != nullptr ? *asked : *structure;
  }
  void visit_overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visitor) const override {
    count_query().visit_overlaps(box, filter, visitor);
  }
  void visit_cast(Sweep& sweep, const Ray* ray, const ProxyFilter& filter,
                  ProxyRayVisitor hit) const override {
    count_query().visit_cast(sweep, ray, filter, hit);
  }
  void list_nearest(const Vec3& point, const ProxyFilter& filter, NearestList& list) const override {
    count_query().list_nearest(point, filter, list);
  }
};

const PickedStructure& picked_in(const BroadPhaseState& state) {
  return static_cast<const PickedStructure&>(*state.structure);
}

}  // namespace

const char* to_string(BroadPhaseKind kind) noexcept {
  constexpr const char* kNames[] = {"sweep_and_prune", "tree", "box_pruning", "grid"};
  return enum_name(kNames, kind, "");
}

AdaptiveBroadPhase::AdaptiveBroadPhase(const BroadPhaseSettings& settings)
    : BasicBroadPhase(std::make_unique<BroadPhaseState>(settings, make_structure<PickedStructure>)) {}

BroadPhaseKind AdaptiveBroadPhase::picked() const {
  return state_ == nullptr ? BroadPhaseKind::tree : picked_in(*state_).kind;
}
BroadPhaseLoad AdaptiveBroadPhase::load() const {
  return state_ == nullptr ? BroadPhaseLoad{} : picked_in(*state_).load;
}

}  // namespace graze::inline GRAZE_ABI
