// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI::io {

[[nodiscard]] inline bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
[[nodiscard]] inline char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Parses the front of a text that is not empty: decimal, or hexadecimal after 0x. The length of what was
/// used, 0 where it is no number. Looks no further: "1-1-1" is three numbers. Too small is zero, too large is
/// NaN.
[[nodiscard]] std::size_t parse_number(std::string_view text, double& out) noexcept;

/// Whether a word stands for a number that is not finite, as some programs print them.
[[nodiscard]] bool is_not_finite_word(std::string_view word) noexcept;

/// Length of the UTF-8 sequence that a text that is not empty begins with; 0 where it is none.
[[nodiscard]] std::size_t utf8_length(std::string_view text) noexcept;

/// Whether scenes may hold a number: what lies beyond 1e60 counts as not finite, so that squares and products
/// of a few numbers are.
[[nodiscard]] inline bool is_usable(double x) noexcept { return x >= -1e60 && x <= 1e60; }

}  // namespace graze::inline GRAZE_ABI::io
