// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/contains.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/graze.h"
#include "query/mesh_samples.h"

namespace graze::test {
namespace {

constexpr double kSharp = sizeof(Real) == 4 ? 1e-6 : 1e-9;

// The room is known, and comes out that sharp.
void expect_room(const Instance& a, const Instance& b, double room, double width = kSharp) {
  const Containment c = contains(a, b);
  EXPECT_LE(double(c.lower), room + 1e-15) << room;
  EXPECT_GE(double(c.upper), room - 1e-15) << room;
  EXPECT_LE(double(c.upper) - double(c.lower), width * 4) << room;
  EXPECT_EQ(c.inside, room > 0 ? Inside::yes : room < 0 ? Inside::no : Inside::uncertain) << room;
  EXPECT_EQ(bool(c), room >= 0);
  EXPECT_EQ(c.status, Status::converged) << room;
}
// The answer is certain, and the bounds hold.
void expect_enclosed(const Instance& a, const Instance& b, double room, Inside inside) {
  const Containment c = contains(a, b);
  EXPECT_LE(double(c.lower), room + 1e-6) << room;
  EXPECT_GE(double(c.upper), room - 1e-6) << room;
  EXPECT_EQ(c.inside, inside) << room;
}

TEST(Contains, OfBoxesIsTheGapOfTheirFacesOrTheFarthestCorner) {
  const Instance outer = at(Shape(Box{{2, 2, 2}}), {});
  const Shape inner = Box{{1, 1, 1}};
  expect_room(outer, at(inner, {Real(0.5), 0, 0}), 0.5);
  expect_room(outer, at(inner, {Real(1.5), 0, 0}), -0.5);
  expect_room(outer, at(inner, {Real(1.5), Real(1.5), 0}), -std::sqrt(0.5));
  expect_room(outer, at(inner, {1, 0, 0}), 0);
  expect_room(outer, outer, 0);
  expect_room(outer, at(inner, {9, 0, 0}), -8);
  const Pose turned{rotation_about({0, 0, 1}, Real(std::acos(0.0) / 2)), {}};
  const Containment c = contains(outer, {inner, turned});
  EXPECT_NEAR(double(c.lower), 2 - std::sqrt(2.0), 1e-6);
  EXPECT_EQ(c.inside, Inside::yes);
}

TEST(Contains, OfRoundShapes) {
  const Instance box = at(Shape(Box{{2, 2, 2}}), {}), ball = at(Shape(Sphere{2}), {});
  const Instance cylinder = at(Shape(Cylinder{1, 2}), {});
  expect_room(box, at(Sphere{1}, {Real(0.5), 0, 0}), 0.5);
  expect_room(ball, at(Sphere{1}, {Real(0.25), 0, 0}), 0.75);
  expect_room(ball, at(Sphere{1}, {Real(1.5), 0, 0}), -0.5);
  expect_room(cylinder, at(Capsule{Real(0.5), 1}, {Real(0.25), 0, 0}), 0.25);
  expect_enclosed(ball, at(Cone{1, 1}, {}), 2 - std::sqrt(2.0), Inside::yes);  // a ring of farthest points
  expect_room(ball, at(Cylinder{Real(0.5), 1}, {Real(0.25), 0, 0}), 2 - std::sqrt(0.75 * 0.75 + 1), 1e-5);
  expect_room(box, at(Cylinder{Real(0.5), 1}, {Real(0.25), 0, 0}), 1, 1e-5);
  expect_room(box, at(Cylinder{Real(0.5), 1}, {2, 0, 0}), -0.5, 1e-5);
  expect_room(box, at(Ellipsoid{{1, Real(0.5), Real(0.25)}}, {}), 1, 1e-5);
  expect_room(ball, at(Ellipsoid{{1, Real(0.5), Real(0.25)}}, {}), 1, 1e-5);
  expect_room(box, at(TaperedCapsule{1, Real(0.5), Real(0.5)}, {0, Real(0.5), 0}), 0.5, 1e-5);
  expect_enclosed(at(Shape(Cylinder{2, 3}), {}), at(Cylinder{1, 1}, {}), 1, Inside::yes);  // coaxial
}

TEST(Contains, CountsMarginsAndHalfSpaces) {
  const Shape box = Box{{1, 1, 1}};
  const Instance ground{HalfSpace{{0, 2, 0}, 0}, Affine()};
  expect_room(at(Shape(Box{{2, 2, 2}}), {}), at(box, {}, Real(0.5)), 0.5);
  expect_room(at(box, {}, Real(0.5)), at(box, {}), 0.5);
  expect_room(ground, at(Sphere{1}, {5, -3, 0}), 2);
  expect_room(ground, at(box, {0, Real(0.5), 0}), -1.5);
  const Containment unbounded = contains(at(box, {}), ground);
  EXPECT_EQ(unbounded.status, Status::unbounded);
  EXPECT_EQ(unbounded.inside, Inside::uncertain);
}

TEST(Contains, OfMeshesInConvexShapesIsThatOfTheirVertices) {
  const Shape l = mesh_of(l_model()), solid = mesh_of(l_model(), true);
  for (const Shape& mesh : {l, solid}) {
    expect_room({Box{{Real(1.5), Real(1.5), Real(1.5)}}, Affine(Vec3{1, 1, Real(0.5)})}, at(mesh, {}), 0.5);
    expect_room({Box{{1, 1, 1}}, Affine(Vec3{1, 1, Real(0.25)})}, at(mesh, {0, 0, Real(0.5)}), -0.25);
  }
  const Shape torus = mesh_of(torus_model(24, 12), true);
  const Containment c = contains({Sphere{13}, Affine()}, at(torus, {}));
  EXPECT_NEAR(double(c.lower), 1, 3e-6);  // vertices are rounded
  EXPECT_NEAR(double(c.upper), 1, 3e-6);
  EXPECT_EQ(c.inside, Inside::yes);
}

TEST(Contains, OfASolidThatIsNotConvex) {
  const Instance l = at(mesh_of(l_model(), true), {});
  const Real half = Real(0.5);
  const auto box = [](Real h) { return Shape(Box{{h, h, h}}); };
  expect_room(l, at(box(Real(0.25)), {half, half, half}), 0.25);
  expect_room(l, at(mesh_of(cube_model(Real(0.25)), true), {half, half, half}), 0.25);
  expect_room(l, at(Sphere{Real(0.25)}, {Real(1.25), half, half}), 0.25);
  // In the missing quarter, 0.7 beyond at most; across the inner corner, 0.3 beyond.
  expect_enclosed(l, at(box(Real(0.2)), {Real(1.5), Real(1.5), half}), -0.7, Inside::no);
  expect_enclosed(l, at(box(Real(0.3)), {1, 1, half}), -0.3 * std::sqrt(2.0), Inside::no);
  expect_enclosed(l, at(box(5), {}), -5 * std::sqrt(3.0), Inside::no);  // the far corner, from the origin
  expect_enclosed(l, at(box(Real(0.5)), {half, half, half}), 0, Inside::uncertain);  // flush with four sides
  EXPECT_EQ(contains(l, l).inside, Inside::uncertain);
}

TEST(Contains, KnowsHolesInsideASolid) {
  const MeshModel shell = join(cube_model(3), turned_inside_out(cube_model(1)));
  const Instance hollow = at(mesh_of(shell, true), {});
  EXPECT_EQ(contains(hollow, at(Shape(Box{{2, 2, 2}}), {})).inside, Inside::no);  // around the hole
  EXPECT_EQ(contains(hollow, at(mesh_of(cube_model(2), true), {})).inside, Inside::no);
  EXPECT_EQ(contains(hollow, at(Sphere{Real(0.5)}, {})).inside, Inside::no);  // in the hole
  expect_room(hollow, at(Sphere{Real(0.5)}, {2, 0, 0}), 0.5);                 // in the wall
  expect_room(hollow, at(mesh_of(cube_model(2)), {}), 1);  // a surface around the hole lies in the wall
}

TEST(Contains, OfCompoundsIsThatOfTheirPieces) {
  const auto two = make_compound(
      std::vector<CompoundPiece>{{Box{}, Affine(Vec3{-1, 0, 0})}, {Box{}, Affine(Vec3{1, 0, 0})}});
  const Shape small = Box{{Real(0.5), Real(0.5), Real(0.5)}};
  expect_room({Box{{3, 2, 2}}, Affine()}, at(*two, {}), 1);
  expect_room({Box{{Real(1.5), 2, 2}}, Affine()}, at(*two, {}), -0.5);
  expect_enclosed(at(*two, {}), at(small, {1, 0, 0}), 0.5, Inside::yes);
  expect_enclosed(at(*two, {}), at(small, {0, 0, 0}), 0.5, Inside::uncertain);  // pieces share it
  expect_enclosed(at(*two, {}), at(small, {0, 1, 0}), -0.5, Inside::no);
}

TEST(Contains, RefusedExcludesNothing) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  const Instance box = at(Shape(Box{}), {}), far = at(Shape(Box{}), {9, 0, 0});
  for (const auto& [c, status] :
       {std::pair{contains(box, at(Shape(Box{}), {nan, 0, 0})), Status::invalid_argument},
        std::pair{contains({Shape(), Affine()}, far), Status::invalid_argument},
        std::pair{contains(box, far, {.max_iterations = 0}), Status::invalid_argument},
        std::pair{contains(at(mesh_of(l_model()), {}), far), Status::unsupported}}) {
    EXPECT_TRUE(c);
    EXPECT_EQ(c.inside, Inside::uncertain);
    EXPECT_EQ(c.status, status);
    EXPECT_EQ(c.lower, -kInfinity);
    EXPECT_EQ(c.upper, kInfinity);
  }
}

// In a hull the room of points inside is the least distance of a vertex from the plane of a face.
TEST(Contains, OfRandomBoxesInHullsIsTheLeastHeightBelowAFace) {
  Random random{5};
  int inside = 0, outside = 0;
  for (int i = 0; i < 300; ++i) {
    std::vector<Vec3> cloud;
    for (int k = 0; k < 40; ++k) cloud.push_back(real(random.direction() * 3.0));
    const Shape hull = *make_hull(cloud);
    const Vec3 half{Real(random.uniform(0.1, 1.5)), Real(random.uniform(0.1, 1.5)),
                    Real(random.uniform(0.1, 1.5))};
    const auto axis = random.direction(), way = random.direction();  // in one order for every compiler
    const double angle = random.uniform(0, 6), distance = random.uniform(0, 1.5);
    const Affine place(Pose{rotation_about(real(axis), Real(angle)), real(way * distance)});
    double room = 1e9;
    for (std::uint32_t f = 0; f < hull_info(hull).faces; ++f) {
      const Plane plane = face_plane(hull, f);
      for (int c = 0; c < 8; ++c) {
        const BasicVec3<double> p{double(c & 1 ? half.x : -half.x), double(c & 2 ? half.y : -half.y),
                                  double(c & 4 ? half.z : -half.z)};
        const auto q = BasicMat3<double>(place.linear()) * p + BasicVec3<double>(place.translation());
        room = std::min(room, double(plane.offset) - dot(BasicVec3<double>(plane.normal), q));
      }
    }
    if (std::abs(room) < 1e-5) continue;
    const Containment c = contains({hull, Affine()}, {Box{half}, place});
    EXPECT_EQ(c.inside, room > 0 ? Inside::yes : Inside::no) << i;
    if (room > 0) {
      EXPECT_NEAR(double(c.lower), room, 2e-6) << i;
    } else {
      EXPECT_LE(double(c.upper), room + 2e-6) << i;  // a corner beyond two planes is farther from the hull
    }
    ++(room > 0 ? inside : outside);
  }
  EXPECT_GT(inside, 40);
  EXPECT_GT(outside, 40);
}

}  // namespace
}  // namespace graze::test
