// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace graze::inline GRAZE_ABI::io::gltf {

/// JSON with every byte where it was, but for mistakes that programs make in it: bytes that are not UTF-8 and
/// control characters in texts, single backslashes of paths, NaN and Infinity where numbers stand (now null),
/// commas before a bracket that closes. Linear.
[[nodiscard]] std::string repaired_json(std::string_view text);

}  // namespace graze::inline GRAZE_ABI::io::gltf
