// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI::io {

enum class Inflated : std::uint8_t { done, damaged, too_large };

/// Whether the bytes begin as gzip does, whatever the file is called.
[[nodiscard]] bool is_gzip(std::string_view bytes) noexcept;

/// Inflates all members of a gzip file; what follows the last one is ignored. Stops at `most` bytes.
[[nodiscard]] Inflated inflate_gzip(std::string_view bytes, std::size_t most, std::string& out);

}  // namespace graze::inline GRAZE_ABI::io
