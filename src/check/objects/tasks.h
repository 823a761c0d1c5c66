// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <new>

#include "graze/base/executor.h"

namespace graze::inline GRAZE_ABI::check {

/// run_tasks() on an executor that need not know exceptions: where memory runs out in a task, the others that
/// have not begun are left out, and bad_alloc is thrown when all are done.
template <class Task>
void run_guarded(const Executor& executor, std::size_t count, const Task& task) {
  std::atomic<bool> is_out_of_memory = false;
  const auto guarded = [&](std::size_t i) {
    if (is_out_of_memory.load(std::memory_order_relaxed)) return;
    try {
      task(i);
    } catch (const std::bad_alloc&) {
      is_out_of_memory = true;
    }
  };
  run_tasks(executor, count, guarded);
  if (is_out_of_memory) throw std::bad_alloc();
}

}  // namespace graze::inline GRAZE_ABI::check
