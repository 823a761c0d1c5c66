// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/moving/times.h"

#include <algorithm>
#include <cmath>

namespace graze::inline GRAZE_ABI::check {
namespace {

// Of a clock whose cycle is so short that it has more keys in the range, frames are looked at instead.
constexpr Real kMostKeys = 1e6;

class Times {
 public:
  explicit Times(const Interval& range) : range_(range), times_{range.lower, range.upper} {}

  void add(Real time) {
    if (time > range_.lower && time < range_.upper) times_.push_back(time);
  }

  // Keys of the first track in every cycle; false: there are too many.
  [[nodiscard]] bool add(const io::Clock& clock, const io::Track& track) {
    add(clock.start);
    add(clock.stop);
    const Real first =
        clock.is_loop ? std::max(std::floor((range_.lower - clock.start) / clock.cycle), Real(0)) : 0;
    const Real end = std::min(range_.upper, clock.stop);
    const Real last = clock.is_loop ? std::floor((end - clock.start) / clock.cycle) : 0;
    if ((last - first + 1) * Real(track.keys.size() + 1) > kMostKeys) return false;
    for (Real cycle = first; cycle <= last; ++cycle) {
      const Real begin = clock.start + cycle * clock.cycle;
      add(begin);
      add(begin + clock.cycle);
      for (const Real key : track.keys) add(begin + (clock.in_seconds ? key : key * clock.cycle));
    }
    return true;
  }

  [[nodiscard]] std::vector<Real> take() {
    std::sort(times_.begin(), times_.end());
    // Times that only rounding keeps apart are one.
    const Real least = (range_.upper - range_.lower) * Real(1e-12);
    std::vector<Real> out{range_.lower};
    for (const Real time : times_)
      if (time - out.back() > least) out.push_back(time);
    if (out.size() > 1) out.back() = range_.upper;
    return out;
  }

 private:
  Interval range_;
  std::vector<Real> times_;
};

}  // namespace

std::vector<Real> frame_times(const Interval& range, Real fps) {
  std::vector<Real> out;
  const Real count = std::ceil((range.upper - range.lower) * fps - Real(1e-9));
  for (Real i = 0; i < count; ++i) out.push_back(range.lower + i / fps);
  out.push_back(range.upper);
  return out;
}

std::vector<Real> break_times(const Objects& objects, const Interval& range, Real fps, bool has_frames) {
  Times times(range);
  bool needs_frames = has_frames;
  for (const SceneUse& use : objects.uses)
    for (const io::Channel& channel : use.scene->channels) {
      const io::Clock& clock = use.scene->clocks[channel.clock];
      if (!clock.is_running || channel.tracks.empty()) continue;
      if (!times.add(clock, use.scene->tracks[channel.tracks[0]]) || channel.tracks.size() > 1)
        needs_frames = true;
    }
  if (needs_frames)
    for (const Real time : frame_times(range, fps)) times.add(time);
  return times.take();
}

}  // namespace graze::inline GRAZE_ABI::check
