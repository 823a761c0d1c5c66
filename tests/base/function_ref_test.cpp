// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/base/function_ref.h"

#include <gtest/gtest.h>

#include <memory>

namespace graze {
namespace {

int twice(int x) { return 2 * x; }

int call(FunctionRef<int(int)> f, int x) { return f(x); }

TEST(FunctionRef, CallsThroughAPointerToAFunction) {
  int (*const pointer)(int) = twice;
  EXPECT_EQ(call(pointer, 4), 8);
}

TEST(FunctionRef, RefersToTheCallableRatherThanCopyingIt) {
  int calls = 0;
  auto counter = [calls](int x) mutable {
    ++calls;
    return calls + x;
  };
  const FunctionRef<int(int)> f = counter;
  EXPECT_EQ(f(10), 11);
  EXPECT_EQ(f(10), 12);
  EXPECT_EQ(counter(10), 13);  // it was this one that counted
}

TEST(FunctionRef, CallsAConstCallable) {
  const auto add_one = [](int x) { return x + 1; };
  EXPECT_EQ(call(add_one, 4), 5);
}

TEST(FunctionRef, CopyCallsTheSameCallable) {
  int sum = 0;
  auto add = [&sum](int x) { sum += x; };
  const FunctionRef<void(int)> f = add;
  const FunctionRef<void(int)> g = f;
  f(1);
  g(2);
  EXPECT_EQ(sum, 3);
}

TEST(FunctionRef, PassesReferencesAndMoveOnlyValuesThrough) {
  auto take = [](std::unique_ptr<int> p, int& out) { out = *p; };
  const FunctionRef<void(std::unique_ptr<int>, int&)> f = take;
  int out = 0;
  f(std::make_unique<int>(9), out);
  EXPECT_EQ(out, 9);
}

TEST(FunctionRef, IsTwoPointers) { static_assert(sizeof(FunctionRef<void()>) == 2 * sizeof(void*)); }

}  // namespace
}  // namespace graze
