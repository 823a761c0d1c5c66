// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "check/moving/deforming.h"
#include "check/moving/history.h"
#include "check/pairs/look.h"

namespace graze::inline GRAZE_ABI::check {

/// An object during a segment of time: rigid on a path, or deforming.
struct Mover {
  const Object* object = nullptr;
  const SegmentPath* path = nullptr;
  const DeformingObject* deforming = nullptr;  ///< null: rigid
};

/// A segment of time; begin and end are equal where one moment is meant.
struct Segment {
  Real begin = 0, end = 0;
  /// The time at a part of it.
  [[nodiscard]] Real at(Real part) const { return begin + (end - begin) * part; }
};

/// Finds the records of two objects during a segment, in order.
void ask(const Mover& a, const Mover& b, const Segment& segment, const Measures& measures,
         std::vector<Record>& out);

}  // namespace graze::inline GRAZE_ABI::check
