// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/batch/depth.h"

#include <gtest/gtest.h>

#include "query/batch/pairs.h"
#include "shape/simd_targets.h"

namespace graze::test {
namespace {

// The single query finds the depth in another way: the same decision unless one of them cannot tell, and
// bounds that have a value in common. All targets give the same bytes.
void expect_agreement(const BatchInput& in, double share_of_lanes, double share_of_overlaps) {
  std::vector<Penetration> got(in.size());
  const Result<BatchStatistics> statistics = penetration(in.batch(), got);
  ASSERT_TRUE(statistics);
  EXPECT_GE(double(statistics->by_lanes), share_of_lanes * double(in.size()));
  EXPECT_EQ(statistics->by_lanes + statistics->by_single + statistics->refused, in.size());
  std::size_t overlapping = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const Penetration &x = got[i], y = penetration(in.a(i), in.b(i));
    overlapping += x.contact == Contact::overlapping;
    if (x.contact != Contact::touching && y.contact != Contact::touching) {
      ASSERT_EQ(x.contact, y.contact) << i;
    }
    ASSERT_LE(x.lower, y.upper) << i;
    ASSERT_LE(y.lower, x.upper) << i;
    ASSERT_EQ(x.status, y.status) << i;
  }
  EXPECT_GE(double(overlapping), share_of_overlaps * double(in.size()));
  for_each_simd_target([&](const char* target) {
    std::vector<Penetration> again(in.size());
    ASSERT_TRUE(penetration(in.batch(), again));
    for (std::size_t i = 0; i < in.size(); ++i) ASSERT_TRUE(is_same(again[i], got[i])) << target << i;
  });
}

TEST(BatchDepth, OfPolytopesIsThatOfSingleQueries) {
  expect_agreement(make_pairs({ShapeKind::polytope}, 1500, 31), 0.95, 0.3);
}
TEST(BatchDepth, OfPolytopesWithOtherShapesIsThatOfSingleQueries) {
  expect_agreement(make_hull_pairs(ShapeKind::box, 700, 32), 0.95, 0.3);
  expect_agreement(make_hull_pairs(ShapeKind::capsule, 700, 33), 0.95, 0.3);
  expect_agreement(make_hull_pairs(ShapeKind::sphere, 700, 34), 0.95, 0.3);
}

Shape prism(int sides, double radius, double half_height) {
  std::vector<Vec3> vertices;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * 3.141592653589793 * i / sides;
    const Real x = Real(radius * std::cos(angle)), y = Real(radius * std::sin(angle)), z = Real(half_height);
    vertices.push_back({x, y, z});
    vertices.push_back({x, y, -z});
  }
  return *make_hull(vertices);
}

// Boxes and prisms as hulls: faces of many corners, parallel edges, all axes aligned in a third of the pairs.
TEST(BatchDepth, OfHullsWithFlatFacesIsThatOfSingleQueries) {
  Random random{35};
  BatchInput in;
  for (int i = 0; i < 20; ++i) {
    const double radius = random.uniform(0.5, 1.2), height = random.uniform(0.3, 1);
    in.add_shape(prism(3 + i % 12, radius, height));
  }
  for (int i = 0; i < 1000; ++i) {
    const auto placement = [&](const V3d& at) {
      Mapd m = random.chance(0.33) ? Mapd{} : random_rotation(random);
      m.translation = at;
      return graze_affine(rounded(m));
    };
    const V3d at = random.in_cube() * 10.0, way = random.direction() * random.uniform(0, 1.5);
    const auto a = static_cast<std::uint32_t>(random.below(20)),
               b = static_cast<std::uint32_t>(random.below(20));
    const Affine at_a = placement(at), at_b = placement(at + way);
    in.add(a, at_a, b, at_b);
  }
  expect_agreement(in, 0.8, 0.5);
}

// Pairs that no kernel can be certain of, next to others: flat and needle-like hulls, equal ones in the same
// place, faces that just touch, places far away and without numbers, and every number of pairs in a block.
TEST(BatchDepth, OfHardPairsIsThatOfSingleQueries) {
  const Real huge = sizeof(Real) == 4 ? Real(1e12) : Real(1e60), nan = std::numeric_limits<Real>::quiet_NaN();
  BatchInput in;
  in.add_shape(prism(4, 1, 1));
  in.add_shape(prism(32, 1, 1));
  in.add_shape(prism(5, 1, 0));     // flat
  in.add_shape(prism(3, 1e-6, 1));  // a needle
  in.add_shape(Polytope{std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}}});
  in.add_shape(Box{{1, 1, 1}});
  in.add_shape(Box{{1, 0, 1}});
  in.add_shape(Capsule{Real(0.5), 1});
  in.add_shape(Sphere{1});
  in.add_shape(Sphere{0});
  for (std::uint32_t a = 0; a < in.shapes.size(); ++a)
    for (std::uint32_t b = 0; b < in.shapes.size(); ++b)
      for (const Vec3& at : {Vec3{}, Vec3{0, 0, 2}, Vec3{0, 0, 1}, Vec3{Real(0.5), 0, 0}, Vec3{huge, 0, 0},
                             Vec3{nan, 0, 0}, Vec3{Real(1e-7), 0, 0}})
        in.add(a, Affine(), b, Affine(at));
  expect_agreement(in, 0.1, 0.1);
  for (std::size_t count = 1; count < 20; ++count) {
    BatchInput few = make_pairs({ShapeKind::polytope}, int(count), 36);
    expect_agreement(few, 0.5, 0);
  }
}

