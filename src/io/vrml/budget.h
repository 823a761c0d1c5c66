// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "io/report.h"

namespace graze::inline GRAZE_ABI::io::vrml {

/// Numbers that a scene may hold: prototypes and shared coordinates make many of few. As many as the files
/// have bytes are free, since each that is written out takes a byte or more.
class Budget {
 public:
  Budget(std::size_t points, std::size_t bytes) : points_(points), left_(std::max(points, points + bytes)) {}
  /// Throws ReadFailure when they are used up.
  void take(std::size_t points, const Place& place) {
    if (points > left_)
      throw ReadFailure(ReadCode::limit,
                        "the scene has more points and corners than its bytes and " +
                            std::to_string(points_) + " more account for",
                        place);
    left_ -= points;
  }

 private:
  std::size_t points_;
  std::size_t left_;
};

}  // namespace graze::inline GRAZE_ABI::io::vrml
