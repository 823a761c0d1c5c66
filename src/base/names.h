// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI {

/// Name of an enumerator from a list in the order of the enumeration; `otherwise` for a value beyond it.
template <class Enum, std::size_t kCount>
[[nodiscard]] constexpr const char* enum_name(const char* const (&names)[kCount], Enum value,
                                              const char* otherwise = "unknown") noexcept {
  const auto place = static_cast<std::size_t>(value);
  return place < kCount ? names[place] : otherwise;
}

}  // namespace graze::inline GRAZE_ABI
