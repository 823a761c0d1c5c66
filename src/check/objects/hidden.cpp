// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/objects/hidden.h"

#include <algorithm>
#include <cmath>

#include "graze/check/check.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

constexpr std::size_t kMostTimes = 100'000;

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

bool is_ever_seen(const SceneUse& use, const NodeMotion& motion, std::uint32_t node) {
  const io::SceneData& scene = *use.scene;
  const Interval range = animation_range({&use, 1});
  if (range.is_empty()) return false;
  std::vector<Real> times{0, range.upper};
  for (const std::uint32_t c : motion.channels_above(node)) {
    const io::Channel& channel = scene.channels[c];
    const bool scales = channel.target == io::Target::scale && scene.clocks[channel.clock].is_running;
    if (!scales || channel.tracks.empty()) continue;
    if (!add_times(scene, channel, range.upper, times)) return true;
  }
  std::sort(times.begin(), times.end());
  const auto is_seen = [&](Real time) {
    if (time < 0 || time > range.upper) return false;
    const io::Placement m = motion.at(node, time);
    return Affine(m.linear, m.translation).is_valid();
  };
  for (std::size_t i = 0; i < times.size(); ++i)
    if (is_seen(times[i]) || (i > 0 && is_seen((times[i - 1] + times[i]) / 2))) return true;
  return false;
}

}  // namespace graze::inline GRAZE_ABI::check
