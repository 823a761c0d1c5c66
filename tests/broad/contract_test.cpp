// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Promises of graze/broad/broad_phase.h, for every broad phase, beside brute force.

#include <gtest/gtest.h>

#include "implementations.h"
#include "lockstep.h"
#include "support/allocation_counter.h"

namespace graze::test {
namespace {

constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();

template <class B>
class BroadPhases : public testing::Test {};
TYPED_TEST_SUITE(BroadPhases, Implementations);

Aabb cube(Real x, Real y, Real z) { return {{x, y, z}, {x + 1, y + 1, z + 1}}; }

template <class B>
std::string flushed(B& broad) {
  std::vector<PairEvent> events;
  broad.flush([&](const PairEvent& event) { events.push_back(event); });
  return text_of(events);
}

TYPED_TEST(BroadPhases, ReportTouchingBoxesOnce) {
  TypeParam broad;
  for (const Real x : {Real(0), Real(1)}) (void)*broad.create({cube(x, x, x)});
  EXPECT_EQ(flushed(broad), "0+1 ");
  EXPECT_TRUE(flushed(broad).empty());
  ASSERT_FALSE(broad.move(1, cube(Real(1.001), 1, 1)));
  EXPECT_EQ(flushed(broad), "0-1 ");
}

TYPED_TEST(BroadPhases, DoNotReportWhatEndedBeforeTheFlush) {
  TypeParam broad;
  const ProxyId a = *broad.create({cube(0, 0, 0)});
  (void)*broad.create({cube(5, 0, 0)});
  EXPECT_TRUE(flushed(broad).empty());
  ASSERT_FALSE(broad.move(a, cube(5, 0, 0)));
  ASSERT_FALSE(broad.move(a, cube(0, 0, 0)));
  EXPECT_TRUE(flushed(broad).empty());
}

TYPED_TEST(BroadPhases, GiveOutNumbersOfDestroyedBoxesAfterTheFlush) {
  TypeParam broad;
  for (int i = 0; i < 3; ++i) EXPECT_EQ(*broad.create({cube(0, 0, 0)}), ProxyId(i));
  (void)flushed(broad);
  ASSERT_FALSE(broad.destroy(1));
  EXPECT_EQ(*broad.create({cube(0, 0, 0)}), 3u);
  EXPECT_EQ(flushed(broad), "0-1 0+3 1-2 2+3 ");
  EXPECT_EQ(*broad.create({cube(9, 9, 9)}), 1u);
  EXPECT_EQ(broad.size(), 4u);
}

TYPED_TEST(BroadPhases, RefuseBadInputByNameAndChangeNothing) {
  TypeParam broad;
  const ProxyId id = *broad.create({cube(0, 0, 0)});
  const Aabb bad[] = {
      {{kNan, 0, 0}, {1, 1, 1}}, {{0, 0, 0}, {1, kInfinity, 1}}, {{0, 0, 2}, {1, 1, 1}}, Aabb{}};
  const ErrorCode codes[] = {ErrorCode::not_finite, ErrorCode::not_finite, ErrorCode::empty,
                             ErrorCode::not_finite};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(broad.create({bad[i]}).error().code, codes[i]);
    EXPECT_EQ(std::string(broad.move(id, bad[i])->message).substr(0, 4), "box:");
    const ProxyInput inputs[] = {{cube(0, 0, 0)}, {bad[i]}};
    ProxyId out[2] = {7, 7};
    EXPECT_EQ(broad.create(inputs, out)->position, 1u);
    EXPECT_EQ(out[0], 7u);
    const ProxyId ids[] = {id, id};
    const Aabb boxes[] = {cube(3, 3, 3), bad[i]};
    EXPECT_EQ(broad.move(ids, boxes)->position, 1u);
  }
  const ProxyId twice[] = {id, id}, missing[] = {id, 5};
  EXPECT_EQ(broad.destroy(twice)->position, 1u);
  EXPECT_EQ(std::string(broad.destroy(missing)->message), "id: no such box");
  EXPECT_TRUE(broad.destroy(kNoProxy) && broad.move(1, cube(0, 0, 0)) && broad.set_filter(1, {}));
  const Aabb one[] = {cube(0, 0, 0)};
  EXPECT_EQ(std::string(broad.move(twice, one)->message), "boxes: not as many as ids");
  const ProxyInput input[] = {{cube(0, 0, 0)}};
  ProxyId out[2];
  EXPECT_EQ(std::string(broad.create(input, out)->message), "out: not as many as inputs");
  EXPECT_EQ(broad.size(), 1u);
  EXPECT_EQ(broad.box(id), cube(0, 0, 0));
  EXPECT_TRUE(flushed(broad).empty());
}

TYPED_TEST(BroadPhases, ReportNoPairOfTwoFixedBoxes) {
  TypeParam broad;
  const ProxyInput inputs[] = {{cube(0, 0, 0), {}, ProxyMobility::fixed},
                               {cube(0, 0, 0), {}, ProxyMobility::fixed},
                               {cube(0, 0, 0), {}, ProxyMobility::moving}};
  ProxyId ids[3];
  ASSERT_FALSE(broad.create(inputs, ids));
  EXPECT_EQ(flushed(broad), "0+2 1+2 ");
  ASSERT_FALSE(broad.move(1, cube(5, 0, 0)));
  EXPECT_EQ(flushed(broad), "1-2 ");
}

TYPED_TEST(BroadPhases, BeginAndEndPairsWhenFiltersChange) {
  TypeParam broad;
  (void)*broad.create({cube(0, 0, 0), {1, 2}});
  (void)*broad.create({cube(0, 0, 0), {1, 2}});
  EXPECT_TRUE(flushed(broad).empty());
  ASSERT_FALSE(broad.set_filter(0, {2, 1}));
  EXPECT_EQ(flushed(broad), "0+1 ");
  ASSERT_FALSE(broad.set_filter(1, {1, 0}));
  EXPECT_EQ(flushed(broad), "0-1 ");
}

TYPED_TEST(BroadPhases, AskTheUserFilter) {
  BroadPhaseSettings settings;
  settings.user_filter.accepts = [](void*, ProxyPair pair) { return (pair.a + pair.b) % 2 == 1; };
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Sequence<TypeParam> sequence(seed, Places::grid, settings);
    for (int i = 0; i < 60; ++i) sequence.step();
    ASSERT_FALSE(this->HasFailure()) << "seed " << seed;
  }
}

