// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <cmath>
#include <variant>
#include <vector>

#include "broad/choose/choose.h"
#include "broad/table/proxies.h"
#include "graze/broad/adaptive_broad_phase.h"
#include "graze/broad/box_pruning.h"
#include "graze/broad/grid_broad_phase.h"
#include "graze/broad/sweep_and_prune.h"
#include "graze/broad/tree_broad_phase.h"

namespace graze::inline GRAZE_ABI {
namespace {

/// Of so many single moves, one is looked at: how far did it go? Of those made in bulk, so many at most.
constexpr std::size_t kMovesPerLook = 8;
constexpr std::size_t kMostLooked = 16;
constexpr std::size_t kMostSampled = 64;
/// Share of the last flush in running means.
constexpr double kNewShare = 0.25;
/// Queries are counted so far: beyond, threads that ask need not write to the same memory.
constexpr std::uint32_t kMostQueries = 4096;
/// Boxes are looked at once in so many flushes; one is long when it is so many times as long as most.
constexpr int kFlushesPerLook = 4;
constexpr Real kLong = 4;

void follow(double& mean, double value) { mean += kNewShare * (value - mean); }

}  // namespace

struct AdaptiveBroadPhase::Data {
  /// What only the caller knew.
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
  std::size_t looks = 0;               // since boxes were looked at
  double gone[3] = {};                 // how far, on each axis, the moves went that were looked at
  mutable std::atomic<std::uint32_t> queries{0};
  int flushes = 0;

  explicit Data(const BroadPhaseSettings& s) : settings(s), structure(TreeBroadPhase(s)) {}

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
  void look(ProxyId id, const Aabb& to) {
    const Aabb from = ask([&](const auto& broad) { return broad.box(id); });
    if (from.is_empty() || to.is_empty()) return;  // about to be refused
    const Vec3 p = centre(from), q = centre(to);
    for (int k = 0; k < 3; ++k) gone[k] += std::abs(double(q[k]) - double(p[k]));
    ++looks;
  }

