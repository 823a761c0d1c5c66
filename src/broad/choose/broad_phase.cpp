// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <cmath>
#include <variant>
#include <vector>

#include "broad/choose/choose.h"
#include "broad/table/proxies.h"
#include "broad/table/public_members.h"
#include "graze/broad/adaptive_broad_phase.h"
#include "graze/broad/box_pruning.h"
#include "graze/broad/grid_broad_phase.h"
#include "graze/broad/sweep_and_prune.h"
#include "graze/broad/tree_broad_phase.h"

namespace graze::inline GRAZE_ABI {
namespace {

// One of so many single moves is measured: how far did it go? Of moves in bulk, so many at most.
constexpr std::size_t kMovesPerMeasure = 8;
constexpr std::size_t kMostMeasured = 16;
// Boxes are measured once in so many flushes, about so many of them. A box is long when it is so many times
// as long as most.
constexpr int kFlushesPerMeasure = 4;
constexpr std::size_t kMostSampled = 64;
constexpr Real kLong = 4;
// Share of the last flush in running means.
constexpr double kNewShare = 0.25;
// Queries are counted up to here: beyond, threads that ask need not write to shared memory.
constexpr std::uint32_t kMostQueries = 4096;

void update_mean(double& mean, double value) { mean += kNewShare * (value - mean); }

}  // namespace

template <>
struct BroadPhaseState<AdaptiveBroadPhase> {
  /// Properties of a box that a structure does not give back.
  struct Record {
    ProxyFilter filter;
    ProxyMobility mobility = ProxyMobility::moving;
  };
  using Structure = std::variant<SweepAndPrune, TreeBroadPhase, BoxPruning, GridBroadPhase>;

  BroadPhaseSettings settings;
  Structure structure;
  std::vector<Record> records;  // by id, also of ids that are free
  BroadPhaseLoad load;
  Chooser chooser;
  std::size_t moves = 0, changes = 0;  // since the last flush
  std::size_t measured = 0;            // moves measured since boxes were
  double travelled[3] = {};            // the sum of their lengths on each axis
  mutable std::atomic<std::uint32_t> queries{0};
  int flushes = 0;

  explicit BroadPhaseState(const BroadPhaseSettings& s) : settings(s), structure(TreeBroadPhase(s)) {}

  [[nodiscard]] BroadPhaseKind kind() const { return static_cast<BroadPhaseKind>(structure.index()); }
  template <class Ask>
  auto ask(Ask&& what) {
    return std::visit(what, structure);
  }
  template <class Ask>
  auto ask(Ask&& what) const {
    return std::visit(what, structure);
  }
  template <class Ask>
  auto query(Ask&& what) const {
    const std::uint32_t before = queries.load(std::memory_order_relaxed);
    if (before < kMostQueries) queries.store(before + 1, std::memory_order_relaxed);
    return std::visit(what, structure);
  }

  void record(ProxyId id, const ProxyInput& input) {
    records.resize(std::max<std::size_t>(records.size(), id + std::size_t{1}));
    records[id] = {input.filter, input.mobility};
    ++changes;
  }
  void measure_move(ProxyId id, const Aabb& to) {
    const Aabb from = ask([&](const auto& broad) { return broad.box(id); });
    if (from.is_empty() || to.is_empty()) return;  // about to be refused
    const Vec3 p = centre(from), q = centre(to);
    for (int k = 0; k < 3; ++k) travelled[k] += std::abs(double(q[k]) - double(p[k]));
    ++measured;
  }

  /// Calls visit(box) for a sample of the boxes.
  template <class Visit>
  void for_sample(Visit&& visit) const {
    const std::size_t step = std::max<std::size_t>(1, records.size() / kMostSampled);
    for (std::size_t id = 0; id < records.size(); id += step) {
      const Aabb box = ask([&](const auto& broad) { return broad.box(static_cast<ProxyId>(id)); });
      if (!box.is_empty()) visit(box);
    }
  }
  /// Sides of other boxes that an average move passes: sides per unit of length times length, on each axis.
  [[nodiscard]] double sides_passed() const {
    Aabb bounds;
    for_sample([&](const Aabb& box) { bounds = merge(bounds, centre(box)); });
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
    Real lengths[2 * kMostSampled];
    std::size_t count = 0;
    for_sample([&](const Aabb& box) {
      const Vec3 half = half_extents(box);
      if (count < std::size(lengths)) lengths[count++] = std::max({half.x, half.y, half.z});
    });
    if (count == 0) return 0;
    std::sort(lengths, lengths + count);
    const Real* const first = std::upper_bound(lengths, lengths + count, kLong * lengths[count / 2]);
    return double(lengths + count - first) / double(count);
  }

  void observe() {
    load.boxes = ask([](const auto& broad) { return broad.size(); });
    update_mean(load.moved, double(moves));
    update_mean(load.changed, double(changes));
    update_mean(load.queries, double(queries.exchange(0, std::memory_order_relaxed)));
    moves = changes = 0;
    if (flushes++ % kFlushesPerMeasure != 0) return;
    load.uneven = share_of_long();
    if (measured > 0) load.passed = (load.passed + sides_passed()) / 2;
    measured = 0;
    std::fill(travelled, travelled + 3, 0.0);
  }

