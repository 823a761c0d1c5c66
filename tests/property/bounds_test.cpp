// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Every answer goes through the witness checker: bounds enclose the truth of the exact inputs, axes separate,
// common points are common, witnesses lie on their objects, decisions are right outside of the touching band.

#include "property.h"

namespace graze::test {
namespace {

class Bounds : public Property {
 protected:
  template <class Answer>
  std::string judged(Checker& checker, const Answer& answer, const char* query) {
    ++statuses[int(answer.status)];
    const CheckReport report = checker.check(answer);
    if (is_thorough) unclear += std::uint64_t(report.unclear);
    return report.ok ? "" : std::string(query) + ": " + report.message;
  }
  void print_statistics() const {
    std::printf(
        "             %llu claims unclear; status converged %llu, bound_loose %llu, iteration_limit %llu\n",
        static_cast<unsigned long long>(unclear), static_cast<unsigned long long>(statuses[0]),
        static_cast<unsigned long long>(statuses[1]), static_cast<unsigned long long>(statuses[2]));
  }

  std::uint64_t unclear = 0, statuses[6] = {};  // unclear: of the claims that were judged thoroughly
  bool is_thorough = true;
};

/// Lower bounds of depths take an expansion each. Of curved shapes they are judged on every kSparse-th pair.
constexpr std::uint64_t kSparse = sizeof(Real) == 4 ? 8 : 16;
bool is_cheap(const Case& c) { return is_polyhedral(c.check.a.shape) && is_polyhedral(c.check.b.shape); }

TEST_P(Bounds, EncloseTheTruthInAllQueries) {
  for_each_pair([&](Case& c) -> std::string {
    is_thorough = is_cheap(c) || c.number % kSparse == 0;
    Checker checker(c.check, {}, is_thorough ? Effort{256, 64} : Effort{0, 0});
    const Distance d = distance(c.a, c.b);
    count(d.contact);
    std::string wrong = judged(checker, d, "distance");
    if (wrong.empty()) wrong = judged(checker, penetration(c.a, c.b), "penetration");
    if (wrong.empty()) wrong = judged(checker, separation(c.a, c.b), "separation");
    if (wrong.empty()) wrong = judged(checker, intersects(c.a, c.b), "intersects");
    if (wrong.empty()) wrong = judged(checker, common_point(c.a, c.b), "common_point");
    return wrong;
  });
  print_statistics();
  expect_both_outcomes();
}
GRAZE_EVERY_FAMILY(Bounds);

}  // namespace
}  // namespace graze::test