  /// visit(box) for some of the boxes.
  template <class Visit>
  void for_sample(Visit&& visit) const {
    const std::size_t step = std::max<std::size_t>(1, records.size() / kMostSampled);
    for (std::size_t id = 0; id < records.size(); id += step) {
      const Aabb box = ask([&](const auto& broad) { return broad.box(static_cast<ProxyId>(id)); });
      if (!box.is_empty()) visit(box);
    }
  }
  /// Sides per unit of length on each axis times the way of a move.
  [[nodiscard]] double sides_passed() const {
    Aabb bounds;
    for_sample([&](const Aabb& box) { bounds = merge(bounds, centre(box)); });
    if (bounds.is_empty()) return 0;
    double passed = 0;
    const double sides = 2 * double(load.boxes);
    for (int k = 0; k < 3; ++k) {
      const double extent = double(bounds.upper[k]) - double(bounds.lower[k]);
      const double way = gone[k] / double(looks);
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
    follow(load.moved, double(moves));
    follow(load.changed, double(changes));
    follow(load.queries, double(queries.exchange(0, std::memory_order_relaxed)));
    moves = changes = 0;
    if (flushes++ % kFlushesPerLook != 0) return;
    load.uneven = share_of_long();
    if (looks > 0) load.passed = (load.passed + sides_passed()) / 2;
    looks = 0;
    std::fill(gone, gone + 3, 0.0);
  }

  /// The same boxes under the same numbers; the pairs that exist are known already.
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
};

AdaptiveBroadPhase::AdaptiveBroadPhase(const BroadPhaseSettings& settings)
    : data_(std::make_unique<Data>(settings)) {}
AdaptiveBroadPhase::~AdaptiveBroadPhase() = default;
AdaptiveBroadPhase::AdaptiveBroadPhase(AdaptiveBroadPhase&& other) noexcept = default;
AdaptiveBroadPhase& AdaptiveBroadPhase::operator=(AdaptiveBroadPhase&& other) noexcept = default;

BroadPhaseKind AdaptiveBroadPhase::picked() const { return data_->kind(); }
BroadPhaseLoad AdaptiveBroadPhase::load() const { return data_->load; }

Result<ProxyId> AdaptiveBroadPhase::create(const ProxyInput& input) {
  auto id = data_->ask([&](auto& broad) { return broad.create(input); });
  if (id) data_->record(*id, input);
  return id;
}

std::optional<Error> AdaptiveBroadPhase::create(std::span<const ProxyInput> inputs, std::span<ProxyId> out) {
  const auto error = data_->ask([&](auto& broad) { return broad.create(inputs, out); });
  if (error) return error;
  for (std::size_t i = 0; i < out.size(); ++i) data_->record(out[i], inputs[i]);
  return {};
}

std::optional<Error> AdaptiveBroadPhase::move(ProxyId id, const Aabb& box) {
  if (data_->moves++ % kMovesPerLook == 0) data_->look(id, box);
  return data_->ask([&](auto& broad) { return broad.move(id, box); });
}

std::optional<Error> AdaptiveBroadPhase::move(std::span<const ProxyId> ids, std::span<const Aabb> boxes) {
  const std::size_t count = std::min(ids.size(), boxes.size());
  for (std::size_t i = 0; i < count; i += 1 + count / kMostLooked) data_->look(ids[i], boxes[i]);
  data_->moves += count;
  return data_->ask([&](auto& broad) { return broad.move(ids, boxes); });
}

std::optional<Error> AdaptiveBroadPhase::destroy(ProxyId id) {
  ++data_->changes;
  return data_->ask([&](auto& broad) { return broad.destroy(id); });
}

std::optional<Error> AdaptiveBroadPhase::destroy(std::span<const ProxyId> ids) {
  data_->changes += ids.size();
  return data_->ask([&](auto& broad) { return broad.destroy(ids); });
}

std::optional<Error> AdaptiveBroadPhase::set_filter(ProxyId id, const ProxyFilter& filter) {
  const auto error = data_->ask([&](auto& broad) { return broad.set_filter(id, filter); });
  if (error) return error;
  data_->records[id].filter = filter;
  ++data_->changes;
  return {};
}

void AdaptiveBroadPhase::flush(PairSink sink) {
  Data& d = *data_;
  std::size_t begun = 0, ended = 0;
  d.ask([&](auto& broad) {
    broad.flush([&](const PairEvent& event) {
      ++(event.change == PairChange::begin ? begun : ended);
      sink(event);
    });
  });
  d.load.pairs = d.load.pairs + begun - ended;
  d.observe();
  const BroadPhaseKind best = d.chooser.choose(d.kind(), d.load);
  if (best != d.kind()) d.switch_to(best);
}

std::size_t AdaptiveBroadPhase::size() const {
  return data_->ask([](const auto& broad) { return broad.size(); });
}
bool AdaptiveBroadPhase::contains(ProxyId id) const {
  return data_->ask([&](const auto& broad) { return broad.contains(id); });
}
Aabb AdaptiveBroadPhase::box(ProxyId id) const {
  return data_->ask([&](const auto& broad) { return broad.box(id); });
}
std::size_t AdaptiveBroadPhase::memory_bytes() const {
  return sizeof(Data) + heap_bytes(data_->records) +
         data_->ask([](const auto& broad) { return broad.memory_bytes(); });
}

void AdaptiveBroadPhase::overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visit) const {
  data_->query([&](const auto& broad) { broad.overlaps(box, filter, visit); });
}
void AdaptiveBroadPhase::ray_cast(const Ray& ray, const ProxyFilter& filter, ProxyRayVisitor hit) const {
  data_->query([&](const auto& broad) { broad.ray_cast(ray, filter, hit); });
}
void AdaptiveBroadPhase::box_cast(const Aabb& box, const Ray& ray, const ProxyFilter& filter,
                                  ProxyRayVisitor hit) const {
  data_->query([&](const auto& broad) { broad.box_cast(box, ray, filter, hit); });
}
std::size_t AdaptiveBroadPhase::nearest(const Vec3& point, const ProxyFilter& filter,
                                        std::span<NearProxy> out) const {
  return data_->query([&](const auto& broad) { return broad.nearest(point, filter, out); });
}

}  // namespace graze::inline GRAZE_ABI
