// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/pairs/search.h"
#include "broad/pairs/tree.h"
#include "broad/table/bucket_sort.h"
#include "broad/table/moving_box.h"
#include "broad/table/nearest.h"
#include "graze/broad/box_pruning.h"
#include "tree/traverse.h"

namespace graze::inline GRAZE_ABI {

struct BoxPruning::Data {
  BroadPhaseSettings settings;
  ProxyTable table;
  std::vector<Aabb> boxes;              // as in the table, side by side for the search
  std::vector<pruning::BoxKind> kinds;  // by id
  PairBufferData search;
  pruning::RawArray<ProxyPair>
      flushed;  // pairs of boxes that overlapped at the last flush, whatever their filters
  std::size_t flushed_count = 0;
  bool has_other_filters = false;  // set since the last flush
  FlushedTree tree;
  std::vector<PairEvent> events;

  explicit Data(const BroadPhaseSettings& s) : settings(s), table(s.user_filter) {}

  void take(ProxyId id) {
    using pruning::BoxKind;
    boxes.resize(table.capacity());
    kinds.resize(table.capacity(), BoxKind::absent);
    boxes[id] = table.box(id);
    kinds[id] = !table.contains(id) ? BoxKind::absent : table.is_fixed(id) ? BoxKind::fixed : BoxKind::moving;
    tree.set_other_ids();
  }

  /// Which pairs began and ended follows from two sorted lists; filters are asked only about those.
  void compare_lists(std::span<const ProxyPair> before, std::span<const ProxyPair> after,
                     std::vector<PairEvent>& out) const {
    auto old = before.begin(), now = after.begin();
    const auto compare = [&](const ProxyPair& pair) { table.compare(pair.a, pair.b, out); };
    while (old != before.end() && now != after.end()) {
      if (*old == *now) {
        if (has_other_filters) compare(*old);
        ++old, ++now;
      } else {
        compare(*old < *now ? *old++ : *now++);
      }
    }
    while (old != before.end()) compare(*old++);
    while (now != after.end()) compare(*now++);
  }
  /// In parts, by lower number.
  void find_events() {
    const std::span<const ProxyPair> before{flushed.data(), flushed_count};
    const std::span<const ProxyPair> after{search.found.pairs.data(), search.found.count};
    events.clear();
    if (!is_worth_buckets(before.size() + after.size(), settings.executor))
      return compare_lists(before, after, events);
    std::vector<std::vector<PairEvent>> parts(64);
    const auto cut = [&](std::span<const ProxyPair> list, std::size_t part) {
      const ProxyPair first{static_cast<ProxyId>(table.capacity() * part / parts.size()), 0};
      const auto at = part == parts.size() ? list.end() : std::lower_bound(list.begin(), list.end(), first);
      return static_cast<std::size_t>(at - list.begin());
    };
    const auto piece = [&](std::span<const ProxyPair> list, std::size_t part) {
      const std::size_t begin = cut(list, part);
      return list.subspan(begin, cut(list, part + 1) - begin);
    };
    auto run = [&](std::size_t part) { compare_lists(piece(before, part), piece(after, part), parts[part]); };
    run_tasks(settings.executor, parts.size(), run);
    for (const auto& part : parts) events.insert(events.end(), part.begin(), part.end());
  }

  /// visit(id) -> bool for boxes that are not in the tree as they are now; false when a visit said so.
  template <class Visit>
  bool visit_others(Visit&& visit) const {
    if (tree.is_current()) {
      for (const ProxyId id : table.changed())
        if (table.contains(id) && !visit(id)) return false;
      return true;
    }
    for (ProxyId id = 0; id < table.capacity(); ++id)
      if (table.contains(id) && !visit(id)) return false;
    return true;
  }
  /// visit(id) for a leaf of the tree, unless the box has changed since.
  template <class Visit>
  bool visit_leaf(std::uint32_t leaf, Visit&& visit) const {
    const ProxyId id = tree.id(leaf);
    return table.is_changed(id) || visit(id);
  }

