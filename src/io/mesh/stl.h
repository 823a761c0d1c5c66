// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/io/scene_data.h"
#include "io/report.h"

namespace graze::inline GRAZE_ABI::io::mesh {

/// Whether the size is the one that the number of facets of a binary file asks for. No text passes: four of
/// its characters read as a number of facets mean gigabytes.
[[nodiscard]] bool is_binary_stl(std::string_view bytes);

/// Whether the bytes begin as an STL file in text does.
[[nodiscard]] bool is_text_stl(std::string_view bytes);

/// Whether the bytes are text with facets, whatever they begin with: comments, or nothing where "solid"
/// stood.
[[nodiscard]] bool has_text_facets(std::string_view bytes);

void read_stl_text(std::string_view text, std::string_view file, std::size_t most_nodes, Report& report,
                   SceneData& scene);
/// A file whose size and count disagree gives the facets that are whole.
void read_stl_binary(std::string_view bytes, std::string_view file, Report& report, SceneData& scene);

}  // namespace graze::inline GRAZE_ABI::io::mesh
