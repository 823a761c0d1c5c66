// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <limits>

#include "graze/query/ray_cast.h"
#include "graze/query/shape_cast.h"

namespace graze::inline GRAZE_ABI {

/// The earliest of many casts. A hit that is certain ends the search; one that is not may still come before
/// it, and holds the lower bound down.
template <class R>
struct Earliest {
  R certain, unsure;
  double limit;  // later ones do not matter
  std::int32_t iterations = 0;

  explicit Earliest(double end) : limit(std::min(end, std::numeric_limits<double>::max())) {}

  void add(const R& r) {
    iterations += r.iterations;
    if (!r) return;
    R& best = r.hit == Hit::hit ? certain : unsure;
    if (!best || is_before(r, best)) best = r;
    if (r.hit == Hit::hit) limit = std::min(limit, double(r.upper));
  }
  [[nodiscard]] R result() const {
    R r = certain ? certain : unsure;
    if (certain && unsure) lower_of(r) = std::min(lower_of(r), lower_of(unsure));
    r.iterations = iterations;
    return r;
  }

 private:
  static Real& lower_of(RayCast& r) { return r.lower; }
  static Real& lower_of(ShapeCast& r) { return r.time; }
  static Real lower_of(const RayCast& r) { return r.lower; }
  static Real lower_of(const ShapeCast& r) { return r.time; }
  static bool is_before(const RayCast& r, const RayCast& best) {
    return r.parameter != best.parameter ? r.parameter < best.parameter : r.piece < best.piece;
  }
  static bool is_before(const ShapeCast& r, const ShapeCast& best) {
    if (r.time != best.time) return r.time < best.time;
    return r.piece_a != best.piece_a ? r.piece_a < best.piece_a : r.piece_b < best.piece_b;
  }
};

}  // namespace graze::inline GRAZE_ABI
