// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "graze/shape/hull_builder.h"
#include "query/batch/kernels.h"
#include "query/batch/pairs.h"
#include "query/contact/along.h"
#include "query/contact/find.h"
#include "shape/simd_targets.h"
#include "support/allocation_counter.h"

namespace graze::test {
namespace {

bool are_same_points(const ContactPoint& a, const ContactPoint& b) {
  return is_same(a.point_a, b.point_a) && is_same(a.point_b, b.point_b) && is_same(a.local_a, b.local_a) &&
         is_same(a.local_b, b.local_b) && is_same(a.gap, b.gap) && a.feature_a == b.feature_a &&
         a.feature_b == b.feature_b;
}
bool are_same_sets(const ContactSet& a, const ContactSet& b) {
  bool are_points = a.count == b.count;
  for (int i = 0; are_points && i < a.count; ++i) are_points = are_same_points(a.points[i], b.points[i]);
  return are_points && is_same(a.lower, b.lower) && is_same(a.upper, b.upper) &&
         is_same(a.normal, b.normal) && a.iterations == b.iterations && a.contact == b.contact &&
         a.status == b.status;
}

std::vector<ContactSet> ask_singly(const BatchInput& in, Real prediction) {
  std::vector<ContactSet> out;
  ContactSettings settings;
  settings.prediction = prediction;
  for (std::size_t i = 0; i < in.size(); ++i) out.push_back(contacts(in.a(i), in.b(i), settings));
  return out;
}

// Bytes of the single query under every target, with and without points, and by lanes.
void expect_same_bytes(const BatchInput& in, Real prediction, double share_of_lanes) {
  const std::vector<ContactSet> expected = ask_singly(in, prediction);
  std::size_t with_points = 0;
  for (const ContactSet& set : expected) with_points += set.count > 0;
  EXPECT_GT(with_points, in.size() / 5);
  EXPECT_LT(with_points, in.size() / 5 * 4);
  ContactBatchSettings settings;
  settings.prediction = prediction;
  for_each_simd_target([&](const char* target) {
    std::vector<ContactSet> got(in.size());
    const Result<BatchStatistics> statistics = contacts(in.batch(), got, settings);
    ASSERT_TRUE(statistics);
    EXPECT_EQ(statistics->pairs, in.size());
    EXPECT_EQ(statistics->by_lanes + statistics->by_single + statistics->refused, in.size());
    EXPECT_EQ(statistics->refused, 0u);
    EXPECT_GE(double(statistics->by_lanes), share_of_lanes * double(in.size())) << target;
    EXPECT_GT(statistics->occupancy(), 0.9);
    EXPECT_LE(statistics->occupancy(), 1);
    EXPECT_LE(statistics->active_clips, statistics->clip_slots);
    for (std::size_t i = 0; i < in.size(); ++i)
      ASSERT_TRUE(are_same_sets(got[i], expected[i])) << target << ", pair " << i;
  });
}

TEST(BatchContacts, OfSpheresHaveTheBytesOfSingleQueries) {
  expect_same_bytes(make_pairs({ShapeKind::sphere}, 20000, 1), 0, 0.97);
}
TEST(BatchContacts, OfSpheresAndCapsulesHaveTheBytesOfSingleQueries) {
  expect_same_bytes(make_pairs({ShapeKind::sphere, ShapeKind::capsule}, 20000, 2), Real(0.1), 0.8);
}
TEST(BatchContacts, OfCapsulesHaveTheBytesOfSingleQueries) {
  expect_same_bytes(make_pairs({ShapeKind::capsule}, 20000, 3), 0, 0.6);
}
TEST(BatchContacts, OfBoxesHaveTheBytesOfSingleQueries) {
  expect_same_bytes(make_pairs({ShapeKind::box}, 20000, 4), 0, 0.9);
}
TEST(BatchContacts, OfBoxesThatMaySoonTouchHaveTheBytesOfSingleQueries) {
  expect_same_bytes(make_pairs({ShapeKind::box}, 20000, 5), Real(0.1), 0.9);
}

// Boxes on boxes, upright: edges that are parallel, corners on edges, axes that are as good as each other.
BatchInput make_stacks(int count) {
  Random random{21};
  BatchInput in;
  for (int i = 0; i < 8; ++i)
    in.add_shape(Box{{Real(i % 2 == 0 ? 0.5 : 0.75), Real(0.5), Real(i < 4 ? 0.5 : 0.25)}});
  const auto place = [&](double height) {
    const double angle = random.below(4) * 0.25, x = random.below(3) * 0.25, y = random.below(3) * 0.125;
    Mapd m;
    m.x = {std::cos(angle), std::sin(angle), 0};
    m.y = {-std::sin(angle), std::cos(angle), 0};
    m.translation = {x, y, height};
    return graze_affine(rounded(m));
  };
  for (int i = 0; i < count; ++i) {
    const auto a = static_cast<std::uint32_t>(random.below(8)),
               b = static_cast<std::uint32_t>(random.below(8));
    const Affine below = place(0), above = place(0.5 + 0.25 * random.below(4));
    in.add(a, below, b, above);
  }
  return in;
}
TEST(BatchContacts, OfStackedBoxesHaveTheBytesOfSingleQueries) {
  expect_same_bytes(make_stacks(4000), 0, 0.4);
}

// Spheres and capsules on a grid beside a box, capsules along an axis: on faces, edges and corners, touching
// exactly, side by side with edges, overhanging.
BatchInput make_round_stacks(int count) {
  Random random{27};
  BatchInput in;
  const std::uint32_t boxes[2] = {in.add_shape(Box{{1, 1, 1}}), in.add_shape(Box{{1, Real(0.5), 1}})};
  const std::uint32_t round[4] = {in.add_shape(Sphere{Real(0.5)}), in.add_shape(Capsule{Real(0.5), 1}),
                                  in.add_shape(Capsule{Real(0.25), Real(0.5)}), in.add_shape(Capsule{0, 2})};
  for (int i = 0; i < count; ++i) {
    Mapd m;
    const int axis = random.below(4);
    if (axis == 0) m = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}, {}};
    if (axis == 1) m = {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}, {}};
    if (axis == 2) m = random_rotation(random);
    const int x = random.below(9), y = random.below(9), z = random.below(5);
    m.translation = {0.25 * x - 1, 0.25 * y - 1, 1.25 + 0.25 * z};
    const std::uint32_t a = boxes[random.below(2)], b = round[random.below(4)];
    const bool is_first = random.chance(0.5);
    const Affine at = graze_affine(rounded(m));
    in.add(is_first ? a : b, is_first ? Affine() : at, is_first ? b : a, is_first ? at : Affine());
  }
  return in;
}
TEST(BatchContacts, OfRoundShapesOnBoxesHaveTheBytesOfSingleQueries) {
  expect_same_bytes(make_round_stacks(6000), 0, 0.6);
  expect_same_bytes(make_round_stacks(2000), Real(0.01), 0.6);
}

