// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/sweep/walk.h"
#include "broad/table/nearest.h"
#include "broad/table/proxies.h"
#include "broad/tree/pairs.h"
#include "graze/broad/sweep_and_prune.h"

namespace graze::inline GRAZE_ABI {
namespace {

// From so many boxes on, neighbours of boxes that came and went are found by a tree made for the purpose: a
// range query finds n^(2/3) of n boxes in a cloud.
constexpr std::size_t kManyAsked = 64;
// Pairs that change often between two flushes are listed often; the list is cleaned when it has grown so
// long.
constexpr std::size_t kFirstCleaning = 4096;

}  // namespace

struct SweepAndPrune::Data {
  BroadPhaseSettings settings;
  ProxyTable table;
  Endpoints endpoints;           // also of boxes destroyed since the last flush
  std::vector<ProxyPair> pairs;  // which may have begun or ended because one of them moved
  std::size_t cleaning = kFirstCleaning;
  std::vector<std::uint8_t> is_asked;  // by id
  std::vector<ProxyId> asked;  // created, destroyed, with another filter: to be compared with all neighbours
  std::vector<PairEvent> events;

  explicit Data(const BroadPhaseSettings& s) : settings(s), table(s.user_filter) {}

  void ask(ProxyId id) {
    is_asked.resize(table.capacity());
    if (is_asked[id] != 0) return;
    is_asked[id] = 1;
    asked.push_back(id);
  }
  void add(std::span<const ProxyId> ids) {
    std::vector<Endpoints::Box> boxes;
    for (const ProxyId id : ids) {
      boxes.push_back({table.now(id).box, id});
      ask(id);
    }
    if (!boxes.empty()) endpoints.insert(boxes);
  }
  void follow(ProxyId id) {
    const Aabb& box = table.now(id).box;
    if (endpoints.is_far(id, box))
      jump(id, box);
    else
      endpoints.move(id, box, pairs);
    if (pairs.size() < cleaning) return;
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    cleaning = std::max(kFirstCleaning, 2 * pairs.size());
  }

  // Pairs that end are found here, those that begin when the next flush looks around the new place.
  void jump(ProxyId id, const Aabb& box) {
    const Aabb before = endpoints.box(id);
    endpoints.visit_range(before, [&](ProxyId other) {
      if (other != id && graze::overlaps(before, endpoints.box(other))) pairs.push_back({id, other});
      return true;
    });
    endpoints.jump(id, box);
    ask(id);
  }
  void compare_asked() {
    for (const ProxyId id : asked) {
      endpoints.visit_range(endpoints.box(id), [&](ProxyId other) {
        if (other != id) table.compare(id, other, events);
        return true;
      });
    }
  }
  void compare_many_asked() {
    std::vector<BoxLeaf> leaves[2];
    for (ProxyId id = 0; id < table.capacity(); ++id) {
      if (!table.contains(id) && is_asked[id] == 0) continue;
      const ProxyFilter filter = merge(table.now(id).filter, table.flushed(id).filter);
      leaves[table.is_fixed(id) ? 1 : 0].push_back(
          {endpoints.box(id), filter, main_leaf(id), is_asked[id] != 0});
    }
    BoxTree moving, fixed;
    moving.insert(leaves[0]);
    fixed.insert(leaves[1]);
    find_events(table, moving, fixed, settings.executor, events);
  }
  void settle() {
    bool is_any_gone = false;
    for (const ProxyId id : asked) {
      is_any_gone |= !table.contains(id);
      is_asked[id] = 0;
    }
    if (is_any_gone) endpoints.retain([&](ProxyId id) { return table.contains(id); });
    asked.clear();
    pairs.clear();
    table.finish_flush();
  }
  void cast(std::optional<Sweep> sweep, const ProxyFilter& filter, ProxyRayVisitor hit) const;
};

SweepAndPrune::SweepAndPrune(const BroadPhaseSettings& settings) : data_(std::make_unique<Data>(settings)) {}
SweepAndPrune::~SweepAndPrune() = default;
SweepAndPrune::SweepAndPrune(SweepAndPrune&& other) noexcept = default;
SweepAndPrune& SweepAndPrune::operator=(SweepAndPrune&& other) noexcept = default;

Result<ProxyId> SweepAndPrune::create(const ProxyInput& input) {
  auto id = data_->table.create(input);
  if (id) data_->add({&*id, 1});
  return id;
}

std::optional<Error> SweepAndPrune::create(std::span<const ProxyInput> inputs, std::span<ProxyId> out) {
  if (const auto error = data_->table.create(inputs, out)) return error;
  data_->add(out);
  return {};
}

std::optional<Error> SweepAndPrune::move(ProxyId id, const Aabb& box) {
  if (const auto error = data_->table.move(id, box)) return error;
  data_->follow(id);
  return {};
}

std::optional<Error> SweepAndPrune::move(std::span<const ProxyId> ids, std::span<const Aabb> boxes) {
  if (const auto error = data_->table.check_move(ids, boxes)) return error;
  for (std::size_t i = 0; i < ids.size(); ++i) (void)move(ids[i], boxes[i]);
  return {};
}

std::optional<Error> SweepAndPrune::destroy(ProxyId id) {
  if (const auto error = data_->table.destroy(id)) return error;
  data_->ask(id);
  return {};
}

std::optional<Error> SweepAndPrune::destroy(std::span<const ProxyId> ids) {
  if (const auto error = data_->table.check_destroy(ids)) return error;
  for (const ProxyId id : ids) (void)destroy(id);
  return {};
}

std::optional<Error> SweepAndPrune::set_filter(ProxyId id, const ProxyFilter& filter) {
  if (const auto error = data_->table.set_filter(id, filter)) return error;
  data_->ask(id);
  return {};
}

void SweepAndPrune::flush(PairSink sink) {
  Data& d = *data_;
  if (d.table.changed().empty()) return;
  d.events.clear();
  for (const ProxyPair& pair : d.pairs) d.table.compare(pair.a, pair.b, d.events);
  if (d.asked.size() < kManyAsked)
    d.compare_asked();
  else
    d.compare_many_asked();
  d.settle();
  report(d.events, d.settings.executor, sink);
}

std::size_t SweepAndPrune::size() const { return data_->table.size(); }
bool SweepAndPrune::contains(ProxyId id) const { return data_->table.contains(id); }
Aabb SweepAndPrune::box(ProxyId id) const { return data_->table.box(id); }
std::size_t SweepAndPrune::memory_bytes() const {
  const Data& d = *data_;
  return sizeof(Data) + d.table.memory_bytes() + d.endpoints.memory_bytes() + heap_bytes(d.pairs) +
         heap_bytes(d.is_asked) + heap_bytes(d.asked) + heap_bytes(d.events);
}

void SweepAndPrune::overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visitor) const {
  if (box.is_empty()) return;
  data_->endpoints.visit_range(box, [&](ProxyId id) {
    const ProxyState& now = data_->table.now(id);
    return !graze::overlaps(now.box, box) || !passes(now.filter, filter) || visitor(id);
  });
}

