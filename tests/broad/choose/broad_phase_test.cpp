// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "broad/lockstep.h"
#include "graze/broad/adaptive_broad_phase.h"

namespace graze::test {
namespace {

/// Motion of the boxes of a scene in every frame.
struct Workload {
  double moved_share;
  double way;
  int queries;
  BroadPhaseKind expected;
};
// Little moves and not far; everything moves; little moves, but across the whole scene; nothing moves, but
// somebody asks.
constexpr Workload kWorkloads[] = {{0.005, 0.01, 0, BroadPhaseKind::sweep_and_prune},
                                   {1, 0.05, 0, BroadPhaseKind::box_pruning},
                                   {0.01, 10, 0, BroadPhaseKind::grid},
                                   {0, 0, 5, BroadPhaseKind::tree}};
constexpr int kKinds = 4;

/// Boxes in a cloud of density 1/8, in lockstep with brute force.
class Cloud {
 public:
  static constexpr int kCount = 600;
  Lockstep<AdaptiveBroadPhase> both;

  explicit Cloud(std::uint64_t seed) : random_(seed) {
    const double side = std::cbrt(kCount);
    std::vector<ProxyInput> inputs;
    for (int i = 0; i < kCount; ++i) inputs.push_back({box_of(random_.in_cube() * side, {0.5, 0.5, 0.5})});
    both.create(inputs);
    both.flush();
  }
  void run(const Workload& workload, int frames) {
    for (int frame = 0; frame < frames; ++frame) {
      for (ProxyId id = 0; id < kCount; ++id) {
        if (!both.truth.contains(id) || !random_.chance(workload.moved_share)) continue;
        const Aabb box = both.broad.box(id);
        // Back and forth, so that the cloud keeps its size.
        const Vec3 step = to_real(random_.direction() * workload.way), c = centre(box) + step;
        const Real side = Real(std::cbrt(kCount));
        const Vec3 back{c.x > side    ? -side
                        : c.x < -side ? side
                                      : 0,
                        c.y > side    ? -side
                        : c.y < -side ? side
                                      : 0,
                        c.z > side    ? -side
                        : c.z < -side ? side
                                      : 0};
        both.move(id, {box.lower + step + back, box.upper + step + back});
      }
      for (int i = 0; i < workload.queries; ++i)
        both.check_overlaps(box_of(random_.in_cube() * std::cbrt(kCount), {1, 1, 1}));
      both.flush();
    }
  }

 private:
  Random random_;
};

TEST(AdaptiveBroadPhase, PicksAnotherStructureForEachWorkload) {
  for (const Workload& workload : kWorkloads) {
    Cloud cloud(1);
    EXPECT_EQ(cloud.both.broad.picked(), BroadPhaseKind::tree);
    cloud.run(workload, 40);
    EXPECT_STREQ(to_string(cloud.both.broad.picked()), to_string(workload.expected));
    EXPECT_EQ(cloud.both.broad.load().boxes, 600u);
  }
}

TEST(AdaptiveBroadPhase, NeitherLosesNorRepeatsEventsWhenItSwitches) {
  Cloud cloud(2);
  std::set<BroadPhaseKind> seen;
  for (int turn = 0; turn < 2 * kKinds; ++turn) {
    cloud.both.destroy(ProxyId(turn * 7));  // its number stays free from one structure to the next
    cloud.both.flush();
    cloud.run(kWorkloads[turn % kKinds], 30);
    seen.insert(cloud.both.broad.picked());
    cloud.both.check_state();
    ASSERT_FALSE(testing::Test::HasFailure()) << turn;
  }
  EXPECT_EQ(seen.size(), std::size_t(kKinds));
  for (int turn = 0; turn < 2 * kKinds; ++turn)
    EXPECT_EQ(cloud.both.create(ProxyInput{box_of({0, 0, 0}, {1, 1, 1})}), ProxyId(turn * 7));
  cloud.both.flush();
  EXPECT_GT(cloud.both.begun, 1000);
  EXPECT_GT(cloud.both.ended, 500);
}

/// Many boxes apart from each other, of which ten move.
class RestingField {
 public:
  AdaptiveBroadPhase broad;

  explicit RestingField(ProxyMobility mobility) {
    std::vector<ProxyInput> inputs;
    for (int i = 0; i < kCount; ++i)
      inputs.push_back({box_of({i % 30 * 2.0, i / 30 % 30 * 2.0, i / 900 * 2.0}, {0.5, 0.5, 0.5}),
                        {},
                        i < 10 ? ProxyMobility::moving : mobility});
    ids_.resize(inputs.size());
    EXPECT_FALSE(broad.create(inputs, ids_));
    flush();
  }
  void move(int count) {
    for (int i = 0; i < count; ++i) {
      const Aabb box = broad.box(ids_[std::size_t(i)]);
      const Vec3 step{Real(0.01), 0, 0};
      EXPECT_FALSE(broad.move(ids_[std::size_t(i)], {box.lower + step, box.upper + step}));
    }
    flush();
  }

  static constexpr int kCount = 30000;

 private:
  std::vector<ProxyId> ids_;

  void flush() {
    broad.flush([](const PairEvent&) {});
  }
};

TEST(AdaptiveBroadPhase, StaysWithTheTreeWhileMostBoxesRest) {
  for (const ProxyMobility mobility : {ProxyMobility::fixed, ProxyMobility::moving}) {
    RestingField field(mobility);
    for (int frame = 0; frame < 200; ++frame) {
      field.move(10);
      ASSERT_EQ(field.broad.picked(), BroadPhaseKind::tree) << frame;
    }
    EXPECT_EQ(field.broad.load().fixed, mobility == ProxyMobility::fixed ? 29990u : 0u);
  }
}

TEST(AdaptiveBroadPhase, LeavesTheTreeForThoseWhoMoveAndComesBackWhenTheyRest) {
  RestingField field(ProxyMobility::moving);
  for (int frame = 0; frame < 10; ++frame) field.move(RestingField::kCount);
  EXPECT_EQ(field.broad.picked(), BroadPhaseKind::box_pruning);
  for (int frame = 0; frame < 60; ++frame) field.move(10);
  EXPECT_NE(field.broad.picked(), BroadPhaseKind::box_pruning);
}

}  // namespace
}  // namespace graze::test
