// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/io/files.h"
#include "graze/io/read.h"

namespace graze::inline GRAZE_ABI::io {

/// How a scene file of any format is read. A reader leaves out what its format does not have.
struct SceneOptions {
  ReadLimits limits;
  FileAccess* files = nullptr;        ///< opens files that the file refers to; null: files below `root`
  std::string root;                   ///< folder that references stay below; empty: that of the file
  std::vector<std::string> triggers;  ///< names of clocks that start at time 0, as if their event came
  bool trigger_all = false;           ///< every clock that waits for an event
  bool use_collision_nodes = true;    ///< parts that the file excludes from collisions are marked so
  Real metres_per_unit = 0;           ///< instead of the format's; 0: the format's
  std::optional<UpAxis> up;           ///< instead of the format's
  /// The program that reads formats by the library assimp, in a process of its own; empty: graze_import
  /// beside the running program, or in libexec/graze of the tree that this or the library is installed in.
  std::string import_program;
  std::size_t import_memory = std::size_t{1} << 32;  ///< bytes that it may use
  unsigned import_seconds = 120;                     ///< and how long it may take
};

/// Reads a scene file of a format that is found by its content, else by the extension of its name; gzipped or
/// not. Formats that are not read are refused by name, with advice. Throws nothing.
[[nodiscard]] GRAZE_API SceneRead read_scene_file(std::string_view path,
                                                  const SceneOptions& options = {}) noexcept;

/// Reads a scene from memory. `name` is what messages call it; its extension decides where the content does
/// not. Without `options.files` and `options.root` every reference to another file is refused.
[[nodiscard]] GRAZE_API SceneRead read_scene(std::string_view bytes, std::string_view name,
                                             const SceneOptions& options = {}) noexcept;

/// Name of the format that read_scene takes the bytes for, such as "VRML97" or "STEP"; empty where it has
/// none.
[[nodiscard]] GRAZE_API std::string format_of(std::string_view bytes, std::string_view name);

/// A number of metres from "mm", "cm", "dm", "m", "km", "in", "ft", "yd", "um", or a number above zero such
/// as "0.0254"; 0 where it is none of them.
[[nodiscard]] GRAZE_API Real metres_from_text(std::string_view text) noexcept;

}  // namespace graze::inline GRAZE_ABI::io
