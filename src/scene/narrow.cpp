// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <new>
#include <numeric>
#include <type_traits>

#include "graze/query/intersects.h"
#include "query/batch/job.h"
#include "query/contact/cache.h"
#include "query/contact/find.h"
#include "query/pair/route.h"
#include "query/pair/steps.h"
#include "scene/scene_state.h"

// Pairs in which something changed, in groups: those that have lanes are asked a block at a time, the others
// one by one from what was learned about them. The answer to a pair does not depend on its neighbours.

namespace graze::inline GRAZE_ABI {
namespace {

using Entry = PairStore::Entry;

constexpr std::size_t kSinglesPerTask = 32;
constexpr std::size_t kComplexPerTask = 4;

PairGroup group_of(RouteClass a, RouteClass b, bool has_sensor) {
  if (std::max(a, b) == RouteClass::pieces) return PairGroup::complex;
  const LaneGroup lanes = lane_group(a, b);
  // Polytopes are asked one by one: from the last frame's cache that is faster than lanes from nothing.
  if (lanes == LaneGroup::hulls || lanes == LaneGroup::single) return PairGroup::convex;
  if (has_sensor) return PairGroup::sensors;
  if (lanes == LaneGroup::mixed) return PairGroup::mixed;
  return lanes == LaneGroup::round ? PairGroup::round : PairGroup::boxes;
}

// A pair that is being asked.
struct Question {
  Entry& entry;
  PairRecord& record;
  const Instance &a, &b;

  Question(SceneState& scene, std::uint32_t index)
      : entry(scene.pairs.order[index]),
        record(scene.pairs.records[entry.record]),
        a(scene.world->slots[entry.key.a].object.instance),
        b(scene.world->slots[entry.key.b].object.instance) {}
};

// Before it is asked: what was learned about other shapes is dropped.
void begin_question(const SceneState& scene, Question& q) {
  q.entry.travel_limit = -1;
  if (q.entry.shapes == shapes_of(scene, q.entry)) return;
  q.entry.shapes = shapes_of(scene, q.entry);
  q.record.axis = {};
  q.record.memory.reset();
  q.record.contacts.clear();
}

bool have_equal_names(const ContactSet& x, const ContactSet& y) {
  if (x.count != y.count) return false;
  for (int i = 0; i < x.count; ++i)
    if (x.points[i].feature_a != y.points[i].feature_a || x.points[i].feature_b != y.points[i].feature_b)
      return false;
  return true;
}
// Where two sets share it by chance, names do not last; they are right all the same.
std::uint32_t checksum_of_names(const ContactSet& set) {
  std::uint64_t sum = 0;
  const auto add = [&](const Feature& f, std::uint64_t factor) {
    sum +=
        (f.first | std::uint64_t{f.second} << 32) * factor + (std::uint64_t(f.kind) + 1) * (factor >> 7 | 1);
  };
  std::uint64_t factor = 0x9e3779b97f4a7c15u;
  for (const ContactPoint& p : set.span()) {
    add(p.feature_a, factor);
    add(p.feature_b, factor ^ 0xd1b54a32d192ed02u);
    factor += 0x5851f42d4c957f2cu;
  }
  return static_cast<std::uint32_t>(sum >> 32);
}
// Lanes have no caches: names stay by what the last frame found, which lies far away in memory, and is looked
// at only where names are others.
void keep_names(const Question& q, const ContactSettings& settings, ContactSet& set) {
  if (set.count == 0) return;
  const std::uint32_t names = checksum_of_names(set), last_names = q.entry.names;
  q.entry.names = names;
  if (names == last_names || q.record.contacts.empty()) return;
  const ContactSet& last = q.record.contacts[0].set;
  if (have_equal_names(last, set)) return;
  keep_last_names(operand(q.a), operand(q.b), settings, last, set);
  q.entry.names = checksum_of_names(set);
}

// Takes over the answer, which is in the record.
void finish_question(const SceneState& scene, Question& q) {
  q.entry.seen_a = scene.world->versions[q.entry.key.a].any;
  q.entry.seen_b = scene.world->versions[q.entry.key.b].any;
  q.entry.meets = q.record.contact != Contact::apart;
  q.entry.is_reported = !q.record.contacts.empty() || distance_of(q.record) != nullptr;
  constexpr double kRounding = 1 - 0x1p-40;  // of sums of travels
  if (q.entry.travel_limit > 0)
    q.entry.travel_limit = (q.entry.travel_limit + travel_of(scene, q.entry)) * kRounding;
}

QuerySettings query_settings(const SceneSettings& settings) {
  return {.relative_error = settings.relative_error,
          .max_iterations = settings.max_iterations,
          .cache = nullptr,
          .workspace = nullptr,
          .threshold = settings.with_distances ? settings.threshold : kInfinity};
}
ContactSettings contact_settings(const SceneSettings& settings) {
  ContactSettings of_contacts;
  of_contacts.prediction = settings.prediction;
  of_contacts.relative_error = settings.relative_error;
  of_contacts.max_iterations = settings.max_iterations;
  return of_contacts;
}

// Pairs that are farther apart are not reported.
double wanted_reach(const SceneSettings& settings) {
  return std::max(settings.with_contacts ? double(settings.prediction) : 0.0,
                  settings.with_distances ? double(settings.threshold) : 0.0);
}

// Writes answers to the record.
struct Answers {
  double reach;

