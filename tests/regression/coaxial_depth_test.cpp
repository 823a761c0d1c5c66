// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "query/ask.h"
#include "support/random.h"

namespace graze::test {
namespace {

constexpr double kAsked = sizeof(Real) == 4 ? 2e-6 : 1e-10;
constexpr double kPi = 3.14159265358979323846;

// A body of revolution about y, by its support function: of a unit normal with `across` >= 0 square to y and
// `up` along it.
struct Round {
  Shape shape;
  double size;
  std::function<double(double across, double up)> height;
};

Round make_round(Random& random, double scale) {
  const auto size = [&] { return Real(random.uniform(0.3, 2) * scale); };
  const Real rp = size(), rq = size(), rh = size();
  const double p(rp), q(rq), h(rh);
  const double largest = std::max({p, q, h});
  switch (random.below(7)) {
    case 0:
      return {Shape(Cylinder{rp, rh}), largest, [=](double c, double s) { return p * c + h * std::abs(s); }};
    case 1:
      return {Shape(Cone{rp, rh}), largest,
              [=](double c, double s) { return std::max(h * s, p * c - h * s); }};
    case 2:
      return {Shape(TaperedCylinder{rp, rq, rh}), largest,
              [=](double c, double s) { return std::max(p * c - h * s, q * c + h * s); }};
    case 3:
      return {Shape(Capsule{rp, rh}), p + h, [=](double, double s) { return p + h * std::abs(s); }};
    case 4:
      return {Shape(TaperedCapsule{rp, rq, rh}), largest + h,
              [=](double, double s) { return std::max(p - h * s, q + h * s); }};
    case 5:
      return {Shape(Sphere{rp}), p, [=](double, double) { return p; }};
    default:
      return {Shape(Ellipsoid{{rp, rh, rp}}), largest,
              [=](double c, double s) { return std::hypot(p * c, h * s); }};
  }
}

// The least height of A - B, b moved up by `shift`, over the normals of a half circle: all local minima of
// 2,000 samples by golden sections.
double depth_of(const Round& a, const Round& b, double shift) {
  const auto height = [&](double angle) {
    const double c = std::sin(angle), s = std::cos(angle);
    return a.height(c, s) + b.height(c, -s) - shift * s;
  };
  constexpr int kSamples = 2000;
  const auto at_sample = [&](int i) { return height(kPi * std::clamp(i, 0, kSamples) / kSamples); };
  double least = std::min(height(kPi / 2), height(0));
  for (int i = 0; i <= kSamples; ++i) {
    if (at_sample(i) > std::min(at_sample(i - 1), at_sample(i + 1))) continue;
    double low = kPi * std::max(i - 1, 0) / kSamples, high = kPi * std::min(i + 1, kSamples) / kSamples;
    for (int k = 0; k < 60; ++k) {
      const double x = high - 0.6180339887498949 * (high - low), y = low + 0.6180339887498949 * (high - low);
      (height(x) < height(y) ? high : low) = height(x) < height(y) ? y : x;
    }
    least = std::min({least, height(low), at_sample(i)});
  }
  return least;
}

// How far a point of the shape's frame is outside, at least.
double outside(const Round& shape, const Vec3& p) {
  const double across = std::hypot(double(p.x), double(p.z)), up = double(p.y);
  double most = -shape.size;
  for (int i = 0; i <= 500; ++i) {
    const double c = std::sin(kPi * i / 500), s = std::cos(kPi * i / 500);
    most = std::max(most, c * across + s * up - shape.height(c, s));
  }
  return most;
}

template <class R>
void expect_mirror(const R& ab, const R& ba) {
  EXPECT_TRUE(is_same(ab, mirrored(ba)));
}

// Bodies of revolution with one axis, also one within the other and a million times as large: the lowest
// plane lies where others are nearly as low, and one of those was the answer, by up to 4e-4 too deep.
TEST(Regression, DepthOfCoaxialShapesIsTheLeastOfAll) {
  Random random(11);
  int concentric = 0, tiny = 0;
  for (int i = 0; i < 300; ++i) {
    const double ratio = i % 3 == 0 ? random.log_uniform(1e-6, 0.1) : 1;
    const Round a = make_round(random, 1), b = make_round(random, ratio);
    const double shift = i % 4 == 0 ? 0 : double(Real(random.uniform(-0.5, 0.5) * (i % 2 == 0 ? ratio : 1)));
    const double depth = depth_of(a, b, shift);
    if (!(depth > 0)) continue;
    concentric += shift == 0;
    tiny += ratio < 0.01;
    const Instance x = at(a.shape, 0, 0, 0), y = at(b.shape, 0, Real(shift), 0);
    const Penetration p = penetration(x, y);
    EXPECT_EQ(p.contact, Contact::overlapping);
    EXPECT_LE(double(p.lower), depth * (1 + 1e-14));
    EXPECT_GE(double(p.upper), depth * (1 - 1e-14));
    EXPECT_LE(double(p.upper), depth * (1 + kAsked)) << i;
    expect_mirror(p, penetration(y, x));
    expect_mirror(separation(x, y), separation(y, x));
    const CommonPoint c = common_point(x, y);
    EXPECT_TRUE(c.found);
    const double off = (sizeof(Real) == 4 ? 1e-6 : 1e-8);
    EXPECT_LE(outside(a, c.local_a), off * a.size);
    EXPECT_LE(outside(b, c.local_b), off * b.size);
  }
  EXPECT_GT(concentric, 30);
  EXPECT_GT(tiny, 30);
}

// Turned and moved together, the two have axes that agree up to rounding only; (b, a) mirrors (a, b) still.
TEST(Regression, DepthOfCoaxialShapesInAnyFrameIsMirrored) {
  Random random(12);
  for (int i = 0; i < 200; ++i) {
    const Round a = make_round(random, 1), b = make_round(random, 1);
    const auto real = [&](double most) { return Real(random.uniform(-most, most)); };
    const Vec3 axis{real(1), real(1), real(1)}, origin{real(2), real(2), real(2)};
    const Mat3 turn = to_matrix(rotation_about(axis, real(3)));
    const double shift = i % 3 == 0 ? 0 : double(real(0.3));
    const double depth = depth_of(a, b, shift);
    if (!(depth > 0)) continue;
    const Instance x = at(a.shape, Affine(turn, origin)),
                   y = at(b.shape, Affine(turn, origin + turn.columns[1] * Real(shift)));
    const Penetration p = penetration(x, y);
    expect_mirror(p, penetration(y, x));
    const double placed = 16 * double(kEpsilon);  // what rounding the turn and the places moves
    EXPECT_LE(double(p.upper), depth * (1 + kAsked) + placed) << i;
    EXPECT_GE(double(p.upper), depth - placed) << i;
  }
}

// Ellipsoids about one centre and with one set of axes: along a unit normal n the height of the difference is
// the sum of sqrt(sum of (a_i n_i)^2) and its like for b, concave in the squares of n, and so least along one
// of the axes: the least a_i + b_i.
TEST(Regression, DepthOfConcentricEllipsoidsIsAlongAnAxis) {
  struct Sizes {
    double a[3], b[3];
  };
  const Sizes cases[] = {
      {{0.484375, 0.6376953125, 1.610595703125}, {1.453125, 1.29736328125, 0.9794921875}},
      {{0.5625, 0.5625, 0.5625}, {1.568359375, 1.425537109375, 1.44091796875}},
      {{0.448974609375, 0.448974609375, 0.448974609375}, {1.17626953125, 1.143310546875, 1.500732421875}},
      {{1.885498046875, 1.949462890625, 1.7861328125}, {1.549072265625, 0.754150390625, 1.004638671875}},
      {{1.472412109375, 0.7646484375, 1.606201171875}, {0.697998046875, 1.71630859375, 0.58544921875}}};
  for (const Sizes& s : cases) {
    const auto shape = [](const double(&x)[3]) {
      return x[0] == x[1] ? Shape(Sphere{Real(x[0])})
                          : Shape(Ellipsoid{{Real(x[0]), Real(x[1]), Real(x[2])}});
    };
    const double depth = std::min({s.a[0] + s.b[0], s.a[1] + s.b[1], s.a[2] + s.b[2]});
    const Instance a = at(shape(s.a), 0, 0, 0), b = at(shape(s.b), 0, 0, 0);
    const Penetration p = penetration(a, b);
    EXPECT_EQ(p.contact, Contact::overlapping);
    EXPECT_LE(double(p.lower), depth);
    EXPECT_GE(double(p.upper), depth);
    EXPECT_LE(double(p.upper), depth * (1 + kAsked));
    expect_mirror(p, penetration(b, a));
  }
}

}  // namespace
}  // namespace graze::test
