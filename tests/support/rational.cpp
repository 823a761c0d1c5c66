// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "rational.h"

#include <algorithm>

namespace graze::test {

namespace {

constexpr long kRootBits = 124;  // of the integer root: its last unit is below 2^-120 of it

/// Floor of the root of q in units of `unit`, which is set so that the floor has kRootBits bits at least.
RationalInterval root_of(const mpq_class& q) {
  if (q <= 0) return RationalInterval(0);
  mpz_class radicand = q.get_num() * q.get_den();  // root(n/d) = root(n d) / d
  const long bits = long(mpz_sizeinbase(radicand.get_mpz_t(), 2));
  const long shift = std::max(0L, kRootBits + 1 - bits / 2);
  radicand <<= static_cast<mp_bitcnt_t>(2 * shift);
  mpz_class floor, rest;
  mpz_sqrtrem(floor.get_mpz_t(), rest.get_mpz_t(), radicand.get_mpz_t());
  mpz_class denominator = q.get_den();
  denominator <<= static_cast<mp_bitcnt_t>(shift);
  mpq_class lower(floor, denominator);
  lower.canonicalize();
  if (rest == 0) return RationalInterval(lower);
  const mpz_class ceiling = floor + 1;
  mpq_class upper(ceiling, denominator);
  upper.canonicalize();
  return {lower, upper};
}

}  // namespace

RationalInterval operator*(const RationalInterval& a, const RationalInterval& b) {
  if (a.is_exact() && b.is_exact()) return RationalInterval(mpq_class(a.lower * b.lower));
  const mpq_class ll = a.lower * b.lower, lu = a.lower * b.upper;
  const mpq_class ul = a.upper * b.lower, uu = a.upper * b.upper;
  return {std::min({ll, lu, ul, uu}), std::max({ll, lu, ul, uu})};
}

RationalInterval operator/(const RationalInterval& a, const RationalInterval& b) {
  return a * RationalInterval(mpq_class(1 / b.upper), mpq_class(1 / b.lower));
}

RationalInterval larger(const RationalInterval& a, const RationalInterval& b) {
  return {std::max(a.lower, b.lower), std::max(a.upper, b.upper)};
}

RationalInterval magnitude_of(const RationalInterval& x) {
  if (x.lower >= 0) return x;
  if (x.upper <= 0) return RationalInterval(0) - x;
  const mpq_class negated = -x.lower;
  return {mpq_class(0), std::max(negated, x.upper)};
}

RationalInterval root(const RationalInterval& x) {
  if (x.is_exact()) return root_of(x.lower);
  return {root_of(x.lower).lower, root_of(x.upper).upper};
}

mpq_class rational_of(Quad x) {
  const double a = static_cast<double>(x);
  const double b = static_cast<double>(x - a);
  const double c = static_cast<double>(x - a - b);
  return mpq_class(a) + mpq_class(b) + mpq_class(c);
}

V3<RationalInterval> rational_of(const V3<Quad>& v) {
  return {RationalInterval(rational_of(v.x)), RationalInterval(rational_of(v.y)),
          RationalInterval(rational_of(v.z))};
}

}  // namespace graze::test
