// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "graze/math/affine.h"

namespace graze::inline GRAZE_ABI {

/// An axis of a frame.
enum class Axis : std::uint8_t { x, y, z };

/// The placement of a round shape that stands on another axis: what is along y in the shape's own frame comes
/// to lie along `axis` of the placed frame, and a cone's apex with it. `Instance{Cylinder{1, 2},
/// standing_on(Axis::z)}` is a cylinder around z. Exact: columns change places, in cyclic order (for z the
/// shape's z becomes x, and its x becomes y), nothing is rounded. Local points of results are in the frame of
/// the shape, whose axis is y.
[[nodiscard]] inline Affine standing_on(Axis axis, const Affine& placement = {}) noexcept {
  const Vec3 &x = placement.linear().columns[0], &y = placement.linear().columns[1],
             &z = placement.linear().columns[2];
  if (axis == Axis::y) return placement;
  return {axis == Axis::x ? Mat3{z, x, y} : Mat3{y, z, x}, placement.translation()};
}

}  // namespace graze::inline GRAZE_ABI
