// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include "graze/shape/hull_builder.h"
#include "kernel/depth/hull_axes.h"
#include "shape/core/core.h"
#include "support/brute_force.h"
#include "support/generators.h"

// Random small hulls, and their depth as the query would ask for it.

namespace graze::depth {

using namespace graze::test;

/// A hull in the world's frame, as the query would read it.
struct Body {
  Shape shape;
  Core core;

  explicit Body(const CheckInstance& check) {
    std::vector<Vec3> points;
    for (const V3d& v : check.shape.vertices) points.push_back(graze_vec(v));
    HullSettings settings;
    settings.face_tolerance = 0;
    shape = make_hull(points, settings).value();
    const Affine placement = graze_affine(check.placement);
    make_core(shape.view(), placement, 0, core);
    core.translation += Vec3d(placement.translation());
    core.extent += sum_abs(Vec3d(placement.translation()));
  }
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  [[nodiscard]] bool is_small() const {
    return core.reader == Core::Reader::vertices && polytope_of(shape.view()).small_hull != nullptr;
  }
  [[nodiscard]] VertexReader reader() const {
    const VertexSet& set = polytope_of(shape.view()).vertices;
    return {core.linear, core.translation, &set, farthest_vertex_kernel(), set.count, nullptr};
  }
};

struct Found {
  bool is_certain = false;
  Depth depth;
  double error = 0;
};

inline Found depth_of(const Body& a, const Body& b) {
  Found found;
  const double size = a.core.extent + b.core.extent;
  found.error = 16 * kDoubleEpsilon * size;
  const VertexReader ra = a.reader(), rb = b.reader();
  found.is_certain =
      find_hull_depth({*polytope_of(a.shape.view()).small_hull, *topology_of(a.shape.view()), ra},
                      {*polytope_of(b.shape.view()).small_hull, *topology_of(b.shape.view()), rb},
                      found.error, size, found.depth);
  return found;
}

inline CheckShape random_hull(Random& random, int count, bool on_grid) {
  std::vector<V3d> points;
  for (int i = 0; i < count; ++i)
    points.push_back(
        on_grid ? V3d{double(random.below(3)) - 1, double(random.below(3)) - 1, double(random.below(3)) - 1}
                : rounded(random.in_cube()));
  return check_hull_of_points(ShapeKind::polytope, points);
}

inline CheckPair random_hulls(Random& random, int count) {
  CheckPair pair;
  pair.a = {random_hull(random, count, random.chance(0.3)), rounded(random_rotation(random)), 0};
  pair.b = {random_hull(random, count, random.chance(0.3)),
            random.chance(0.5) ? random_linear(random) : rounded(random_rotation(random)), 0};
  if (random.chance(0.3)) pair.b.placement = pair.a.placement;  // parallel edges and faces
  pair.b.placement.translation = rounded(random.direction() * random.uniform(0, 1.5));
  return pair;
}

inline void expect_witnesses(const Found& found, const CheckPair& pair) {
  const Depth& d = found.depth;
  const Vec3d missing = (d.a - d.b) - d.normal * d.upper;
  EXPECT_LE(max_abs(missing), 8 * found.error) << replay(pair);
  EXPECT_NEAR(length(d.normal), 1, 1e-15);
}

}  // namespace graze::depth
