// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Convex shapes of every reader against meshes: what boxes and axes leave out must not matter.

#include <gtest/gtest.h>

#include <algorithm>

#include "graze/query/distance.h"
#include "graze/query/intersects.h"
#include "graze/query/nearest_pieces.h"
#include "graze/query/penetration.h"
#include "graze/query/ray_cast.h"
#include "graze/query/shape_cast.h"
#include "graze/shape/hull_builder.h"
#include "query/mesh_samples.h"

namespace graze::test {
namespace {

Shape random_convex(Random& random, int kind) {
  const Real size = Real(random.uniform(0.2, 0.9)), other = Real(random.uniform(0.05, 0.9));
  switch (kind) {
    case 0:
      return Shape(Sphere{size});
    case 1:
      return Shape(Box{{size, other, size}});
    case 2:
      return Shape(Cone{size, other});
    case 3:
      return Shape(Cylinder{other, size});
    case 4:
      return Shape(Ellipsoid{{size, other, Real(0.5)}});
    default:
      break;
  }
  std::vector<Vec3> points;
  for (int i = 0; i < 16; ++i) points.push_back(real(random.direction() * double(size)));
  return *make_hull(points);
}

TEST(MeshAndConvex, AgreeWithAskingEveryTriangle) {
  Random random(20261117);
  int apart = 0, meeting = 0;
  for (int round = 0; round < 400; ++round) {
    const MeshModel model = random_soup(random, 40);
    const Instance mesh{mesh_of(model), random_placement(random, 1)};
    const Real margin = random.chance(0.2) ? Real(0.1) : Real(0);
    const Instance convex{random_convex(random, round % 6), random_placement(random, 4), margin};
    Real lower = kInfinity, upper = kInfinity;
    bool is_any_sure = false;
    for (std::size_t i = 0; i < model.triangle_count(); ++i) {
      const Distance d = distance({Shape(model.triangle(i)), mesh.placement}, convex);
      lower = std::min(lower, d.lower);
      upper = std::min(upper, d.upper);
      is_any_sure = is_any_sure || d.contact == Contact::overlapping;
    }
    const Intersection i = intersects(mesh, convex);
    const Distance d = distance(convex, mesh);
    if (is_any_sure) {
      ASSERT_EQ(i.contact, Contact::overlapping) << round;
    }
    if (lower > 0) {
      ASSERT_EQ(i.contact, Contact::apart) << round;
    }
    ASSERT_LE(d.lower, upper) << round;
    ASSERT_GE(d.upper, lower) << round;
    ASSERT_EQ(intersects(convex, mesh).contact, i.contact) << round;
    apart += lower > 0;
    meeting += is_any_sure;
  }
  EXPECT_GT(apart, 80);
  EXPECT_GT(meeting, 80);
}

TEST(MeshAndConvex, CastAtEachOtherAgreeWithCastingAtEveryTriangle) {
  Random random(20261218);
  int starts = 0, hits = 0, misses = 0;
  for (int round = 0; round < 300; ++round) {
    const MeshModel model = random_soup(random, 40);
    const Instance mesh{mesh_of(model), random_placement(random, 1)};
    const Real margin = random.chance(0.2) ? Real(0.1) : Real(0);
    const Instance convex{random_convex(random, round % 6), random_placement(random, 5), margin};
    const V3d target = random.in_cube() * 3.0;
    const Vec3 way = real(target) - convex.placement.translation();
    ShapeCast earliest;
    double unsure = 2;
    for (std::size_t i = 0; i < model.triangle_count(); ++i) {
      const ShapeCast c = shape_cast(convex, way, {Shape(model.triangle(i)), mesh.placement});
      if (c.hit == Hit::uncertain) unsure = std::min(unsure, double(c.time));
      if (c.hit == Hit::hit && (!earliest || c.time < earliest.time)) earliest = c;
    }
    if (unsure < (earliest ? double(earliest.time) : 1.5)) continue;
    const ShapeCast c = shape_cast(convex, way, mesh), back = shape_cast(mesh, -way, convex);
    ASSERT_EQ(c.hit, earliest.hit) << round;
    ASSERT_EQ(back.hit, c.hit) << round;
    ASSERT_EQ(back.time, c.time) << round;
    ASSERT_EQ(back.normal, -c.normal) << round;
    ASSERT_EQ(back.piece_a, c.piece_b) << round;
    ASSERT_EQ(c.starts_in_contact, earliest.starts_in_contact) << round;
    if (c) {
      ASSERT_EQ(c.time, earliest.time) << round;
    }
    (c.starts_in_contact ? starts : c ? hits : misses) += 1;
  }
  EXPECT_GT(starts, 20);
  EXPECT_GT(hits, 50);
  EXPECT_GT(misses, 5);
}

TEST(MeshAndConvex, AreNearestWhereAskingEveryTriangleSays) {
  Random random(20261219);
  for (int round = 0; round < 200; ++round) {
    const MeshModel model = random_soup(random, 60);
    const Instance mesh{mesh_of(model), random_placement(random, 1)};
    const bool is_other_mesh = round % 7 == 6;
    const Instance other{is_other_mesh ? mesh_of(random_soup(random, 20)) : random_convex(random, round % 7),
                         random_placement(random, 8)};
    std::vector<Real> all;
    for (std::size_t i = 0; i < model.triangle_count(); ++i)
      all.push_back(distance({Shape(model.triangle(i)), mesh.placement}, other).upper);
    std::sort(all.begin(), all.end());
    Distance out[6];
    const NearestPieces nearest = nearest_pieces(mesh, other, out);
    ASSERT_EQ(nearest.written.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) {
      const double known = 2 * double(QuerySettings{}.relative_error) * (1 + double(all[i]));
      ASSERT_NEAR(nearest.written[i].upper, all[i], known + 64 * kEpsilon) << round;
    }
  }
}

// Triangles of the model one by one against the half-space.
struct EveryTriangle {
  double lowest = kInfinity, deepest = 0, earliest = 2;
  std::vector<Real> distances;

