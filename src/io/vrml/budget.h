// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/report.h"

namespace graze::inline GRAZE_ABI::io::vrml {

/// Numbers that a scene may hold: prototypes and shared coordinates make many of few.
class Budget {
 public:
  explicit Budget(std::size_t points) : points_(points), left_(points) {}
  /// Throws ReadFailure when they are used up.
  void take(std::size_t points, const Place& place) {
    if (points > left_)
      throw ReadFailure(ReadCode::limit,
                        "the scene has more than " + std::to_string(points_) + " points and corners", place);
    left_ -= points;
  }

 private:
  std::size_t points_;
  std::size_t left_;
};

}  // namespace graze::inline GRAZE_ABI::io::vrml
