// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Pairs whose separation, normal and witnesses follow by hand. Nothing here asks the library.

#include <ostream>
#include <string>
#include <vector>

#include "checker.h"

namespace graze::test {

/// Both objects are only translated.
struct Known {
  std::string name;
  CheckPair pair;
  double separation = 0;  // to the nearest double; the truth is in bounds one float or double apart from it
  V3d normal;             // to the nearest double
  V3d point_a, point_b;
  Status status = Status::converged;
};

inline void PrintTo(const Known& known, std::ostream* out) { *out << known.name; }

/// At least one pair for each kind of shape; apart and overlapping ones.
[[nodiscard]] std::vector<Known> known_answers();

/// The answers that a right library could give.
[[nodiscard]] Distance right_distance(const Known& known);
[[nodiscard]] Penetration right_penetration(const Known& known);
[[nodiscard]] Separation right_separation(const Known& known);
[[nodiscard]] Intersection right_intersection(const Known& known);
[[nodiscard]] CommonPoint right_common_point(const Known& known);

/// The next smaller and the next larger Real.
[[nodiscard]] inline Real below(double x) { return std::nextafter(static_cast<Real>(x), -kInfinity); }
[[nodiscard]] inline Real above(double x) { return std::nextafter(static_cast<Real>(x), kInfinity); }

}  // namespace graze::test
