// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <string_view>

#include "graze/check/objects.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

// Reads the set that begins behind a '[' at `p`. Where it ends, `p` is moved behind its ']'; without an end
// it is no set.
bool read_set(std::string_view pattern, std::size_t& p, char c, bool& is_in) {
  std::size_t i = p;
  const bool is_inverted = i < pattern.size() && pattern[i] == '!';
  if (is_inverted) ++i;
  is_in = false;
  for (bool is_first = true; i < pattern.size(); is_first = false) {
    if (pattern[i] == ']' && !is_first) {
      is_in = is_in != is_inverted;
      p = i + 1;
      return true;
    }
    char low = pattern[i++], high = low;
    if (i + 1 < pattern.size() && pattern[i] == '-' && pattern[i + 1] != ']') {
      high = pattern[i + 1];
      i += 2;
    }
    is_in = is_in || (low <= c && c <= high);
  }
  return false;
}

// Whether the one character c matches what stands at `p`, which is moved on.
bool matches_one(std::string_view pattern, std::size_t& p, char c) {
  const char head = pattern[p++];
  if (head == '?') return true;
  bool is_in = false;
  if (head == '[' && read_set(pattern, p, c, is_in)) return is_in;
  if (head == '\\' && p < pattern.size()) return pattern[p++] == c;
  return head == c;
}

}  // namespace

// Only the last '*' is gone back to: an earlier one could not match more than it leaves.
bool matches(std::string_view pattern, std::string_view name) noexcept {
  constexpr std::size_t kNowhere = std::string_view::npos;
  std::size_t p = 0, n = 0, star = kNowhere, star_name = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = ++p;
      star_name = n;
    } else if (p < pattern.size() && matches_one(pattern, p, name[n])) {
      ++n;
    } else if (star != kNowhere) {
      p = star;
      n = ++star_name;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace graze::inline GRAZE_ABI::check
