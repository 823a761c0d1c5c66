// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/io/read_scene.h"

namespace graze::inline GRAZE_ABI::io::import {

/// Exit codes of graze_import, besides 0.
inline constexpr int kExitUsage = 2;
inline constexpr int kExitMemory = 3;

/// Reads a scene by the program graze_import, which has assimp: what goes wrong there is an error here.
/// `extension`, such as "dae", says which format it is, `format` is its name in messages.
[[nodiscard]] SceneRead import_scene(std::string_view bytes, std::string_view name, const char* format,
                                     const char* extension, const SceneOptions& options);

}  // namespace graze::inline GRAZE_ABI::io::import
