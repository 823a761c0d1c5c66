// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "graze/broad/basic_broad_phase.h"

// Members of the public broad phases. A class defines its BroadPhaseState, which has functions of the same
// names, and then instantiates BasicBroadPhase.

namespace graze::inline GRAZE_ABI {

template <class Self>
BasicBroadPhase<Self>::BasicBroadPhase(const BroadPhaseSettings& settings)
    : state_(std::make_unique<BroadPhaseState<Self>>(settings)) {}
// Written out: GCC hides members of a template that are defaulted after their declaration.
template <class Self>
BasicBroadPhase<Self>::~BasicBroadPhase() {}
template <class Self>
BasicBroadPhase<Self>::BasicBroadPhase(BasicBroadPhase&& other) noexcept : state_(std::move(other.state_)) {}
template <class Self>
BasicBroadPhase<Self>& BasicBroadPhase<Self>::operator=(BasicBroadPhase&& other) noexcept {
  state_ = std::move(other.state_);
  return *this;
}

template <class Self>
Result<ProxyId> BasicBroadPhase<Self>::create(const ProxyInput& input) {
  return state_->create(input);
}
template <class Self>
std::optional<Error> BasicBroadPhase<Self>::create(std::span<const ProxyInput> inputs,
                                                   std::span<ProxyId> out) {
  return state_->create(inputs, out);
}
template <class Self>
std::optional<Error> BasicBroadPhase<Self>::move(ProxyId id, const Aabb& box) {
  return state_->move(id, box);
}
template <class Self>
std::optional<Error> BasicBroadPhase<Self>::move(std::span<const ProxyId> ids, std::span<const Aabb> boxes) {
  return state_->move(ids, boxes);
}
template <class Self>
std::optional<Error> BasicBroadPhase<Self>::destroy(ProxyId id) {
  return state_->destroy(id);
}
template <class Self>
std::optional<Error> BasicBroadPhase<Self>::destroy(std::span<const ProxyId> ids) {
  return state_->destroy(ids);
}
template <class Self>
std::optional<Error> BasicBroadPhase<Self>::set_filter(ProxyId id, const ProxyFilter& filter) {
  return state_->set_filter(id, filter);
}
template <class Self>
void BasicBroadPhase<Self>::flush(PairSink sink) {
  state_->flush(sink);
}

template <class Self>
std::size_t BasicBroadPhase<Self>::size() const {
  return state_->size();
}
template <class Self>
bool BasicBroadPhase<Self>::contains(ProxyId id) const {
  return state_->contains(id);
}
template <class Self>
Aabb BasicBroadPhase<Self>::box(ProxyId id) const {
  return state_->box(id);
}
template <class Self>
std::size_t BasicBroadPhase<Self>::memory_bytes() const {
  return state_->memory_bytes();
}
template <class Self>
void BasicBroadPhase<Self>::overlaps(const Aabb& box, const ProxyFilter& filter, ProxyVisitor visit) const {
  state_->overlaps(box, filter, visit);
}
template <class Self>
void BasicBroadPhase<Self>::ray_cast(const Ray& ray, const ProxyFilter& filter, ProxyRayVisitor hit) const {
  state_->ray_cast(ray, filter, hit);
}
template <class Self>
void BasicBroadPhase<Self>::box_cast(const Aabb& box, const Ray& ray, const ProxyFilter& filter,
                                     ProxyRayVisitor hit) const {
  state_->box_cast(box, ray, filter, hit);
}
template <class Self>
std::size_t BasicBroadPhase<Self>::nearest(const Vec3& point, const ProxyFilter& filter,
                                           std::span<NearProxy> out) const {
  return state_->nearest(point, filter, out);
}

}  // namespace graze::inline GRAZE_ABI
