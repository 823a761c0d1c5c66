// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/contact/side.h"

// What the finders of supporting features share, and the finder for shapes with vertices.

namespace graze::inline GRAZE_ABI {

/// A face that looks outward by less (cosine of its tilt) is seen edge-on: its edges take its place.
inline constexpr double kLeastFacing = 0.2;
/// An edge that is steeper (sine of its tilt) touches with its end only.
inline constexpr double kSteepestEdge = 0.5;

/// Where outward normals go under a linear map: cofactors, but for a positive factor.
struct NormalMap : Mat3d {
  explicit NormalMap(const Mat3d& linear);
};

/// How a shape is looked at: from outside, against `outward`.
struct SideView {
  const ContactFrame& frame;
  Vec3d outward;  // facing * frame.n
  double facing;

  void add(primitive::ClipSide& side, const Vec3d& p, std::uint32_t name) const {
    add_seen(side, frame.to(p), name);
  }
  /// A corner that is in the contact frame already.
  void add_seen(primitive::ClipSide& side, const Vec3d& p, std::uint32_t name) const {
    const int i = side.count++;
    side.x[i] = p.x;
    side.y[i] = p.y;
    side.z[i] = p.z;
    side.corners[i] = name;
  }
  /// z over xy of the plane through `point`.
  void set_plane(primitive::ClipSide& side, const Vec3d& normal, const Vec3d& point) const;
  /// Grows a polygon whose corners are in by a ball; a vertex if it is seen edge-on. `normal` is unit.
  void finish_face(primitive::ClipSide& side, const Vec3d& normal, double radius) const {
    finish_seen(side, frame.to(normal), radius);
  }
  /// The same of a normal in the contact frame.
  void finish_seen(primitive::ClipSide& side, const Vec3d& normal, double radius) const;
  /// The same for a segment; a vertex if it is too steep or has not two corners.
  void finish_segment(primitive::ClipSide& side, double radius) const;
};

/// Segments, capsules (their axis), triangles, tetrahedra, polygons and polytopes.
void find_vertices_side(const Core& core, const SideView& view, double tolerance, primitive::ClipSide& side);

}  // namespace graze::inline GRAZE_ABI