BatchInput make_hulls(const std::vector<ShapeKind>& kinds, int count, std::uint64_t seed);

// However few lanes are left for the last pairs.
void expect_same_for_all_lengths(const BatchInput& in, const std::vector<ContactSet>& expected) {
  ContactBatchSettings settings;
  settings.prediction = Real(0.5);
  for_each_simd_target([&](const char* target) {
    for (std::size_t n = 1; n <= in.size(); ++n) {
      const PairBatch all = in.batch();
      const PairBatch some{all.shapes, all.shape_a.first(n), all.shape_b.first(n), all.world_from_a.first(n),
                           all.world_from_b.first(n)};
      std::vector<ContactSet> got(n);
      const Result<BatchStatistics> statistics = contacts(some, got, settings);
      ASSERT_TRUE(statistics);
      EXPECT_LE(statistics->active_clips, n);
      for (std::size_t i = 0; i < n; ++i) ASSERT_TRUE(are_same_sets(got[i], expected[i])) << target << i;
    }
  });
}
TEST(BatchContacts, DoNotDependOnTheLengthOfTheBatch) {
  const BatchInput boxes = make_pairs({ShapeKind::box}, 40, 22), round = make_round_stacks(40);
  expect_same_for_all_lengths(boxes, ask_singly(boxes, Real(0.5)));
  expect_same_for_all_lengths(round, ask_singly(round, Real(0.5)));
  const BatchInput hulls =
      make_hulls({ShapeKind::polytope, ShapeKind::sphere, ShapeKind::capsule, ShapeKind::box}, 40, 28);
  std::vector<ContactSet> all(hulls.size());
  ContactBatchSettings settings;
  settings.prediction = Real(0.5);
  ASSERT_TRUE(contacts(hulls.batch(), all, settings));
  expect_same_for_all_lengths(hulls, all);
}
TEST(BatchContacts, OfSpheresAndBoxesHaveTheBytesOfSingleQueries) {
  expect_same_bytes(make_pairs({ShapeKind::sphere, ShapeKind::box}, 20000, 6), Real(0.1), 0.8);
}
TEST(BatchContacts, OfMixedShapesHaveTheBytesOfSingleQueries) {
  expect_same_bytes(make_pairs({ShapeKind::sphere, ShapeKind::capsule, ShapeKind::box}, 4000, 7), 0, 0.7);
  expect_same_bytes(make_pairs({ShapeKind::capsule, ShapeKind::box}, 4000, 12), Real(0.1), 0.7);
}

