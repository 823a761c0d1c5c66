// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/gltf/context.h"

namespace graze::inline GRAZE_ABI::io::gltf {

/// Where several of the nodes from `at` to the last, which are all below it, have geometry: puts their meshes
/// together as one hull at that node. Meshes that are deformed then count at rest, with a warning.
void join_hulls(Context& context, std::uint32_t at);

}  // namespace graze::inline GRAZE_ABI::io::gltf
