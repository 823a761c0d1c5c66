// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Bullet's linear casts in single precision, margins zero: both of its methods.

#ifdef GRAZE_HAVE_BULLET

#include <BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include "bullet_shapes.h"
#include "cast_bench.h"

namespace bench {
namespace {

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
