// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Queries on meshes and compounds: cases whose numbers are known, and agreement with asking every pair of
// pieces.

#include <gtest/gtest.h>

#include <algorithm>

#include "graze/query/common_point.h"
#include "graze/query/contact.h"
#include "graze/query/distance.h"
#include "graze/query/intersects.h"
#include "graze/query/nearest_pieces.h"
#include "graze/query/penetration.h"
#include "graze/query/point_distance.h"
#include "graze/query/ray_cast.h"
#include "graze/query/separation.h"
#include "graze/query/shape_cast.h"
#include "query/mesh_samples.h"
#include "support/allocation_counter.h"

namespace graze::test {
namespace {

constexpr Real kTight = 12 * 16 * kEpsilon;  // 12 roundings of sizes and places up to 16

TEST(MeshDistance, OfTwoCubesIsTheGapBetweenTheirFaces) {
  const Shape cube = mesh_of(cube_model());
  const Distance d = distance(at(cube, {}), at(cube, {Real(3.5), Real(0.25), 0}));
  EXPECT_EQ(d.contact, Contact::apart);
  EXPECT_EQ(d.status, Status::converged);
  EXPECT_LE(d.lower, Real(1.5));
  EXPECT_GE(d.upper, Real(1.5));
  EXPECT_NEAR(d.lower, 1.5, kTight);
  EXPECT_NEAR(d.upper, 1.5, kTight);
  EXPECT_NEAR(d.normal.x, 1, kTight);
  EXPECT_NEAR(d.point_a.x, 1, kTight);
  EXPECT_NEAR(d.point_b.x, 2.5, kTight);
  EXPECT_TRUE(d.piece_a == 2 || d.piece_a == 3) << d.piece_a;  // face +x
  EXPECT_TRUE(d.piece_b == 0 || d.piece_b == 1) << d.piece_b;  // face -x
}

// The pieces of one are asked about the other one by one, which takes another way through the trees.
TEST(MeshDistance, OfTwoToriIsThatOfTheirNearestPiece) {
  const Shape a = mesh_of(torus_model(24, 12)), b = mesh_of(torus_model(16, 30));
  Random random{20261115};
  int apart = 0, meeting = 0;
  for (int i = 0; i < 100; ++i) {
    const auto pose = [&](double far) {
      return Affine(Pose{rotation_about(real(random.direction()), Real(random.uniform(0, 6))),
                         real(random.direction() * random.uniform(0, far))});
    };
    const Real margin = i % 4 == 0 ? Real(0.125) : Real(0);
    const Instance x{a, pose(1), margin}, y{b, pose(40), 0};
    const Distance d = distance(x, y);
    Distance nearest[1];
    ASSERT_EQ(nearest_pieces(x, y, nearest).written.size(), 1u);
    ASSERT_EQ(d.contact == Contact::apart, nearest[0].contact == Contact::apart) << i;
    ASSERT_NEAR(d.upper, nearest[0].upper, 64 * 40 * kEpsilon) << i;
    ASSERT_LE(d.lower, nearest[0].upper) << i;
    ASSERT_LE(d.upper - d.lower, 64 * 40 * kEpsilon) << i;
    apart += d.contact == Contact::apart;
    meeting += d.contact != Contact::apart;
  }
  EXPECT_GT(apart, 30);
  EXPECT_GT(meeting, 10);
}

TEST(MeshDistance, CountsMargins) {
  const Shape cube = mesh_of(cube_model());
  const Distance d = distance(at(cube, {}, Real(0.25)), at(cube, {4, 0, 0}, Real(0.5)));
  EXPECT_NEAR(d.lower, 1.25, kTight);
  EXPECT_NEAR(d.upper, 1.25, kTight);
  EXPECT_EQ(distance(at(cube, {}, 1), at(cube, {4, 0, 0}, Real(1.5))).contact, Contact::overlapping);
}

TEST(MeshDistance, StopsAtTheThreshold) {
  const Shape cube = mesh_of(cube_model());
  const Distance d = distance(at(cube, {}), at(cube, {5, 0, 0}), {.threshold = 2});
  EXPECT_EQ(d.status, Status::beyond_threshold);
  EXPECT_EQ(d.contact, Contact::apart);
  EXPECT_GE(d.lower, 2);
  EXPECT_LE(d.lower, 3);
  EXPECT_GE(d.upper, 3);
  EXPECT_EQ(distance(at(cube, {}), at(cube, {5, 0, 0}), {.threshold = 4}).status, Status::converged);
}

TEST(MeshDistance, ToAHalfSpaceIsThatOfTheLowestVertex) {
  const Shape cube = mesh_of(cube_model());
  const Distance d = distance(at(cube, {0, 3, 0}), at(Shape(HalfSpace{{0, 1, 0}, 0}), {}));
  EXPECT_NEAR(d.upper, 2, kTight);
  EXPECT_EQ(d.contact, Contact::apart);
  EXPECT_TRUE(bool(intersects(at(cube, {0, Real(0.5), 0}), at(Shape(HalfSpace{{0, 1, 0}, 0}), {}))));
}

TEST(MeshDistance, OfMeshesThatMeetIsZeroAtPiecesThatDo) {
  const MeshModel model = torus_model(128, 64);
  for (const bool is_solid : {false, true}) {
    const Shape torus = mesh_of(model, is_solid);
    // Tubes of radius 2 whose centre lines pass each other on the x axis at a distance of 3.
    const Instance a = at(torus, {}), b{torus, Affine(Pose{rotation_about({1, 0, 0}, 1), {3, 0, 0}}), 0};
    const Distance d = distance(a, b);
    EXPECT_EQ(d.contact, Contact::overlapping);
    EXPECT_EQ(d.upper, 0);
    EXPECT_EQ(d.point_a, d.point_b);
    ASSERT_LT(d.piece_a, model.triangle_count());
    ASSERT_LT(d.piece_b, model.triangle_count());
    EXPECT_TRUE(bool(intersects({Shape(model.triangle(d.piece_a)), a.placement, 0},
                                {Shape(model.triangle(d.piece_b)), b.placement, 0})));
  }
}

TEST(MeshDistance, InsideASolidIsZeroWithoutALookAtItsSurface) {
  const MeshModel model = torus_model(128, 64);
  const Instance solid = at(mesh_of(model, true), {}), hollow = at(mesh_of(model), {});
  const Shape convex[] = {Shape(Point{}), Shape(Sphere{Real(0.25)}), Shape(Box{{Real(0.25), 1, Real(0.25)}}),
                          mesh_of(cube_model(Real(0.25)))};
  for (const Shape& shape : convex) {
    // The centre of the tube is at 10, 2 from the surface.
    const Distance in = distance(at(shape, {10, 0, 0}), solid);
    EXPECT_EQ(in.contact, Contact::overlapping);
    EXPECT_EQ(in.upper, 0);
    EXPECT_EQ(in.piece_a, kNoPiece);
    EXPECT_EQ(in.piece_b, kNoPiece);
    EXPECT_LT(in.iterations, 16);
    EXPECT_GT(distance(at(shape, {10, 0, 0}), hollow).lower, Real(0.9));
    // Half way through the surface: the centre is inside, and a triangle is crossed.
    if (shape.kind() == ShapeKind::point) continue;
    const Distance crossing = distance(at(shape, {Real(11.9), 0, 0}), solid);
    EXPECT_EQ(crossing.contact, Contact::overlapping);
    EXPECT_LT(crossing.piece_b, model.triangle_count());
  }
}

TEST(MeshQueries, AskFewPiecesWhereFewAreClose) {
  // 32,768 triangles: before there were bounds for it, each of these asked about thousands.
  const Instance torus = at(mesh_of(torus_model(256, 64)), {});
  const Instance floor = at(Shape(HalfSpace{{1, 2, 3}, -60}), {});
  EXPECT_LT(distance(torus, floor).iterations, 200);
  EXPECT_LT(shape_cast(torus, {-20, -40, -60}, floor).iterations, 200);
  EXPECT_LT(penetration(torus, at(Shape(HalfSpace{{1, 2, 3}, -10}), {})).iterations, 200);
  const Pose turned(rotation_about({1, 2, 3}, Real(0.7)), {18, 3, 1});
  for (const Shape& shape : {Shape(Sphere{4}), Shape(Cylinder{3, 3}), Shape(Capsule{2, 3})}) {
    const Instance convex{shape, turned, 0};
    EXPECT_LT(distance(convex, torus).iterations, 1000);
    const ShapeCast cast = shape_cast(convex, {-20, 0, 0}, torus);
    ASSERT_EQ(cast.hit, Hit::hit);
    EXPECT_LT(cast.iterations, 4000);
  }
}

TEST(MeshIntersects, FlushFacesTouch) {
  const Shape cube = mesh_of(cube_model());
  const Intersection r = intersects(at(cube, {}), at(cube, {2, 0, 0}));
  EXPECT_EQ(r.contact, Contact::touching);
  EXPECT_NEAR(r.witness.x, 1, kTight);
  EXPECT_EQ(intersects(at(cube, {}), at(cube, {Real(2.001), 0, 0})).contact, Contact::apart);
  EXPECT_EQ(intersects(at(cube, {}), at(cube, {Real(1.999), Real(0.5), Real(0.25)})).contact,
            Contact::overlapping);
}

TEST(MeshIntersects, TwoWallsThatOverlapBy50MillimetresDoSo) {
  // 4 x 0.2 x 3 metres each, along x from 0 to 4 and from 3.95 to 7.95.
  MeshModel wall = cube_model();
  for (Vec3& v : wall.vertices) v = {v.x * 2, v.y * Real(0.1), v.z * Real(1.5)};
  const Shape shape = mesh_of(wall, true);
  EXPECT_EQ(intersects(at(shape, {}), at(shape, {Real(3.95), 0, 0})).contact, Contact::overlapping);
  EXPECT_EQ(intersects(at(shape, {}), at(shape, {Real(4.05), 0, 0})).contact, Contact::apart);
}

TEST(MeshIntersects, ACubeInACubeDoesIfTheOuterIsSolid) {
  const Shape hollow = mesh_of(cube_model(4)), solid = mesh_of(cube_model(4), true);
  const Shape inner = mesh_of(cube_model()), sphere = Shape(Sphere{1});
  for (const Shape& other : {inner, sphere}) {
    EXPECT_EQ(intersects(at(hollow, {}), at(other, {1, 0, 0})).contact, Contact::apart);
    EXPECT_NEAR(distance(at(hollow, {}), at(other, {1, 0, 0})).upper, 2, kTight * 4);
    const Intersection r = intersects(at(solid, {}), at(other, {1, 0, 0}));
    EXPECT_EQ(r.contact, Contact::overlapping);
    EXPECT_EQ(r.piece_a, kNoPiece);
    EXPECT_EQ(distance(at(other, {1, 0, 0}), at(solid, {})).contact, Contact::overlapping);
    EXPECT_EQ(distance(at(other, {1, 0, 0}), at(solid, {})).upper, 0);
    EXPECT_TRUE(bool(common_point(at(solid, {}), at(other, {1, 0, 0}))));
    EXPECT_EQ(intersects(at(solid, {}), at(other, {8, 0, 0})).contact, Contact::apart);
  }
}

TEST(MeshIntersects, EveryPartIsLookedForInASolid) {
  const Shape solid = mesh_of(cube_model(4), true);
  // The first part is outside, the second inside.
  const Shape two = mesh_of(join(cube_model(1, {20, 0, 0}), cube_model(1, {2, 0, 0})));
  EXPECT_EQ(intersects(at(solid, {}), at(two, {})).contact, Contact::overlapping);
  EXPECT_EQ(intersects(at(two, {}), at(solid, {})).contact, Contact::overlapping);
  EXPECT_EQ(intersects(at(solid, {40, 0, 0}), at(two, {})).contact, Contact::apart);
}

TEST(MeshIntersects, AFlushCubeInsideASolidOverlaps) {
  const Shape solid = mesh_of(cube_model(4), true), inner = mesh_of(cube_model());
  EXPECT_EQ(intersects(at(solid, {}), at(inner, {3, 0, 0})).contact, Contact::overlapping);  // touches a wall
  EXPECT_EQ(intersects(at(solid, {}), at(inner, {5, 0, 0})).contact, Contact::touching);     // from outside
}

TEST(MeshIntersects, ASolidOverlapsACopyOfItself) {
  const Shape solid = mesh_of(cube_model(), true), copy = mesh_of(cube_model(), true);
  EXPECT_EQ(intersects(at(solid, {}), at(copy, {})).contact, Contact::overlapping);
  EXPECT_EQ(intersects(at(mesh_of(cube_model()), {}), at(copy, {})).contact, Contact::touching);
}

TEST(MeshIntersects, TurnedCubesThatShareAFaceDoNotOverlap) {
  const Shape solid = mesh_of(cube_model(), true);
  const Pose turn(rotation_about({1, 2, 3}, Real(0.7)), {});
  const Pose beside(turn.rotation, turn.rotation * Vec3{2, 0, 0});
  // Rounding may leave them a little apart or a little crossed, never one inside the other.
  const Intersection r = intersects({solid, turn, 0}, {solid, beside, 0});
  EXPECT_NE(r.piece_a == kNoPiece ? r.contact : Contact::apart, Contact::overlapping);
}

TEST(MeshPoint, IsInsideASolidOnly) {
  const Shape solid = mesh_of(cube_model(), true), hollow = mesh_of(cube_model());
  EXPECT_EQ(point_location(at(solid, {5, 0, 0}), {Real(5.5), 0, 0}).contact, Contact::overlapping);
  EXPECT_EQ(point_location(at(hollow, {5, 0, 0}), {Real(5.5), 0, 0}).contact, Contact::apart);
  EXPECT_NEAR(point_distance(at(hollow, {5, 0, 0}), {Real(5.5), 0, 0}).upper, 0.5, kTight * 4);
}

TEST(MeshRay, HitsTheFirstFaceOfACube) {
  const Shape cube = mesh_of(cube_model());
  const RayCast r = ray_cast(at(cube, {3, 0, 0}), {{}, {2, 0, 0}, kInfinity});
  EXPECT_EQ(r.hit, Hit::hit);
  EXPECT_LE(r.lower, 1);
  EXPECT_GE(r.upper, 1);
  EXPECT_NEAR(r.parameter, 1, kTight);
  EXPECT_NEAR(r.point.x, 2, kTight);
  EXPECT_NEAR(r.local_point.x, -1, kTight);
  EXPECT_NEAR(r.normal.x, -1, kTight);
  EXPECT_TRUE(r.piece == 0 || r.piece == 1);
  EXPECT_EQ(ray_cast(at(cube, {3, 0, 0}), {{}, {2, 0, 0}, Real(0.9)}).hit, Hit::miss);
  EXPECT_EQ(ray_cast(at(cube, {3, 5, 0}), {{}, {2, 0, 0}, kInfinity}).hit, Hit::miss);
}

TEST(MeshRay, FromInsideSeesTheFarFaceUnlessSolid) {
  const Shape hollow = mesh_of(cube_model()), solid = mesh_of(cube_model(), true);
  const Ray ray{{Real(0.25), 0, 0}, {1, 0, 0}, kInfinity};
  EXPECT_NEAR(ray_cast(at(hollow, {}), ray).parameter, 0.75, kTight);
  EXPECT_NEAR(ray_cast(at(hollow, {}), ray).normal.x, -1, kTight);  // faces the source
  EXPECT_TRUE(ray_cast(at(solid, {}), ray).starts_inside);
  EXPECT_EQ(ray_cast(at(solid, {}), ray).parameter, 0);
}

TEST(MeshRay, GrowsWithTheMargin) {
  const Shape cube = mesh_of(cube_model());
  const RayCast r = ray_cast(at(cube, {3, 0, 0}, Real(0.5)), {{}, {1, 0, 0}, kInfinity});
  EXPECT_NEAR(r.parameter, 1.5, kTight);
  // Passes the cube itself at a distance of 0.25.
  EXPECT_TRUE(bool(ray_cast(at(cube, {3, Real(1.25), 0}, Real(0.5)), {{}, {1, 0, 0}, kInfinity})));
}

TEST(MeshRay, ThroughEdgesAndVerticesOfATorusNeverSlipsThrough) {
  const MeshModel model = torus_model(12, 8);
  const Shape torus = mesh_of(model);
  // From the circle in the middle of the tube every way out meets the surface.
  int hits = 0;
  for (std::size_t i = 0; i < model.triangle_count(); ++i) {
    const Triangle t = model.triangle(i);
    for (const Vec3& target :
         {t.a, (t.a + t.b) * Real(0.5), (t.b + t.c) * Real(0.5), (t.a + t.b + t.c) / Real(3)}) {
      const Real around = std::sqrt(target.x * target.x + target.z * target.z);
      const Vec3 middle{target.x * 10 / around, 0, target.z * 10 / around};
      hits += bool(ray_cast(torus, {middle, target - middle, kInfinity}));
    }
  }
  EXPECT_EQ(hits, static_cast<int>(model.triangle_count()) * 4);
}

TEST(MeshShapeCast, OfASphereEndsAtTheFace) {
  const Shape cube = mesh_of(cube_model());
  const ShapeCast r = shape_cast(at(Shape(Sphere{1}), {-6, 0, 0}), {8, 0, 0}, at(cube, {}));
  EXPECT_EQ(r.hit, Hit::hit);
  EXPECT_NEAR(r.time, 0.5, 1e-5);
  EXPECT_LE(r.time, Real(0.5));
  EXPECT_GE(r.upper, Real(0.5));
  EXPECT_NEAR(r.normal.x, 1, 1e-5);
  EXPECT_EQ(r.piece_a, kNoPiece);
  EXPECT_TRUE(r.piece_b == 0 || r.piece_b == 1);
  EXPECT_EQ(shape_cast(at(Shape(Sphere{1}), {-6, 3, 0}), {8, 0, 0}, at(cube, {})).hit, Hit::miss);
  EXPECT_EQ(shape_cast(at(Shape(Sphere{1}), {-6, 0, 0}), {3, 0, 0}, at(cube, {})).hit, Hit::miss);
}

TEST(MeshShapeCast, OfACubeMeshOntoAnotherNeverPasses) {
  const Shape cube = mesh_of(cube_model());
  const ShapeCast r = shape_cast(at(cube, {-1003, Real(0.5), 0}), {2000, 0, 0}, at(cube, {}));
  EXPECT_EQ(r.hit, Hit::hit);
  EXPECT_NEAR(r.time, 1001.0 / 2000, 1e-5);
  EXPECT_TRUE(shape_cast(at(cube, {Real(0.5), 0, 0}), {1, 0, 0}, at(cube, {})).starts_in_contact);
}

TEST(MeshDepth, OfConvexSolidsIsThatOfPolytopes) {
  const Shape outer = mesh_of(cube_model(5), true), inner = mesh_of(cube_model(Real(0.5)), true);
  // One face must go all the way: 5 + 0.5.
  const Penetration p = penetration(at(outer, {}), at(inner, {}));
  EXPECT_NEAR(p.lower, 5.5, kTight);
  EXPECT_NEAR(p.upper, 5.5, kTight);
  EXPECT_NEAR(separation(at(outer, {}), at(Shape(Box{{1, 1, 1}}), {3, 0, 0})).upper, -3, kTight);
  EXPECT_NEAR(separation(at(outer, {}), at(Shape(Box{{1, 1, 1}}), {8, 0, 0})).upper, 2, 2 * kTight);
  EXPECT_EQ(contacts(at(outer, {}), at(Shape(Box{{1, 1, 1}}), {Real(5.9), 0, 0})).count, 4);
}

TEST(MeshDepth, OfOthersIsADistanceWhileTheyAreApart) {
  const Shape torus = mesh_of(torus_model(16, 8), true);
  EXPECT_EQ(penetration(at(torus, {}), at(torus, {30, 0, 0})).contact, Contact::apart);
  EXPECT_NEAR(separation(at(torus, {}), at(torus, {30, 0, 0})).upper, 6, 4 * kTight);
}

TEST(MeshQueries, RefuseWhatIsNotUsable) {
  const Shape cube = mesh_of(cube_model());
  const Affine bad(Mat3{{0, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {});
  EXPECT_EQ(distance({cube, bad, 0}, at(cube, {})).status, Status::invalid_argument);
  EXPECT_EQ(intersects(at(cube, {}, -1), at(cube, {})).status, Status::invalid_argument);
  EXPECT_EQ(intersects(at(cube, {}), at(Shape(), {})).status, Status::invalid_argument);
  EXPECT_EQ(ray_cast(at(cube, {}), {{}, {kInfinity, 0, 0}, 1}).status, Status::invalid_argument);
}

TEST(MeshQueries, DoNotAllocate) {
  const Shape torus = mesh_of(torus_model(24, 12)), solid = mesh_of(cube_model(4), true);
  const Instance a = at(torus, {}), b = at(torus, {11, 1, 0}), c = at(solid, {10, 0, 0}),
                 d = at(torus, {30, 0, 0});
  const std::uint64_t before = allocation_count();
  (void)intersects(a, b);
  (void)distance(a, d);
  (void)distance(a, c);
  (void)ray_cast(a, {{20, 0, 0}, {-1, 0, 0}, kInfinity});
  (void)shape_cast(a, {40, 0, 0}, d);
  EXPECT_EQ(allocation_count(), before);
}

TEST(MeshQueries, AgreeWithAskingEveryPairOfPieces) {
  Random random(20261115);
  int apart = 0, overlapping = 0;
  for (int round = 0; round < 400; ++round) {
    const Whole a = random_whole(random, 1), b = random_whole(random, 6);
    Real lower = kInfinity, upper = kInfinity;
    Contact contact = Contact::apart;
    for (const Instance& x : a.pieces)
      for (const Instance& y : b.pieces) {
        const Distance d = distance(x, y);
        lower = std::min(lower, d.lower);
        upper = std::min(upper, d.upper);
        contact = std::max(contact, d.contact);
      }
    const Distance d = distance(a.instance, b.instance);
    // Pieces of compounds are placed by one more product here than there.
    const Real slack = 256 * kEpsilon * 16;
    ASSERT_LE(d.lower, upper + slack) << round;
    ASSERT_GE(d.upper, lower - slack) << round;
    ASSERT_NEAR(d.upper, upper, slack + Real(1e-5) * upper) << round;
    ASSERT_LE(d.lower, d.upper) << round;
    const Intersection i = intersects(a.instance, b.instance);
    if (contact == Contact::overlapping || (contact == Contact::apart && lower > slack)) {
      ASSERT_EQ(i.contact, contact) << round;
      ASSERT_EQ(d.contact, contact) << round;
    }
    apart += contact == Contact::apart;
    overlapping += contact == Contact::overlapping;
    const Distance mirror = distance(b.instance, a.instance);
    ASSERT_EQ(d.upper, mirror.upper) << round;
    ASSERT_EQ(d.lower, mirror.lower) << round;
    ASSERT_EQ(d.point_a, mirror.point_b) << round;
    ASSERT_EQ(d.piece_a, mirror.piece_b) << round;
    ASSERT_EQ(d.normal, -mirror.normal) << round;
    ASSERT_EQ(i.contact, intersects(b.instance, a.instance).contact) << round;
    ASSERT_EQ(i.contact == Contact::overlapping ? i.witness : Vec3{},
              i.contact == Contact::overlapping ? intersects(b.instance, a.instance).witness : Vec3{})
        << round;
  }
  EXPECT_GT(apart, 80);
  EXPECT_GT(overlapping, 80);
}

TEST(MeshQueries, CastsAgreeWithAskingEveryPiece) {
  Random random(20261116);
  int hits = 0, casts = 0;
  for (int round = 0; round < 600; ++round) {
    const Whole a = random_whole(random, 1);
    const V3d source = random.direction() * random.uniform(1, 8);
    const Ray ray{real(source), real(random.in_cube() * 2.0 - source), Real(random.chance(0.5) ? 1 : 4)};
    RayCast first;
    for (const Instance& x : a.pieces)
      if (const RayCast r = ray_cast(x, ray); r && (!first || r.parameter < first.parameter)) first = r;
    const RayCast r = ray_cast(a.instance, ray);
    ASSERT_EQ(r.status, Status::converged) << round;
    if (first.hit != Hit::uncertain && r.hit != Hit::uncertain) {
      ASSERT_EQ(bool(r), bool(first)) << round;
    }
    if (r && first) {
      ASSERT_NEAR(r.parameter, first.parameter, 1e-4) << round;
    }
    hits += bool(r);

    const Instance ball{Shape(Sphere{Real(0.3)}), Affine(ray.origin), 0};
    ShapeCast earliest;
    for (const Instance& x : a.pieces)
      if (const ShapeCast c = shape_cast(ball, ray.direction, x); c && (!earliest || c.time < earliest.time))
        earliest = c;
    const ShapeCast c = shape_cast(ball, ray.direction, a.instance);
    if (earliest.hit != Hit::uncertain && c.hit != Hit::uncertain) {
      ASSERT_EQ(bool(c), bool(earliest)) << round;
    }
    if (c && earliest) {
      ASSERT_NEAR(c.time, earliest.time, 1e-4) << round;
    }
    casts += bool(c);
  }
  EXPECT_GT(hits, 100);
  EXPECT_LT(hits, 500);
  EXPECT_GT(casts, 100);
  EXPECT_LT(casts, 550);
}

}  // namespace
}  // namespace graze::test
