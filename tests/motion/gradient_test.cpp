// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/motion/gradient.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "graze/mesh/triangle_mesh.h"
#include "graze/shape/hull_builder.h"
#include "motion/differences.h"

namespace graze::test {
namespace {

constexpr bool kIsDouble = sizeof(Real) == 8;
const double kPi = std::acos(-1.0);

double to_double(Real x) { return double(x); }
double length_of(const Vec3& v) { return to_double(length(v)); }

void expect_near(const Vec3& v, const Vec3& wanted, double tolerance) {
  EXPECT_LE(length_of(v - wanted), tolerance) << v.x << " " << v.y << " " << v.z;
}

constexpr double kExact = 256 * double(kEpsilon);

// A ball of radius 1 at the origin, one of radius 2 at (0, 0, 5) placed by its local origin at (1, 0, 5).
TEST(SeparationGradient, OfTwoBallsPushesAlongTheLineOfTheirCentres) {
  const Shape a(Sphere{1});
  const Shape b = *make_affine_image(Shape(Sphere{2}), Affine(Vec3{-1, 0, 0}));
  for (const Real z : {Real(5), Real(2)}) {  // apart by 2, overlapping by 1
    const SeparationGradient r = separation_gradient({a, {}, 0}, {b, Affine(Vec3{1, 0, z}), 0});
    EXPECT_TRUE(r.is_unique);
    EXPECT_NEAR(to_double(r.separation.lower), to_double(z) - 3, kExact);
    expect_near(r.of_a.translation, {0, 0, -1}, kExact);
    expect_near(r.of_b.translation, {0, 0, 1}, kExact);
    expect_near(r.of_a.rotation, {0, 0, 0}, kExact);
    // The centre of b is at (-1, 0, 0) from its origin: turning about +y raises it.
    expect_near(r.of_b.rotation, {0, 1, 0}, 2 * kExact);
  }
}

TEST(SeparationGradient, MarginsChangeTheDistanceOnly) {
  const Instance a{Shape(Box{{1, 1, 1}}), {}, Real(0.5)},
      b{Shape(Point{}), Affine(Vec3{3, 0, 0}), Real(0.25)};
  const SeparationGradient r = separation_gradient(a, b);
  EXPECT_TRUE(r.is_unique);
  EXPECT_NEAR(to_double(r.separation.lower), 1.25, kExact);
  expect_near(r.of_b.translation, {1, 0, 0}, kExact);
  expect_near(r.of_a.rotation, {0, 0, 0}, kExact);
}

TEST(SeparationGradient, IsNotUniqueWhereNearestPointsJump) {
  const auto is_unique = [](const Shape& a, const Shape& b, const Affine& placement) {
    const SeparationGradient r = separation_gradient({a, {}, 0}, {b, placement, 0});
    const SeparationGradient back = separation_gradient({b, placement, 0}, {a, {}, 0});
    EXPECT_EQ(r.is_unique, back.is_unique);
    EXPECT_NEAR(length_of(r.of_b.translation), 1, kExact);
    return r.is_unique;
  };
  const Shape box(Box{{1, 1, 1}}), ball(Sphere{1}), small(Box{{Real(0.001), Real(0.001), Real(0.001)}}),
      point(Point{}), rod(Segment{{-1, 0, 0}, {1, 0, 0}});
  EXPECT_FALSE(is_unique(box, box, Affine(Vec3{3, 0, 0})));                    // parallel faces
  EXPECT_FALSE(is_unique(box, small, Affine(Vec3{3, 0, 0})));                  // however small
  EXPECT_FALSE(is_unique(box, rod, Affine(Vec3{0, 0, 2})));                    // an edge along a face
  EXPECT_FALSE(is_unique(box, ball, Affine(Vec3{0, 0, 0})));                   // six ways out
  EXPECT_FALSE(is_unique(ball, ball, Affine(Vec3{0, 0, 0})));                  // every way out
  EXPECT_FALSE(is_unique(box, point, Affine(Vec3{Real(0.5), Real(0.5), 0})));  // two
  EXPECT_TRUE(is_unique(box, point, Affine(Vec3{Real(0.5), Real(0.4), 0})));
  EXPECT_TRUE(is_unique(box, point, Affine(Vec3{2, 3, 4})));
  EXPECT_TRUE(is_unique(box, ball, Affine(Vec3{3, 0, 0})));
  EXPECT_TRUE(is_unique(ball, Shape(Sphere{1000}), Affine(Vec3{0, 0, 1003})));
  const Quat on_edge = rotation_about({0, 0, 1}, Real(kPi / 4));
  EXPECT_TRUE(is_unique(box, Shape(Box{{1, 1, 1}}),  // a corner over a face
                        Affine(rotation_about({1, 2, 3}, 1) * on_edge, {4, 0, 0})));
}

TEST(SeparationGradient, OfHalfSpacesAndMeshes) {
  const Shape ground(HalfSpace{{0, 1, 0}, 0}), ball(Sphere{1});
  const SeparationGradient r = separation_gradient({ground, {}, 0}, {ball, Affine(Vec3{3, Real(0.5), 0}), 0});
  EXPECT_TRUE(r.is_unique);
  expect_near(r.of_b.translation, {0, 1, 0}, kExact);
  expect_near(r.of_b.rotation, {0, 0, 0}, kExact);
  expect_near(r.of_a.rotation, {0, 0, -3}, 4 * kExact);  // turning the ground about z lifts it below the ball

  const std::vector<Vec3> vertices{{-4, 0, -4}, {-4, 0, 4}, {4, 0, 4}, {4, 0, -4}};
  const std::vector<std::uint32_t> indices{0, 1, 2, 0, 2, 3};
  const Shape floor = make_triangle_mesh(vertices, indices)->shape();
  const SeparationGradient m = separation_gradient({floor, {}, 0}, {ball, Affine(Vec3{1, 2, 0}), 0});
  EXPECT_TRUE(m.is_unique);
  expect_near(m.of_b.translation, {0, 1, 0}, kExact);
  expect_near(m.of_a.rotation, {0, 0, -1}, 4 * kExact);
  const SeparationGradient flat =
      separation_gradient({floor, {}, 0}, {Shape(Box{{1, 1, 1}}), Affine(Vec3{1, 2, 0}), 0});
  EXPECT_FALSE(flat.is_unique);
}

TEST(SeparationGradient, RefusesWhatSeparationRefuses) {
  const SeparationGradient r = separation_gradient({Shape(), {}, 0}, {Shape(Sphere{1}), {}, 0});
  EXPECT_EQ(r.separation.status, Status::invalid_argument);
  EXPECT_FALSE(r.is_unique);
  EXPECT_TRUE(r.of_a.translation == Vec3{} && r.of_b.rotation == Vec3{});
}

std::vector<Shape> shapes_of(Random& random) {
  const auto near_one = [&] { return Real(random.uniform(0.4, 1.2)); };
  std::vector<Vec3> corners;
  for (int i = 0; i < 16; ++i) {
    const V3d d = random.direction();
    corners.push_back({Real(d.x), Real(d.y), Real(d.z)});
  }
  return {Shape(Point{}),
          Shape(Segment{{-near_one(), 0, 0}, {near_one(), 0, 0}}),
          Shape(Box{{near_one(), near_one(), near_one()}}),
          Shape(Sphere{near_one()}),
          Shape(Capsule{near_one(), near_one()}),
          Shape(Ellipsoid{{near_one(), near_one(), near_one()}}),
          Shape(Cylinder{near_one(), near_one()}),
          Shape(Cone{near_one(), near_one()}),
          *make_hull(corners)};
}

// Relative 1e-6 in double.
TEST(SeparationGradient, AgreesWithDifferences) {
  Random random(20261119);
  Count apart, overlapping;
  const double h = kIsDouble ? 2e-3 : 5e-3, tolerance = kIsDouble ? 1e-6 : 4e-3;
  for (int round = 0; round < 6; ++round) {
    const std::vector<Shape> shapes = shapes_of(random);
    for (const Shape& sa : shapes)
      for (const Shape& sb : shapes) {
        const bool is_near = random.chance(0.4);
        const Instance a{sa, placed(random, 0.1), 0}, b{sb, placed(random, is_near ? 0.5 : 4.0), 0};
        QuerySettings settings;
        settings.relative_error = kIsDouble ? Real(1e-14) : settings.relative_error;
        const SeparationGradient r = separation_gradient(a, b);
        Count& count = r.separation.lower > 0 ? apart : overlapping;
        if (!r.is_unique) {
          ++count.not_unique;
          continue;
        }
        const auto value = [&](int k, double by) {
          Instance da = a, db = b;
          (k < 6 ? da : db).placement = displaced((k < 6 ? da : db).placement, k % 6, by);
          const Separation s = separation(da, db, settings);
          return 0.5 * (to_double(s.lower) + to_double(s.upper));
        };
        SCOPED_TRACE(std::string(to_string(sa.kind())) + " " + to_string(sb.kind()));
        compare(r.of_a, r.of_b, value, h, tolerance, count);
      }
  }
  for (const Count& c : {apart, overlapping}) {
    EXPECT_GT(c.compared, 1000);
    EXPECT_GT(c.compared, 4 * c.kinks);
  }
  EXPECT_GT(overlapping.not_unique + apart.not_unique, 0);
  RecordProperty("compared", apart.compared + overlapping.compared);
}

TEST(PathVelocity, IsThatOfTheFormula) {
  const Affine from(rotation_about({1, 2, 3}, 1), {4, 5, 6}), to(rotation_about({3, 1, 1}, 2), {1, 2, 1});
  const Affine scaled(from.linear() * Real(2), {1, 1, 1});
  const auto pose = [](const void*, Real t) { return Pose(rotation_about({0, 0, 1}, t), {t * t, 0, 0}); };
  const OwnMotion own{pose, nullptr, 10, 10};
  const double h = kIsDouble ? 1e-5 : 1e-2;
  for (const Path& path :
       {Path::linear(from, {1, 2, 3}), Path::turning(from, {1, 0, 0}, {1, 2, 3}, {1, 1, 1}),
        Path::screw(from, {1, 2, 3}, {1, 1, 1}, 2, 3), Path::slerp(from, to), Path::slerp(from, scaled),
        Path::entrywise(from, scaled), Path::own(own, from)})
    for (const double t : {0.25, 0.5, 0.75}) {
      const Vec3 p{1, 2, -1};
      const Vec3 before = path.placement(Real(t - h)) * p, after = path.placement(Real(t + h)) * p;
      expect_near(path.velocity(Real(t), p), (after - before) / Real(2 * h), kIsDouble ? 1e-7 : 1e-2);
    }
  expect_near(Path(from).velocity(0, {1, 2, 3}), {0, 0, 0}, 0);
}

// A ball of radius 1 flies at 10 per unit of time at a wall 4 away: at 0.4, a tenth later per unit of length.
TEST(ImpactGradient, OfABallAtAWall) {
  const Shape ball(Sphere{1}), wall(Box{{1, 5, 5}});
  const ImpactGradient r = impact_gradient(ball, Path::linear({}, {10, 0, 0}), wall, Affine(Vec3{6, 0, 0}));
  const double tolerance = kIsDouble ? 1e-9 : 1e-4;
  EXPECT_TRUE(r.is_unique);
  EXPECT_NEAR(to_double(r.impact.lower), 0.4, 1e-6);
  EXPECT_NEAR(to_double(r.closing_speed), 10, 10 * tolerance);
  expect_near(r.of_a.translation, {Real(-0.1), 0, 0}, tolerance);
  expect_near(r.of_b.translation, {Real(0.1), 0, 0}, tolerance);
  expect_near(r.of_a.rotation, {0, 0, 0}, tolerance);
  // Moving on, the wall grows into the ball's way no sooner where it is turned about its centre.
  expect_near(r.of_b.rotation, {0, 0, 0}, tolerance);
}

// A rod that turns about z at angular speed w into a wall at y = 1: sin(w t) = 1 / 2, at the tip (sqrt 3, 1).
TEST(ImpactGradient, OfATurningRod) {
  const Shape rod(Segment{{0, 0, 0}, {2, 0, 0}}), wall(Box{{5, Real(0.5), 5}});
  const Path turn = Path::turning(Affine(), {0, 0, 0}, {0, 0, Real(kPi / 2)});
  const ImpactGradient r = impact_gradient(rod, turn, wall, Affine(Vec3{0, Real(1.5), 0}));
  const double speed = std::sqrt(3.0) * kPi / 2, tolerance = kIsDouble ? 1e-8 : 1e-3;
  EXPECT_TRUE(r.is_unique);
  EXPECT_NEAR(to_double(r.closing_speed), speed, tolerance);
  expect_near(r.of_b.translation, {0, Real(1 / speed), 0}, tolerance);
  // Turned ahead by an angle, it arrives by that over its rate earlier.
  expect_near(r.of_a.rotation, {0, 0, Real(-2 / kPi)}, tolerance);
}

TEST(ImpactGradient, HasNoneOfAMissAStartInContactOrAGraze) {
  const Shape ball(Sphere{1}), box(Box{{1, 1, 1}});
  for (const Path& path : {Path::linear({}, {-10, 0, 0}), Path(Affine(Vec3{5, 0, 0})),
                           Path::linear(Affine(Vec3{0, 2, 0}), {10, 0, 0})}) {
    const ImpactGradient r = impact_gradient(ball, path, ball, Affine(Vec3{5, 0, 0}));
    EXPECT_FALSE(r.is_unique);
    EXPECT_TRUE(r.of_a.translation == Vec3{} && r.of_b.rotation == Vec3{});
  }
  const ImpactGradient flat = impact_gradient(box, Path::linear({}, {10, 0, 0}), box, Affine(Vec3{5, 0, 0}));
  EXPECT_EQ(flat.impact.hit, Hit::hit);
  EXPECT_FALSE(flat.is_unique);
  EXPECT_NEAR(to_double(flat.closing_speed), 10, 1e-3);
}

TEST(ImpactGradient, AgreesWithDifferences) {
  Random random(7);
  Count count;
  const double h = kIsDouble ? 1e-3 : 1e-2, tolerance = kIsDouble ? 1e-6 : 2e-2;
  MotionSettings settings;
  if (kIsDouble) settings.time_tolerance = Real(2e-12);
  for (int round = 0; round < 4; ++round) {
    const std::vector<Shape> shapes = shapes_of(random);
    for (const Shape& a : shapes)
      for (const Shape& b : shapes) {
        const Affine from_a = placed(random, 4), from_b = placed(random, 0.3);
        const auto vector = [&](double size) {
          const V3d d = random.direction() * size;
          return Vec3{Real(d.x), Real(d.y), Real(d.z)};
        };
        const Vec3 go = from_a.translation() * Real(-1.1), turn_a = vector(1), turn_b = vector(0.5);
        // Displaced at the time of impact, about where the origins are then.
        const auto impact = [&](int k, double by, double time, bool moves_a) {
          const Path pa = Path::turning(from_a, go, turn_a), pb = Path::turning(from_b, {0, 0, 0}, turn_b);
          const Path& path = moves_a ? pa : pb;
          const Affine then = path.placement(Real(time));
          const Affine moved = displaced(then, k, by) * inverse(then);  // of the world
          const Affine& from = moves_a ? from_a : from_b;
          const Vec3 way = moved.linear() * (moves_a ? go : Vec3{}),
                     spin = moved.linear() * (moves_a ? turn_a : turn_b);
          const Path other = Path::turning(moved * from, way, spin);
          const TimeOfImpact r =
              moves_a ? time_of_impact(a, other, b, pb, settings) : time_of_impact(a, pa, b, other, settings);
          return r.hit == Hit::hit ? 0.5 * (to_double(r.lower) + to_double(r.upper)) : 1e3;
        };
        const ImpactGradient r = impact_gradient(a, Path::turning(from_a, go, turn_a), b,
                                                 Path::turning(from_b, {0, 0, 0}, turn_b), settings);
        if (r.impact.hit != Hit::hit || r.impact.starts_in_contact) continue;
        if (!r.is_unique || r.closing_speed < Real(0.5)) {
          ++count.not_unique;
          continue;
        }
        const auto value = [&](int k, double by) {
          return impact(k % 6, by, to_double(r.impact.lower), k < 6);
        };
        SCOPED_TRACE(std::string(to_string(a.kind())) + " " + to_string(b.kind()));
        compare(r.of_a, r.of_b, value, h, tolerance, count);
      }
  }
  EXPECT_GT(count.compared, 500);
  EXPECT_GT(count.compared, 2 * count.kinks);
}

// A motion seen after a displacement of the world.
using Displaced = std::function<Path(const Affine& world)>;

// Towards the origin, without turning, around an axis, or from one placement to another.
Displaced random_motion(int kind, Random& random) {
  const auto vector = [&random](double size) {
    const V3d d = random.direction() * size;
    return Vec3{Real(d.x), Real(d.y), Real(d.z)};
  };
  const Affine from = placed(random, 4);
  const Vec3 way = from.translation() * Real(-1.1) + vector(0.5);
  switch (kind) {
    case 0:
      return [=](const Affine& world) { return Path::linear(world * from, world.linear() * way); };
    case 1: {
      const Vec3 point = vector(1);
      const Real angle = Real(random.uniform(-1.5, 1.5));
      return [=](const Affine& world) {
        return Path::screw(world * from, world * point, world.linear() * way, angle, length(way));
      };
    }
    case 2: {
      const Affine to(placed(random, 1).linear(), from.translation() + way);
      return [=](const Affine& world) { return Path::slerp(world * from, world * to); };
    }
    default: {
      const Vec3 turn = vector(1);
      return [=](const Affine& world) {
        return Path::turning(world * from, world.linear() * way, world.linear() * turn);
      };
    }
  }
}

// An octahedron of triangles, and one that is solid.
Shape octahedron(bool is_solid) {
  const std::vector<Vec3> corners{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  const std::vector<std::uint32_t> indices{0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                           2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
  MeshSettings settings;
  settings.is_solid = is_solid;
  return make_triangle_mesh(make_vertex_array(corners), make_index_array(indices), settings)->shape();
}

// Displaced with all of its motion, an object has other velocities than the derivative keeps: that changes
// the time of impact by the square of the displacement.
TEST(ImpactGradient, OfLinearScrewSlerpPathsAndMeshesAgreesWithDifferences) {
  Random random(20261119);
  std::array<Count, 4> counts;
  Count of_meshes;
  const double h = kIsDouble ? 1e-3 : 1e-2, tolerance = kIsDouble ? 1e-6 : 2e-2;
  MotionSettings settings;
  if (kIsDouble) settings.time_tolerance = Real(2e-12);
  for (int i = 0; i < 480; ++i) {
    const std::vector<Shape> shapes = shapes_of(random);
    const bool is_mesh = i % 3 == 0;
    const Shape a = shapes[std::size_t(random.below(int(shapes.size())))],
                b = is_mesh ? octahedron(i % 2 == 0) : shapes[std::size_t(random.below(int(shapes.size())))];
    const Displaced of_a = random_motion(i % 4, random);
    const Affine rest = placed(random, 0.3);
    const Displaced of_b = [=](const Affine& world) { return Path(world * rest); };
    const Path pa = of_a(Affine()), pb = of_b(Affine());
    const ImpactGradient r = impact_gradient(a, pa, b, pb, settings);
    if (r.impact.hit != Hit::hit || r.impact.starts_in_contact) continue;
    Count& count = is_mesh ? of_meshes : counts[std::size_t(i % 4)];
    if (!r.is_unique || r.closing_speed < Real(0.5)) {
      ++count.not_unique;
      continue;
    }
    const auto value = [&](int k, double by) {
      const Affine then = (k < 6 ? pa : pb).placement(r.impact.lower);
      const Affine world = displaced(then, k % 6, by) * inverse(then);
      const TimeOfImpact t = k < 6 ? time_of_impact(a, of_a(world), b, pb, settings)
                                   : time_of_impact(a, pa, b, of_b(world), settings);
      // No hit: numbers whose differences do not converge.
      return t.hit == Hit::hit && !t.starts_in_contact ? 0.5 * (to_double(t.lower) + to_double(t.upper))
                                                       : random.uniform(1, 2);
    };
    SCOPED_TRACE(std::string(to_string(a.kind())) + " " + to_string(b.kind()) + ", case " +
                 std::to_string(i));
    compare(r.of_a, r.of_b, value, h, tolerance, count);
  }
  for (const Count& count : {counts[0], counts[1], counts[2], counts[3], of_meshes}) {
    EXPECT_GT(count.compared, 100);
    EXPECT_GT(count.compared, 2 * count.kinks);
  }
}

}  // namespace
}  // namespace graze::test
