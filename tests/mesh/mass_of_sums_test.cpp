// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Mass properties of what is a hull of points grown by a ball: expansions, sums, hulls of shapes, margins.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "graze/math/quat.h"
#include "graze/shape/hull_builder.h"
#include "graze/shape/mass_properties.h"
#include "graze/shape/polytope.h"
#include "support/random.h"

namespace graze::test {
namespace {

using std::numbers::pi;
constexpr double kLast = 16 * double(kEpsilon);

Mat3 diagonal(double x, double y, double z) { return Mat3::diagonal(Real(x), Real(y), Real(z)); }

struct Mass {
  double volume;
  Vec3 centroid;
  Mat3 inertia;
};

void expect_mass(const Result<MassProperties>& m, const Mass& e, double tolerance = kLast) {
  ASSERT_TRUE(m.has_value());
  const double size = 1 + double(max_abs(e.centroid));
  double inertia = 0;
  for (int i = 0; i < 3; ++i) inertia = std::max(inertia, double(max_abs(e.inertia.columns[i])));
  EXPECT_NEAR(double(m->volume), e.volume, tolerance * e.volume);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(double(m->centroid[i]), double(e.centroid[i]), tolerance * size) << i;
    for (int j = 0; j < 3; ++j)
      EXPECT_NEAR(double(m->inertia.columns[i][j]), double(e.inertia.columns[i][j]), tolerance * inertia)
          << i << j;
  }
}
void expect_same_mass(const Result<MassProperties>& m, const Result<MassProperties>& e,
                      double tolerance = kLast) {
  ASSERT_TRUE(e.has_value());
  expect_mass(m, {double(e->volume), e->centroid, e->inertia}, tolerance);
}

// The integral of x² over a box of half size (a, b, c) grown by r, part by part: the box, slabs on its faces,
// quarters of cylinders along its edges, eighths of a ball. What stands at x = a has (a + |x|)².
double square_of_round_box(double a, double b, double c, double r) {
  const double of_box = 8 * a * a * a * b * c / 3;
  const double of_slabs = 8 * b * c * (std::pow(a + r, 3) - a * a * a) / 3 + 8 * a * (b + c) * r * a * a / 3;
  const double along = pi * r * r * 2 * a * a * a / 3,
               across = 2 * (b + c) * (pi * r * r * a * a + 8 * a * r * r * r / 3 + pi * r * r * r * r / 4);
  const double of_ball =
      4 * pi * r * r * r / 3 * a * a + pi * std::pow(r, 4) * a + 4 * pi * std::pow(r, 5) / 15;
  return of_box + of_slabs + along + across + of_ball;
}
Mass round_box(double a, double b, double c, double r) {
  const double volume =
      8 * a * b * c + 8 * r * (a * b + b * c + c * a) + 2 * pi * r * r * (a + b + c) + 4 * pi * r * r * r / 3;
  const double x = square_of_round_box(a, b, c, r), y = square_of_round_box(b, c, a, r),
               z = square_of_round_box(c, a, b, r);
  return {volume, {}, diagonal(y + z, z + x, x + y)};
}

TEST(MassOfSums, OfAGrownBoxAreThoseOfItsParts) {
  const Mass expected = round_box(1, 2, 3, 0.5);
  expect_mass(mass_properties(*make_expanded(Box{{1, 2, 3}}, Real(0.5))), expected);
  expect_mass(mass_properties(*make_minkowski_sum(Sphere{Real(0.5)}, Box{{1, 2, 3}})), expected);
  expect_mass(mass_properties(Instance{Box{{1, 2, 3}}, Affine(), Real(0.5)}), expected);
  const auto twice = make_expanded(make_expanded(Box{{1, 2, 3}}, Real(0.125)).value(), Real(0.375));
  expect_mass(mass_properties(*twice), expected);
}

TEST(MassOfSums, OfAGrownRectangleAreThoseOfItsParts) {
  expect_mass(mass_properties(*make_expanded(Box{{1, 2, 0}}, Real(0.5))), round_box(1, 2, 0, 0.5));
  const Vec3 corners[] = {{-1, 0, -3}, {1, 0, -3}, {1, 0, 3}, {-1, 0, 3}};
  expect_mass(mass_properties(*make_expanded(*make_hull(corners), 2)), round_box(1, 0, 3, 2));
  expect_mass(mass_properties(*make_expanded(Box{{0, 2, 0}}, 1)), round_box(0, 2, 0, 1));
}

TEST(MassOfSums, AreThoseOfTheShapeThatTheyAre) {
  expect_same_mass(mass_properties(*make_minkowski_sum(Box{{1, 2, 3}}, Box{{3, 2, 1}})),
                   mass_properties(Box{{4, 4, 4}}));
  const Segment x{{-1, 0, 0}, {1, 0, 0}}, y{{0, -2, 0}, {0, 2, 0}}, z{{4, 5, 3}, {4, 5, 9}};
  const auto box = make_minkowski_sum(make_minkowski_sum(x, y).value(), z);
  expect_same_mass(mass_properties(*box), mass_properties(Instance{Box{{1, 2, 3}}, Affine(Vec3{4, 5, 6})}));
  expect_same_mass(mass_properties(*make_minkowski_sum(Capsule{Real(0.5), 2}, Sphere{1})),
                   mass_properties(Capsule{Real(1.5), 2}));
  const auto pill =
      make_convex_hull(make_affine_image(Sphere{1}, Affine(Vec3{0, -2, 0})).value(), Capsule{1, 2});
  expect_same_mass(mass_properties(*pill), mass_properties(Capsule{1, 2}));
  const auto corner = make_convex_hull(Triangle{{0, 0, 0}, {3, 0, 0}, {0, 6, 0}}, Point{{0, 0, 2}});
  expect_same_mass(mass_properties(*corner),
                   mass_properties(Tetrahedron{{0, 0, 0}, {3, 0, 0}, {0, 6, 0}, {0, 0, 2}}));
  // An image of a sum, and a sum of images.
  const Affine twice(diagonal(2, 2, 2), {1, 1, 1});
  expect_same_mass(
      mass_properties(*make_affine_image(make_expanded(Box{}, 1).value(), twice)),
      mass_properties(Instance{make_expanded(Box{{2, 2, 2}}, 2).value(), Affine(Vec3{1, 1, 1})}));
  expect_same_mass(mass_properties(*make_minkowski_sum(make_affine_image(Sphere{1}, twice).value(), Box{})),
                   mass_properties(Instance{make_expanded(Box{}, 2).value(), Affine(Vec3{1, 1, 1})}));
}

TEST(MassOfSums, OfATurnedAndGrownBoxAreTurned) {
  const Mat3 turn = to_matrix(rotation_about(Vec3{1, 2, 3}, Real(0.7)));
  const Mass local = round_box(1, 2, 3, 0.5);
  expect_mass(mass_properties(Instance{Box{{1, 2, 3}}, Affine(turn, {7, 8, 9}), Real(0.5)}),
              {local.volume, {7, 8, 9}, turn * local.inertia * transpose(turn)}, 2 * kLast);
  // The margin is in world units.
  expect_mass(mass_properties(Instance{Box{{1, 1, 1}}, Affine(diagonal(1, 2, 3), {}), Real(0.5)}), local);
}

// Points of a lattice, of which the surface of the hull tells whether they are near enough.
struct Lattice {
  static constexpr int kSteps = 44;
  double volume = 0, first[3] = {}, second[3][3] = {};

