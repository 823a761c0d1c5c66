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

// Building blocks of supporting features, and the features of shapes with vertices.

/// A face that looks outward by less (cosine of its tilt) is seen edge-on: its edges take its place.
inline constexpr double kLeastFacing = 0.2;
/// An edge that is steeper (sine of its tilt) touches with its end only.
inline constexpr double kSteepestEdge = 0.5;

/// Where outward normals go under a linear map: cofactors, but for a positive factor.
[[nodiscard]] Mat3d normal_map(const Mat3d& linear);

/// Projects corners into the contact frame and completes features from them.
struct SideBuilder {
  const ContactFrame& frame;
  Vec3d outward;  // facing * frame.n
  double facing;  // 1 for a, -1 for b

  void add(primitive::ClipSide& side, const Vec3d& p, std::uint32_t name) const {
    side.add_corner(frame.to(p), name);
  }
  /// z over xy of the plane through `point`.
  void set_plane(primitive::ClipSide& side, const Vec3d& normal, const Vec3d& point) const;
  /// Completes a polygon whose corners are in: grows it by a ball of `radius` along its unit normal; a vertex
  /// if it is seen edge-on.
  void finish_face(primitive::ClipSide& side, const Vec3d& normal, double radius) const {
    finish_projected(side, frame.to(normal), radius);
  }
  /// finish_face() with the normal in the contact frame.
  void finish_projected(primitive::ClipSide& side, const Vec3d& normal, double radius) const;
  /// Completes a segment in the same way; a vertex if it is too steep or has not two corners.
  void finish_segment(primitive::ClipSide& side, double radius) const;
};

/// Supporting feature of segments, capsules (their axis), triangles, tetrahedra, polygons and polytopes.
void find_vertices_side(const Core& core, const SideBuilder& builder, double tolerance,
                        primitive::ClipSide& side);

}  // namespace graze::inline GRAZE_ABI
