// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Depth of small solids that are not convex against the truth, which their convex parts give.

#include <gtest/gtest.h>

#include <string>

#include "graze/query/intersects.h"
#include "graze/query/penetration.h"
#include "query/solid/parted_solid.h"

namespace graze::test {
namespace {

PartedSolid letter_l() {
  return {extruded({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}, 0.5),
          {{{1, 0.5, 0.5}, {1, 0.5, 0}}, {{0.5, 1, 0.5}, {0.5, 1, 0}}}};
}
PartedSolid letter_t() {
  return {extruded({{-0.25, -1}, {0.25, -1}, {0.25, 0.5}, {1, 0.5}, {1, 1}, {-1, 1}, {-1, 0.5}, {-0.25, 0.5}},
                   0.3),
          {{{0.25, 1, 0.3}, {0, 0, 0}}, {{1, 0.25, 0.3}, {0, 0.75, 0}}}};
}
PartedSolid letter_u() {
  return {extruded({{-1, -1}, {1, -1}, {1, 1}, {0.5, 1}, {0.5, -0.5}, {-0.5, -0.5}, {-0.5, 1}, {-1, 1}}, 0.5),
          {{{1, 0.25, 0.5}, {0, -0.75, 0}}, {{0.25, 1, 0.5}, {-0.75, 0, 0}}, {{0.25, 1, 0.5}, {0.75, 0, 0}}}};
}
// 3 teeth; 12 corners, 44 triangles.
PartedSolid comb() {
  return {
      extruded(
          {{0, 0}, {5, 0}, {5, 2}, {4, 2}, {4, 1}, {3, 1}, {3, 2}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {0, 2}},
          0.5),
      {{{2.5, 0.5, 0.5}, {2.5, 0.5, 0}},
       {{0.5, 1, 0.5}, {0.5, 1, 0}},
       {{0.5, 1, 0.5}, {2.5, 1, 0}},
       {{0.5, 1, 0.5}, {4.5, 1, 0}}}};
}
// A square pipe, short: a hole of 1 by 1.
PartedSolid ring() {
  return solid_of_boxes({{{1, 0.25, 0.3}, {0, 0.75, 0}},
                         {{1, 0.25, 0.3}, {0, -0.75, 0}},
                         {{0.25, 1, 0.3}, {0.75, 0, 0}},
                         {{0.25, 1, 0.3}, {-0.75, 0, 0}}});
}
PartedSolid bar() { return solid_of_boxes({{{0.2, 0.3, 2}, {0, 0, 0}}, {{0.1, 0.1, 0.1}, {0, 0, 30}}}); }

V3d wide(const Vec3& v) { return {double(v.x), double(v.y), double(v.z)}; }

struct Posed {
  Instance a, b;
  double truth = 0;
};

// a at the origin times `size`, b turned about an axis.
Posed pose(const PartedSolid& a, const PartedSolid& b, const Vec3& axis, double angle, const V3d& where) {
  const Mat3 turn = to_matrix(rotation_about(axis, Real(angle)));
  const Affine placement(turn, real(where));
  const V3d columns[3] = {wide(turn.columns[0]), wide(turn.columns[1]), wide(turn.columns[2])};
  ExactDepth exact(a.parts, b.parts, columns, wide(placement.translation()));
  return {{a.mesh, Affine()}, {b.mesh, placement}, exact.find()};
}

// Within 1.1 of the truth, both bounds around it.
void expect_truth(const Posed& p, const std::string& name) {
  const Penetration found = penetration(p.a, p.b);
  const double rounding = 64 * double(kEpsilon) * 8;
  ASSERT_EQ(found.contact, Contact::overlapping) << name;
  EXPECT_LE(double(found.lower), p.truth + rounding) << name;
  EXPECT_GE(double(found.upper), p.truth - rounding) << name;
  EXPECT_LE(double(found.upper), 1.1 * p.truth + rounding) << name;
  const Instance parted{
      p.b.shape, Affine(p.b.placement.linear(), p.b.placement.translation() + found.normal * found.upper)};
  EXPECT_NE(intersects(p.a, parted).contact, Contact::overlapping) << name;
}

TEST(ExactDepth, OfTwoCubesIsKnown) {
  const std::vector<BoxPart> cube{{{1, 1, 1}, {0, 0, 0}}};
  const V3d axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  EXPECT_NEAR(ExactDepth(cube, cube, axes, {1.5, 0.25, 0}).find(), 0.5, 1e-12);
  EXPECT_EQ(ExactDepth(cube, cube, axes, {2.5, 0.25, 0}).find(), 0);
  // Out of a corner of two cubes: 0.1 along x and along y.
  const std::vector<BoxPart> arms{{{1, 0.5, 1}, {1, 0.5, 0}}, {{0.5, 1, 1}, {0.5, 1, 0}}},
      small{{{0.5, 0.5, 0.25}, {0, 0, 0}}};
  EXPECT_NEAR(ExactDepth(arms, small, axes, {1.4, 1.4, 0}).find(), 0.1 * std::sqrt(2.0), 1e-12);
}

TEST(SolidDepth, OfRandomUnionsOfBoxesIsWithinATenthOfTheTruth) {
  Random random(20261118);
  const PartedSolid solids[] = {letter_l(), letter_t(), letter_u(), comb(), ring(), bar()};
  int met = 0, apart = 0, exact = 0;
  for (int round = 0; round < 54; ++round) {
    const PartedSolid &a = solids[round % 6], &b = solids[(round / 6 + round % 3) % 3];
    const Posed p = pose(a, b, real(random.direction()), random.uniform(0, 6), random.in_cube() * 2.0);
    const std::string name = "round " + std::to_string(round);
    const Contact contact = intersects(p.a, p.b).contact;
    if (p.truth == 0) {
      EXPECT_NE(contact, Contact::overlapping) << name;
      ++apart;
      continue;
    }
    if (p.truth < 1e-4) continue;
    expect_truth(p, name);
    const Penetration found = penetration(p.a, p.b);
    exact += double(found.upper) < 1.001 * p.truth;
    ++met;
  }
  EXPECT_GT(met, 20);
  EXPECT_GT(apart, 3);
  EXPECT_GT(exact, met * 3 / 4);
}

TEST(SolidDepth, OfLinkedRingsIsTheWayBackIntoTheHole) {
  // A bar of b passes the hole of a and overlaps a wall by 0.1: back into the hole, not out over the wall.
  const Posed p = pose(ring(), ring(), {0, 1, 0}, 1.5707963267948966, {0.05, 1.1, 0.05});
  EXPECT_NEAR(p.truth, 0.1, 1e-6);
  expect_truth(p, "rings");
}

TEST(SolidDepth, DoesNotDependOnWhereAndHowLarge) {
  const PartedSolid a = letter_l(), b = letter_u();
  const Posed p = pose(a, b, {1, 2, 3}, 0.7, {0.5, 0.6, 0.3});
  expect_truth(p, "as it is");
  const double before = double(penetration(p.a, p.b).upper);
  const double far = sizeof(Real) == 4 ? 1e3 : 1e7;
  for (const double scale : {1e-12, 1e-3, 1e3, 1e12}) {
    Instance x = p.a, y = p.b;
    x.placement = Affine(Mat3::diagonal(Real(scale), Real(scale), Real(scale)), {});
    y.placement =
        Affine(x.placement.linear() * p.b.placement.linear(), p.b.placement.translation() * Real(scale));
    const Penetration found = penetration(x, y);
    EXPECT_LE(double(found.lower), p.truth * scale * (1 + 1e-5));
    EXPECT_GE(double(found.upper), p.truth * scale * (1 - 1e-5));
    EXPECT_LE(double(found.upper), 1.1 * p.truth * scale) << scale;
  }
  const Vec3 away{Real(far), Real(-far), Real(far / 2)};
  const Instance x{p.a.shape, Affine(away)},
      y{p.b.shape, Affine(p.b.placement.linear(), p.b.placement.translation() + away)};
  EXPECT_NEAR(double(penetration(x, y).upper), before, 0.1 * before);
}

TEST(SolidDepth, MirrorsBitForBit) {
  const PartedSolid solids[] = {letter_l(), comb(), ring()};
  Random random(7);
  for (int round = 0; round < 9; ++round) {
    const Posed p = pose(solids[round % 3], solids[round / 3], real(random.direction()), random.uniform(0, 6),
                         random.in_cube());
    const Penetration x = penetration(p.a, p.b), y = penetration(p.b, p.a);
    ASSERT_EQ(x.lower, y.lower);
    ASSERT_EQ(x.upper, y.upper);
    ASSERT_EQ(x.normal, -y.normal);
    ASSERT_EQ(x.point_a, y.point_b);
    ASSERT_EQ(x.point_b, y.point_a);
    ASSERT_EQ(x.local_a, y.local_b);
    ASSERT_EQ(x.status, y.status);
    ASSERT_EQ(x.iterations, y.iterations);
  }
}

TEST(SolidDepth, MoreDirectionsAreNeverWorseThanBoxes) {
  const Posed p = pose(comb(), comb(), {1, 2, 3}, 1.1, {0.4, 0.5, 0.2});
  QuerySettings settings;
  settings.max_directions = 0;
  const Penetration few = penetration(p.a, p.b, settings);
  settings.max_directions = 1000;
  const Penetration many = penetration(p.a, p.b, settings);
  EXPECT_EQ(few.contact, Contact::overlapping);
  EXPECT_GE(double(few.upper), p.truth * (1 - 1e-5));
  EXPECT_LE(many.upper, few.upper);
  EXPECT_LE(double(many.upper), 1.01 * p.truth);
  settings.max_directions = -1;
  EXPECT_EQ(penetration(p.a, p.b, settings).status, Status::invalid_argument);
}

}  // namespace
}  // namespace graze::test
