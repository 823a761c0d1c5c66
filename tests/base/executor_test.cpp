// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/base/executor.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace graze {
namespace {

TEST(Executor, OfDefaultRunsEachTaskOnceInOrderOnThisThread) {
  std::vector<std::size_t> order;
  const std::thread::id here = std::this_thread::get_id();
  bool is_here = true;
  auto task = [&](std::size_t i) {
    order.push_back(i);
    is_here = is_here && std::this_thread::get_id() == here;
  };
  run_tasks(Executor{}, 5, task);
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
  EXPECT_TRUE(is_here);
}

TEST(Executor, RunsNothingForNoTasks) {
  int calls = 0;
  auto task = [&](std::size_t) { ++calls; };
  run_tasks(Executor{}, 0, task);
  EXPECT_EQ(calls, 0);
}

struct Backwards {
  int runs = 0;
  std::size_t count = 0;
  static void run(void* context, std::size_t count, Executor::Task task) {
    auto& self = *static_cast<Backwards*>(context);
    ++self.runs;
    self.count = count;
    for (std::size_t i = count; i > 0; --i) task(i - 1);
  }
};

TEST(Executor, OfTheCallerGetsItsContextTheCountAndTheTask) {
  Backwards backwards;
  const Executor executor{&Backwards::run, &backwards, 1};
  std::vector<std::size_t> order;
  auto task = [&](std::size_t i) { order.push_back(i); };
  run_tasks(executor, 4, task);
  EXPECT_EQ(backwards.runs, 1);
  EXPECT_EQ(backwards.count, 4u);
  EXPECT_EQ(order, (std::vector<std::size_t>{3, 2, 1, 0}));
}

void run_on_two_threads(void*, std::size_t count, Executor::Task task) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) task(i);
  };
  std::thread other(work);
  work();
  other.join();
}

TEST(Executor, OfTwoThreadsRunsEachTaskOnce) {
  std::vector<std::atomic<int>> runs(1000);
  auto task = [&](std::size_t i) { ++runs[i]; };
  run_tasks({&run_on_two_threads, nullptr, 2}, runs.size(), task);
  for (const auto& n : runs) ASSERT_EQ(n.load(), 1);
}

}  // namespace
}  // namespace graze
