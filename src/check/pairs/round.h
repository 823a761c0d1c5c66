// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/shape/instance.h"

namespace graze::inline GRAZE_ABI::check {

/// Whether two balls, capsules, cylinders or cones of one kind are one set of points, but for no more than
/// the tolerance: by their axes and radii, however they are turned about them. Others, and placements that
/// make ellipses of circles: false.
[[nodiscard]] bool are_same_round(const Instance& a, const Instance& b, Real tolerance);

}  // namespace graze::inline GRAZE_ABI::check
