// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "graze/query/tree_front.h"
#include "graze/scene/scene.h"
#include "scene/world_state.h"

namespace graze::inline GRAZE_ABI {

/// Slots of two objects, the lower one first: the order of results.
struct PairKey {
  std::uint32_t a = 0, b = 0;
  friend constexpr auto operator<=>(const PairKey&, const PairKey&) = default;
};

/// Caches and distance of a pair, for pairs that are queried one by one.
struct PairMemory {
  PairCache cache;
  PairCache response_cache;  // of tests of response tables, so that updates do not depend on them
  std::unique_ptr<ContactCache> contact_cache;
  ManifoldCache manifolds;             // of meshes and compounds
  std::unique_ptr<TreeFront> front;    // of two meshes or compounds that may be apart
  std::unique_ptr<Distance> distance;  // below the threshold; else null
};

/// Two objects whose boxes overlap: what the last update found, and what the next one starts from.
struct alignas(64) PairRecord {  // a cache line in float
  ObjectHandle a, b;             // slot of a < slot of b
  bool has_sensor = false;
  bool is_unbounded = false;  // one of them has no finite box
  Contact contact = Contact::apart;
  Vec3 axis;  // along which they were apart, world, from a to b; zero: nothing known
  std::vector<ContactManifold> contacts;
  std::unique_ptr<PairMemory> memory;
};
[[nodiscard]] inline PairKey key_of(const PairRecord& record) { return {record.a.slot(), record.b.slot()}; }
[[nodiscard]] inline PairMemory& memory_of(PairRecord& record) {
  if (record.memory == nullptr) record.memory = std::make_unique<PairMemory>();
  return *record.memory;
}
[[nodiscard]] inline const Distance* distance_of(const PairRecord& record) {
  return record.memory == nullptr ? nullptr : record.memory->distance.get();
}

/// A pair that begins or ends to overlap in boxes.
struct PairDelta {
  ObjectHandle a, b;                         // slot of a < slot of b
  std::uint32_t member_a = 0, member_b = 0;  // their numbers in the scene
  bool has_sensor = false;
  bool is_unbounded = false;
};
[[nodiscard]] inline PairKey key_of(const PairDelta& delta) { return {delta.a.slot(), delta.b.slot()}; }

struct PairDeltas {
  std::vector<PairDelta> ends, begins;
};

/// Where a record stands in the lists of its two members: records before and after it, or kNoRecord.
struct PairLinks {
  std::uint32_t members[2], before[2], after[2];
};
inline constexpr std::uint32_t kNoRecord = ~std::uint32_t{0};

/// All pairs whose boxes overlap, by key. Records stay where they are as long as their pair lasts. What is
/// read of every pair where many move lies in `order`, side by side; where few move, in frame after frame,
/// their pairs are found by the lists of members. Lists are kept from then on, until many move.
struct PairStore {
  struct Entry {
    PairKey key;
    std::uint32_t record = 0;
    std::uint32_t seen_a = 0, seen_b = 0;  // Versions::any when it was last asked; 0: never, or forgotten
    std::uint32_t shapes = 0;              // the sum of both Versions::shape, which only grow
    std::uint32_t member_a = 0, member_b = 0;
    /// As long as the two have travelled less than this, both together, they are apart as they were: no
    /// need to ask. Negative: not known.
    double travel_limit = -1;
    std::uint32_t names = 0;  // checksum of the names of its contact points, where it was asked in lanes
    bool is_ignored : 1 = false;
    bool has_sensor : 1 = false;
    bool met : 1 = false;          // as the last update reported
    bool meets : 1 = false;        // as it was last asked
    bool is_reported : 1 = false;  // even if it does not meet: there are contacts or a distance
  };
  std::vector<Entry> order;
  std::vector<PairRecord> records;
  std::vector<PairLinks> links;          // by record; noise without lists
  std::vector<PairCache> motion_caches;  // by record, of those there were at the last advance; else empty
  std::vector<std::uint32_t> first_of;   // by member: the first record of its list; noise without lists
  std::vector<std::uint32_t> free_records;
  std::vector<std::uint32_t> gone;  // scratch of apply()
  bool has_lists = false;
  int wishes = 0;  // for lists since there were none
};
/// Whether an update has a result of the pair.
[[nodiscard]] inline bool is_published(const PairStore::Entry& entry) {
  return entry.meets || entry.met || entry.is_reported;
}

[[nodiscard]] PairStore::Entry* find_pair(PairStore& store, PairKey key);
/// Takes out `ends` (pairs that are not there are passed over), then puts in `begins`. Both are sorted by
/// key. What met before is added to `ended`, by key. Where memory runs out, nothing has changed.
void apply(PairStore& store, std::span<const PairDelta> ends, std::span<const PairDelta> begins,
           std::vector<ScenePair>& ended);
/// Makes lists of members, if they have been wished for so often that they are worth it. Returns whether
/// there are lists.
bool wish_for_lists(PairStore& store);
/// Until they are wished for again, lists cost nothing.
void drop_lists(PairStore& store);
/// The record after `record` in the list of a member of it; store.first_of has the first one.
[[nodiscard]] inline std::uint32_t next_record(const PairStore& store, std::uint32_t record,
                                               std::uint32_t member) {
  const PairLinks& links = store.links[record];
  return links.after[links.members[0] == member ? 0 : 1];
}
[[nodiscard]] std::size_t memory_bytes(const PairStore& store);

}  // namespace graze::inline GRAZE_ABI
