// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/base/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

namespace graze {
namespace {

TEST(ThreadPool, RunsEveryTaskOnce) {
  for (const unsigned threads : {1u, 2u, 3u, 8u}) {
    ThreadPool pool(threads);
    EXPECT_LE(pool.size(), threads);
    EXPECT_EQ(pool.executor().concurrency, pool.size());
    for (const std::size_t count : {0u, 1u, 2u, 7u, 1000u}) {
      std::vector<int> runs(count, 0);
      auto task = [&](std::size_t i) { ++runs[i]; };
      run_tasks(pool.executor(), count, task);
      EXPECT_EQ(runs, std::vector<int>(count, 1));
    }
  }
}

TEST(ThreadPool, OfNoNumberHasOneThreadAtLeast) { EXPECT_GE(ThreadPool().size(), 1u); }

TEST(ThreadPool, RunsManyJobsOneAfterTheOther) {
  ThreadPool pool(4);
  std::size_t sum = 0;
  for (std::size_t job = 0; job < 2000; ++job) {
    std::vector<std::size_t> values(5);
    auto task = [&](std::size_t i) { values[i] = job + i; };
    run_tasks(pool.executor(), values.size(), task);
    sum += std::accumulate(values.begin(), values.end(), std::size_t{0});
  }
  EXPECT_EQ(sum, 5u * (1999u * 2000u / 2u) + 2000u * 10u);
}

TEST(ThreadPool, ATaskMayAskForTasks) {
  ThreadPool pool(3);
  std::atomic<int> runs{0};
  auto inner = [&](std::size_t) { ++runs; };
  auto outer = [&](std::size_t) { run_tasks(pool.executor(), 10, inner); };
  run_tasks(pool.executor(), 20, outer);
  EXPECT_EQ(runs, 200);
}

TEST(ThreadPool, CallsFromSeveralThreadsTakeTurns) {
  ThreadPool pool(3);
  std::atomic<int> runs{0};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 4; ++caller)
    callers.emplace_back([&] {
      auto task = [&](std::size_t) { ++runs; };
      for (int job = 0; job < 100; ++job) run_tasks(pool.executor(), 7, task);
    });
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(runs, 4 * 100 * 7);
}

TEST(ThreadPool, ThrowsAgainWhatATaskThrewAndGoesOn) {
  ThreadPool pool(4);
  std::atomic<int> runs{0};
  auto failing = [&](std::size_t i) {
    ++runs;
    if (i == 3) throw std::runtime_error("three");
  };
  EXPECT_THROW(run_tasks(pool.executor(), 1000, failing), std::runtime_error);
  EXPECT_LE(runs, 1000);
  runs = 0;
  auto task = [&](std::size_t) { ++runs; };
  run_tasks(pool.executor(), 50, task);
  EXPECT_EQ(runs, 50);
}

}  // namespace
}  // namespace graze
