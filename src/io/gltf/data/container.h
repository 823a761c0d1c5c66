// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/gltf/data/json.h"

namespace graze::inline GRAZE_ABI::io::gltf {

/// The two parts of a file: views of its bytes.
struct Container {
  std::string_view json;
  std::optional<std::string_view> binary;  ///< GLB's own buffer
};

/// Takes GLB apart; anything else is JSON. Throws ReadFailure.
[[nodiscard]] Container open_container(std::string_view bytes, const Messages& messages);

/// Refuses what is not glTF 2, or requires an extension that is not supported. Throws ReadFailure.
void check_asset(const Object& root, const Messages& messages);

}  // namespace graze::inline GRAZE_ABI::io::gltf
