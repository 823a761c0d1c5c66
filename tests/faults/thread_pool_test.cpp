// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/base/thread_pool.h"

#include <atomic>
#include <memory>

#include "failures.h"

namespace graze::test {
namespace {

TEST(ThreadPoolFaults, FewerThreadsDoTheWork) {
  const auto script = [](FailurePlan& plan) {
    std::unique_ptr<ThreadPool> pool;
    plan.run([&] { pool = std::make_unique<ThreadPool>(4u); });
    EXPECT_GE(pool->size(), 1u);
    EXPECT_LE(pool->size(), 4u);
    std::atomic<int> sum{0};
    auto task = [&](std::size_t i) { sum += int(i); };
    run_tasks(pool->executor(), 100, task);
    return sum.load();
  };
  EXPECT_GT(expect_no_trace(script), 0);
}

}  // namespace
}  // namespace graze::test
