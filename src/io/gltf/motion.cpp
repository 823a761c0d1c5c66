// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/motion.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "io/gltf/samplers.h"

namespace graze::inline GRAZE_ABI::io::gltf {
namespace {

/// A part of a node of the file that a channel drives.
struct Driven {
  std::uint32_t node = kNone;
  Target target = Target::translation;
  auto operator<=>(const Driven&) const = default;
};

std::optional<Target> target_of(std::string_view path) {
  constexpr std::pair<std::string_view, Target> kPaths[] = {{"translation", Target::translation},
                                                            {"rotation", Target::rotation},
                                                            {"scale", Target::scale},
                                                            {"weights", Target::weights}};
  for (const auto& [name, target] : kPaths)
    if (name == path) return target;
  return std::nullopt;
}

// Parts of the file that pointers may drive and that have no place in a scene of shapes.
bool is_for_the_eye(std::string_view pointer) {
  for (const std::string_view head :
       {"/materials/", "/cameras/", "/extensions/KHR_lights_punctual/", "/textures/"})
    if (pointer.starts_with(head)) return true;
  return pointer.find("KHR_node_visibility") != pointer.npos;
}

// Of KHR_animation_pointer: "/nodes/3/rotation".
std::optional<Driven> from_pointer(std::string_view pointer, std::size_t nodes) {
  constexpr std::string_view kHead = "/nodes/";
  if (!pointer.starts_with(kHead)) return std::nullopt;
  pointer.remove_prefix(kHead.size());
  std::uint32_t node = 0;
  const auto [end, error] = std::from_chars(pointer.data(), pointer.data() + pointer.size(), node);
  if (error != std::errc() || node >= nodes) return std::nullopt;
  pointer.remove_prefix(static_cast<std::size_t>(end - pointer.data()));
  const auto target = pointer.starts_with('/') ? target_of(pointer.substr(1)) : std::nullopt;
  return target ? std::optional(Driven{node, *target}) : std::nullopt;
}

class Motion {
 public:
  Motion(Context& context, const Places& places)
      : context_(context), places_(places), scene_(context.scene) {}

  void run() {
    const std::size_t count = context_.root.size("animations");
    for (std::size_t i = 0; i < count; ++i) add_animation(context_.root.at("animations", i));
    choose();
  }

 private:
  void add_animation(const Object& json) {
    Samplers samplers(context_, json);
    const auto clock = static_cast<std::uint32_t>(scene_.clocks.size());
    Clock c;
    c.name = printable(json.text("name"), 200);
    c.in_seconds = true;
    scene_.clocks.push_back(c);
    driven_.emplace_back();
    double end = 0;
    for (std::size_t i = 0; i < json.size("channels"); ++i) {
      const std::uint32_t track = add_channel(json.at("channels", i), samplers, clock);
      if (track != kNone) end = std::max(end, scene_.tracks[track].keys.back());
    }
    if (end > 0) scene_.clocks[clock].cycle = end;
  }

  // The part that a channel drives; nothing where it is not in the scene, or cannot be read, which is then
  // said.
  std::optional<Driven> read_target(const Object& channel) {
    const Object json = channel.child("target");
    const std::string path = json.text("path"),
                      pointer = json.extension("KHR_animation_pointer").text("pointer");
    if (path == "pointer") {
      const auto driven = from_pointer(pointer, places_.node.size());
      if (!driven && !is_for_the_eye(pointer))
        context_.messages.loss("not animated: " + printable(pointer, 80));
      return driven;
    }
    if (json.find("node") == nullptr) return std::nullopt;  // as the standard has it: nothing to do
    const std::uint32_t node = json.index("node", places_.node.size());
    const auto target = target_of(path);
    if (!target) json.wrong("path", "is \"" + printable(path, 20) + "\", which cannot be animated");
    if (node == kNone || !target) return std::nullopt;
    return Driven{node, *target};
  }

  std::vector<std::uint32_t> targets_of(const Driven& driven) const {
    if (driven.target == Target::weights) return places_.geometries[driven.node];
    std::vector<std::uint32_t> targets = places_.copies[driven.node];
    if (places_.node[driven.node] != kNone) targets.push_back(places_.node[driven.node]);
    return targets;
  }

  // The track that drives something in the scene; kNone where there is none.
  std::uint32_t add_channel(const Object& json, Samplers& samplers, std::uint32_t clock) {
    const auto driven = read_target(json);
    std::vector<std::uint32_t> targets = driven ? targets_of(*driven) : std::vector<std::uint32_t>();
    const std::uint32_t sampler = json.index("sampler", samplers.size());
    if (targets.empty() || sampler == kNone) return kNone;
    const bool is_rotation = driven->target == Target::rotation;
    const std::size_t components = driven->target == Target::weights ? weights_of(targets[0])
                                   : is_rotation                     ? 4
                                                                     : 3;
    const std::uint32_t track = samplers.track(sampler, driven->target, components);
    if (track == kNone) return kNone;
    if (driven->target != Target::weights && scene_.nodes[targets[0]].local.matrix)
      context_.messages.loss("nodes[" + std::to_string(driven->node) + "] has a matrix, and is not animated");
    context_.budget.take(targets.size());
    scene_.channels.push_back({clock, {track}, driven->target, std::move(targets)});
    driven_.back().insert(*driven);
    return track;
  }

  [[nodiscard]] std::size_t weights_of(std::uint32_t geometry) const {
    return scene_.deformations[scene_.geometries[geometry].deformation].weights.size();
  }

  [[nodiscard]] bool is_named(const Clock& clock) const {
    const auto& names = context_.options.animations;
    return std::find(names.begin(), names.end(), clock.name) != names.end();
  }

  // Exporters write one animation for each object, or several of one object to choose from.
  void choose() {
    auto& clocks = scene_.clocks;
    if (context_.options.all_animations) return;
    const bool has_named =
        std::any_of(clocks.begin(), clocks.end(), [&](const Clock& c) { return is_named(c); });
    std::set<Driven> taken;
    for (std::size_t i = 0; i < clocks.size(); ++i) {
      const auto is_taken = [&](const Driven& d) { return taken.count(d) > 0; };
      clocks[i].is_running =
          has_named ? is_named(clocks[i]) : std::none_of(driven_[i].begin(), driven_[i].end(), is_taken);
      if (clocks[i].is_running) taken.insert(driven_[i].begin(), driven_[i].end());
      if (!clocks[i].is_running && !has_named)
        context_.messages.note("animation \"" + clocks[i].name +
                               "\" waits: it drives what an earlier one drives");
    }
  }

  Context& context_;
  const Places& places_;
  SceneData& scene_;
  std::vector<std::set<Driven>> driven_;  ///< by animation
};

}  // namespace

void add_animations(Context& context, const Places& places) { Motion(context, places).run(); }

}  // namespace graze::inline GRAZE_ABI::io::gltf