  void take(const ContactSet& set, Question& q) const {
    q.record.contact = set.contact;
    if (set.contact == Contact::apart) keep_room(double(set.lower), q);
    put_set(set, q.record.contacts);
  }
  void take(const Distance& distance, Question& q) const {
    q.record.contact = distance.contact;
    if (distance.status == Status::beyond_threshold) {
      if (q.record.memory != nullptr) q.record.memory->distance.reset();
      return keep_room(double(distance.lower), q);
    }
    PairMemory& memory = memory_of(q.record);
    if (memory.distance == nullptr) memory.distance = std::make_unique<Distance>();
    *memory.distance = distance;
  }
  void take(const Intersection& intersection, Question& q) const { q.record.contact = intersection.contact; }

  void keep_room(double distance, Question& q) const {
    q.entry.travel_limit = std::max(q.entry.travel_limit, distance - reach);
  }
};

// Room for the results of a block, all of which are written before they are read.
template <class Result>
class Scratch {
 public:
  [[nodiscard]] std::span<Result> first(std::size_t count) {
    return {std::launder(reinterpret_cast<Result*>(bytes_)), count};
  }

 private:
  static_assert(std::is_trivially_copyable_v<Result> && std::is_aggregate_v<Result>);
  alignas(Result) std::byte bytes_[kBatchBlock * sizeof(Result)];  // no time is spent on zeros
};

void prefetch_bytes(const void* from, std::size_t size) {
  for (std::size_t offset = 0; offset < size; offset += 64)
    __builtin_prefetch(static_cast<const char*>(from) + offset, 1);
}
// Contacts lie anywhere in memory, and are written from end to end.
void prefetch_contacts(const PairRecord& record) {
  if (!record.contacts.empty()) prefetch_bytes(record.contacts.data(), sizeof(ContactManifold));
}
// The beginning of a cache, and of pairs that met also the names; a proof in between is read in its order.
void prefetch_cache(const PairRecord& record) {
  if (record.memory == nullptr || record.memory->contact_cache == nullptr) return;
  const ContactMemory& memory = ContactMemory::of(*record.memory->contact_cache);
  prefetch_bytes(&memory, sizeof(ContactMemory) - sizeof memory.proof - sizeof memory.known);
  if (!record.contacts.empty()) prefetch_bytes(memory.known, sizeof memory.known);
}

// A block of pairs that have lanes.
struct Block {
  SceneState& scene;
  std::span<const std::uint32_t> pairs;

  template <class Result, class Settings>
  void ask(const Settings& settings) const {
    LanePair lanes[kBatchBlock];
    Scratch<Result> scratch;
    const std::span<Result> results = scratch.first(pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (i + kAhead < pairs.size()) prefetch_object(Question(scene, pairs[i + kAhead]).b);
      const Question q(scene, pairs[i]);
      __builtin_prefetch(&q.record, 1);
      lanes[i] = {{operand(q.a), operand(q.b)}};
    }
    answer_pairs({lanes, pairs.size()}, results, settings);
    const Answers answers{wanted_reach(scene.settings)};
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (i + kAhead < pairs.size()) {
        const Question next(scene, pairs[i + kAhead]);
        prefetch_contacts(next.record);
        prefetch_changes(scene, next.entry);
      }
      Question q(scene, pairs[i]);
      begin_question(scene, q);
      if constexpr (std::is_same_v<Result, ContactSet>) keep_names(q, settings, results[i]);
      answers.take(results[i], q);
      finish_question(scene, q);
    }
  }