  Lattice(const Shape& hull, double radius, double half) {
    const double step = 2 * half / kSteps;
    for (int i = 0; i < kSteps; ++i)
      for (int j = 0; j < kSteps; ++j)
        for (int k = 0; k < kSteps; ++k) {
          const double p[3] = {(i + 0.5) * step - half, (j + 0.5) * step - half, (k + 0.5) * step - half};
          const auto near = nearest_surface_point(hull, {Real(p[0]), Real(p[1]), Real(p[2])});
          // Cells that the surface cuts count by how far it is from their middle: exact for planes. Of a ball
          // of radius 1.6 it makes step² / 24 · 8 pi 1.6 too much, a hundredth.
          const double share = std::clamp((radius - double(near->upper)) / step + 0.5, 0.0, 1.0);
          volume += share * step * step * step;
          for (int x = 0; x < 3; ++x) {
            first[x] += share * p[x] * step * step * step;
            for (int y = 0; y < 3; ++y) second[x][y] += share * p[x] * p[y] * step * step * step;
          }
        }
  }
};

TEST(MassOfSums, OfRandomGrownHullsAreThoseOfTheirPoints) {
  Random random{20261203};
  for (const int count : {4, 7, 20}) {
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) {
      const V3d p = random.direction();
      points.push_back({Real(p.x), Real(p.y), Real(p.z)});
    }
    const Shape hull = make_hull(points).value();
    const double radius = random.uniform(0.2, 0.6);
    const Lattice seen(hull, radius, 1.7);
    const auto m = mass_properties(*make_expanded(hull, Real(radius)));
    ASSERT_TRUE(m);
    EXPECT_NEAR(double(m->volume), seen.volume, 0.01);
    const auto about_centroid = [&](int x, int y) {
      return seen.second[x][y] - seen.first[x] * seen.first[y] / seen.volume;
    };
    for (int x = 0; x < 3; ++x) {
      const int y = (x + 1) % 3, z = (x + 2) % 3;
      EXPECT_NEAR(double(m->centroid[x]), seen.first[x] / seen.volume, 2e-3);
      EXPECT_NEAR(double(m->inertia.columns[x][x]), about_centroid(y, y) + about_centroid(z, z),
                  4e-3 * seen.volume);
      EXPECT_NEAR(double(m->inertia.columns[x][y]), -about_centroid(x, y), 4e-3 * seen.volume);
    }
  }
}

TEST(MassOfSums, OfSmallBallsAroundAHullAreThoseOfTheHull) {
  const Shape hull =
      make_hull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}, {1, 1, 1}}).value();
  expect_same_mass(mass_properties(*make_expanded(hull, Real(1e-12))), mass_properties(hull), 1e-6);
}

}  // namespace
}  // namespace graze::test
