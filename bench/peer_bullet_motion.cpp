// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Bullet's conservative advancement with rotation, in single precision, margins zero. It stops at a distance
// of 0.001, which is a constant of its own.

#ifdef GRAZE_HAVE_BULLET

#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <LinearMath/btTransformUtil.h>

#include "bullet_shapes.h"
#include "motion_bench.h"

namespace bench {
namespace {

class BulletMotions final : public CastPrepared {
 public:
  explicit BulletMotions(const MotionWorkload& workload) {
    for (const ShapeSpec& spec : workload.casts.convex.shapes) shapes_.push_back(make_shape(spec));
    for (std::size_t i = 0; i < workload.turns.size(); ++i) {
      const Pair& pair = workload.casts.convex.pairs[i];
      Input in{shapes_[std::size_t(pair.shape_a)].get(), shapes_[std::size_t(pair.shape_b)].get(),
               transform(pair.a), transform(pair.a), transform(pair.b)};
      btTransformUtil::integrateTransform(in.from, vector(workload.casts.ways[i]), vector(workload.turns[i]),
                                          1, in.to);
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
    btContinuousConvexCollision caster(in.a, in.b, &solver, &depth_);
    return caster.calcTimeOfImpact(in.from, in.to, in.at, in.at, result);
  }

  btGjkEpaPenetrationDepthSolver depth_;
  std::vector<std::unique_ptr<btConvexShape>> shapes_;
  std::vector<Input> inputs_;
};

}  // namespace

MotionLibrary bullet_motion() {
  return {"Bullet", "Bullet", [](const MotionWorkload& w) -> std::unique_ptr<CastPrepared> {
            return std::make_unique<BulletMotions>(w);
          }};
}

}  // namespace bench

#endif
