// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Found by ray_cast_fuzz: an ellipsoid two thousand million times as long as thick, sheared, with a margin.
// The cast took the distance to a needle of a simplex for certain and called a point 7e-6 away from the shape
// a hit.

#include <gtest/gtest.h>

#include "graze/query/ray_cast.h"

namespace graze {
namespace {

TEST(NeedleInside, NoContactIsClaimedBeforeThereIsOne) {
  const Mat3 linear{{Real(0.14852750195213624), Real(-0.35118700470370756), Real(0.9244497113911043)},
                    {Real(-0.8717484423867854), Real(-0.41605623491971355), Real(-0.5824019354894734)},
                    {Real(1.3934097167735917), Real(-0.7062420978272039), Real(0.894145854253064)}};
  const Real thin = Real(0.000484466552734375);
  const Vec3 centre{Real(0.00043487548828125), thin, thin};
  const Instance b{Shape(Ellipsoid{{1040384, thin, thin}}), Affine(linear, centre),
                   Real(6.854534149169922e-07)};
  const RayCast r = ray_cast(b, {{}, centre, 1});
  // The ray ends in the centre. The surface is between 0.479 and 0.48 of the way, by 60 digits.
  ASSERT_TRUE(bool(r));
  EXPECT_LE(r.lower, Real(0.48));
  EXPECT_GE(r.upper, Real(0.479));
}

}  // namespace
}  // namespace graze
