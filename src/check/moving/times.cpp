// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/moving/times.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace graze::inline GRAZE_ABI::check {
namespace {

// Of a clock whose cycle is so short that it has more keys in the range, frames are looked at instead.
constexpr Real kMostKeys = 1e6;
// Windows have so many keys of each object that moves, on average: paths are short, and boxes around them
// small.
constexpr Real kKeysOfWindow = 2;

Error too_many() {
  return {ErrorCode::index_out_of_range, "job.time has more frames or keys than job.limits.moments", 0};
}

// First and last cycle of a clock in a range.
std::pair<Real, Real> cycles_in(const io::Clock& clock, const Interval& range) {
  if (!clock.is_loop) return {0, 0};
  const Real end = std::min(range.upper, clock.stop);
  return {std::max(std::floor((range.lower - clock.start) / clock.cycle), Real(0)),
          std::floor((end - clock.start) / clock.cycle)};
}

bool has_too_many_keys(const io::Clock& clock, const io::Track& track, const Interval& range) {
  const auto [first, last] = cycles_in(clock, range);
  return (last - first + 1) * Real(track.keys.size() + 1) > kMostKeys;
}

// Keys of a track in every cycle, inside of the range.
void add_keys_of(const io::Clock& clock, const io::Track& track, const Interval& range,
                 std::vector<Real>& out) {
  const auto add = [&](Real time) {
    if (time > range.lower && time < range.upper) out.push_back(time);
  };
  add(clock.start);
  add(clock.stop);
  const Real unit = clock.in_seconds ? 1 : clock.cycle;
  const auto [first, last] = cycles_in(clock, range);
  for (Real cycle = first; cycle <= last; ++cycle) {
    const Real begin = clock.start + cycle * clock.cycle;
    add(begin);
    add(begin + clock.cycle);
    // A key before the range, for what rounding does to the quotient.
    auto key = std::lower_bound(track.keys.begin(), track.keys.end(), (range.lower - begin) / unit);
    if (key != track.keys.begin()) --key;
    for (; key != track.keys.end() && begin + *key * unit <= range.upper; ++key) add(begin + *key * unit);
  }
}

// Frames inside of a range.
void add_frames(const Job& job, const Interval& range, std::vector<Real>& out) {
  const Real first = std::max(std::floor((range.lower - job.time.lower) * job.fps), Real(0));
  for (Real i = first;; ++i) {
    const Real time = job.time.lower + i / job.fps;
    if (time >= range.upper) return;
    if (time > range.lower) out.push_back(time);
  }
}

// How many rigid objects that move are at or below each node of a scene.
std::vector<Real> objects_below(const Objects& objects, std::uint32_t scene) {
  const std::vector<io::Node>& nodes = objects.uses[scene].scene->nodes;
  std::vector<Real> count(nodes.size());
  for (const Object& object : objects.list)
    if (object.scene == scene && object.is_moving && !object.is_deforming) ++count[object.node];
  for (std::size_t i = nodes.size(); i-- > 0;)
    if (nodes[i].parent != kNone && !nodes[i].is_in_world) count[nodes[i].parent] += count[i];
  return count;
}

}  // namespace

KeyTimes::KeyTimes(const Objects& objects, const Job& job) : objects_(objects), job_(job) {}

void KeyTimes::add(std::uint32_t scene, std::uint32_t index, const Interval& range,
                   std::vector<Real>& out) const {
  add_keys(scene, index, range, out);
  if (needs_frames(scene, index)) add_frames(job_, range, out);
}

void KeyTimes::add_keys(std::uint32_t scene, std::uint32_t index, const Interval& range,
                        std::vector<Real>& out) const {
  const io::SceneData& data = *objects_.uses[scene].scene;
  const io::Channel& channel = data.channels[index];
  const io::Clock& clock = data.clocks[channel.clock];
  if (!clock.is_running || channel.tracks.empty()) return;
  const io::Track& track = data.tracks[channel.tracks[0]];
  if (!has_too_many_keys(clock, track, job_.time)) add_keys_of(clock, track, range, out);
}

