// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "scene/pair_store.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI {
namespace {

constexpr std::uint32_t kGone = ~std::uint32_t{0};

PairStore::Entry* find_entry(PairStore& store, PairKey key) {
  const auto at =
      std::lower_bound(store.order.begin(), store.order.end(), key,
                       [](const PairStore::Entry& entry, const PairKey& k) { return entry.key < k; });
  return at != store.order.end() && at->key == key ? &*at : nullptr;
}

void take_out(PairStore& store, const PairDelta& delta, std::vector<ScenePair>& ended) {
  PairStore::Entry* entry = find_entry(store, key_of(delta));
  if (entry == nullptr || entry->record == kGone) return;
  PairRecord& record = store.records[entry->record];
  if (record.a != delta.a || record.b != delta.b) return;
  if (record.met)
    ended.push_back({record.a, record.b, Contact::apart, PairPhase::end, record.has_sensor, {}, nullptr});
  record = {};
  store.free_records.push_back(entry->record);
  entry->record = kGone;
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
  return {key_of(delta), index};
}

}  // namespace

PairRecord* find_pair(PairStore& store, PairKey key) {
  const PairStore::Entry* entry = find_entry(store, key);
  return entry == nullptr ? nullptr : &store.records[entry->record];
}

void apply(PairStore& store, std::span<const PairDelta> ends, std::span<const PairDelta> begins,
           std::vector<ScenePair>& ended) {
  for (const PairDelta& delta : ends) take_out(store, delta, ended);
  if (!ends.empty())
    std::erase_if(store.order, [](const PairStore::Entry& entry) { return entry.record == kGone; });
  if (begins.empty()) return;
  const auto middle = static_cast<std::ptrdiff_t>(store.order.size());
  for (const PairDelta& delta : begins) store.order.push_back(put_in(store, delta));
  std::inplace_merge(store.order.begin(), store.order.begin() + middle, store.order.end(),
                     [](const PairStore::Entry& x, const PairStore::Entry& y) { return x.key < y.key; });
}

std::size_t memory_bytes(const PairStore& store) {
  std::size_t bytes = store.order.capacity() * sizeof(PairStore::Entry) +
                      store.records.capacity() * sizeof(PairRecord) +
                      store.free_records.capacity() * sizeof(std::uint32_t);
  for (const PairRecord& record : store.records) {
    bytes += record.contacts.capacity() * sizeof(ContactManifold);
    if (record.contact_cache != nullptr) bytes += sizeof(ContactCache);
    if (record.distance != nullptr) bytes += sizeof(Distance);
  }
  return bytes;
}

}  // namespace graze::inline GRAZE_ABI
