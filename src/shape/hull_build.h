// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/shape/hull_builder.h"
#include "shape/hull_faces.h"

namespace graze::inline GRAZE_ABI {

/// The hull of a cloud before it becomes a shape: exact faces, no planes, nothing but corners for points and
/// segments.
struct BuiltHull {
  HullFaces faces;
  double outward_error = 0;
  bool is_cancelled = false;
};

/// Precondition: usable points, at least one.
[[nodiscard]] BuiltHull build_hull(std::span<const Vec3> points, const HullSettings& settings);

}  // namespace graze::inline GRAZE_ABI
