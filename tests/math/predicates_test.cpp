// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "math/predicates.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include "support/random.h"

namespace graze {
namespace {

using test::Random;

int orient3d_by_rationals(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  mpq_class m[3][3];
  const Vec3d* const rows[] = {&a, &b, &c};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m[i][j] = mpq_class((*rows[i])[j]) - mpq_class(d[j]);
  const mpq_class det = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                        m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                        m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
  return sgn(det);
}

// Compares and counts what the sample contained.
struct Signs {
  int seen[3] = {};
  void check(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
    const int expected = orient3d_by_rationals(a, b, c, d);
    ASSERT_EQ(orient3d(a, b, c, d), expected)
        << std::hexfloat << a.x << ',' << a.y << ',' << a.z << "  " << b.x << ',' << b.y << ',' << b.z << "  "
        << c.x << ',' << c.y << ',' << c.z << "  " << d.x << ',' << d.y << ',' << d.z;
    ++seen[expected + 1];
  }
  void expect_each_at_least(int count) const {
    for (const int n : seen) EXPECT_GE(n, count);
  }
};

Vec3d random_point(Random& random, double size) {
  return Vec3d{random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}

TEST(Orient3d, HasTheSignOfTheDeterminant) {
  const Vec3d x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1}, o{};
  EXPECT_EQ(orient3d(x, y, z, o), 1);
  EXPECT_EQ(orient3d(y, x, z, o), -1);
  EXPECT_EQ(orient3d(x, y, x + y, o), 0);
  EXPECT_EQ(orient3d(x, x, x, x), 0);
}

TEST(Orient3d, AgreesWithRationalsOnRandomPoints) {
  Random random{1};
  Signs signs;
  for (int i = 0; i < 40000; ++i)
    signs.check(random_point(random, 1), random_point(random, 1), random_point(random, 1),
                random_point(random, 1));
  EXPECT_GT(signs.seen[0], 15000);
  EXPECT_GT(signs.seen[2], 15000);
}

TEST(Orient3d, AgreesWithRationalsOnSmallGridsWhereManyAreCoplanar) {
  Random random{2};
  Signs signs;
  const auto grid = [&] {
    return Vec3d{random.below(4) * 0.1, random.below(4) * 0.1, random.below(4) * 0.1};
  };
  for (int i = 0; i < 20000; ++i) signs.check(grid(), grid(), grid(), grid());
  signs.expect_each_at_least(2000);
}

TEST(Orient3d, AgreesWithRationalsOnPointsRoundedIntoAPlane) {
  Random random{3};
  Signs signs;
  for (int i = 0; i < 30000; ++i) {
    const double size = random.log_uniform(1e-3, 1e3);
    const Vec3d a = random_point(random, size), b = random_point(random, size),
                c = random_point(random, size);
    const double s = random.uniform(-2, 2), t = random.uniform(-2, 2);
    Vec3d d = a + (b - a) * s + (c - a) * t;
    if (i % 3 != 0) {  // and a few ulps off it
      double& x = d[random.below(3)];
      for (int k = random.below(4); k > 0; --k) x = std::nextafter(x, i % 2 == 0 ? 1e300 : -1e300);
    }
    signs.check(a, b, c, d);
  }
  EXPECT_GT(signs.seen[0], 5000);
  EXPECT_GT(signs.seen[2], 5000);
}

TEST(Orient3d, AgreesWithRationalsOnPlanesThatAreExact) {
  // d = a + (b - c) on 26-bit coordinates: coplanar without rounding, then perhaps one ulp off.
  Random random{4};
  Signs signs;
  const auto coarse = [&] {
    const auto x = [&] { return std::ldexp(std::floor(random.uniform(-0x1p26, 0x1p26)), -20); };
    return Vec3d{x(), x(), x()};
  };
  for (int i = 0; i < 20000; ++i) {
    const Vec3d a = coarse(), b = coarse(), c = coarse();
    Vec3d d = a + (b - c);
    if (i % 2 != 0) {
      double& x = d[random.below(3)];
      x = std::nextafter(x, random.chance(0.5) ? 1e300 : -1e300);
    }
    signs.check(a, b, c, d);
  }
  signs.expect_each_at_least(3000);
}

TEST(Orient3d, AgreesWithRationalsOverItsWholeRangeOfMagnitudes) {
  Random random{5};
  Signs signs;
  const auto any = [&] {
    const double m = random.log_uniform(1e-70, 1e70);
    return random.chance(0.1) ? 0.0 : random.chance(0.5) ? m : -m;
  };
  const auto point = [&] { return Vec3d{any(), any(), any()}; };
  for (int i = 0; i < 10000; ++i) {
    const Vec3d a = point(), b = point(), c = point();
    signs.check(a, b, c, i % 4 == 0 ? a + (b - c) : point());
  }
  EXPECT_GT(signs.seen[0], 1000);
  EXPECT_GT(signs.seen[2], 1000);
}

TEST(Orient3d, ChangesSignWithEveryExchangeOfPoints) {
  Random random{6};
  for (int i = 0; i < 3000; ++i) {
    const Vec3d a = random_point(random, 1), b = random_point(random, 1), c = random_point(random, 1);
    const Vec3d d = i % 2 == 0 ? random_point(random, 1) : a * 0.25 + b * 0.5 + c * 0.25;
    const int sign = orient3d(a, b, c, d);
    ASSERT_EQ(orient3d(b, a, c, d), -sign);
    ASSERT_EQ(orient3d(a, c, b, d), -sign);
    ASSERT_EQ(orient3d(a, b, d, c), -sign);
    ASSERT_EQ(orient3d(b, c, a, d), sign);
  }
}

int orient2d_by_rationals(const Planar& a, const Planar& b, const Planar& c) {
  const mpq_class ax = mpq_class(a.x) - mpq_class(c.x), ay = mpq_class(a.y) - mpq_class(c.y);
  const mpq_class bx = mpq_class(b.x) - mpq_class(c.x), by = mpq_class(b.y) - mpq_class(c.y);
  return sgn(mpq_class(ax * by - ay * bx));
}

TEST(Orient2d, IsPositiveForALeftTurn) {
  EXPECT_EQ(orient2d({0, 0}, {1, 0}, {1, 1}), 1);
  EXPECT_EQ(orient2d({0, 0}, {1, 0}, {1, -1}), -1);
  EXPECT_EQ(orient2d({0, 0}, {1, 1}, {3, 3}), 0);
}

TEST(Orient2d, AgreesWithRationalsOnPointsRoundedOntoALine) {
  Random random{5};
  int seen[3] = {};
  for (int i = 0; i < 60000; ++i) {
    const double size = random.log_uniform(0x1p-270, 0x1p200), far = random.chance(0.5) ? 1 : 1e6;
    const auto number = [&] { return random.uniform(-size, size) * far; };
    const Planar a{number(), number()}, b{a.x + number() / far, a.y + number() / far};
    const double t = random.below(5) - 2 + (random.chance(0.5) ? 0 : random.uniform());
    const Planar c{a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
    const int expected = orient2d_by_rationals(a, b, c);
    ASSERT_EQ(orient2d(a, b, c), expected) << i;
    ++seen[expected + 1];
  }
  for (const int n : seen) EXPECT_GT(n, 2000);
}

TEST(AreCollinear, HoldsForMultiplesAndForEqualPointsOnly) {
  const Vec3d a{1, 2, 3}, u{0.5, -0.25, 8};
  EXPECT_TRUE(are_collinear(a, a + u, a + u * 4));
  EXPECT_TRUE(are_collinear(a, a, a + u));
  EXPECT_TRUE(are_collinear(a, a, a));
  // One last digit in one coordinate, whichever it is.
  for (int axis = 0; axis < 3; ++axis) {
    Vec3d c = a + u * 4;
    c[axis] = std::nextafter(c[axis], 100.0);
    EXPECT_FALSE(are_collinear(a, a + u, c)) << axis;
  }
}

TEST(Orient3d, IsExactAtTheEndsOfItsRange) {
  Random random{6};
  Signs signs;
  for (int i = 0; i < 20000; ++i) {
    const auto number = [&] {
      return random.below(3) == 0 ? 0 : random.log_uniform(0x1p-280, 1) * (random.chance(0.5) ? 1 : -1);
    };
    const auto point = [&] { return Vec3d{number(), number(), number()}; };
    signs.check(point(), point(), point(), point());
  }
  signs.expect_each_at_least(500);
}

}  // namespace
}  // namespace graze
