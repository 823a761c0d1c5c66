// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "graze/io/bodies.h"

#include <algorithm>

#include "graze/io/scene_data.h"

namespace graze::inline GRAZE_ABI::io {
namespace {

bool accepts(const CollisionFilter& filter, const CollisionFilter& other) noexcept {
  if (filter.mode == CollisionFilter::Mode::all) return true;
  const bool is_listed =
      std::any_of(other.systems.begin(), other.systems.end(), [&](const std::string& system) {
        return std::find(filter.others.begin(), filter.others.end(), system) != filter.others.end();
      });
  return is_listed == (filter.mode == CollisionFilter::Mode::only);
}

}  // namespace

bool may_collide(const CollisionFilter& a, const CollisionFilter& b) noexcept {
  return accepts(a, b) && accepts(b, a);
}

std::vector<std::uint32_t> bodies_of(const SceneData& scene) {
  std::vector<std::uint32_t> bodies;
  bodies.reserve(scene.nodes.size());
  for (std::uint32_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    bodies.push_back(node.is_body ? i : node.parent == kNone ? kNone : bodies[node.parent]);
  }
  return bodies;
}

}  // namespace graze::inline GRAZE_ABI::io
