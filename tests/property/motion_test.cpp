// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Effect of moving the objects on the answer: none, if both move alike; contact, if one moves by the
// distance; separation, if one moves by the depth.

#include "property.h"
#include "similar.h"

namespace graze::test {
namespace {

class Motion : public Property {};

Instance translated(const Instance& instance, const Vec3& by) {
  return {instance.shape, Affine(instance.placement.linear(), instance.placement.translation() + by),
          instance.margin};
}

/// Rounding of b's new translation.
double rounding_of(const Instance& moved_b) {
  const Vec3& t = moved_b.placement.translation();
  return double(kEpsilon) * length(exact(t));
}

TEST_P(Motion, OfBothAlikeChangesTheAnswerWithinTolerance) {
  for_each_pair([&](Case& c) -> std::string {
    Mapd motion = random_rotation(c.random);
    const double reach = sizes_of(c.check).scale;
    motion.translation = c.random.in_cube() * reach;
    const CheckPair pair = moved(c.check, motion);
    const Separation before = separation(c.a, c.b);
    const Separation after = separation(graze_instance(pair.a), graze_instance(pair.b));
    count(before.contact);
    return compared(c.check, before, after, 1, rounding_of(pair));
  });
  expect_both_outcomes();
}

TEST_P(Motion, ByTheDistanceTouches) {
  for_each_pair([&](Case& c) -> std::string {
    const Distance d = distance(c.a, c.b);
    count(d.contact);
    if (d.contact != Contact::apart) return "";
    const Instance b = translated(c.b, d.point_a - d.point_b);
    const Separation s = separation(c.a, b);
    // The tolerance of the witnesses: of the smaller object's size, and the band.
    const Checker checker(c.check);
    const double slack = checker.accuracy(d.upper) + checker.witness_tolerance() + rounding_of(b);
    if (double(s.lower) > slack) return "still apart by " + text(s.lower);
    if (double(s.upper) < -slack) return "overlapping by " + text(-s.upper);
    return "";
  });
  expect_both_outcomes();
}

TEST_P(Motion, ByTheDepthSeparates) {
  for_each_pair([&](Case& c) -> std::string {
    const Penetration p = penetration(c.a, c.b);
    count(p.contact);
    if (p.contact == Contact::apart) return "";
    const Instance b = translated(c.b, p.normal * p.upper);
    const Separation s = separation(c.a, b);
    if (double(s.upper) < -(rounding_of(b) + rounding_of(c.b)))
      return "still overlapping by " + text(-s.upper) + " after a move by " + text(p.upper);
    return "";
  });
  expect_both_outcomes();
}
GRAZE_EVERY_FAMILY(Motion);

}  // namespace
}  // namespace graze::test