 private:
  static constexpr std::size_t kAhead = 6;
};

void ask_block(SceneState& scene, PairGroup group, std::span<const std::uint32_t> pairs) {
  const SceneSettings& settings = scene.settings;
  const Block block{scene, pairs};
  const bool is_sensor = group == PairGroup::sensors;
  if (settings.with_distances && !is_sensor) block.ask<Distance>(query_settings(settings));
  if (settings.with_contacts && !is_sensor) block.ask<ContactSet>(contact_settings(settings));
  if (is_sensor || (!settings.with_distances && !settings.with_contacts))
    block.ask<Intersection>(query_settings(settings));
}

// Spheres, capsules and boxes need no help from the last frame. Asked of kinds, not of the route table: a
// sheared box would get a cache by it, and other last digits.
bool needs_no_cache(const Instance& instance) {
  const ShapeKind kind = instance.shape.kind();
  return kind == ShapeKind::sphere || kind == ShapeKind::capsule || kind == ShapeKind::box ||
         kind == ShapeKind::half_space;
}

// Apart along the axis that a search found, or along the line of centres.
bool is_apart_at_once(Question& q, const Answers& answers) {
  Operand grown = operand(q.a);
  grown.margin = round_up(double(grown.margin) + answers.reach);
  PairCache last;
  last.axis = q.record.axis;
  Vec3 axis;
  double gap = 0;
  const bool is_apart = find_quick_axis(grown, operand(q.b), &last, axis, &gap) ||
                        (last.axis != Vec3{} && find_quick_axis(grown, operand(q.b), nullptr, axis, &gap));
  if (!is_apart) return false;
  q.record.contact = Contact::apart;
  q.record.contacts.clear();
  answers.keep_room(gap + answers.reach, q);
  return true;
}

void ask_contacts(Question& q, ContactSettings settings, const Answers& answers) {
  if (is_apart_at_once(q, answers)) return;
  if (!needs_no_cache(q.a) || !needs_no_cache(q.b)) {
    PairMemory& memory = memory_of(q.record);
    if (memory.contact_cache == nullptr) memory.contact_cache = std::make_unique<ContactCache>();
    settings.cache = memory.contact_cache.get();
  }
  answers.take(contacts(q.a, q.b, settings), q);
  const ContactMemory* const last = ContactMemory::of(settings.cache);
  if (last != nullptr && last->is_apart && is_finite(last->axis)) q.record.axis = last->axis;
}

// Manifolds are large: first their places are sorted, then each is moved to its own.
void sort_by_pieces(std::vector<ContactManifold>& found) {
  using Place = std::array<std::uint32_t, 5>;
  const auto place_of = [](const ContactManifold& m, std::size_t i) {
    return Place{m.piece_a, m.piece_b, m.leaf_a, m.leaf_b, std::uint32_t(i)};
  };
  const auto is_before = [&](const ContactManifold& x, const ContactManifold& y) {
    return place_of(x, 0) < place_of(y, 0);
  };
  if (std::is_sorted(found.begin(), found.end(), is_before)) return;
  std::vector<Place> places;
  for (const ContactManifold& m : found) places.push_back(place_of(m, places.size()));
  std::sort(places.begin(), places.end());
  for (std::size_t i = 0; i < places.size(); ++i) {
    std::size_t from = places[i][4];
    while (from < i) from = places[from][4];  // what was there has been moved on
    if (from != i) std::swap(found[i], found[from]);
  }
}

// Whether they meet is known where pieces have contacts without being predicted.
bool ask_manifolds(Question& q, ContactSettings settings) {
  settings.manifolds = &memory_of(q.record).manifolds;
  const std::vector<ContactManifold>& found = q.record.contacts;
  find_manifolds(q.a, q.b, settings, q.record.contacts);
  if (found.empty() || settings.prediction > 0) return false;
  q.record.contact = Contact::touching;
  for (const ContactManifold& m : found)
    if (m.set.contact == Contact::overlapping) q.record.contact = Contact::overlapping;
  return true;
}

bool is_complex_shape(const Instance& instance) { return is_complex(instance.shape.kind()); }

TreeFront& front_of(PairRecord& record) {
  PairMemory& memory = memory_of(record);
  if (memory.front == nullptr) memory.front = std::make_unique<TreeFront>();
  return *memory.front;
}

void ask_single(SceneState& scene, PairGroup group, std::uint32_t index) {
  Question q(scene, index);
  begin_question(scene, q);
  q.entry.names = 0;
  Workspace workspace;
  const SceneSettings& settings = scene.settings;
  const Answers answers{wanted_reach(settings)};
  const bool with_contacts = settings.with_contacts && !q.record.has_sensor;
  const bool with_distance = settings.with_distances && !q.record.has_sensor;
  const bool is_complex = group == PairGroup::complex;
  ContactSettings of_contacts = contact_settings(settings);
  of_contacts.workspace = &workspace;
  QuerySettings query = query_settings(settings);
  query.workspace = &workspace;
  if (with_distance || !with_contacts || is_complex) query.cache = &memory_of(q.record).cache;
  if (with_distance) answers.take(distance(q.a, q.b, query), q);
  bool is_known = with_distance;
  if (with_contacts && !is_complex) {
    ask_contacts(q, of_contacts, answers);
    is_known = true;
  }
  if (with_contacts && is_complex) is_known |= ask_manifolds(q, of_contacts);
  if (!is_known) {
    if (is_complex_shape(q.a) && is_complex_shape(q.b)) query.front = &front_of(q.record);
    answers.take(intersects(q.a, q.b, query), q);
  }
  finish_question(scene, q);
}

// Each pair has memory of its own, anywhere. That of all pairs of a task is asked for at once: one by one,
// the waiting would take longer than many of the answers.
void ask_singles(SceneState& scene, PairGroup group, std::span<const std::uint32_t> pairs) {
  for (const std::uint32_t index : pairs) {
    const Question q(scene, index);
    __builtin_prefetch(&q.record, 1);
    prefetch_object(q.b);
    prefetch_changes(scene, q.entry);
  }
  for (const std::uint32_t index : pairs) {
    const PairRecord& record = Question(scene, index).record;
    if (record.memory != nullptr) prefetch_bytes(record.memory.get(), sizeof(PairMemory));
    prefetch_contacts(record);
  }
  for (const std::uint32_t index : pairs) prefetch_cache(Question(scene, index).record);
  for (const std::uint32_t index : pairs) ask_single(scene, group, index);
}

void forget_answer(SceneState& scene, Entry& entry) {
  PairRecord& record = scene.pairs.records[entry.record];
  record.contact = Contact::apart;
  record.contacts.clear();
  if (record.memory != nullptr) record.memory->distance.reset();
  entry.meets = entry.is_reported = false;
  entry.seen_a = entry.seen_b = 0;  // asked again when it is no longer ignored
}

// Whatever became of it: the next update asks anew, and from nothing.
void forget_question(SceneState& scene, std::uint32_t index) {
  Entry& entry = scene.pairs.order[index];
  entry.seen_a = entry.seen_b = 0;
  entry.travel_limit = -1;
  scene.pairs.records[entry.record].axis = {};
  scene.pairs.records[entry.record].memory.reset();
}

bool is_to_be_asked(SceneState& scene, Entry& entry) {
  const WorldState& world = *scene.world;
  if (entry.is_ignored) {
    if (entry.seen_a != 0 || entry.meets || entry.is_reported) forget_answer(scene, entry);
    return false;
  }
  if (entry.seen_a == world.versions[entry.key.a].any && entry.seen_b == world.versions[entry.key.b].any)
    return false;
  // Neither can have come so far; and what is asked needlessly would be learned needlessly.
  return !(entry.travel_limit > travel_of(scene, entry)) || entry.shapes != shapes_of(scene, entry);
}

void add_work(SceneState& scene, std::uint32_t place) {
  Entry& entry = scene.pairs.order[place];
  if (!is_to_be_asked(scene, entry)) return;
  const std::vector<RouteClass>& classes = scene.world->classes;
  const PairGroup group = group_of(classes[entry.key.a], classes[entry.key.b], entry.has_sensor);
  scene.work[std::size_t(group)].push_back(place);
}

// False: they are so many that a walk over all pairs is quicker, or were so a short while ago.
bool find_few_places(SceneState& scene) {
  constexpr std::size_t kFew = 8;  // to find a pair costs as much as to pass by some
  PairStore& pairs = scene.pairs;
  const std::size_t most = pairs.order.size() / kFew;
  scene.places.clear();
  if (scene.asks_all || scene.fresh.size() > most || scene.moved.size() > most) {
    drop_lists(pairs);
    return false;
  }
  if (!wish_for_lists(pairs)) return false;
  const auto add = [&](const PairKey& key) {
    if (const Entry* entry = find_pair(pairs, key))
      scene.places.push_back(static_cast<std::uint32_t>(entry - pairs.order.data()));
  };
  for (const PairKey& key : scene.fresh) add(key);
  for (const std::uint32_t member : scene.moved)
    for (std::uint32_t i = pairs.first_of[member]; i != kNoRecord; i = next_record(pairs, i, member)) {
      if (scene.places.size() >= most) return false;
      add(key_of(pairs.records[i]));
    }
  std::sort(scene.places.begin(), scene.places.end());
  scene.places.erase(std::unique(scene.places.begin(), scene.places.end()), scene.places.end());
  return true;
}

// With pairs of members that rest nothing has happened.
void collect_work(SceneState& scene) {
  for (auto& work : scene.work) work.clear();
  const bool are_few = find_few_places(scene);
  const std::size_t count = are_few ? scene.places.size() : scene.pairs.order.size();
  constexpr std::size_t kAhead = 8;
  for (std::size_t i = 0; i < count; ++i) {
    if (!are_few && i + kAhead < count) prefetch_changes(scene, scene.pairs.order[i + kAhead]);
    add_work(scene, are_few ? scene.places[i] : static_cast<std::uint32_t>(i));
  }
}

std::size_t block_size(PairGroup group) {
  if (group == PairGroup::complex) return kComplexPerTask;
  return group == PairGroup::convex ? kSinglesPerTask : kBatchBlock;
}

}  // namespace

