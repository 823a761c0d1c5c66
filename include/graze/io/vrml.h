// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "graze/io/files.h"
#include "graze/io/read.h"

namespace graze::inline GRAZE_ABI::io {

/// How a VRML97 file is read.
struct VrmlOptions {
  ReadLimits limits;
  FileAccess* files = nullptr;  ///< for Inline and EXTERNPROTO; null: every reference is refused
  std::string_view root;  ///< read_vrml_file: folder that references stay below; empty: that of the file
  std::vector<std::string> triggers;  ///< names of TimeSensors that start at time 0, as if their event came
  bool trigger_all = false;           ///< every TimeSensor that waits for an event
  bool use_collision_nodes = true;    ///< Collision: collide FALSE excludes, a proxy stands for the children
};

/// Reads a VRML97 scene, gzipped or not, from memory; `name` is what messages call it, and what relative urls
/// refer to. Untidy files give what can be read, with warnings and ReadCode::partial where something is
/// missing; VRML 1.0 and X3D are refused. Needs no more than 256 kB of stack; throws nothing.
///
/// Time 0 is the latest startTime of the sensors that run from the beginning, so that all of them have
/// started. Lengths are metres, +y is up. Scripts are not run.
[[nodiscard]] GRAZE_API SceneRead read_vrml(std::string_view bytes, std::string_view name,
                                            const VrmlOptions& options = {}) noexcept;

/// Reads a VRML97 file; what it refers to is read only below `options.root`. `options.files`, when given,
/// serves the references instead.
[[nodiscard]] GRAZE_API SceneRead read_vrml_file(std::string_view path,
                                                 const VrmlOptions& options = {}) noexcept;

}  // namespace graze::inline GRAZE_ABI::io
