// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/box/parallelepiped.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/generators.h"
#include "support/number.h"

namespace graze::primitive {
namespace {

using test::Random;
using Exact = long double;
using E3 = test::V3<Exact>;

struct PlacedBox {
  BoxReader reader;
  Mat3d directions;
};

PlacedBox box(const Mat3d& directions, const Vec3d& half, const Vec3d& centre) {
  const auto& c = directions.columns;
  return {{{c[0] * half.x, c[1] * half.y, c[2] * half.z}, centre}, directions};
}

Mat3d matrix_of(const test::Mapd& m) {
  return {{m.x.x, m.x.y, m.x.z}, {m.y.x, m.y.y, m.y.z}, {m.z.x, m.z.y, m.z.z}};
}

E3 exact(const Vec3d& v) { return E3(v.x, v.y, v.z); }

// Least overlap over the 15 axes, in 64 bits; parallel pairs, whose axis vanishes, are left out.
Exact depth_by_axes(const PlacedBox& a, const PlacedBox& b, const Exact& parallel) {
  std::vector<E3> axes;
  const auto column = [](const PlacedBox& x, int i) { return exact(x.directions.columns[i]); };
  for (int i = 0; i < 3; ++i)
    for (const PlacedBox* x : {&a, &b})
      axes.push_back(cross(column(*x, (i + 1) % 3), column(*x, (i + 2) % 3)));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const E3 u = column(a, i), w = column(b, j), n = cross(u, w);
      if (length(n) > parallel * length(u) * length(w)) axes.push_back(n);
    }
  Exact best = 1e300L;
  for (const E3& n : axes) {
    Exact overlap = -std::abs(dot(exact(b.reader.centre) - exact(a.reader.centre), n));
    for (const Vec3d& e : a.reader.edges) overlap += std::abs(dot(exact(e), n));
    for (const Vec3d& e : b.reader.edges) overlap += std::abs(dot(exact(e), n));
    best = std::min(best, overlap / length(n));
  }
  return best;
}

// The overlap along any direction is an upper bound of the depth; best_axis must come to the least one.
void expect_least(const PlacedBox& a, const PlacedBox& b, double size) {
  const BoxAxis axis = best_axis(a.reader, a.directions, b.reader, b.directions, 1e300);
  const double depth = axis.height / std::sqrt(axis.nn);
  const double truth = double(depth_by_axes(a, b, 1e-12L));
  const double rounding = 32 * kDoubleEpsilon * size;
  EXPECT_NEAR(depth, truth, rounding);
  EXPECT_GE(dot(axis.normal, b.reader.centre - a.reader.centre), -rounding * std::sqrt(axis.nn))
      << "from a to b";
  // As it was rounded, the axis has the overlap that it claims.
  const E3 n = exact(axis.normal);
  Exact overlap = -dot(exact(b.reader.centre) - exact(a.reader.centre), n);
  for (const Vec3d& e : a.reader.edges) overlap += std::abs(dot(exact(e), n));
  for (const Vec3d& e : b.reader.edges) overlap += std::abs(dot(exact(e), n));
  EXPECT_NEAR(double(overlap / length(n)), depth, rounding);
}

Vec3d vector_of(const test::V3d& v) { return {v.x, v.y, v.z}; }
Vec3d random_half(Random& random, double least) {
  return {random.log_uniform(least, 1), random.log_uniform(least, 1), random.log_uniform(least, 1)};
}

TEST(BestAxis, OfParallelBoxesIsTheFaceOfLeastOverlap) {
  const PlacedBox a = box({}, {1, 1, 1}, {}), b = box({}, {1, 2, 3}, {1.5, 0.25, -0.25});
  const BoxAxis axis = best_axis(a.reader, a.directions, b.reader, b.directions, 1e-15);
  EXPECT_DOUBLE_EQ(axis.height / std::sqrt(axis.nn), 0.5);
  EXPECT_GT(axis.normal.x, 0);
  EXPECT_EQ(axis.normal.y, 0);
  EXPECT_EQ(axis.normal.z, 0);
}

TEST(BestAxis, OfCrossedEdgesIsTheCrossProduct) {
  // Two unit cubes, one stood on an edge along y, the other on one along x, 0.25 deep in z.
  const double s = std::sqrt(0.5);
  const Mat3d about_y{{s, 0, -s}, {0, 1, 0}, {s, 0, s}}, about_x{{1, 0, 0}, {0, s, s}, {0, -s, s}};
  const double reach = std::sqrt(2.0);
  const PlacedBox a = box(about_y, {1, 1, 1}, {}), b = box(about_x, {1, 1, 1}, {0, 0, 2 * reach - 0.25});
  const BoxAxis axis = best_axis(a.reader, a.directions, b.reader, b.directions, 1e-15);
  EXPECT_NEAR(axis.height / std::sqrt(axis.nn), 0.25, 1e-14);
  EXPECT_EQ(axis.edge_a, 1);
  EXPECT_EQ(axis.edge_b, 0);
  Vec3d on_a, on_b;
  ASSERT_TRUE(
      find_witnesses(a.reader, b.reader, axis, axis.normal / std::sqrt(axis.nn), 0.25, 1e-14, on_a, on_b));
  EXPECT_LE(length(on_a - Vec3d{0, 0, reach}), 1e-14);
  EXPECT_LE(length(on_b - Vec3d{0, 0, reach - 0.25}), 1e-14);
}

TEST(BestAxis, OfSeparatedBoxesSeparatesThem) {
  Random random{1};
  int apart = 0;
  for (int i = 0; i < 5000; ++i) {
    const PlacedBox a = box(matrix_of(test::random_rotation(random)), random_half(random, 0.1), {});
    const PlacedBox b =
        box(matrix_of(test::random_rotation(random)), random_half(random, 0.1), vector_of(random.in_cube()));
    const BoxAxis axis = best_axis(a.reader, a.directions, b.reader, b.directions, 1e-14);
    const Exact truth = depth_by_axes(a, b, 1e-12L);
    if (std::abs(truth) < 1e-13L) continue;
    ASSERT_EQ(axis.height < 0, truth < 0) << i;
    apart += truth < 0;
  }
  EXPECT_GT(apart, 500);
  EXPECT_LT(apart, 4500);
}

TEST(BestAxis, OfRandomBoxesIsTheLeastOverFifteenAxes) {
  Random random{2};
  for (int i = 0; i < 5000; ++i) {
    const PlacedBox a = box(matrix_of(test::random_rotation(random)), random_half(random, 0.01), {});
    const PlacedBox b = box(matrix_of(test::random_rotation(random)), random_half(random, 0.01),
                            vector_of(random.in_cube() * 0.5));
    expect_least(a, b, 4);
    ASSERT_FALSE(HasFailure()) << i;
  }
}

TEST(BestAxis, OfShearedBoxesIsTheLeastOverFifteenAxes) {
  Random random{3};
  for (int i = 0; i < 5000; ++i) {
    const PlacedBox a = box(matrix_of(test::random_linear(random)), random_half(random, 0.1), {});
    const PlacedBox b = box(matrix_of(test::random_linear(random)), random_half(random, 0.1),
                            vector_of(random.in_cube() * 0.3));
    double size = 0;
    for (const PlacedBox* x : {&a, &b})
      for (const Vec3d& e : x->reader.edges) size += length(e);
    expect_least(a, b, size);
    ASSERT_FALSE(HasFailure()) << i;
  }
}

TEST(BestAxis, OfFlatBoxesIsTheLeastOverFifteenAxes) {
  Random random{4};
  for (int i = 0; i < 3000; ++i) {
    Vec3d half = random_half(random, 0.1), other = random_half(random, 0.1);
    half[random.below(3)] = 0;
    if (i % 2 == 0) other[random.below(3)] = 0;
    if (i % 6 == 0) other[random.below(3)] = 0;
    const PlacedBox a = box(matrix_of(test::random_rotation(random)), half, {});
    const PlacedBox b =
        box(matrix_of(test::random_rotation(random)), other, vector_of(random.in_cube() * 0.25));
    expect_least(a, b, 4);
    ASSERT_FALSE(HasFailure()) << i;
  }
}

// Nearly parallel edges: their cross product is mostly rounding, and must not pass for a facet of its own.
TEST(BestAxis, OfNearlyParallelBoxesIsNeverBelowTheTrueDepth) {
  Random random{5};
  int overlapping = 0;
  for (int i = 0; i < 5000; ++i) {
    const Mat3d turn = matrix_of(test::random_rotation(random));
    const double angle = random.log_uniform(1e-17, 1e-3);
    const test::V3d t = random.in_cube() * angle;
    const Mat3d tilt{{1, t.z, -t.y}, {-t.z, 1, t.x}, {t.y, -t.x, 1}};
    const PlacedBox a = box(turn, random_half(random, 0.1), {});
    const PlacedBox b = box(tilt * turn, random_half(random, 0.1), vector_of(random.in_cube() * 0.5));
    const BoxAxis axis = best_axis(a.reader, a.directions, b.reader, b.directions, 1e300);
    const double depth = axis.height / std::sqrt(axis.nn), rounding = 32 * kDoubleEpsilon * 4;
    // The depth is the least overlap over all directions, ours included; that of boxes apart is not.
    const double truth = double(depth_by_axes(a, b, 0));
    if (truth < 0) continue;
    ++overlapping;
    ASSERT_GE(depth, truth - rounding) << i << ' ' << angle;
    ASSERT_LE(depth, double(depth_by_axes(a, b, 1e-6L)) + rounding) << i << ' ' << angle;
  }
  EXPECT_GT(overlapping, 1000);
}

}  // namespace
}  // namespace graze::primitive
