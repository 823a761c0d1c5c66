// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "math/predicates.h"

#include <array>

#include "math/expansion.h"

// Filtered in three steps: double, double-double, and expansions of any length. Bounds after [Shewchuk97
// §4.3].

namespace graze::inline GRAZE_ABI {
namespace {

// A sum of doubles kept without rounding, components nonoverlapping and by increasing magnitude. [Shewchuk97
// §2.4]
template <int Capacity>
struct Expansion {
  std::array<double, Capacity> terms;
  int count = 0;

  void add(double x) {
    int kept = 0;
    for (int i = 0; i < count; ++i) {
      const TwoTerm s = two_sum(x, terms[static_cast<std::size_t>(i)]);
      x = s.high;
      if (s.low != 0) terms[static_cast<std::size_t>(kept++)] = s.low;
    }
    if (x != 0) terms[static_cast<std::size_t>(kept++)] = x;
    count = kept;
  }
  [[nodiscard]] int sign() const {
    if (count == 0) return 0;
    return terms[static_cast<std::size_t>(count - 1)] > 0 ? 1 : -1;
  }
};

struct Differences {
  TwoTerm x, y, z;
};

Differences subtract(const Vec3d& p, const Vec3d& q) {
  return {two_sum(p.x, -q.x), two_sum(p.y, -q.y), two_sum(p.z, -q.z)};
}

int orient3d_exact(const Differences& a, const Differences& b, const Differences& c) {
  Expansion<192> sum;
  // Each of the six products of three two-term differences has eight terms of up to four doubles each.
  const auto add_product = [&sum](const TwoTerm& u, const TwoTerm& v, const TwoTerm& w, double sign) {
    for (const double ui : {u.high, u.low})
      for (const double vi : {v.high, v.low}) {
        const TwoTerm uv = two_product(ui, vi);
        for (const double wi : {w.high, w.low})
          for (const double part : {uv.low, uv.high}) {
            const TwoTerm uvw = two_product(part, sign * wi);
            sum.add(uvw.low);
            sum.add(uvw.high);
          }
      }
  };
  add_product(a.x, b.y, c.z, 1);
  add_product(a.x, b.z, c.y, -1);
  add_product(a.y, b.z, c.x, 1);
  add_product(a.y, b.x, c.z, -1);
  add_product(a.z, b.x, c.y, 1);
  add_product(a.z, b.y, c.x, -1);
  return sum.sign();
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

  const Differences p = subtract(a, d), q = subtract(b, d), r = subtract(c, d);
  const auto dd = [](const TwoTerm& t) { return DoubleDouble{t.high, t.low}; };
  const DoubleDouble ux = dd(p.x), uy = dd(p.y), uz = dd(p.z);
  const DoubleDouble vx = dd(q.x), vy = dd(q.y), vz = dd(q.z);
  const DoubleDouble det =
      dd(r.z) * (ux * vy - uy * vx) + dd(r.x) * (uy * vz - uz * vy) + dd(r.y) * (uz * vx - ux * vz);
  // A double-double product errs by less than 2^-102 and a sum by 2^-104 of its operands; ten of them in a
  // row.
  const double fine_bound = 0x1p-97 * permanent;
  if (det.high > fine_bound) return 1;
  if (det.high < -fine_bound) return -1;
  return orient3d_exact(p, q, r);
}

int orient2d(const Planar& a, const Planar& b, const Planar& c) {
  const double left = (a.x - c.x) * (b.y - c.y), right = (a.y - c.y) * (b.x - c.x);
  // (3 + 16 u) u with u = epsilon / 2, rounded up. [Shewchuk97]
  const double bound = 2 * kDoubleEpsilon * (std::abs(left) + std::abs(right));
  if (left - right > bound) return 1;
  if (left - right < -bound) return -1;

  Expansion<16> sum;
  const auto add_product = [&sum](const TwoTerm& u, const TwoTerm& v, double sign) {
    for (const double ui : {u.low, u.high})
      for (const double vi : {v.low, v.high}) {
        const TwoTerm uv = two_product(ui, sign * vi);
        sum.add(uv.low);
        sum.add(uv.high);
      }
  };
  add_product(two_sum(a.x, -c.x), two_sum(b.y, -c.y), 1);
  add_product(two_sum(a.y, -c.y), two_sum(b.x, -c.x), -1);
  return sum.sign();
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

  Expansion<12> exact;
  for (int i = 0; i < 3; ++i) {
    const TwoTerm difference = two_sum(a[i], -b[i]);
    for (const double part : {difference.low, difference.high}) {
      const TwoTerm product = two_product(part, d[i]);
      exact.add(product.low);
      exact.add(product.high);
    }
  }
  return exact.sign();
}

}  // namespace graze::inline GRAZE_ABI
