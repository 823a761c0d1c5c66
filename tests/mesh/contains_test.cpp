// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "graze/math/stream.h"
#include "math/outward.h"
#include "mesh/mesh_models.h"
#include "mesh/pieces.h"
#include "support/allocation_counter.h"
#include "support/random.h"

namespace graze::test {
namespace {

TriangleMesh solid(const MeshModel& model) { return build(model, {.is_solid = true}).value(); }

TEST(Contains, TellsInsideSurfaceAndOutsideOfACube) {
  const TriangleMesh cube = solid(cube_model());
  // The ray along +z from these meets the diagonal, an edge or a corner of the top.
  for (const Vec3& p : {Vec3{}, Vec3{Real(0.5), Real(0.5), 0}, Vec3{Real(0.5), 0, Real(-0.75)}})
    EXPECT_EQ(contains(cube, p), Contact::overlapping) << p;
  for (const Vec3& p : {Vec3{1, 1, 1}, Vec3{-1, 1, -1}, Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{0, 0, -1},
                        Vec3{Real(0.25), Real(0.25), 1}, Vec3{-1, 0, 1}})
    EXPECT_EQ(contains(cube, p), Contact::touching) << p;
  for (const Vec3& p :
       {Vec3{2, 0, 0}, Vec3{1, 1, 2}, Vec3{1, 1, -2}, Vec3{0, 0, -2}, Vec3{-1, 0, -2}, Vec3{1, Real(1.5), 0}})
    EXPECT_EQ(contains(cube, p), Contact::apart) << p;
}

TEST(Contains, IsExactToTheLastDigit) {
  const TriangleMesh cube = solid(cube_model());
  const TriangleMesh tetrahedron = solid(tetrahedron_model());
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 p{Real(0.25), Real(0.25), Real(0.25)};
    p[axis] = next_real(1, 1);
    EXPECT_EQ(contains(cube, p), Contact::apart);
    p[axis] = 1;
    EXPECT_EQ(contains(cube, p), Contact::touching);
    p[axis] = next_real(1, -1);
    EXPECT_EQ(contains(cube, p), Contact::overlapping);
    p[axis] = Real(0.5);  // x + y + z = 1
    EXPECT_EQ(contains(tetrahedron, p), Contact::touching);
    p[axis] = next_real(Real(0.5), 1);
    EXPECT_EQ(contains(tetrahedron, p), Contact::apart);
    p[axis] = next_real(Real(0.5), -1);
    EXPECT_EQ(contains(tetrahedron, p), Contact::overlapping);
  }
}

TEST(Contains, ExcludesNothingThatItCannotAnswer) {
  const TriangleMesh cube = solid(cube_model());
  EXPECT_EQ(contains(cube, {std::numeric_limits<Real>::quiet_NaN(), 0, 0}), Contact::touching);
  EXPECT_EQ(contains(cube, {0, 0, -kInfinity}), Contact::touching);
  EXPECT_EQ(contains(TriangleMesh(), {}), Contact::touching);
}

TEST(Contains, CountsShellsWithinShells) {
  const MeshModel outer = cube_model(4), middle = turned_inside_out(cube_model(2)), inner = cube_model(1),
                  beside = cube_model(1, {10, 0, 0});
  const TriangleMesh mesh = solid(join(join(outer, middle), join(inner, beside)));
  EXPECT_EQ(contains(mesh, {0, 0, 0}), Contact::overlapping);
  EXPECT_EQ(contains(mesh, {0, 0, Real(1.5)}), Contact::apart) << "in the hollow";
  EXPECT_EQ(contains(mesh, {0, 0, 3}), Contact::overlapping);
  EXPECT_EQ(contains(mesh, {0, 2, 0}), Contact::touching);
  EXPECT_EQ(contains(mesh, {10, 0, 0}), Contact::overlapping);
  EXPECT_EQ(contains(mesh, {7, 0, 0}), Contact::apart);
  // Overlapping shells are one solid, and one that is turned inside out is still one.
  EXPECT_EQ(contains(solid(join(outer, inner)), {}), Contact::overlapping);
  EXPECT_EQ(contains(solid(middle), {}), Contact::overlapping);
}

TEST(Contains, DoesNotAllocate) {
  const TriangleMesh mesh = solid(torus_model(20, 20));
  const std::uint64_t before = allocation_count();
  EXPECT_EQ(contains(mesh, {10, 0, 0}), Contact::overlapping);
  EXPECT_EQ(allocation_count(), before);
}

TEST(IsOnTriangle, HoldsForSegmentsAndPointsToo) {
  const Vec3d a{0, 0, 0}, b{4, 4, 0}, c{2, 2, 0};
  EXPECT_TRUE(is_on_triangle({3, 3, 0}, a, b, c));
  EXPECT_FALSE(is_on_triangle({5, 5, 0}, a, b, c));
  EXPECT_FALSE(is_on_triangle({3, 3, 1}, a, b, c));
  EXPECT_FALSE(is_on_triangle({3, 2, 0}, a, b, c));
  EXPECT_TRUE(is_on_triangle(b, b, b, b));
  EXPECT_FALSE(is_on_triangle(a, b, b, b));
  EXPECT_TRUE(is_on_triangle({0, 0, 3}, {0, 0, 1}, {0, 0, 4}, {0, 0, 4}));
  EXPECT_FALSE(is_on_triangle({0, 1, 3}, {0, 0, 1}, {0, 0, 4}, {0, 0, 4}));
  EXPECT_FALSE(is_on_triangle({2, 1, 1}, {0, 0, 0}, {2, 0, 0}, {0, 2, 2})) << "in the plane, beside it";
  EXPECT_TRUE(is_on_triangle({1, 1, 1}, {0, 0, 0}, {2, 0, 0}, {1, 2, 2}));
}

// A set of unit cubes, and its surface: edges and corners where four or more faces meet are common.
constexpr int kCells = 4;
struct Voxels {
  std::array<bool, kCells * kCells * kCells> filled{};