  EveryTriangle(const MeshModel& model, const Instance& mesh, const Instance& half_space, const Vec3& way) {
    for (std::size_t i = 0; i < model.triangle_count(); ++i) {
      const Instance triangle{Shape(model.triangle(i)), mesh.placement, mesh.margin};
      distances.push_back(distance(triangle, half_space).upper);
      lowest = std::min(lowest, double(distances.back()));
      deepest = std::max(deepest, double(penetration(triangle, half_space).upper));
      if (const ShapeCast c = shape_cast(triangle, way, half_space))
        earliest = std::min(earliest, double(c.time));
    }
    std::sort(distances.begin(), distances.end());
  }
};

TEST(MeshAndHalfSpace, AgreeWithAskingEveryTriangle) {
  Random random(20261220);
  int apart = 0, meeting = 0, hits = 0;
  for (int round = 0; round < 200; ++round) {
    const MeshModel model = random_soup(random, 60);
    const Instance mesh{mesh_of(model), random_placement(random, 6), Real(round % 3 == 0 ? 0.125 : 0)};
    const Instance half_space{Shape(HalfSpace{real(random.direction()), Real(random.uniform(-7, 1))}),
                              random_placement(random, 1), Real(round % 5 == 0 ? 0.25 : 0)};
    const Vec3 way = real(random.direction() * 6.0);
    const EveryTriangle every(model, mesh, half_space, way);
    const double known = 64 * kEpsilon * 16;  // of coordinates up to 16
    const Distance d = distance(mesh, half_space);
    ASSERT_NEAR(d.upper, every.lowest, known) << round;
    ASSERT_EQ(distance(half_space, mesh).upper, d.upper) << round;
    ASSERT_NEAR(penetration(mesh, half_space).upper, every.deepest, known) << round;
    ASSERT_EQ(bool(intersects(mesh, half_space)), every.lowest == 0) << round;
    const ShapeCast c = shape_cast(mesh, way, half_space);
    ASSERT_EQ(bool(c), every.earliest <= 1) << round;
    ASSERT_NEAR(c ? double(c.time) : 2, every.earliest, known) << round;
    ASSERT_EQ(shape_cast(half_space, -way, mesh).time, c.time) << round;
    Distance out[5];
    const NearestPieces nearest = nearest_pieces(mesh, half_space, out);
    ASSERT_EQ(nearest.written.size(), 5u);
    for (std::size_t i = 0; i < 5; ++i)
      ASSERT_NEAR(nearest.written[i].upper, every.distances[i], known) << round;
    (every.lowest > 0 ? apart : meeting) += 1;
    hits += c ? 1 : 0;
  }
  EXPECT_GT(apart, 40);
  EXPECT_GT(meeting, 40);
  EXPECT_GT(hits, 60);
}

TEST(MeshRay, WithAMarginAgreesWithAskingEveryTriangle) {
  Random random(20261221);
  int hits = 0, misses = 0;
  for (int round = 0; round < 400; ++round) {
    const MeshModel model = random_soup(random, 40);
    const Instance mesh{mesh_of(model), random_placement(random, 1), Real(random.uniform(0.01, 0.4))};
    const V3d way = random.direction();
    const V3d source = way * random.uniform(4, 8);
    const Ray ray{real(source), real(random.in_cube() * 4.0 - source), round % 2 == 0 ? kInfinity : Real(1)};
    RayCast first;
    bool is_sure = true;
    for (std::size_t i = 0; i < model.triangle_count(); ++i) {
      const RayCast r = ray_cast({Shape(model.triangle(i)), mesh.placement, mesh.margin}, ray);
      is_sure = is_sure && r.hit != Hit::uncertain;
      if (r && (!first || r.parameter < first.parameter)) first = r;
    }
    if (!is_sure) continue;
    const RayCast r = ray_cast(mesh, ray);
    ASSERT_EQ(r.hit, first.hit) << round;
    ASSERT_EQ(r.parameter, first.parameter) << round;
    (r ? hits : misses) += 1;
  }
  EXPECT_GT(hits, 100);
  EXPECT_GT(misses, 30);
}

TEST(MeshAndConvex, TouchInOnePoint) {
  // The cube's face x = 1 and balls whose lowest point is on it, exactly representable; then a little apart.
  const Shape cube = mesh_of(cube_model(1)), ball{Sphere{Real(0.5)}};
  for (const Real y : {Real(-0.75), Real(0), Real(0.25), Real(0.5)}) {
    EXPECT_NE(intersects(at(cube, {}), at(ball, {Real(1.5), y, Real(0.125)})).contact, Contact::apart);
    EXPECT_EQ(intersects(at(cube, {}), at(ball, {Real(1.501), y, Real(0.125)})).contact, Contact::apart);
  }
}

}  // namespace
}  // namespace graze::test
