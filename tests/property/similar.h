// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Comparison of two answers about pairs that differ by the rounding of their numbers.

#include <algorithm>
#include <string>

#include "support/checker.h"

namespace graze::test {

/// How much the separation can change when every number of the pair is rounded to Real: half an epsilon of
/// every size, vertex and translation, once per level of the tree, on both objects; and of every entry of the
/// linear parts, which scales with the local size.
inline double rounding_of(const CheckPair& pair) {
  double total = 0;
  for (const CheckInstance* instance : {&pair.a, &pair.b}) {
    const double local = norm_of(instance->placement) * magnitude(instance->shape);
    total += local * (1 + node_count(instance->shape)) + length(instance->placement.translation) +
             instance->margin;
  }
  return total * double(kEpsilon);
}

/// "" if both intervals can hold one value: `after` is of the pair scaled by `factor` and rounded, or moved.
/// `extra`: further rounding, in units of `before`.
inline std::string compared(const CheckPair& pair, const Separation& before, const Separation& after,
                            double factor, double extra = 0) {
  const double slack = rounding_of(pair) + extra;
  const double lower = double(after.lower) / factor, upper = double(after.upper) / factor;
  if (!(lower <= upper)) return "bounds crossed or NaN";
  if (lower > double(before.upper) + slack || upper < double(before.lower) - slack)
    return "separation " + text(double(before.lower)) + " .. " + text(double(before.upper)) + " became " +
           text(lower) + " .. " + text(upper) + ", slack " + text(slack);
  const bool contradicts = (before.contact == Contact::apart && after.contact == Contact::overlapping) ||
                           (before.contact == Contact::overlapping && after.contact == Contact::apart);
  const double nearest = std::min(std::abs(double(before.lower)), std::abs(double(before.upper)));
  if (contradicts && nearest > slack) return "the decision changed";
  return "";
}

}  // namespace graze::test
