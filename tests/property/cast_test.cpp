// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Casts, judged by the checker on the set that is swept: the sum of the object and the way up to a time is
// convex, and it is apart from the other object exactly when there is no contact until then. No time between
// start and end is left out, and nothing is sampled.

#include "property.h"
#include "support/checker.h"
#include "support/referee.h"
#include "support/sweep.h"

namespace graze::test {
namespace {

constexpr double kRelative = sizeof(Real) == 4 ? 1e-6 : 1e-10;
constexpr double kBand = sizeof(Real) == 4 ? 1e-6 : 1e-13;

std::string describe(const ShapeCast& c) {
  return std::string(" ") + to_string(c.hit) + (c.starts_in_contact ? " from the start" : "") + " in [" +
         text(double(c.time)) + ", " + text(double(c.upper)) + "], " + std::to_string(c.iterations) +
         " iterations";
}

class Casts : public Property {
 protected:
  void count(Hit hit) { ++(hit == Hit::miss ? apart : meet); }
};

TEST_P(Casts, SweptSetsAreClearUntilTheTimeAndMeetAtTheUpperBound) {
  std::uint64_t uncertain = 0, started = 0;
  for_each_pair([&](Case& c) -> std::string {
    const V3d way = random_way(c.random, c.check);
    const ShapeCast cast = shape_cast(c.a, graze_vec(way), c.b);
    count(cast.hit);
    uncertain += cast.hit == Hit::uncertain;
    started += cast.starts_in_contact;
    const std::string wrong = judge_cast(c.check, way, cast, {kRelative, kBand});
    return wrong.empty() ? wrong : wrong + " " + replay_way(way) + describe(cast);
  });
  std::printf("             %llu uncertain, %llu start in contact\n",
              static_cast<unsigned long long>(uncertain), static_cast<unsigned long long>(started));
  expect_both_outcomes();
}

TEST_P(Casts, RaysAreClearUntilLowerAndMeetAtUpper) {
  for_each_pair([&](Case& c) -> std::string {
    const V3d way = random_way(c.random, c.check);
    CheckPair check = c.check;
    check.a = CheckInstance{check_point({0, 0, 0}), {}, 0};
    check.a.placement.translation = c.check.a.placement.translation;
    Ray ray{graze_vec(check.a.placement.translation), graze_vec(way), Real(1)};
    const RayCast cast = ray_cast(c.b, ray);
    count(cast.hit);
    const std::string wrong = judge_ray(check, way, cast, {kRelative, kBand});
    return wrong.empty() ? wrong : "ray: " + wrong + " " + replay_way(way);
  });
}

bool is_same_cast(const ShapeCast& x, const ShapeCast& y) {
  return x.hit == y.hit && x.starts_in_contact == y.starts_in_contact && x.status == y.status &&
         x.iterations == y.iterations && is_same(x.time, y.time) && is_same(x.upper, y.upper);
}

TEST_P(Casts, OfSwappedOperandsAndOppositeWaysAreMirrored) {
  for_each_pair(
      [&](Case& c) -> std::string {
        if (c.check.a == c.check.b) return "";
        const Vec3 way = graze_vec(random_way(c.random, c.check));
        const ShapeCast x = shape_cast(c.a, way, c.b), y = shape_cast(c.b, -way, c.a);
        count(x.hit);
        const bool same = is_same_cast(x, y) && is_same(x.normal, -y.normal) &&
                          is_same(x.local_a, y.local_b) && is_same(x.local_b, y.local_a);
        return same ? "" : "the mirrored cast differs";
      },
      0.2);
  expect_both_outcomes();
}

TEST_P(Casts, OfAllLengthsTimesAPowerOfTwoKeepTheirBits) {
  for_each_pair(
      [&](Case& c) -> std::string {
        const V3d way = random_way(c.random, c.check);
        const double factor = c.random.chance(0.5) ? 0x1p20 : 0x1p-20;
        const CheckPair other = scaled(c.check, factor);
        if (!(exact(graze_vec(way * factor)) == way * factor)) return "";  // a denormal: not the same way
        const ShapeCast x = shape_cast(c.a, graze_vec(way), c.b);
        const ShapeCast y =
            shape_cast(graze_instance(other.a), graze_vec(way * factor), graze_instance(other.b));
        count(x.hit);
        const bool same =
            is_same_cast(x, y) && is_same(x.normal, y.normal) && is_same(x.point * Real(factor), y.point);
        return same ? "" : "the scaled cast differs";
      },
      0.2);
}
// Until when there is contact is a question of yes or no about the swept set, and yes stays yes: bisection
// finds the time without any of the library's bounds.
TEST_P(Casts, TimesAreThoseOfABisectionOnTheSweptSet) {
  for_each_pair(
      [&](Case& c) -> std::string {
        const V3d way = random_way(c.random, c.check);
        const ShapeCast cast = shape_cast(c.a, graze_vec(way), c.b);
        count(cast.hit);
        if (cast.hit == Hit::uncertain || cast.starts_in_contact) return "";
        const auto is_met = [&](double t) {
          const CheckPair sweep{swept(c.check.a, way * t), c.check.b};
          return Referee(sweep).separation_at_most(0, exact(cast.normal)) != Verdict::fails;
        };
        if (is_met(1) != bool(cast)) return "bisection disagrees about the hit " + replay_way(way);
        if (!cast) return "";
        double clear = 0, met = 1;
        for (int i = 0; i < 40; ++i) {
          const double middle = 0.5 * (clear + met);
          (is_met(middle) ? met : clear) = middle;
        }
        // Motion by rounding the product with the way, and what the contact is off for it.
        const double cosine = std::abs(dot(way, exact(cast.normal))) / length(way);
        const double slack = 0x1p-50 * (1 + length(c.check.a.placement.translation) / length(way)) / cosine;
        if (double(cast.time) > met + slack) return "later than bisection says " + replay_way(way);
        if (double(cast.upper) < clear - slack) return "upper before the bisection " + replay_way(way);
        return "";
      },
      0.05);
  if (apart + meet > 50) expect_both_outcomes();
}
GRAZE_EVERY_FAMILY(Casts);

}  // namespace
}  // namespace graze::test
