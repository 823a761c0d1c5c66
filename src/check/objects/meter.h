// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>

#include "graze/check/objects.h"

namespace graze::inline GRAZE_ABI::check {

/// Tells the caller how far work is, from any of its threads, and learns whether to go on.
class WorkMeter {
 public:
  WorkMeter(const Progress& progress, double all) : progress_(progress), all_(all) {}

  /// Whether the caller wants an end.
  [[nodiscard]] bool is_cancelled() const { return is_cancelled_.load(std::memory_order_relaxed); }
  /// Adds to what is done, and reports it now and then.
  void add(double done);
  /// Reports that all is done.
  void finish();

 private:
  void report(Real fraction);

  const Progress& progress_;
  double all_;
  std::mutex mutex_;
  double done_ = 0;
  std::chrono::steady_clock::time_point last_{};
  std::atomic<bool> is_cancelled_ = false;
};

}  // namespace graze::inline GRAZE_ABI::check
