// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/objects/meter.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI::check {

void WorkMeter::add(double done) {
  if (progress_.report == nullptr) return;
  const std::lock_guard lock(mutex_);
  done_ += done;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < std::chrono::milliseconds(20)) return;
  last_ = now;
  report(all_ > 0 ? Real(std::min(done_ / all_, 1.0)) : 1);
}

void WorkMeter::finish() {
  if (progress_.report == nullptr || is_cancelled()) return;
  const std::lock_guard lock(mutex_);
  report(1);
}

void WorkMeter::report(Real fraction) {
  if (!progress_.report(progress_.context, fraction)) is_cancelled_ = true;
}

}  // namespace graze::inline GRAZE_ABI::check