// Bytes do not depend on who else is asked about, nor on how many.
TEST(BatchDepth, DoesNotDependOnTheNeighboursOfAPair) {
  const BatchInput in =
      make_pairs({ShapeKind::polytope, ShapeKind::box, ShapeKind::capsule, ShapeKind::sphere}, 300, 39);
  std::vector<Penetration> all(in.size());
  ASSERT_TRUE(penetration(in.batch(), all));
  for (std::size_t i = 0; i < in.size(); ++i) {
    const PairBatch batch = in.batch();
    const PairBatch one{batch.shapes, batch.shape_a.subspan(i, 1), batch.shape_b.subspan(i, 1),
                        batch.world_from_a.subspan(i, 1), batch.world_from_b.subspan(i, 1)};
    Penetration alone;
    ASSERT_TRUE(penetration(one, {&alone, 1}));
    ASSERT_TRUE(is_same(alone, all[i])) << i;
  }
}

// Lanes against the witness checker.
TEST(BatchDepth, HasBoundsAndWitnessesThatTheCheckerAccepts) {
  BatchInput in;
  Random random{37};
  for (int i = 0; i < 400; ++i) {
    CheckPair pair = random_pair(random, Family::polytope);
    pair.a.margin = pair.b.margin = 0;
    in.add(pair);
  }
  std::vector<Penetration> got(in.size());
  ASSERT_TRUE(penetration(in.batch(), got));
  int overlapping = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const CheckReport report = Checker(in.pairs[i]).check(got[i]);
    EXPECT_TRUE(report.ok) << report.message << "\n" << replay(in.pairs[i]);
    overlapping += got[i].contact == Contact::overlapping;
  }
  EXPECT_GT(overlapping, 40);
  EXPECT_LT(overlapping, 360);
}

// Two cubes of side 2, shifted by (1.75, 0.5, 0.25): 1/4 along x. The deepest point of a sphere of radius 1
// whose centre is 1/4 below the face z = 1 lies 5/4 below it.
TEST(BatchDepth, OfCubesIsTheLeastOverlap) {
  BatchInput in;
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back({i & 1 ? Real(-1) : Real(1), i & 2 ? Real(-1) : Real(1), i & 4 ? Real(-1) : Real(1)});
  const std::uint32_t cube = in.add_shape(*make_hull(corners)), ball = in.add_shape(Sphere{1});
  in.add(cube, {}, cube, Affine(Vec3{Real(1.75), Real(0.5), Real(0.25)}));
  in.add(cube, {}, ball, Affine(Vec3{Real(0.125), Real(0.25), Real(0.75)}));
  Penetration out[2];
  const Result<BatchStatistics> statistics = penetration(in.batch(), out);
  ASSERT_TRUE(statistics);
  EXPECT_EQ(statistics->by_lanes, 2u);
  EXPECT_LE(out[0].lower, Real(0.25));
  EXPECT_GE(out[0].upper, Real(0.25));
  EXPECT_NEAR(out[0].upper - out[0].lower, 0, 1e-6);
  EXPECT_EQ(out[0].normal, (Vec3{1, 0, 0}));
  EXPECT_LE(out[1].lower, Real(1.25));
  EXPECT_GE(out[1].upper, Real(1.25));
  EXPECT_EQ(out[1].normal, (Vec3{0, 0, 1}));
  EXPECT_NEAR(out[1].point_b.z, -0.25, 1e-6);
  ContactSet sets[2];
  ASSERT_TRUE(contacts(in.batch(), sets));
  ASSERT_EQ(sets[0].count, 4);
  EXPECT_EQ(sets[0].normal, (Vec3{1, 0, 0}));
  for (const ContactPoint& p : sets[0].span()) EXPECT_NEAR(p.gap, -0.25, 1e-6);
}

}  // namespace
}  // namespace graze::test