TYPED_TEST(BroadPhases, FindNothingForUnusableQueries) {
  TypeParam broad;
  (void)*broad.create({cube(0, 0, 0)});
  const auto visit = [](ProxyId) { return ADD_FAILURE(), true; };
  const auto hit = [](ProxyId, Real, Real) { return ADD_FAILURE(), Real(0); };
  broad.overlaps({{kNan, 0, 0}, {1, 1, 1}}, {}, visit);
  broad.overlaps({{1, 0, 0}, {0, 1, 1}}, {}, visit);
  broad.overlaps(cube(0, 0, 0), {0, 1}, visit);
  broad.ray_cast({{kNan, 0, 0}, {1, 0, 0}}, {}, hit);
  broad.ray_cast({{0, 0, 0}, {kInfinity, 0, 0}}, {}, hit);
  broad.ray_cast({{0, 0, 0}, {1, 0, 0}, -1}, {}, hit);
  broad.box_cast(Aabb{}, {{0, 0, 0}, {1, 0, 0}}, {}, hit);
  NearProxy near[1];
  EXPECT_EQ(broad.nearest({kNan, 0, 0}, {}, near), 0u);
  EXPECT_EQ(broad.nearest({0, 0, 0}, {}, {}), 0u);
}

TYPED_TEST(BroadPhases, CastStraightRaysAlongSides) {
  TypeParam broad;
  for (int i = 0; i < 5; ++i) (void)*broad.create({cube(Real(2 * i), 0, 0)});
  std::vector<std::pair<ProxyId, Real>> hits;
  const auto collect = [&](ProxyId id, Real t, Real max_t) { return hits.push_back({id, t}), max_t; };
  // Along an edge of all boxes, from behind the first; boxes are closed.
  broad.ray_cast({{-1, 1, 1}, {2, 0, 0}}, {}, collect);
  std::sort(hits.begin(), hits.end());
  EXPECT_EQ(hits, (std::vector<std::pair<ProxyId, Real>>{
                      {0, Real(0.5)}, {1, Real(1.5)}, {2, Real(2.5)}, {3, Real(3.5)}, {4, Real(4.5)}}));
  hits.clear();
  broad.ray_cast({{3, 1, 1}, {0, 0, 0}}, {}, collect);  // a point: the corner of box 1
  EXPECT_EQ(hits, (std::vector<std::pair<ProxyId, Real>>{{1, Real(0)}}));
  hits.clear();
  broad.box_cast({{-1, -1, -1}, {0, 0, 0}}, {{0, 0, 0}, {0, 1, 0}}, {},
                 collect);  // touches box 0 at the start
  EXPECT_EQ(hits, (std::vector<std::pair<ProxyId, Real>>{{0, Real(0)}}));
  int calls = 0;
  broad.ray_cast({{-1, 1, 1}, {2, 0, 0}}, {}, [&](ProxyId, Real, Real) { return ++calls, Real(-1); });
  EXPECT_EQ(calls, 1);
  broad.overlaps({{-kInfinity, 0, 0}, {kInfinity, 1, 1}}, {}, [&](ProxyId) { return ++calls < 4; });
  EXPECT_EQ(calls, 4);
}

