// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// A flush by several threads reports what one thread reports, and several threads may ask at once.

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "broad/implementations.h"
#include "support/random.h"
#include "support/threads.h"

namespace graze::test {
namespace {

template <class B>
class ConcurrentBroadPhases : public testing::Test {};
TYPED_TEST_SUITE(ConcurrentBroadPhases, Implementations);

Aabb random_box(Random& random) {
  const V3d p = random.in_cube() * 5;
  const Vec3 low{Real(p.x), Real(p.y), Real(p.z)};
  return {low, low + Vec3{1, 1, 1}};
}

template <class B>
std::vector<PairEvent> run_frames(const Executor& executor) {
  BroadPhaseSettings settings;
  settings.executor = executor;
  B broad(settings);
  Random random{1};
  std::vector<ProxyInput> inputs(700);
  std::vector<ProxyId> ids(inputs.size());
  for (ProxyInput& input : inputs) input.box = random_box(random);
  EXPECT_FALSE(broad.create(inputs, ids));
  std::vector<PairEvent> events;
  for (int frame = 0; frame < 4; ++frame) {
    broad.flush([&](const PairEvent& event) { events.push_back(event); });
    for (const ProxyId id : ids) {
      const Aabb box = random.chance(0.3) ? random_box(random) : broad.box(id);
      EXPECT_FALSE(broad.move(id, box));
    }
  }
  return events;
}

TYPED_TEST(ConcurrentBroadPhases, ReportTheSameForAnyNumberOfThreads) {
  const std::vector<PairEvent> serial = run_frames<TypeParam>({});
  EXPECT_GT(serial.size(), 3000u);
  for (const unsigned count : {1u, 3u}) {
    Threads threads{count};
    EXPECT_TRUE(serial == run_frames<TypeParam>(threads.executor())) << count << " threads";
  }
}

// So many boxes that trees are built, and events sorted, by threads.
template <class B>
std::vector<PairEvent> run_many(const Executor& executor) {
  BroadPhaseSettings settings;
  settings.executor = executor;
  B broad(settings);
  Random random{4};
  std::vector<ProxyInput> inputs(5000);
  std::vector<ProxyId> ids(inputs.size());
  std::vector<Aabb> boxes;
  for (ProxyInput& input : inputs) {
    const V3d p = random.in_cube() * 7;
    const Vec3 low{Real(p.x), Real(p.y), Real(p.z)};
    input.box = {low, low + Vec3{1, 1, 1}};
    boxes.push_back({low + Vec3{Real(0.1), 0, 0}, input.box.upper});
  }
  std::vector<PairEvent> events;
  const auto collect = [&](const PairEvent& event) { events.push_back(event); };
  EXPECT_FALSE(broad.create(inputs, ids));
  broad.flush(collect);
  EXPECT_FALSE(broad.move(ids, boxes));
  broad.flush(collect);
  return events;
}

TYPED_TEST(ConcurrentBroadPhases, SortManyEventsByThreads) {
  const std::vector<PairEvent> serial = run_many<TypeParam>({});
  EXPECT_GT(serial.size(), 20000u);
  Threads threads{3};
  EXPECT_TRUE(serial == run_many<TypeParam>(threads.executor()));
}

TYPED_TEST(ConcurrentBroadPhases, AnswerSeveralThreadsAtOnce) {
  TypeParam broad;
  Random random{2};
  for (int i = 0; i < 500; ++i) ASSERT_TRUE(broad.create({random_box(random)}));
  const auto ask = [&] {
    Random own{3};
    double sum = 0;
    for (int i = 0; i < 50; ++i) {
      const Aabb box = random_box(own);
      NearProxy near[3];
      sum += double(broad.nearest(box.lower, {}, near)) + double(near[0].squared_distance);
      broad.overlaps(box, {}, [&](ProxyId id) { return sum += double(id), true; });
      broad.ray_cast({box.lower, {1, 0, 1}}, {}, [&](ProxyId, Real t, Real) { return sum += double(t), t; });
    }
    return sum;
  };
  const double expected = ask();
  std::atomic<int> wrong{0};
  auto task = [&](std::size_t) { wrong += ask() != expected; };
  Threads threads{4};
  Threads::run(&threads, 8, task);
  EXPECT_EQ(wrong, 0);
}

// The first queries after a flush come from several threads: whatever is prepared for them is prepared once.
TYPED_TEST(ConcurrentBroadPhases, AnswerFirstQueriesOfSeveralThreads) {
  TypeParam broad;
  Random random{5};
  for (int i = 0; i < 500; ++i) ASSERT_TRUE(broad.create({random_box(random)}));
  for (int frame = 0; frame < 12; ++frame) {  // often enough that another structure is picked
    broad.flush([](const PairEvent&) {});
    for (ProxyId id = 0; id < 500; ++id) ASSERT_FALSE(broad.move(id, random_box(random)));
  }
  broad.flush([](const PairEvent&) {});
  const auto ask = [&] {
    Random own{6};
    double sum = 0;  // of whole numbers, in any order
    for (int i = 0; i < 40; ++i) {
      const Aabb box = random_box(own);
      NearProxy near[3];
      sum += double(broad.nearest(box.lower, {}, near)) + double(near[0].id);
      broad.overlaps(box, {}, [&](ProxyId id) { return sum += double(id), true; });
      broad.ray_cast({box.lower, {1, 0, 1}}, {},
                     [&](ProxyId id, Real, Real m) { return sum += double(id), m; });
    }
    return sum;
  };
  std::vector<double> sums(8);
  auto task = [&](std::size_t i) { sums[i] = ask(); };
  Threads threads{4};
  Threads::run(&threads, sums.size(), task);
  for (const double sum : sums) EXPECT_EQ(sum, ask());
  EXPECT_GT(sums[0], 1000);
}

}  // namespace
}  // namespace graze::test
