// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>

#include "graze/check/check.h"

namespace graze::inline GRAZE_ABI::check {

Interval animation_range(std::span<const SceneUse> scenes) {
  Interval range;
  for (const SceneUse& use : scenes) {
    if (use.scene == nullptr) continue;
    for (const io::Channel& channel : use.scene->channels) {
      const io::Clock& clock = use.scene->clocks[channel.clock];
      if (!clock.is_running) continue;
      const Real end = std::min(std::max(clock.start, Real(0)) + clock.cycle, clock.stop);
      if (is_finite(end) && end > 0) range = merge(range, {0, end});
    }
  }
  return range;
}

}  // namespace graze::inline GRAZE_ABI::check
