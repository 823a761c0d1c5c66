// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Bullet's linear casts in single precision, margins zero: both of its methods.

#ifdef GRAZE_HAVE_BULLET

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include "cast_bench.h"

namespace bench {
namespace {

btVector3 vector(const Vec& v) { return {btScalar(v[0]), btScalar(v[1]), btScalar(v[2])}; }

std::unique_ptr<btConvexShape> make_shape(const ShapeSpec& spec) {
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

btTransform transform(const Placement& placement) {
  const Matrix m = rotation_matrix(placement);
  btMatrix3x3 rotation;
  for (std::size_t row = 0; row < 3; ++row)
    rotation[int(row)] = {btScalar(m[0][row]), btScalar(m[1][row]), btScalar(m[2][row])};
  return btTransform(rotation, vector(placement.position));
}

template <class Method>
class BulletCasts final : public CastPrepared {
 public:
  explicit BulletCasts(const CastWorkload& workload) {
    for (const ShapeSpec& spec : workload.convex.shapes) shapes_.push_back(make_shape(spec));
    for (std::size_t i = 0; i < workload.ways.size(); ++i) {
      const Pair& pair = workload.convex.pairs[i];
      Input in{shapes_[std::size_t(pair.shape_a)].get(), shapes_[std::size_t(pair.shape_b)].get(),
               transform(pair.a), transform(pair.a), transform(pair.b)};
      in.to.setOrigin(in.from.getOrigin() + vector(workload.ways[i]));
      inputs_.push_back(in);
    }
  }

  double ask() override {
    double sum = 0;
    for (const Input& in : inputs_) {
      btConvexCast::CastResult result;
      if (cast(in, result)) sum += result.m_fraction;
    }
    return sum;
  }

  void answer(std::span<CastAnswer> out) override {
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      btConvexCast::CastResult result;
      out[i] = {};
      out[i].hit = cast(inputs_[i], result);
      out[i].time = result.m_fraction;
    }
  }

 private:
  struct Input {
    const btConvexShape *a, *b;
    btTransform from, to, at;
  };

  bool cast(const Input& in, btConvexCast::CastResult& result) {
    result.m_allowedPenetration = 0;
    btVoronoiSimplexSolver solver;
    Method caster(in.a, in.b, &solver);
    return caster.calcTimeOfImpact(in.from, in.to, in.at, in.at, result);
  }

  std::vector<std::unique_ptr<btConvexShape>> shapes_;
  std::vector<Input> inputs_;
};

template <class Method>
std::unique_ptr<CastPrepared> prepare(const CastWorkload& workload) {
  return std::make_unique<BulletCasts<Method>>(workload);
}

}  // namespace

std::vector<CastLibrary> bullet_casts() {
  return {{"Bullet", "Bullet", &prepare<btSubsimplexConvexCast>},
          {"Bullet GJK cast", "Bullet", &prepare<btGjkConvexCast>}};
}

}  // namespace bench

#endif
