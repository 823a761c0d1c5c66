// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/clip/clip.h"
#include "shape/core/core.h"

namespace graze::inline GRAZE_ABI {

/// Axes of a contact frame in the working frame of a pair: right-handed, n the normal from a to b.
struct ContactFrame {
  Vec3d u, v, n;
  Vec3d origin;

  [[nodiscard]] Vec3d to(const Vec3d& p) const { return {dot(u, p), dot(v, p), dot(n, p)}; }  // origin zero
  [[nodiscard]] Vec3d from(double x, double y, double z) const { return origin + (u * x + v * y + n * z); }
};

/// The feature of a placed core that supports it along `facing` * n (facing 1 for a, -1 for b): the face at
/// its farthest point that looks that way most, else an edge across it, else a vertex. Grown by the core's
/// ball. Every corner is a point of the surface.
void find_side(const Core& core, const ContactFrame& frame, double facing, double tolerance,
               primitive::ClipSide& side);

}  // namespace graze::inline GRAZE_ABI
