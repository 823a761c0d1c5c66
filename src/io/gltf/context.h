// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/io/gltf.h"
#include "io/gltf/data/accessors.h"

namespace graze::inline GRAZE_ABI::io::gltf {

/// Whatever the parts of the reader share while one file is read.
struct Context {
  const GltfOptions& options;
  const Messages& messages;
  Object root;
  Budget& budget;
  Buffers& buffers;
  Accessors& accessors;
  SceneData& scene;
};

}  // namespace graze::inline GRAZE_ABI::io::gltf
