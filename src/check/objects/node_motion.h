// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "graze/io/scene_data.h"

namespace graze::inline GRAZE_ABI::check {

/// Where single nodes of a scene are: costs what is above them, not the scene.
class NodeMotion {
 public:
  /// The scene must stay where it is.
  explicit NodeMotion(const io::SceneData& scene);

  /// World placement of a node at a time: that of io::evaluate(), to the bit.
  [[nodiscard]] io::Placement at(std::uint32_t node, Real time) const;
  /// Channels that move a node itself, in their order.
  [[nodiscard]] std::span<const std::uint32_t> own_channels(std::uint32_t node) const {
    return std::span(channels_).subspan(first_[node], first_[node + 1] - first_[node]);
  }
  /// Channels that move a node or one above it, each once, in order.
  [[nodiscard]] std::vector<std::uint32_t> channels_above(std::uint32_t node) const;

 private:
  [[nodiscard]] std::uint32_t above(std::uint32_t node) const {
    return scene_->nodes[node].is_in_world ? io::kNone : scene_->nodes[node].parent;
  }
  [[nodiscard]] io::Placement local(std::uint32_t node, Real time) const;

  const io::SceneData* scene_;
  std::vector<std::uint32_t> first_, channels_;  // of each node
};

}  // namespace graze::inline GRAZE_ABI::check
