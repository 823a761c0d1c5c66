// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

#include "graze/base/version.h"

namespace command {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// Length of the well-formed UTF-8 sequence at the begin of the text, 0 where there is none.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  std::uint32_t code = first & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = (code << 6) | (byte(i) & 0x3Fu);
  }
  constexpr std::array<std::uint32_t, 5> kLowest = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code >= kLowest[length] && code <= 0x10FFFF && !is_surrogate ? length : 0;
}

/// Characters that move the cursor, end lines or turn the direction of writing.
bool is_control(std::string_view c) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(c[i]); };
  if (c.size() == 1) return byte(0) < 0x20 || byte(0) == 0x7F;
  if (c.size() == 2) return byte(0) == 0xC2 && byte(1) < 0xA0;  // U+0080 to U+009F
  if (c.size() != 3 || byte(0) != 0xE2) return false;
  const bool is_direction =
      byte(1) == 0x80 && ((byte(2) >= 0x8B && byte(2) <= 0x8F) || (byte(2) >= 0xA8 && byte(2) <= 0xAE));
  return is_direction || (byte(1) == 0x81 && byte(2) >= 0xA0 && byte(2) <= 0xAF);  // U+2066 to U+2069 and kin
}

std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t corner = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = corner + (a[i] != b[j]);
      corner = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, corner + 1});
    }
  }
  return row.back();
}

struct Unit {
  std::string_view name;
  Real metres;
};
constexpr std::array<Unit, 9> kUnits = {{{"m", 1},
                                         {"mm", 1e-3},
                                         {"cm", 1e-2},
                                         {"dm", 1e-1},
                                         {"km", 1e3},
                                         {"um", 1e-6},
                                         {"in", 0.0254},
                                         {"ft", 0.3048},
                                         {"yd", 0.9144}}};

}  // namespace

std::string to_text(Real value, int digits) {
  std::array<char, 64> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value + 0.0, std::chars_format::general, digits);
  return {text.data(), end.ptr};
}

std::string to_exact_text(Real value) {
  std::array<char, 64> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value + 0.0).ptr};
}

std::string to_length(Real value, Real metres_per_unit) {
  if (!(metres_per_unit > 0) || !std::isfinite(value)) return to_text(value);
  const Real metres = value * metres_per_unit, size = std::abs(metres);
  // From half a unit on, rounded as it is printed: 999.96 um are 1 mm.
  if (size == 0) return "0 m";
  if (size < 0.99995e-6) return to_text(metres * 1e9) + " nm";
  if (size < 0.99995e-3) return to_text(metres * 1e6) + " um";
  if (size < 0.99995) return to_text(metres * 1e3) + " mm";
  return size < 0.99995e3 ? to_text(metres) + " m" : to_text(metres, 6) + " m";
}

std::string to_text(const Vec3& v, int digits) {
  const Real noise = 1e-7 * max_abs(v);
  const auto part = [&](Real x) { return std::abs(x) < noise ? std::string("0") : to_text(x, digits); };
  return "(" + part(v.x) + ", " + part(v.y) + ", " + part(v.z) + ")";
}

std::string counted(std::size_t count, std::string_view singular) {
  return std::to_string(count) + " " + std::string(singular) + (count == 1 ? "" : "s");
}

std::string version_text() {
  const graze::Version v = graze::library_version();
  return std::to_string(v.major) + "." + std::to_string(v.minor) + "." + std::to_string(v.patch);
}

std::string to_bytes(Real bytes) {
  if (bytes < 1e3) return to_text(bytes) + " B";
  if (bytes < 1e6) return to_text(bytes / 1e3, 3) + " kB";
  return bytes < 1e9 ? to_text(bytes / 1e6, 3) + " MB" : to_text(bytes / 1e9, 3) + " GB";
}

std::string to_duration(Real seconds) {
  if (seconds < 1e-3) return to_text(seconds * 1e6, 3) + " us";
  return seconds < 1 ? to_text(seconds * 1e3, 3) + " ms" : to_text(seconds, 3) + " s";
}

std::string_view unit_name(Real metres) {
  for (const Unit& unit : kUnits)
    if (unit.metres == metres) return unit.name;
  return {};
}

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const std::string_view character = text.substr(0, std::max(length, std::size_t{1}));
    result += length == 0 || is_control(character) ? kReplacement : character;
    text.remove_prefix(character.size());
  }
  return result;
}

std::string markup_text(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else
      result += c;
  }
  return result;
}

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

bool parse_number(std::string_view text, Real& out) {
  if (!text.empty() && text[0] == '+') text.remove_prefix(1);
  const auto end = std::from_chars(text.data(), text.data() + text.size(), out);
  return end.ec == std::errc() && end.ptr == text.data() + text.size() && std::isfinite(out);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::string_view nearest_word(std::string_view word, const std::vector<std::string_view>& candidates) {
  std::string_view best;
  std::size_t fewest = word.size() / 3 + 2;  // more edits than this are another word
  for (const std::string_view candidate : candidates) {
    const bool is_begin = word.size() > 3 && candidate.substr(0, word.size()) == word;
    const std::size_t edits = is_begin ? 1 : edits_between(word, candidate);
    if (edits < fewest) {
      fewest = edits;
      best = candidate;
    }
  }
  return best;
}

}  // namespace command