void put_set(const ContactSet& set, std::vector<ContactManifold>& found) {
  if (set.count == 0) return found.clear();
  found.resize(1);
  ContactManifold& manifold = found[0];
  manifold.piece_a = manifold.piece_b = manifold.leaf_a = manifold.leaf_b = kNoPiece;
  // Of the points only those that there are: the rest would be half of what is written in a frame.
  static_cast<ContactSummary&>(manifold.set) = set;
  manifold.set.count = set.count;
  std::copy_n(set.points, set.count, manifold.set.points);
}

void find_manifolds(const Instance& a, const Instance& b, const ContactSettings& settings,
                    std::vector<ContactManifold>& found) {
  found.clear();
  const auto add = [&](const ContactManifold& manifold) {
    found.push_back(manifold);
    return true;
  };
  (void)visit_contact_manifolds(a, b, add, settings);
  sort_by_pieces(found);
}

void find_places(SceneState& scene) {
  if (find_few_places(scene)) return;
  scene.places.resize(scene.pairs.order.size());
  std::iota(scene.places.begin(), scene.places.end(), 0u);
}

void ask_pairs(SceneState& scene) {
  collect_work(scene);
  struct Task {
    PairGroup group;
    std::span<const std::uint32_t> pairs;
  };
  std::vector<Task> tasks;
  scene.statistics.tested = 0;
  for (std::size_t i = kPairGroups; i-- > 0;) {  // the slowest first: the last to end are quick
    const PairGroup group{static_cast<std::uint8_t>(i)};
    const std::span<const std::uint32_t> all = scene.work[i];
    const std::size_t size = block_size(group);
    for (std::size_t from = 0; from < all.size(); from += size)
      tasks.push_back({group, all.subspan(from, std::min(size, all.size() - from))});
    scene.statistics.tested += all.size();
  }
  const auto run = [&](std::size_t i) {
    const Task& task = tasks[i];
    task.group < PairGroup::convex ? ask_block(scene, task.group, task.pairs)
                                   : ask_singles(scene, task.group, task.pairs);
  };
  try {
    run_tasks(scene.settings.executor, tasks.size(), run);
  } catch (...) {  // memory ran out in one of them
    for (const auto& work : scene.work)
      for (const std::uint32_t index : work) forget_question(scene, index);
    throw;
  }
  scene.statistics.box_pairs = scene.pairs.order.size();
}

}  // namespace graze::inline GRAZE_ABI
