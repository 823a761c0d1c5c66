// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "referee.h"
#include "reference_depth.h"

namespace graze::test {

/// Knowledge about the separation of one pair in one precision. The bounds are of the cores.
template <class T>
class Level {
 public:
  /// `corners`: the most that an expansion may have.
  Level(const PairModel<T>& model, std::size_t corners) : model_(model), corners_(corners) {}

  /// `axis`: a guess from a to b, or zero.
  Verdict at_least(double x, const V3d& axis) {
    const T need = T(x) + model_.radius_upper() + slack(x), floor = T(x) + model_.radius_lower() - slack(x);
    use_axis(axis);
    if (lower_ < need && !(upper_ < floor)) refine(axis, {need, T(1e300)});
    return lower_ >= need ? Verdict::holds : upper_ < floor ? Verdict::fails : Verdict::unclear;
  }

  Verdict at_most(double x, const V3d& axis) {
    const T need = T(x) + model_.radius_lower() - slack(x), roof = T(x) + model_.radius_upper() + slack(x);
    if (upper_ > need && !(lower_ > roof)) refine(axis, {T(-1e300), need});
    return upper_ <= need ? Verdict::holds : lower_ > roof ? Verdict::fails : Verdict::unclear;
  }

  /// Bounds known so far about the separation of the objects, to the nearest double.
  std::pair<double, double> known() const {
    return {double(lower_ - model_.radius_upper()), double(upper_ - model_.radius_lower())};
  }
  /// Attains the lower bound.
  const V3<T>& axis() const { return axis_; }
  /// Attains the upper bound, unless that came from an expansion.
  const Simplex<T>& simplex() const { return simplex_; }

 private:
  static constexpr std::size_t kFewCorners = 32;
  static constexpr int kMaxIterations = 400;  // curved pairs take 10 to 40; the rest is for stalls

  T slack(double x) const {
    return T(8 * Number<T>::kRoundoff) * (magnitude_of(T(x)) + model_.radius_upper());
  }

  void use_axis(const V3d& axis) {
    const V3<T> n(axis);
    const T norm = length(n);
    if (!(norm > T(0))) return;
    const T gap = -model_.value(n) / norm;
    raise_lower(gap - T(2 * model_.error()) - T(8 * Number<T>::kRoundoff) * magnitude_of(gap), n);
  }

  void raise_lower(const T& bound, const V3<T>& axis) {
    if (bound > lower_) lower_ = bound, axis_ = axis;
  }

  void refine(const V3d& hint, const Goal<T>& goal) {
    if (goal.most < T(0) && corners_ == 0) return;  // takes an expansion
    const V3<T> towards = model_.b.centre() - model_.a.centre(), guess(hint);
    const bool has_guess = dot(guess, guess) > T(0);
    const Separated<T> run = separate(model_, has_guess ? guess : towards, goal, kMaxIterations);
    raise_lower(run.lower, run.axis);
    if (run.upper < upper_) upper_ = run.upper, simplex_ = run.simplex;
    const bool is_apart = lower_ > T(0);  // then there is nothing to expand
    if (is_answered(goal, lower_, upper_) || is_apart) return;
    // Whether they meet at all is worth a few corners in any case.
    Expansion<T> expansion(model_, goal, std::max(corners_, kFewCorners));
    expansion.run(run.simplex);
    raise_lower(-expansion.outer(), expansion.axis());
    const T inner = expansion.inner();
    if (inner > T(0) && -inner < upper_) upper_ = -inner;
  }

  PairModel<T> model_;
  std::size_t corners_;
  T lower_{-1e300}, upper_{1e300};
  V3<T> axis_{T(0), T(0), T(0)};
  Simplex<T> simplex_;
};

}  // namespace graze::test
