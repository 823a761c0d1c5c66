// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The kernels of two boxes, each of which is one text for one pair and for packs: facts derived by hand, and
// axes by brute force, in both widths under every SIMD target.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/box/boxes_test.cpp"
#include "simd/each_target-inl.h"
#endif

#include "kernel/box/axes-inl.h"
#include "kernel/box/decide-inl.h"
#include "kernel/box/edges-inl.h"
#include "kernel/box/faces-inl.h"
#include "kernel/clip/widths.h"
#include "shape/simd_targets.h"
#include "support/random.h"

#ifndef GRAZE_TESTS_KERNEL_BOX_BOXES
#define GRAZE_TESTS_KERNEL_BOX_BOXES
namespace graze::inline GRAZE_ABI {
/// Columns of a rotation, centre, half extents.
struct TestBox {
  double axes[3][3], at[3], half[3];
};
using Facts = std::vector<double>;
}  // namespace graze::inline GRAZE_ABI
#endif

GRAZE_LANES_BEGIN

template <class F>
PlacedBox<F> placed(const TestBox& b) {
  const auto row = [](const double(&v)[3]) { return make_row(F(v[0]), F(v[1]), F(v[2])); };
  return {{{row(b.axes[0]), row(b.axes[1]), row(b.axes[2])}}, row(b.at), row(b.half), F(1.0), F(0.0)};
}
template <class F>
void add(const Row<F, 3>& v, Facts& out) {
  const auto& n = numbers(v);
  for (int k = 0; k < 3; ++k) out.push_back(number_of(F(n[k])));
}

/// Axis, height, next height; axis and height of the contact, whether apart, whether tied.
template <class F>
void find_axes(const TestBox& a, const TestBox& b, double prediction, Facts& out) {
  const PlacedBox<F> p = placed<F>(a), q = placed<F>(b);
  const BoxFrame<F> f = wide_box_frame(p, q);
  const Least<F> least = least_overlap(f);
  const ContactAxis<F> contact = contact_axis(f, p, q, prediction);
  out = {number_of(least.index),    number_of(least.value),  number_of(least.next), number_of(contact.axis),
         number_of(contact.height), holds(contact.is_apart), holds(contact.is_tied)};
}
/// Whether a common point was found, and where.
template <class F>
void find_point(const TestBox& a, const TestBox& b, int rounds, Facts& out) {
  Row<F, 3> point;
  const auto is_found = find_common_point(wide_box_frame(placed<F>(a), placed<F>(b)), rounds, point);
  out = {holds(is_found)};
  add(point, out);
}
/// Whether they cross, the height, both points.
template <class F>
void cross_at(const TestBox& a, const TestBox& b, int i, int j, Facts& out) {
  EdgeContact<F> c;
  c.a.box = placed<F>(a);
  c.b.box = placed<F>(b);
  pick_edge(F(double(i)), c.a);
  pick_edge(F(double(j)), c.b);
  cross_edges(F(1e-15), c);
  out = {holds(c.is_met), number_of(c.height)};
  add(c.on_a, out);
  add(c.on_b, out);
}
/// The candidates that are kept: number, x, y, z each.
template <class F>
struct KeptCandidates {
  Facts& out;
  template <class I>
  void put(I at, const F& x, const F& y, const F& z, MaskOf<F> is_kept) {
    if (holds(is_kept) == 0) return;
    for (const double n : {double(at), number_of(x), number_of(y), number_of(z)}) out.push_back(n);
  }
  template <class I>
  requires(kIsRegister<F, 4>) void put(I at, const Row<F, 4>& x, const Row<F, 4>& y, const Row<F, 4>& z,
                                       const RowMask<F, 4>& are_kept) {
    const auto of_x = numbers(x), of_y = numbers(y), of_z = numbers(z);
    for (int k = 0; k < 4; ++k)
      if ((bits_of(are_kept) >> k & 1) != 0) put(at + k, of_x[k], of_y[k], of_z[k], true);
  }
};
/// Whether points may coincide, and the candidates; the face of a across its z against that of b across its.
template <class F>
void clip(const TestBox& a, const TestBox& b, double limit, Facts& out) {
  FaceContact<F> c;
  c.mine = placed<F>(a);
  c.its = placed<F>(b);
  c.is_first = F(0.0) < F(1.0);
  c.size = F(1.0);
  c.tolerance = F(1e-9);
  face_each_other(c);
  out.clear();
  KeptCandidates<F> kept{out};
  F deepest(0.0);
  const double is_close = holds(clip_faces(c, F(limit) + c.height, kept, deepest));
  out.push_back(number_of(F(deepest - c.height)));
  out.push_back(is_close);
}

