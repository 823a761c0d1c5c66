// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Checks answers of the queries against the exact inputs, by their witnesses. See referee.h for how.

#include <string>

#include "graze/query/common_point.h"
#include "graze/query/distance.h"
#include "graze/query/intersects.h"
#include "graze/query/penetration.h"
#include "graze/query/separation.h"
#include "referee.h"

namespace graze::test {

/// Bounds have no tolerance: they are promised to enclose the truth of the exact inputs.
struct Tolerance {
  double witness = sizeof(Real) == 4 ? 1e-5 : 1e-8;          ///< of the smaller object's size
  double band = sizeof(Real) == 4 ? 1e-6 : 1e-13;            ///< of the pair's world scale
  double relative_error = sizeof(Real) == 4 ? 1e-6 : 1e-10;  ///< as asked for, of value and margins
};

/// All digits of x.
[[nodiscard]] std::string text(double x);

struct CheckReport {
  bool ok = true;
  std::string message;  ///< the violation, in words
  int unclear = 0;      ///< claims that were neither shown nor refuted
};

/// Sizes that tolerances refer to.
struct PairSizes {
  double scale = 0;  ///< largest absolute world coordinate of either object, before and after its translation
  double size =
      0;  ///< largest extent of the smaller object, margin included; of the larger if that is a point
  double margins = 0;  ///< of both together
};
[[nodiscard]] PairSizes sizes_of(const CheckPair& pair);

/// Checks any number of answers about one pair.
class Checker {
 public:
  explicit Checker(const CheckPair& pair, const Tolerance& tolerance = {}, const Effort& effort = {});

  [[nodiscard]] CheckReport check(const Distance& d);
  [[nodiscard]] CheckReport check(const Penetration& p);
  [[nodiscard]] CheckReport check(const Separation& s);
  [[nodiscard]] CheckReport check(const Intersection& i);
  [[nodiscard]] CheckReport check(const CommonPoint& c);

  [[nodiscard]] Referee& referee() { return referee_; }
  [[nodiscard]] const PairSizes& sizes() const { return sizes_; }
  /// Both objects, without margins.
  [[nodiscard]] bool is_polyhedral() const { return is_polyhedral_; }
  /// How far a witness may lie outside of its object, and how much overlap a separating translation may
  /// leave.
  [[nodiscard]] double witness_tolerance() const { return witness_tolerance_; }
  /// How much overlap a separating translation may leave.
  [[nodiscard]] double leftover(double value) const;
  /// How far the bounds of a converged answer may lie apart.
  [[nodiscard]] double accuracy(double value) const;
  /// How far from contact `touching` may be answered.
  [[nodiscard]] double band() const { return accuracy(0); }

 private:
  CheckPair const& pair_;
  Tolerance tolerance_;
  PairSizes sizes_;
  double witness_tolerance_;
  bool is_polyhedral_;
  Referee referee_;
};

}  // namespace graze::test
