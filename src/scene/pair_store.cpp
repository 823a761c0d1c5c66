// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "scene/pair_store.h"

#include <algorithm>

#include "base/heap_bytes.h"
#include "base/reserve_all.h"
#include "scene/sorted_list.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Making lists takes as long as a few walks over all pairs.
constexpr int kWishes = 4;

bool is_entry_before(const PairStore::Entry& entry, const PairKey& key) { return entry.key < key; }

void join_lists(PairStore& store, std::uint32_t record, const std::uint32_t (&members)[2]) {
  PairLinks& links = store.links[record];
  for (int side = 0; side < 2; ++side) {
    std::uint32_t& first = store.first_of[members[side]];
    links.members[side] = members[side];
    links.before[side] = kNoRecord;
    links.after[side] = first;
    if (first != kNoRecord) {
      PairLinks& other = store.links[first];
      other.before[other.members[0] == members[side] ? 0 : 1] = record;
    }
    first = record;
  }
}

void leave_lists(PairStore& store, std::uint32_t record) {
  const PairLinks& links = store.links[record];
  for (int side = 0; side < 2; ++side) {
    const std::uint32_t member = links.members[side], before = links.before[side], after = links.after[side];
    const auto side_of = [&](const PairLinks& other) { return other.members[0] == member ? 0 : 1; };
    if (after != kNoRecord) store.links[after].before[side_of(store.links[after])] = before;
    if (before != kNoRecord)
      store.links[before].after[side_of(store.links[before])] = after;
    else
      store.first_of[member] = after;
  }
}

void take_out(PairStore& store, const PairStore::Entry& entry, std::vector<ScenePair>& ended) {
  PairRecord& record = store.records[entry.record];
  if (entry.met)
    ended.push_back({record.a, record.b, Contact::apart, PairPhase::end, record.has_sensor, {}, nullptr});
  if (store.has_lists) leave_lists(store, entry.record);
  record = {};
  store.free_records.push_back(entry.record);
}

PairStore::Entry put_in(PairStore& store, const PairDelta& delta) {
  if (store.free_records.empty()) {
    store.free_records.push_back(static_cast<std::uint32_t>(store.records.size()));
    store.records.emplace_back();
    store.links.emplace_back();
  }
  const std::uint32_t index = store.free_records.back();
  store.free_records.pop_back();
  if (index < store.motion_caches.size()) store.motion_caches[index] = {};
  PairRecord& record = store.records[index];
  record.a = delta.a;
  record.b = delta.b;
  record.has_sensor = delta.has_sensor;
  record.is_unbounded = delta.is_unbounded;
  if (store.has_lists) join_lists(store, index, {delta.member_a, delta.member_b});
  PairStore::Entry entry;
  entry.key = key_of(delta);
  entry.record = index;
  entry.has_sensor = delta.has_sensor;
  entry.member_a = delta.member_a;
  entry.member_b = delta.member_b;
  return entry;
}

// Writes to store.gone where each of the pairs that end is, or may be: its key is there. Records come from
// anywhere in memory, and are on their way from then on.
void find_ends(PairStore& store, std::span<const PairDelta> ends) {
  constexpr std::size_t kDense = 32;  // then it is as quick to pass by all of them
  const bool are_dense = ends.size() * kDense > store.order.size();
  store.gone.clear();
  auto at = store.order.begin();
  const auto last = store.order.end();
  for (const PairDelta& end : ends) {
    const PairKey key = key_of(end);
    if (!are_dense) at = seek(at, last, key, is_entry_before);
    while (at != last && at->key < key) ++at;
    const bool is_found = at != last && at->key == key;
    if (is_found) __builtin_prefetch(&store.records[at->record], 1);
    store.gone.push_back(is_found ? static_cast<std::uint32_t>(at - store.order.begin()) : kNoRecord);
  }
}

// Whether the pair at a place of find_ends() is the one that ends: not one of later objects in equal slots.
bool is_end(const PairStore& store, std::uint32_t place, const PairDelta& end) {
  if (place == kNoRecord) return false;
  const PairRecord& record = store.records[store.order[place].record];
  return record.a == end.a && record.b == end.b;
}

}  // namespace

PairStore::Entry* find_pair(PairStore& store, PairKey key) {
  const auto at = std::lower_bound(store.order.begin(), store.order.end(), key, is_entry_before);
  return at != store.order.end() && at->key == key ? &*at : nullptr;
}

void apply(PairStore& store, std::span<const PairDelta> ends, std::span<const PairDelta> begins,
           std::vector<ScenePair>& ended) {
  if (ends.empty() && begins.empty()) return;
  reserve_all(store.order.size() + begins.size(), store.order);
  const std::size_t taken = std::min(begins.size(), store.free_records.size());
  reserve_all(store.records.size() + begins.size() - taken, store.records, store.links, store.free_records);
  reserve_all(ended.size() + ends.size(), ended);
  reserve_all(ends.size(), store.gone);
  // By rising keys, so that a new pair gets the record of one near it: records are then asked for, frame
  // after frame, in about the order in which they and their contacts lie in memory.
  find_ends(store, ends);
  std::size_t next = 0, gone = 0;
  const auto take_out_while = [&](auto is_wanted) {
    for (; next < ends.size() && is_wanted(ends[next]); ++next) {
      const std::uint32_t place = store.gone[next];
      if (!is_end(store, place, ends[next])) continue;
      take_out(store, store.order[place], ended);
      store.gone[gone++] = place;
    }
  };
  const std::size_t before = store.order.size();
  for (const PairDelta& begin : begins) {
    take_out_while([&](const PairDelta& end) { return key_of(end) <= key_of(begin); });
    store.order.push_back(put_in(store, begin));
  }
  take_out_while([](const PairDelta&) { return true; });
  store.gone.resize(gone);
  erase_at(store.order, store.gone);
  merge_tail(store.order, before - gone,
             [](const PairStore::Entry& x, const PairStore::Entry& y) { return x.key < y.key; });
}

bool wish_for_lists(PairStore& store) {
  if (store.has_lists) return true;
  if (++store.wishes < kWishes) return false;
  std::fill(store.first_of.begin(), store.first_of.end(), kNoRecord);
  for (const PairStore::Entry& entry : store.order)
    join_lists(store, entry.record, {entry.member_a, entry.member_b});
  return store.has_lists = true;
}

void drop_lists(PairStore& store) {
  store.has_lists = false;
  store.wishes = 0;
}

std::size_t memory_bytes(const PairStore& store) {
  std::size_t bytes = heap_bytes(store.order, store.records, store.links, store.first_of, store.free_records,
                                 store.gone, store.motion_caches);
  for (const PairRecord& record : store.records) {
    bytes += heap_bytes(record.contacts);
    if (record.memory == nullptr) continue;
    bytes += sizeof(PairMemory) + record.memory->manifolds.memory_bytes();
    if (record.memory->contact_cache != nullptr) bytes += sizeof(ContactCache);
    if (record.memory->front != nullptr) bytes += sizeof(TreeFront);
    if (record.memory->distance != nullptr) bytes += sizeof(Distance);
  }
  return bytes;
}

}  // namespace graze::inline GRAZE_ABI
