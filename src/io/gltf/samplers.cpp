// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/samplers.h"

#include <algorithm>
#include <cmath>

#include "io/text.h"

namespace graze::inline GRAZE_ABI::io::gltf {
namespace {

bool are_usable(const std::vector<double>& all) {
  return std::all_of(all.begin(), all.end(), [](double x) { return is_usable(x); });
}

// Keys are rounded and quantised in files; slerp is defined for unit length.
void normalize_quaternions(std::vector<double>& v) {
  for (std::size_t i = 0; i + 3 < v.size(); i += 4) {
    const double length = std::hypot(std::hypot(v[i], v[i + 1]), std::hypot(v[i + 2], v[i + 3]));
    for (std::size_t c = i; length > 0 && c < i + 4; ++c) v[c] /= length;
  }
}

Interpolation interpolation_of(const Object& json, bool is_rotation) {
  const std::string name = json.text("interpolation");
  if (name == "STEP") return Interpolation::step;
  if (name == "CUBICSPLINE") return Interpolation::cubic;
  if (!name.empty() && name != "LINEAR")
    json.wrong("interpolation", "is \"" + printable(name, 20) + "\": taken for LINEAR");
  return is_rotation ? Interpolation::slerp : Interpolation::linear;
}

}  // namespace

Samplers::Samplers(Context& context, const Object& animation)
    : context_(context), animation_(animation), size_(animation.size("samplers")) {}

std::optional<std::vector<double>> Samplers::values(const Object& json, Target target) {
  const std::uint32_t output = json.index("output", context_.accessors.size());
  if (output == kNone) return std::nullopt;
  const std::uint32_t components = target == Target::rotation ? 4 : target == Target::weights ? 1 : 3;
  return context_.accessors.numbers(output, components);
}

std::uint32_t Samplers::build(const Object& json, Target target, std::size_t components) {
  const bool is_rotation = target == Target::rotation;
  const std::uint32_t input = json.index("input", context_.accessors.size());
  auto keys = input == kNone ? std::nullopt : context_.accessors.numbers(input, 1);
  auto numbers = keys ? values(json, target) : std::nullopt;
  if (!numbers) return context_.messages.loss(json.path() + " is left out"), kNone;
  Track track;
  track.interpolation = interpolation_of(json, is_rotation);
  track.components = static_cast<std::uint32_t>(components);
  const std::size_t per_key = components * (track.interpolation == Interpolation::cubic ? 3 : 1);
  if (keys->empty() || per_key == 0 || numbers->size() / per_key < keys->size() || !are_usable(*keys) ||
      !are_usable(*numbers)) {
    context_.messages.loss(json.path() + " is left out: its keys and values do not fit, or are not finite");
    return kNone;
  }
  const auto fall = std::is_sorted_until(keys->begin(), keys->end());
  if (fall != keys->end()) {
    context_.messages.loss(json.path() + ": keys decrease, and those from there on are left out");
    keys->erase(fall, keys->end());
  }
  numbers->resize(keys->size() * per_key);
  if (is_rotation && track.interpolation != Interpolation::cubic) normalize_quaternions(*numbers);
  track.keys = std::move(*keys);
  track.values = std::move(*numbers);
  context_.scene.tracks.push_back(std::move(track));
  return static_cast<std::uint32_t>(context_.scene.tracks.size() - 1);
}

std::uint32_t Samplers::track(std::uint32_t sampler, Target target, std::size_t components) {
  const std::tuple key(sampler, target == Target::rotation, components);
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  const std::uint32_t track = build(animation_.at("samplers", sampler), target, components);
  known_.emplace(key, track);
  return track;
}

}  // namespace graze::inline GRAZE_ABI::io::gltf
