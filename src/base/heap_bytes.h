// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI {

/// Memory that lists hold, in bytes; without what their elements hold.
template <class... T>
[[nodiscard]] std::size_t heap_bytes(const std::vector<T>&... lists) {
  return ((lists.capacity() * sizeof(T)) + ...);
}

}  // namespace graze::inline GRAZE_ABI
