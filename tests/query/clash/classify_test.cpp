// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/classify.h"

#include <gtest/gtest.h>

#include <limits>

#include "graze/graze.h"
#include "query/mesh_samples.h"

namespace graze::test {
namespace {

constexpr ClashSettings kPlan{.tolerance = Real(0.01), .clearance = Real(0.5)};

Clash mirrored(Clash clash) {
  return clash == Clash::a_holds_b ? Clash::b_holds_a : clash == Clash::b_holds_a ? Clash::a_holds_b : clash;
}

void expect_clash(const Instance& a, const Instance& b, Clash clash, const ClashSettings& settings = kPlan,
                  bool is_certain = true) {
  const Classification c = classify(a, b, settings), d = classify(b, a, settings);
  EXPECT_EQ(c.clash, clash) << to_string(c.clash);
  EXPECT_EQ(c.is_certain, is_certain) << to_string(clash);
  EXPECT_EQ(d.clash, mirrored(clash)) << to_string(d.clash);
  EXPECT_EQ(d.is_certain, is_certain);
}

TEST(Classify, GoesByDistanceToleranceAndClearance) {
  const Shape box = Box{};
  const Instance a = at(box, {});
  expect_clash(a, at(box, {3, 0, 0}), Clash::clear);                // gap 1
  expect_clash(a, at(box, {Real(2.25), 0, 0}), Clash::near);        // gap 0.25
  expect_clash(a, at(box, {Real(2.005), 0, 0}), Clash::touching);   // gap 0.005
  expect_clash(a, at(box, {Real(1.995), 0, 0}), Clash::touching);   // depth 0.005
  expect_clash(a, at(box, {Real(1.9), 0, 0}), Clash::overlapping);  // depth 0.1
  const Classification c = classify(a, at(box, {Real(1.9), 0, 0}), kPlan);
  EXPECT_NEAR(double(c.separation.lower), -0.1, 1e-6);
  EXPECT_EQ(c.separation.normal, (Vec3{1, 0, 0}));
  expect_clash(a, at(box, {2, 0, 0}), Clash::overlapping, {}, false);      // no tolerance: rounding decides
  expect_clash(a, at(box, {Real(2.5), 0, 0}), Clash::near, kPlan, false);  // the clearance itself
}

TEST(Classify, SaysWhichHoldsWhich) {
  const Instance outer = at(Shape(Box{{2, 2, 2}}), {});
  const Shape small = Box{{Real(0.5), Real(0.5), Real(0.5)}};
  expect_clash(outer, at(small, {1, 0, 0}), Clash::a_holds_b);
  expect_clash(at(small, {1, 0, 0}), outer, Clash::b_holds_a);
  expect_clash(outer, at(small, {Real(1.505), 0, 0}), Clash::a_holds_b);  // out by 0.005
  expect_clash(outer, at(small, {Real(1.6), 0, 0}), Clash::overlapping);  // out by 0.1
  expect_clash(outer, at(Sphere{1}, {}), Clash::a_holds_b);
  const Instance l = at(mesh_of(l_model(), true), {});
  expect_clash(l, at(Sphere{Real(0.25)}, {Real(0.5), Real(0.5), Real(0.5)}), Clash::a_holds_b);
  EXPECT_EQ(classify(l, at(small, {1, 1, Real(0.5)}), kPlan).clash, Clash::overlapping);
}

TEST(Classify, FindsDuplicatesHoweverTheyWereMade) {
  const Shape box = Box{}, hull = *make_hull(cube_model().vertices), mesh = mesh_of(cube_model(), true);
  const Shape shapes[] = {box, hull, mesh};
  for (const Shape& a : shapes)
    for (const Shape& b : shapes) {
      expect_clash(at(a, {}), at(b, {}), Clash::duplicate);
      expect_clash(at(a, {}), at(b, {Real(0.005), 0, 0}), Clash::duplicate);
      expect_clash(at(a, {}), at(b, {Real(0.1), 0, 0}), Clash::overlapping);
    }
  // The two halves of a turn give the same box; another handle, other triangles, the same L.
  const Pose half_turn{rotation_about({0, 0, 1}, Real(2 * std::acos(0.0))), {}};
  expect_clash(at(box, {}), {box, half_turn}, Clash::duplicate);
  for (const bool is_solid : {true, false}) {
    const Instance one = at(mesh_of(l_model(), is_solid), {});
    expect_clash(one, at(mesh_of(l_model(), is_solid), {Real(0.005), 0, 0}), Clash::duplicate);
    const Classification moved = classify(one, at(mesh_of(l_model(), is_solid), {Real(0.1), 0, 0}), kPlan);
    EXPECT_NE(moved.clash, Clash::duplicate);
  }
  const auto compound = make_compound(std::vector<Shape>{Box{}, Sphere{2}});
  const auto again = make_compound(std::vector<Shape>{Box{}, Sphere{2}});
  expect_clash(at(*compound, {}), at(*again, {}), Clash::duplicate);
}

TEST(Classify, FlatShapesTouchOrAreDuplicates) {
  const Shape triangle = Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  expect_clash(at(triangle, {}), at(triangle, {}), Clash::duplicate);
  expect_clash(at(triangle, {}), at(triangle, {Real(0.25), 0, 0}), Clash::touching);
}

TEST(Classify, RefusedExcludesNothing) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  const Instance box = at(Shape(Box{}), {}), far = at(Shape(Box{}), {9, 0, 0});
  for (const ClashSettings& bad :
       {ClashSettings{.tolerance = -1}, ClashSettings{.tolerance = nan},
        ClashSettings{.clearance = kInfinity}, ClashSettings{.query = {.relative_error = -1}}}) {
    const Classification c = classify(box, far, bad);
    EXPECT_EQ(c.clash, Clash::touching);
    EXPECT_FALSE(c.is_certain);
    EXPECT_EQ(c.separation.status, Status::invalid_argument);
  }
  EXPECT_EQ(classify(box, {Shape(), Affine()}).separation.status, Status::invalid_argument);
}

}  // namespace
}  // namespace graze::test
