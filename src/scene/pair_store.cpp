// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "scene/pair_store.h"

#include <algorithm>

#include "base/heap_bytes.h"
#include "base/reserve_all.h"
#include "scene/sorted_list.h"

namespace graze::inline GRAZE_ABI {
namespace {

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
  leave_lists(store, entry.record);
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
  join_lists(store, index, {delta.member_a, delta.member_b});
  PairStore::Entry entry;
  entry.key = key_of(delta);
  entry.record = index;
  entry.has_sensor = delta.has_sensor;
  entry.member_a = delta.member_a;
  entry.member_b = delta.member_b;
  return entry;
}

// Of the pairs that end, those that are there.
void take_out_all(PairStore& store, std::span<const PairDelta> ends, std::vector<ScenePair>& ended) {
  store.gone.clear();
  auto at = store.order.begin();
  for (const PairDelta& end : ends) {
    at = seek(at, store.order.end(), key_of(end), is_entry_before);
    if (at == store.order.end()) break;
    const PairRecord& record = store.records[at->record];
    if (at->key != key_of(end) || record.a != end.a || record.b != end.b) continue;
    take_out(store, *at, ended);
    store.gone.push_back(static_cast<std::uint32_t>(at - store.order.begin()));
    ++at;
  }
  erase_at(store.order, store.gone);
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
  take_out_all(store, ends, ended);
  const std::size_t middle = store.order.size();
  for (const PairDelta& begin : begins) store.order.push_back(put_in(store, begin));
  merge_tail(store.order, middle,
             [](const PairStore::Entry& x, const PairStore::Entry& y) { return x.key < y.key; });
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
