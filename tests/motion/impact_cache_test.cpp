// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "graze/mesh/triangle_mesh.h"
#include "graze/motion/time_of_impact.h"
#include "support/random.h"

namespace graze::test {
namespace {

// A wavy square of 128 triangles around the origin.
Shape make_sheet() {
  std::vector<Vec3> points;
  std::vector<std::uint32_t> triangles;
  for (int i = 0; i <= 8; ++i) {
    for (int j = 0; j <= 8; ++j) points.push_back({Real(i - 4), Real(j - 4), Real((i * j) % 3) / 4});
  }
  for (std::uint32_t i = 0; i < 8; ++i) {
    for (std::uint32_t j = 0; j < 8; ++j) {
      const std::uint32_t a = 9 * i + j, b = a + 1, c = a + 9, d = c + 1;
      triangles.insert(triangles.end(), {a, b, c, c, b, d});
    }
  }
  return make_triangle_mesh(points, triangles)->shape();
}

class ImpactCacheTest : public testing::Test {
 protected:
  Vec3 vector(double size) {
    const V3d p = random_.in_cube() * size;
    return {Real(p.x), Real(p.y), Real(p.z)};
  }
  // The first contact is one time, whatever the cache holds.
  void expect_same(const TimeOfImpact& cached, const TimeOfImpact& cold) {
    (cold.hit == Hit::miss ? misses_ : hits_) += 1;
    if (cold.hit == Hit::uncertain || cached.hit == Hit::uncertain) {
      ++uncertain_;
      return;
    }
    ASSERT_EQ(cached.hit, cold.hit);
    ASSERT_LE(cached.lower, cold.upper);
    ASSERT_LE(cold.lower, cached.upper);
    ASSERT_LE(cached.upper - cached.lower, MotionSettings().time_tolerance);
  }

  Random random_{31};
  const Shape shapes_[5] = {Shape(Box{{1, 2, 1}}), Shape(Sphere{1}), Shape(Cylinder{1, 1}),
                            Shape(HalfSpace{{0, 0, 1}, -2}), make_sheet()};
  int hits_ = 0, misses_ = 0, uncertain_ = 0;
};

TEST_F(ImpactCacheTest, AStaleCacheOfAnotherPairChangesNoVerdict) {
  PairCache cache;
  MotionSettings cached;
  cached.cache = &cache;
  const Real kNaN = std::numeric_limits<Real>::quiet_NaN();
  for (int i = 0; i < 4000; ++i) {
    const Shape &a = shapes_[random_.below(5)], &b = shapes_[random_.below(3)];
    const Path of_a = Path::turning(Affine(vector(6)), vector(6), vector(3)),
               of_b = Path::turning(Affine(vector(6)), vector(6), vector(3));
    if (i % 5 == 0) cache.axis = i % 10 == 0 ? Vec3{kNaN, 0, 0} : vector(1);
    if (i % 7 == 0) cache.vertices_a[0] = 1000000;
    const bool is_mirrored = i % 2 == 1;
    expect_same(
        is_mirrored ? time_of_impact(b, of_b, a, of_a, cached) : time_of_impact(a, of_a, b, of_b, cached),
        is_mirrored ? time_of_impact(b, of_b, a, of_a) : time_of_impact(a, of_a, b, of_b));
    if (HasFatalFailure()) FAIL() << i;
  }
  EXPECT_GT(hits_, 500);
  EXPECT_GT(misses_, 500);
  EXPECT_LT(uncertain_, 200);
}

// Frame by frame, one object circles another: nothing is searched while the last axis holds.
TEST_F(ImpactCacheTest, FramesOfAPairThatStaysApartTakeOneLookAndTheNext) {
  PairCache cache;
  MotionSettings cached;
  cached.cache = &cache;
  int looks = 0, cold_looks = 0;
  const auto place = [](int frame) {
    const double angle = 0.05 * frame;
    return Vec3{Real(4 * std::cos(angle)), Real(4 * std::sin(angle)), 0};
  };
  for (int frame = 0; frame < 100; ++frame) {
    const Vec3 from = place(frame), to = place(frame + 1);
    const Path of_b = Path::turning(Affine(from), to - from, {0, 0, Real(0.05)});
    const TimeOfImpact r = time_of_impact(shapes_[0], Path(), shapes_[2], of_b, cached);
    ASSERT_EQ(r.hit, Hit::miss);
    looks += r.iterations;
    cold_looks += time_of_impact(shapes_[0], Path(), shapes_[2], of_b).iterations;
  }
  EXPECT_LE(looks, 250);
  EXPECT_LT(looks, cold_looks + 100);
}

}  // namespace
}  // namespace graze::test
