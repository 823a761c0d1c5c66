// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "check_shape.h"

namespace graze::test {

/// `unclear`: neither was shown. That is so when claim and truth agree to a hundred bits (an exact tie), and
/// when the depth of curved objects is asked for with too few corners.
enum class Verdict { holds, fails, unclear };

/// How much work goes into lower bounds of depths, whose only certificate is a polytope inside A - B: the
/// corners that it may have. 0: not tried.
struct Effort {
  std::size_t corners = 512;        ///< in the fast precision
  std::size_t exact_corners = 256;  ///< in 113 bits
};

class Ladder;

/// Judges claims about one pair. Cheap proofs are tried first: the axis that comes with the claim, then an
/// iteration in double (long double for the double library), then one in 113 bits, all with counted
/// roundings. That a claim fails is always shown by a certificate evaluated in rationals; only for depths do
/// 113 bits decide.
class Referee {
 public:
  /// The pair must outlive the referee.
  explicit Referee(const CheckPair& pair, const Effort& effort = {});
  ~Referee();

  /// The signed separation (distance, or minus the depth) is at least x. `axis`: a guess from a to b, or
  /// zero.
  [[nodiscard]] Verdict separation_at_least(double x, const V3d& axis);
  [[nodiscard]] Verdict separation_at_most(double x, const V3d& axis);
  /// h_A(n) + h_B(-n) < x |n|^2: b moved by n times x is apart from a. With x = 0: the axis proves a and b
  /// apart.
  [[nodiscard]] bool move_parts(const V3d& n, double x) const;
  /// With <=: a and b touch at most.
  [[nodiscard]] bool move_separates(const V3d& n, double x) const;
  /// With one half-space: the only direction from a to b across which there can be a plane. Not unit.
  [[nodiscard]] std::optional<V3d> only_axis() const;

  /// Best bounds of the separation seen so far, to the nearest double: for messages.
  [[nodiscard]] std::pair<double, double> known() const;

  [[nodiscard]] const CheckPair& pair() const { return pair_; }

 private:
  const CheckPair& pair_;
  std::unique_ptr<Ladder> ladder_;
};

/// The point is within `tolerance` of the object.
[[nodiscard]] Verdict is_within(const CheckInstance& instance, const V3d& p, double tolerance);

}  // namespace graze::test
