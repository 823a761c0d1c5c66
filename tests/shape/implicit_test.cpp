// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Support points put into the equation of each shape's surface.

#include <gtest/gtest.h>

#include <cmath>

#include "graze/shape/support.h"
#include "support/check_shape.h"
#include "support/random.h"

namespace graze::test {
namespace {

using Exact = long double;

struct P {
  Exact x, y, z, rho;
};

// Every support of the shape fulfils |surface(p)| <= tolerance, `surface` in units of length.
template <class Surface>
void expect_on(const Shape& shape, double size, Surface surface) {
  ASSERT_TRUE(shape.is_valid());
  const double tolerance = size * (8 * 0x1p-52 + double(kEpsilon));
  Random random{8};
  for (int i = 0; i < 2027; ++i) {
    Vec3 d = graze_vec(random.direction());
    if (i % 5 == 1) d[random.below(3)] = 0;
    if (i % 5 == 2) d *= std::numeric_limits<Real>::denorm_min() * Real(0x1p10);
    if (i % 5 == 3) d *= std::numeric_limits<Real>::max() / 2;
    if (i < 27) d = {Real(i % 3 - 1), Real(i / 3 % 3 - 1), Real(i / 9 - 1)};  // 13 is the zero vector
    const Vec3 s = support(shape, d);
    const P p{s.x, s.y, s.z, std::hypot(Exact(s.x), Exact(s.z))};
    ASSERT_LE(std::abs(surface(p)), Exact(tolerance))
        << d.x << ' ' << d.y << ' ' << d.z << ": " << double(p.x) << ' ' << double(p.y) << ' ' << double(p.z);
  }
}

Exact largest(std::initializer_list<Exact> values) { return std::max(values); }

TEST(SupportPoint, OfASphereHasItsRadius) {
  expect_on(Sphere{Real(0.7)}, 0.7, [](const P& p) { return std::hypot(p.rho, p.y) - Exact(Real(0.7)); });
}

TEST(SupportPoint, OfABoxIsACorner) {
  expect_on(Box{{1, 2, 3}}, 0, [](const P& p) {
    return largest({std::abs(std::abs(p.x) - 1), std::abs(std::abs(p.y) - 2), std::abs(std::abs(p.z) - 3)});
  });
}

TEST(SupportPoint, OfAnEllipsoidFulfilsItsEquation) {
  // The gradient of the equation is at least 1 / largest radius long.
  expect_on(Ellipsoid{{1, 2, 4}}, 16,
            [](const P& p) { return 4 * (std::sqrt(p.x * p.x + p.y * p.y / 4 + p.z * p.z / 16) - 1); });
}

TEST(SupportPoint, OfACapsuleIsItsRadiusAwayFromTheSegment) {
  expect_on(Capsule{Real(0.5), 2}, 2.5, [](const P& p) {
    const Exact along = std::max(Exact(0), std::abs(p.y) - 2);
    return std::hypot(p.rho, along) - Exact(0.5);
  });
}

TEST(SupportPoint, OfATaperedCapsuleLiesOnOneOfItsSpheresOutsideOfTheOther) {
  expect_on(TaperedCapsule{1, Real(0.5), 1}, 2, [](const P& p) {
    const Exact bottom = std::hypot(p.rho, p.y + 1) - 1, top = std::hypot(p.rho, p.y - 1) - Exact(0.5);
    // On the cone that touches both (its sine is 1/4) or beyond: no point of the hull is between the spheres.
    return largest(
        {std::min(std::abs(bottom), std::abs(top)), -std::min(bottom, top), -std::max(bottom, top)});
  });
}

TEST(SupportPoint, OfACylinderLiesOnARim) {
  expect_on(Cylinder{2, 3}, 4, [](const P& p) {
    return largest({std::abs(p.rho - 2), std::abs(std::abs(p.y) - 3)});
  });
}

TEST(SupportPoint, OfAConeIsItsApexOrOnItsRim) {
  int apexes = 0, rims = 0;
  expect_on(Cone{2, 3}, 4, [&](const P& p) {
    p.y > 0 ? ++apexes : ++rims;
    return p.y > 0 ? largest({p.rho, std::abs(p.y - 3)}) : largest({std::abs(p.rho - 2), std::abs(p.y + 3)});
  });
  EXPECT_GT(apexes, 200);
  EXPECT_GT(rims, 200);
}

TEST(SupportPoint, OfATaperedCylinderLiesOnOneOfItsRims) {
  expect_on(TaperedCylinder{2, 1, 3}, 4, [](const P& p) {
    return largest({std::abs(p.rho - (p.y > 0 ? 1 : 2)), std::abs(std::abs(p.y) - 3)});
  });
}

TEST(SupportPoint, OfAPointIsThePoint) {
  expect_on(Point{{1, 2, 3}}, 0, [](const P& p) {
    return largest({std::abs(p.x - 1), std::abs(p.y - 2), std::abs(p.z - 3)});
  });
}

TEST(SupportPoint, OfAnImageOfASphereFulfilsTheEquationOfTheSphereBefore) {
  const Affine m(Mat3{{1, 0, 0}, {2, 1, 0}, {0, -1, 2}}, {5, 6, 7});
  expect_on(make_affine_image(Sphere{1}, m).value(), 40, [](const P& p) {
    const Exact z = (p.z - 7) / 2, y = p.y - 6 + z, x = p.x - 5 - 2 * y;
    return std::sqrt(x * x + y * y + z * z) - 1;
  });
}

TEST(SupportPoint, OfAGrownBoxIsItsRadiusAwayFromIt) {
  expect_on(make_expanded(Box{{1, 2, 3}}, Real(0.5)).value(), 5, [](const P& p) {
    const Exact x = std::max(Exact(0), std::abs(p.x) - 1), y = std::max(Exact(0), std::abs(p.y) - 2),
                z = std::max(Exact(0), std::abs(p.z) - 3);
    return std::sqrt(x * x + y * y + z * z) - Exact(0.5);
  });
}

}  // namespace
}  // namespace graze::test
