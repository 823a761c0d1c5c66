// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/data/repair.h"

#include <algorithm>

#include "io/text.h"

namespace graze::inline GRAZE_ABI::io::gltf {
namespace {

// Characters that may follow a backslash.
constexpr std::string_view kEscapes = "\"\\/bfnrtu";

// Cleans a text from behind its opening quote on. The place behind the closing one.
std::size_t repair_text(std::string& out, std::size_t at) {
  while (at < out.size() && out[at] != '"') {
    if (out[at] == '\\' && at + 1 < out.size() && kEscapes.find(out[at + 1]) != kEscapes.npos) {
      at += 2;
      continue;
    }
    if (out[at] == '\\') out[at] = '/';  // of a path
    const std::size_t bytes = utf8_length(std::string_view(out).substr(at));
    if (bytes == 0)
      out[at] = '?';
    else if (static_cast<unsigned char>(out[at]) < 0x20)
      out[at] = ' ';
    at += std::max<std::size_t>(bytes, 1);
  }
  return at + 1;
}

// Numbers that JSON does not have, longest first.
constexpr std::string_view kNoNumbers[] = {"-Infinity", "Infinity", "-NaN", "NaN", "nan", "-inf", "inf"};

// Writes null over a number that JSON does not have. The place behind it; `at` where there is none.
std::size_t repair_number(std::string& out, std::size_t at) {
  for (const std::string_view name : kNoNumbers) {
    if (!std::string_view(out).substr(at).starts_with(name)) continue;
    // Three letters leave no room for a null: a zero with two blanks would be a number, "" is not.
    const std::string_view instead = name.size() < 4 ? "\"\"" : "null";
    std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(at), name.size(), ' ');
    std::copy(instead.begin(), instead.end(), out.begin() + static_cast<std::ptrdiff_t>(at));
    return at + name.size();
  }
  return at;
}

}  // namespace

std::string repaired_json(std::string_view text) {
  std::string out(text);
  std::size_t comma = out.npos;  // the last thing but blanks, where it is one
  for (std::size_t at = 0; at < out.size();) {
    const char c = out[at];
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      ++at;
      continue;
    }
    if ((c == ']' || c == '}') && comma != out.npos) out[comma] = ' ';
    comma = c == ',' ? at : out.npos;
    const std::size_t behind = c == '"' ? repair_text(out, at + 1) : repair_number(out, at);
    at = std::max(behind, at + 1);
  }
  return out;
}

}  // namespace graze::inline GRAZE_ABI::io::gltf
