// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "graze/mesh/compound.h"
#include "graze/mesh/height_field.h"
#include "graze/mesh/triangle_mesh.h"
#include "graze/motion/time_of_impact.h"

namespace graze::test {
namespace {

const double kPi = std::acos(-1.0);
constexpr double kTolerance = sizeof(Real) == 4 ? 1e-6 : 1e-9;
const Path kRest;

Path still(Real x, Real y, Real z) { return Affine(Vec3{x, y, z}); }

// A cube of half extent 1 from twelve triangles.
Shape cube(bool is_solid) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back({Real(i & 1 ? 1 : -1), Real(i & 2 ? 1 : -1), Real(i & 4 ? 1 : -1)});
  const std::vector<std::uint32_t> indices{0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                           2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
  MeshSettings settings;
  settings.is_solid = is_solid;
  return make_triangle_mesh(make_vertex_array(corners), make_index_array(indices), settings)->shape();
}

void expect_hit_at(const TimeOfImpact& r, double time) {
  ASSERT_EQ(r.hit, Hit::hit);
  EXPECT_EQ(r.status, Status::converged);
  EXPECT_LE(double(r.lower), time + 4 * double(kEpsilon));
  EXPECT_GE(double(r.upper), time - 4 * double(kEpsilon));
  EXPECT_LE(r.upper - r.lower, Real(kTolerance));
}

// A rod from the origin to (4, 0, 0) turns about z by half a turn; the cube's face is at y = 2.
TEST(PieceImpact, OfARodThatTurnsIntoAMeshIsAnArcsine) {
  const Shape rod(Capsule{Real(0.25), 2});
  const Path turn = Path::turning(Affine(Pose(rotation_about({0, 0, 1}, Real(-kPi / 2)), {2, 0, 0})),
                                  {0, 0, 0}, {0, 0, Real(kPi)}, {0, -2, 0});
  // Its end is at 4 sin(angle), a quarter before the face.
  const double time = std::asin((2 - 0.25) / 4) / kPi;
  const TimeOfImpact r = time_of_impact(rod, turn, cube(false), still(4, 3, 0));
  expect_hit_at(r, time);
  EXPECT_EQ(r.piece_a, kNoPiece);
  EXPECT_LT(r.piece_b, 12u);
  EXPECT_LE(length(r.normal - Vec3{0, 1, 0}), Real(1e-3));
  expect_hit_at(time_of_impact(rod, turn, cube(true), still(4, 3, 0)), time);
  expect_hit_at(time_of_impact(cube(true), still(4, 3, 0), rod, turn), time);
}

TEST(PieceImpact, OfTwoMeshesIsThatOfTheBoxesTheyAre) {
  const Path path = Path::turning(Affine(Vec3{-4, Real(0.25), Real(0.125)}), {4, 0, 0}, {1, Real(0.5), 1}),
             other = Path::turning(Affine(), {0, 0, 0}, {Real(0.25), Real(-0.5), 1});
  const Shape box(Box{{1, 1, 1}});
  const TimeOfImpact boxes = time_of_impact(box, path, box, other);
  ASSERT_EQ(boxes.hit, Hit::hit);
  for (const bool is_solid : {false, true}) {
    const TimeOfImpact r = time_of_impact(cube(is_solid), path, cube(true), other);
    ASSERT_NE(r.hit, Hit::miss);
    EXPECT_LE(r.lower, boxes.upper);
    EXPECT_GE(r.upper, boxes.lower);
  }
}

// All pairs of neighbours touch at the start, none crosses another: the first question tells.
TEST(PieceImpact, OfMeshesThatCoincideIsTheStart) {
  const Path path = Path::turning(Affine(Vec3{1, 0, 0}), {-5, Real(0.3), Real(0.2)}, {Real(0.5), 0, 1});
  const TimeOfImpact r = time_of_impact(cube(false), still(1, 0, 0), cube(false), path);
  EXPECT_EQ(r.hit, Hit::hit);
  EXPECT_TRUE(r.starts_in_contact);
  EXPECT_EQ(r.lower, 0);
  EXPECT_EQ(r.upper, 0);
  EXPECT_LT(r.iterations, 12);  // fewer than there are triangles
}

TEST(PieceImpact, OfACompoundIsThatOfItsFirstPart) {
  // A dumb-bell, whose ball at (3, 0, 0) turns about z; a nested one alike.
  const CompoundPiece balls[] = {{Shape(Sphere{1}), Affine(Vec3{-2, 0, 0})},
                                 {Shape(Sphere{1}), Affine(Vec3{3, 0, 0})}};
  const Shape bell = *make_compound(balls);
  const CompoundPiece one[] = {{bell, Affine()}};
  const Shape nested = *make_compound(one);
  const Path spin = Path::turning(Affine(), {0, 0, 0}, {0, 0, Real(kPi)});
  // Centres 3 from the origin, radius 1 and 1/2: chord 1.5.
  const double time = 0.5 - 2 * std::asin(0.75 / 3) / kPi;
  const TimeOfImpact r = time_of_impact(bell, spin, Shape(Sphere{Real(0.5)}), still(0, 3, 0));
  expect_hit_at(r, time);
  EXPECT_EQ(r.piece_a, 1u);
  expect_hit_at(time_of_impact(nested, spin, Shape(Sphere{Real(0.5)}), still(0, 3, 0)), time);
  expect_hit_at(time_of_impact(Shape(Sphere{Real(0.5)}), still(0, 3, 0), nested, spin), time);
}

TEST(PieceImpact, OnAHeightFieldIsWhenTheBallReachesIt) {
  const std::array<float, 9> heights{};
  HeightField field;
  field.heights = heights.data();
  field.columns = field.rows = 3;
  const Shape ground = make_height_field(field)->mesh.shape();
  const Path fall = Path::turning(Affine(Vec3{1, 5, 1}), {0, -8, 0}, {1, 2, 3});
  expect_hit_at(time_of_impact(Shape(Sphere{1}), fall, ground, kRest), 0.5);
  const TimeOfImpact beside = time_of_impact(
      Shape(Sphere{1}), Path::turning(Affine(Vec3{9, 5, 1}), {0, -8, 0}, {1, 2, 3}), ground, kRest);
  EXPECT_EQ(beside.hit, Hit::miss);
}

TEST(PieceImpact, OfWhatIsInsideASolidIsTheStart) {
  const TimeOfImpact r =
      time_of_impact(Shape(Sphere{Real(0.25)}), Path::linear(Affine(), {5, 0, 0}), cube(true), kRest);
  EXPECT_EQ(r.hit, Hit::hit);
  EXPECT_TRUE(r.starts_in_contact);
  EXPECT_EQ(r.upper, 0);
  // In a hollow one it flies to the wall.
  expect_hit_at(
      time_of_impact(Shape(Sphere{Real(0.25)}), Path::linear(Affine(), {5, 0, 0}), cube(false), kRest), 0.15);
}

TEST(PieceImpact, OfAMeshThatFallsOnAPlaneIsThatOfItsLowestCorner) {
  const Path fall = Path::turning(Affine(Vec3{0, 5, 0}), {0, -8, 0}, {0, 7, 0});
  expect_hit_at(time_of_impact(cube(true), fall, Shape(HalfSpace{{0, 1, 0}, 0}), kRest), 0.5);
}

}  // namespace
}  // namespace graze::test
