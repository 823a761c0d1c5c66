// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Contacts of spheres as arrays: those of separation(), to the bit.

#include <gtest/gtest.h>

#include <array>

#include "query/batch/pairs.h"
#include "shape/simd_targets.h"

namespace graze::test {
namespace {

struct Spheres {
  std::array<std::vector<Real>, 8> in;   // x, y, z, radius of a, then of b
  std::array<std::vector<Real>, 8> out;  // lower, upper, normal, point
  std::vector<Status> status;

  explicit Spheres(std::size_t count) : status(count, Status::unbounded) {
    for (auto& v : in) v.resize(count);
    for (auto& v : out) v.assign(count, Real(-77));
  }
  [[nodiscard]] SphereArrays a() const { return {in[0], in[1], in[2], in[3]}; }
  [[nodiscard]] SphereArrays b() const { return {in[4], in[5], in[6], in[7]}; }
  [[nodiscard]] SphereContacts contacts() {
    return {out[0], out[1], out[2], out[3], out[4], out[5], out[6], out[7], status};
  }
  [[nodiscard]] Instance instance(int side, std::size_t i) const {
    const auto s = std::size_t(4 * side);
    return at(Sphere{in[s + 3][i]}, in[s][i], in[s + 1][i], in[s + 2][i]);
  }
  void set(std::size_t i, const V3d& p, double radius_a, const V3d& q, double radius_b) {
    const double numbers[8] = {p.x, p.y, p.z, radius_a, q.x, q.y, q.z, radius_b};
    for (std::size_t k = 0; k < 8; ++k) in[k][i] = Real(numbers[k]);
  }
};

Spheres random_spheres(std::size_t count, std::uint64_t seed) {
  Random random{seed};
  Spheres s(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double ra = random.uniform(0.5, 1.5), rb = random.uniform(0.5, 1.5);
    const V3d p = random.in_cube() * (random.chance(0.1) ? 1000.0 : 10.0);
    const double apart = random.chance(0.1) ? 1 : random.uniform(0, 2);
    s.set(i, p, ra, p + random.direction() * ((ra + rb) * apart), rb);
  }
  return s;
}

TEST(SphereContacts, AreThoseOfSeparationUnderEveryTarget) {
  Spheres s = random_spheres(20003, 1);
  for_each_simd_target([&](const char* target) {
    const Result<BatchStatistics> statistics = sphere_contacts(s.a(), s.b(), s.contacts());
    ASSERT_TRUE(statistics);
    EXPECT_GT(statistics->by_lanes, 17000u);
    int overlapping = 0;
    for (std::size_t i = 0; i < s.status.size(); ++i) {
      const Separation expected = separation(s.instance(0, i), s.instance(1, i));
      ASSERT_TRUE(is_same(s.out[0][i], expected.lower)) << target << " " << i;
      ASSERT_TRUE(is_same(s.out[1][i], expected.upper)) << target << " " << i;
      ASSERT_TRUE(is_same(Vec3{s.out[2][i], s.out[3][i], s.out[4][i]}, expected.normal))
          << target << " " << i;
      ASSERT_EQ(s.status[i], expected.status);
      const Vec3 middle = (expected.point_a + expected.point_b) * Real(0.5);
      const Vec3 point{s.out[5][i], s.out[6][i], s.out[7][i]};
      ASSERT_LE(max_abs(point - middle), 4 * kEpsilon * (max_abs(middle) + 3)) << target << " " << i;
      overlapping += expected.upper < 0;
    }
    EXPECT_GT(overlapping, 4000);
    EXPECT_LT(overlapping, 16000);
  });
}

TEST(SphereContacts, OfUnitSpheresAtThreeAreOneApart) {
  Spheres s(1);
  s.set(0, {0, 0, 0}, 1, {3, 0, 0}, 1);
  ASSERT_TRUE(sphere_contacts(s.a(), s.b(), s.contacts()));
  EXPECT_LE(s.out[0][0], 1);
  EXPECT_GE(s.out[1][0], 1);
  // 12 epsilons of the size, which is 5, two of each radius, and the rounding to Real.
  const double width = 64 * std::numeric_limits<double>::epsilon() + double(kEpsilon);
  EXPECT_NEAR(s.out[0][0], 1, width);
  EXPECT_NEAR(s.out[1][0], 1, width);
  EXPECT_EQ((Vec3{s.out[2][0], s.out[3][0], s.out[4][0]}), (Vec3{1, 0, 0}));
  EXPECT_EQ((Vec3{s.out[5][0], s.out[6][0], s.out[7][0]}), (Vec3{1.5, 0, 0}));
}

TEST(SphereContacts, OfEveryLengthWriteAllResultsAndNothingElse) {
  for (std::size_t n = 0; n <= 40; ++n) {
    Spheres s = random_spheres(n + 1, 100 + n);
    const auto cut = [n](std::vector<Real>& v) { return std::span(v).first(n); };
    SphereContacts out{cut(s.out[0]), cut(s.out[1]), cut(s.out[2]),
                       cut(s.out[3]), cut(s.out[4]), cut(s.out[5]),
                       cut(s.out[6]), cut(s.out[7]), {}};
    const SphereArrays a{cut(s.in[0]), cut(s.in[1]), cut(s.in[2]), cut(s.in[3])},
        b{cut(s.in[4]), cut(s.in[5]), cut(s.in[6]), cut(s.in[7])};
    ASSERT_TRUE(sphere_contacts(a, b, out));
    for (const auto& row : s.out)
      for (std::size_t i = 0; i <= n; ++i) EXPECT_EQ(row[i] == Real(-77), i == n) << n << " " << i;
  }
}

TEST(SphereContacts, OfBadSpheresAreRefusedOneByOne) {
  Spheres s = random_spheres(30, 2);
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  s.in[0][3] = nan;
  s.in[7][11] = -1;
  s.in[4][29] = kInfinity;
  const Result<BatchStatistics> statistics = sphere_contacts(s.a(), s.b(), s.contacts());
  ASSERT_TRUE(statistics);
  EXPECT_EQ(statistics->refused, 3u);
  for (std::size_t i = 0; i < 30; ++i) {
    const bool is_bad = i == 3 || i == 11 || i == 29;
    EXPECT_EQ(s.status[i] == Status::invalid_argument, is_bad) << i;
    EXPECT_EQ(s.out[0][i] == -kInfinity && s.out[1][i] == kInfinity, is_bad) << i;
    for (std::size_t k = 2; k < std::size(s.out); ++k) EXPECT_EQ(s.out[k][i] == 0, is_bad) << i;
  }
}

TEST(SphereContacts, RefuseArraysThatOverlap) {
  Spheres s(8);
  for (std::size_t i = 0; i < 8; ++i) s.set(i, {0, 0, 0}, 1, {3, 0, 0}, 1);
  EXPECT_TRUE(sphere_contacts(s.a(), s.b(), s.contacts()));
  SphereContacts onto_input = s.contacts();
  onto_input.lower = s.in[3];  // the radii of a
  EXPECT_STREQ(sphere_contacts(s.a(), s.b(), onto_input).error().message, "out: arrays overlap");
  SphereContacts twice = s.contacts();
  twice.point_z = twice.normal_x;
  EXPECT_STREQ(sphere_contacts(s.a(), s.b(), twice).error().message, "out: arrays overlap");
}

TEST(SphereContacts, OfConcentricAndExtremeSpheresAreThoseOfSeparation) {
  Spheres s(4);
  s.set(0, {1, 2, 3}, 1, {1, 2, 3}, 2);
  s.set(1, {0, 0, 0}, 0, {0, 0, 0}, 0);
  s.set(2, {0, 0, 0}, 1e-30, {3e-30, 0, 0}, 1e-30);
  s.set(3, {0, 0, 0}, 1, {2, 0, 0}, 1);
  ASSERT_TRUE(sphere_contacts(s.a(), s.b(), s.contacts()));
  for (std::size_t i = 0; i < 4; ++i) {
    const Separation expected = separation(s.instance(0, i), s.instance(1, i));
    EXPECT_TRUE(is_same(s.out[0][i], expected.lower)) << i;
    EXPECT_TRUE(is_same(s.out[1][i], expected.upper)) << i;
    EXPECT_TRUE(is_same(Vec3{s.out[2][i], s.out[3][i], s.out[4][i]}, expected.normal)) << i;
    EXPECT_EQ(s.status[i], expected.status) << i;
  }
}

TEST(SphereContacts, NameTheArrayThatHasAnotherLength) {
  Spheres s = random_spheres(5, 3), shorter = random_spheres(4, 3);
  EXPECT_STREQ(sphere_contacts(s.a(), shorter.b(), s.contacts()).error().message, "b: not as long as a.x");
  EXPECT_STREQ(sphere_contacts(s.a(), s.b(), shorter.contacts()).error().message, "out: not as long as a.x");
  SphereContacts out = s.contacts();
  out.status = shorter.status;
  EXPECT_STREQ(sphere_contacts(s.a(), s.b(), out).error().message, "out.status: not as long as a.x");
  SphereArrays a = s.a();
  a.radius = a.radius.first(4);
  EXPECT_STREQ(sphere_contacts(a, s.b(), s.contacts()).error().message, "a: arrays of different lengths");
}

}  // namespace
}  // namespace graze::test
