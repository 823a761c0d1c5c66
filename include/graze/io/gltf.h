// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "graze/io/files.h"
#include "graze/io/read.h"

namespace graze::inline GRAZE_ABI::io {

/// How a glTF file is read.
struct GltfOptions {
  ReadLimits limits;
  FileAccess* files = nullptr;  ///< for buffers in files of their own; null: these are refused
  std::string_view root;        ///< read_gltf_file: folder that buffers stay below; empty: that of the file
  std::uint32_t scene = kNone;  ///< which of the file's scenes; kNone: the one that the file names
  /// Names of the animations that play. Where none of the file's is among them: its first, and each further
  /// one that drives nothing that an earlier one drives. The clocks of all others wait (Clock::is_running).
  std::vector<std::string> animations;
  bool all_animations = false;  ///< where several drive one thing, the last wins
  bool use_colliders = true;  ///< where the file declares colliders, meshes are excluded; false: meshes only
};

/// Reads a scene of glTF 2.0, as text or GLB, from memory; `name` is what messages call it, and what relative
/// urls refer to. Damaged parts are left out with warnings and ReadCode::partial; glTF 1.0 and files that
/// require an extension that is not supported are refused by name. Throws nothing.
///
/// Lengths are metres, +y is up; key times of animations are seconds. Shapes of colliders stay exact. The
/// triangles of one mesh are one geometry, whatever their materials.
[[nodiscard]] GRAZE_API SceneRead read_gltf(std::string_view bytes, std::string_view name,
                                            const GltfOptions& options = {}) noexcept;

/// Reads a glTF file; its buffers are read only below `options.root`. `options.files`, when given, serves
/// them instead.
[[nodiscard]] GRAZE_API SceneRead read_gltf_file(std::string_view path,
                                                 const GltfOptions& options = {}) noexcept;

}  // namespace graze::inline GRAZE_ABI::io
