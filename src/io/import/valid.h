// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/io/scene_data.h"

namespace graze::inline GRAZE_ABI::io::import {

/// Whether a scene is what readers leave: indices in range, parents before children, runs that add up, finite
/// points, keys that do not decrease.
[[nodiscard]] bool is_valid(const SceneData& scene) noexcept;

}  // namespace graze::inline GRAZE_ABI::io::import
