// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "graze/query/ray_cast.h"
#include "graze/query/shape_cast.h"

namespace graze::inline GRAZE_ABI {

/// The first few of many answers, by is_before(answer, answer), kept sorted while more come in.
template <class R>
class FirstFew {
 public:
  /// As many as fit into `out`.
  explicit FirstFew(std::span<R> out) : out_(out) {}

  template <class IsBefore>
  void add(const R& r, const IsBefore& is_before) {
    if (is_full() && (count_ == 0 || !is_before(r, out_[count_ - 1]))) return;
    if (is_full()) --count_;
    std::size_t i = count_++;
    for (; i > 0 && is_before(r, out_[i - 1]); --i) out_[i] = out_[i - 1];
    out_[i] = r;
  }
  [[nodiscard]] bool is_full() const { return count_ == out_.size(); }
  [[nodiscard]] std::span<R> written() const { return out_.first(count_); }

 private:
  std::span<R> out_;
  std::size_t count_ = 0;
};

/// Order of casts by parameter, and of equals by piece.
[[nodiscard]] inline bool is_earlier(const RayCast& r, const RayCast& other) {
  return r.parameter != other.parameter ? r.parameter < other.parameter : r.piece < other.piece;
}
[[nodiscard]] inline bool is_earlier(const ShapeCast& r, const ShapeCast& other) {
  if (r.time != other.time) return r.time < other.time;
  return r.piece_a != other.piece_a ? r.piece_a < other.piece_a : r.piece_b < other.piece_b;
}

/// The earliest of many casts. A hit that is certain ends the search; one that is not may still come before
/// it, and holds the lower bound down.
template <class R>
struct Earliest {
  R certain, unsure;
  double limit;  // later ones do not matter
  std::int32_t iterations = 0;

  explicit Earliest(double end) : limit(std::min(end, std::numeric_limits<double>::max())) {}

  /// is_before(r, r): the order in time.
  template <class IsBefore>
  void add(const R& r, const IsBefore& is_before) {
    iterations += r.iterations;
    if (!r) return;
    R& best = r.hit == Hit::hit ? certain : unsure;
    // Whichever of the two is first, it is within the lower bounds of both; and both are hits.
    const Real lower = best ? std::min(lower_of(best), lower_of(r)) : lower_of(r);
    const Real upper = best ? std::min(best.upper, r.upper) : r.upper;
    if (!best || is_before(r, best)) best = r;
    lower_of(best) = lower;
    if (r.hit != Hit::hit) return;
    best.upper = upper;
    limit = std::min(limit, double(r.upper));
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
};

}  // namespace graze::inline GRAZE_ABI
