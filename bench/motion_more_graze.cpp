// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "motion_bench.h"

// make ab builds these files with older versions of the library, too: without the questions there are no
// rows.
#if !__has_include("graze/motion/contact_intervals.h") || !__has_include("graze/motion/gradient.h")

bench::MotionLibrary bench::graze_intervals() { return {}; }
bench::MotionLibrary bench::graze_impact_gradients() { return {}; }
bench::MotionLibrary bench::graze_separation_gradients() { return {}; }

#else

#include <algorithm>
#include <cmath>

#include "graze/motion/contact_intervals.h"
#include "graze/motion/gradient.h"
#include "graze_shapes.h"

namespace bench {
namespace {

constexpr bool kIsFloat = sizeof(Real) == 4;
// Samples and displacements: the way of an object is a few tens, and placements are rounded to Real.
constexpr double kBar = kIsFloat ? 2e-5 : 1e-13;

struct Moving {
  graze::Shape a, b;
  graze::Path of_a, of_b;

  [[nodiscard]] graze::Instance a_at(double t) const { return {a, of_a.placement(Real(t))}; }
  [[nodiscard]] graze::Instance b_at(double t) const { return {b, of_b.placement(Real(t))}; }
  [[nodiscard]] graze::Separation separation_at(double t) const { return separation(a_at(t), b_at(t)); }
};

std::vector<Moving> make_inputs(const MotionWorkload& workload) {
  std::vector<graze::Shape> shapes;
  for (const ShapeSpec& spec : workload.casts.convex.shapes) shapes.push_back(make_shape(spec));
  std::vector<Moving> inputs;
  for (std::size_t i = 0; i < workload.turns.size(); ++i) {
    const Pair& pair = workload.casts.convex.pairs[i];
    inputs.push_back({shapes[std::size_t(pair.shape_a)], shapes[std::size_t(pair.shape_b)],
                      graze::Path::turning(make_placement(pair.a), vector(workload.casts.ways[i]),
                                           vector(workload.turns[i])),
                      graze::Path(make_placement(pair.b))});
  }
  return inputs;
}

// Quotients of differences to both sides, beside the derivative that was answered: between them, as features
// may change on the way. Second derivatives are of the order of one over a radius.
constexpr double kStep = 0x1p-9;
bool is_between_quotients(double before, double value, double after, double derivative) {
  const double left = (value - before) / kStep, right = (after - value) / kStep;
  const double slack = 0.02 * (1 + std::abs(derivative));
  return derivative >= std::min(left, right) - slack && derivative <= std::max(left, right) + slack;
}

struct Intervals {
  static double ask(const Moving& in) {
    graze::ContactInterval found[4];
    const graze::ContactIntervals r = contact_intervals(in.a, in.of_a, in.b, in.of_b, found);
    return r.written.empty() ? 0 : double(r.written[0].begin_lower);
  }
  static CastAnswer answer(const Moving& in) {
    graze::ContactInterval found[4];
    const graze::ContactIntervals r = contact_intervals(in.a, in.of_a, in.b, in.of_b, found);
    CastAnswer out;
    if (r.status != graze::Status::converged || r.found > 4) out.rejection = "not all intervals were found";
    constexpr int kSamples = 64;
    for (int i = 0; i <= kSamples; ++i) {
      const double t = double(i) / kSamples;
      const bool is_within = std::any_of(r.written.begin(), r.written.end(), [t](const auto& x) {
        return t >= double(x.begin_lower) && t <= double(x.end_upper);
      });
      if (!is_within && double(in.separation_at(t).upper) < -kBar) out.rejection = "overlaps outside of all";
    }
    if (r.written.empty()) return out;
    const graze::ContactInterval& first = r.written[0];
    out.hit = true;
    out.is_uncertain = first.hit == graze::Hit::uncertain;
    out.time = out.lower = double(first.begin_lower);
    out.upper = double(first.begin_upper);
    return out;
  }
};

struct ImpactGradients {
  static double ask(const Moving& in) {
    const graze::ImpactGradient r = impact_gradient(in.a, in.of_a, in.b, in.of_b);
    return double(r.impact.lower) + double(r.of_a.translation.x);
  }
  // The start of b moved along the normal.
  static CastAnswer answer(const Moving& in) {
    const graze::ImpactGradient r = impact_gradient(in.a, in.of_a, in.b, in.of_b);
    CastAnswer out{bool(r.impact),         r.impact.hit == graze::Hit::uncertain,
                   double(r.impact.lower), double(r.impact.lower),
                   double(r.impact.upper), {}};
    if (!r.is_unique) return out;
    const auto time_of = [&](double by) {
      const graze::Affine start = in.of_b.placement(0);
      const graze::Affine moved(start.linear(), start.translation() + r.impact.normal * Real(by));
      return time_of_impact(in.a, in.of_a, in.b, graze::Path(moved));
    };
    const graze::TimeOfImpact after = time_of(kStep), before = time_of(-kStep);
    // A step may leave the features that meet; of those that part there is no time at all.
    if (!after || !before || dot(after.normal, before.normal) < Real(1 - 1e-3)) return out;
    const double derivative = double(dot(r.of_b.translation, r.impact.normal));
    if (!is_between_quotients(double(before.lower), double(r.impact.lower), double(after.lower), derivative))
      out.rejection = "not a quotient of differences";
    return out;
  }
};

struct SeparationGradients {
  static double ask(const Moving& in) {
    const graze::SeparationGradient r = separation_gradient(in.a_at(0), in.b_at(0));
    return double(r.separation.lower) + double(r.of_a.rotation.x);
  }
  // b turned about its origin, along the derivative.
  static CastAnswer answer(const Moving& in) {
    const graze::Instance a = in.a_at(0), b = in.b_at(0);
    const graze::SeparationGradient r = separation_gradient(a, b);
    const double distance = double(r.separation.upper);
    CastAnswer out{true, false, distance, double(r.separation.lower), distance, {}};
    const graze::Vec3 axis = r.of_b.rotation;
    if (!r.is_unique || !(length(axis) > Real(1e-3))) return out;
    const auto turned = [&](double by) {
      const graze::Mat3 turn = to_matrix(rotation_about(axis, Real(by)));
      const graze::Affine there(turn * b.placement.linear(), b.placement.translation());
      return separation(a, {b.shape, there});
    };
    const graze::Separation after = turned(kStep), before = turned(-kStep);
    if (dot(after.normal, before.normal) < Real(1 - 1e-3)) return out;
    if (!is_between_quotients(double(before.upper), distance, double(after.upper), double(length(axis))))
      out.rejection = "not a quotient of differences";
    return out;
  }
};

template <class Question>
class GrazeQuestion final : public CastPrepared {
 public:
  explicit GrazeQuestion(const MotionWorkload& workload) : inputs_(make_inputs(workload)) {}

  double ask() override {
    double sum = 0;
    for (const Moving& in : inputs_) sum += Question::ask(in);
    return sum;
  }
  void answer(std::span<CastAnswer> out) override {
    for (std::size_t i = 0; i < inputs_.size(); ++i) out[i] = Question::answer(inputs_[i]);
  }

 private:
  std::vector<Moving> inputs_;
};

template <class Question>
MotionLibrary library_of() {
  const char* const name = kIsFloat ? "graze" : "graze_d";
  return {name, name, [](const MotionWorkload& w) -> std::unique_ptr<CastPrepared> {
            return std::make_unique<GrazeQuestion<Question> >(w);
          }};
}

}  // namespace

MotionLibrary graze_intervals() { return library_of<Intervals>(); }
MotionLibrary graze_impact_gradients() { return library_of<ImpactGradients>(); }
MotionLibrary graze_separation_gradients() { return library_of<SeparationGradients>(); }

}  // namespace bench

#endif
