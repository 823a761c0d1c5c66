// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "referee.h"

#include <algorithm>

#include "judge.h"
#include "reference_level.h"

namespace graze::test {

namespace {

using Fast = std::conditional_t<sizeof(Real) == 4, double, long double>;

/// Subject of a judgement: two objects, or an object and a point.
struct Subject {
  const CheckPair* pair = nullptr;
  const CheckInstance* instance = nullptr;
  V3d point;

  template <class T>
  PairModel<T> model(Strip strip) const {
    return pair ? PairModel<T>(*pair, strip) : PairModel<T>(*instance, point);
  }
};

enum class Claim { at_least, at_most };

Simplex<Quad> widened(const Simplex<Quad>& s) { return s; }
template <class T>
Simplex<Quad> widened(const Simplex<T>& s) {
  Simplex<Quad> q;
  q.count = s.count;
  for (int i = 0; i < s.count; ++i) {
    q.corners[i] = {V3<Quad>(s.corners[i].w), V3<Quad>(s.corners[i].d)};
    q.weights[i] = Quad(s.weights[i]);
  }
  return q;
}

}  // namespace

/// One level after the other until one decides.
class Ladder {
 public:
  Ladder(const Subject& subject, const Effort& effort)
      : subject_(subject),
        effort_(effort),
        first_(subject.model<Fast>(Strip::balls), effort.corners),
        has_stripped_(subject.model<Fast>(Strip::balls).has_stripped()) {}

  Verdict ask(Claim claim, double x, const V3d& axis) {
    Verdict v = ask(first_, claim, x, axis);
    if (v == Verdict::unclear && has_stripped_) {
      if (!second_) second_.emplace(subject_.model<Fast>(Strip::margin), effort_.corners);
      v = ask(*second_, claim, x, axis);
    }
    if (v != Verdict::unclear) return v;
    if (!last_) last_.emplace(subject_.model<Quad>(Strip::margin), effort_.exact_corners);
    return ask(*last_, claim, x, axis);
  }

  std::pair<double, double> known() const {
    std::pair<double, double> best = first_.known();
    for (const auto& [lower, upper] : {second_ ? second_->known() : best, last_ ? last_->known() : best}) {
      best.first = std::max(best.first, lower);
      best.second = std::min(best.second, upper);
    }
    return best;
  }

 private:
  template <class T>
  Verdict ask(Level<T>& level, Claim claim, double x, const V3d& axis) {
    const Verdict v = claim == Claim::at_least ? level.at_least(x, axis) : level.at_most(x, axis);
    return v == Verdict::fails && !is_confirmed(level, claim, x) ? Verdict::unclear : v;
  }

  /// The level calls the claim false; its certificate, in rationals.
  template <class T>
  bool is_confirmed(const Level<T>& level, Claim claim, double x) const {
    const ExactPair exact = subject_.model<RationalInterval>(Strip::margin);
    if (claim == Claim::at_most) return shows_gap_above(exact, rational_of(V3<Quad>(level.axis())), x);
    if (x <= 0) return std::is_same_v<T, Quad>;
    return shows_distance_below(exact, widened(level.simplex()), x);
  }