  [[nodiscard]] bool is_filled(int x, int y, int z) const {
    if (std::min({x, y, z}) < 0 || std::max({x, y, z}) >= kCells) return false;
    return filled[static_cast<std::size_t>((z * kCells + y) * kCells + x)];
  }
  /// p in halves of a cell. All cells around it filled: inside. None: outside.
  [[nodiscard]] Contact contains(const std::array<int, 3>& p) const {
    int full = 0, all = 0;
    const auto low = [&](std::size_t i) { return p[i] % 2 == 0 ? p[i] / 2 - 1 : p[i] / 2; };
    for (int z = low(2); z <= p[2] / 2; ++z)
      for (int y = low(1); y <= p[1] / 2; ++y)
        for (int x = low(0); x <= p[0] / 2; ++x, ++all) full += is_filled(x, y, z);
    return full == 0 ? Contact::apart : full == all ? Contact::overlapping : Contact::touching;
  }
};

// Each face between a full and an empty cell, cut along either diagonal.
MeshModel surface(const Voxels& voxels, const Mat3& linear, Random& random) {
  MeshModel model;
  const auto add_face = [&](const std::array<int, 3>& cell, int axis, int side) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const auto first = static_cast<std::uint32_t>(model.vertices.size());
    for (const auto& [du, dv] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
      Vec3 p{Real(cell[0]), Real(cell[1]), Real(cell[2])};
      p[axis] += Real(side);
      p[u] += Real(du);
      p[v] += Real(dv);
      model.vertices.push_back(linear * p);
    }
    const std::uint32_t turn = random.chance(0.5) ? 0 : 1;
    const auto corner = [&](std::uint32_t i) { return first + (i + turn) % 4; };
    if (side == 1)
      model.indices.insert(model.indices.end(),
                           {corner(0), corner(1), corner(2), corner(0), corner(2), corner(3)});
    else
      model.indices.insert(model.indices.end(),
                           {corner(0), corner(2), corner(1), corner(0), corner(3), corner(2)});
  };
  for (int z = 0; z < kCells; ++z)
    for (int y = 0; y < kCells; ++y)
      for (int x = 0; x < kCells; ++x) {
        if (!voxels.is_filled(x, y, z)) continue;
        for (int axis = 0; axis < 3; ++axis)
          for (const int side : {0, 1}) {
            std::array<int, 3> beyond{x, y, z};
            beyond[static_cast<std::size_t>(axis)] += 2 * side - 1;
            if (!voxels.is_filled(beyond[0], beyond[1], beyond[2])) add_face({x, y, z}, axis, side);
          }
      }
  return model;
}

TEST(Contains, AgreesWithCellsOnEveryPointOfTheLattice) {
  Random random{4711};
  // The second and third hold the lattice without rounding, and no face faces an axis.
  const Mat3 maps[] = {Mat3{},
                       {{1, Real(0.5), 0}, {0, 1, Real(-0.25)}, {Real(0.75), 0, 1}},
                       {{0, 2, 1}, {-3, 0, 1}, {1, 1, 0}}};
  std::array<int, 3> seen{};
  for (int round = 0; round < 12; ++round) {
    Voxels voxels;
    for (bool& cell : voxels.filled) cell = random.chance(0.6);
    const Mat3& map = maps[round % 3];
    const auto mesh = build(surface(voxels, map, random), {.is_solid = true});
    ASSERT_TRUE(mesh) << mesh.error().message;
    for (int z = -1; z <= 2 * kCells + 1; ++z)
      for (int y = -1; y <= 2 * kCells + 1; ++y)
        for (int x = -1; x <= 2 * kCells + 1; ++x) {
          const bool is_beyond = std::min({x, y, z}) < 0;
          const Contact expected = is_beyond ? Contact::apart : voxels.contains({x, y, z});
          const Vec3 p = map * Vec3{Real(x) / 2, Real(y) / 2, Real(z) / 2};
          ASSERT_EQ(contains(*mesh, p), expected) << x << ' ' << y << ' ' << z << " round " << round;
          ++seen[static_cast<std::size_t>(expected)];
        }
  }
  for (const int count : seen) EXPECT_GT(count, 1000);
}

