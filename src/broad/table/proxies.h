// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/heap_bytes.h"
#include "graze/broad/broad_phase.h"

namespace graze::inline GRAZE_ABI {

/// A box as queries see it.
struct ProxyState {
  Aabb box;                  // empty: not there
  ProxyFilter filter{0, 0};  // of a box that is not there, lets nothing through
};

/// Now, and when the last flush ended: whether a pair began or ended follows from the two, so no broad phase
/// has to remember pairs. One cache line in the float library.
struct alignas(sizeof(Real) * 16) ProxySlot {
  ProxyState now, flushed;
};

/// Boxes of a broad phase by id: checks input, gives out ids, and knows which boxes changed since the last
/// flush. Calls that are refused change nothing.
class ProxyTable {
 public:
  ProxyTable() = default;
  explicit ProxyTable(const UserPairFilter& user_filter) : user_filter_(user_filter) {}

  [[nodiscard]] std::optional<Error> create(std::span<const ProxyInput> inputs, std::span<ProxyId> out);
  [[nodiscard]] std::optional<Error> set_filter(ProxyId id, const ProxyFilter& filter);
  /// Check all elements of a call, which is then made for each.
  [[nodiscard]] std::optional<Error> check_move(std::span<const ProxyId> ids,
                                                std::span<const Aabb> boxes) const;
  [[nodiscard]] std::optional<Error> check_destroy(std::span<const ProxyId> ids);
  void move(ProxyId id, const Aabb& box);
  void destroy(ProxyId id);

  [[nodiscard]] std::size_t size() const { return size_; }
  /// One more than the largest id ever given out.
  [[nodiscard]] std::size_t capacity() const { return slots_.size(); }
  [[nodiscard]] bool contains(ProxyId id) const { return id < slots_.size() && has(id, kLive); }
  [[nodiscard]] bool is_fixed(ProxyId id) const { return has(id, kFixed); }
  [[nodiscard]] bool is_changed(ProxyId id) const { return has(id, kChanged); }
  [[nodiscard]] const ProxyState& now(ProxyId id) const { return slots_[id].now; }
  [[nodiscard]] const ProxyState& flushed(ProxyId id) const { return slots_[id].flushed; }
  [[nodiscard]] Aabb box(ProxyId id) const { return contains(id) ? now(id).box : Aabb{}; }
  [[nodiscard]] std::size_t memory_bytes() const;

  /// Created, moved, destroyed or with another filter since the last flush; each once, in order of the first
  /// change.
  [[nodiscard]] std::span<const ProxyId> changed() const { return changed_; }

  /// Adds the event of two different boxes, if there is one. In any order, also more than once for a pair.
  void compare(ProxyId a, ProxyId b, std::vector<PairEvent>& events) const {
    const ProxySlot &s = slots_[a], &t = slots_[b];
    const bool was = is_pair(s.flushed, t.flushed), is = is_pair(s.now, t.now);
    if (was != is) add_event(a, b, is ? PairChange::begin : PairChange::end, events);
  }
  /// compare() of this box will come soon.
  void prefetch([[maybe_unused]] ProxyId id) const {
#if defined(__GNUC__)
    for (std::size_t i = 0; i < sizeof(ProxySlot); i += 64)
      __builtin_prefetch(reinterpret_cast<const std::byte*>(&slots_[id]) + i);
#endif
  }
  /// Ends a flush: the next one compares with the boxes as they are now; ids of destroyed boxes become free.
  void finish_flush();

 private:
  enum Flag : std::uint8_t { kLive = 1, kFixed = 2, kChanged = 4, kNamed = 8 };

  std::vector<ProxySlot> slots_;
  std::vector<std::uint8_t> flags_;
  std::vector<ProxyId> changed_;
  std::vector<ProxyId> free_;  // a heap, the lowest on top
  std::size_t size_ = 0;
  UserPairFilter user_filter_;

  [[nodiscard]] bool has(ProxyId id, Flag flag) const { return (flags_[id] & flag) != 0; }
  // Without jumps: which of two neighbours overlap cannot be foreseen.
  [[nodiscard]] static bool is_pair(const ProxyState& a, const ProxyState& b) {
    int is_met = 1;
    for (int k = 0; k < 3; ++k)
      is_met &= int{a.box.lower[k] <= b.box.upper[k]} & int{b.box.lower[k] <= a.box.upper[k]};
    return (is_met & int{(a.filter.category & b.filter.mask) != 0} &
            int{(b.filter.category & a.filter.mask) != 0}) != 0;
  }
  [[nodiscard]] ProxyId take_id();
  [[nodiscard]] ProxyId add_proxy(const ProxyInput& input);
  void set_changed(ProxyId id);
  void add_event(ProxyId a, ProxyId b, PairChange change, std::vector<PairEvent>& events) const;
};

/// Sorts events by pair, each once.
void sort_events(std::vector<PairEvent>& events, const Executor& executor);

/// Calls find(i, out) for i < count by the executor; `events` get all that was found, in the order of i.
template <class Find>
void find_in_parts(const Executor& executor, std::size_t count, std::vector<PairEvent>& events, Find find) {
  std::vector<std::vector<PairEvent>> parts(count);
  run_tasks(executor, count, [&](std::size_t i) { find(i, parts[i]); });
  for (const auto& part : parts) events.insert(events.end(), part.begin(), part.end());
}

[[nodiscard]] inline Real longest_half(const Aabb& box) {
  const Vec3 half = half_extents(box);
  return std::max({half.x, half.y, half.z});
}

/// Calls visit(box) for at most `most` of the boxes, evenly spread over their ids.
template <class Visit>
void for_sample(const ProxyTable& table, std::size_t most, Visit visit) {
  for (std::size_t id = 0; id < table.capacity(); id += 1 + table.capacity() / most)
    if (const Aabb box = table.box(static_cast<ProxyId>(id)); !box.is_empty()) visit(box);
}

/// Half the longest side that so many quarters of the boxes do not exceed, from a sample.
[[nodiscard]] Real usual_half(const ProxyTable& table, std::size_t most, std::size_t quarters);

}  // namespace graze::inline GRAZE_ABI
