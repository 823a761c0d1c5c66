// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// A tree built by several threads is the tree that one thread builds, and several may ask it at once.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "graze/tree/aabb_tree.h"
#include "support/random.h"
#include "support/threads.h"

namespace graze::test {
namespace {

TEST(ConcurrentTree, IsTheTreeOfOneThread) {
  Random random{1};
  std::vector<Aabb> boxes;
  for (int i = 0; i < 50000; ++i) {
    const V3d p = random.in_cube();
    const Vec3 low{Real(p.x), Real(p.y), Real(p.z)};
    boxes.push_back({low, low + Vec3{Real(0.01), Real(0.02), Real(0.03)}});
  }
  const AabbTree serial = *build_tree(boxes);
  Threads threads{4};
  const AabbTree threaded = *build_tree(boxes, {.executor = threads.executor()});
  EXPECT_TRUE(std::ranges::equal(serial.order(), threaded.order()));
  EXPECT_EQ(serial.cost(), threaded.cost());
  EXPECT_EQ(serial.memory_bytes(), threaded.memory_bytes());
  std::atomic<int> wrong{0};
  auto ask = [&](std::size_t) {
    wrong += threaded.cost() != serial.cost() || threaded.bounds() != serial.bounds();
  };
  Threads::run(&threads, 8, ask);
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace graze::test
