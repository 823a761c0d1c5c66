// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/motion/swept_impact.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include "graze/math/stream.h"
#include "graze/mesh/compound.h"
#include "graze/mesh/triangle_mesh.h"
#include "graze/query/separation.h"
#include "graze/shape/primitives.h"
#include "property/motions.h"
#include "support/allocation_counter.h"
#include "support/environment.h"

namespace graze::test {
namespace {

constexpr double kTime = sizeof(Real) == 4 ? 1e-6 : 1e-9;

struct Step {
  std::vector<Vec3> from, to;
  std::vector<std::uint32_t> triangles;

  [[nodiscard]] SweptMesh mesh() const {
    return *make_swept_mesh(make_vertex_array(std::span(from)), make_vertex_array(std::span(to)),
                            make_index_array(std::span(triangles)));
  }
  [[nodiscard]] Shape shape_at(double t) const {
    std::vector<Vec3> now;
    for (std::size_t i = 0; i < from.size(); ++i) now.push_back(from[i] + (to[i] - from[i]) * Real(t));
    return make_triangle_mesh(make_vertex_array(std::span(now)), make_index_array(std::span(triangles)))
        ->shape();
  }
};

void expect_hit(const TimeOfImpact& r, double time) {
  ASSERT_EQ(r.hit, Hit::hit);
  EXPECT_EQ(r.status, Status::converged);
  EXPECT_LE(double(r.lower), time * (1 + 4 * double(kEpsilon)));
  EXPECT_GE(double(r.upper), time * (1 - 4 * double(kEpsilon)));
  EXPECT_LE(double(r.upper) - double(r.lower), kTime);
}

// A triangle in the plane of height 0, of which vertices rise by `up`.
Step rising(Real up0, Real up1, Real up2) {
  Step s{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {}, {0, 1, 2}};
  s.to = {{0, 0, up0}, {4, 0, up1}, {0, 4, up2}};
  return s;
}

TEST(SweptImpact, OfATriangleThatRisesAndABallThatFallsIsWhereTheirWaysMeet) {
  const Shape ball(Sphere{1});
  // The gap of 2 closes by 1 + 3.
  const TimeOfImpact r =
      time_of_impact(rising(1, 1, 1).mesh(), ball, Path::linear(Affine(Vec3{1, 1, 3}), {0, 0, -3}));
  expect_hit(r, 0.5);
  EXPECT_EQ(r.piece_a, 0u);
  EXPECT_LE(length(r.normal - Vec3{0, 0, 1}), 1e-4);
  EXPECT_LE(length(r.point - Vec3{1, 1, Real(0.5)}), 1e-4) << r.point;
  EXPECT_LE(length(r.local_a - Vec3{1, 1, 0}), 1e-4) << r.local_a;
  EXPECT_LE(length(r.local_b - Vec3{0, 0, -1}), 1e-4) << r.local_b;
  EXPECT_EQ(r.placement_a.translation(), (Vec3{0, 0, 0}));
  EXPECT_NEAR(double(r.placement_b.translation().z), 1.5, 1e-5);
  // With half the thickness of a cloth, a margin, and a target.
  MotionSettings settings;
  settings.target = Real(0.25);
  expect_hit(time_of_impact(rising(1, 1, 1).mesh(), Real(0.125), ball,
                            Path::linear(Affine(Vec3{1, 1, 3}), {0, 0, -3}), Real(0.125), settings),
             0.375);
  EXPECT_EQ(time_of_impact(rising(1, 1, 1).mesh(), ball, Path(Affine(Vec3{1, 1, Real(2.125)}))).hit,
            Hit::miss);
}

TEST(SweptImpact, OfATriangleThatDeformsIsByTheCornerOrTheEdgeThatComesFirst) {
  const Shape ball(Sphere{1});
  // A corner straight up to a ball above it.
  const TimeOfImpact corner = time_of_impact(rising(8, 0, 0).mesh(), ball, Path(Affine(Vec3{0, 0, 5})));
  expect_hit(corner, 0.5);
  EXPECT_LE(length(corner.local_a), 1e-4);
  // An edge to a ball above its middle.
  const TimeOfImpact edge = time_of_impact(rising(8, 8, 0).mesh(), ball, Path(Affine(Vec3{2, 0, 5})));
  expect_hit(edge, 0.5);
  EXPECT_LE(length(edge.local_a - Vec3{2, 0, 0}), 1e-4) << edge.local_a;
  // The edge at x = 4 stays, and the ball beyond it is out of reach.
  EXPECT_EQ(time_of_impact(rising(8, 0, 8).mesh(), ball, Path(Affine(Vec3{4, 0, Real(-1.125)}))).hit,
            Hit::miss);
}

TEST(SweptImpact, OfTrianglesWithoutAreaIsThatOfTheirEdgesAndCorners) {
  const Shape ball(Sphere{1});
  // A segment at first, a triangle in the end; a point at all times; a triangle that folds to a segment.
  Step opens{{{0, 0, 0}, {2, 0, 0}, {4, 0, 0}}, {{0, 0, 4}, {2, 2, 4}, {4, 0, 4}}, {0, 1, 2}};
  expect_hit(time_of_impact(opens.mesh(), ball, Path(Affine(Vec3{1, 0, 3}))), 0.5);
  Step point{{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, {{1, 1, 5}, {1, 1, 5}, {1, 1, 5}}, {0, 1, 2}};
  expect_hit(time_of_impact(point.mesh(), ball, Path(Affine(Vec3{1, 1, 4}))), 0.5);
  Step folds{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {{0, 0, 4}, {4, 0, 4}, {2, 0, 4}}, {0, 1, 2}};
  expect_hit(time_of_impact(folds.mesh(), ball, Path(Affine(Vec3{2, 0, 3}))), 0.5);
}

TEST(SweptImpact, OfHalfSpacesMeshesAndCompoundsIsThatOfTheirPieces) {
  const Step up = rising(1, 1, 1);
  // A ceiling that comes down: z >= 3 - 2 t.
  const Shape ceiling(HalfSpace{{0, 0, -1}, -3});
  expect_hit(time_of_impact(up.mesh(), ceiling, Path::linear(Affine(), {0, 0, -5})), 0.5);
  const std::vector<Vec3> vertices{{0, 0, 3}, {3, 0, 3}, {0, 3, 3}, {1, 1, 5}};
  const std::vector<std::uint32_t> corners{0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
  const Shape mesh =
      make_triangle_mesh(make_vertex_array(std::span(vertices)), make_index_array(std::span(corners)))
          ->shape();
  const TimeOfImpact r = time_of_impact(up.mesh(), mesh, Path::linear(Affine(), {0, 0, -5}));
  expect_hit(r, 0.5);
  EXPECT_EQ(r.piece_a, 0u);
  EXPECT_NE(r.piece_b, kNoPiece);
  const std::array<CompoundPiece, 2> pieces{CompoundPiece{Shape(Sphere{1}), Affine(Vec3{-9, 0, 4})},
                                            CompoundPiece{Shape(Sphere{1}), Affine(Vec3{1, 1, 4})}};
  const TimeOfImpact c =
      time_of_impact(up.mesh(), *make_compound(pieces), Path::linear(Affine(), {0, 0, -5}));
  expect_hit(c, 0.5);
  EXPECT_EQ(c.piece_b, 1u);
}

TEST(SweptImpact, StartingInContactIsAtZeroWithTheFlag) {
  const TimeOfImpact r =
      time_of_impact(rising(1, 1, 1).mesh(), Shape(Sphere{1}), Path(Affine(Vec3{1, 1, 0})));
  EXPECT_EQ(r.hit, Hit::hit);
  EXPECT_TRUE(r.starts_in_contact);
  EXPECT_EQ(r.lower, 0);
  EXPECT_EQ(r.upper, 0);
}

TEST(SweptImpact, BadInputIsRefusedAndAnEmptyMeshMeetsNothing) {
  const SweptMesh mesh = rising(1, 1, 1).mesh();
  const Shape ball(Sphere{1});
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_EQ(time_of_impact(mesh, nan, ball, Path(), 0).status, Status::invalid_argument);
  EXPECT_EQ(time_of_impact(mesh, -1, ball, Path(), 0).status, Status::invalid_argument);
  EXPECT_EQ(time_of_impact(mesh, 0, ball, Path(), -1).status, Status::invalid_argument);
  EXPECT_EQ(time_of_impact(mesh, Shape(), Path()).status, Status::invalid_argument);
  EXPECT_EQ(time_of_impact(mesh, ball, Path::linear({}, {nan, 0, 0})).status, Status::invalid_argument);
  MotionSettings settings;
  settings.time_tolerance = 0;
  EXPECT_EQ(time_of_impact(mesh, ball, Path(), settings).status, Status::invalid_argument);
  EXPECT_EQ(time_of_impact(SweptMesh(), ball, Path()).hit, Hit::miss);
  EXPECT_EQ(time_of_impact(SweptMesh(), ball, Path()).status, Status::converged);
}

Shape other_shape(int kind, Motions& m) {
  switch (kind) {
    case 0:
      return Shape(Sphere{Real(0.4)});
    case 1:
      return Shape(Box{{Real(0.5), Real(0.3), Real(0.2)}});
    case 2:
      return Shape(Cone{Real(0.4), Real(0.5)});
    case 3:
      return Shape(Triangle{m.vector(0.7), m.vector(0.7), m.vector(0.7)});
    default: {
      const std::array<CompoundPiece, 2> pieces{
          CompoundPiece{Shape(Capsule{Real(0.1), Real(0.4)}), Affine(m.rotation(), m.vector(0.3))},
          CompoundPiece{Shape(Box{{Real(0.2), Real(0.1), Real(0.3)}}), Affine(m.rotation(), m.vector(0.3))}};
      return *make_compound(pieces);
    }
  }
}

// Sheets of 5 x 5 squares, each vertex on its own way, against shapes that fly and turn through the scene: an
// overlap of the mesh as it is at a sampled time, before `lower` or at any time of a miss, is a missed
// contact.
TEST(SweptImpact, OfRandomSheetsIsNeverLateAndAMissIsAMiss) {
  const std::uint64_t seed = environment("GRAZE_SEED", 20261119);
  const int cases = cases_of(300);
  int hits = 0, misses = 0, seen = 0;
  for (int i = 0; i < cases; ++i) {
    Motions m(mixed(seed, 1, std::uint64_t(i)));
    Step sheet;
    const double wild = i % 3 == 0 ? 0.05 : i % 3 == 1 ? 0.5 : 2;
    for (int j = 0; j < 36; ++j) {
      sheet.from.push_back(Vec3{Real(0.5 * (j % 6) - 1.25), Real(0.5 * (j / 6) - 1.25), 0} + m.vector(0.1));
      sheet.to.push_back(sheet.from.back() + Vec3{0, 0, Real(0.5)} + m.vector(wild));
    }
    for (std::uint32_t j = 0; j < 30; ++j) {
      if (j % 6 == 5) continue;
      for (const std::uint32_t k : {j, j + 1, j + 6, j + 6, j + 1, j + 7}) sheet.triangles.push_back(k);
    }
    const Shape b = other_shape(i % 5, m);
    const Vec3 start = m.direction() * Real(m.uniform(2, 5));
    const Vec3 way = start * Real(-m.uniform(0.5, 2)) + m.vector(1.5);
    const Path path = m.any_path({start, way, i % 4 == 0 ? 3 : 0.4, 1}).path;
    const SweptMesh mesh = sheet.mesh();
    const std::uint64_t before = allocation_count();
    const TimeOfImpact r = time_of_impact(mesh, b, path);
    EXPECT_EQ(allocation_count(), before);
    ASSERT_EQ(r.status, Status::converged) << i;
    if (r.hit == Hit::hit) {
      ASSERT_LE(double(r.upper) - double(r.lower), kTime) << i;
    }
    hits += r.hit == Hit::hit;
    misses += r.hit == Hit::miss;
    // Separations of surfaces that cross are not negative, only zero: depths of the pieces tell.
    const auto depth_at = [&](double t) {
      double deepest = -1;
      for (std::size_t k = 0; k < sheet.triangles.size(); k += 3) {
        Vec3 at[3];
        for (std::size_t c = 0; c < 3; ++c) {
          const std::uint32_t v = sheet.triangles[k + c];
          at[c] = sheet.from[v] + (sheet.to[v] - sheet.from[v]) * Real(t);
        }
        const Separation s =
            separation({Shape(Triangle{at[0], at[1], at[2]}), Affine()}, {b, path.placement(Real(t))});
        deepest = std::max(deepest, -double(s.upper));
      }
      return deepest;
    };
    const double bar = sizeof(Real) == 4 ? 1e-5 : 1e-13;
    if (r.starts_in_contact) continue;
    const double end = r.hit == Hit::miss ? 1 : double(r.lower);
    for (int k = 0; k <= 24; ++k)
      ASSERT_LE(depth_at(k < 16 ? end * k / 16 : end * (1 - std::pow(10.0, 0.75 * (16 - k)))), bar) << i;
    if (r.hit != Hit::hit) continue;
    const Separation touch =
        separation({sheet.shape_at(double(r.upper)), Affine()}, {b, path.placement(r.upper)});
    ASSERT_LE(double(touch.lower), sizeof(Real) == 4 ? 1e-4 : 1e-8) << i;
    seen += double(r.upper) < 0.95 && depth_at(double(r.upper) + 0.03) > bar;
  }
  std::printf("             %d hits, %d misses\n", hits, misses);
  EXPECT_GT(hits * 5, cases);
  EXPECT_GT(misses * 10, cases);
  EXPECT_GT(seen * 3, hits) << "contact that is there is seen";
}

}  // namespace
}  // namespace graze::test
