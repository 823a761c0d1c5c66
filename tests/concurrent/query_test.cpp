// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Many threads ask about the same shapes at once and get the bytes that one thread gets alone. Under TSan
// this also shows that nothing is shared that should not be.

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "support/expect.h"
#include "support/generators.h"

namespace graze::test {
namespace {

struct Answers {
  Distance d;
  Penetration p;
  Separation s;
  Intersection i;
  CommonPoint c;
};

struct Pair {
  Instance a, b;
};

Answers ask(const Pair& pair, const QuerySettings& settings) {
  return {distance(pair.a, pair.b, settings), penetration(pair.a, pair.b, settings),
          separation(pair.a, pair.b, settings), intersects(pair.a, pair.b, settings),
          common_point(pair.a, pair.b, settings)};
}

template <class Answer>
bool is_same_answer(const Answer& x, const Answer& y) {
  return is_same(x.lower, y.lower) && is_same(x.upper, y.upper) && is_same(x.normal, y.normal) &&
         is_same(x.point_a, y.point_a) && is_same(x.point_b, y.point_b) && is_same(x.local_a, y.local_a) &&
         is_same(x.local_b, y.local_b) && x.contact == y.contact && x.status == y.status &&
         x.iterations == y.iterations;
}

bool is_same_answer(const Answers& x, const Answers& y) {
  return is_same_answer(x.d, y.d) && is_same_answer(x.p, y.p) && is_same_answer(x.s, y.s) &&
         x.i.contact == y.i.contact && is_same(x.i.witness, y.i.witness) && x.c.found == y.c.found &&
         is_same(x.c.point, y.c.point);
}

/// Few shapes in many pairs, so that threads meet on them.
std::vector<Pair> shared_pairs(Family family) {
  Random random(20260706);
  std::vector<Pair> pairs;
  for (int i = 0; i < 40; ++i) {
    const CheckPair pair = random_pair(random, family);
    pairs.push_back({graze_instance(pair.a), graze_instance(pair.b)});
    if (i > 0) {  // a shape of the pair before, placed anew
      pairs.push_back(pairs.back());
      pairs.back().b.shape = pairs[pairs.size() - 3].b.shape;
    }
  }
  return pairs;
}

constexpr int kThreads = 8;

class ConcurrentQueries : public testing::TestWithParam<Family> {};

TEST_P(ConcurrentQueries, GiveTheBytesOfSerialOnes) {
  const std::vector<Pair> pairs = shared_pairs(GetParam());
  std::vector<Answers> serial;
  for (const Pair& pair : pairs) serial.push_back(ask(pair, {}));
  std::atomic<int> wrong{0}, ready{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      Workspace workspace;
      ++ready;
      while (ready < kThreads) std::this_thread::yield();
      for (std::size_t k = 0; k < 3 * pairs.size(); ++k) {
        const std::size_t i = (k * 7 + static_cast<std::size_t>(t) * 5) % pairs.size();
        if (!is_same_answer(ask(pairs[i], {}), serial[i])) ++wrong;
        (void)ask(pairs[i], {.workspace = &workspace});
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST_P(ConcurrentQueries, MayCopyAndDropSharedShapes) {
  const std::vector<Pair> pairs = shared_pairs(GetParam());
  std::atomic<int> refused{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&] {
      for (const Pair& pair : pairs) {
        Pair copy = pair;
        copy.a.shape = copy.b.shape;
        const auto sum = make_minkowski_sum(copy.a.shape, pair.b.shape);
        if (!sum) continue;
        if (distance({*sum, pair.a.placement, 0}, copy.b).status == Status::invalid_argument) ++refused;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(refused, 0);
}

std::string name_of(const testing::TestParamInfo<Family>& info) { return to_string(info.param); }
INSTANTIATE_TEST_SUITE_P(Every, ConcurrentQueries, testing::ValuesIn(kFamilies), name_of);

}  // namespace
}  // namespace graze::test
