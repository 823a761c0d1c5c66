// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#pragma once

#include <span>
#include <string_view>

namespace command {

/// The page that web/ is built to, in pieces; none where the build had no npm. cmake/page.cmake writes the
/// source.
[[nodiscard]] std::span<const std::string_view> page_template();

}  // namespace command
