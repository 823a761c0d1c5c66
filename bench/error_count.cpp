// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "error_count.h"

#include <algorithm>
#include <cmath>

#include "support/checker.h"

namespace bench {
namespace {

using graze::ShapeKind;
using graze::test::CheckInstance;
using graze::test::CheckPair;
using graze::test::CheckShape;
using graze::test::V3d;

constexpr double kBand = 1e-6;  // of the scale
constexpr double kCoarse = 1e-3, kFine = 1e-6;

V3d v3(const Vec& v) { return {v[0], v[1], v[2]}; }

CheckShape check_shape(const ShapeSpec& spec) {
  const double r = spec.size[0], h = spec.size[1];
  switch (spec.kind) {
    case Kind::sphere:
      return graze::test::check_sized(ShapeKind::sphere, {r});
    case Kind::box:
      return graze::test::check_sized(ShapeKind::box, {r, h, spec.size[2]});
    case Kind::capsule:
      return graze::test::check_sized(ShapeKind::capsule, {r, h});
    case Kind::cylinder:
      return graze::test::check_sized(ShapeKind::cylinder, {r, h});
    case Kind::cone:
      return graze::test::check_sized(ShapeKind::cone, {r, h});
    case Kind::hull:
      break;
  }
  std::vector<V3d> vertices;
  for (const Vec& v : spec.vertices) vertices.push_back(v3(v));
  return graze::test::check_hull_of_points(ShapeKind::polytope, std::move(vertices));
}

CheckInstance check_instance(const ShapeSpec& spec, const Placement& placement, Precision precision) {
  Matrix m = rotation_matrix(placement);
  if (precision == Precision::f32)
    for (Vec& column : m)
      for (double& x : column) x = rounded(x);
  CheckInstance instance;
  instance.shape = check_shape(spec);
  instance.placement.x = v3(m[0]);
  instance.placement.y = v3(m[1]);
  instance.placement.z = v3(m[2]);
  instance.placement.translation = v3(placement.position);
  return instance;
}

bool is_finite(const Answer& answer) {
  double sum = answer.value;
  for (std::size_t i = 0; i < 3; ++i) sum += answer.point_a[i] + answer.point_b[i] + answer.normal[i];
  return std::isfinite(sum);
}

/// Claims about the signed separation of one pair.
class Claims {
 public:
  Claims(const CheckPair& pair, const Truth& truth)
      : truth_(truth.value()),
        axis_(double(truth.normal.x), double(truth.normal.y), double(truth.normal.z)),
        referee_(pair) {}

  bool at_least(double x) { return decided(referee_.separation_at_least(x, axis_), truth_ >= x); }
  bool at_most(double x) { return decided(referee_.separation_at_most(x, axis_), truth_ <= x); }
  bool within(double x, double tolerance) { return at_least(x - tolerance) && at_most(x + tolerance); }

 private:
  static bool decided(graze::test::Verdict verdict, bool otherwise) {
    return verdict == graze::test::Verdict::unclear ? otherwise : verdict == graze::test::Verdict::holds;
  }

  long double truth_;
  V3d axis_;
  graze::test::Referee referee_;
};

bool witness_is_bad(const CheckPair& pair, const Answer& answer, double tolerance) {
  const Vec &p = answer.point_a, &q = answer.point_b;
  const double apart = std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
  return std::abs(apart - answer.value) > tolerance ||
         is_within(pair.a, v3(p), tolerance) == graze::test::Verdict::fails ||
         is_within(pair.b, v3(q), tolerance) == graze::test::Verdict::fails;
}

/// The move is along the reported normal, but what then separates may be any axis.
bool leaves_overlap(CheckPair pair, const Answer& answer, double tolerance) {
  const V3d n = v3(answer.normal);
  if (graze::test::Referee(pair).move_separates(n, answer.value + tolerance)) return false;
  pair.b.placement.translation = pair.b.placement.translation + n * answer.value;
  return graze::test::Referee(pair).separation_at_least(-tolerance, n) == graze::test::Verdict::fails;
}

void count(const CheckPair& pair, const Truth& truth, Question question, const Answer& answer,
           ErrorCount& errors) {
  const double band = kBand * graze::test::sizes_of(pair).scale;
  Claims claims(pair, truth);
  if (answer.hit ? !claims.at_most(band) : !claims.at_least(-band)) {
    ++errors.wrong_yes_no;
    return;
  }
  if (question == Question::intersects) return;
  const double value = answer.value, coarse = kCoarse * value + band;
  const double sign = question == Question::distance ? 1 : -1;
  const bool is_zero = question == Question::distance ? answer.hit : !answer.hit;  // judged above
  if (!is_zero) {
    errors.off_coarse += !claims.within(sign * value, coarse);
    errors.off_fine += !claims.within(sign * value, kFine * value + band);
  }
  if (answer.has_points) errors.bad_witness += witness_is_bad(pair, answer, coarse);
  if (question == Question::depth && answer.hit) errors.not_separated += leaves_overlap(pair, answer, coarse);
}

}  // namespace

CheckPair check_pair(const Workload& workload, const Pair& pair, Precision precision) {
  return {check_instance(workload.shapes[std::size_t(pair.shape_a)], pair.a, precision),
          check_instance(workload.shapes[std::size_t(pair.shape_b)], pair.b, precision)};
}

void write_errors(std::FILE* out, const std::string& group, const std::string& row,
                  const std::string& library, const ErrorCount& e) {
  std::fprintf(out, "%s,\"%s\",%s,%d,%d,%d,%d,%d,%d,%d,%d,%d\n", group.c_str(), row.c_str(), library.c_str(),
               e.pairs, e.judged, e.unanswered, e.wrong_yes_no, e.off_coarse, e.off_fine, e.bad_witness,
               e.not_separated, e.rejected);
  if (e.rejected > 0)
    std::fprintf(stderr, "%s, %s: rejected %d, first %s\n", library.c_str(), row.c_str(), e.rejected,
                 e.first_rejection.c_str());
}

std::vector<Truth> truths_of(const Workload& workload, Sample sample) {
  std::vector<Truth> truths(workload.pairs.size());
  for (std::size_t i = 0; i < truths.size(); i += sample.every) {
    const Pair& pair = workload.pairs[i];
    truths[i] = separation(Body(workload.shapes[std::size_t(pair.shape_a)], pair.a),
                           Body(workload.shapes[std::size_t(pair.shape_b)], pair.b));
  }
  return truths;
}

ErrorCount count_errors(const Workload& workload, std::span<const Truth> truths, const Library& library,
                        Question question, std::span<const Answer> answers, Sample sample) {
  ErrorCount errors;
  errors.pairs = int(answers.size());
  errors.judged = int(sample.size(answers.size()));
  for (std::size_t i = 0; i < answers.size(); i += sample.every) {
    const CheckPair pair = check_pair(workload, workload.pairs[i], library.precision);
    if (!answers[i].rejection.empty() && errors.rejected++ == 0)
      errors.first_rejection =
          "pair " + std::to_string(i) + ": " + answers[i].rejection + "\n" + graze::test::replay(pair);
    if (!answers[i].answered || !is_finite(answers[i]))
      ++errors.unanswered;
    else
      count(pair, truths[i], question, answers[i], errors);
  }
  return errors;
}

}  // namespace bench
