// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/table/proxies.h"

#include <algorithm>
#include <bit>
#include <functional>

#include "base/reserve_all.h"
#include "broad/table/bucket_sort.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Trees number two leaves per box and two nodes per leaf.
constexpr std::size_t kMostProxies = std::size_t{1} << 28;

[[nodiscard]] Error not_there(std::size_t position) {
  return {ErrorCode::index_out_of_range, "id: no such box", position};
}

[[nodiscard]] std::uint64_t sort_key(const PairEvent& event) {
  return std::uint64_t{event.pair.a} << 32 | event.pair.b;
}

// Error of a box that is refused, named `position` in a bulk call; none for a good one.
[[nodiscard]] std::optional<Error> check_box(const Aabb& box, std::size_t position) {
  if (!box.is_empty() && is_finite(box.lower) && is_finite(box.upper)) return {};
  if (!is_finite(box.lower) || !is_finite(box.upper))
    return Error{ErrorCode::not_finite, "box: NaN or infinity", position};
  return Error{ErrorCode::empty, "box: lower > upper", position};
}

}  // namespace

void sort_events(std::vector<PairEvent>& events, const Executor& executor) {
  const auto before = [](const PairEvent& a, const PairEvent& b) { return sort_key(a) < sort_key(b); };
  const bool is_sorted = std::is_sorted(events.begin(), events.end(), before);
  if (!is_sorted && is_worth_buckets(events.size(), executor)) {
    ProxyId highest = 0;
    for (const PairEvent& event : events) highest = std::max(highest, event.pair.a);
    const int shift = std::max(0, static_cast<int>(std::bit_width(highest)) - std::countr_zero(kSortBuckets));
    std::vector<PairEvent> spare(events.size());
    const auto bucket_of = [=](const PairEvent& event) { return std::size_t{event.pair.a >> shift}; };
    const auto sort = [&](PairEvent* from, PairEvent* to, std::size_t count) {
      std::sort(from, from + count, before);
      std::copy_n(from, count, to);
    };
    sort_in_buckets(events.data(), spare.data(), events.size(), executor, bucket_of, sort);
  } else if (!is_sorted) {
    std::sort(events.begin(), events.end(), before);  // equal pairs have equal events
  }
  events.erase(std::unique(events.begin(), events.end()), events.end());
}

Real usual_half(const ProxyTable& table, std::size_t most, std::size_t quarters) {
  std::vector<Real> halves;
  for_sample(table, most, [&](const Aabb& box) { halves.push_back(longest_half(box)); });
  if (halves.empty()) return 0;
  const auto at = halves.begin() + std::ptrdiff_t(halves.size() * quarters / 4);
  std::nth_element(halves.begin(), at, halves.end());
  return *at;
}

ProxyId ProxyTable::take_id() {
  if (free_.empty()) {
    slots_.emplace_back();  // create() has made room
    flags_.push_back(0);
    return static_cast<ProxyId>(slots_.size() - 1);
  }
  std::pop_heap(free_.begin(), free_.end(), std::greater<>());
  const ProxyId id = free_.back();
  free_.pop_back();
  return id;
}

void ProxyTable::set_changed(ProxyId id) {
  if (has(id, kChanged)) return;
  flags_[id] |= kChanged;
  changed_.push_back(id);
}

ProxyId ProxyTable::add_proxy(const ProxyInput& input) {
  const ProxyId id = take_id();
  slots_[id].now = {input.box, input.filter};
  flags_[id] = static_cast<std::uint8_t>(input.mobility == ProxyMobility::fixed ? kLive | kFixed : kLive);
  set_changed(id);
  ++size_;
  return id;
}

std::optional<Error> ProxyTable::create(std::span<const ProxyInput> inputs, std::span<ProxyId> out) {
  if (out.size() != inputs.size())
    return Error{ErrorCode::index_out_of_range, "out: not as many as inputs", out.size()};
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (const auto error = check_box(inputs[i].box, i)) return error;
  if (inputs.size() > kMostProxies - slots_.size() + free_.size())
    return Error{ErrorCode::index_out_of_range, "create: more than 2^28 boxes"};
  // Every id is in each list once at most: after this, no change of the table needs memory.
  const std::size_t taken = std::min(inputs.size(), free_.size());
  reserve_all(slots_.size() + inputs.size() - taken, slots_, flags_, changed_, free_);
  for (std::size_t i = 0; i < inputs.size(); ++i) out[i] = add_proxy(inputs[i]);
  return {};
}

void ProxyTable::move(ProxyId id, const Aabb& box) {
  slots_[id].now.box = box;
  set_changed(id);
}

std::optional<Error> ProxyTable::check_move(std::span<const ProxyId> ids, std::span<const Aabb> boxes) const {
  if (ids.size() != boxes.size())
    return Error{ErrorCode::index_out_of_range, "boxes: not as many as ids", boxes.size()};
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (!contains(ids[i])) return not_there(i);
    if (const auto error = check_box(boxes[i], i)) return error;
  }
  return {};
}

void ProxyTable::destroy(ProxyId id) {
  slots_[id].now = {};
  flags_[id] = static_cast<std::uint8_t>(flags_[id] & ~kLive);
  set_changed(id);
  --size_;
}

std::optional<Error> ProxyTable::check_destroy(std::span<const ProxyId> ids) {
  std::size_t i = 0;
  for (; i < ids.size() && contains(ids[i]) && !has(ids[i], kNamed); ++i) flags_[ids[i]] |= kNamed;
  for (std::size_t k = 0; k < i; ++k) flags_[ids[k]] = static_cast<std::uint8_t>(flags_[ids[k]] & ~kNamed);
  if (i < ids.size()) return not_there(i);
  return {};
}

std::optional<Error> ProxyTable::set_filter(ProxyId id, const ProxyFilter& filter) {
  if (!contains(id)) return not_there(0);
  slots_[id].now.filter = filter;
  set_changed(id);
  return {};
}

std::size_t ProxyTable::memory_bytes() const { return heap_bytes(slots_, flags_, changed_, free_); }

void ProxyTable::add_event(ProxyId a, ProxyId b, PairChange change, std::vector<PairEvent>& events) const {
  if (is_fixed(a) && is_fixed(b)) return;
  const ProxyPair pair{std::min(a, b), std::max(a, b)};
  if (user_filter_.accepts != nullptr && !user_filter_.accepts(user_filter_.context, pair)) return;
  events.push_back({pair, change});
}

void ProxyTable::finish_flush() {
  for (const ProxyId id : changed_) {
    slots_[id].flushed = slots_[id].now;
    flags_[id] = static_cast<std::uint8_t>(flags_[id] & ~kChanged);
    if (has(id, kLive)) continue;
    free_.push_back(id);
    std::push_heap(free_.begin(), free_.end(), std::greater<>());
  }
  changed_.clear();
}

}  // namespace graze::inline GRAZE_ABI