// Sum of the solid angles under which p sees the triangles, as a fraction of all: the winding number.
// [Oosterom83]
double winding(const MeshModel& model, const Vec3d& p) {
  double sum = 0;
  for (std::size_t i = 0; i < model.triangle_count(); ++i) {
    const Triangle t = model.triangle(i);
    const Vec3d a = Vec3d(t.a) - p, b = Vec3d(t.b) - p, c = Vec3d(t.c) - p;
    const double la = length(a), lb = length(b), lc = length(c);
    sum += std::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / 6.283185307179586;
}

TEST(Contains, AgreesWithTheSolidAngleOfTheSurface) {
  Random random{99};
  int inside = 0, outside = 0;
  for (int round = 0; round < 8; ++round) {
    MeshModel model = torus_model(12, 8, 3, 1 + 0.1 * round);
    for (Vec3& v : model.vertices) {  // dented: not convex anywhere, and random in the last digits
      const V3d d = random.in_cube();
      v += Vec3{Real(0.2 * d.x), Real(0.2 * d.y), Real(0.2 * d.z)};
    }
    if (round % 2) model = turned_inside_out(model);
    const TriangleMesh mesh = solid(model);
    for (int i = 0; i < 300; ++i) {
      const V3d d = random.in_cube();
      const Vec3 p{Real(4.5 * d.x), Real(1.6 * d.y), Real(4.5 * d.z)};
      const double turns = winding(model, Vec3d(p));
      ASSERT_LT(std::abs(turns - std::round(turns)), 1e-3) << p;
      const Contact expected = std::round(turns) == 0 ? Contact::apart : Contact::overlapping;
      ASSERT_EQ(contains(mesh, p), expected) << p << turns;
      ++(expected == Contact::apart ? outside : inside);
    }
    for (const Vec3& v : model.vertices) ASSERT_EQ(contains(mesh, v), Contact::touching) << v;
  }
  EXPECT_GT(inside, 400);
  EXPECT_GT(outside, 400);
}

// Tetrahedra with corners on a small lattice, as they come: they overlap, share planes, edges and corners.
TEST(Contains, IsTheSameAlongEveryAxis) {
  Random random{77};
  std::array<int, 3> seen{};
  const auto lattice = [&] {
    return Vec3{Real(random.below(5)), Real(random.below(5)), Real(random.below(5))};
  };
  for (int round = 0; round < 100; ++round) {
    MeshModel models[3];
    for (int i = 2 + random.below(5); i > 0; --i) {
      MeshModel piece = tetrahedron_model();
      for (Vec3& v : piece.vertices) v = lattice();
      models[0] = join(models[0], piece);
    }
    for (std::size_t axis = 1; axis < 3; ++axis) {
      models[axis] = models[axis - 1];
      for (Vec3& v : models[axis].vertices) v = {v.y, v.z, v.x};
    }
    const TriangleMesh meshes[] = {solid(models[0]), solid(models[1]), solid(models[2])};
    for (int i = 0; i < 60; ++i) {
      const Vec3 p = (lattice() + lattice()) / Real(2);
      const Contact expected = contains(meshes[0], p);
      ASSERT_EQ(contains(meshes[1], {p.y, p.z, p.x}), expected) << p << round;
      ASSERT_EQ(contains(meshes[2], {p.z, p.x, p.y}), expected) << p << round;
      if (expected != Contact::touching) {
        ASSERT_EQ(expected == Contact::overlapping, std::abs(winding(models[0], Vec3d(p))) > 0.5) << p;
      }
      ++seen[static_cast<std::size_t>(expected)];
    }
  }
  for (const int count : seen) EXPECT_GT(count, 250);
}

TEST(Contains, DoesNotMindTheSize) {
  constexpr bool kIsFloat = sizeof(Real) == 4;
  for (const int exponent : {kIsFloat ? -140 : -1000, -60, 60, kIsFloat ? 126 : 460}) {
    const Real s = std::ldexp(Real(1), exponent);
    MeshModel model = tetrahedron_model();
    for (Vec3& v : model.vertices) v = v * s;
    const TriangleMesh mesh = solid(model);
    EXPECT_EQ(contains(mesh, Vec3{s, s, s} * Real(0.25)), Contact::overlapping) << exponent;
    EXPECT_EQ(contains(mesh, Vec3{s, s, s * 2} * Real(0.25)), Contact::touching) << exponent;
    EXPECT_EQ(contains(mesh, Vec3{s, s, s * 3} * Real(0.25)), Contact::apart) << exponent;
  }
}

}  // namespace
}  // namespace graze::test
