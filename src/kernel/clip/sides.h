// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "kernel/clip/clip.h"

namespace graze::inline GRAZE_ABI::primitive {

/// The inner side of a polygon's edge: value() is not negative there, and grows by `scale` per unit of
/// length.
struct EdgeLine {
  double x, y, nx, ny, slack;

  EdgeLine(const ClipSide& p, int k, double orientation, double tolerance)
      : x(p.x[k]),
        y(p.y[k]),
        nx((p.y[k] - p.y[k + 1]) * orientation),
        ny((p.x[k + 1] - p.x[k]) * orientation),
        slack(tolerance * (std::abs(nx) + std::abs(ny))) {}
  [[nodiscard]] double value(double px, double py) const { return nx * (px - x) + ny * (py - y); }
  [[nodiscard]] bool holds(double px, double py) const { return value(px, py) >= -slack; }
};

using CornerMask = std::uint64_t;

/// On which sides of the edges of a polygon the corners of another one are.
struct CornerSides {
  /// Bit k of masks[i]: corner i is on the inner side of edge k of the other, or beyond it by less than the
  /// tolerance. The first once more after the last.
  CornerMask masks[kMaxCorners + 1];
};

/// `orientation`: 1 where the corners run counterclockwise, else -1.
struct ClipPolygon {
  const ClipSide& side;
  double orientation;
};

void find_sides(const ClipPolygon& a, const ClipPolygon& b, double tolerance, CornerSides& of_a,
                CornerSides& of_b);
/// Our own scalar version, also the reference for the others.
void find_sides_scalar(const ClipPolygon& a, const ClipPolygon& b, double tolerance, CornerSides& of_a,
                       CornerSides& of_b);

}  // namespace graze::inline GRAZE_ABI::primitive