// Polytopes are searched in another way than by the single query: the same decision unless one of them cannot
// tell, bounds that have a value in common, and points where there are points. All targets give the same
// bytes.
void expect_agreement(const BatchInput& in, Real prediction, double share_of_lanes) {
  const std::vector<ContactSet> expected = ask_singly(in, prediction);
  ContactBatchSettings settings;
  settings.prediction = prediction;
  std::vector<ContactSet> first;
  for_each_simd_target([&](const char* target) {
    std::vector<ContactSet> got(in.size());
    const Result<BatchStatistics> statistics = contacts(in.batch(), got, settings);
    ASSERT_TRUE(statistics);
    EXPECT_GE(double(statistics->by_lanes), share_of_lanes * double(in.size())) << target;
    for (std::size_t i = 0; !first.empty() && i < in.size(); ++i)
      ASSERT_TRUE(are_same_sets(got[i], first[i])) << target << ", pair " << i;
    first = got;
  });
  std::size_t with_points = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const ContactSet &x = first[i], &y = expected[i];
    ASSERT_FALSE(x.contact == Contact::apart && y.contact == Contact::overlapping) << i;
    ASSERT_FALSE(x.contact == Contact::overlapping && y.contact == Contact::apart) << i;
    ASSERT_LE(std::max(x.lower, y.lower), std::min(x.upper, y.upper)) << i;
    with_points += x.count > 0;
    const bool is_clear = y.lower > prediction * Real(1.001) || y.upper < prediction * Real(0.999);
    if (!is_clear) continue;
    ASSERT_EQ(x.count > 0, y.count > 0) << i;
    Real deepest_x = kInfinity, deepest_y = kInfinity;
    for (const ContactPoint& p : x.span()) deepest_x = std::min(deepest_x, p.gap);
    for (const ContactPoint& p : y.span()) deepest_y = std::min(deepest_y, p.gap);
    if (x.count > 0) {
      ASSERT_NEAR(deepest_x, deepest_y, 1e-4) << i;  // relative_error of the larger sizes
    }
  }
  EXPECT_GT(with_points, in.size() / 5);
  EXPECT_LT(with_points, in.size() / 5 * 4);
}
TEST(BatchContacts, OfPolytopesAgreeWithSingleQueries) {
  expect_agreement(make_pairs({ShapeKind::polytope}, 2000, 9), 0, 0.3);
  expect_agreement(make_pairs({ShapeKind::polytope}, 1000, 10), Real(0.1), 0.2);
}

