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
