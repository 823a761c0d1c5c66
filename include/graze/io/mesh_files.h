// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "graze/io/read.h"

namespace graze::inline GRAZE_ABI::io {

/// Reads a Wavefront OBJ file, gzipped or not, from memory; `name` is what messages call it. Faces, polylines
/// and points; groups by o and g become nodes, by usemtl where the file has neither. Vertices that nothing
/// else uses are points when the file has nothing else. The unit is not known, +y is up. Throws nothing.
[[nodiscard]] GRAZE_API SceneRead read_obj(std::string_view bytes, std::string_view name,
                                           const ReadLimits& limits = {}) noexcept;

/// Reads an STL file, text or binary: a mesh for each solid, in which equal vertices are one. The normals of
/// the file are not used. The unit is not known, +z is up. Throws nothing.
[[nodiscard]] GRAZE_API SceneRead read_stl(std::string_view bytes, std::string_view name,
                                           const ReadLimits& limits = {}) noexcept;

/// Reads a PLY file, text or binary: faces as polygons or triangle strips, edges; points where it has
/// neither. Other elements are skipped. The unit is not known, +z is up. Throws nothing.
[[nodiscard]] GRAZE_API SceneRead read_ply(std::string_view bytes, std::string_view name,
                                           const ReadLimits& limits = {}) noexcept;

}  // namespace graze::inline GRAZE_ABI::io