// Hulls with faces, some of them squares: cubes, and hulls of 6 to 64 points.
BatchInput make_hulls(const std::vector<ShapeKind>& kinds, int count, std::uint64_t seed) {
  BatchInput in = make_pairs(kinds, count, seed);
  Random random{seed};
  for (std::size_t i = 0; i < in.shapes.size(); ++i) {
    if (in.shapes[i].kind() != ShapeKind::polytope) continue;
    std::vector<Vec3> points;
    const int n = i % 3 == 0 ? 8 : 6 + random.below(59);
    points.reserve(std::size_t(n));
    for (int k = 0; k < n; ++k) {
      const V3d direction = random.direction();
      const double radius = random.uniform(0.8, 1.2);
      points.push_back(i % 3 == 0 ? Vec3{Real(k & 1), Real(k >> 1 & 1), Real(k >> 2)}
                                  : graze_vec(direction * radius));
    }
    in.shapes[i] = *make_hull(points);
  }
  return in;
}
BatchInput make_hulls(int count, std::uint64_t seed) {
  return make_hulls({ShapeKind::polytope}, count, seed);
}
TEST(BatchContacts, OfHullsAgreeWithSingleQueries) {
  expect_agreement(make_hulls(2000, 23), 0, 0.85);
  expect_agreement(make_hulls(1000, 24), Real(0.1), 0.8);
}
// Pairs of a hull and another kind.
BatchInput make_hulls_with(ShapeKind other, int count, std::uint64_t seed) {
  BatchInput in = make_hulls({ShapeKind::polytope, other}, count, seed);
  for (std::size_t i = 0; i < in.size(); ++i)  // even shapes are hulls
    if (in.shape_a[i] % 2 == in.shape_b[i] % 2) in.shape_b[i] ^= 1u;
  return in;
}
TEST(BatchContacts, OfHullsWithOtherShapesAgreeWithSingleQueries) {
  expect_agreement(make_hulls_with(ShapeKind::sphere, 800, 29), 0, 0.8);
  expect_agreement(make_hulls_with(ShapeKind::capsule, 800, 30), Real(0.1), 0.8);
  expect_agreement(make_hulls_with(ShapeKind::box, 800, 31), 0, 0.8);
}

// Lanes find along their axis what clipping one by one finds along it, but for its rounding to Real.
void expect_along_normal(const BatchInput& in) {
  std::vector<ContactSet> got(in.size());
  const Result<BatchStatistics> statistics = contacts(in.batch(), got);
  ASSERT_TRUE(statistics);
  EXPECT_GT(statistics->clip_slots, in.size() / 5);
  EXPECT_GT(statistics->clip_occupancy(), 0.9);
  int with_points = 0, same = 0, four = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (got[i].count == 0) continue;
    const Instance a = in.a(i), b = in.b(i);
    ContactSet expected;
    (void)AxisContacts(operand(a), operand(b)).find(Vec3d(got[i].normal), {}, expected);
    bool is_same = got[i].count == expected.count;
    for (int k = 0; is_same && k < expected.count; ++k) {
      const ContactPoint &p = got[i].points[k], &q = expected.points[k];
      is_same = p.feature_a == q.feature_a && p.feature_b == q.feature_b;
      if (!is_same) continue;
      expect_near(p.point_a, q.point_a, 2e-3 * double(got[i].count));
      ASSERT_NEAR(p.gap, q.gap, 1e-3) << i;
      const Vec3 way = p.point_b - p.point_a;
      ASSERT_NEAR(dot(got[i].normal, way), p.gap, 1e-3) << i;
    }
    ++with_points;
    same += is_same;
    four += got[i].count == 4;
  }
  EXPECT_GT(with_points, int(in.size() / 5));
  EXPECT_GT(four, int(in.size() / 20));
  EXPECT_GT(same, with_points * 95 / 100);
}
TEST(BatchContacts, OfHullsAreThoseAlongTheirNormal) {
  expect_along_normal(make_hulls(2000, 25));
  expect_along_normal(make_hulls_with(ShapeKind::box, 1000, 32));
}

