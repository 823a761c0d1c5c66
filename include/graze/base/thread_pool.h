// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "graze/base/executor.h"

namespace graze::inline GRAZE_ABI {

/// Threads that wait for work: an executor for builds, flushes and updates, where the program has no pool of
/// its own. Nothing that Graze answers depends on how many there are.
class GRAZE_API ThreadPool {
 public:
  /// Starts workers: `threads` tasks run at a time, the calling thread's included; 0: one per hardware
  /// thread. Where the system refuses a thread, or memory for one runs out, there are fewer. Throws
  /// std::bad_alloc, with no thread started, where there is no memory for the pool itself.
  explicit ThreadPool(unsigned threads = 0);
  /// Precondition: nobody is running tasks.
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// How many tasks run at a time.
  [[nodiscard]] unsigned size() const noexcept;
  /// Valid as long as the pool. Calls from several threads take turns; a task that calls it again runs what
  /// it asks for itself. The first exception of a task is thrown again to the caller when all tasks that had
  /// begun are done; the others are left out.
  [[nodiscard]] Executor executor() noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace graze::inline GRAZE_ABI
