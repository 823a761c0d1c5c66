// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "cast_bench.h"
#include "error_count.h"
#include "graze/query/shape_cast.h"
#include "graze_shapes.h"
#include "support/sweep.h"

namespace bench {
namespace {

constexpr bool kIsFloat = sizeof(Real) == 4;

class GrazeCasts final : public CastPrepared {
 public:
  explicit GrazeCasts(const CastWorkload& workload) : workload_(workload) {
    std::vector<graze::Shape> shapes;
    for (const ShapeSpec& spec : workload.convex.shapes) shapes.push_back(make_shape(spec));
    for (std::size_t i = 0; i < workload.ways.size(); ++i) {
      const Pair& pair = workload.convex.pairs[i];
      inputs_.push_back({{shapes[std::size_t(pair.shape_a)], make_placement(pair.a)},
                         {shapes[std::size_t(pair.shape_b)], make_placement(pair.b)},
                         vector(workload.ways[i])});
    }
  }

  double ask() override {
    double sum = 0;
    for (const Input& in : inputs_) sum += double(shape_cast(in.a, in.way, in.b).time);
    return sum;
  }

  void answer(std::span<CastAnswer> out) override {
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const Input& in = inputs_[i];
      const graze::ShapeCast c = shape_cast(in.a, in.way, in.b);
      const graze::test::CheckPair pair =
          check_pair(workload_.convex, workload_.convex.pairs[i], kIsFloat ? Precision::f32 : Precision::f64);
      const graze::test::V3d way{workload_.ways[i][0], workload_.ways[i][1], workload_.ways[i][2]};
      const graze::test::CastBars bars{kIsFloat ? 1e-6 : 1e-10, kIsFloat ? 1e-6 : 1e-13};
      out[i] = {bool(c),         c.hit == graze::Hit::uncertain,
                double(c.time),  double(c.time),
                double(c.upper), graze::test::judge_cast(pair, way, c, bars)};
    }
  }

 private:
  struct Input {
    graze::Instance a, b;
    graze::Vec3 way;
  };
  const CastWorkload& workload_;
  std::vector<Input> inputs_;
};

}  // namespace

CastLibrary graze_cast() {
  return {
      kIsFloat ? "graze" : "graze_d", kIsFloat ? "graze" : "graze_d",
      [](const CastWorkload& w) -> std::unique_ptr<CastPrepared> { return std::make_unique<GrazeCasts>(w); }};
}

std::vector<CastLibrary> cast_libraries() {
  std::vector<CastLibrary> all{graze_cast()};
#ifdef GRAZE_HAVE_BULLET
  for (CastLibrary& library : bullet_casts()) all.push_back(std::move(library));
#endif
  return all;
}

}  // namespace bench
