// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "graze/math/real.h"

namespace graze::inline GRAZE_ABI::io::gltf {

/// A bufferView as EXT_meshopt_compression has it.
struct PackedView {
  std::span<const unsigned char> bytes;
  std::size_t count = 0;
  std::size_t stride = 0;
  std::string mode;
  std::string filter;
};

/// Whether this build has the decoder.
[[nodiscard]] bool has_meshopt();

/// Unpacks count * stride bytes; false where the data is damaged, or not of a version that is known.
[[nodiscard]] bool decode_meshopt(const PackedView& view, std::string& out);

}  // namespace graze::inline GRAZE_ABI::io::gltf
