// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "support/known_answers.h"

namespace graze::test {
namespace {

class RightAnswers : public testing::TestWithParam<Known> {
 protected:
  Checker checker{GetParam().pair};
};

template <class Answer>
void expect_accepted(Checker& checker, const Answer& answer) {
  const CheckReport report = checker.check(answer);
  EXPECT_TRUE(report.ok) << report.message << "\n" << replay(checker.referee().pair());
}

TEST_P(RightAnswers, DistanceIsAccepted) { expect_accepted(checker, right_distance(GetParam())); }
TEST_P(RightAnswers, PenetrationIsAccepted) { expect_accepted(checker, right_penetration(GetParam())); }
TEST_P(RightAnswers, SeparationIsAccepted) { expect_accepted(checker, right_separation(GetParam())); }
TEST_P(RightAnswers, IntersectionIsAccepted) { expect_accepted(checker, right_intersection(GetParam())); }
TEST_P(RightAnswers, CommonPointIsAccepted) { expect_accepted(checker, right_common_point(GetParam())); }

TEST_P(RightAnswers, AreShownRightNotOnlyNotRefuted) {
  const Known& known = GetParam();
  if (known.status == Status::bound_loose || known.name == "concentric spheres") return;  // a ring of minima
  EXPECT_EQ(checker.check(right_distance(known)).unclear, 0);
  EXPECT_EQ(checker.check(right_penetration(known)).unclear, 0);
  EXPECT_EQ(checker.check(right_separation(known)).unclear, 0);
}

TEST_P(RightAnswers, WitnessesMayBeOffByAQuarterOfTheTolerance) {
  Distance d = right_distance(GetParam());
  const Vec3 off = graze_vec(GetParam().normal * (checker.witness_tolerance() / 4));
  d.point_a += off, d.local_a += off;
  expect_accepted(checker, d);
}

std::string name_of(const testing::TestParamInfo<Known>& info) {
  std::string name = info.param.name;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(Known, RightAnswers, testing::ValuesIn(known_answers()), name_of);

}  // namespace
}  // namespace graze::test
