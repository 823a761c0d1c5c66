// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "graze/broad/broad_phase.h"

namespace graze::inline GRAZE_ABI {

/// Broad phase by sorted sides of boxes on three axes, kept from frame to frame [Bergen03 §5.4]. For scenes
/// in which little moves and not far: a move costs as much as the sides that it passes, a box that stays
/// costs nothing. Single creations and flushes after a destruction take linear time, so create in bulk.
/// Members are those of the concept BroadPhase, in which they are described.
class GRAZE_API SweepAndPrune {
 public:
  explicit SweepAndPrune(const BroadPhaseSettings& settings = {});
  ~SweepAndPrune();
  SweepAndPrune(SweepAndPrune&& other) noexcept;
  SweepAndPrune& operator=(SweepAndPrune&& other) noexcept;

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
static_assert(BroadPhase<SweepAndPrune>);

}  // namespace graze::inline GRAZE_ABI