void find_axes_here(bool is_pack, const TestBox& a, const TestBox& b, double prediction, Facts& out) {
  is_pack ? find_axes<Pack<double>>(a, b, prediction, out) : find_axes<double>(a, b, prediction, out);
}
void find_point_here(bool is_pack, const TestBox& a, const TestBox& b, int rounds, Facts& out) {
  is_pack ? find_point<Pack<double>>(a, b, rounds, out) : find_point<double>(a, b, rounds, out);
}
void cross_here(bool is_pack, const TestBox& a, const TestBox& b, int i, int j, Facts& out) {
  is_pack ? cross_at<Pack<double>>(a, b, i, j, out) : cross_at<double>(a, b, i, j, out);
}
void clip_here(bool is_pack, const TestBox& a, const TestBox& b, double limit, Facts& out) {
  is_pack ? clip<Pack<double>>(a, b, limit, out) : clip<double>(a, b, limit, out);
}

GRAZE_LANES_END

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI {
HWY_EXPORT(find_axes_here);
HWY_EXPORT(find_point_here);
HWY_EXPORT(cross_here);
HWY_EXPORT(clip_here);

TestBox cube(double x, double y, double z) {
  return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {x, y, z}, {1, 1, 1}};
}
/// Turned by 45 degrees about y or z.
TestBox cube_about_z(double x) {
  const double c = std::sqrt(0.5);
  return {{{c, c, 0}, {-c, c, 0}, {0, 0, 1}}, {x, 0, 0}, {1, 1, 1}};
}
TestBox cube_about_y(double x) {
  const double c = std::sqrt(0.5);
  return {{{c, 0, -c}, {0, 1, 0}, {c, 0, c}}, {x, 0, 0}, {1, 1, 1}};
}

template <class Use>
void in_both_widths(Use use) {
  test::for_each_simd_target([&](const char* name) {
    for (const bool is_pack : {false, true}) {
      SCOPED_TRACE(name);
      use(is_pack);
    }
  });
}
Facts axes_of(bool is_pack, const TestBox& a, const TestBox& b, double prediction) {
  Facts facts;
  GRAZE_CALL_TARGET(find_axes_here)(is_pack, a, b, prediction, facts);
  return facts;
}

// A cube turned about z reaches sqrt(2) along x: 1 + sqrt(2) - 2 are left of the overlap, 1 + sqrt(2) along
// y, 2 along z. Edges of the two along z are parallel: least_overlap() does not decide, the contact is the
// face's.
TEST(BoxAxes, FindTheFaceOfLeastOverlap) {
  in_both_widths([](bool is_pack) {
    const Facts facts = axes_of(is_pack, cube(0, 0, 0), cube_about_z(2), 0);
    EXPECT_EQ(facts[0], 15);
    EXPECT_EQ(facts[3], 0);
    EXPECT_NEAR(facts[4], std::sqrt(2.0) - 1, 1e-14);
    EXPECT_EQ(facts[5], 0);
    EXPECT_EQ(facts[6], 0);
  });
}

// Edge 2 of the first, along z, looks at edge 1 of the second, along y; they overlap by 1/8 along x. The next
// axes are at 45 degrees to x.
TEST(BoxAxes, FindTheEdgesOfLeastOverlap) {
  const double apart = 2 * std::sqrt(2.0) - 0.125;
  in_both_widths([&](bool is_pack) {
    const Facts facts = axes_of(is_pack, cube_about_z(0), cube_about_y(apart), 0);
    EXPECT_EQ(facts[0], 6 + 3 * 2 + 1);
    EXPECT_NEAR(facts[1], 0.125, 1e-14);
    EXPECT_GT(facts[2], 0.125);
    EXPECT_EQ(facts[3], 6 + 3 * 2 + 1);
    EXPECT_NEAR(facts[4], 0.125, 1e-14);
    EXPECT_EQ(facts[6], 0);
  });
}

