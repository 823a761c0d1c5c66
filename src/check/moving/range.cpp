// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>
#include <set>

#include "graze/check/check.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

// Cycles that fit together only after more of the longest, or of more keys in all, are not followed so far.
constexpr int kMostCycles = 100;
constexpr Real kMostKeys = 1e5;
// Cycles are as long as files say in float, rounded once, and several of them are compared.
constexpr Real kRounding = Real(0x1p-22);

// A clock that drives something, and how many keys it passes in a cycle.
struct Driver {
  const io::Clock* clock = nullptr;
  Real keys = 0;
};

std::vector<Driver> drivers_of(std::span<const SceneUse> scenes) {
  std::vector<Driver> out;
  for (const SceneUse& use : scenes) {
    if (use.scene == nullptr) continue;
    std::vector<Driver> of_scene(use.scene->clocks.size());
    for (const io::Channel& channel : use.scene->channels) {
      Driver& driver = of_scene[channel.clock];
      driver.clock = &use.scene->clocks[channel.clock];
      if (!channel.tracks.empty()) driver.keys += Real(use.scene->tracks[channel.tracks[0]].keys.size());
    }
    for (const Driver& driver : of_scene)
      if (driver.clock != nullptr && driver.clock->is_running) out.push_back(driver);
  }
  return out;
}

bool is_endless(const io::Clock& clock) {
  return clock.is_loop && !((clock.stop - clock.start) / clock.cycle <= kMostCycles);
}

// When a clock that ends has ended, or one that does not begins its second cycle.
Real end_of_first(const io::Clock& clock) {
  return std::min(
      is_endless(clock) || !clock.is_loop ? std::max(clock.start, Real(0)) + clock.cycle : kInfinity,
      clock.stop);
}

// The first of the cycles' multiples that is one of all, or nothing where that is too far.
std::optional<Real> common_cycle(const std::set<Real>& cycles) {
  const Real longest = *cycles.rbegin();
  int count = 1;
  for (auto cycle = cycles.rbegin(); cycle != cycles.rend(); ++cycle) {
    const auto fits = [&](int n) {
      const Real all = Real(n) * longest;
      return std::abs(all - std::round(all / *cycle) * *cycle) <= kRounding * all;
    };
    int multiple = count;
    while (multiple <= kMostCycles && !fits(multiple)) multiple += count;
    if (multiple > kMostCycles) return std::nullopt;
    count = multiple;
  }
  return Real(count) * longest;
}

}  // namespace

Animation animation_of(std::span<const SceneUse> scenes) {
  const std::vector<Driver> drivers = drivers_of(scenes);
  Real end = 0, settled = 0;  // of all first cycles; when nothing but endless cycles goes on
  std::set<Real> cycles;
  Animation out;
  for (const Driver& driver : drivers) {
    const io::Clock& clock = *driver.clock;
    const Real first = end_of_first(clock);
    if (!is_finite(first) || !(first > 0)) continue;
    end = std::max(end, first);
    settled = std::max(settled, is_endless(clock) ? clock.start : first);
    if (!is_endless(clock)) continue;
    cycles.insert(clock.cycle);
    out.is_whole = out.is_whole && clock.stop == kInfinity;
  }
  if (!(end > 0)) return out;
  out.range = {0, end};
  if (cycles.empty()) return out;
  const std::optional<Real> common = common_cycle(cycles);
  const Real all = std::max(end, settled + common.value_or(*cycles.rbegin()));
  out.is_whole = out.is_whole && common;
  if (all == end) return out;
  Real keys = 0;
  for (const Driver& driver : drivers)
    keys += (driver.keys + 1) * (is_endless(*driver.clock) ? std::ceil(all / driver.clock->cycle) : 1);
  if (keys <= kMostKeys)
    out.range.upper = all;
  else
    out.is_whole = false;
  return out;
}

Interval animation_range(std::span<const SceneUse> scenes) { return animation_of(scenes).range; }

}  // namespace graze::inline GRAZE_ABI::check
