// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// (b, a) gives the mirrored answer of (a, b), bit for bit. Identical operands in identical placement are one
// and the same call in both orders; their answer is the fixed choice of the library, and not mirrored.

#include "property.h"

namespace graze::test {
namespace {

// Of GRAZE_PAIRS: several queries per pair, and `make test` has twelve minutes.
constexpr double kShare = 0.2;

class Mirror : public Property {};

template <class Answer>
bool is_mirrored(const Answer& x, const Answer& y) {
  return is_same(x.lower, y.lower) && is_same(x.upper, y.upper) && is_same(x.normal, -y.normal) &&
         is_same(x.point_a, y.point_b) && is_same(x.point_b, y.point_a) && is_same(x.local_a, y.local_b) &&
         is_same(x.local_b, y.local_a) && x.contact == y.contact && x.status == y.status &&
         x.iterations == y.iterations;
}

bool is_mirrored(const Intersection& x, const Intersection& y) {
  const Vec3 witness = x.contact == Contact::apart ? -y.witness : y.witness;
  return x.contact == y.contact && x.status == y.status && is_same(x.witness, witness);
}

bool is_mirrored(const CommonPoint& x, const CommonPoint& y) {
  return x.found == y.found && x.contact == y.contact && x.status == y.status && is_same(x.point, y.point) &&
         is_same(x.local_a, y.local_b) && is_same(x.local_b, y.local_a);
}

TEST_P(Mirror, OfSwappedOperandsIsExact) {
  for_each_pair(
      [&](Case& c) -> std::string {
        if (c.check.a == c.check.b) return "";
        const Distance d = distance(c.a, c.b);
        count(d.contact);
        if (!is_mirrored(d, distance(c.b, c.a))) return "distance of (b, a) differs";
        if (!is_mirrored(penetration(c.a, c.b), penetration(c.b, c.a)))
          return "penetration of (b, a) differs";
        if (!is_mirrored(separation(c.a, c.b), separation(c.b, c.a))) return "separation of (b, a) differs";
        if (!is_mirrored(intersects(c.a, c.b), intersects(c.b, c.a))) return "intersects of (b, a) differs";
        if (!is_mirrored(common_point(c.a, c.b), common_point(c.b, c.a)))
          return "common_point of (b, a) differs";
        return "";
      },
      kShare);
  expect_both_outcomes();
}
GRAZE_EVERY_FAMILY(Mirror);

}  // namespace
}  // namespace graze::test
