// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "broad/grid/walk.h"
#include "broad/lockstep.h"
#include "graze/broad/grid_broad_phase.h"

namespace graze::test {
namespace {

// One dense cloud: an array of cells. Clouds far apart: a hash table, and rays that go by blocks.
void run_clouds(int clouds, double apart) {
  Random random{31};
  Lockstep<GridBroadPhase> both;
  std::vector<ProxyInput> inputs;
  std::vector<V3d> middles;
  for (int c = 0; c < clouds; ++c) {
    middles.push_back(random.in_cube() * apart);
    for (int i = 0; i < 240 / clouds; ++i) {
      const V3d p = middles.back() + random.in_cube() * (5 / std::cbrt(clouds));
      const double size = random.uniform(0.2, 0.6);
      inputs.push_back({box_of(p, {size, size, size})});
    }
  }
  both.create(inputs);
  both.flush();
  for (int frame = 0; frame < 8; ++frame) {
    for (ProxyId id = 0; id < inputs.size(); ++id) {
      const Aabb box = both.broad.box(id);
      const Vec3 step = to_real(random.in_cube() * (random.chance(0.05) ? 3 : 0.3));
      if (random.chance(0.5)) both.move(id, {box.lower + step, box.upper + step});
    }
    for (int i = 0; i < 40; ++i) {
      const V3d from = middles[std::size_t(i % clouds)] + random.in_cube() * 6;
      const V3d to = middles[std::size_t(random.below(clouds))] + random.in_cube() * 6;
      both.check_cast(nullptr, {to_real(from), to_real(to - from), Real(random.uniform(0.5, 1.5))});
      const Aabb moving = box_of(from, {1, 0.5, 0.2});
      both.check_cast(&moving, {{0, 0, 0}, to_real(random.in_cube() * 3), 1});
      both.check_nearest(to_real(from), 5);
      both.check_overlaps(box_of(from, to - from));
    }
    both.flush();
    ASSERT_FALSE(testing::Test::HasFailure()) << frame;
  }
  EXPECT_GT(std::min({both.begun, both.ended, both.found, both.hits}), 100);
}
TEST(GridBroadPhase, AgreesWithBruteForceInADenseCloud) { run_clouds(1, 0); }
TEST(GridBroadPhase, AgreesWithBruteForceInCloudsFarApart) { run_clouds(6, 20000); }

// A dozen boxes fill a cell; the others must not make it, or a query, any larger.
TEST(GridBroadPhase, TakesBoundedMemoryForCrowdsAndAllSizes) {
  Random random{32};
  GridBroadPhase broad;
  std::vector<ProxyInput> inputs;
  for (int i = 0; i < 1500; ++i) {
    const double h = random.log_uniform(1e-3, 100);
    const V3d p = random.in_cube() * 300;
    inputs.push_back({box_of(p, {h, h, h})});
    // Many small ones in one place, apart from each other.
    const V3d q = random.in_cube() * 0.1;
    inputs.push_back({box_of(q, {1e-5, 1e-5, 1e-5})});
  }
  std::vector<ProxyId> ids(inputs.size());
  ASSERT_FALSE(broad.create(inputs, ids));
  broad.flush([](const PairEvent&) {});
  EXPECT_LT(broad.memory_bytes(), 2000 * inputs.size());
}

TEST(GridBroadPhase, ForgetsCellsThatBoxesHaveLeft) {
  Random random{33};
  GridBroadPhase broad;
  std::vector<ProxyInput> inputs;
  std::vector<ProxyId> ids(400);
  std::vector<Aabb> boxes;
  std::vector<Vec3> steps;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    boxes.push_back(box_of(random.in_cube() * 8, {0.5, 0.5, 0.5}));
    inputs.push_back({boxes.back()});
    steps.push_back(to_real(random.in_cube() * 5));
  }
  ASSERT_FALSE(broad.create(inputs, ids));
  std::size_t early = 0;
  for (int frame = 0; frame < 120; ++frame) {
    for (std::size_t i = 0; i < ids.size(); ++i)
      boxes[i] = {boxes[i].lower + steps[i], boxes[i].upper + steps[i]};
    ASSERT_FALSE(broad.move(ids, boxes));
    broad.flush([](const PairEvent&) {});
    if (frame == 30) early = broad.memory_bytes();
  }
  EXPECT_LT(broad.memory_bytes(), 3 * early);
  NearProxy near[1];
  EXPECT_EQ(broad.nearest(boxes[7].lower, {}, near), 1u);
  EXPECT_EQ(near[0].squared_distance, 0);
}

// Straight through four cells of a row, each plane at a whole number.
TEST(CellWalk, PassesTheCellsOfARayInOrder) {
  CellShape shape;
  for (int k = 0; k < 3; ++k) shape.count[k] = 4;
  const Aabb everywhere{{-9, -9, -9}, {9, 9, 9}};
  CellWalk walk(shape, everywhere, {{-1, Real(0.5), Real(1.5)}, {1, 0, 0}});
  ASSERT_TRUE(walk.is_usable());
  for (std::int32_t x = 0; x < 4; ++x, walk.advance()) {
    ASSERT_FALSE(walk.is_done());
    EXPECT_EQ(walk.at(), (CellAt{{x, 0, 1}}));
    EXPECT_EQ(walk.time(), x + 1);
    // A box in cells 1 and 2 counts in the first of them only.
    EXPECT_EQ(walk.is_first_of({{{1, 0, 1}}, {{2, 0, 1}}}), x == 1);
  }
  EXPECT_TRUE(walk.is_done());
  EXPECT_TRUE(CellWalk(shape, everywhere, {{5, 5, 5}, {0, 1, 0}}).is_done());
}

// Boxes from 5 to 6 in a grid of a million cells: a ray without end goes through the cells around them only.
TEST(CellWalk, EndsWhereNoBoxesAre) {
  CellShape shape;
  for (int k = 0; k < 3; ++k) shape.count[k] = 1 << 20;
  CellWalk walk(shape, {{5, 0, 0}, {6, 1, 1}}, {{Real(0.5), Real(0.5), Real(0.5)}, {1, 0, 0}});
  ASSERT_TRUE(walk.is_usable());
  for (std::int32_t x = 4; x < 8; ++x, walk.advance()) {
    ASSERT_FALSE(walk.is_done());
    EXPECT_EQ(walk.at(), (CellAt{{x, 0, 0}}));
  }
  EXPECT_TRUE(walk.is_done());
}

}  // namespace
}  // namespace graze::test
