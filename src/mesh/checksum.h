// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI {

/// Fowler, Noll and Vo's hash FNV-1a of 64 bits. A change of a single byte always shows. To go on after other
/// bytes, pass their hash.
[[nodiscard]] inline std::uint64_t fnv1a(std::span<const std::byte> bytes,
                                         std::uint64_t hash = 0xcbf29ce484222325) {
  for (const std::byte b : bytes) hash = (hash ^ static_cast<std::uint64_t>(b)) * 0x100000001b3;
  return hash;
}

}  // namespace graze::inline GRAZE_ABI
