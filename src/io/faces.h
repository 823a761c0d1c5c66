// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI::io {

/// Drops neighbours that are one point, the first repeated at the end included.
void drop_repeats(std::vector<std::uint32_t>& run, bool is_closed);

/// Whether a face of these corners has an area to speak of.
[[nodiscard]] bool has_three_distinct(const std::vector<std::uint32_t>& run);

}  // namespace graze::inline GRAZE_ABI::io
