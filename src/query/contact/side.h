// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "kernel/clip/clip.h"
#include "shape/core/core.h"

namespace graze::inline GRAZE_ABI {

/// Points of a pair that are closer than this are one, and features reach as far beyond their ends.
[[nodiscard]] inline double contact_tolerance(double size, double error) {
  return std::max(16 * double(kEpsilon) * size, 4 * error);
}

/// Axes of a contact frame in the working frame of a pair: right-handed, n the contact normal from a to b.
struct ContactFrame {
  Vec3d u, v, n;

  void set_normal(const Vec3d& normal) {
    n = normal;
    primitive::make_basis(n, u, v);
  }
  [[nodiscard]] Vec3d to(const Vec3d& p) const { return {dot(u, p), dot(v, p), dot(n, p)}; }
};

/// Supporting feature of a placed core along `facing` * n (facing 1 for a, -1 for b): the face at its
/// farthest point that looks that way most, else an edge across it, else a vertex. Grown by the core's ball.
/// Every corner is a point of the surface.
void find_side(const Core& core, const ContactFrame& frame, double facing, double tolerance,
               primitive::ClipSide& side);

}  // namespace graze::inline GRAZE_ABI
