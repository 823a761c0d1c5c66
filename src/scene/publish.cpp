// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/reserve_all.h"
#include "scene/scene_state.h"
#include "scene/sorted_list.h"

// Results of an update, by slots: by a walk over all pairs, or over those of the last update.

namespace graze::inline GRAZE_ABI {
namespace {

PairPhase phase_of(bool meets, bool met) {
  if (meets) return met ? PairPhase::stay : PairPhase::begin;
  return met ? PairPhase::end : PairPhase::near;
}

PairKey key_of(const ScenePair& pair) { return {pair.a.slot(), pair.b.slot()}; }
bool is_result_before(const ScenePair& pair, const PairKey& key) { return key_of(pair) < key; }

// For pairs that are published; there is room.
void publish(SceneState& scene, PairStore::Entry& entry, std::vector<ScenePair>& results) {
  const PairRecord& record = scene.pairs.records[entry.record];
  if (entry.meets != entry.met) scene.passing.push_back(entry.key);
  results.push_back({record.a, record.b, record.contact, phase_of(entry.meets, entry.met), record.has_sensor,
                     record.contacts, distance_of(record)});
  entry.met = entry.meets;
}
void publish_end(SceneState& scene, const ScenePair& pair, std::vector<ScenePair>& results) {
  scene.passing.push_back(key_of(pair));
  results.push_back(pair);
}

// Room for the results of all pairs, where many have one: then they need not be counted, but once.
void reserve_results(SceneState& scene) {
  constexpr std::size_t kMany = 4;
  const std::vector<PairStore::Entry>& order = scene.pairs.order;
  const std::size_t most = order.size() + scene.ended.size();
  if (scene.results.capacity() >= most && scene.passing.capacity() >= most) return;
  std::size_t count = scene.ended.size(), passing = scene.ended.size();
  for (const PairStore::Entry& entry : order) {
    count += is_published(entry);
    passing += entry.meets != entry.met;
  }
  reserve_all(kMany * count < most ? count : most, scene.results);
  reserve_all(kMany * count < most ? passing : most, scene.passing);
}

// One walk over all pairs. Pairs that left the store come before a new pair of equal slots.
void publish_all(SceneState& scene) {
  std::vector<PairStore::Entry>& order = scene.pairs.order;
  scene.results.clear();
  scene.passing.clear();
  reserve_results(scene);  // nothing fails from here on
  auto ended = scene.ended.begin();
  constexpr std::size_t kAhead = 12;  // entries whose records are on their way from memory
  for (std::size_t i = 0; i < order.size(); ++i) {
    PairStore::Entry& entry = order[i];
    if (i + kAhead < order.size() && order[i + kAhead].meets)
      __builtin_prefetch(&scene.pairs.records[order[i + kAhead].record]);
    for (; ended != scene.ended.end() && key_of(*ended) <= entry.key; ++ended)
      publish_end(scene, *ended, scene.results);
    if (is_published(entry)) publish(scene, entry, scene.results);
  }
  for (; ended != scene.ended.end(); ++ended) publish_end(scene, *ended, scene.results);
}

// Pairs whose results may be others than those of the last update: they were asked, came or went, or what was
// said of them holds for one update only. False: they are so many that a walk over all pairs is quicker.
bool find_changed(SceneState& scene) {
  constexpr std::size_t kFew = 8;
  std::size_t count = scene.ended.size() + scene.fresh.size() + scene.passing.size();
  for (const auto& work : scene.work) count += work.size();
  if (scene.asks_all || count > scene.pairs.order.size() / kFew) return false;
  std::vector<PairKey>& changed = scene.changed;
  changed.clear();
  for (const ScenePair& pair : scene.ended) changed.push_back(key_of(pair));
  changed.insert(changed.end(), scene.fresh.begin(), scene.fresh.end());
  changed.insert(changed.end(), scene.passing.begin(), scene.passing.end());
  for (const auto& work : scene.work)
    for (const std::uint32_t place : work) changed.push_back(scene.pairs.order[place].key);
  std::sort(changed.begin(), changed.end());
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  return true;
}

// Writes the results of changed pairs over the old ones; those of which there are more or fewer than before
// are taken out, and put in again.
void publish_changed(SceneState& scene) {
  std::vector<ScenePair>&results = scene.results, &news = scene.news;
  const std::size_t most = scene.changed.size() + scene.ended.size();
  news.clear();
  scene.places.clear();
  scene.passing.clear();
  reserve_all(2 * most, scene.places);  // of a key one pair has ended and one is new, then and now
  reserve_all(most, news, scene.passing);
  reserve_all(results.size() + most, results);  // nothing fails from here on
  auto ended = scene.ended.begin();
  std::size_t at = 0;
  for (const PairKey& key : scene.changed) {
    const std::size_t first = news.size();
    for (; ended != scene.ended.end() && key_of(*ended) == key; ++ended) publish_end(scene, *ended, news);
    PairStore::Entry* const entry = find_pair(scene.pairs, key);
    if (entry != nullptr && is_published(*entry)) publish(scene, *entry, news);
    at = std::size_t(seek(results.begin() + std::ptrdiff_t(at), results.end(), key, is_result_before) -
                     results.begin());
    std::size_t end = at;
    while (end < results.size() && key_of(results[end]) == key) ++end;
    if (news.size() - first == end - at) {
      std::copy(news.begin() + std::ptrdiff_t(first), news.end(), results.begin() + std::ptrdiff_t(at));
      news.resize(first);
    } else {
      for (std::size_t i = at; i < end; ++i) scene.places.push_back(static_cast<std::uint32_t>(i));
    }
    at = end;
  }
  erase_at(results, scene.places);
  const std::size_t middle = results.size();
  results.insert(results.end(), news.begin(), news.end());
  merge_tail(results, middle, [](const ScenePair& x, const ScenePair& y) { return key_of(x) < key_of(y); });
}

}  // namespace

void publish_pairs(SceneState& scene) {
  std::stable_sort(scene.ended.begin(), scene.ended.end(),
                   [](const ScenePair& x, const ScenePair& y) { return key_of(x) < key_of(y); });
  find_changed(scene) ? publish_changed(scene) : publish_all(scene);
  scene.ended.clear();
}

}  // namespace graze::inline GRAZE_ABI