// The kernel alone, of pairs whose axis is known: the bytes of clipping one by one along it.
void expect_same_points(const BatchInput& in, bool is_round, int most) {
  std::vector<HullCase> cases;
  std::vector<ContactSet> expected, got(in.size());
  int with_most = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const Instance a = in.a(i), b = in.b(i);
    if (!a.placement.is_rigid() || !b.placement.is_rigid()) continue;
    HullCase c;
    Pair pair;
    ASSERT_TRUE(make_pair(operand(a), operand(b), pair));
    solve(pair, Goal::separation, {}, c.answer);
    if (c.answer.lower > 0) continue;
    contacts_along(operand(a), operand(b), c.answer, {}, expected.emplace_back());
    with_most += expected.back().count == most;
    c.set = &got[cases.size()];
    c.size = pair.size;
    c.error = pair.error;
    c.first = pair.first;
    const bool is_a[2] = {pair.first == 0, pair.first != 0};
    for (int k = 0; k < 2; ++k) {
      c.sides[k] = is_a[k] ? Operand{&in.shapes[in.shape_a[i]].view(), &in.world_from_a[i], 0}
                           : Operand{&in.shapes[in.shape_b[i]].view(), &in.world_from_b[i], 0};
      c.faces[k] = c.sides[k].shape->block != nullptr ? topology_of(*c.sides[k].shape) : nullptr;
    }
    cases.push_back(c);
  }
  EXPECT_GT(with_most, int(in.size() / 20));
  for_each_simd_target([&](const char* target) {
    const LaneKernels kernels = lane_kernels();
    std::size_t done = 0;
    for (std::size_t from = 0; from < cases.size(); from += 64) {
      bool is_done[64];
      LaneCounts counts;
      const std::size_t n = std::min<std::size_t>(64, cases.size() - from);
      (is_round ? kernels.meet_round : kernels.meet_hulls)(cases.data() + from, n, {}, is_done, counts);
      for (std::size_t k = 0; k < n; ++k) {
        done += is_done[k];
        if (is_done[k]) {
          ASSERT_TRUE(are_same_sets(got[from + k], expected[from + k])) << target << from + k;
        }
      }
    }
    EXPECT_GT(done, cases.size() * 9 / 10) << target;
  });
}
TEST(BatchContacts, AlongAKnownAxisHaveTheBytesOfClippingOneByOne) {
  expect_same_points(make_hulls(600, 36), false, 4);
  expect_same_points(make_hulls_with(ShapeKind::box, 600, 37), false, 4);
  expect_same_points(make_hulls_with(ShapeKind::capsule, 600, 38), true, 2);
  expect_same_points(make_hulls_with(ShapeKind::sphere, 600, 39), true, 1);
}

// On the face z = 1 of a box 4 x 4 x 2, and of a hull that is the same: a capsule along y, 1/8 deep, of which
// the ends are at y = -1 and 1, or at 1/2 and 5/2; and a sphere over the corner (2, 2, 1), 1/2 away from it
// along (3, 4, 0) / 5.
TEST(BatchContacts, OfRoundShapesAndFacesAreInLanes) {
  BatchInput in;
  std::vector<Vec3> corners;
  for (int k = 0; k < 8; ++k)
    corners.push_back(
        {Real((k & 1) != 0 ? -2 : 2), Real((k & 2) != 0 ? -2 : 2), Real((k & 4) != 0 ? -1 : 1)});
  const std::uint32_t solids[2] = {in.add_shape(Box{{2, 2, 1}}), in.add_shape(*make_hull(corners))};
  const std::uint32_t capsule = in.add_shape(Capsule{Real(0.5), 1}),
                      sphere = in.add_shape(Sphere{Real(0.625)});
  for (const std::uint32_t solid : solids) {
    in.add(solid, {}, capsule, Affine(Vec3{0, 0, Real(1.375)}));
    in.add(capsule, Affine(Vec3{0, Real(1.5), Real(1.375)}), solid, {});
    in.add(sphere, Affine(Vec3{Real(2.3), Real(2.4), 1}), solid, {});
  }
  ContactSet out[6];
  const Result<BatchStatistics> statistics = contacts(in.batch(), out);
  ASSERT_TRUE(statistics);
  EXPECT_EQ(statistics->by_lanes, 6u);
  const auto sorted = [](const ContactSet& set, bool is_capsule_a) {
    const Real y[2] = {is_capsule_a ? set.points[0].point_a.y : set.points[0].point_b.y,
                       is_capsule_a ? set.points[1].point_a.y : set.points[1].point_b.y};
    return y[0] < y[1] ? std::pair(y[0], y[1]) : std::pair(y[1], y[0]);
  };
  for (int i = 0; i < 6; i += 3) {
    ASSERT_EQ(out[i].count, 2);
    ASSERT_EQ(out[i + 1].count, 2);
    ASSERT_EQ(out[i + 2].count, 1);
    for (int k = 0; k < 2; ++k) {
      EXPECT_NEAR(out[i].points[k].gap, -0.125, 1e-6);
      EXPECT_EQ(out[i].points[k].feature_a.kind, FeatureKind::face);
      EXPECT_EQ(out[i].points[k].feature_b.kind, FeatureKind::vertex);
      EXPECT_NEAR(out[i + 1].points[k].gap, -0.125, 1e-6);
      EXPECT_NEAR(out[i + 1].points[k].point_b.z, 1, 1e-6);
    }
    EXPECT_NEAR(sorted(out[i], false).first, -1, 1e-6);
    EXPECT_NEAR(sorted(out[i], false).second, 1, 1e-6);
    EXPECT_NEAR(sorted(out[i + 1], true).first, 0.5, 1e-6);
    EXPECT_NEAR(sorted(out[i + 1], true).second, 2, 1e-6);
    expect_near(out[i].normal, {0, 0, 1}, 1e-6);
    const ContactPoint& at = out[i + 2].points[0];
    EXPECT_NEAR(at.gap, -0.125, 1e-6);
    expect_near(at.point_b, {2, 2, 1}, 1e-6);
    expect_near(at.point_a, {Real(1.925), Real(1.9), 1}, 1e-6);
    EXPECT_EQ(at.feature_a, (Feature{FeatureKind::curved, 3, 0}));
    EXPECT_EQ(at.feature_b.kind, FeatureKind::vertex);
  }
}
TEST(BatchContacts, OfPolytopesWithOtherShapesAgreeWithSingleQueries) {
  expect_agreement(
      make_pairs({ShapeKind::sphere, ShapeKind::capsule, ShapeKind::box, ShapeKind::polytope}, 4000, 11),
      Real(0.1), 0.2);
}

