// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graze/io/read.h"

// Scenes on the way from graze_import, as bytes of this machine: names, nodes, meshes, lines, points and
// their animation; deformations and bodies are not carried.
namespace graze::inline GRAZE_ABI::io::import {

/// A remark of the importing program.
struct Remark {
  std::string text;
  bool is_loss = false;
};

/// Answer of the importing program: a scene, or why there is none.
struct Answer {
  std::string refusal;          ///< empty: there is a scene
  bool is_unsupported = false;  ///< of a refusal: the file is well, but needs what is not read
  SceneData scene;
  std::vector<Remark> remarks;
};

[[nodiscard]] std::string to_bytes(const Answer& answer);

/// False where the bytes are no answer, or hold a scene whose indices, counts or numbers no reader may leave:
/// the program may have gone wrong over a damaged file before it wrote them.
[[nodiscard]] bool from_bytes(std::string_view bytes, Answer& answer);

}  // namespace graze::inline GRAZE_ABI::io::import
