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

  [[nodiscard]] std::size_t size() const { return times_.size(); }

  // Times that only rounding keeps apart become one.
  void unite() {
    std::sort(times_.begin(), times_.end());
    const Real least = (range_.upper - range_.lower) * Real(1e-12);
    std::vector<Real> out{range_.lower};
    for (const Real time : times_)
      if (time - out.back() > least) out.push_back(time);
    if (out.size() > 1) out.back() = range_.upper;
    times_ = std::move(out);
  }

  [[nodiscard]] std::vector<Real> take() {
    unite();
    return std::move(times_);
  }

 private:
  Interval range_;
  std::vector<Real> times_;
};

Error too_many() {
  return {ErrorCode::index_out_of_range, "job.time has more frames or keys than job.limits.moments", 0};
}

}  // namespace

Result<std::vector<Real>> frame_times(const Job& job) {
  std::vector<Real> out;
  const Real count = std::ceil((job.time.upper - job.time.lower) * job.fps - Real(1e-9));
  if (count >= Real(job.limits.moments)) return too_many();
  for (Real i = 0; i < count; ++i) out.push_back(job.time.lower + i / job.fps);
  out.push_back(job.time.upper);
  return out;
}

Result<std::vector<Real>> break_times(const Objects& objects, const Job& job, bool has_frames) {
  Times times(job.time);
  bool needs_frames = has_frames;
  for (const SceneUse& use : objects.uses)
    for (const io::Channel& channel : use.scene->channels) {
      const io::Clock& clock = use.scene->clocks[channel.clock];
      if (!clock.is_running || channel.tracks.empty()) continue;
      if (!times.add(clock, use.scene->tracks[channel.tracks[0]]) || channel.tracks.size() > 1)
        needs_frames = true;
      if (times.size() > job.limits.moments) times.unite();
      if (times.size() > job.limits.moments) return too_many();
    }
  if (needs_frames) {
    const Result<std::vector<Real>> frames = frame_times(job);
    if (!frames) return frames.error();
    for (const Real time : *frames) times.add(time);
  }
  return times.take();
}

}  // namespace graze::inline GRAZE_ABI::check
