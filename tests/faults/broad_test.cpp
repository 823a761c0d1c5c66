// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <array>
#include <utility>
#include <vector>

#include "../broad/implementations.h"
#include "failures.h"
#include "support/random.h"

namespace graze::test {
namespace {

using Seen = std::vector<std::uint64_t>;

void run_in_order(void*, std::size_t count, Executor::Task task) {
  for (std::size_t i = 0; i < count; ++i) task(i);
}

// The life of a broad phase, and all that can be seen of it.
template <class B>
class Life {
 public:
  Life(FailurePlan& plan, bool with_executor)
      : plan_(plan), broad_({with_executor ? Executor{run_in_order, nullptr, 4} : Executor{}, {}}) {}

  Seen play() {
    create(40);
    for (int frame = 0; frame < 6; ++frame) {
      for (int i = 0; i < 8; ++i) move(frame % 2 == 0 ? 0.3 : 20);
      destroy();
      set_filter();
      create(frame == 3 ? 30 : 1);
      query();
      flush();
      query();
    }
    return std::move(seen_);
  }

 private:
  FailurePlan& plan_;
  B broad_;
  Random random_{7};
  std::vector<ProxyId> ids_;
  Seen seen_;

  Aabb random_box() {
    const auto at = [&] { return Real(random_.uniform(0, 20)); };
    const auto size = [&] { return Real(random_.chance(0.1) ? 9 : random_.uniform(0.5, 3)); };
    const Vec3 p{at(), at(), at()};
    return {p, p + Vec3{size(), size(), size()}};
  }
  std::size_t any() { return std::size_t(random_.below(int(ids_.size()))); }

