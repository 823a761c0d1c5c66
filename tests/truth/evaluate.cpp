// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "evaluate.h"

#include <algorithm>
#include <cmath>

namespace truth {
namespace {

using graze::Contact;
using graze::Vec3;

bool is_finite(std::initializer_list<Vec3> vectors, std::initializer_list<graze::Real> numbers) {
  return std::all_of(vectors.begin(), vectors.end(), [](const Vec3& v) { return graze::is_finite(v); }) &&
         std::all_of(numbers.begin(), numbers.end(), [](graze::Real x) { return std::isfinite(x); });
}

template <class Answer>
bool is_finite_answer(const Answer& r) {
  return is_finite({r.normal, r.point_a, r.point_b, r.local_a, r.local_b}, {r.lower, r.upper});
}

double between(const Vec3& p, const Vec3& q) { return double(length(WideVec(q) - WideVec(p))); }

double worst_outside(const Trial& t, const Vec3& in_a, const Vec3& in_b) {
  return std::max(outside(t.a, WideVec(in_a), t.c.size), outside(t.b, WideVec(in_b), t.c.size));
}

void judge_distance_witness(Trial& t, const graze::Distance& r, double value) {
  const double out = worst_outside(t, r.point_a, r.point_b);
  const double gap = std::abs(between(r.point_a, r.point_b) - value);
  t.tally[Measure::distance_witness].add(out / t.c.size);
  if (!(out <= t.witness_tolerance())) {
    t.charge(Charge::bad_witness, "distance witness outside by", out, 0);
  } else if (!(gap <= t.bars.witness_accuracy * value + t.band)) {
    t.charge(Charge::bad_witness, "distance between witnesses", between(r.point_a, r.point_b), value);
  }
}

void judge_distance(Trial& t) {
  const graze::Distance& r = t.outcome.forward.distance;
  t.tally[Measure::distance_time].add(t.outcome.microseconds[0]);
  if (!is_finite_answer(r)) t.charge(Charge::nan, "distance is not finite", double(r.upper), t.c.separation);
  const double value = r.contact == Contact::apart ? double(r.upper) : 0;
  const double truth = std::max(t.c.separation, 0.0);
  const double error = t.error_of(value, truth);
  // Overlapping pairs may show a distance of rounding size, as SOLID's checker allows.
  const double zero = t.is_overlapping() ? std::max(t.band, 1e-9 * t.c.size) : t.band;

  t.tally[Measure::distance_per_size].add(error / t.c.size);
  if (t.is_apart()) t.tally[Measure::distance_per_value].add(error / truth);
  if (!(error <= 0.01 * t.c.size + t.band)) t.charge(Charge::gross_distance, "gross distance", value, truth);
  if (t.is_apart() && !(value > 0)) {
    t.charge(Charge::wrong_distance, "distance zero though apart", value, t.c.separation);
  } else if (t.is_overlapping() && !(value <= zero + t.bars.accuracy * t.margins)) {
    t.charge(Charge::wrong_distance, "distance positive though overlapping", value, t.c.separation);
  } else if (!(error <= t.bars.accuracy * (truth + t.margins) + zero)) {
    t.charge(Charge::distance_off, "distance", value, truth);
  }
  if (t.is_apart() && value > 0) judge_distance_witness(t, r, value);
}

void judge_common_point(Trial& t) {
  const graze::CommonPoint& r = t.outcome.forward.common_point;
  t.tally[Measure::common_time].add(t.outcome.microseconds[1]);
  if (!is_finite({r.point, r.local_a, r.local_b}, {})) {
    t.charge(Charge::nan, "common point is not finite", double(r.point.x), t.c.separation);
  }
  if (t.is_contradiction(r.found)) {
    t.charge(Charge::wrong_common_point, "common point found", r.found, t.c.separation);
  }
  if (!r.found || t.is_apart()) return;
  const double out = worst_outside(t, r.point, r.point);
  t.tally[Measure::common_witness].add(out / t.c.size);
  if (!(out <= t.witness_tolerance())) t.charge(Charge::bad_witness, "common point outside by", out, 0);
}

void judge_separating(Trial& t, const graze::Penetration& r, double truth) {
  // The file's direction has 12 digits, the points lose theirs when the depth is small: the normal helps out.
  const WideVec hints[] = {{t.c.direction[0], t.c.direction[1], t.c.direction[2]}, WideVec(r.normal)};
  const WideVec shift = WideVec(r.point_a) - WideVec(r.point_b);
  const double left = overlap_left(t.a, t.b, shift, hints, t.c.size);
  const double tolerance = 2 * t.bars.witness_accuracy * (truth + t.margins) + t.band;
  t.tally[Measure::overlap_left].add(left / t.c.size);
  if (!(left <= tolerance)) t.charge(Charge::not_separating, "overlap after moving b by the depth", left, 0);

  // The normal and the upper bound promise the same, and are right where the points round to one.
  const double left_along_normal = overlap_left(t.a, t.b, WideVec(r.normal) * r.upper, hints, t.c.size);
  if (!(left_along_normal <= tolerance)) {
    t.charge(Charge::extra, "overlap after moving b by normal times upper", left_along_normal, 0);
  }
}

void judge_penetration(Trial& t) {
  const graze::Penetration& r = t.outcome.forward.penetration;
  const bool meets = r.contact != Contact::apart;
  t.tally[Measure::depth_time].add(t.outcome.microseconds[2]);
  if (!is_finite_answer(r)) t.charge(Charge::nan, "depth is not finite", double(r.upper), t.c.separation);
  if (t.is_contradiction(meets)) t.charge(Charge::wrong_depth, "depth found", meets, t.c.separation);
  if (!meets || t.is_apart()) return;

  const double between_points = between(r.point_a, r.point_b);
  const double truth = std::max(-t.c.separation, 0.0);
  const double point_error = t.error_of(between_points, truth),
               upper_error = t.error_of(double(r.upper), truth);
  const double error = upper_error <= point_error ? point_error : upper_error;  // NaN wins
  const double worst = upper_error <= point_error ? between_points : double(r.upper);
  t.tally[Measure::depth_per_size].add(error / t.c.size);
  if (t.is_overlapping()) t.tally[Measure::depth_per_value].add(error / truth);
  if (!(error <= 0.01 * t.c.size + t.band)) t.charge(Charge::gross_depth, "gross depth", worst, truth);
  if (!(error <= t.bars.accuracy * (truth + t.margins) + t.band)) {
    t.charge(Charge::depth_off, upper_error <= point_error ? "depth between points" : "depth upper", worst,
             truth);
  }
  const double out = worst_outside(t, r.point_a, r.point_b);
  t.tally[Measure::depth_witness].add(out / t.c.size);
  if (!(out <= t.witness_tolerance())) t.charge(Charge::bad_witness, "depth witness outside by", out, 0);
  if (t.is_overlapping() && between_points > 0) judge_separating(t, r, truth);
}

void judge_failure(Trial& t) {
  const std::string where = to_string(t.outcome.stage);
  switch (t.outcome.failure) {
    case Failure::none:
      return;
    case Failure::crash:
      return t.charge(Charge::crash, "crash in " + where, 0, t.c.separation);
    case Failure::hang:
      return t.charge(Charge::hang, "hang in " + where, 0, t.c.separation);
    case Failure::refused:
      t.charge(Charge::extra, std::string("refused: ") + t.outcome.refusal, 0, t.c.separation);
  }
}

void judge(Trial& t) {
  ++t.tally.cases;
  if (t.c.kind == TruthCase::Kind::ray) {
    judge_failure(t);
    if (t.outcome.stage == Stage::done) judge_ray(t);
    return;
  }
  if (!t.is_apart() && !t.is_overlapping()) ++t.tally.in_band;
  judge_failure(t);
  const Stage stage = t.outcome.stage;
  if (stage > Stage::distance) judge_distance(t);
  if (stage > Stage::common_point) judge_common_point(t);
  if (stage > Stage::penetration) judge_penetration(t);
  if (stage == Stage::done) judge_extras(t);
}

Tally& find_tally(Evaluation& evaluation, const std::string& category) {
  for (CategoryTally& known : evaluation.categories) {
    if (known.category == category) return known.tally;
  }
  return evaluation.categories.emplace_back(CategoryTally{category, {}}).tally;
}

}  // namespace

double Samples::quantile(double q) const {
  if (values_.empty()) return 0;
  std::vector<double> sorted = values_;
  std::sort(sorted.begin(), sorted.end());
  return sorted[std::min(sorted.size() - 1, std::size_t(q * double(sorted.size())))];
}

void Tally::add(const Tally& other) {
  cases += other.cases;
  in_band += other.in_band;
  for (std::size_t i = 0; i < kChargeCount; ++i) charges[i] += other.charges[i];
  for (std::size_t i = 0; i < kMeasureCount; ++i) samples[i].add(other.samples[i]);
}

double Trial::error_of(double value, double truth) const {
  const double error = std::abs(value - truth) - c.error;
  return error < 0 ? 0 : error;  // NaN stays NaN
}

void Trial::charge(Charge charge, std::string what, double got, double truth) {
  ++tally.charges[std::size_t(charge)];
  offences.push_back({c.id, c.category, std::move(what), got, truth});
}

Evaluation evaluate(std::span<const TruthCase> cases, std::span<const Outcome> outcomes, const Bars& bars) {
  Evaluation evaluation;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Tally& tally = find_tally(evaluation, cases[i].category);
    Trial trial{cases[i], outcomes[i], bars, tally, evaluation.offences};
    judge(trial);
  }
  for (const CategoryTally& category : evaluation.categories) evaluation.all.add(category.tally);
  return evaluation;
}

}  // namespace truth
