// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "graze/base/function_ref.h"

namespace graze::inline GRAZE_ABI {

/// Who runs the parts of long work. Graze starts no thread by itself: it hands `count` independent tasks to
/// the caller's executor and waits until all have run. No result ever depends on the order or on the number
/// of threads.
struct Executor {
  using Task = FunctionRef<void(std::size_t index)>;
  /// Must call task(0) ... task(count - 1), each once, from any threads, and return when all are done.
  using Run = void (*)(void* context, std::size_t count, Task task);

  Run run = nullptr;
  void* context = nullptr;
  unsigned concurrency = 1;  ///< how many tasks may run at the same time; a hint for splitting the work
};

/// Runs the tasks on the executor, or one after the other on this thread when it is the default one.
inline void run_tasks(const Executor& executor, std::size_t count, Executor::Task task) {
  if (executor.run != nullptr && count > 1) return executor.run(executor.context, count, task);
  for (std::size_t i = 0; i < count; ++i) task(i);
}

}  // namespace graze::inline GRAZE_ABI