// Centres 2.5 apart, radii 1 and 2: overlap 1/2 along y. The points are where each surface crosses the line.
TEST(BatchContacts, OfTwoSpheresAreOnePointOnTheLineOfCentres) {
  BatchInput in;
  const std::uint32_t one = in.add_shape(Sphere{1}), two = in.add_shape(Sphere{2});
  in.add(one, {}, two, Affine(Vec3{0, Real(2.5), 0}));
  in.add(one, {}, two, Affine(Vec3{0, Real(3.5), 0}));
  ContactSet out[2];
  const Result<BatchStatistics> statistics = contacts(in.batch(), out);
  ASSERT_TRUE(statistics);
  EXPECT_EQ(statistics->by_lanes, 2u);
  ASSERT_EQ(out[0].count, 1);
  expect_near(out[0].points[0].point_a, {0, 1, 0}, 4 * double(kEpsilon));
  expect_near(out[0].points[0].point_b, {0, Real(0.5), 0}, 4 * double(kEpsilon));
  EXPECT_NEAR(out[0].points[0].gap, -0.5, 4 * double(kEpsilon));
  EXPECT_EQ(out[0].normal, (Vec3{0, 1, 0}));
  EXPECT_EQ(out[1].count, 0);
  EXPECT_EQ(out[1].contact, Contact::apart);
  EXPECT_LE(out[1].lower, Real(0.5));
  EXPECT_GE(out[1].upper, Real(0.5));
}

// Side by side, each reaching 2 from its centre along y, shifted by 1: the common stretch is from -1 to 2.
TEST(BatchContacts, OfCapsulesSideBySideAreTwo) {
  BatchInput in;
  const std::uint32_t capsule = in.add_shape(Capsule{1, 2});
  in.add(capsule, {}, capsule, Affine(Vec3{Real(1.875), 1, 0}));
  ContactSet out[1];
  ASSERT_TRUE(contacts(in.batch(), out));
  ASSERT_EQ(out[0].count, 2);
  const Real low = std::min(out[0].points[0].point_a.y, out[0].points[1].point_a.y),
             high = std::max(out[0].points[0].point_a.y, out[0].points[1].point_a.y);
  EXPECT_NEAR(low, -1, 1e-5);
  EXPECT_NEAR(high, 2, 1e-5);
}

