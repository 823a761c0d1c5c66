// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/objects/hidden.h"

#include <algorithm>
#include <cmath>

#include "graze/check/check.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

constexpr std::size_t kMostTimes = 100'000;

// A node and those above it, with what animates them, as a scene of its own: the node is the last.
io::SceneData chain_to(const io::SceneData& scene, std::uint32_t node) {
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t n = node; n != kNone; n = scene.nodes[n].is_in_world ? kNone : scene.nodes[n].parent)
    nodes.insert(nodes.begin(), n);
  io::SceneData out;
  for (const std::uint32_t n : nodes) {
    out.nodes.push_back(scene.nodes[n]);
    out.nodes.back().parent = out.nodes.size() > 1 ? static_cast<std::uint32_t>(out.nodes.size() - 2) : kNone;
  }
  out.clocks = scene.clocks;
  for (const io::Channel& channel : scene.channels) {
    if (channel.target >= io::Target::points) continue;
    io::Channel own = channel;
    own.targets.clear();
    for (const std::uint32_t target : channel.targets) {
      const auto at = std::find(nodes.begin(), nodes.end(), target);
      if (at != nodes.end()) own.targets.push_back(static_cast<std::uint32_t>(at - nodes.begin()));
    }
    if (own.targets.empty()) continue;
    for (std::uint32_t& track : own.tracks) {
      out.tracks.push_back(scene.tracks[track]);
      track = static_cast<std::uint32_t>(out.tracks.size() - 1);
    }
    out.channels.push_back(std::move(own));
  }
  return out;
}

// Times at which a scale passes a key, in every cycle of the range. Where tracks drive tracks, and where
// scales are cubic, a few in between.
bool add_times(const io::SceneData& scene, const io::Channel& channel, Real end, std::vector<Real>& times) {
  const io::Clock& clock = scene.clocks[channel.clock];
  const io::Track& track = scene.tracks[channel.tracks[0]];
  const bool is_smooth = channel.tracks.size() > 1 || track.interpolation == io::Interpolation::cubic;
  const int parts = is_smooth ? 16 : 1;
  const Real cycles = clock.is_loop ? std::floor(end / clock.cycle) + 2 : 1;
  if (cycles * Real(track.keys.size() + 2) * parts > Real(kMostTimes - times.size())) return false;
  std::vector<Real> keys = track.keys;
  if (clock.in_seconds)
    for (Real& key : keys) key /= clock.cycle;
  keys.insert(keys.begin(), 0);
  keys.push_back(1);
  for (Real cycle = 0; cycle < cycles; ++cycle)
    for (std::size_t i = 0; i + 1 < keys.size(); ++i)
      for (int part = 0; part < parts; ++part) {
        const Real key = keys[i] + (keys[i + 1] - keys[i]) * (Real(part) / Real(parts));
        times.push_back(clock.start + (cycle + key) * clock.cycle);
      }
  times.push_back(clock.start + cycles * clock.cycle);
  return true;
}

}  // namespace

bool is_ever_seen(const SceneUse& use, std::uint32_t node) {
  const io::SceneData chain = chain_to(*use.scene, node);
  const Interval range = animation_range({&use, 1});
  if (range.is_empty()) return false;
  std::vector<Real> times{0, range.upper};
  for (const io::Channel& channel : chain.channels) {
    const bool scales = channel.target == io::Target::scale && chain.clocks[channel.clock].is_running;
    if (!scales || channel.tracks.empty()) continue;
    if (!add_times(chain, channel, range.upper, times)) return true;
  }
  std::sort(times.begin(), times.end());
  const auto is_seen = [&](Real time) {
    if (time < 0 || time > range.upper) return false;
    const io::Placement m = io::evaluate(chain, time).world_from_node.back();
    return Affine(m.linear, m.translation).is_valid();
  };
  for (std::size_t i = 0; i < times.size(); ++i)
    if (is_seen(times[i]) || (i > 0 && is_seen((times[i - 1] + times[i]) / 2))) return true;
  return false;
}

}  // namespace graze::inline GRAZE_ABI::check
