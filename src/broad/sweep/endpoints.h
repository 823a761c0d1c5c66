// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/broad/broad_phase.h"

namespace graze::inline GRAZE_ABI {

/// A side of a box on one axis. Sorted by value; of equal ones lower sides come first, so that boxes that
/// touch overlap in this order.
struct Endpoint {
  Real value = 0;
  std::uint32_t ref = 0;       // 6 * box + 2 * axis + (upper side ? 1 : 0)
  std::uint32_t stabbing = 0;  // intervals that begin before this endpoint and do not end before it

  [[nodiscard]] bool is_upper() const { return (ref & 1u) != 0; }
  [[nodiscard]] ProxyId id() const { return ref / 6; }
  friend bool operator<(const Endpoint& a, const Endpoint& b) {
    return a.value < b.value || (a.value == b.value && !a.is_upper() && b.is_upper());
  }
};

/// The sides of boxes in sorted arrays, one per axis, and where the six sides of each box are [Bergen03
/// §5.4]. Pairs are added to the caller's list where the order of two sides changes such that boxes may begin
/// or cease to overlap.
class Endpoints {
 public:
  struct Box {
    Aabb box;
    ProxyId id;
  };
  /// Any number of boxes in one pass; sorts the new ones only.
  void insert_boxes(std::span<const Box> boxes);
  /// All boxes that are not kept, in one pass. keep(id) -> bool.
  template <class Keep>
  void retain(Keep&& keep);
  /// Moves the sides of a box, and lists a pair for every side of another box that one of them passes.
  /// Returns how many sides were passed.
  std::size_t move(ProxyId id, const Aabb& box, std::vector<ProxyPair>& pairs) {
    return move_sides(id, box, &pairs);
  }
  /// Moves a box without listing pairs, for one that is_far() from where it was: it would pass too many
  /// sides.
  std::size_t jump(ProxyId id, const Aabb& box) { return move_sides(id, box, nullptr); }
  /// Moves all boxes to box_of(id) -> Aabb at once, without listing pairs: sorts anew.
  template <class BoxOf>
  void move_all(BoxOf&& box_of);
  [[nodiscard]] bool is_far(ProxyId id, const Aabb& box) const;

  [[nodiscard]] std::span<const Endpoint> axis(int k) const { return axes_[k]; }
  /// As the arrays have it.
  [[nodiscard]] Aabb box_of(ProxyId id) const;
  [[nodiscard]] std::size_t memory_bytes() const;

  /// First endpoint that is not before the point: behind it are those below, and lower sides at the point.
  /// The stabbing number there counts the intervals that contain the point.
  [[nodiscard]] std::uint32_t find_endpoint(int k, double value) const;
  /// Boxes whose intervals contain the point located. visit(id) -> bool, false ends it.
  template <class Visit>
  bool visit_stabbed(int k, std::uint32_t located, Visit&& visit) const;
  /// Boxes that overlap the box on the axis where that are the fewest, as far as one can tell.
  template <class Visit>
  void visit_range(const Aabb& box, Visit&& visit) const;

 private:
  std::vector<Endpoint> axes_[3];
  std::vector<std::uint32_t> places_;  // of the six sides of each box, in the axes

  void renumber(int k);
  [[nodiscard]] bool overlap_beside(int k, ProxyId a, ProxyId b) const;
  // These return how many sides were passed.
  template <bool kIsUp>
  std::size_t move_endpoint(int k, std::uint32_t at, std::vector<ProxyPair>* pairs);
  std::size_t move_side(int k, std::uint32_t ref, Real value, std::vector<ProxyPair>* pairs);
  std::size_t move_sides(ProxyId id, const Aabb& box, std::vector<ProxyPair>* pairs);
  void add_pair(int k, const Endpoint& moved, const Endpoint& passed, std::vector<ProxyPair>& pairs) const;
  [[nodiscard]] std::uint32_t stabbing_at(int k, std::uint32_t at) const {
    return at < axes_[k].size() ? axes_[k][at].stabbing : 0;
  }
};

template <class Keep>
void Endpoints::retain(Keep&& keep) {
  for (int k = 0; k < 3; ++k) {
    std::erase_if(axes_[k], [&](const Endpoint& endpoint) { return !keep(endpoint.id()); });
    renumber(k);
  }
}

template <class BoxOf>
void Endpoints::move_all(BoxOf&& box_of) {
  for (int k = 0; k < 3; ++k) {
    for (Endpoint& endpoint : axes_[k]) {
      const Aabb box = box_of(endpoint.id());
      endpoint.value = endpoint.is_upper() ? box.upper[k] : box.lower[k];
    }
    std::sort(axes_[k].begin(), axes_[k].end());
    renumber(k);
  }
}

template <class Visit>
bool Endpoints::visit_stabbed(int k, std::uint32_t located, Visit&& visit) const {
  std::uint32_t left = stabbing_at(k, located);
  for (std::uint32_t i = located; left > 0;) {
    const Endpoint& endpoint = axes_[k][--i];
    if (endpoint.is_upper() || places_[endpoint.ref + 1] < located) continue;
    --left;
    if (!visit(endpoint.id())) return false;
  }
  return true;
}

template <class Visit>
void Endpoints::visit_range(const Aabb& box, Visit&& visit) const {
  int best = 0;
  std::uint32_t from = 0, to = 0, fewest = ~std::uint32_t{0};
  for (int k = 0; k < 3; ++k) {
    const std::uint32_t first = find_endpoint(k, double(box.lower[k]));
    const auto end = std::upper_bound(axes_[k].begin() + first, axes_[k].end(), box.upper[k],
                                      [](Real value, const Endpoint& e) { return value < e.value; });
    const auto last = static_cast<std::uint32_t>(end - axes_[k].begin());
    const std::uint32_t count = last - first + stabbing_at(k, first);
    if (count >= fewest) continue;
    best = k, from = first, to = last, fewest = count;
  }
  if (!visit_stabbed(best, from, visit)) return;
  for (std::uint32_t i = from; i < to; ++i)
    if (!axes_[best][i].is_upper() && !visit(axes_[best][i].id())) return;
}

}  // namespace graze::inline GRAZE_ABI