  /// Another structure with the boxes and ids of this one. Pairs that exist have been reported already.
  template <class Broad>
  [[nodiscard]] Broad taken_over() const {
    Broad fresh(settings);
    std::vector<ProxyInput> inputs;
    std::vector<ProxyId> ids(records.size()), absent;
    for (ProxyId id = 0; id < records.size(); ++id) {
      const bool is_there = ask([&](const auto& broad) { return broad.contains(id); });
      const Aabb box = ask([&](const auto& broad) { return broad.box(id); });
      if (!is_there) absent.push_back(id);
      inputs.push_back(is_there ? ProxyInput{box, records[id].filter, records[id].mobility}
                                : ProxyInput{{{0, 0, 0}, {0, 0, 0}}, {0, 0}, ProxyMobility::fixed});
    }
    [[maybe_unused]] auto error = fresh.create(inputs, ids);
    GRAZE_ASSERT(!error);
    error = fresh.destroy(absent);
    GRAZE_ASSERT(!error);
    fresh.flush([](const PairEvent&) {});
    return fresh;
  }
  void switch_to(BroadPhaseKind other) {
    if (other == BroadPhaseKind::sweep_and_prune) structure = taken_over<SweepAndPrune>();
    if (other == BroadPhaseKind::tree) structure = taken_over<TreeBroadPhase>();
    if (other == BroadPhaseKind::box_pruning) structure = taken_over<BoxPruning>();
    if (other == BroadPhaseKind::grid) structure = taken_over<GridBroadPhase>();
  }

  [[nodiscard]] Result<ProxyId> create(const ProxyInput& input) {
    auto id = ask([&](auto& broad) { return broad.create(input); });
    if (id) record(*id, input);
    return id;
  }
  [[nodiscard]] std::optional<Error> create(std::span<const ProxyInput> inputs, std::span<ProxyId> out) {
    const auto error = ask([&](auto& broad) { return broad.create(inputs, out); });
    if (error) return error;
    for (std::size_t i = 0; i < out.size(); ++i) record(out[i], inputs[i]);
    return {};
  }
  [[nodiscard]] std::optional<Error> move(ProxyId id, const Aabb& box) {
    if (moves++ % kMovesPerMeasure == 0) measure_move(id, box);
    return ask([&](auto& broad) { return broad.move(id, box); });
  }
  [[nodiscard]] std::optional<Error> move(std::span<const ProxyId> ids, std::span<const Aabb> boxes) {
    const std::size_t count = std::min(ids.size(), boxes.size());
    for (std::size_t i = 0; i < count; i += 1 + count / kMostMeasured) measure_move(ids[i], boxes[i]);
    moves += count;
    return ask([&](auto& broad) { return broad.move(ids, boxes); });
  }
  [[nodiscard]] std::optional<Error> destroy(ProxyId id) {
    ++changes;
    return ask([&](auto& broad) { return broad.destroy(id); });
  }
  [[nodiscard]] std::optional<Error> destroy(std::span<const ProxyId> ids) {
    changes += ids.size();
    return ask([&](auto& broad) { return broad.destroy(ids); });
  }
  [[nodiscard]] std::optional<Error> set_filter(ProxyId id, const ProxyFilter& filter) {
    const auto error = ask([&](auto& broad) { return broad.set_filter(id, filter); });
    if (error) return error;
    records[id].filter = filter;
    ++changes;
    return {};
  }
  void flush(PairSink sink) {
    std::size_t begun = 0, ended = 0;
    ask([&](auto& broad) {
      broad.flush([&](const PairEvent& event) {
        ++(event.change == PairChange::begin ? begun : ended);
        sink(event);
      });
    });
    load.pairs = load.pairs + begun - ended;
    observe();
    const BroadPhaseKind best = chooser.choose(kind(), load);
    if (best != kind()) switch_to(best);
  }

  [[nodiscard]] std::size_t size() const {
    return ask([](const auto& broad) { return broad.size(); });
  }
  [[nodiscard]] bool contains(ProxyId id) const {
    return ask([&](const auto& broad) { return broad.contains(id); });
  }
  [[nodiscard]] Aabb box(ProxyId id) const {
    return ask([&](const auto& broad) { return broad.box(id); });
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    return sizeof(*this) + heap_bytes(records) + ask([](const auto& broad) { return broad.memory_bytes(); });
  }

  void overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visit) const {
    query([&](const auto& broad) { broad.overlaps(box, filter, visit); });
  }
  void ray_cast(const Ray& ray, const ProxyFilter& filter, ProxyRayVisitor hit) const {
    query([&](const auto& broad) { broad.ray_cast(ray, filter, hit); });
  }
  void box_cast(const Aabb& box, const Ray& ray, const ProxyFilter& filter, ProxyRayVisitor hit) const {
    query([&](const auto& broad) { broad.box_cast(box, ray, filter, hit); });
  }
  [[nodiscard]] std::size_t nearest(const Vec3& point, const ProxyFilter& filter,
                                    std::span<NearProxy> out) const {
    return query([&](const auto& broad) { return broad.nearest(point, filter, out); });
  }
};
template class BasicBroadPhase<AdaptiveBroadPhase>;

BroadPhaseKind AdaptiveBroadPhase::picked() const { return state_->kind(); }
BroadPhaseLoad AdaptiveBroadPhase::load() const { return state_->load; }

}  // namespace graze::inline GRAZE_ABI
