// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/text.h"

#include <charconv>
#include <cstdint>
#include <limits>

namespace graze::inline GRAZE_ABI::io {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// A number beyond the range of double: too small is zero, too large is no number.
double out_of_range(std::string_view text) {
  const std::size_t exponent = text.find_first_of("eE");
  if (exponent != text.npos) return text[exponent + 1] == '-' ? 0.0 : kNan;
  return text.substr(0, text.find('.')).find_first_of("123456789") == text.npos ? 0.0 : kNan;
}

}  // namespace

std::size_t parse_number(std::string_view word, double& out) noexcept {
  const bool has_sign = word[0] == '+' || word[0] == '-';
  const std::string_view digits = word.substr(has_sign ? 1 : 0);
  const bool is_number = !digits.empty() && (is_digit(digits[0]) ||
                                             (digits[0] == '.' && digits.size() > 1 && is_digit(digits[1])));
  if (!is_number) return 0;
  const char *first = digits.data(), *last = first + digits.size(), *used = nullptr;
  if (digits.size() > 2 && digits[0] == '0' && lower(digits[1]) == 'x') {
    std::uint64_t whole = 0;
    const auto hex = std::from_chars(first + 2, last, whole, 16);
    if (hex.ptr != first + 2) {
      out = hex.ec == std::errc() ? static_cast<double>(whole) : kNan;
      used = hex.ptr;
    }
  }
  if (used == nullptr) {
    const auto real = std::from_chars(first, last, out);
    if (real.ec == std::errc::result_out_of_range)
      out = out_of_range({first, static_cast<std::size_t>(real.ptr - first)});
    used = real.ptr;
  }
  if (word[0] == '-') out = -out;
  return static_cast<std::size_t>(used - word.data());
}

std::size_t utf8_length(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char head = byte(0);
  const std::size_t n = head < 0x80                   ? 1
                        : head >= 0xC2 && head < 0xE0 ? 2
                        : head >= 0xE0 && head < 0xF0 ? 3
                        : head >= 0xF0 && head < 0xF5 ? 4
                                                      : 0;
  if (n > text.size()) return 0;
  for (std::size_t i = 1; i < n; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  if (n < 3) return n;
  // Overlong forms, surrogates, beyond the last code point.
  const unsigned char next = byte(1);
  const bool is_bad = (head == 0xE0 && next < 0xA0) || (head == 0xED && next > 0x9F) ||
                      (head == 0xF0 && next < 0x90) || (head == 0xF4 && next > 0x8F);
  return is_bad ? 0 : n;
}

bool is_not_finite_word(std::string_view word) noexcept {
  if (!word.empty() && (word[0] == '+' || word[0] == '-')) word.remove_prefix(1);
  if (word.size() < 3) return false;
  const char head[3] = {lower(word[0]), lower(word[1]), lower(word[2])};
  const std::string_view three(head, 3);
  if (three != "nan" && three != "inf") return false;
  const std::string_view rest = word.substr(3);
  return rest.empty() || rest[0] == '(' || rest == "inity";
}

}  // namespace graze::inline GRAZE_ABI::io