  /// walk(sweep, end, leaf) visits the leaves that the sweep meets before `end`, which falls on the way.
  template <class Walk>
  void cast(std::optional<Sweep> sweep, const ProxyFilter& filter, ProxyRayVisitor hit, Walk&& walk) const {
    if (!sweep) return;
    tree.ask();
    bool goes_on = true;
    const auto offer = [&](ProxyId id) {
      const ProxyState& now = table.now(id);
      const double t = passes(now.filter, filter) ? enter(*sweep, now.box) : kMissed;
      return t < 0 || (goes_on = call_hit(*sweep, id, t, hit));
    };
    if (!visit_others(offer) || !tree.is_current()) return;
    const auto end_now = [&] {
      return goes_on ? std::min(kOutward * double(sweep->max_t), std::numeric_limits<double>::max()) : -1;
    };
    double end = end_now();
    walk(*sweep, end, [&](std::uint32_t leaf) {
      if (goes_on) (void)visit_leaf(leaf, offer);
      end = end_now();
    });
  }
};

BoxPruning::BoxPruning(const BroadPhaseSettings& settings) : data_(std::make_unique<Data>(settings)) {}
BoxPruning::~BoxPruning() = default;
BoxPruning::BoxPruning(BoxPruning&& other) noexcept = default;
BoxPruning& BoxPruning::operator=(BoxPruning&& other) noexcept = default;

Result<ProxyId> BoxPruning::create(const ProxyInput& input) {
  auto id = data_->table.create(input);
  if (id) data_->take(*id);
  return id;
}

std::optional<Error> BoxPruning::create(std::span<const ProxyInput> inputs, std::span<ProxyId> out) {
  if (const auto error = data_->table.create(inputs, out)) return error;
  for (const ProxyId id : out) data_->take(id);
  return {};
}

std::optional<Error> BoxPruning::move(ProxyId id, const Aabb& box) {
  if (const auto error = data_->table.move(id, box)) return error;
  data_->boxes[id] = box;
  return {};
}

std::optional<Error> BoxPruning::move(std::span<const ProxyId> ids, std::span<const Aabb> boxes) {
  if (const auto error = data_->table.check_move(ids, boxes)) return error;
  for (std::size_t i = 0; i < ids.size(); ++i) (void)move(ids[i], boxes[i]);
  return {};
}

std::optional<Error> BoxPruning::destroy(ProxyId id) {
  if (const auto error = data_->table.destroy(id)) return error;
  data_->take(id);
  return {};
}

std::optional<Error> BoxPruning::destroy(std::span<const ProxyId> ids) {
  if (const auto error = data_->table.check_destroy(ids)) return error;
  for (const ProxyId id : ids) (void)destroy(id);
  return {};
}

std::optional<Error> BoxPruning::set_filter(ProxyId id, const ProxyFilter& filter) {
  if (const auto error = data_->table.set_filter(id, filter)) return error;
  data_->has_other_filters = true;
  return {};
}

void BoxPruning::flush(PairSink sink) {
  Data& d = *data_;
  if (!d.table.changed().empty()) {
    pruning::find_pairs({d.boxes, d.kinds}, d.search, {d.settings.executor, PairOrder::sorted});
    d.find_events();
    std::swap(d.flushed, d.search.found.pairs);
    d.flushed_count = d.search.found.count;
    d.has_other_filters = false;
    d.table.finish_flush();
    d.tree.update(d.table, d.settings.executor);
    for (const PairEvent& event : d.events) sink(event);
  } else if (!d.tree.is_current()) {
    d.tree.update(d.table, d.settings.executor);
  }
}

std::size_t BoxPruning::size() const { return data_->table.size(); }
bool BoxPruning::contains(ProxyId id) const { return data_->table.contains(id); }
Aabb BoxPruning::box(ProxyId id) const { return data_->table.box(id); }
std::size_t BoxPruning::memory_bytes() const {
  const Data& d = *data_;
  return sizeof(Data) + d.table.memory_bytes() + heap_bytes(d.boxes) + heap_bytes(d.kinds) +
         pruning::memory_bytes(d.search) + d.flushed.memory_bytes() + d.tree.memory_bytes() +
         heap_bytes(d.events);
}

void BoxPruning::overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visitor) const {
  if (box.is_empty()) return;
  const Data& d = *data_;
  d.tree.ask();
  const auto offer = [&](ProxyId id) {
    const ProxyState& now = d.table.now(id);
    return !graze::overlaps(now.box, box) || !passes(now.filter, filter) || visitor(id);
  };
  if (!d.visit_others(offer) || !d.tree.is_current()) return;
  visit_box(d.tree.tree(), box, [&](std::uint32_t leaf) { return d.visit_leaf(leaf, offer); });
}

void BoxPruning::ray_cast(const Ray& ray, const ProxyFilter& filter, ProxyRayVisitor hit) const {
  const auto to_double = [](const Vec3& v) {
    return BasicVec3<double>{double(v.x), double(v.y), double(v.z)};
  };
  data_->cast(make_sweep(ray), filter, hit, [&](const Sweep&, const double& end, auto&& leaf) {
    visit_ray(data_->tree.tree(), to_double(ray.origin), to_double(ray.direction), end, leaf);
  });
}

void BoxPruning::box_cast(const Aabb& box, const Ray& ray, const ProxyFilter& filter,
                          ProxyRayVisitor hit) const {
  data_->cast(make_sweep(box, ray), filter, hit, [&](const Sweep& sweep, const double& end, auto&& leaf) {
    const auto bound = [&](const Aabb& node) {
      const double t = enter(sweep, node);
      return t < 0 ? std::numeric_limits<double>::infinity() : t;
    };
    visit_nearest(data_->tree.tree(), bound, end, leaf);
  });
}

std::size_t BoxPruning::nearest(const Vec3& point, const ProxyFilter& filter,
                                std::span<NearProxy> out) const {
  if (!is_finite(point) || out.empty()) return 0;
  const Data& d = *data_;
  d.tree.ask();
  NearestList list(out);
  std::size_t offered = 0;
  const auto offer = [&](ProxyId id) {
    const ProxyState& now = d.table.now(id);
    if (!passes(now.filter, filter)) return true;
    list.offer({id, squared_distance(point, now.box)});
    ++offered;
    return true;
  };
  d.visit_others(offer);
  if (d.tree.is_current()) {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    double best = offered < out.size() ? kFar : double(out[0].squared_distance);
    const auto bound = [&](const Aabb& node) { return double(squared_distance(point, node)); };
    visit_nearest(d.tree.tree(), bound, best, [&](std::uint32_t leaf) {
      (void)d.visit_leaf(leaf, offer);
      best = offered < out.size() ? kFar : double(out[0].squared_distance);
    });
  }
  return list.finish();
}

}  // namespace graze::inline GRAZE_ABI
