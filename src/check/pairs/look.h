// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "graze/check/finding.h"

namespace graze::inline GRAZE_ABI::check {

/// Lengths that divide the kinds of findings.
struct Measures {
  Real tolerance = 0;
  Real clearance = 0;
  bool want_touching = true;
  bool want_counts = true;
};

/// The finding of two placed objects; nothing where they are clear. The numbers of the objects are left open.
std::optional<Finding> look(const Instance& a, const Instance& b, const Measures& measures);

}  // namespace graze::inline GRAZE_ABI::check
