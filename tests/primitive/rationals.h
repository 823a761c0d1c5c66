// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Shared by the oracles of this folder: points in rationals, and random points of two kinds. Nothing of
// src/ is used.

#include <gmpxx.h>

#include "graze/math/vec3.h"
#include "support/number.h"
#include "support/random.h"
#include "support/rational.h"

namespace graze::test {

using Q = mpq_class;
using Q3 = V3<mpq_class>;

template <class T>
Q3 exact(const BasicVec3<T>& v) {
  return {Q(static_cast<double>(v.x)), Q(static_cast<double>(v.y)), Q(static_cast<double>(v.z))};
}
template <class T>
Q exact(T x) {
  return Q(static_cast<double>(x));
}
inline Q squared(const Q3& v) { return dot(v, v); }
inline const Q& component(const Q3& v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }

/// Whether |v| <= limit, without a root.
inline bool is_within(const Q3& v, double limit) { return squared(v) <= Q(limit) * Q(limit); }

/// A point of a small lattice (exact coincidences are frequent) or anywhere in the cube of that size.
struct Points {
  Random random;
  bool on_lattice;

  Real number(int size) {
    return on_lattice ? Real(random.below(2 * size + 1) - size) : Real(random.uniform(-size, size));
  }
  Vec3 point(int size) {
    const Real x = number(size), y = number(size), z = number(size);
    return {x, y, z};
  }
};

}  // namespace graze::test