// Overlaps of 1/4 along x and, less by `less`, along y; the size is 6 + 2 * 1.75.
TEST(BoxAxes, OfEquallyGoodFacesTheFirstCounts) {
  const double tolerance = std::max(16 * double(kEpsilon), 48 * 0x1p-52), tie = tolerance / 2 * 9.5;
  in_both_widths([&](bool is_pack) {
    const auto facts_with = [&](double less) {
      return axes_of(is_pack, cube(0, 0, 0), cube(1.75, 1.75 + less, 0), 0);
    };
    const Facts equal = facts_with(0), close = facts_with(tie * 0.75), clear = facts_with(tie * 1.5);
    EXPECT_EQ(equal[3], 0);
    EXPECT_EQ(equal[6], 0);
    EXPECT_EQ(close[3], 0);
    EXPECT_EQ(close[6], 1);
    EXPECT_EQ(close[4], 0.25 - ((1.75 + tie * 0.75) - 1.75));  // the least of all
    EXPECT_EQ(clear[3], 1);
    EXPECT_EQ(clear[6], 0);
  });
}

TEST(BoxAxes, TellWhatIsFartherThanThePrediction) {
  in_both_widths([](bool is_pack) {
    EXPECT_EQ(axes_of(is_pack, cube(0, 0, 0), cube(0, 2.25, 0), 0.125)[5], 1);
    EXPECT_EQ(axes_of(is_pack, cube(0, 0, 0), cube(0, 2.25, 0), 0.5)[5], 0);
    EXPECT_EQ(axes_of(is_pack, cube(0, 0, 0), cube(0, 2.25, 0), 0.5)[3], 1);
  });
}

