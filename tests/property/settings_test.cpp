// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Whatever is asked for, the bounds enclose the truth and the status is honest.

#include "property.h"

namespace graze::test {
namespace {

class Settings : public Property {
 protected:
  template <class Answer>
  static std::string judged(Checker& checker, const Answer& answer, const char* query) {
    const CheckReport report = checker.check(answer);
    return report.ok ? "" : std::string(query) + ": " + report.message;
  }
};

constexpr double kShare = 0.2;
constexpr Effort kQuick{0, 0};  // depths have their own test

TEST_P(Settings, OfAnyAccuracyAreKept) {
  for_each_pair(
      [&](Case& c) -> std::string {
        Tolerance tolerance;
        tolerance.relative_error = rounded(c.random.log_uniform(tolerance.relative_error, 0.1));
        const QuerySettings settings{.relative_error = static_cast<Real>(tolerance.relative_error)};
        const Distance d = distance(c.a, c.b, settings);
        const Separation s = separation(c.a, c.b, settings);
        count(d.contact);
        // Rough values leave witnesses rough by as much.
        const double value = std::max(std::abs(double(s.lower)), std::abs(double(s.upper)));
        const double size = std::max(sizes_of(c.check).size, 1e-30);
        tolerance.witness = std::max(tolerance.witness, tolerance.relative_error * (1 + value / size));
        Checker checker(c.check, tolerance, kQuick);
        const std::string wrong = judged(checker, d, "distance");
        return wrong.empty() ? judged(checker, s, "separation") : wrong;
      },
      kShare);
  expect_both_outcomes();
}

TEST_P(Settings, OfFewIterationsLeaveTrueBounds) {
  std::uint64_t limited = 0;
  for_each_pair(
      [&](Case& c) -> std::string {
        const QuerySettings settings{.max_iterations = 1 + c.random.below(6)};
        Referee referee(c.check, kQuick);
        const Separation s = separation(c.a, c.b, settings);
        count(s.contact);
        limited += s.status == Status::iteration_limit;
        const V3d n = exact(s.normal);
        if (!(s.lower <= s.upper)) return "bounds crossed or NaN";
        if (referee.separation_at_least(s.lower, n) == Verdict::fails) return "the lower bound is not one";
        if (referee.separation_at_most(s.upper, n) == Verdict::fails) return "the upper bound is not one";
        const Intersection i = intersects(c.a, c.b, settings);
        if (i.contact == Contact::apart && !Checker(c.check).check(i).ok) return "the axis does not separate";
        if (i.contact == Contact::overlapping && referee.separation_at_most(0, n) == Verdict::fails)
          return "overlapping, but apart";
        return "";
      },
      kShare);
  std::printf("             stopped by the limit: %llu\n", static_cast<unsigned long long>(limited));
}

TEST_P(Settings, OfAThresholdStopEarlyAndSayNoMore) {
  std::uint64_t stopped = 0, finished = 0;
  for_each_pair(
      [&](Case& c) -> std::string {
        const Distance whole = distance(c.a, c.b);
        count(whole.contact);
        const Real threshold = whole.upper * static_cast<Real>(c.random.log_uniform(0.1, 10));
        const Distance d = distance(c.a, c.b, {.threshold = threshold});
        ++(d.status == Status::beyond_threshold ? stopped : finished);
        if (d.status == Status::beyond_threshold && !(d.lower > threshold)) return "stopped without knowing";
        if (d.status != Status::beyond_threshold && whole.lower > threshold)
          return "went on beyond the threshold";
        Checker checker(c.check, {}, kQuick);
        return judged(checker, d, "distance");
      },
      kShare);
  EXPECT_GT(stopped * 20, finished);
  EXPECT_GT(finished * 20, stopped);
}

TEST_P(Settings, OfAWorkspaceAgreeWithNone) {
  Workspace workspace;
  for_each_pair(
      [&](Case& c) -> std::string {
        const Separation with = separation(c.a, c.b, {.workspace = &workspace}),
                         without = separation(c.a, c.b);
        count(with.contact);
        const bool meet_each_other = with.lower <= without.upper && without.lower <= with.upper;
        return meet_each_other ? "" : "the bounds contradict each other";
      },
      kShare);
  expect_both_outcomes();
}
GRAZE_EVERY_FAMILY(Settings);

}  // namespace
}  // namespace graze::test