TEST(BatchContacts, OfExtremesAreThoseOfSingleQueries) {
  BatchInput in;
  const Real huge = std::numeric_limits<Real>::max() / 16, tiny = std::numeric_limits<Real>::denorm_min();
  for (const Shape& s :
       {Shape(Sphere{0}), Shape(Sphere{1}), Shape(Capsule{0, 0}), Shape(Capsule{0, 1}), Shape(Capsule{1, 0}),
        Shape(Capsule{1, 1}), Shape(Box{{0, 0, 0}}), Shape(Box{{1, 0, 1}}), Shape(Box{{1, 1, 1}}),
        Shape(Sphere{huge}), Shape(Sphere{tiny}), Shape(Sphere{-1})})
    in.add_shape(s);
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  for (std::uint32_t a = 0; a < in.shapes.size(); ++a)
    for (std::uint32_t b = 0; b < in.shapes.size(); ++b)
      for (const Vec3& at : {Vec3{}, Vec3{2, 0, 0}, Vec3{0, 1, 0}, Vec3{1, 1, 1}, Vec3{huge, 0, 0},
                             Vec3{tiny, 0, 0}, Vec3{nan, 0, 0}})
        in.add(a, Affine(), b, Affine(at));
  const std::vector<ContactSet> expected = ask_singly(in, 0);
  std::size_t refused = 0;
  for (const ContactSet& set : expected) refused += set.status == Status::invalid_argument;
  for_each_simd_target([&](const char* target) {
    std::vector<ContactSet> got(in.size());
    const Result<BatchStatistics> statistics = contacts(in.batch(), got);
    ASSERT_TRUE(statistics);
    EXPECT_EQ(statistics->refused, refused);
    for (std::size_t i = 0; i < in.size(); ++i)
      EXPECT_TRUE(are_same_sets(got[i], expected[i])) << target << i;
  });
}

// Cubes of all sizes that make_hull() made, whose axis is found in another way: the same
// decision, and no number that is none.
TEST(BatchContacts, OfExtremeHullsAreDecidedAsBySingleQueries) {
  BatchInput in;
  const Real huge = std::numeric_limits<Real>::max() / 16, nan = std::numeric_limits<Real>::quiet_NaN();
  for (const Real size : {Real(1), Real(1e-18), Real(1e18)}) {
    std::vector<Vec3> corners;
    for (int k = 0; k < 8; ++k)
      corners.push_back(
          {(k & 1) != 0 ? size : -size, (k & 2) != 0 ? size : -size, (k & 4) != 0 ? size : -size});
    in.add_shape(*make_hull(corners));
  }
  for (const Shape& s : {Shape(Sphere{0}), Shape(Sphere{1}), Shape(Capsule{0, 0}), Shape(Capsule{1, 1}),
                         Shape(Box{{1, 0, 1}}), Shape(Box{{1, 1, 1}}), Shape(Sphere{-1})})
    in.add_shape(s);
  for (std::uint32_t a = 0; a < 3; ++a)
    for (std::uint32_t b = 0; b < in.shapes.size(); ++b)
      for (const Vec3& at :
           {Vec3{}, Vec3{Real(1.5), 0, 0}, Vec3{0, 1, 0}, Vec3{1, 1, 1}, Vec3{huge, 0, 0}, Vec3{nan, 0, 0}})
        in.add(a, Affine(), b, Affine(at));
  const std::vector<ContactSet> expected = ask_singly(in, 0);
  std::vector<ContactSet> got(in.size());
  ASSERT_TRUE(contacts(in.batch(), got));
  int with_points = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const ContactSet &x = got[i], &y = expected[i];
    EXPECT_EQ(x.status == Status::invalid_argument, y.status == Status::invalid_argument) << i;
    EXPECT_FALSE(x.contact == Contact::apart && y.contact == Contact::overlapping) << i;
    EXPECT_FALSE(x.contact == Contact::overlapping && y.contact == Contact::apart) << i;
    EXPECT_LE(std::max(x.lower, y.lower), std::min(x.upper, y.upper)) << i;
    with_points += x.count > 0;
    for (const ContactPoint& p : x.span())
      EXPECT_TRUE(is_finite(p.point_a) && is_finite(p.point_b) && is_finite(p.local_a) &&
                  is_finite(p.local_b) && std::isfinite(p.gap))
          << i;
  }
  EXPECT_GT(with_points, 50);
}

