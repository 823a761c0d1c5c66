// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "check/objects/node_motion.h"
#include "graze/check/objects.h"

namespace graze::inline GRAZE_ABI::check {

/// Whether an animated node, scaled to nothing at one time, has a size at any time of the scene's motion:
/// between any two keys of what scales it or a node above it. True also where there are too many keys to look
/// at.
[[nodiscard]] bool is_ever_seen(const SceneUse& use, const NodeMotion& motion, std::uint32_t node);

}  // namespace graze::inline GRAZE_ABI::check
