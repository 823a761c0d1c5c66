// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graze/check/check.h"

namespace graze::inline GRAZE_ABI::check {

/// A finding of an earlier report, by the names of its objects.
struct KnownFinding {
  Kind kind = Kind::touching;
  std::string a, b;
  Real lower = 0;  ///< Finding::lower
};

/// For each finding of a report whether an earlier one is as bad: between objects of these names, in either
/// order, of this kind or a worse one, and not milder in its signed distance by more than the tolerance of
/// the pair.
[[nodiscard]] GRAZE_API std::vector<bool> find_known(const Objects& objects, const Report& report,
                                                     std::span<const KnownFinding> known);

}  // namespace graze::inline GRAZE_ABI::check
