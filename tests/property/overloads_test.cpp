// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The forms of a query with rigid poses say what the form with instances says.

#include "property.h"

namespace graze::test {
namespace {

class Overloads : public Property {};

template <class Answer>
bool is_same_answer(const Answer& x, const Answer& y) {
  return is_same(x.lower, y.lower) && is_same(x.upper, y.upper) && is_same(x.normal, y.normal) &&
         is_same(x.point_a, y.point_a) && is_same(x.point_b, y.point_b) && x.contact == y.contact &&
         x.status == y.status;
}

Pose pose_of(const Affine& placement) { return {placement.linear(), placement.translation()}; }

TEST_P(Overloads, WithPosesGiveTheBytesOfInstances) {
  std::uint64_t rigid = 0;
  for_each_pair(
      [&](Case& c) -> std::string {
        if (!c.a.placement.is_rigid() || !c.b.placement.is_rigid()) return "";
        ++rigid;
        c.a.margin = c.b.margin = 0;
        const Pose pose_a = pose_of(c.a.placement), pose_b = pose_of(c.b.placement);
        const Shape &a = c.a.shape, &b = c.b.shape;
        const Distance d = distance(c.a, c.b);
        count(d.contact);
        if (!is_same_answer(d, distance(a, pose_a, b, pose_b))) return "distance differs";
        if (!is_same_answer(penetration(c.a, c.b), penetration(a, pose_a, b, pose_b)))
          return "penetration differs";
        if (!is_same_answer(separation(c.a, c.b), separation(a, pose_a, b, pose_b)))
          return "separation differs";
        if (intersects(c.a, c.b).contact != intersects(a, pose_a, b, pose_b).contact)
          return "intersects differs";
        const Instance at_origin{a, Affine(), 0};
        if (!is_same_answer(distance(at_origin, c.b), distance(a, b, pose_b))) return "distance in a differs";
        if (!is_same_answer(separation(at_origin, c.b), separation(a, b, pose_b)))
          return "separation in a differs";
        return "";
      },
      0.2);
  EXPECT_GT(rigid, 0u);
  expect_both_outcomes();
}
GRAZE_EVERY_FAMILY(Overloads);

}  // namespace
}  // namespace graze::test
