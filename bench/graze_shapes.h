// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Shapes of the workloads in Graze, in the precision of this executable.

#include <vector>

#include "graze/shape/hull_builder.h"
#include "scenes.h"

namespace bench {

using graze::Real;

static inline graze::Vec3 vector(const Vec& v) { return {Real(v[0]), Real(v[1]), Real(v[2])}; }

static inline graze::Shape make_shape(const ShapeSpec& spec) {
  const Real r = Real(spec.size[0]), h = Real(spec.size[1]);
  switch (spec.kind) {
    case Kind::sphere:
      return graze::Sphere{r};
    case Kind::capsule:
      return graze::Capsule{r, h};
    case Kind::box:
      return graze::Box{vector(spec.size)};
    case Kind::cylinder:
      return graze::Cylinder{r, h};
    case Kind::cone:
      return graze::Cone{r, h};
    case Kind::hull:
      break;
  }
  std::vector<graze::Vec3> vertices;
  for (const Vec& v : spec.vertices) vertices.push_back(vector(v));
  return *graze::make_hull(vertices);
}

static inline graze::Affine make_placement(const Placement& placement) {
  const auto& [x, y, z, w] = placement.rotation;
  return graze::Pose{graze::Quat{Real(x), Real(y), Real(z), Real(w)}, vector(placement.position)};
}

}  // namespace bench
