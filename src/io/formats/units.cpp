// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <charconv>

#include "graze/io/read_scene.h"
#include "io/report.h"

namespace graze::inline GRAZE_ABI::io {
namespace {

struct Unit {
  std::string_view sign;
  Real metres;
  const char* name;
};
constexpr Unit kUnits[] = {
    {"m", 1, "metres"},        {"mm", 0.001, "millimetres"}, {"cm", 0.01, "centimetres"},
    {"dm", 0.1, "decimetres"}, {"um", 1e-6, "micrometres"},  {"km", 1000, "kilometres"},
    {"in", 0.0254, "inches"},  {"ft", 0.3048, "feet"},       {"yd", 0.9144, "yards"}};

std::string unit_name(Real metres) {
  for (const Unit& u : kUnits)
    if (u.metres == metres) return u.name;
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, metres).ptr;
  return metres > 0 ? "units of " + std::string(text, end) + " m" : "a unit that the file does not say";
}

const char* axis_name(UpAxis up) { return up == UpAxis::z ? "+z up" : "+y up"; }

// (x, y, z) of a frame with z up is (x, z, -y) of one with y up: a quarter turn around x.
Placement metres_y_up_from(const SceneData& scene) {
  const Real s = scene.metres_per_unit > 0 ? scene.metres_per_unit : 1;
  if (scene.up == UpAxis::y) return {Mat3::diagonal(s, s, s), {}};
  return {Mat3({s, 0, 0}, {0, 0, -s}, {0, s, 0}), {}};
}

std::string name_of(const SceneData& scene) {
  return scene.files.empty() ? scene.format : printable(scene.files[0], 4096);
}

void describe_conversion(const SceneData& scene, std::string& summary) {
  const bool is_known = scene.metres_per_unit > 0;
  if (is_known && scene.metres_per_unit == 1 && scene.up == UpAxis::y) return;
  summary += "; " + name_of(scene) + ": " + unit_name(scene.metres_per_unit) + ", " + axis_name(scene.up);
  if (!is_known) summary += " (metres assumed)";
}

}  // namespace

Real metres_from_text(std::string_view text) noexcept {
  for (const Unit& u : kUnits)
    if (u.sign == text) return u.metres;
  Real metres = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), metres);
  const bool is_number = end.ec == std::errc() && end.ptr == text.data() + text.size();
  return is_number && metres > 0 && is_finite(metres) ? metres : 0;
}

CommonFrame common_frame(std::span<const SceneData* const> scenes) {
  CommonFrame out;
  if (scenes.empty()) return out;
  const SceneData& first = *scenes[0];
  const bool is_same = std::all_of(scenes.begin(), scenes.end(), [&](const SceneData* s) {
    return s->metres_per_unit == first.metres_per_unit && s->up == first.up;
  });
  if (is_same) {
    out = {first.metres_per_unit, first.up, std::vector<Placement>(scenes.size()), {}};
    out.summary = "lengths in " + unit_name(first.metres_per_unit) + ", " + axis_name(first.up);
    return out;
  }
  out.summary = "files of different units or axes, all brought to metres, +y up";
  for (const SceneData* s : scenes) {
    out.common_from_scene.push_back(metres_y_up_from(*s));
    describe_conversion(*s, out.summary);
  }
  return out;
}

}  // namespace graze::inline GRAZE_ABI::io
