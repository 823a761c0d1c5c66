// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "scene/pair_store.h"

#include <algorithm>

#include "base/heap_bytes.h"
#include "base/reserve_all.h"

namespace graze::inline GRAZE_ABI {
namespace {

void take_out(PairStore& store, const PairStore::Entry& entry, std::vector<ScenePair>& ended) {
  PairRecord& record = store.records[entry.record];
  if (entry.met)
    ended.push_back({record.a, record.b, Contact::apart, PairPhase::end, record.has_sensor, {}, nullptr});
  record = {};
  store.free_records.push_back(entry.record);
}

PairStore::Entry put_in(PairStore& store, const PairDelta& delta) {
  if (store.free_records.empty()) {
    store.free_records.push_back(static_cast<std::uint32_t>(store.records.size()));
    store.records.emplace_back();
  }
  const std::uint32_t index = store.free_records.back();
  store.free_records.pop_back();
  PairRecord& record = store.records[index];
  record.a = delta.a;
  record.b = delta.b;
  record.has_sensor = delta.has_sensor;
  record.is_unbounded = delta.is_unbounded;
  PairStore::Entry entry;
  entry.key = key_of(delta);
  entry.record = index;
  entry.has_sensor = delta.has_sensor;
  entry.member_a = delta.member_a;
  entry.member_b = delta.member_b;
  return entry;
}

}  // namespace

PairStore::Entry* find_pair(PairStore& store, PairKey key) {
  const auto at =
      std::lower_bound(store.order.begin(), store.order.end(), key,
                       [](const PairStore::Entry& entry, const PairKey& k) { return entry.key < k; });
  return at != store.order.end() && at->key == key ? &*at : nullptr;
}

// One walk along all three lists, with all room made before.
void apply(PairStore& store, std::span<const PairDelta> ends, std::span<const PairDelta> begins,
           std::vector<ScenePair>& ended) {
  if (ends.empty() && begins.empty()) return;
  store.spare.clear();
  store.spare.reserve(store.order.size() + begins.size());
  const std::size_t taken = std::min(begins.size(), store.free_records.size());
  reserve_all(store.records.size() + begins.size() - taken, store.records, store.free_records);
  reserve_all(ended.size() + ends.size(), ended);
  auto end = ends.begin();
  const auto is_over = [&](const PairStore::Entry& entry) {
    while (end != ends.end() && key_of(*end) < entry.key) ++end;
    for (auto at = end; at != ends.end() && key_of(*at) == entry.key; ++at) {
      const PairRecord& record = store.records[entry.record];
      if (record.a == at->a && record.b == at->b) return true;
    }
    return false;
  };
  auto begin = begins.begin();
  for (const PairStore::Entry& entry : store.order) {
    if (is_over(entry)) {
      take_out(store, entry, ended);
      continue;
    }
    for (; begin != begins.end() && key_of(*begin) < entry.key; ++begin)
      store.spare.push_back(put_in(store, *begin));
    store.spare.push_back(entry);
  }
  for (; begin != begins.end(); ++begin) store.spare.push_back(put_in(store, *begin));
  store.order.swap(store.spare);
}

std::size_t memory_bytes(const PairStore& store) {
  std::size_t bytes = heap_bytes(store.order, store.spare, store.records, store.free_records);
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
