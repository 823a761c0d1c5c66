// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "motion_bench.h"

// make ab builds these files with older versions of the library, too: without the question there are no rows.
#if !__has_include("graze/motion/time_of_impact.h")

bench::MotionLibrary bench::graze_motion() { return {}; }

#else

#include "graze/motion/time_of_impact.h"
#include "graze/query/separation.h"
#include "graze_shapes.h"

namespace bench {
namespace {

constexpr bool kIsFloat = sizeof(Real) == 4;

class GrazeMotions final : public CastPrepared {
 public:
  explicit GrazeMotions(const MotionWorkload& workload) {
    std::vector<graze::Shape> shapes;
    for (const ShapeSpec& spec : workload.casts.convex.shapes) shapes.push_back(make_shape(spec));
    for (std::size_t i = 0; i < workload.turns.size(); ++i) {
      const Pair& pair = workload.casts.convex.pairs[i];
      inputs_.push_back({shapes[std::size_t(pair.shape_a)], shapes[std::size_t(pair.shape_b)],
                         graze::Path::turning(make_placement(pair.a), vector(workload.casts.ways[i]),
                                              vector(workload.turns[i])),
                         graze::Path(make_placement(pair.b))});
    }
  }

  double ask() override {
    double sum = 0;
    for (const Input& in : inputs_) sum += double(time_of_impact(in.a, in.of_a, in.b, in.of_b).lower);
    return sum;
  }

  void answer(std::span<CastAnswer> out) override {
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const Input& in = inputs_[i];
      const graze::TimeOfImpact r = time_of_impact(in.a, in.of_a, in.b, in.of_b);
      out[i] = {bool(r),         r.hit == graze::Hit::uncertain,
                double(r.lower), double(r.lower),
                double(r.upper), rejection_of(in, r)};
    }
  }

 private:
  struct Input {
    graze::Shape a, b;
    graze::Path of_a, of_b;
  };

  static graze::Separation separation_at(const Input& in, double t) {
    return graze::separation({in.a, in.of_a.placement(Real(t))}, {in.b, in.of_b.placement(Real(t))});
  }
  // Samples: the way of an object is a few tens, and placements are rounded to Real.
  static std::string rejection_of(const Input& in, const graze::TimeOfImpact& r) {
    constexpr double kBar = kIsFloat ? 2e-5 : 1e-13;
    constexpr int kSamples = 32;
    const double end = r.hit == graze::Hit::miss ? 1 : double(r.lower);
    for (int i = 0; i <= kSamples; ++i)
      if (double(separation_at(in, end * i / kSamples).upper) < -kBar) return "overlaps before the time";
    if (r.hit == graze::Hit::hit && double(separation_at(in, double(r.upper)).lower) > kBar)
      return "apart at the upper bound";
    return {};
  }

  std::vector<Input> inputs_;
};

}  // namespace

MotionLibrary graze_motion() {
  const char* const name = kIsFloat ? "graze" : "graze_d";
  return {name, name, [](const MotionWorkload& w) -> std::unique_ptr<CastPrepared> {
            return std::make_unique<GrazeMotions>(w);
          }};
}

}  // namespace bench

#endif