bool KeyTimes::needs_frames(std::uint32_t scene, std::uint32_t index) const {
  const io::SceneData& data = *objects_.uses[scene].scene;
  const io::Channel& channel = data.channels[index];
  const io::Clock& clock = data.clocks[channel.clock];
  if (!clock.is_running || channel.tracks.empty()) return false;
  return channel.tracks.size() > 1 || has_too_many_keys(clock, data.tracks[channel.tracks[0]], job_.time);
}

void KeyTimes::unite(std::vector<Real>& times) const {
  std::sort(times.begin(), times.end());
  const Real least = (job_.time.upper - job_.time.lower) * Real(1e-12), end = times.back();
  std::size_t kept = 1;
  for (const Real time : times)
    if (time - times[kept - 1] > least) times[kept++] = time;
  times.resize(kept);
  if (kept > 1) times.back() = end;
}

Result<std::vector<Real>> frame_times(const Job& job) {
  std::vector<Real> out;
  const Real count = std::ceil((job.time.upper - job.time.lower) * job.fps - Real(1e-9));
  if (count >= Real(job.limits.moments)) return too_many();
  for (Real i = 0; i < count; ++i) out.push_back(job.time.lower + i / job.fps);
  out.push_back(job.time.upper);
  return out;
}

Result<std::vector<Real>> break_times(const Objects& objects, const Job& job, bool has_frames) {
  const KeyTimes keys(objects, job);
  std::vector<Real> times{job.time.lower, job.time.upper};
  const auto each_channel = [&](const auto& visit) {
    for (std::uint32_t scene = 0; scene < objects.uses.size(); ++scene)
      for (std::uint32_t c = 0; c < objects.uses[scene].scene->channels.size(); ++c) visit(scene, c);
  };
  each_channel([&](auto scene, auto c) { has_frames = has_frames || keys.needs_frames(scene, c); });
  if (has_frames) {
    Result<std::vector<Real>> frames = frame_times(job);
    if (!frames) return frames.error();
    times = *std::move(frames);
  }
  each_channel([&](auto scene, auto c) {
    if (times.size() > job.limits.moments) return;
    keys.add_keys(scene, c, job.time, times);
    if (times.size() > job.limits.moments) keys.unite(times);
  });
  if (times.size() > job.limits.moments) return too_many();
  keys.unite(times);
  return times;
}

Result<std::vector<Real>> window_times(const Objects& objects, const Job& job) {
  const Result<std::vector<Real>> all = break_times(objects, job, false);
  if (!all) return all.error();
  // How many objects have a key between each time and the one before it.
  std::vector<Real> weight(all->size());
  const KeyTimes keys(objects, job);
  std::vector<Real> own;
  Real moving = 0;
  for (std::uint32_t scene = 0; scene < objects.uses.size(); ++scene) {
    const std::vector<io::Channel>& channels = objects.uses[scene].scene->channels;
    const std::vector<Real> below = objects_below(objects, scene);
    for (const Object& object : objects.list) moving += object.scene == scene && object.is_moving;
    for (std::uint32_t c = 0; c < channels.size(); ++c) {
      Real objects_of_channel = 0;
      if (channels[c].target < io::Target::points)
        for (const std::uint32_t node : channels[c].targets) objects_of_channel += below[node];
      if (objects_of_channel == 0) continue;
      own.clear();
      keys.add(scene, c, job.time, own);
      for (const Real time : own) {
        const auto at = std::lower_bound(all->begin(), all->end(), time);
        if (at != all->end()) weight[std::size_t(at - all->begin())] += objects_of_channel;
      }
    }
  }
  std::vector<Real> out{all->front()};
  Real sum = 0;
  for (std::size_t i = 1; i + 1 < all->size(); ++i) {
    sum += weight[i];
    if (sum < kKeysOfWindow * moving) continue;
    out.push_back((*all)[i]);
    sum = 0;
  }
  if (all->size() > 1) out.push_back(all->back());
  return out;
}

}  // namespace graze::inline GRAZE_ABI::check
