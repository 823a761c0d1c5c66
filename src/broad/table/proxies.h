// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

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

  [[nodiscard]] Result<ProxyId> create(const ProxyInput& input);
  [[nodiscard]] std::optional<Error> create(std::span<const ProxyInput> inputs, std::span<ProxyId> out);
  [[nodiscard]] std::optional<Error> move(ProxyId id, const Aabb& box);
  [[nodiscard]] std::optional<Error> destroy(ProxyId id);
  [[nodiscard]] std::optional<Error> set_filter(ProxyId id, const ProxyFilter& filter);
  /// For bulk calls: check everything first, then call the above for each element.
  [[nodiscard]] std::optional<Error> check_move(std::span<const ProxyId> ids,
                                                std::span<const Aabb> boxes) const;
  [[nodiscard]] std::optional<Error> check_destroy(std::span<const ProxyId> ids);

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
  ProxyId add(const ProxyInput& input);
  void set_changed(ProxyId id);
  void add_event(ProxyId a, ProxyId b, PairChange change, std::vector<PairEvent>& events) const;
};

/// Error of a box that is refused, named `position` in a bulk call; none for a good one.
[[nodiscard]] std::optional<Error> check_box(const Aabb& box, std::size_t position);

/// Sorts events by pair, each once.
void sort_events(std::vector<PairEvent>& events, const Executor& executor);

template <class T>
[[nodiscard]] std::size_t heap_bytes(const std::vector<T>& v) {
  return v.capacity() * sizeof(T);
}

}  // namespace graze::inline GRAZE_ABI
