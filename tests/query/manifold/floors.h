// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Floors of all sorts of triangles: flat in y = 0, from -half to half in x and z; things to put on them, and
// what contacts they have.

#include <algorithm>
#include <vector>

#include "graze/query/contact_manifolds.h"
#include "graze/shape/bounds.h"
#include "graze/shape/hull_builder.h"
#include "query/mesh_samples.h"

namespace graze::test {

inline std::uint32_t add_vertex(MeshModel& model, double x, double z) {
  model.vertices.push_back({Real(x), 0, Real(z)});
  return static_cast<std::uint32_t>(model.vertices.size() - 1);
}
inline void add_triangle(MeshModel& model, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  model.indices.insert(model.indices.end(), {a, b, c});
}

// A grid whose vertices moved and whose diagonals go either way.
inline MeshModel random_floor(Random& random, int n, double half, double jitter) {
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
inline MeshModel fan_floor(Random& random, int n, double half) {
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
inline MeshModel bricks_floor(Random& random, int rows, double half) {
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

inline MeshModel any_floor(Random& random, int kind) {
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

inline Shape any_object(Random& random, int kind) {
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
inline Real reach_down(const Shape& shape, const Quat& turn) {
  return -bounds(shape, Affine(Pose{turn, {}})).lower.y;
}

inline Real deepest(const ContactSet& set) {
  Real least = kInfinity;
  for (const ContactPoint& p : set.span()) least = std::min(least, p.gap);
  return least;
}

struct Sum {
  Real deepest = kInfinity;
  double worst_normal = 0;  // how far a normal is from the one expected
  int count = 0;
};
inline Sum sum_of(const Instance& floor, const Instance& object, const Vec3& up,
                  const ContactSettings& settings) {
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

// In double, what a search on a curved shape may leave.
inline constexpr double kRounding = sizeof(Real) == 4 ? 256 * double(kEpsilon) : 1e-8;

}  // namespace graze::test