struct Vector {
  long double x[3];
};
Vector cross_of(const double (&a)[3], const double (&b)[3]) {
  const auto at = [&](int i, int j) {
    return static_cast<long double>(a[i]) * b[j] - static_cast<long double>(a[j]) * b[i];
  };
  return {{at(1, 2), at(2, 0), at(0, 1)}};
}
long double dot_of(const Vector& n, const double (&v)[3]) {
  return n.x[0] * v[0] + n.x[1] * v[1] + n.x[2] * v[2];
}
/// Overlap along n, unit or not, from the definition.
long double overlap_along(const TestBox& a, const TestBox& b, const Vector& n) {
  long double reach = 0;
  for (const TestBox* box : {&a, &b})
    for (int k = 0; k < 3; ++k) reach += std::abs(dot_of(n, box->axes[k])) * box->half[k];
  const double between[3] = {b.at[0] - a.at[0], b.at[1] - a.at[1], b.at[2] - a.at[2]};
  const long double length = std::sqrt(n.x[0] * n.x[0] + n.x[1] * n.x[1] + n.x[2] * n.x[2]);
  return (reach - std::abs(dot_of(n, between))) / length;
}
Facts all_overlaps(const TestBox& a, const TestBox& b) {
  Facts heights;
  for (const TestBox* box : {&a, &b})
    for (const auto& axis : box->axes)
      heights.push_back(double(overlap_along(a, b, {{axis[0], axis[1], axis[2]}})));
  for (const auto& u : a.axes)
    for (const auto& w : b.axes) heights.push_back(double(overlap_along(a, b, cross_of(u, w))));
  return heights;
}
TestBox random_box(test::Random& random, double spread) {
  double q[4], squared = 0;
  for (double& x : q) x = random.uniform(-1, 1), squared += x * x;
  for (double& x : q) x /= std::sqrt(squared);
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  const auto at = [&] { return random.uniform(-2 * spread, 2 * spread); };
  const auto size = [&] { return random.uniform(0.2, 1); };
  return {{{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
           {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
           {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}},
          {at(), at(), at()},
          {size(), size(), size()}};
}

TEST(BoxAxes, AreThoseOfBruteForce) {
  in_both_widths([](bool is_pack) {
    test::Random random(5);
    int overlapping = 0;
    for (int i = 0; i < 300; ++i) {
      const TestBox a = random_box(random, 0), b = random_box(random, 0.6);
      const Facts heights = all_overlaps(a, b), facts = axes_of(is_pack, a, b, 0);
      const auto best =
          static_cast<std::size_t>(std::min_element(heights.begin(), heights.end()) - heights.begin());
      if (heights[best] < 0 || facts[0] == 15) continue;
      ++overlapping;
      EXPECT_NEAR(facts[1], heights[best], 1e-12);
      EXPECT_NEAR(heights[static_cast<std::size_t>(facts[0])], heights[best], 1e-12);
    }
    EXPECT_GT(overlapping, 100);
  });
}

// The centre of b, clamped to a, is in b.
TEST(BoxPoints, AreCommonToBoth) {
  in_both_widths([](bool is_pack) {
    Facts facts;
    GRAZE_CALL_TARGET(find_point_here)(is_pack, cube(0, 0, 0), cube(1.5, 0.25, 0), 1, facts);
    EXPECT_EQ(facts[0], 1);
    EXPECT_LE(std::abs(facts[1] - 1.5), 1);
    EXPECT_LE(std::abs(facts[1]), 1);
    GRAZE_CALL_TARGET(find_point_here)(is_pack, cube(0, 0, 0), cube(2.5, 0, 0), 8, facts);
    EXPECT_EQ(facts[0], 0);
  });
}

// The edge of a is at x = sqrt(2), that of b at x = sqrt(2) - 1/8.
TEST(BoxEdges, CrossInTheirMiddles) {
  const double root = std::sqrt(2.0);
  in_both_widths([&](bool is_pack) {
    Facts facts;
    GRAZE_CALL_TARGET(cross_here)(is_pack, cube_about_z(0), cube_about_y(2 * root - 0.125), 2, 1, facts);
    const double expected[8] = {1, 0.125, root, 0, 0, root - 0.125, 0, 0};
    for (std::size_t k = 0; k < 8; ++k) EXPECT_NEAR(facts[k], expected[k], 1e-14) << k;
  });
}

// A square of half side 1 and one turned by 45 degrees whose corners are at 1.2: an octagon with the corners
// (±1, ±0.2) and (±0.2, ±1), and none of the squares' own.
TEST(BoxFaces, ClipSquaresToAnOctagon) {
  TestBox b = cube_about_z(0);
  b.at[2] = 1.75;
  b.half[0] = b.half[1] = 1.2 * std::sqrt(0.5);
  in_both_widths([&](bool is_pack) {
    Facts facts;
    GRAZE_CALL_TARGET(clip_here)(is_pack, cube(0, 0, 0), b, 0, facts);
    ASSERT_EQ(facts.size(), 8u * 4 + 2);
    for (std::size_t i = 0; i < 8; ++i) {
      const double x = std::abs(facts[4 * i + 1]), y = std::abs(facts[4 * i + 2]);
      EXPECT_GE(facts[4 * i], 8);  // kBoxCrossings
      EXPECT_NEAR(std::max(x, y), 1, 1e-12);
      EXPECT_NEAR(std::min(x, y), 0.2, 1e-12);
      EXPECT_NEAR(facts[4 * i + 3], 0.75, 1e-12);
    }
    EXPECT_NEAR(facts[32], -0.25, 1e-12);
    EXPECT_EQ(facts[33], 0);
  });
}

// Corners on corners: points coincide.
TEST(BoxFaces, SayWherePointsMayCoincide) {
  in_both_widths([](bool is_pack) {
    Facts facts;
    GRAZE_CALL_TARGET(clip_here)(is_pack, cube(0, 0, 0), cube(0, 0, 1.75), 0, facts);
    EXPECT_EQ(facts.back(), 1);
  });
}

}  // namespace graze::inline GRAZE_ABI
#endif
