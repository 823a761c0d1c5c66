// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "graze/broad/broad_phase.h"

namespace graze::inline GRAZE_ABI {

/// Broad phase by a grid of cells, about twice as wide as most boxes are: uniform where the boxes fill the
/// room they take up, hashed where they do not. For many boxes of about the same size of which some move: a
/// move costs as much as the few boxes in the same cells, wherever it goes, and queries of boxes and short
/// rays are fast. What does not fit (boxes much larger than most, boxes where a dozen share a cell, boxes
/// that leave the grid) is kept in a dynamic tree, so no scene takes quadratic time or more memory than
/// boxes. The grid is made anew when too many boxes no longer fit. Members are those of the concept
/// BroadPhase, in which they are described.
class GRAZE_API GridBroadPhase {
 public:
  explicit GridBroadPhase(const BroadPhaseSettings& settings = {});
  ~GridBroadPhase();
  GridBroadPhase(GridBroadPhase&& other) noexcept;
  GridBroadPhase& operator=(GridBroadPhase&& other) noexcept;

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
static_assert(BroadPhase<GridBroadPhase>);

}  // namespace graze::inline GRAZE_ABI
