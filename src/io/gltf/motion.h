// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/gltf/tree.h"

namespace graze::inline GRAZE_ABI::io::gltf {

/// Animations as clocks, tracks and channels of the scene.
void add_animations(Context& context, const Places& places);

}  // namespace graze::inline GRAZE_ABI::io::gltf
