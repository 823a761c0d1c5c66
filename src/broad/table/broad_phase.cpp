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

namespace {

[[nodiscard]] Error moved_from() { return {ErrorCode::unsupported, "broad phase: it was moved from"}; }

}  // namespace

void take_over(ProxyStructure& fresh) {
  std::vector<ProxyId> ids;
  for (ProxyId id = 0; id < fresh.table.capacity(); ++id)
    if (fresh.table.contains(id)) ids.push_back(id);
  std::vector<PairEvent> none;
  fresh.insert(ids);
  fresh.find_events(none);
  fresh.settle();
  fresh.improve(none);
}

void BroadPhaseState::restore() {
  if (used == structure.get()) return;
  try {
    std::unique_ptr<ProxyStructure> fresh = make(table, settings);
    take_over(*fresh);
    fresh->succeed(*structure);
    structure = std::move(fresh);
    used = structure.get();
  } catch (const std::bad_alloc&) {  // the next flush tries again
  }
}

Result<ProxyId> BasicBroadPhase::create(const ProxyInput& input) {
  ProxyId id = kNoProxy;
  if (const auto error = create({&input, 1}, {&id, 1})) return *error;
  return id;
}

std::optional<Error> BasicBroadPhase::create(std::span<const ProxyInput> inputs, std::span<ProxyId> out) {
  if (state_ == nullptr) return moved_from();
  if (const auto error = state_->table.create(inputs, out)) return error;
  state_->tell([&](ProxyStructure& to) { to.insert(out); });
  return {};
}

std::optional<Error> BasicBroadPhase::move(ProxyId id, const Aabb& box) { return move({&id, 1}, {&box, 1}); }

std::optional<Error> BasicBroadPhase::move(std::span<const ProxyId> ids, std::span<const Aabb> boxes) {
  if (state_ == nullptr) return moved_from();
  if (const auto error = state_->table.check_move(ids, boxes)) return error;
  for (std::size_t i = 0; i < ids.size(); ++i) state_->move(ids[i], boxes[i]);
  state_->tell([&](ProxyStructure& to) { to.finish_moves(ids); });
  return {};
}

std::optional<Error> BasicBroadPhase::destroy(ProxyId id) { return destroy({&id, 1}); }

std::optional<Error> BasicBroadPhase::destroy(std::span<const ProxyId> ids) {
  if (state_ == nullptr) return moved_from();
  if (const auto error = state_->table.check_destroy(ids)) return error;
  for (const ProxyId id : ids) state_->destroy(id);
  return {};
}

std::optional<Error> BasicBroadPhase::set_filter(ProxyId id, const ProxyFilter& filter) {
  if (state_ == nullptr) return moved_from();
  if (const auto error = state_->table.set_filter(id, filter)) return error;
  state_->tell([&](ProxyStructure& to) { to.refilter(id); });
  return {};
}

void BasicBroadPhase::flush(PairSink sink) {
  flush_list([&](std::span<const PairEvent> events) {
    for (const PairEvent& event : events) sink(event);
  });
}

// Up to the last event nothing has changed but the structure, which is given up if it cannot find them all.
void BasicBroadPhase::flush_list(PairListSink sink) {
  if (state_ == nullptr) return sink({});
  BroadPhaseState& state = *state_;
  std::vector<PairEvent>& events = state.events;
  if (events.capacity() / 8 > std::max(events.size(), state.table.size())) events.shrink_to_fit();
  events.clear();
  const bool has_changed = !state.table.changed().empty();
  if (has_changed) {
    try {
      state.used->find_events(events);
      sort_events(events, state.settings.executor);
    } catch (...) {
      state.used = state.scan.get();
      throw;
    }
  }
  sink(events);
  if (has_changed) state.tell([](ProxyStructure& to) { to.settle(); });
  state.table.finish_flush();
  state.tell([&](ProxyStructure& to) { has_changed ? to.improve(events) : to.flush_unchanged(); });
  state.restore();
}

std::size_t BasicBroadPhase::size() const { return state_ == nullptr ? 0 : state_->table.size(); }
bool BasicBroadPhase::contains(ProxyId id) const { return state_ != nullptr && state_->table.contains(id); }
Aabb BasicBroadPhase::box(ProxyId id) const { return state_ == nullptr ? Aabb{} : state_->table.box(id); }
std::size_t BasicBroadPhase::memory_bytes() const {
  if (state_ == nullptr) return 0;
  return sizeof(*state_) + state_->table.memory_bytes() + state_->structure->memory_bytes() +
         state_->scan->memory_bytes() + heap_bytes(state_->events);
}

void BasicBroadPhase::overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visit) const {
  if (state_ != nullptr && !box.is_empty()) state_->used->visit_overlaps(box, filter, visit);
}

void BasicBroadPhase::ray_cast(const Ray& ray, const ProxyFilter& filter, ProxyRayVisitor hit) const {
  if (state_ == nullptr) return;
  if (auto sweep = make_sweep(ray)) state_->used->visit_cast(*sweep, &ray, filter, hit);
}

void BasicBroadPhase::box_cast(const Aabb& box, const Ray& ray, const ProxyFilter& filter,
                               ProxyRayVisitor hit) const {
  if (state_ == nullptr) return;
  if (auto sweep = make_sweep(box, ray)) state_->used->visit_cast(*sweep, nullptr, filter, hit);
}

std::size_t BasicBroadPhase::nearest(const Vec3& point, const ProxyFilter& filter,
                                     std::span<NearProxy> out) const {
  if (state_ == nullptr || !is_finite(point) || out.empty()) return 0;
  NearestList list(out);
  state_->used->list_nearest(point, filter, list);
  return list.finish();
}

}  // namespace graze::inline GRAZE_ABI