// First the boxes that are not entered by any side, then along the grid.
void SweepAndPrune::Data::cast(std::optional<Sweep> sweep, const ProxyFilter& filter,
                               ProxyRayVisitor hit) const {
  if (!sweep) return;
  const auto offer = [&](ProxyId id, int axis) {
    const ProxyState& now = table.now(id);
    if (!passes(now.filter, filter) || entry_axis(*sweep, now.box) != axis) return true;
    const double t = enter(*sweep, now.box);
    return t < 0 || call_hit(*sweep, id, t, hit);
  };
  bool goes_on = true;
  endpoints.visit_range(start_box(*sweep), [&](ProxyId id) { return goes_on = offer(id, -1); });
  GridWalk walk(endpoints, *sweep);
  for (int k = walk.axis(); goes_on && k >= 0 && reaches(*sweep, walk.time(k)); k = walk.axis()) {
    goes_on = offer(walk.id(k), k);
    walk.advance(k);
  }
}

void SweepAndPrune::ray_cast(const Ray& ray, const ProxyFilter& filter, ProxyRayVisitor hit) const {
  data_->cast(make_sweep(ray), filter, hit);
}

void SweepAndPrune::box_cast(const Aabb& box, const Ray& ray, const ProxyFilter& filter,
                             ProxyRayVisitor hit) const {
  data_->cast(make_sweep(box, ray), filter, hit);
}

// Along the first axis: boxes beside the point, then those ahead and behind until none of them can be nearer.
std::size_t SweepAndPrune::nearest(const Vec3& point, const ProxyFilter& filter,
                                   std::span<NearProxy> out) const {
  if (!is_finite(point) || out.empty()) return 0;
  NearestList list(out);
  const auto offer = [&](ProxyId id) {
    const ProxyState& now = data_->table.now(id);
    if (passes(now.filter, filter)) list.offer({id, squared_distance(point, now.box)});
    return true;
  };
  const double p = double(point.x);
  const auto is_near = [&](const Endpoint& e) {
    const double gap = double(e.value) - p;
    return list.reaches(to_squared(gap * gap));
  };
  const std::span<const Endpoint> axis = data_->endpoints.axis(0);
  const std::uint32_t located = data_->endpoints.locate(0, p);
  data_->endpoints.visit_stabbed(0, located, offer);
  for (std::size_t i = located; i < axis.size() && is_near(axis[i]); ++i)
    if (!axis[i].is_upper()) offer(axis[i].id());
  for (std::size_t i = located; i > 0 && is_near(axis[i - 1]); --i)
    if (axis[i - 1].is_upper()) offer(axis[i - 1].id());
  return list.finish();
}

}  // namespace graze::inline GRAZE_ABI
