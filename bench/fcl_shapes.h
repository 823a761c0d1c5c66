// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Shapes of the workloads in FCL.

#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/cone.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/sphere.h>

#include <memory>

#include "scenes.h"

namespace bench {

static inline std::unique_ptr<fcl::CollisionGeometry<double>> make_fcl_hull(const ShapeSpec& spec) {
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
  for (const Vec& v : spec.vertices) vertices->emplace_back(v[0], v[1], v[2]);
  auto faces = std::make_shared<std::vector<int>>();
  for (const auto& face : spec.faces) faces->insert(faces->end(), {3, face[0], face[1], face[2]});
  return std::make_unique<fcl::Convexd>(vertices, int(spec.faces.size()), faces);
}

static inline std::unique_ptr<fcl::CollisionGeometry<double>> make_fcl_shape(const ShapeSpec& spec) {
  const double r = spec.size[0], h = spec.size[1];
  switch (spec.kind) {
    case Kind::sphere:
      return std::make_unique<fcl::Sphered>(r);
    case Kind::capsule:
      return std::make_unique<fcl::Capsuled>(r, 2 * h);
    case Kind::box:
      return std::make_unique<fcl::Boxd>(2 * r, 2 * h, 2 * spec.size[2]);
    case Kind::cylinder:
      return std::make_unique<fcl::Cylinderd>(r, 2 * h);
    case Kind::cone:
      return std::make_unique<fcl::Coned>(r, 2 * h);
    case Kind::hull:
      return make_fcl_hull(spec);
  }
  return nullptr;
}

/// Where FCL's shape stands: its axis is z, so its x, y, z are z, x, y of the neutral shape.
static inline fcl::Transform3d fcl_transform(const ShapeSpec& spec, const Placement& placement) {
  const Matrix m = rotation_matrix(placement);
  const bool has_axis = spec.kind == Kind::capsule || spec.kind == Kind::cylinder || spec.kind == Kind::cone;
  fcl::Transform3d t = fcl::Transform3d::Identity();
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec& column = m[has_axis ? (i + 2) % 3 : i];
    t.linear().col(int(i)) = fcl::Vector3d(column[0], column[1], column[2]);
  }
  t.translation() = fcl::Vector3d(placement.position[0], placement.position[1], placement.position[2]);
  return t;
}

}  // namespace bench
