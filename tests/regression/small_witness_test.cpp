// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Witnesses are put the answered depth apart along the normal. When half of what they lack was added to the
// point of an object far smaller than the depth, that point came to lie outside of it.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "graze/graze.h"
#include "support/random.h"

namespace graze::test {
namespace {

TEST(SmallWitness, OfACylinderDeepInALargeOneLiesInIt) {
  const double allowed = sizeof(Real) == 4 ? 1e-5 : 1e-8;  // of the smaller object's size
  Random random{7};
  for (int i = 0; i < 400; ++i) {
    const Real size = Real(random.log_uniform(1e-6, 1e-2));
    const V3d t = random.in_cube() * 0.1;
    const Affine turned(Mat3{{Real(0.6), Real(0.8), 0}, {Real(-0.8), Real(0.6), 0}, {0, 0, 1}},
                        {Real(t.x), Real(t.y), Real(t.z)});
    const Penetration p =
        penetration({Cylinder{size, size}, Affine{}}, {Cylinder{Real(0.4), Real(0.6)}, turned});
    ASSERT_EQ(p.contact, Contact::overlapping);
    const double radial = std::hypot(double(p.local_a.x), double(p.local_a.z)),
                 along = std::abs(double(p.local_a.y));
    ASSERT_LE(std::max(radial, along), double(size) * (1 + allowed))
        << i << ": size " << size << ", depth " << p.upper;
  }
}

}  // namespace
}  // namespace graze::test
