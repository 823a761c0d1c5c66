// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI {

/// Whether two arrays have a byte in common. Of whatever types: a caller may have cast one of them.
template <class T, class U>
[[nodiscard]] bool share_memory(std::span<T> a, std::span<U> b) {
  const auto a_bytes = std::as_bytes(a), b_bytes = std::as_bytes(b);
  const std::less<const std::byte*> is_before;
  return !a.empty() && !b.empty() && is_before(a_bytes.data(), b_bytes.data() + b_bytes.size()) &&
         is_before(b_bytes.data(), a_bytes.data() + a_bytes.size());
}

/// Whether what is written would change something that is read.
template <class T, class... Read>
[[nodiscard]] bool shares_memory_with_any(std::span<T> written, Read... read) {
  return (... || share_memory(written, read));
}

}  // namespace graze::inline GRAZE_ABI
