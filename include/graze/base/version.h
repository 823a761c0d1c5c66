// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI {

/// Version of the library that was linked, which may be newer than the headers (GRAZE_VERSION_*).
struct Version {
  int major = 0;
  int minor = 0;
  int patch = 0;
};
/// Version of the library that the program runs with; GRAZE_VERSION_* is that of the headers it was
/// compiled with.
[[nodiscard]] GRAZE_API Version library_version() noexcept;

}  // namespace graze::inline GRAZE_ABI
