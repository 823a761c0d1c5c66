// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "math/predicates.h"

#include "math/exact.h"

// Filtered in three steps: double, double-double, and expansions of any length. Bounds after [Shewchuk97
// §4.3].

namespace graze::inline GRAZE_ABI {
namespace {

using ExactVec = BasicVec3<Exact>;

Exact turn(const Exact& p, const Exact& q, const Exact& r, const Exact& s) { return p * q - r * s; }

int orient3d_exact(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  const ExactVec u = difference<Exact>(a, d), v = difference<Exact>(b, d), w = difference<Exact>(c, d);
  return (w.z * turn(u.x, v.y, u.y, v.x) + w.x * turn(u.y, v.z, u.z, v.y) + w.y * turn(u.z, v.x, u.x, v.z))
      .sign();
}

}  // namespace

int orient3d(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  const Vec3d u = a - d, v = b - d, w = c - d;
  const double xy = u.x * v.y, yx = u.y * v.x, yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x, xz = u.x * v.z;
  const double determinant = w.z * (xy - yx) + w.x * (yz - zy) + w.y * (zx - xz);
  const double permanent = std::abs(w.z) * (std::abs(xy) + std::abs(yx)) +
                           std::abs(w.x) * (std::abs(yz) + std::abs(zy)) +
                           std::abs(w.y) * (std::abs(zx) + std::abs(xz));
  // (7 + 56 u) u with u = epsilon / 2, rounded up. [Shewchuk97]
  const double bound = 4 * kDoubleEpsilon * permanent;
  if (determinant > bound) return 1;
  if (determinant < -bound) return -1;
  if (permanent == 0) return 0;  // no product underflows, so each of them has a factor that is zero

  const auto two = [&d](const Vec3d& p, int i) {
    const TwoTerm t = two_sum(p[i], -d[i]);
    return DoubleDouble{t.high, t.low};
  };
  const DoubleDouble ux = two(a, 0), uy = two(a, 1), uz = two(a, 2);
  const DoubleDouble vx = two(b, 0), vy = two(b, 1), vz = two(b, 2);
  const DoubleDouble det =
      two(c, 2) * (ux * vy - uy * vx) + two(c, 0) * (uy * vz - uz * vy) + two(c, 1) * (uz * vx - ux * vz);
  // A double-double product errs by less than 2^-102 and a sum by 2^-104 of its operands; ten of them in a
  // row.
  const double fine_bound = 0x1p-97 * permanent;
  if (det.high > fine_bound) return 1;
  if (det.high < -fine_bound) return -1;
  if (a == b || b == c || c == a) return 0;  // neighbours in a mesh have vertices in common
  return orient3d_exact(a, b, c, d);
}

int orient2d(const Planar& a, const Planar& b, const Planar& c) {
  const double left = (a.x - c.x) * (b.y - c.y), right = (a.y - c.y) * (b.x - c.x);
  // (3 + 16 u) u with u = epsilon / 2, rounded up. [Shewchuk97]
  const double bound = 2 * kDoubleEpsilon * (std::abs(left) + std::abs(right));
  if (left - right > bound) return 1;
  if (left - right < -bound) return -1;
  if (left == 0 && right == 0) return 0;  // no product underflows, so each of them has a factor that is zero

  const TwoTerm ax = two_sum(a.x, -c.x), ay = two_sum(a.y, -c.y), bx = two_sum(b.x, -c.x),
                by = two_sum(b.y, -c.y);
  if (ax.low == 0 && ay.low == 0 && bx.low == 0 && by.low == 0) {
    // Both products to their last digit.
    const TwoTerm l = two_product(ax.high, by.high), r = two_product(ay.high, bx.high);
    const double high = l.high - r.high, low = l.low - r.low;
    return high > 0 || (high == 0 && low > 0) ? 1 : high < 0 || low < 0 ? -1 : 0;
  }
  return turn(Exact(a.x) - c.x, Exact(b.y) - c.y, Exact(a.y) - c.y, Exact(b.x) - c.x).sign();
}

Vec3d area_vector(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const ExactVec u = difference<Exact>(b, a), v = difference<Exact>(c, a);
  return {turn(u.y, v.z, u.z, v.y).rounded(), turn(u.z, v.x, u.x, v.z).rounded(),
          turn(u.x, v.y, u.y, v.x).rounded()};
}

bool are_collinear(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  return orient2d({a.x, a.y}, {b.x, b.y}, {c.x, c.y}) == 0 &&
         orient2d({a.y, a.z}, {b.y, b.z}, {c.y, c.z}) == 0 &&
         orient2d({a.z, a.x}, {b.z, b.x}, {c.z, c.x}) == 0;
}

int compare_along(const Vec3d& a, const Vec3d& b, const Vec3d& d) {
  const Vec3d u = a - b;
  const double x = u.x * d.x, y = u.y * d.y, z = u.z * d.z, sum = x + y + z;
  // Two roundings of each product, two of the sum.
  const double bound = 3 * kDoubleEpsilon * (std::abs(x) + std::abs(y) + std::abs(z));
  if (sum > bound) return 1;
  if (sum < -bound) return -1;

  Exact exact;
  for (int i = 0; i < 3; ++i) exact = exact + (Exact(a[i]) - b[i]) * d[i];
  return exact.sign();
}

}  // namespace graze::inline GRAZE_ABI