  void create(std::size_t count) {
    std::vector<ProxyInput> inputs(count);
    for (ProxyInput& input : inputs)
      input = {random_box(), {}, random_.chance(0.2) ? ProxyMobility::fixed : ProxyMobility::moving};
    std::vector<ProxyId> made(count);
    const std::size_t before = broad_.size();
    plan_.run([&] { EXPECT_FALSE(broad_.create(inputs, made)); }, [&] { EXPECT_EQ(broad_.size(), before); });
    ids_.insert(ids_.end(), made.begin(), made.end());
    seen_.insert(seen_.end(), made.begin(), made.end());
  }
  void move(double way) {
    std::array<ProxyId, 2> ids{ids_[any()], ids_[any()]};
    std::array<Aabb, 2> boxes;
    for (std::size_t i = 0; i < 2; ++i) {
      const Vec3 d{Real(random_.uniform(-way, way)), Real(random_.uniform(-way, way)), 0};
      boxes[i] = broad_.box(ids[i]);
      boxes[i] = {boxes[i].lower + d, boxes[i].upper + d};
    }
    plan_.run([&] { EXPECT_FALSE(broad_.move(ids, boxes)); }, [] { FAIL() << "a move needs no memory"; });
    EXPECT_EQ(broad_.box(ids[1]), boxes[1]);
  }
  void destroy() {
    const std::size_t i = any();
    plan_.run([&] { EXPECT_FALSE(broad_.destroy(ids_[i])); }, [] { FAIL() << "destroy needs no memory"; });
    EXPECT_FALSE(broad_.contains(ids_[i]));
    ids_.erase(ids_.begin() + std::ptrdiff_t(i));
  }
  void set_filter() {
    const ProxyId id = ids_[any()];
    const ProxyFilter filter{1, random_.chance(0.5) ? 0u : ~0u};
    plan_.run([&] { EXPECT_FALSE(broad_.set_filter(id, filter)); }, [] { FAIL() << "it needs no memory"; });
  }
  void flush() {
    Seen events;
    plan_.run(
        [&] {
          events.clear();
          broad_.flush([&](const PairEvent& e) {
            events.push_back(std::uint64_t{e.pair.a} << 33 | std::uint64_t{e.pair.b} << 1 |
                             std::uint64_t(e.change));
          });
        },
        [&] { expect_last_query(); });
    seen_.insert(seen_.end(), events.begin(), events.end());
  }
  // A flush that failed has not changed what queries see.
  void expect_last_query() {
    const Seen before = seen_;
    query();
    const Seen last(seen_.begin() + std::ptrdiff_t(before.size()), seen_.end());
    EXPECT_TRUE(std::equal(last.rbegin(), last.rend(), before.rbegin()));
    seen_ = before;
  }
  void query() {
    Seen found;
    broad_.overlaps({{4, 4, 4}, {9, 9, 12}}, {}, [&](ProxyId id) { return found.push_back(id), true; });
    std::sort(found.begin(), found.end());
    seen_.insert(seen_.end(), found.begin(), found.end());
    found.clear();
    broad_.ray_cast({{-1, 8, 8}, {1, Real(0.1), Real(0.1)}, 100}, {}, [&](ProxyId id, Real, Real end) {
      found.push_back(id);
      return end;
    });
    std::sort(found.begin(), found.end());
    seen_.insert(seen_.end(), found.begin(), found.end());
    std::array<NearProxy, 5> near;
    const std::size_t count = broad_.nearest({10, 10, 10}, {}, near);
    for (std::size_t i = 0; i < count; ++i) seen_.push_back(near[i].id);
  }
};

template <class B>
class BroadFaults : public testing::Test {};
TYPED_TEST_SUITE(BroadFaults, Implementations);

TYPED_TEST(BroadFaults, LeaveNoTrace) {
  for (const bool with_executor : {false, true})
    EXPECT_GT(expect_no_trace([&](FailurePlan& plan) { return Life<TypeParam>(plan, with_executor).play(); }),
              0);
}

TYPED_TEST(BroadFaults, ASinkThatThrowsIsToldAgain) {
  TypeParam broad;
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(broad.create({{{Real(i), 0, 0}, {Real(i) + 1, 1, 1}}}));
  int calls = 0;
  const auto throws = [&](const PairEvent&) {
    if (++calls == 2) throw 1;
  };
  EXPECT_THROW(broad.flush(throws), int);
  std::vector<ProxyPair> pairs;
  broad.flush([&](const PairEvent& event) { pairs.push_back(event.pair); });
  EXPECT_EQ(pairs, (std::vector<ProxyPair>{{0, 1}, {1, 2}}));
  broad.flush([&](const PairEvent&) { ADD_FAILURE(); });
}

TYPED_TEST(BroadFaults, MovedFromIsEmptyAndRefuses) {
  TypeParam from;
  ASSERT_TRUE(from.create({{{0, 0, 0}, {1, 1, 1}}}));
  TypeParam to = std::move(from);
  EXPECT_EQ(to.size(), 1u);
  EXPECT_EQ(from.size(), 0u);
  EXPECT_FALSE(from.contains(0));
  EXPECT_TRUE(from.box(0).is_empty());
  EXPECT_EQ(from.memory_bytes(), 0u);
  const auto refused = from.create({{{0, 0, 0}, {1, 1, 1}}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::unsupported);
  EXPECT_TRUE(from.move(ProxyId{0}, {{0, 0, 0}, {1, 1, 1}}));
  EXPECT_TRUE(from.destroy(ProxyId{0}));
  EXPECT_TRUE(from.set_filter(0, {}));
  from.flush([](const PairEvent&) { ADD_FAILURE(); });
  const auto visit = [](ProxyId) { return ADD_FAILURE(), true; };
  from.overlaps({{0, 0, 0}, {1, 1, 1}}, {}, visit);
  const auto hit = [](ProxyId, Real, Real end) { return ADD_FAILURE(), end; };
  from.ray_cast({{0, 0, 0}, {1, 0, 0}, 1}, {}, hit);
  from.box_cast({{0, 0, 0}, {1, 1, 1}}, {{0, 0, 0}, {1, 0, 0}, 1}, {}, hit);
  NearProxy near[1];
  EXPECT_EQ(from.nearest({0, 0, 0}, {}, near), 0u);
  from = std::move(to);
  EXPECT_EQ(from.size(), 1u);
}

}  // namespace
}  // namespace graze::test
