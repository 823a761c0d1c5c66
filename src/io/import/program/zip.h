// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI::io::import {

/// First `most` bytes of a member of a zip archive; empty where there is none, or where it cannot be read.
[[nodiscard]] std::string zip_member_head(std::string_view archive, std::string_view member,
                                          std::size_t most);

}  // namespace graze::inline GRAZE_ABI::io::import
