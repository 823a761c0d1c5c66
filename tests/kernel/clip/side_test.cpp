// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/clip/side_test.cpp"
#include "simd/each_target-inl.h"
#endif

#include "kernel/clip/side-inl.h"
#include "kernel/clip/widths.h"
#include "shape/simd_targets.h"

GRAZE_LANES_BEGIN

template <class F>
LaneVec<F> vector(double x, double y, double z) {
  return {F(x), F(y), F(z)};
}
template <class F>
void push(const LaneVec<F>& v, std::vector<double>& out) {
  for (const F x : {v.x, v.y, v.z}) out.push_back(number_of(x));
}

template <class F>
void basis(double x, double y, double z, std::vector<double>& out) {
  LaneVec<F> u, v;
  make_basis<F>(vector<F>(x, y, z), u, v);
  out.clear();
  push(u, out);
  push(v, out);
}
void basis_here(double x, double y, double z, std::vector<double>& out) { basis<Pack<double>>(x, y, z, out); }

// Where the normals of x, y and z go under a diagonal map.
template <class F>
void map_normals(double x, double y, double z, std::vector<double>& out) {
  const LaneMat<F> m =
      normal_map<F>(LaneMat<F>{{vector<F>(x, 0, 0), vector<F>(0, y, 0), vector<F>(0, 0, z)}});
  out = {number_of(m.columns[0].x), number_of(m.columns[1].y), number_of(m.columns[2].z)};
}
void map_normals_here(double x, double y, double z, std::vector<double>& out) {
  map_normals<Pack<double>>(x, y, z, out);
}

// Normals (-1, 0, 0), (3, 4, 0), (4, 3, 0) and (8, 6, 0) seen along x: only the length of the last two
// differs.
template <class F>
void most_facing(std::vector<double>& out) {
  MostFacing<F, LaneVec<F>> most(F(9.0));
  const LaneVec<F> outward = vector<F>(1, 0, 0);
  most.add(vector<F>(-1, 0, 0), outward, F(0.0));
  out = {number_of(most.face)};
  most.add(vector<F>(3, 4, 0), outward, F(1.0));
  most.add(vector<F>(4, 3, 0), outward, F(2.0));
  most.add(vector<F>(8, 6, 0), outward, F(3.0));
  out.push_back(number_of(most.face));
  push(most.normal, out);
}
void most_facing_here(std::vector<double>& out) { most_facing<Pack<double>>(out); }

// The triangle (0, 0), (4, 0), (0, 4) with heights 1 + x / 2 but for the second corner, which is 1/8 higher.
template <class F>
struct Triangle3 {
  F x[4], y[4], z[4], deepest, gx, gy, z0;
  [[nodiscard]] int corner_count() const { return 3; }
};
template <class F>
void plane(double facing, std::vector<double>& out) {
  Triangle3<F> t{{F(0.0), F(4.0), F(0.0), F(0.0)},
                 {F(0.0), F(0.0), F(4.0), F(0.0)},
                 {F(1.0), F(3.125), F(1.0), F(1.0)},
                 F(0.0),
                 F(0.0),
                 F(0.0),
                 F(0.0)};
  set_supporting_plane(vector<F>(-0.5, 0, 1), F(facing), t);
  out = {number_of(t.deepest), number_of(t.gx), number_of(t.gy), number_of(t.z0)};
}
void plane_here(double facing, std::vector<double>& out) { plane<Pack<double>>(facing, out); }

// Beside the deepest corner (0, 0, 0) edges that fall by `before` over 3 and by 1 over 4.
template <class F>
void flattest(double before, double deepest, std::vector<double>& out) {
  const auto edge =
      flattest_edge<F>(vector<F>(3, 0, -before), vector<F>(0, 0, 0), vector<F>(0, 4, -1), F(deepest), F(5.0));
  out = {number_of(edge.index), number_of(edge.segment.from.x), number_of(edge.segment.to.y)};
}
void flattest_here(double before, double deepest, std::vector<double>& out) {
  flattest<Pack<double>>(before, deepest, out);
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {
HWY_EXPORT(basis_here);
HWY_EXPORT(map_normals_here);
HWY_EXPORT(most_facing_here);
HWY_EXPORT(plane_here);
HWY_EXPORT(flattest_here);

using Numbers = std::vector<double>;

// The axis along which the normal is least, times the normal, is u.
TEST(ClipSide, HasARightHandedFrame) {
  test::for_each_simd_target([](const char* name) {
    SCOPED_TRACE(name);
    Numbers got;
    GRAZE_CALL_TARGET(basis_here)(0, 0, 1, got);
    EXPECT_EQ(got, (Numbers{0, -1, 0, 1, 0, 0}));
    GRAZE_CALL_TARGET(basis_here)(0.6, 0, 0.8, got);
    EXPECT_EQ(got[1], 0);  // y is least: u is in the xz plane, v along -y or y
    EXPECT_NEAR(got[0] * 0.6 + got[2] * 0.8, 0, 1e-15);
    EXPECT_NEAR(std::abs(got[4]), 1, 1e-15);
  });
}

// Normals go by cofactors: of scales 1, 2, 4 they are 8, 4, 2. Mirrored, the face of +x looks along -x.
TEST(ClipSide, MapsNormalsByCofactors) {
  test::for_each_simd_target([](const char* name) {
    SCOPED_TRACE(name);
    Numbers got;
    GRAZE_CALL_TARGET(map_normals_here)(1, 2, 4, got);
    EXPECT_EQ(got, (Numbers{8, 4, 2}));
    GRAZE_CALL_TARGET(map_normals_here)(-1, 1, 1, got);
    EXPECT_EQ(got, (Numbers{-1, 1, 1}));
  });
}

TEST(ClipSide, IsTheFirstOfTheFacesThatLookOutwardMost) {
  test::for_each_simd_target([](const char* name) {
    SCOPED_TRACE(name);
    Numbers got;
    GRAZE_CALL_TARGET(most_facing_here)(got);
    EXPECT_EQ(got, (Numbers{9, 2, 4, 3, 0}));
  });
}

// Slope 1/2 along x. Upwards the second corner is deepest: z = 3.125 at x = 4. Downwards it is the first.
TEST(ClipSide, RestsOnItsDeepestCorner) {
  test::for_each_simd_target([](const char* name) {
    SCOPED_TRACE(name);
    Numbers got;
    GRAZE_CALL_TARGET(plane_here)(1, got);
    EXPECT_EQ(got, (Numbers{1, 0.5, 0, 1.125}));
    GRAZE_CALL_TARGET(plane_here)(-1, got);
    EXPECT_EQ(got, (Numbers{0, 0.5, 0, 1}));
  });
}

TEST(ClipSide, HasAFlattestEdgeAtItsDeepestCorner) {
  test::for_each_simd_target([](const char* name) {
    SCOPED_TRACE(name);
    Numbers got;
    GRAZE_CALL_TARGET(flattest_here)(0.5, 2, got);  // 1/2 over 3 falls less than 1 over 4
    EXPECT_EQ(got, (Numbers{1, 3, 0}));
    GRAZE_CALL_TARGET(flattest_here)(0.5, 0, got);  // before the first is the last, number 5
    EXPECT_EQ(got, (Numbers{5, 3, 0}));
    GRAZE_CALL_TARGET(flattest_here)(1, 2, got);  // 1 over 3 falls more
    EXPECT_EQ(got, (Numbers{2, 0, 4}));
  });
}

}  // namespace graze::inline GRAZE_ABI
#endif