TYPED_TEST(BroadPhases, AgreeWithBruteForceInShortSequences) {
  int begun = 0, ended = 0, found = 0, hits = 0, refused = 0;
  for (std::uint64_t seed = 1; seed <= 10000; ++seed) {
    Sequence<TypeParam> sequence(seed, kAllPlaces[seed % std::size(kAllPlaces)]);
    for (int i = 0; i < 24; ++i) sequence.step();
    sequence.both.check_state();
    sequence.both.flush();
    ASSERT_FALSE(this->HasFailure()) << "seed " << seed;
    begun += sequence.both.begun, ended += sequence.both.ended, found += sequence.both.found;
    hits += sequence.both.hits, refused += sequence.both.refused;
  }
  EXPECT_GT(std::min({begun, ended, found, hits, refused}), 2000);
}

TYPED_TEST(BroadPhases, AgreeWithBruteForceInLongSequences) {
  for (const Places places : kAllPlaces) {
    Sequence<TypeParam> sequence(7, places);
    for (int i = 0; i < 1500; ++i) sequence.step();
    sequence.both.check_state();
    sequence.both.flush();
    ASSERT_FALSE(this->HasFailure()) << "places " << int(places);
    EXPECT_GT(sequence.both.begun, 100);
    EXPECT_GT(sequence.both.ended, 100);
  }
}

// All boxes, some of them or one at a time move a little; now and then one goes far away; some come and go.
template <class B>
void run_frames(Random& random, Places places, int count) {
  Lockstep<B> both;
  std::vector<ProxyInput> inputs;
  std::vector<ProxyId> ids;
  std::vector<Aabb> boxes;
  for (int i = 0; i < count; ++i) {
    inputs.push_back({make_box(random, places)});
    if (i % 5 == 4) inputs.back().mobility = ProxyMobility::fixed;
    ids.push_back(ProxyId(i));
    boxes.push_back(inputs.back().box);
  }
  both.create(inputs);
  both.flush();
  for (int frame = 0; frame < 24; ++frame) {
    const double share = frame % 3 == 0 ? 1 : frame % 3 == 1 ? 0.1 : 0.01;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (i % 5 == 4 || !random.chance(share)) continue;
      const Vec3 step = to_real(random.in_cube() * 0.1);
      boxes[i] =
          random.chance(0.03) ? make_box(random, places) : Aabb{boxes[i].lower + step, boxes[i].upper + step};
    }
    both.move(ids, boxes);
    both.flush();
    const auto replaced = std::size_t(random.below(count));
    both.destroy(ids[replaced]);
    if (random.chance(0.5)) both.flush();
    ids[replaced] = both.create({boxes[replaced]});
    both.check_overlaps(boxes[replaced]);
    both.check_nearest(boxes[replaced].upper, 5);
    both.check_cast(nullptr, {boxes[replaced].lower, to_real(random.direction())});
  }
  both.flush();
  both.check_state();
  EXPECT_GT(both.begun, 20);
}