void expect_mirrored(const BatchInput& in) {
  const BatchInput swapped = in.swapped();
  std::vector<ContactSet> forth(in.size()), back(in.size());
  ASSERT_TRUE(contacts(in.batch(), forth));
  ASSERT_TRUE(contacts(swapped.batch(), back));
  for (std::size_t i = 0; i < in.size(); ++i) {
    ContactSet expected = forth[i];
    expected.normal = -expected.normal;
    for (ContactPoint& p : expected.points) {
      std::swap(p.point_a, p.point_b);
      std::swap(p.local_a, p.local_b);
      std::swap(p.feature_a, p.feature_b);
    }
    ASSERT_TRUE(are_same_sets(back[i], expected)) << i;
  }
}
TEST(BatchContacts, MirrorWhenOperandsAreSwapped) {
  expect_mirrored(make_pairs({ShapeKind::sphere, ShapeKind::capsule, ShapeKind::box}, 5000, 8));
  expect_mirrored(make_hulls(1000, 26));
  expect_mirrored(
      make_hulls({ShapeKind::polytope, ShapeKind::sphere, ShapeKind::capsule, ShapeKind::box}, 1000, 35));
}

TEST(BatchContacts, DoNotDependOnTheNumberOfThreads) {
  const BatchInput in = make_pairs({ShapeKind::sphere, ShapeKind::capsule, ShapeKind::box}, 5000, 10);
  std::vector<ContactSet> expected(in.size());
  const Result<BatchStatistics> alone = contacts(in.batch(), expected);
  ASSERT_TRUE(alone);
  Threads threads{3};
  ContactBatchSettings settings;
  settings.executor = {&Threads::run, &threads, 3};
  std::vector<ContactSet> got(in.size());
  const Result<BatchStatistics> together = contacts(in.batch(), got, settings);
  ASSERT_TRUE(together);
  EXPECT_EQ(together->by_lanes, alone->by_lanes);
  EXPECT_EQ(together->active_lanes, alone->active_lanes);
  for (std::size_t i = 0; i < in.size(); ++i) ASSERT_TRUE(are_same_sets(got[i], expected[i])) << i;
}

TEST(BatchContacts, NameTheArgumentThatIsWrong) {
  BatchInput in = make_pairs({ShapeKind::box}, 10, 9);
  std::vector<ContactSet> out(10);
  const auto message = [&](std::size_t length, Real prediction) {
    ContactBatchSettings settings;
    settings.prediction = prediction;
    const Result<BatchStatistics> r = contacts(in.batch(), std::span(out).first(length), settings);
    return r ? std::string() : std::string(r.error().message);
  };
  EXPECT_EQ(message(10, 0), "");
  EXPECT_EQ(message(9, 0), "out: not as long as shape_a");
  EXPECT_EQ(message(10, -1), "settings.prediction: negative or not finite");
  EXPECT_EQ(message(10, kInfinity), "settings.prediction: negative or not finite");
  in.world_from_b.pop_back();
  EXPECT_EQ(message(10, 0), "world_from_b: not as long as shape_a");
}

TEST(BatchContacts, OfNothingAreNone) {
  const Result<BatchStatistics> statistics = contacts(PairBatch{}, std::span<ContactSet>{});
  ASSERT_TRUE(statistics);
  EXPECT_EQ(statistics->pairs, 0u);
}

#if GRAZE_COUNTS_ALLOCATIONS
// Every batch of pairs, all kinds with lane kernels, and one that has none.
TEST(Batch, AllocatesNothing) {
  BatchInput in =
      make_pairs({ShapeKind::sphere, ShapeKind::capsule, ShapeKind::box, ShapeKind::polytope}, 3000, 20);
  in.shapes[0] = Cylinder{1, 1};
  const PairBatch batch = in.batch();
  std::vector<Intersection> intersections(in.size());
  std::vector<Distance> distances(in.size());
  std::vector<Penetration> penetrations(in.size());
  std::vector<ContactSet> sets(in.size());
  const std::uint64_t before = allocation_count();
  const bool are_answered = intersects(batch, intersections) && distance(batch, distances) &&
                            penetration(batch, penetrations) && contacts(batch, sets);
  EXPECT_EQ(allocation_count(), before);
  EXPECT_TRUE(are_answered);
}
#endif

}  // namespace
}  // namespace graze::test
