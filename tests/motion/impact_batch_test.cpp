// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/motion/impact_batch.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "graze/base/thread_pool.h"
#include "support/allocation_counter.h"
#include "support/random.h"

namespace graze::test {
namespace {

struct Pairs {
  std::vector<Shape> shapes = {Shape(Box{{1, 2, 1}}), Shape(Sphere{1}), Shape(Capsule{2, Real(0.5)}),
                               Shape()};
  std::vector<std::uint32_t> shape_a, shape_b;
  std::vector<Path> path_a, path_b;
  std::vector<Real> margin_a, margin_b;

  // Objects that tumble past each other or meet; `shapes_used` of the table.
  Pairs(std::size_t count, int shapes_used) {
    Random random(4);
    const auto vector = [&](double size) {
      const V3d p = random.in_cube() * size;
      return Vec3{Real(p.x), Real(p.y), Real(p.z)};
    };
    for (std::size_t i = 0; i < count; ++i) {
      shape_a.push_back(std::uint32_t(random.below(shapes_used)));
      shape_b.push_back(std::uint32_t(random.below(shapes_used)));
      path_a.push_back(Path::turning(Affine(vector(6)), vector(6), vector(6)));
      path_b.push_back(Path::turning(Affine(vector(6)), vector(6), vector(6)));
      margin_a.push_back(Real(random.below(3)) / 8);
      margin_b.push_back(Real(random.below(3)) / 8);
    }
  }
  [[nodiscard]] MotionBatch batch(bool has_margins) const {
    MotionBatch out{shapes, shape_a, shape_b, path_a, path_b};
    if (has_margins) out.margin_a = margin_a, out.margin_b = margin_b;
    return out;
  }
};

void expect_same(const TimeOfImpact& x, const TimeOfImpact& y) {
  EXPECT_EQ(x.hit, y.hit);
  EXPECT_EQ(x.status, y.status);
  EXPECT_EQ(x.starts_in_contact, y.starts_in_contact);
  EXPECT_EQ(x.iterations, y.iterations);
  EXPECT_EQ(x.lower, y.lower);
  EXPECT_EQ(x.upper, y.upper);
  EXPECT_TRUE(x.normal == y.normal && x.point == y.point && x.local_a == y.local_a && x.local_b == y.local_b);
}

TEST(ImpactBatch, HasTheAnswersOfSinglePairsWhateverTheThreads) {
  const Pairs pairs(500, 3);
  ThreadPool pool(3);
  std::size_t hits = 0, misses = 0;
  for (const bool has_margins : {false, true}) {
    std::vector<TimeOfImpact> out(500), threaded(500);
    const std::uint64_t before = allocation_count();
    ASSERT_FALSE(time_of_impact(pairs.batch(has_margins), out));
    EXPECT_EQ(allocation_count(), before);
    ASSERT_FALSE(time_of_impact(pairs.batch(has_margins), threaded, {}, pool.executor()));
    for (std::size_t i = 0; i < out.size(); ++i) {
      const Real by_a = has_margins ? pairs.margin_a[i] : 0, by_b = has_margins ? pairs.margin_b[i] : 0;
      const TimeOfImpact single = time_of_impact(pairs.shapes[pairs.shape_a[i]], pairs.path_a[i], by_a,
                                                 pairs.shapes[pairs.shape_b[i]], pairs.path_b[i], by_b);
      expect_same(out[i], single);
      expect_same(threaded[i], single);
      (single ? hits : misses) += 1;
    }
  }
  EXPECT_GT(hits, 100u);
  EXPECT_GT(misses, 100u);
}

TEST(ImpactBatch, RefusesWholeBatchesAndSinglePairs) {
  Pairs pairs(3, 3);
  std::vector<TimeOfImpact> out(3);
  out[0].lower = 7;
  MotionBatch batch = pairs.batch(true);
  batch.margin_b = batch.margin_b.first(2);
  EXPECT_STREQ(time_of_impact(batch, out)->message, "margin_b: neither empty nor as long as shape_a");
  batch = pairs.batch(false);
  batch.path_a = batch.path_a.first(1);
  EXPECT_STREQ(time_of_impact(batch, out)->message, "path_a: not as long as shape_a");
  EXPECT_TRUE(time_of_impact(pairs.batch(false), std::span(out).first(2)));
  pairs.shape_b[1] = 4;
  const auto bad = time_of_impact(pairs.batch(false), out);
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->code, ErrorCode::index_out_of_range);
  EXPECT_EQ(bad->position, 1u);
  EXPECT_EQ(out[0].lower, 7) << "nothing is written";
  pairs.shape_b[1] = 3;  // a shape that is none
  EXPECT_FALSE(time_of_impact(pairs.batch(false), out));
  EXPECT_EQ(out[1].status, Status::invalid_argument);
  EXPECT_NE(out[0].status, Status::invalid_argument);
  EXPECT_NE(out[2].status, Status::invalid_argument);
  EXPECT_FALSE(time_of_impact(MotionBatch{}, {}));
}

}  // namespace
}  // namespace graze::test