  Subject subject_;
  Effort effort_;
  Level<Fast> first_;
  bool has_stripped_;
  std::optional<Level<Fast>> second_;
  std::optional<Level<Quad>> last_;
};

namespace {

/// Direction from a to b that a half-space dictates.
std::optional<ExactVec> dictated_axis(const CheckPair& pair) {
  if (const auto n = half_space_normal(pair.a)) return n;
  if (const auto n = half_space_normal(pair.b)) return -*n;
  return std::nullopt;
}

/// Along the dictated axis the gap is the separation, exactly.
Verdict along_dictated_axis(const CheckPair& pair, const ExactVec& n, Claim claim, double x) {
  const RationalInterval rest =
      exact_gap(ExactPair(pair, Strip::margin), n) - RationalInterval(x) * length(n);
  const RationalInterval over = claim == Claim::at_least ? rest : RationalInterval(0) - rest;
  return over.lower >= 0 ? Verdict::holds : over.upper < 0 ? Verdict::fails : Verdict::unclear;
}

}  // namespace

Referee::Referee(const CheckPair& pair, const Effort& effort) : pair_(pair) {
  Subject subject;
  subject.pair = &pair;
  ladder_ = std::make_unique<Ladder>(subject, effort);
}
Referee::~Referee() = default;

Verdict Referee::separation_at_least(double x, const V3d& axis) {
  if (const auto n = dictated_axis(pair_)) return along_dictated_axis(pair_, *n, Claim::at_least, x);
  return ladder_->ask(Claim::at_least, x, axis);
}

Verdict Referee::separation_at_most(double x, const V3d& axis) {
  if (const auto n = dictated_axis(pair_)) return along_dictated_axis(pair_, *n, Claim::at_most, x);
  return ladder_->ask(Claim::at_most, x, axis);
}

namespace {

/// Sign of x |n|^2 - h_A(n) - h_B(-n) if plain arithmetic can tell, else 0.
int filtered_sign(const CheckPair& pair, const V3d& n, double x) {
  const PairModel<Fast> model(pair, Strip::margin);
  const V3<Fast> d(n);
  const Fast squared = dot(d, d), norm = root(squared);
  const Fast rest = Fast(x) * squared - model.value(d) - model.radius_lower() * norm;
  const Fast size = magnitude_of(Fast(x)) * squared + model.radius_lower() * norm;
  const Fast error = Fast(2 * model.error()) * norm + Fast(16 * Number<Fast>::kRoundoff) * size;
  return rest > error ? 1 : rest < -error ? -1 : 0;
}

RationalInterval exact_rest(const CheckPair& pair, const V3d& n, double x) {
  const ExactVec d(n);
  return exact_gap(ExactPair(pair, Strip::margin), d) + RationalInterval(x) * dot(d, d);
}

/// A rounded normal is never exactly that of a half-space; the exact one stands in for it.
std::optional<RationalInterval> dictated_rest(const CheckPair& pair, double x) {
  const auto n = dictated_axis(pair);
  if (!n) return std::nullopt;
  return exact_gap(ExactPair(pair, Strip::margin), *n) + RationalInterval(x) * length(*n);
}

}  // namespace

bool Referee::move_parts(const V3d& n, double x) const {
  if (const auto rest = dictated_rest(pair_, x)) return rest->lower > 0;
  const int sign = filtered_sign(pair_, n, x);
  return sign != 0 ? sign > 0 : exact_rest(pair_, n, x).lower > 0;
}

bool Referee::move_separates(const V3d& n, double x) const {
  if (const auto rest = dictated_rest(pair_, x)) return rest->upper >= 0;
  const int sign = filtered_sign(pair_, n, x);
  return sign != 0 ? sign > 0 : exact_rest(pair_, n, x).upper >= 0;
}

std::pair<double, double> Referee::known() const { return ladder_->known(); }

std::optional<V3d> Referee::only_axis() const {
  const auto n = dictated_axis(pair_);
  if (!n) return std::nullopt;
  const RationalInterval norm = length(*n);
  const auto component = [&](const RationalInterval& x) { return mpq_class(x.lower / norm.lower).get_d(); };
  return V3d(component(n->x), component(n->y), component(n->z));
}

Verdict is_within(const CheckInstance& instance, const V3d& p, double tolerance) {
  if (const auto n = half_space_normal(instance)) {
    CheckPair pair;
    pair.a = instance;
    pair.b.shape = check_point({0, 0, 0});
    pair.b.placement.translation = p;
    return along_dictated_axis(pair, *n, Claim::at_most, tolerance);
  }
  Subject subject;
  subject.instance = &instance;
  subject.point = p;
  return Ladder(subject, {0, 0}).ask(Claim::at_most, tolerance, {0, 0, 0});
}

}  // namespace graze::test
