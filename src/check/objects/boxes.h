// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "graze/io/scene_data.h"

namespace graze::inline GRAZE_ABI::check {

/// Boxes of geometries that are used many times: points that were looked at often are thinned out to the
/// corners of their hull.
class GeometryBoxes {
 public:
  /// io::bounds() of the geometry, which always has this number. Amortised it is linear in its points, not in
  /// their uses.
  [[nodiscard]] Aabb box(std::uint32_t number, const io::Geometry& geometry, const io::Placement& placement);

 private:
  struct Points {
    std::size_t looked_at = 0;
    std::optional<io::Geometry> hull;  // its corners, without faces
  };
  std::unordered_map<std::uint32_t, Points> points_;
};

/// The part of `outer` around an object that lies in `exact`, the box of its geometries but for rounding.
/// `local` is around the object in its own frame; rounding of its placement is allowed for, so that the
/// object is in the box.
[[nodiscard]] Aabb narrowed(const Aabb& outer, const Aabb& exact, const Aabb& local,
                            const io::Placement& placement);

}  // namespace graze::inline GRAZE_ABI::check
