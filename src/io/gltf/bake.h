// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/gltf/context.h"

namespace graze::inline GRAZE_ABI::io::gltf {

/// Deformations that no channel drives, and whose joints none moves, become points for good. What is not
/// finite then is left out.
void bake(Context& context);

}  // namespace graze::inline GRAZE_ABI::io::gltf
