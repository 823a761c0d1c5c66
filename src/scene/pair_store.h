// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "graze/scene/scene.h"
#include "scene/world_state.h"

namespace graze::inline GRAZE_ABI {

/// Slots of two objects, the lower one first: the order of results.
struct PairKey {
  std::uint32_t a = 0, b = 0;
  friend constexpr auto operator<=>(const PairKey&, const PairKey&) = default;
};

/// Two objects whose boxes overlap: what the last update found, and what the next one starts from.
struct PairRecord {
  ObjectHandle a, b;        // slot of a < slot of b
  Versions seen_a, seen_b;  // when it was last asked
  bool is_ignored = false;
  bool has_sensor = false;
  bool is_unbounded = false;  // one of them has no finite box
  bool met = false;           // as the last update reported
  Contact contact = Contact::apart;
  PairCache cache;
  PairCache response_cache;  // of tests of response tables, so that updates do not depend on them
  std::unique_ptr<ContactCache> contact_cache;  // of pairs that have use for it
  std::unique_ptr<Distance> distance;           // below the threshold; else null
  std::vector<ContactManifold> contacts;
};
[[nodiscard]] inline PairKey key_of(const PairRecord& record) { return {record.a.slot(), record.b.slot()}; }

/// A pair that begins or ends to overlap in boxes.
struct PairDelta {
  ObjectHandle a, b;  // slot of a < slot of b
  bool has_sensor = false;
  bool is_unbounded = false;
};
[[nodiscard]] inline PairKey key_of(const PairDelta& delta) { return {delta.a.slot(), delta.b.slot()}; }

/// All pairs whose boxes overlap, by key. Records stay where they are as long as their pair lasts.
struct PairStore {
  struct Entry {
    PairKey key;
    std::uint32_t record = 0;
  };
  std::vector<Entry> order;
  std::vector<PairRecord> records;
  std::vector<std::uint32_t> free_records;
};

[[nodiscard]] PairRecord* find_pair(PairStore& store, PairKey key);
/// Takes out `ends` (pairs that are not there are passed over), then puts in `begins`, which are sorted by
/// key. What met before is added to `ended`.
void apply(PairStore& store, std::span<const PairDelta> ends, std::span<const PairDelta> begins,
           std::vector<ScenePair>& ended);
[[nodiscard]] std::size_t memory_bytes(const PairStore& store);

}  // namespace graze::inline GRAZE_ABI
