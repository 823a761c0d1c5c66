// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// A checker that accepts everything would pass every other test. Here right answers are bent, one thing at a
// time.

#include <gtest/gtest.h>

#include <limits>

#include "support/known_answers.h"

namespace graze::test {
namespace {

class BentAnswers : public testing::TestWithParam<Known> {
 protected:
  const Known& known = GetParam();
  Checker checker{known.pair};
  bool is_apart = known.separation > 0;
  bool is_ring = known.status == Status::bound_loose || known.name == "concentric spheres";

  template <class Answer>
  void expect_rejected(const Answer& answer) {
    EXPECT_FALSE(checker.check(answer).ok) << replay(known.pair);
  }
};

TEST_P(BentAnswers, CrossedBoundsAreRejected) {
  Distance d = right_distance(known);
  d.lower = above(d.upper);
  expect_rejected(d);
  Separation s = right_separation(known);
  s.upper = below(s.lower);
  expect_rejected(s);
}

TEST_P(BentAnswers, LowerBoundAboveTheTruthByThreeStepsIsRejected) {
  if (is_ring) return;  // needs a polytope inside that is as tight
  Separation s = right_separation(known);
  s.lower = above(above(above(known.separation)));
  s.upper = above(s.lower);
  expect_rejected(s);
  if (is_apart) {
    Distance d = right_distance(known);
    d.lower = above(above(above(known.separation)));
    d.upper = above(d.lower);
    expect_rejected(d);
  } else {
    Penetration p = right_penetration(known);
    p.lower = above(above(above(-known.separation)));
    p.upper = above(p.lower);
    expect_rejected(p);
  }
}

TEST_P(BentAnswers, UpperBoundBelowTheTruthByThreeStepsIsRejected) {
  if (is_ring && !is_apart) return;  // the same
  Separation s = right_separation(known);
  s.upper = below(below(below(known.separation)));
  s.lower = below(s.upper);
  expect_rejected(s);
  if (is_apart) {
    Distance d = right_distance(known);
    d.upper = below(below(below(known.separation)));
    d.lower = below(d.upper);
    expect_rejected(d);
  }
}

TEST_P(BentAnswers, DepthTimes1001IsRejected) {
  if (is_apart) return;
  Penetration p = right_penetration(known);
  p.lower *= Real(1.001), p.upper *= Real(1.001);
  if (!is_ring) expect_rejected(p);
  p = right_penetration(known);
  p.lower *= Real(0.999), p.upper *= Real(0.999);
  expect_rejected(p);
}

TEST_P(BentAnswers, PointMovedByThreeTolerancesIsRejected) {
  const Vec3 off = graze_vec(known.normal * (3 * checker.witness_tolerance()));
  if (is_apart) {
    Distance d = right_distance(known);
    d.point_a += off, d.local_a += off;
    expect_rejected(d);
    d = right_distance(known);
    d.point_b -= off, d.local_b -= off;
    expect_rejected(d);
    return;
  }
  Penetration p = right_penetration(known);
  p.point_a += off, p.local_a += off;
  expect_rejected(p);
  p = right_penetration(known);
  p.point_b -= off, p.local_b -= off;
  expect_rejected(p);
  const Vec3 outside = graze_vec(known.point_a) + off;
  Intersection i = right_intersection(known);
  i.witness = outside;
  expect_rejected(i);
}

TEST_P(BentAnswers, LocalPointMovedAloneIsRejected) {
  Separation s = right_separation(known);
  s.local_b += graze_vec(known.normal * (3 * checker.witness_tolerance()));
  expect_rejected(s);
  s = right_separation(known);
  s.local_a += graze_vec(known.normal * (3 * checker.witness_tolerance()));
  expect_rejected(s);
}

TEST_P(BentAnswers, WrongDecisionIsRejected) {
  for (const Contact wrong : {Contact::apart, Contact::touching, Contact::overlapping}) {
    Intersection i = right_intersection(known);
    if (i.contact == wrong) continue;
    i.contact = wrong;
    expect_rejected(i);
    i.witness = graze_vec(wrong == Contact::apart ? known.normal : (known.point_a + known.point_b) * 0.5);
    expect_rejected(i);
    CommonPoint c = right_common_point(known);
    c.contact = wrong, c.found = wrong != Contact::apart;
    expect_rejected(c);
    Distance d = right_distance(known);
    d.contact = wrong;
    expect_rejected(d);
    Separation s = right_separation(known);
    s.contact = wrong;
    expect_rejected(s);
  }
}

TEST_P(BentAnswers, ReversedOrZeroOrLongNormalIsRejected) {
  for (const Real factor : {Real(-1), Real(0), Real(1.0001)}) {
    Separation s = right_separation(known);
    s.normal *= factor;
    expect_rejected(s);
  }
}

TEST_P(BentAnswers, ConvergedWithBoundsFarApartIsRejected) {
  Separation s = right_separation(known);
  s.status = Status::converged;
  s.lower -= static_cast<Real>(3 * checker.accuracy(s.lower));
  expect_rejected(s);
}

TEST_P(BentAnswers, NanAndRefusalAreRejected) {
  Distance d = right_distance(known);
  d.upper = std::numeric_limits<Real>::quiet_NaN();
  expect_rejected(d);
  d = right_distance(known);
  d.point_a.y = std::numeric_limits<Real>::quiet_NaN();
  expect_rejected(d);
  d = right_distance(known);
  d.status = Status::invalid_argument;
  expect_rejected(d);
}

std::string name_of(const testing::TestParamInfo<Known>& info) {
  std::string name = info.param.name;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(Known, BentAnswers, testing::ValuesIn(known_answers()), name_of);

/// Two plates of half extents 1024 x 1 x 1024, one above the other.
CheckPair plates(double separation) {
  CheckPair pair;
  pair.a.shape = pair.b.shape = check_sized(ShapeKind::box, {1024, 1, 1024});
  pair.b.placement.translation = {0, 2 + separation, 0};
  return pair;
}
const Vec3 kTilted = {Real(1e-5), 1, 0};  // unit to within 5e-11

// Half the width, 1024, times the tilt is 0.01 on each plate: more than the gap of 2^-10.
TEST(TiltedAxis, Of1e5IsRejectedWherePlatesAreApart) {
  const CheckPair pair = plates(0x1p-10);
  Checker checker(pair);
  Intersection i;
  i.contact = Contact::apart;
  i.witness = {0, 1, 0};
  EXPECT_TRUE(checker.check(i).ok);
  i.witness = normalized(kTilted);
  EXPECT_FALSE(checker.check(i).ok);
}

TEST(TiltedAxis, Of1e5IsRejectedWherePlatesOverlap) {
  const CheckPair pair = plates(-0x1p-4);
  Checker checker(pair);
  Penetration p;
  p.contact = Contact::overlapping;
  p.lower = below(0x1p-4), p.upper = above(0x1p-4);
  p.normal = {0, 1, 0};
  p.point_a = p.local_a = {0, 1, 0};
  p.point_b = {0, Real(1 - 0x1p-4), 0}, p.local_b = {0, -1, 0};
  EXPECT_TRUE(checker.check(p).ok) << checker.check(p).message;
  p.normal = normalized(kTilted);
  EXPECT_FALSE(checker.check(p).ok);
}

}  // namespace
}  // namespace graze::test
