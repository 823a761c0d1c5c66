// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Asks all five queries about a pair whose signed separation is known, in both orders.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "graze/graze.h"
#include "graze/math/stream.h"
#include "support/expect.h"

namespace graze::test {

inline Instance at(const Shape& shape, Real x, Real y, Real z, Real margin = 0) {
  return {shape, Affine(Vec3{x, y, z}), margin};
}
inline Instance at(const Shape& shape, const Affine& placement, Real margin = 0) {
  return {shape, placement, margin};
}

/// Mirrors, bit for bit: what (b, a) must answer when (a, b) answered `r`.
template <class R>
[[nodiscard]] R mirrored(R r) {
  if constexpr (requires { r.normal; }) {
    r.normal = -r.normal;
    std::swap(r.point_a, r.point_b);
  }
  if constexpr (requires { r.local_a; }) std::swap(r.local_a, r.local_b);
  if constexpr (requires { r.witness; }) {
    if (r.contact == Contact::apart) r.witness = -r.witness;
  }
  return r;
}

[[nodiscard]] inline bool is_same(const Intersection& a, const Intersection& b) {
  return a.contact == b.contact && a.status == b.status && a.iterations == b.iterations &&
         is_same(a.witness, b.witness);
}
[[nodiscard]] inline bool is_same(const CommonPoint& a, const CommonPoint& b) {
  return a.found == b.found && a.contact == b.contact && a.status == b.status &&
         a.iterations == b.iterations && is_same(a.point, b.point) && is_same(a.local_a, b.local_a) &&
         is_same(a.local_b, b.local_b);
}
template <class R>
[[nodiscard]] bool is_same(const R& a, const R& b) {
  return is_same(a.lower, b.lower) && is_same(a.upper, b.upper) && a.contact == b.contact &&
         a.status == b.status && a.iterations == b.iterations && is_same(a.normal, b.normal) &&
         is_same(a.point_a, b.point_a) && is_same(a.point_b, b.point_b) && is_same(a.local_a, b.local_a) &&
         is_same(a.local_b, b.local_b);
}

/// Knowledge about a pair. `size`: of the coordinates that enter; `curved`: value, radii and margins that
/// relative_error refers to, zero where rounding alone may show.
struct Truth {
  double separation = 0;
  double size = 1;
  double curved = 0;

  /// Rounding of double inside, of Real in the answer, and what was asked for.
  [[nodiscard]] double tolerance() const {
    const double asked = sizeof(Real) == 4 ? 1e-6 : 1e-10;
    return 64 * 0x1p-52 * size + 4 * double(kEpsilon) * std::abs(separation) + 2 * asked * curved;
  }
};

/// Bound on the effect of rounding on a bound or a point of an answer about coordinates of this size.
[[nodiscard]] inline double rounding(double size) {
  return 64 * 0x1p-52 * size + 4 * double(kEpsilon) * size;
}

inline void expect_encloses(double lower, double upper, const Truth& t, double value, const char* query) {
  const double ulp = 0x1p-52 * std::abs(value);  // of the truth as a double
  EXPECT_LE(lower, value + ulp) << query;
  EXPECT_GE(upper, value - ulp) << query;
  EXPECT_LE(upper - value, t.tolerance()) << query;
}

/// Status::bound_loose: the lower bound of a depth may stay behind (equal minima, or bounded scratch).
inline void expect_answers(const Instance& a, const Instance& b, const Truth& t,
                           Status status = Status::converged) {
  const Distance d = distance(a, b);
  const Penetration p = penetration(a, b);
  const Separation s = separation(a, b);
  const Intersection i = intersects(a, b);
  const CommonPoint c = common_point(a, b);
  const double loose = status == Status::bound_loose ? 1e300 : t.tolerance() * 2;
  const auto is_allowed = [status](Status got) { return got == Status::converged || got == status; };
  if (t.separation > t.tolerance()) {
    expect_encloses(d.lower, d.upper, t, t.separation, "distance");
    EXPECT_LE(d.upper - d.lower, loose);
    EXPECT_EQ(d.status, Status::converged);
    EXPECT_EQ(p.upper, 0);
    for (const Contact contact : {d.contact, p.contact, s.contact, i.contact, c.contact})
      EXPECT_EQ(contact, Contact::apart);
    EXPECT_FALSE(bool(i));
    EXPECT_FALSE(c.found);
    EXPECT_NEAR(length(i.witness), 1, 4 * double(kEpsilon));
    EXPECT_NEAR(length(d.normal), 1, 4 * double(kEpsilon));
    // Points are rounded to Real, each coordinate.
    EXPECT_NEAR(length(d.point_b - d.point_a), t.separation, t.tolerance() + 4 * double(kEpsilon) * t.size);
  } else if (t.separation < -t.tolerance()) {
    expect_encloses(p.lower, p.upper, t, -t.separation, "penetration");
    EXPECT_LE(p.upper - p.lower, loose);
    EXPECT_TRUE(is_allowed(p.status)) << to_string(p.status);
    EXPECT_EQ(d.upper, 0);
    for (const Contact contact : {d.contact, p.contact, s.contact, i.contact, c.contact})
      EXPECT_EQ(contact, Contact::overlapping);
    EXPECT_TRUE(bool(i));
    EXPECT_TRUE(c.found);
    EXPECT_NEAR(length(p.normal), 1, 4 * double(kEpsilon));
    EXPECT_NEAR(length(p.point_a - p.point_b), -t.separation, t.tolerance() + 4 * double(kEpsilon) * t.size);
  } else {
    EXPECT_LE(d.upper, t.tolerance());
    EXPECT_LE(p.upper, t.tolerance());
    for (const Contact contact : {d.contact, p.contact, s.contact, i.contact, c.contact})
      EXPECT_EQ(contact, Contact::touching) << to_string(contact);
    EXPECT_TRUE(c.found);
  }
  EXPECT_LE(s.lower, t.separation + 0x1p-52 * std::abs(t.separation));
  EXPECT_GE(s.upper, t.separation - 0x1p-52 * std::abs(t.separation));
  const bool is_apart = t.separation > 0;
  EXPECT_LE(is_apart ? s.upper - t.separation : t.separation - s.lower, t.tolerance());
  EXPECT_TRUE(is_same(distance(b, a), mirrored(d)));
  EXPECT_TRUE(is_same(penetration(b, a), mirrored(p)));
  EXPECT_TRUE(is_same(separation(b, a), mirrored(s)));
  EXPECT_TRUE(is_same(intersects(b, a), mirrored(i)));
  EXPECT_TRUE(is_same(common_point(b, a), mirrored(c)));
}

inline void expect_near(const Vec3& a, const Vec3& b, double tolerance) {
  EXPECT_LE(max_abs(a - b), tolerance) << a << " and " << b;
}

}  // namespace graze::test
