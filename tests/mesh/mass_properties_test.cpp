// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/shape/mass_properties.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "graze/mesh/compound.h"
#include "graze/shape/hull_builder.h"
#include "mesh_models.h"

namespace graze::test {
namespace {

using std::numbers::pi;
constexpr double kLast = 8 * double(kEpsilon);

struct Expected {
  double volume;
  Vec3 centroid;
  double xx, yy, zz;  // of the inertia; products are zero
};

void expect_mass(const Result<MassProperties>& m, const Expected& e, double tolerance = kLast) {
  ASSERT_TRUE(m.has_value());
  EXPECT_NEAR(double(m->volume), e.volume, tolerance * e.volume);
  const double expected[] = {e.xx, e.yy, e.zz};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(double(m->centroid[i]), double(e.centroid[i]), tolerance) << i;
    for (int j = 0; j < 3; ++j)
      EXPECT_NEAR(double(m->inertia.column(i)[j]), i == j ? expected[i] : 0, tolerance * (e.xx + e.yy + e.zz))
          << i << j;
  }
}

// m / 3 (b² + c²) with m = 8 · 1 · 2 · 3.
TEST(MassOfShapes, OfPrimitivesAreThoseOfTheFormulas) {
  expect_mass(mass_properties(Box{{1, 2, 3}}), {48, {}, 208, 160, 80});
  const double ball = 32 * pi / 3;  // radius 2, 2 / 5 m r²
  expect_mass(mass_properties(Sphere{2}), {ball, {}, 1.6 * ball, 1.6 * ball, 1.6 * ball});
  expect_mass(mass_properties(Ellipsoid{{1, 2, 3}}), {8 * pi, {}, 20.8 * pi, 16 * pi, 8 * pi});
  expect_mass(mass_properties(Cylinder{1, 1}), {2 * pi, {}, 7 * pi / 6, pi, 7 * pi / 6});
  const double cone = 2 * pi / 3;  // 3 / 80 m (4 r² + h²), 3 / 10 m r²
  expect_mass(mass_properties(Cone{1, 1}), {cone, {0, Real(-0.5), 0}, 0.3 * cone, 0.3 * cone, 0.3 * cone});
  expect_mass(mass_properties(TaperedCylinder{1, 0, 1}),
              {cone, {0, Real(-0.5), 0}, 0.3 * cone, 0.3 * cone, 0.3 * cone});
  // The cylinder above, and two half balls of radius 1 whose centroids are 3 / 8 beyond its ends.
  const Expected capsule{10 * pi / 3, {}, 121 * pi / 30, 23 * pi / 15, 121 * pi / 30};
  expect_mass(mass_properties(Capsule{1, 1}), capsule);
  expect_mass(mass_properties(TaperedCapsule{1, 1, 1}), capsule);
  expect_mass(mass_properties(TaperedCapsule{2, Real(0.5), Real(0.5)}),  // one ball in the other
              {ball, {0, Real(-0.5), 0}, 1.6 * ball, 1.6 * ball, 1.6 * ball});
}

// Slices of the hull of two balls: the widest of the balls between them.
TEST(MassOfShapes, OfATaperedCapsuleAreThoseOfItsSlices) {
  const double bottom = 1.5, top = 0.5, half = 1;
  double volume = 0, y1 = 0, y2 = 0, x2 = 0;
  constexpr int kSlices = 2000, kBalls = 400;
  const double low = -half - bottom, step = (half + top - low) / kSlices;
  for (int i = 0; i < kSlices; ++i) {
    const double y = low + (i + 0.5) * step;
    double rr = 0;
    for (int k = 0; k <= kBalls; ++k) {
      const double t = double(k) / kBalls, r = bottom + t * (top - bottom), u = y - (2 * t - 1) * half;
      rr = std::max(rr, r * r - u * u);
    }
    volume += pi * rr * step;
    y1 += pi * rr * y * step;
    y2 += pi * rr * y * y * step;
    x2 += pi * rr * rr / 4 * step;
  }
  const double middle = y1 / volume, yy = y2 - volume * middle * middle;
  expect_mass(mass_properties(TaperedCapsule{Real(bottom), Real(top), Real(half)}),
              {volume, {0, Real(middle), 0}, yy + x2, 2 * x2, yy + x2}, 1e-4);
}

TEST(MassOfShapes, OfImagesAndExpansionsFollow) {
  const auto ellipsoid = make_affine_image(Sphere{1}, Affine(Mat3::diagonal(1, 2, -3), {4, 5, 6}));
  expect_mass(mass_properties(*ellipsoid), {8 * pi, {4, 5, 6}, 20.8 * pi, 16 * pi, 8 * pi}, 8 * kLast);
  const double ball = 32 * pi / 3;
  expect_mass(mass_properties(*make_expanded(Sphere{1}, 1)), {ball, {}, 1.6 * ball, 1.6 * ball, 1.6 * ball});
  expect_mass(mass_properties(*make_expanded(Point{{1, 2, 3}}, 2)),
              {ball, {1, 2, 3}, 1.6 * ball, 1.6 * ball, 1.6 * ball});
  expect_mass(mass_properties(*make_expanded(Segment{{5, 0, -1}, {5, 0, 1}}, 1)),  // a capsule along z
              {10 * pi / 3, {5, 0, 0}, 121 * pi / 30, 121 * pi / 30, 23 * pi / 15});
}

TEST(MassOfShapes, OfVerticesAreThoseOfTheirHull) {
  const MeshModel cube = cube_model();
  expect_mass(mass_properties(Polytope{cube.vertices}), {8, {}, 16.0 / 3, 16.0 / 3, 16.0 / 3});
  const auto corner = mass_properties(Tetrahedron{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  EXPECT_NEAR(double(corner->volume), 1.0 / 6, kLast);
  expect_mass(mass_properties(Triangle{{0, 0, 5}, {3, 0, 5}, {0, 6, 5}}), {0, {1, 2, 5}, 0, 0, 0}, 5 * kLast);
  expect_mass(mass_properties(Segment{{1, 2, 3}, {3, 2, 1}}), {0, {2, 2, 2}, 0, 0, 0});
  expect_mass(mass_properties(Point{{1, 2, 3}}), {0, {1, 2, 3}, 0, 0, 0});
}

Shape solid(const MeshModel& model) { return build(model, {.is_solid = true})->shape(); }

TEST(MassOfShapes, OfSolidMeshesAreThoseOfWhatTheyEnclose) {
  const Expected cube{8, {}, 16.0 / 3, 16.0 / 3, 16.0 / 3};
  expect_mass(mass_properties(solid(cube_model())), cube);
  expect_mass(mass_properties(solid(turned_inside_out(cube_model()))), cube);
  // 6³ less 2³: m a² / 6.
  const MeshModel hollow = join(cube_model(3), turned_inside_out(cube_model(1)));
  expect_mass(mass_properties(solid(hollow)), {208, {}, 1296 - 16.0 / 3, 1296 - 16.0 / 3, 1296 - 16.0 / 3});
  const auto l = mass_properties(solid(l_model()));  // three unit cubes
  EXPECT_NEAR(double(l->volume), 3, 3 * kLast);
  EXPECT_NEAR(double(l->centroid.x), 5.0 / 6, kLast);
  EXPECT_NEAR(double(l->centroid.z), 0.5, kLast);
  // About z: three times 1 / 6, and the squares of their ways from the middle: 2 / 9, 5 / 9, 5 / 9.
  EXPECT_NEAR(double(l->inertia.column(2).z), 0.5 + 12.0 / 9, 4 * kLast);
  EXPECT_NEAR(double(l->inertia.column(0).y), 1.0 / 3, 4 * kLast);  // -(1 - 2 - 2) / 9
}

TEST(MassOfShapes, OfCompoundsAreSums) {
  const auto two = make_compound(std::vector<CompoundPiece>{{Box{}, Affine(Vec3{-1, 0, 0})},
                                                            {solid(cube_model()), Affine(Vec3{1, 0, 0})}});
  const auto box = mass_properties(Box{{2, 1, 1}});
  expect_mass(mass_properties(*two), {16,
                                      {},
                                      double(box->inertia.column(0).x),
                                      double(box->inertia.column(1).y),
                                      double(box->inertia.column(2).z)});
}

TEST(MassOfShapes, OfPlacedShapesAreInTheWorld) {
  const Pose quarter{rotation_about({0, 0, 1}, Real(pi / 2)), {1, 2, 3}};  // x becomes y
  expect_mass(mass_properties(Instance{Box{{1, 2, 3}}, quarter}), {48, {1, 2, 3}, 160, 208, 80}, 4 * kLast);
  EXPECT_EQ(mass_properties(Instance{Cone{}, Affine(), 1}).error().code, ErrorCode::unsupported);
  EXPECT_FALSE(mass_properties(Instance{Box{}, Affine(Mat3::diagonal(1, 1, 0), {})}));
}

TEST(MassOfShapes, AreRefusedWhereThereIsNoVolumeInClosedForm) {
  const Shape surface = build(cube_model())->shape();
  for (const Shape& shape : {Shape(), Shape(HalfSpace{}), *make_minkowski_sum(Box{}, Cylinder{}),
                             *make_convex_hull(Box{}, Sphere{2}), *make_expanded(Cone{}, 1), surface})
    EXPECT_EQ(mass_properties(shape).error().code, ErrorCode::unsupported);
  const auto mixed = make_compound(std::vector<Shape>{Box{}, surface});
  EXPECT_EQ(mass_properties(*mixed).error().position, 1u);
  const Real huge = Real(sizeof(Real) == 4 ? 1e30 : 1e130);
  EXPECT_EQ(mass_properties(Sphere{huge}).error().code, ErrorCode::not_finite);
}

}  // namespace
}  // namespace graze::test
