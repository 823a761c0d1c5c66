// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// All lengths times a power of two: the same bits with another exponent. Times anything else from 1e-6 to
// 1e6: the same answer within tolerance.

#include "property.h"
#include "similar.h"

namespace graze::test {
namespace {

class Scaling : public Property {};

template <class Answer>
bool is_scaled(const Answer& x, const Answer& y, Real factor) {
  return is_same(x.lower * factor, y.lower) && is_same(x.upper * factor, y.upper) &&
         is_same(x.normal, y.normal) && is_same(x.point_a * factor, y.point_a) &&
         is_same(x.point_b * factor, y.point_b) && is_same(x.local_a * factor, y.local_a) &&
         is_same(x.local_b * factor, y.local_b) && x.contact == y.contact && x.status == y.status &&
         x.iterations == y.iterations;
}

bool is_scaled(const Intersection& x, const Intersection& y, Real factor) {
  const Vec3 witness = x.contact == Contact::apart ? x.witness : x.witness * factor;
  return x.contact == y.contact && x.status == y.status && is_same(witness, y.witness);
}

bool is_scaled(const CommonPoint& x, const CommonPoint& y, Real factor) {
  return x.contact == y.contact && x.status == y.status && is_same(x.point * factor, y.point) &&
         is_same(x.local_a * factor, y.local_a) && is_same(x.local_b * factor, y.local_b);
}

TEST_P(Scaling, ByAPowerOfTwoChangesNoBit) {
  for_each_pair([&](Case& c) -> std::string {
    const Real factor = std::ldexp(Real(1), c.random.below(61) - 30);
    const CheckPair pair = scaled(c.check, double(factor));
    const Instance a = graze_instance(pair.a), b = graze_instance(pair.b);
    const Distance d = distance(c.a, c.b);
    count(d.contact);
    const std::string by = " differs when scaled by 2^" + std::to_string(std::ilogb(factor));
    if (!is_scaled(d, distance(a, b), factor)) return "distance" + by;
    if (!is_scaled(penetration(c.a, c.b), penetration(a, b), factor)) return "penetration" + by;
    if (!is_scaled(separation(c.a, c.b), separation(a, b), factor)) return "separation" + by;
    if (!is_scaled(intersects(c.a, c.b), intersects(a, b), factor)) return "intersects" + by;
    if (!is_scaled(common_point(c.a, c.b), common_point(a, b), factor)) return "common_point" + by;
    return "";
  });
  expect_both_outcomes();
}

TEST_P(Scaling, ByAnyFactorIsWithinTolerance) {
  for_each_pair([&](Case& c) -> std::string {
    const double factor = c.random.log_uniform(1e-6, 1e6);
    const CheckPair pair = scaled(c.check, factor);
    const Separation before = separation(c.a, c.b);
    const Separation after = separation(graze_instance(pair.a), graze_instance(pair.b));
    count(before.contact);
    return compared(c.check, before, after, factor);
  });
  expect_both_outcomes();
}
GRAZE_EVERY_FAMILY(Scaling);

}  // namespace
}  // namespace graze::test
