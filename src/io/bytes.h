// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI::io {

/// A number of a file in the byte order given. Precondition: sizeof(T) bytes can be read.
template <class T>
[[nodiscard]] T load(const char* at, std::endian order) noexcept {
  char bytes[sizeof(T)];
  std::memcpy(bytes, at, sizeof(T));
  if (order != std::endian::native) std::reverse(bytes, bytes + sizeof(T));
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

}  // namespace graze::inline GRAZE_ABI::io
