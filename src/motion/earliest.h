// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "graze/motion/time_of_impact.h"

namespace graze::inline GRAZE_ABI {

/// The earliest of the contacts of many pairs of pieces.
class EarliestImpact {
 public:
  /// No contact after `limit` matters.
  explicit EarliestImpact(double limit) : limit_(limit) {}

  [[nodiscard]] double limit() const { return limit_; }
  [[nodiscard]] bool is_certain() const { return bool(certain_); }
  void add(const TimeOfImpact& r) {
    iterations_ += r.iterations;
    if (r.status != Status::converged && status_ == Status::converged) status_ = r.status;
    if (!r) return;
    TimeOfImpact& best = r.hit == Hit::hit ? certain_ : unsure_;
    const Real upper = best ? std::min(best.upper, r.upper) : r.upper;
    if (!best || is_earlier(r, best)) best = r;
    if (r.hit != Hit::hit) return;
    best.upper = upper;
    limit_ = std::min(limit_, double(upper));
  }
  /// A contact that is not certain may come before one that is.
  [[nodiscard]] TimeOfImpact result(Real time_tolerance) const {
    TimeOfImpact r = certain_ ? certain_ : unsure_;
    if (certain_ && unsure_ && unsure_.lower < certain_.lower) {
      r = unsure_;
      r.upper = certain_.upper;
      if (!(r.upper - r.lower > time_tolerance)) r.hit = Hit::hit;
    }
    r.status = status_;
    r.iterations = iterations_;
    return r;
  }

 private:
  [[nodiscard]] static bool is_earlier(const TimeOfImpact& r, const TimeOfImpact& other) {
    if (r.lower != other.lower) return r.lower < other.lower;
    return r.piece_a != other.piece_a ? r.piece_a < other.piece_a : r.piece_b < other.piece_b;
  }

  double limit_;
  TimeOfImpact certain_, unsure_;
  Status status_ = Status::converged;
  std::int32_t iterations_ = 0;
};

}  // namespace graze::inline GRAZE_ABI
