// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Gradients of meshes and compounds, and of times of impact with margins.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "graze/mesh/compound.h"
#include "graze/mesh/triangle_mesh.h"
#include "graze/shape/hull_builder.h"
#include "motion/differences.h"

namespace graze::test {
namespace {

constexpr bool kIsDouble = sizeof(Real) == 8;

Vec3 vector_of(const V3d& v) { return {Real(v.x), Real(v.y), Real(v.z)}; }

// An octahedron with corners at unequal distances.
Shape make_mesh(Random& random, bool is_solid) {
  std::vector<Vec3> corners;
  for (int k = 0; k < 6; ++k) {
    Vec3 corner;
    corner[k / 2] = Real(random.uniform(0.6, 1.2) * (k % 2 == 0 ? 1 : -1));
    corners.push_back(corner);
  }
  const std::vector<std::uint32_t> indices{0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                           2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
  MeshSettings settings;
  settings.is_solid = is_solid;
  return make_triangle_mesh(make_vertex_array(corners), make_index_array(indices), settings)->shape();
}

// An ellipsoid, a cylinder and a cone, and within a compound an ellipsoid and a mesh.
Shape make_assembly(Random& random) {
  const auto size = [&] { return Real(random.uniform(0.3, 0.6)); };
  const Shape inner = *make_compound(
      std::vector<CompoundPiece>{{Shape(Ellipsoid{{size(), size(), size()}}), Affine(Vec3{0, Real(0.7), 0})},
                                 {make_mesh(random, false), Affine(Vec3{0, Real(-0.5), 0})}});
  return *make_compound(
      std::vector<CompoundPiece>{{Shape(Cylinder{size(), size()}), placed(random, 0.7)},
                                 {Shape(Cone{size(), size()}), placed(random, 0.7)},
                                 {Shape(Ellipsoid{{size(), size(), size()}}), placed(random, 0.7)},
                                 {inner, placed(random, 0.5)}});
}

std::vector<Shape> wholes_of(Random& random) {
  return {make_mesh(random, false), make_mesh(random, true), make_assembly(random)};
}
std::vector<Shape> others_of(Random& random) {
  const auto size = [&] { return Real(random.uniform(0.4, 1)); };
  return {Shape(Ellipsoid{{size(), size(), size()}}),
          Shape(Cylinder{size(), size()}),
          Shape(Cone{size(), size()}),
          Shape(Capsule{size(), size()}),
          Shape(Box{{size(), size(), size()}}),
          make_mesh(random, false),
          make_assembly(random)};
}

// Relative 1e-6 in double. Overlapping: solids that are convex, whose depth is exact.
TEST(SeparationGradient, OfMeshesAndCompoundsAgreesWithDifferences) {
  Random random(20261120);
  Count apart, overlapping;
  const double h = kIsDouble ? 2e-3 : 5e-3, tolerance = kIsDouble ? 1e-6 : 4e-3;
  QuerySettings settings;
  settings.relative_error = kIsDouble ? Real(1e-14) : settings.relative_error;
  const auto add = [&](const Instance& a, const Instance& b) {
    const SeparationGradient r = separation_gradient(a, b);
    Count& count = r.separation.lower > 0 ? apart : overlapping;
    if (!r.is_unique) {
      ++count.not_unique;
      return;
    }
    const auto value = [&](int k, double by) {
      Instance da = a, db = b;
      (k < 6 ? da : db).placement = displaced((k < 6 ? da : db).placement, k % 6, by);
      const Separation s = separation(da, db, settings);
      return 0.5 * (double(s.lower) + double(s.upper));
    };
    SCOPED_TRACE(std::string(to_string(a.shape.kind())) + " " + to_string(b.shape.kind()));
    compare(r.of_a, r.of_b, value, h, tolerance, count);
  };
  for (int round = 0; round < 3; ++round)
    for (const Shape& whole : wholes_of(random))
      for (const Shape& other : others_of(random)) {
        const Instance a{whole, placed(random, 0.1), Real(0.125)}, b{other, placed(random, 5), 0};
        add(a, b);
        add(b, a);
      }
  for (int round = 0; round < 8; ++round) {
    const Shape solid = make_mesh(random, true);
    for (const Shape& other : others_of(random))
      if (other.kind() != ShapeKind::triangle_mesh && other.kind() != ShapeKind::compound)
        add({solid, placed(random, 0.1), 0}, {other, placed(random, 0.7), 0});
  }
  for (const Count& c : {apart, overlapping}) {
    EXPECT_GT(c.compared, 100);
    EXPECT_GT(c.compared, 2 * c.kinks);
  }
}

// A ball of radius 1 with a margin of 1/2 flies at 10 per unit of time at a wall 4 away with one of 1/4: at
// (4 - 3/4) / 10, and later by a tenth per unit of length.
TEST(ImpactGradient, OfMarginsIsThatOfTheGrownShapes) {
  const Shape ball(Sphere{1}), wall(Box{{1, 5, 5}});
  const Path way = Path::linear({}, {10, 0, 0}), rest = Affine(Vec3{6, 0, 0});
  const ImpactGradient r = impact_gradient(ball, way, Real(0.5), wall, rest, Real(0.25));
  const double tolerance = kIsDouble ? 1e-9 : 1e-4;
  EXPECT_TRUE(r.is_unique);
  EXPECT_NEAR(double(r.impact.lower), 0.325, 1e-6);
  EXPECT_NEAR(double(r.closing_speed), 10, 10 * tolerance);
  EXPECT_LE(double(length(r.of_b.translation - Vec3{Real(0.1), 0, 0})), tolerance);
  const ImpactGradient bare = impact_gradient(ball, way, 0, wall, rest, 0);
  EXPECT_EQ(bare.impact.lower, impact_gradient(ball, way, wall, rest).impact.lower);
  EXPECT_EQ(impact_gradient(ball, way, Real(-1), wall, rest, 0).impact.status, Status::invalid_argument);
}

// One object of a pair on its way: turning about its origin.
struct Mover {
  Shape shape;
  Affine from;
  Vec3 way, turn;
  Real margin;

  [[nodiscard]] Path path() const { return Path::turning(from, way, turn); }
  // Displaced at a time along component k, about where the origin is then.
  [[nodiscard]] Path displaced_at(Real time, int k, double by) const {
    const Affine then = path().placement(time);
    const Affine moved = displaced(then, k, by) * inverse(then);  // of the world
    return Path::turning(moved * from, moved.linear() * way, moved.linear() * turn);
  }
};

TEST(ImpactGradient, OfMarginsMeshesAndCompoundsAgreesWithDifferences) {
  Random random(11);
  Count count;
  const double h = kIsDouble ? 1e-3 : 1e-2, tolerance = kIsDouble ? 1e-6 : 2e-2;
  MotionSettings settings;
  if (kIsDouble) settings.time_tolerance = Real(2e-12);
  const auto add = [&](const Mover& a, const Mover& b) {
    const ImpactGradient r =
        impact_gradient(a.shape, a.path(), a.margin, b.shape, b.path(), b.margin, settings);
    if (r.impact.hit != Hit::hit || r.impact.starts_in_contact) return;
    if (!r.is_unique || r.closing_speed < Real(0.5)) {
      ++count.not_unique;
      return;
    }
    const Real time = r.impact.lower;
    const auto value = [&](int k, double by) {
      const Path pa = k < 6 ? a.displaced_at(time, k, by) : a.path(),
                 pb = k < 6 ? b.path() : b.displaced_at(time, k % 6, by);
      const TimeOfImpact t = time_of_impact(a.shape, pa, a.margin, b.shape, pb, b.margin, settings);
      return t.hit == Hit::hit ? 0.5 * (double(t.lower) + double(t.upper)) : 1e3;
    };
    SCOPED_TRACE(std::string(to_string(a.shape.kind())) + " " + to_string(b.shape.kind()));
    compare(r.of_a, r.of_b, value, h, tolerance, count);
  };
  for (int round = 0; round < 2; ++round) {
    const std::vector<Shape> others = others_of(random);
    std::vector<Shape> shapes = wholes_of(random);
    shapes.insert(shapes.end(), others.begin(), others.begin() + 5);
    for (const Shape& a : shapes)
      for (const Shape& b : others) {
        const Affine start = placed(random, 5);
        add({a, start, start.translation() * Real(-1.1), vector_of(random.direction()), Real(0.125)},
            {b, placed(random, 0.3), {}, vector_of(random.direction() * 0.5), Real(0.0625)});
      }
  }
  EXPECT_GT(count.compared, 500);
  EXPECT_GT(count.compared, 2 * count.kinks);
}

}  // namespace
}  // namespace graze::test
