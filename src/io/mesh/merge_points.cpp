// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/mesh/merge_points.h"

#include <bit>
#include <utility>

#include "graze/io/geometry.h"

namespace graze::inline GRAZE_ABI::io::mesh {
namespace {

std::uint64_t mixed(std::uint64_t h) {
  h = (h ^ (h >> 32)) * 0xD6E8FEB86659FD93u;
  return (h ^ (h >> 32)) * 0xD6E8FEB86659FD93u;
}

std::size_t hash_of(const Vec3& p) {
  std::uint64_t h = 0;
  // Adding 0 makes 0 of -0.
  for (const Real x : {p.x, p.y, p.z}) h = mixed(h ^ std::bit_cast<std::uint64_t>(x + 0.0));
  return static_cast<std::size_t>(h ^ (h >> 32));
}

}  // namespace

std::uint32_t& PointMerger::slot_of(const Vec3& p) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = hash_of(p) & mask;
  while (slots_[i] != kNone && points_[slots_[i]] != p) i = (i + 1) & mask;
  return slots_[i];
}

void PointMerger::grow() {
  const std::size_t count = slots_.empty() ? 64 : slots_.size() * 2;
  slots_.assign(count, kNone);
  for (std::size_t i = 0; i < points_.size(); ++i) slot_of(points_[i]) = static_cast<std::uint32_t>(i);
}

std::uint32_t PointMerger::index_of(const Vec3& p) {
  if (2 * (points_.size() + 1) > slots_.size()) grow();
  std::uint32_t& slot = slot_of(p);
  if (slot == kNone) {
    slot = static_cast<std::uint32_t>(points_.size());
    points_.push_back(p);
  }
  return slot;
}

std::vector<Vec3> PointMerger::take() {
  slots_.clear();
  return std::exchange(points_, {});
}

}  // namespace graze::inline GRAZE_ABI::io::mesh
