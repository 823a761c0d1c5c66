// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/base/version.h"

namespace graze::inline GRAZE_ABI {

Version library_version() noexcept { return {GRAZE_VERSION_MAJOR, GRAZE_VERSION_MINOR, GRAZE_VERSION_PATCH}; }

}  // namespace graze::inline GRAZE_ABI