TYPED_TEST(BroadPhases, AgreeWithBruteForceFrameByFrame) {
  Random random{11};
  for (const Places places : kAllPlaces) {
    run_frames<TypeParam>(random, places, places == Places::identical || places == Places::nested ? 60 : 250);
    ASSERT_FALSE(this->HasFailure()) << "places " << int(places);
  }
}

TYPED_TEST(BroadPhases, TakeTheLargestNumbers) {
  const Real m = std::numeric_limits<Real>::max();
  Lockstep<TypeParam> both;
  both.create(
      {{{{-m, -m, -m}, {m, m, m}}}, {cube(0, 0, 0)}, {{{-m, 0, 0}, {-m, 1, 1}}}, {{{m, m, m}, {m, m, m}}}});
  both.flush();
  EXPECT_EQ(both.begun, 3);
  both.move(2, {{m, 0, 0}, {m, m, m}});
  both.move(1, {{0, 0, 0}, {m, m, m}});
  both.flush();
  both.check_overlaps({{0, 0, 0}, {m, m, m}});
  both.check_state();
  EXPECT_EQ(both.begun, 6);
}

// So many queries that a structure may prepare for them, from one frame to the next or in the middle of one;
// then some boxes change, and it must not answer from what it prepared.
TYPED_TEST(BroadPhases, AnswerManyQueriesWhileEverythingMoves) {
  Lockstep<TypeParam> both;
  Random random{23};
  const auto box = [&] { return make_box(random, Places::scattered); };
  const auto ask = [&](int count) {
    for (int i = 0; i < count; ++i) {
      const Aabb moving = box();
      const Ray ray{box().lower, to_real(random.direction()), Real(3)};
      both.check_overlaps(box(), i % 3 == 0 ? ProxyFilter{2, 2} : ProxyFilter{});
      both.check_nearest(box().upper, 3);
      both.check_cast(nullptr, ray);
      both.check_cast(&moving, ray);
      both.check_first_hit(ray);
    }
  };
  for (int i = 0; i < 150; ++i) both.create({box(), {1u + unsigned(i % 2), 3}});
  both.flush();
  for (int frame = 0; frame < 24 && !testing::Test::HasFatalFailure(); ++frame) {
    for (ProxyId id = 0; id < both.truth.boxes.size(); ++id)
      if (both.truth.contains(id)) both.move(id, box());
    if (frame % 5 == 4) both.destroy(ProxyId(frame)), (void)both.create({box()});
    if (frame % 7 == 6) both.set_filter(3, {2, 2});
    both.flush();
    if (frame % 4 < 2) ask(6);  // in two frames of four
    for (ProxyId id = 30; id < 60; ++id)
      if (both.truth.contains(id) && frame % 4 == 1) both.move(id, box());
    if (frame % 8 == 1)
      both.destroy(70 + ProxyId(frame)), (void)both.create({box()}), both.set_filter(5, {2, 3});
    if (frame % 4 < 2) ask(3);
  }
  EXPECT_GT(both.found, 150);
  EXPECT_GT(both.hits, 300);
}

#if GRAZE_COUNTS_ALLOCATIONS
TYPED_TEST(BroadPhases, DoNotAllocateInQueries) {
  TypeParam broad;
  Random random{17};
  for (int i = 0; i < 300; ++i) ASSERT_TRUE(broad.create({make_box(random, Places::scattered)}));
  (void)flushed(broad);
  for (ProxyId id = 0; id < 300; id += 3) ASSERT_FALSE(broad.move(id, make_box(random, Places::scattered)));
  std::size_t found = 0;
  NearProxy near[40];
  const std::uint64_t before = allocation_count();
  for (int i = 0; i < 50; ++i) {
    const Aabb box = make_box(random, Places::scattered);
    const Ray ray{{-5, -5, -5}, box.lower + Vec3{5, 5, 5}};
    broad.overlaps(box, {}, [&](ProxyId) { return ++found > 0; });
    broad.ray_cast(ray, {}, [&](ProxyId, Real, Real max_t) { return ++found, max_t; });
    broad.box_cast(box, ray, {}, [&](ProxyId, Real, Real max_t) { return ++found, max_t; });
    found += broad.nearest(box.upper, {}, near);
  }
  EXPECT_EQ(allocation_count(), before);
  EXPECT_GT(found, 2000u);
}
#endif

}  // namespace
}  // namespace graze::test
