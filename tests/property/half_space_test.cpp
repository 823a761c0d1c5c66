// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Half-spaces against everything: the separation is the height above the plane, exact up to one root.

#include "property.h"
#include "support/operand.h"

namespace graze::test {
namespace {

class HalfSpaces : public Property {};

/// Replaces b by a half-space whose plane is about `gap` below a.
void put_half_space_below(Case& c) {
  CheckInstance& plane = c.check.b;
  const V3d n = c.random.chance(0.3) ? V3d{0, 1, 0} : rounded(c.random.direction());
  plane.shape = check_half_space(n, rounded(c.random.uniform(-2, 2)));
  plane.placement.translation = {0, 0, 0};
  // Its outward normal in the world, by the cofactors, and its height over the origin.
  const Mapd& m = plane.placement;
  const double sign = dot(m.x, cross(m.y, m.z)) > 0 ? 1 : -1;
  V3d up = (cross(m.y, m.z) * n.x + cross(m.z, m.x) * n.y + cross(m.x, m.y) * n.z) * sign;
  up = up * (1 / length(up));
  const Operand<double> object(c.check.a, {0, 0, 0}, Strip::margin);
  const double lowest = -object.value(-up) - c.check.a.margin;
  const double height = dot(up, m.point(n * (plane.shape.sizes[0] / dot(n, n)))) + plane.margin;
  const double size = sizes_of(c.check).size;
  const double gap = c.random.chance(0.2) ? 0 : size * c.random.log_uniform(1e-6, 2);
  plane.placement.translation = rounded(up * (lowest - height + (c.random.chance(0.5) ? gap : -gap)));
  c.b = graze_instance(plane);
}

TEST_P(HalfSpaces, AnswerAllQueries) {
  for_each_pair(
      [&](Case& c) -> std::string {
        put_half_space_below(c);
        const bool is_swapped = c.random.chance(0.5);
        if (is_swapped) std::swap(c.check.a, c.check.b), std::swap(c.a, c.b);
        Checker checker(c.check);
        const Distance d = distance(c.a, c.b);
        count(d.contact);
        const auto judged = [&](const auto& answer, const char* query) -> std::string {
          const CheckReport report = checker.check(answer);
          return report.ok ? "" : std::string(query) + ": " + report.message;
        };
        std::string wrong = judged(d, "distance");
        if (wrong.empty()) wrong = judged(penetration(c.a, c.b), "penetration");
        if (wrong.empty()) wrong = judged(separation(c.a, c.b), "separation");
        if (wrong.empty()) wrong = judged(intersects(c.a, c.b), "intersects");
        if (wrong.empty()) wrong = judged(common_point(c.a, c.b), "common_point");
        return wrong;
      },
      0.01);
  expect_both_outcomes();
}
GRAZE_EVERY_FAMILY(HalfSpaces);

TEST(HalfSpacePairs, OfTwoAnswerUnbounded) {
  Random random(20260707);
  for (int i = 0; i < 100; ++i) {
    const Instance a{HalfSpace{graze_vec(random.direction()), static_cast<Real>(random.uniform())},
                     graze_affine(random_linear(random)), 0};
    const Instance b{HalfSpace{graze_vec(random.direction()), static_cast<Real>(random.uniform())},
                     graze_affine(random_linear(random)), 0};
    EXPECT_EQ(distance(a, b).status, Status::unbounded);
    EXPECT_EQ(penetration(a, b).status, Status::unbounded);
    EXPECT_EQ(separation(a, b).status, Status::unbounded);
    EXPECT_EQ(intersects(a, b).status, Status::unbounded);
    EXPECT_EQ(common_point(a, b).status, Status::unbounded);
  }
}

}  // namespace
}  // namespace graze::test
