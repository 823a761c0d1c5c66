// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The expansion was told of a plane that separates, took facets between it and the origin for farther than
// the plane, and went on to call a pair overlapping that is apart.

#include <gtest/gtest.h>

#include "graze/query/intersects.h"
#include "graze/query/separation.h"

namespace graze {
namespace {

// Two boxes under the same shear. The cross product of their first two edges parts them by 1.33884e-4, in
// rational arithmetic.
TEST(ExpansionOutside, OfAPairApartIsNeverCalledOverlapping) {
  const Mat3 shear{{Real(0.73647624f), Real(0.02805563f), Real(0.6758813f)},
                   {Real(-0.7386724f), Real(0.17066415f), Real(0.6588326f)},
                   {Real(-1.144066f), Real(-0.8263994f), Real(0.5164488f)}};
  const Instance a{Shape(Box{{Real(2.23705f), Real(2.2599041f), Real(1.6272111f)}}),
                   Affine(shear, {Real(1.0770411f), Real(4.325867f), Real(-0.7182193f)}), 0};
  const Instance b{Shape(Box{{Real(0.11694914f), Real(0.65237594f), Real(0.15970321f)}}),
                   Affine(shear, {Real(-0.76351595f), Real(6.233687f), Real(-1.313401f)}), 0};
  for (int limit = 1; limit <= 6; ++limit) {
    const QuerySettings settings{.max_iterations = limit};
    EXPECT_NE(intersects(a, b, settings).contact, Contact::overlapping) << limit;
    EXPECT_GE(separation(a, b, settings).upper, Real(1.3388e-4)) << limit;
  }
  EXPECT_EQ(intersects(a, b).contact, Contact::apart);
}

}  // namespace
}  // namespace graze
