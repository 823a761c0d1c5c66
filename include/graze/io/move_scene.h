// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "graze/io/scene_data.h"

namespace graze::inline GRAZE_ABI::io {

/// Where a scene is at a time.
struct MotionKey {
  Real time = 0;  ///< seconds
  Vec3 translation;
  Quat rotation;
};

/// Puts a node without a name above all others and moves it from key to key: straight, and turning along the
/// shorter arc at constant speed; before the first key and after the last it stays there. In the unit and
/// axes of the scene. False, and the scene as it is, where there are no keys, their times do not rise, or
/// numbers are not finite. Linear.
[[nodiscard]] GRAZE_API bool move_scene(SceneData& scene, std::span<const MotionKey> keys);

}  // namespace graze::inline GRAZE_ABI::io
