// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/aabb.h"

namespace graze::inline GRAZE_ABI::primitive {

// The two other ways to write an axis-aligned box; Aabb is the first, by its corners. Conversions are rounded
// outward: the new box contains the old one, in exact arithmetic. [Ericson05 §4.2.1]

/// Lower corner and widths: points from lower to lower + widths. Cheap to move.
struct AabbWidths {
  Vec3 lower;
  Vec3 widths;

  friend constexpr bool operator==(const AabbWidths&, const AabbWidths&) = default;
};

/// Centre and half widths: points within `radii` of the centre, axis by axis. Cheap to move and to test.
struct AabbCentre {
  Vec3 centre;
  Vec3 radii;

  friend constexpr bool operator==(const AabbCentre&, const AabbCentre&) = default;
};

/// Precondition of all: finite numbers, and no empty box.
[[nodiscard]] GRAZE_API AabbWidths to_widths(const Aabb& box) noexcept;
/// Centre and half widths of a box, rounded outward. Precondition: finite, not empty.
[[nodiscard]] GRAZE_API AabbCentre to_centre(const Aabb& box) noexcept;
/// Corners of a box, rounded outward. Precondition: finite, not empty.
[[nodiscard]] GRAZE_API Aabb to_aabb(const AabbWidths& box) noexcept;
/// Corners of a box, rounded outward. Precondition: finite, not empty.
[[nodiscard]] GRAZE_API Aabb to_aabb(const AabbCentre& box) noexcept;

/// Whether the closed boxes meet, exactly for the numbers given.
[[nodiscard]] GRAZE_API bool overlaps(const AabbWidths& a, const AabbWidths& b) noexcept;
/// Whether the closed boxes meet, exactly for the numbers given.
[[nodiscard]] GRAZE_API bool overlaps(const AabbCentre& a, const AabbCentre& b) noexcept;
/// Whether the closed box contains the point, exactly.
[[nodiscard]] GRAZE_API bool contains(const AabbWidths& box, const Vec3& p) noexcept;
/// Whether the closed box contains the point, exactly.
[[nodiscard]] GRAZE_API bool contains(const AabbCentre& box, const Vec3& p) noexcept;

}  // namespace graze::inline GRAZE_ABI::primitive
