// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/aabb.h"
#include "graze/shape/instance.h"

namespace graze::inline GRAZE_ABI {

/// Axis-aligned box of a placed shape with its margin, in world coordinates. Every bound is rounded outward
/// and lies within 4 ulp of the exact one (custom shapes: of what their support returns). Where the
/// translation cancels the extent to more than 26 digits, it lies within 2^-88 of the cancelling terms
/// instead. Half-spaces give infinite bounds; invalid instances the empty box. Meshes and compounds give the
/// box of their placed local box, which is loose when the placement turns them.
[[nodiscard]] GRAZE_API Aabb bounds(const Instance& instance) noexcept;
/// Box of a shape under a placement, grown by a margin in world units; bounds() without an Instance.
[[nodiscard]] GRAZE_API Aabb bounds(const Shape& shape, const Affine& placement, Real margin = 0) noexcept;

}  // namespace graze::inline GRAZE_ABI
