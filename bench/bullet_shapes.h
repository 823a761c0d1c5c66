// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Shapes of the workloads in Bullet: single precision, margins zero.

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>

#include <memory>

#include "scenes.h"

namespace bench {

static inline btVector3 vector(const Vec& v) { return {btScalar(v[0]), btScalar(v[1]), btScalar(v[2])}; }

static inline std::unique_ptr<btConvexShape> make_shape(const ShapeSpec& spec) {
  const auto r = btScalar(spec.size[0]), h = btScalar(spec.size[1]);
  std::unique_ptr<btConvexShape> shape;
  switch (spec.kind) {
    case Kind::sphere:
      return std::make_unique<btSphereShape>(r);  // the margin is the radius
    case Kind::capsule:
      return std::make_unique<btCapsuleShape>(r, 2 * h);  // likewise
    case Kind::box:
      shape = std::make_unique<btBoxShape>(vector(spec.size));
      break;
    case Kind::cylinder:
      shape = std::make_unique<btCylinderShape>(btVector3(r, h, r));
      break;
    case Kind::cone:
      shape = std::make_unique<btConeShape>(r, 2 * h);
      break;
    case Kind::hull: {
      auto hull = std::make_unique<btConvexHullShape>();
      for (const Vec& v : spec.vertices) hull->addPoint(vector(v), false);
      hull->recalcLocalAabb();
      shape = std::move(hull);
      break;
    }
  }
  shape->setMargin(0);
  return shape;
}

static inline btTransform transform(const Placement& placement) {
  const Matrix m = rotation_matrix(placement);
  btMatrix3x3 rotation;
  for (std::size_t row = 0; row < 3; ++row)
    rotation[int(row)] = {btScalar(m[0][row]), btScalar(m[1][row]), btScalar(m[2][row])};
  return btTransform(rotation, vector(placement.position));
}

}  // namespace bench
