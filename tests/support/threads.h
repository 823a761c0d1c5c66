// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <thread>
#include <vector>

#include "graze/base/executor.h"

namespace graze::test {

/// An executor of so many threads; every one takes each n-th task.
struct Threads {
  unsigned count;
  static void run(void* context, std::size_t tasks, Executor::Task task) {
    const unsigned n = static_cast<Threads*>(context)->count;
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < n; ++t)
      threads.emplace_back([=] {
        for (std::size_t i = t; i < tasks; i += n) task(i);
      });
    for (std::thread& thread : threads) thread.join();
  }
  [[nodiscard]] Executor executor() { return {&Threads::run, this, count}; }
};

}  // namespace graze::test
