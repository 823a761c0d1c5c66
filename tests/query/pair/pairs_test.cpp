// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Every pair of kinds, in several placements, through every query.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "query/ask.h"
#include "shape/kinds.h"

namespace graze::test {
namespace {

// A caller's own shape: a capsule along x.
struct LyingCapsule {
  Vec3 support(const Vec3& d) const {
    const Vec3 u = normalized(d);
    return {u.x * Real(0.5) + (d.x < 0 ? Real(-0.5) : Real(0.5)), u.y * Real(0.5), u.z * Real(0.5)};
  }
};
const LyingCapsule kLying;

struct Named {
  std::string name;
  Shape shape;
};

// All twenty kinds, in the order of ShapeKind.
std::vector<Named> all_kinds() {
  std::vector<Named> all;
  for (const NamedShape& s : bounded_kinds()) all.push_back({s.name, graze_shape(s.shape)});
  all.push_back({"custom", make_shape_of(kLying).value()});
  all.push_back({"half_space", HalfSpace{{Real(0.25), 1, Real(-0.5)}, Real(-0.5)}});
  return all;
}

// Far, near, deep, concentric, sheared, with margins.
std::vector<std::pair<Instance, Instance>> placements(const Shape& a, const Shape& b) {
  const Affine turned(Pose{Quat{1, 2, 3, 4}, {Real(0.5), Real(0.25), Real(-0.125)}});
  const Affine sheared(Mat3{{1, Real(0.5), 0}, {0, 2, 0}, {Real(-0.25), 0, Real(-1.5)}}, {2, 1, Real(0.5)});
  return {{at(a, 0, 0, 0), at(b, 5, 3, 4)},
          {at(a, 0, 0, 0), at(b, Real(1.25), Real(0.75), Real(-0.5))},
          {at(a, 0, 0, 0), at(b, Real(0.25), Real(0.125), Real(-0.0625))},
          {at(a, 1, 2, 3), at(b, 1, 2, 3)},
          {at(a, turned), at(b, sheared)},
          {at(a, turned, Real(0.25)), at(b, 2, 1, 1, Real(0.125))}};
}

template <class R>
bool is_all_finite(const R& r) {
  if constexpr (requires { r.lower; }) {
    return is_finite(r.lower) && is_finite(r.upper) && is_finite(r.normal) && is_finite(r.point_a) &&
           is_finite(r.point_b) && is_finite(r.local_a) && is_finite(r.local_b);
  } else if constexpr (requires { r.witness; }) {
    return is_finite(r.witness);
  } else {
    return is_finite(r.point) && is_finite(r.local_a) && is_finite(r.local_b);
  }
}

template <class Visit>
void for_each_pair(Visit visit) {
  const auto kinds = all_kinds();
  ASSERT_EQ(int(kinds.size()) + 3, kShapeKindCount);  // all but invalid and the complex ones
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    ASSERT_EQ(int(kinds[i].shape.kind()), int(i) + 1) << kinds[i].name;
    for (const Named& b : kinds) {
      int number = 0;
      for (const auto& [pa, pb] : placements(kinds[i].shape, b.shape)) {
        visit(pa, pb, kinds[i].name + " and " + b.name + ", placement " + std::to_string(number++));
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

bool are_both_half_spaces(const Instance& a, const Instance& b) {
  return a.shape.kind() == ShapeKind::half_space && b.shape.kind() == ShapeKind::half_space;
}

TEST(EveryPair, IsAnsweredWithFiniteNumbersAndAStatusThatFits) {
  for_each_pair([](const Instance& a, const Instance& b, const std::string& name) {
    const auto expect = [&](const auto& r) {
      if (are_both_half_spaces(a, b)) {
        ASSERT_EQ(r.status, Status::unbounded) << name;
      } else {
        ASSERT_TRUE(is_all_finite(r)) << name;
        ASSERT_TRUE(r.status == Status::converged || r.status == Status::bound_loose ||
                    r.status == Status::iteration_limit)
            << name << ": " << to_string(r.status);
      }
    };
    expect(distance(a, b));
    expect(penetration(a, b));
    expect(separation(a, b));
    expect(intersects(a, b));
    expect(common_point(a, b));
  });
}

TEST(EveryPair, HasOneContactInAllQueries) {
  int apart = 0, overlapping = 0, touching = 0;
  for_each_pair([&](const Instance& a, const Instance& b, const std::string& name) {
    if (are_both_half_spaces(a, b)) return;
    const Distance d = distance(a, b);
    const Penetration p = penetration(a, b);
    const Separation s = separation(a, b);
    const Contact all[] = {d.contact, p.contact, s.contact, intersects(a, b).contact,
                           common_point(a, b).contact};
    for (const Contact contact : all) ASSERT_EQ(contact, s.contact) << name << ": " << to_string(contact);
    apart += s.contact == Contact::apart;
    overlapping += s.contact == Contact::overlapping;
    touching += s.contact == Contact::touching;
    // One truth lies within the bounds of all three.
    ASSERT_LE(s.lower, s.upper) << name;
    ASSERT_LE(d.lower, d.upper) << name;
    ASSERT_LE(p.lower, p.upper) << name;
    if (s.contact == Contact::apart) {
      ASSERT_LE(std::max(s.lower, d.lower), std::min(s.upper, d.upper)) << name;
    } else if (s.contact == Contact::overlapping) {
      ASSERT_LE(std::max(-s.upper, p.lower), std::min(-s.lower, p.upper)) << name;
    }
  });
  EXPECT_GT(apart, 600);
  EXPECT_GT(overlapping, 600);
  EXPECT_GT(touching, 10);
}

TEST(EveryPair, InTheOtherOrderMirrorsBitForBit) {
  for_each_pair([](const Instance& a, const Instance& b, const std::string& name) {
    // Identical operands cannot mirror themselves: the normal is a fixed choice.
    if (a.shape.view().block == b.shape.view().block && a.shape.kind() == b.shape.kind() &&
        a.placement == b.placement)
      return;
    ASSERT_TRUE(is_same(distance(b, a), mirrored(distance(a, b)))) << name;
    ASSERT_TRUE(is_same(penetration(b, a), mirrored(penetration(a, b)))) << name;
    ASSERT_TRUE(is_same(separation(b, a), mirrored(separation(a, b)))) << name;
    ASSERT_TRUE(is_same(intersects(b, a), mirrored(intersects(a, b)))) << name;
    ASSERT_TRUE(is_same(common_point(b, a), mirrored(common_point(a, b)))) << name;
  });
}

TEST(EveryPair, HasTheSameAnswerOnEveryCallAndForEqualShapesMadeAnew) {
  const auto kinds = all_kinds(), again = all_kinds();  // other blocks, at other addresses
  for (std::size_t i = 0; i < kinds.size(); ++i)
    for (std::size_t j = 0; j < kinds.size(); ++j) {
      const auto pairs = placements(kinds[i].shape, kinds[j].shape);
      const auto others = placements(again[i].shape, again[j].shape);
      for (std::size_t k = 0; k < pairs.size(); ++k) {
        const auto& [a, b] = pairs[k];
        const auto& [c, d] = others[k];
        ASSERT_TRUE(is_same(penetration(a, b), penetration(c, d)))
            << kinds[i].name << ' ' << kinds[j].name << k;
        ASSERT_TRUE(is_same(distance(a, b), distance(c, d))) << kinds[i].name << ' ' << kinds[j].name << k;
      }
    }
}

TEST(IdenticalOperands, HaveAFixedNormalAndTheDepthOfTheDifference) {
  for (const Named& kind : all_kinds()) {
    if (kind.shape.kind() == ShapeKind::half_space) continue;
    const Instance a = at(kind.shape, Real(0.5), -1, 2);
    const Penetration first = penetration(a, a);
    EXPECT_NEAR(length(first.normal), 1, 4 * double(kEpsilon)) << kind.name;
    EXPECT_NE(first.contact, Contact::apart) << kind.name;
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(is_same(penetration(a, a), first)) << kind.name;
    const Instance copy = a;
    EXPECT_TRUE(is_same(penetration(a, copy), first)) << kind.name;
    EXPECT_TRUE(is_same(penetration(copy, a), first)) << kind.name;
    EXPECT_TRUE(common_point(a, a).found) << kind.name;
  }
}

}  // namespace
}  // namespace graze::test
