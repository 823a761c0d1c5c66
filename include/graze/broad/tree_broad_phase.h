// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "graze/broad/broad_phase.h"

namespace graze::inline GRAZE_ABI {

/// Broad phase by two dynamic trees, one of boxes that move and one of fixed ones. Moving boxes are kept a
/// little enlarged, so that small moves leave the tree as it is. The choice when in doubt: it takes boxes of
/// any sizes, moving or not, and its queries are fast. Members are those of the concept BroadPhase, in which
/// they are described.
class GRAZE_API TreeBroadPhase {
 public:
  explicit TreeBroadPhase(const BroadPhaseSettings& settings = {});
  ~TreeBroadPhase();
  TreeBroadPhase(TreeBroadPhase&& other) noexcept;
  TreeBroadPhase& operator=(TreeBroadPhase&& other) noexcept;

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
static_assert(BroadPhase<TreeBroadPhase>);

}  // namespace graze::inline GRAZE_ABI
