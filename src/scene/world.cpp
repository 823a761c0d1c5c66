// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/scene/world.h"

#include <algorithm>
#include <atomic>
#include <functional>

#include "base/heap_bytes.h"
#include "base/reserve_all.h"
#include "query/pair/route_class.h"
#include "scene/call_log.h"
#include "scene/scene_state.h"
#include "scene/world_state.h"

namespace graze::inline GRAZE_ABI {

ObjectSlot* find_slot(WorldState& world, ObjectHandle object) {
  if (!object || object.owner() != world.number || object.slot() >= world.slots.size()) return nullptr;
  ObjectSlot& slot = world.slots[object.slot()];
  return slot.is_used && slot.generation == object.generation() ? &slot : nullptr;
}

Error bad_handle(const WorldState& world, ObjectHandle object) {
  constexpr ErrorCode code = ErrorCode::index_out_of_range;
  if (!object) return {code, "object: the handle is null"};
  if (object.owner() != world.number) return {code, "object: the handle is of another world"};
  return {code, "object: the handle is stale, the object was destroyed"};
}

RouteClass lane_class_of(const Instance& instance) {
  const RouteClass c = class_of(operand(instance));
  return instance.margin > 0 && c != RouteClass::pieces ? RouteClass::convex : c;
}

WorldState::WorldState() = default;
WorldState::~WorldState() = default;

namespace {

// The one thing that worlds share: it makes foreign handles known as such, and no answer depends on it.
std::uint32_t next_number() {
  static constinit std::atomic<std::uint32_t> counter{0};
  return counter.fetch_add(1, std::memory_order_relaxed) % ObjectHandle::kMaxOwner + 1;
}

std::optional<Error> instance_error(const Instance& instance) {
  const Result<Instance> checked = make_instance(instance.shape, instance.placement, instance.margin);
  if (checked) return std::nullopt;
  return checked.error();
}

// Only the room for it may be missing; and then nothing has changed.
std::uint32_t take_slot(WorldState& world) {
  if (world.free_slots.empty()) {
    reserve_all(world.slots.size() + 1, world.slots, world.versions, world.classes, world.free_slots);
    world.slots.emplace_back();
    world.versions.emplace_back();
    world.classes.emplace_back();
    return static_cast<std::uint32_t>(world.slots.size() - 1);
  }
  std::pop_heap(world.free_slots.begin(), world.free_slots.end(), std::greater<>());
  const std::uint32_t slot = world.free_slots.back();
  world.free_slots.pop_back();
  return slot;
}

void leave_slot(WorldState& world, std::uint32_t index) {
  ObjectSlot& slot = world.slots[index];
  const std::uint32_t generation = slot.generation;
  slot = {};
  slot.generation = generation;
  // A slot that had all generations is not used again: a handle never names two objects.
  if (generation == ObjectHandle::kMaxGeneration) return;
  world.free_slots.push_back(index);  // take_slot() has made room
  std::push_heap(world.free_slots.begin(), world.free_slots.end(), std::greater<>());
}

template <class... Arguments>
void record_object(WorldState& world, Call call, ObjectHandle object, const Arguments&... arguments) {
  if (world.log != nullptr) world.log->write(call, object.bits, arguments...);
}

void record_shape(WorldState& world, ObjectHandle object, const Shape& shape) {
  if (world.log != nullptr) record_object(world, Call::set_shape, object, log_shape(*world.log, shape));
}

void record_create(WorldState& world, const Object& object) {
  if (world.log == nullptr) return;
  CallLog& log = *world.log;
  const std::uint32_t shape = log_shape(log, object.instance.shape);
  log.write(Call::create, shape, object.instance.placement, object.instance.margin, object.filter,
            object.mobility, object.is_sensor);
}

enum class Change { placement, kind_of_placement, shape };

void note(WorldState& world, std::uint32_t index, Change change) {
  ++world.versions[index].any;
  if (change != Change::placement) world.classes[index] = lane_class_of(world.slots[index].object.instance);
  if (change == Change::shape) ++world.versions[index].shape;
  for (const Membership& m : world.slots[index].scenes) mark_pending(*m.scene, m.member);
}

// Tries the object as it would be; `change` makes it so.
template <class F>
std::optional<Error> reshape(WorldState& world, ObjectHandle object, const F& change) {
  ObjectSlot* slot = find_slot(world, object);
  if (slot == nullptr) return bad_handle(world, object);
  Instance changed = slot->object.instance;
  change(changed);
  if (const auto error = instance_error(changed)) return error;
  slot->object.instance = std::move(changed);
  note(world, object.slot(), Change::shape);
  return std::nullopt;
}

std::optional<Error> refuse_placement(WorldState& world, ObjectHandle object, const Affine& placement) {
  ObjectSlot* slot = find_slot(world, object);
  if (slot == nullptr) return bad_handle(world, object);
  if (placement.is_valid()) return std::nullopt;
  return instance_error({slot->object.instance.shape, placement, slot->object.instance.margin});
}

void move_object(WorldState& world, ObjectHandle object, const Affine& placement) {
  Instance& instance = world.slots[object.slot()].object.instance;
  if (instance.placement == placement) return;  // did not move
  const bool is_other_kind = instance.placement.kind() != placement.kind();
  instance.placement = placement;
  record_object(world, Call::set_placement, object, placement);
  note(world, object.slot(), is_other_kind ? Change::kind_of_placement : Change::placement);
}

}  // namespace

World::World(const WorldSettings& settings) : state_(std::make_unique<WorldState>()) {
  const bool is_given = settings.number >= 1 && settings.number <= ObjectHandle::kMaxOwner;
  state_->number = is_given ? settings.number : next_number();
}

World::~World() {
  if (state_ == nullptr) return;
  while (!state_->scenes.empty()) detach(*state_->scenes.back());
}
World::World(World&&) noexcept = default;
WorldState& World::state() const {
  if (state_ != nullptr) return *state_;
  // Has no objects, so that every handle is refused, and nothing is ever written to it.
  static const WorldState moved_from;
  return const_cast<WorldState&>(moved_from);
}
World& World::operator=(World&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

Result<ObjectHandle> World::create(const Object& object) {
  if (state_ == nullptr) return Error{ErrorCode::unsupported, "world: it was moved from"};
  if (const auto error = instance_error(object.instance)) return *error;
  if (state_->free_slots.empty() && state_->slots.size() >= ~std::uint32_t{0})
    return Error{ErrorCode::index_out_of_range, "world: no slot is left"};
  const std::uint32_t index = take_slot(*state_);
  ObjectSlot& slot = state_->slots[index];
  slot.object = object;
  slot.is_used = true;
  ++slot.generation;
  ++state_->versions[index].any;
  ++state_->versions[index].shape;
  state_->classes[index] = lane_class_of(object.instance);
  ++state_->size;
  record_create(*state_, object);
  return ObjectHandle::make(index, slot.generation, state_->number);
}

std::optional<Error> World::destroy(ObjectHandle object) {
  ObjectSlot* slot = find_slot(state(), object);
  if (slot == nullptr) return bad_handle(state(), object);
  record_object(state(), Call::destroy, object);
  for (const Membership& m : slot->scenes) forget_member(*m.scene, m.member);
  leave_slot(state(), object.slot());
  --state().size;
  return std::nullopt;
}

std::optional<Error> World::set_placement(ObjectHandle object, const Affine& placement) {
  if (const auto error = refuse_placement(state(), object, placement)) return error;
  move_object(state(), object, placement);
  return std::nullopt;
}

std::optional<Error> World::set_placements(std::span<const ObjectHandle> objects,
                                           std::span<const Affine> placements) {
  if (objects.size() != placements.size())
    return Error{ErrorCode::index_out_of_range, "placements: not as many as objects"};
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (auto error = refuse_placement(state(), objects[i], placements[i])) {
      error->position = i;
      return error;
    }
  for (std::size_t i = 0; i < objects.size(); ++i) move_object(state(), objects[i], placements[i]);
  return std::nullopt;
}

std::optional<Error> World::set_shape(ObjectHandle object, const Shape& shape) {
  const auto error = reshape(state(), object, [&](Instance& instance) { instance.shape = shape; });
  if (!error) record_shape(state(), object, shape);
  return error;
}

std::optional<Error> World::set_margin(ObjectHandle object, Real margin) {
  const auto error = reshape(state(), object, [&](Instance& instance) { instance.margin = margin; });
  if (!error) record_object(state(), Call::set_margin, object, margin);
  return error;
}

std::optional<Error> World::shape_changed(ObjectHandle object) {
  const auto error = reshape(state(), object, [](Instance&) {});
  if (error || state().log == nullptr) return error;
  const Shape& shape = find_slot(state(), object)->object.instance.shape;
  forget_shape(*state().log, shape);  // it is not what was written
  record_shape(state(), object, shape);
  return error;
}

std::optional<Error> World::set_filter(ObjectHandle object, const ProxyFilter& filter) {
  ObjectSlot* slot = find_slot(state(), object);
  if (slot == nullptr) return bad_handle(state(), object);
  slot->object.filter = filter;
  record_object(state(), Call::set_filter, object, filter);
  note(state(), object.slot(), Change::shape);
  for (const Membership& m : slot->scenes) filter_changed(*m.scene, m.member, filter);
  return std::nullopt;
}

std::optional<Error> World::set_user_data(ObjectHandle object, void* user_data) {
  ObjectSlot* slot = find_slot(state(), object);
  if (slot == nullptr) return bad_handle(state(), object);
  slot->object.user_data = user_data;
  return std::nullopt;
}

const Object* World::find(ObjectHandle object) const {
  const ObjectSlot* slot = find_slot(state(), object);
  return slot == nullptr ? nullptr : &slot->object;
}

std::size_t World::size() const { return state().size; }
std::uint32_t World::number() const { return state().number; }

void World::for_each(FunctionRef<void(ObjectHandle, const Object&)> visit) const {
  for (std::size_t i = 0; i < state().slots.size(); ++i) {
    const ObjectSlot& slot = state().slots[i];
    if (!slot.is_used) continue;
    visit(ObjectHandle::make(static_cast<std::uint32_t>(i), slot.generation, state().number), slot.object);
  }
}

std::size_t World::memory_bytes() const {
  const WorldState& s = state();
  std::size_t bytes = sizeof(WorldState) + heap_bytes(s.slots, s.versions, s.classes, s.free_slots, s.scenes);
  for (const ObjectSlot& slot : s.slots) bytes += heap_bytes(slot.scenes);
  return bytes;
}

Result<Distance> distance(const World& world, ObjectHandle a, ObjectHandle b, const QuerySettings& settings) {
  const Object* object_a = world.find(a);
  if (object_a == nullptr) return bad_handle(world.state(), a);
  const Object* object_b = world.find(b);
  if (object_b == nullptr) return bad_handle(world.state(), b);
  return distance(object_a->instance, object_b->instance, settings);
}

}  // namespace graze::inline GRAZE_ABI
