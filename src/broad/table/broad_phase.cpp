// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "broad/table/structure.h"
#include "graze/broad/basic_broad_phase.h"

namespace graze::inline GRAZE_ABI {

BasicBroadPhase::BasicBroadPhase(std::unique_ptr<BroadPhaseState> state) noexcept
    : state_(std::move(state)) {}
BasicBroadPhase::~BasicBroadPhase() = default;
BasicBroadPhase::BasicBroadPhase(BasicBroadPhase&& other) noexcept = default;
BasicBroadPhase& BasicBroadPhase::operator=(BasicBroadPhase&& other) noexcept = default;

Result<ProxyId> BasicBroadPhase::create(const ProxyInput& input) {
  ProxyId id = kNoProxy;
  if (const auto error = create({&input, 1}, {&id, 1})) return *error;
  return id;
}

std::optional<Error> BasicBroadPhase::create(std::span<const ProxyInput> inputs, std::span<ProxyId> out) {
  if (const auto error = state_->table.create(inputs, out)) return error;
  state_->structure->insert(out);
  return {};
}

std::optional<Error> BasicBroadPhase::move(ProxyId id, const Aabb& box) { return move({&id, 1}, {&box, 1}); }

std::optional<Error> BasicBroadPhase::move(std::span<const ProxyId> ids, std::span<const Aabb> boxes) {
  if (const auto error = state_->table.check_move(ids, boxes)) return error;
  for (std::size_t i = 0; i < ids.size(); ++i) state_->move(ids[i], boxes[i]);
  state_->structure->finish_moves(ids);
  return {};
}

std::optional<Error> BasicBroadPhase::destroy(ProxyId id) { return destroy({&id, 1}); }

std::optional<Error> BasicBroadPhase::destroy(std::span<const ProxyId> ids) {
  if (const auto error = state_->table.check_destroy(ids)) return error;
  for (const ProxyId id : ids) state_->destroy(id);
  return {};
}

std::optional<Error> BasicBroadPhase::set_filter(ProxyId id, const ProxyFilter& filter) {
  if (const auto error = state_->table.set_filter(id, filter)) return error;
  state_->structure->refilter(id);
  return {};
}

void BasicBroadPhase::flush(PairSink sink) {
  ProxyTable& table = state_->table;
  ProxyStructure& structure = *state_->structure;
  std::vector<PairEvent>& events = state_->events;
  if (events.capacity() / 8 > std::max(events.size(), table.size())) events.shrink_to_fit();
  events.clear();
  if (table.changed().empty()) return structure.flush_unchanged();
  structure.find_events(events);
  structure.settle();
  table.finish_flush();
  sort_events(events, state_->settings.executor);
  structure.improve(events);
  for (const PairEvent& event : events) sink(event);
}

std::size_t BasicBroadPhase::size() const { return state_->table.size(); }
bool BasicBroadPhase::contains(ProxyId id) const { return state_->table.contains(id); }
Aabb BasicBroadPhase::box(ProxyId id) const { return state_->table.box(id); }
std::size_t BasicBroadPhase::memory_bytes() const {
  return sizeof(*state_) + state_->table.memory_bytes() + state_->structure->memory_bytes() +
         heap_bytes(state_->events);
}

void BasicBroadPhase::overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visit) const {
  if (!box.is_empty()) state_->structure->visit_overlaps(box, filter, visit);
}

void BasicBroadPhase::ray_cast(const Ray& ray, const ProxyFilter& filter, ProxyRayVisitor hit) const {
  if (auto sweep = make_sweep(ray)) state_->structure->visit_cast(*sweep, &ray, filter, hit);
}

void BasicBroadPhase::box_cast(const Aabb& box, const Ray& ray, const ProxyFilter& filter,
                               ProxyRayVisitor hit) const {
  if (auto sweep = make_sweep(box, ray)) state_->structure->visit_cast(*sweep, nullptr, filter, hit);
}

std::size_t BasicBroadPhase::nearest(const Vec3& point, const ProxyFilter& filter,
                                     std::span<NearProxy> out) const {
  if (!is_finite(point) || out.empty()) return 0;
  NearestList list(out);
  state_->structure->list_nearest(point, filter, list);
  return list.finish();
}

}  // namespace graze::inline GRAZE_ABI
