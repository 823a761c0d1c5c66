// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "graze/broad/broad_phase.h"

namespace graze::inline GRAZE_ABI {

enum class BroadPhaseKind : std::uint8_t { sweep_and_prune, tree, box_pruning, grid };

/// Static name of a kind, such as "box_pruning".
[[nodiscard]] GRAZE_API const char* to_string(BroadPhaseKind kind) noexcept;

/// What an AdaptiveBroadPhase has seen of late.
struct BroadPhaseLoad {
  std::size_t boxes = 0, pairs = 0;
  double moved = 0;    ///< moves per flush, a running mean
  double changed = 0;  ///< creations, destructions and new filters per flush, a running mean
  double passed = 0;   ///< lower and upper sides of other boxes that a move passes, on average
  double queries = 0;  ///< per flush, a running mean; 4,096 stand for any more
  double uneven = 0;   ///< share of the boxes that are much longer than most
};

/// Broad phase that picks one of the others by what it sees: how many boxes there are, how many of them move,
/// how far, how different their sizes are, how many pairs they make, and how often it is asked. It looks
/// after every flush, and takes over all boxes into another structure when that is expected to pay for some
/// time; numbers and events are the same as without. User filters are then asked again about pairs that
/// exist. Members are those of the concept BroadPhase, in which they are described.
class GRAZE_API AdaptiveBroadPhase {
 public:
  explicit AdaptiveBroadPhase(const BroadPhaseSettings& settings = {});
  ~AdaptiveBroadPhase();
  AdaptiveBroadPhase(AdaptiveBroadPhase&& other) noexcept;
  AdaptiveBroadPhase& operator=(AdaptiveBroadPhase&& other) noexcept;

  /// What it uses now, and why. A new one is a tree.
  [[nodiscard]] BroadPhaseKind picked() const;
  [[nodiscard]] BroadPhaseLoad load() const;

  [[nodiscard]] Result<ProxyId> create(const ProxyInput& input);
  [[nodiscard]] std::optional<Error> create(std::span<const ProxyInput> inputs, std::span<ProxyId> out);
  [[nodiscard]] std::optional<Error> move(ProxyId id, const Aabb& box);
  [[nodiscard]] std::optional<Error> move(std::span<const ProxyId> ids, std::span<const Aabb> boxes);
  [[nodiscard]] std::optional<Error> destroy(ProxyId id);
  [[nodiscard]] std::optional<Error> destroy(std::span<const ProxyId> ids);
  [[nodiscard]] std::optional<Error> set_filter(ProxyId id, const ProxyFilter& filter);
  void flush(PairSink sink);

  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] bool contains(ProxyId id) const;
  [[nodiscard]] Aabb box(ProxyId id) const;
  [[nodiscard]] std::size_t memory_bytes() const;
  void overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visit) const;
  void ray_cast(const Ray& ray, const ProxyFilter& filter, ProxyRayVisitor hit) const;
  void box_cast(const Aabb& box, const Ray& ray, const ProxyFilter& filter, ProxyRayVisitor hit) const;
  [[nodiscard]] std::size_t nearest(const Vec3& point, const ProxyFilter& filter,
                                    std::span<NearProxy> out) const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};
static_assert(BroadPhase<AdaptiveBroadPhase>);

}  // namespace graze::inline GRAZE_ABI
