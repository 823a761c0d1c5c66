// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The queries agree with one another, and separation is continuous across contact.

#include "property.h"

namespace graze::test {
namespace {

// Of GRAZE_PAIRS: several queries per pair, and `make test` has twelve minutes.
constexpr double kShare = 0.2;

class Consistency : public Property {};

bool contradict(Contact a, Contact b) {
  return (a == Contact::apart && b == Contact::overlapping) ||
         (a == Contact::overlapping && b == Contact::apart);
}

/// Distance, depth and separation are about one number: their intervals meet.
TEST_P(Consistency, OfAllQueriesAboutOnePair) {
  for_each_pair(
      [&](Case& c) -> std::string {
        const Separation s = separation(c.a, c.b);
        const Distance d = distance(c.a, c.b);
        const Penetration p = penetration(c.a, c.b);
        const Intersection i = intersects(c.a, c.b);
        const CommonPoint common = common_point(c.a, c.b);
        count(s.contact);
        const Contact states[] = {s.contact, d.contact, p.contact, i.contact, common.contact};
        for (const Contact x : states)
          for (const Contact y : states)
            if (contradict(x, y)) return "one query says apart, another overlapping";
        if (d.lower > std::max(s.upper, Real(0)) || d.upper < s.lower)
          return "distance and separation contradict";
        if (p.lower > std::max(-s.lower, Real(0)) || p.upper < -s.upper)
          return "depth and separation contradict";
        if (d.lower > 0 && p.lower > 0) return "distance and depth are both positive";
        return "";
      },
      kShare);
  expect_both_outcomes();
}

/// A step of length h changes the separation by at most h, on both sides of contact and across it.
TEST_P(Consistency, OfSeparationAlongSmallSteps) {
  for_each_pair(
      [&](Case& c) -> std::string {
        const Separation before = separation(c.a, c.b);
        count(before.contact);
        const double size = std::max(sizes_of(c.check).size, 1e-30);
        const Vec3 step = graze_vec(c.random.direction() * (size * c.random.log_uniform(1e-7, 1e-1)));
        const Vec3 to = c.b.placement.translation() + step;
        const Instance b{c.b.shape, Affine(c.b.placement.linear(), to), c.b.margin};
        const Separation after = separation(c.a, b);
        // The step that was made, after rounding; exact in double up to one rounding.
        const double length_of_step = length(exact(to) - exact(c.b.placement.translation())) * (1 + 1e-15);
        const bool rises = double(after.lower) - double(before.upper) > length_of_step;
        const bool falls = double(before.lower) - double(after.upper) > length_of_step;
        return rises || falls ? "separation changed by more than the step of " + text(length_of_step) : "";
      },
      kShare);
  expect_both_outcomes();
}
GRAZE_EVERY_FAMILY(Consistency);

}  // namespace
}  // namespace graze::test
