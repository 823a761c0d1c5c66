// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/contact_manifolds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "graze/mesh/height_field.h"
#include "graze/query/piece_contacts.h"
#include "graze/shape/bounds.h"
#include "graze/shape/hull_builder.h"
#include "mesh_samples.h"
#include "support/allocation_counter.h"

namespace graze::test {
namespace {

// Floors: flat in y = 0, from -half to half in x and z or a little beyond.

std::uint32_t add_vertex(MeshModel& model, double x, double z) {
  model.vertices.push_back({Real(x), 0, Real(z)});
  return static_cast<std::uint32_t>(model.vertices.size() - 1);
}
void add_triangle(MeshModel& model, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  model.indices.insert(model.indices.end(), {a, b, c});
}

// A grid whose vertices moved and whose diagonals go either way.
MeshModel random_floor(Random& random, int n, double half, double jitter) {
  MeshModel model;
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j) {
      const double step = 2 * half / n, move = i % n == 0 || j % n == 0 ? 0 : jitter * step;
      (void)add_vertex(model, -half + step * i + random.uniform(-move, move),
                       -half + step * j + random.uniform(-move, move));
    }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const auto a = static_cast<std::uint32_t>(i * (n + 1) + j), b = a + 1,
                 c = a + static_cast<std::uint32_t>(n + 1), d = c + 1;
      if (random.chance(0.5)) {
        add_triangle(model, a, b, c);
        add_triangle(model, c, b, d);
      } else {
        add_triangle(model, a, b, d);
        add_triangle(model, a, d, c);
      }
    }
  return model;
}

// Slivers around one vertex.
MeshModel fan_floor(Random& random, int n, double half) {
  MeshModel model;
  const std::uint32_t centre = add_vertex(model, random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3));
  std::vector<std::uint32_t> rim;
  for (int side = 0; side < 4; ++side)
    for (int i = 0; i < n; ++i) {
      const double t = -half + 2 * half * i / n;
      rim.push_back(side == 0   ? add_vertex(model, t, -half)
                    : side == 1 ? add_vertex(model, half, t)
                    : side == 2 ? add_vertex(model, -t, half)
                                : add_vertex(model, -half, -t));
    }
  for (std::size_t i = 0; i < rim.size(); ++i) add_triangle(model, centre, rim[(i + 1) % rim.size()], rim[i]);
  return model;
}

// Rows of rectangles of random widths: vertices of one row in the middle of edges of the next.
MeshModel bricks_floor(Random& random, int rows, double half) {
  MeshModel model;
  for (int row = 0; row < rows; ++row) {
    const double z = -half + 2 * half * row / rows, next = -half + 2 * half * (row + 1) / rows;
    for (double x = -half, right = x; x < half; x = right) {
      right = std::min(half, x + random.uniform(0.05, 0.6));
      const std::uint32_t a = add_vertex(model, x, z), b = add_vertex(model, x, next),
                          c = add_vertex(model, right, z), d = add_vertex(model, right, next);
      add_triangle(model, a, b, d);
      add_triangle(model, a, d, c);
    }
  }
  return model;
}

MeshModel any_floor(Random& random, int kind) {
  switch (kind) {
    case 0:
      return random_floor(random, 8, 3, 0);
    case 1:
      return random_floor(random, 24, 3, 0.45);
    case 2:
      return fan_floor(random, 30, 3);
    default:
      return bricks_floor(random, 12, 3);
  }
}

Shape any_object(Random& random, int kind) {
  const auto size = [&] { return Real(random.uniform(0.2, 0.6)); };
  switch (kind) {
    case 0:
      return Sphere{size()};
    case 1:
      return Box{{size(), size(), size()}};
    case 2:
      return Capsule{size(), size()};
    case 3:
      return Cylinder{size(), size()};
    case 4:
      return mesh_of(cube_model(size()), true);
    default: {
      std::vector<Vec3> points;
      for (int i = 0; i < 20; ++i) points.push_back(real(random.in_cube() * 0.5));
      return *make_hull(points);
    }
  }
}

// How far down from its own place an object reaches.
Real reach_down(const Shape& shape, const Quat& turn) {
  return -bounds(shape, Affine(Pose{turn, {}})).lower.y;
}

Real deepest(const ContactSet& set) {
  Real least = kInfinity;
  for (const ContactPoint& p : set.span()) least = std::min(least, p.gap);
  return least;
}

struct Sum {
  Real deepest = kInfinity;
  double worst_normal = 0;  // how far a normal is from the one expected
  int count = 0;
};
Sum sum_of(const Instance& floor, const Instance& object, const Vec3& up, const ContactSettings& settings) {
  Sum sum;
  EXPECT_EQ(visit_contact_manifolds(
                floor, object,
                [&](const ContactManifold& m) {
                  ++sum.count;
                  sum.deepest = std::min(sum.deepest, deepest(m.set));
                  sum.worst_normal = std::max(sum.worst_normal, double(length(m.set.normal - up)));
                  return true;
                },
                settings),
            Status::converged);
  return sum;
}

constexpr double kRounding = 256 * double(kEpsilon);

TEST(ContactManifolds, OnAFlatFloorHaveTheNormalOfTheFloorWhateverItsTriangles) {
  Random random(20261121);
  int tilted = 0, apart = 0, overlapping = 0;
  for (int round = 0; round < 240; ++round) {
    const Shape floor_shape = mesh_of(any_floor(random, round % 4));
    const Shape shape = any_object(random, round / 4 % 6);
    const bool is_upright = random.chance(0.5);
    const Quat turn = is_upright ? rotation_about({0, 1, 0}, Real(random.uniform(0, 6)))
                                 : rotation_about(real(random.direction()), Real(random.uniform(0, 6)));
    const Quat world = round % 3 == 0 ? Quat{} : rotation_about(real(random.direction()), Real(1.1));
    const Real height = Real(random.uniform(-0.1, 0.04));
    const Vec3 where{Real(random.uniform(-1, 1)), reach_down(shape, turn) + height,
                     Real(random.uniform(-1, 1))};
    const Instance floor{floor_shape, Affine(Pose{world, {}}), 0};
    const Instance object{shape, Affine(Pose{world, {}} * Pose{turn, where}), 0};
    const Sum sum = sum_of(floor, object, to_matrix(world) * Vec3{0, 1, 0}, {.prediction = Real(0.05)});
    ASSERT_GT(sum.count, 0) << round;
    ASSERT_LT(sum.worst_normal, kRounding) << round << " " << to_string(shape.kind());
    ASSERT_NEAR(sum.deepest, height, 1e-5) << round << " " << to_string(shape.kind());
    tilted += is_upright ? 0 : 1;
    (height > 0 ? apart : overlapping) += 1;
  }
  EXPECT_GT(tilted, 60);
  EXPECT_GT(apart, 40);
  EXPECT_GT(overlapping, 100);
}

}  // namespace
}  // namespace graze::test
