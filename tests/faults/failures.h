// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// A script of calls, played once for every allocation in it: that one fails. Where a call throws, it is made
// again with all the memory there is; what the script sees must be as if nothing had ever failed.

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <new>

#include "support/allocation_counter.h"

namespace graze::test {

class FailurePlan {
 public:
  FailurePlan() = default;
  FailurePlan(std::int64_t first, std::int64_t count) : first_(first), count_(count) {}

  /// Makes a call in which allocations may fail, and again if it threw. after_failure() comes in between.
  template <class Call, class AfterFailure>
  void run(const Call& call, const AfterFailure& after_failure) {
    if (attempt(call)) return;
    ++failed_;
    after_failure();
    call();
  }
  template <class Call>
  void run(const Call& call) {
    run(call, [] {});
  }

  /// All allocations of all calls so far.
  [[nodiscard]] std::int64_t asked() const { return asked_; }
  [[nodiscard]] int failed() const { return failed_; }

 private:
  // Whether it did not throw.
  template <class Call>
  bool attempt(const Call& call) {
    bool has_memory = true;
    fail_allocations(first_ - asked_, count_);
    try {
      call();
    } catch (const std::bad_alloc&) {
      has_memory = false;
    }
    asked_ += end_failures();
    return has_memory;
  }

  std::int64_t first_ = std::numeric_limits<std::int64_t>::max() / 2, count_ = 0, asked_ = 0;
  int failed_ = 0;
};

/// Plays script(plan) without failures, and with each single one, and with a dozen in a row, after which a
/// fallback fails as well. What it returns must be the same. Returns how many calls threw.
template <class Script>
int expect_no_trace(const Script& script) {
  if (GRAZE_COUNTS_ALLOCATIONS == 0) return 1;
  FailurePlan none;
  const auto expected = script(none);
  EXPECT_EQ(none.failed(), 0);
  int failed = 0;
  for (const std::int64_t in_a_row : {1, 12})
    for (std::int64_t i = 0; i < none.asked(); i += (in_a_row + 1) / 2) {
      FailurePlan plan(i, in_a_row);
      EXPECT_TRUE(script(plan) == expected)
          << "allocation " << i << " of " << none.asked() << ", " << in_a_row;
      failed += plan.failed();
      if (testing::Test::HasFailure()) return failed;
    }
  return failed;
}

}  // namespace graze::test
