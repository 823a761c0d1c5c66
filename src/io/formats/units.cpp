// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <charconv>

#include "graze/io/read_scene.h"

namespace graze::inline GRAZE_ABI::io {
namespace {

struct Unit {
  std::string_view sign;
  Real metres;
};
constexpr Unit kUnits[] = {{"m", 1},     {"mm", 0.001},  {"cm", 0.01},   {"dm", 0.1},   {"um", 1e-6},
                           {"km", 1000}, {"in", 0.0254}, {"ft", 0.3048}, {"yd", 0.9144}};

}  // namespace

Real metres_from_text(std::string_view text) noexcept {
  for (const Unit& u : kUnits)
    if (u.sign == text) return u.metres;
  Real metres = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), metres);
  const bool is_number = end.ec == std::errc() && end.ptr == text.data() + text.size();
  return is_number && metres > 0 && is_finite(metres) ? metres : 0;
}

}  // namespace graze::inline GRAZE_ABI::io
