// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/contact.h"
#include "shape/core/reader.h"

// What proofs of depth do four numbers at a time: planes of facets, and the axes of two triangles. Every SIMD
// target does the same operations in the same order, so that all agree to the bit.

namespace graze::inline GRAZE_ABI {

/// A vertex of A - B; kernels read four numbers.
struct alignas(32) ProofVertex : Vec3d {
  double unused;
};

/// Planes of the facets of a proof. Leaves the numbers as they are.
struct ProofPlanes {
  static constexpr int kCapacity = (DepthProof::kMaxFacets + 3) / 4 * 4;
  /// Outward normal, as long as twice the area; height of the plane times that.
  alignas(32) double rows[kCapacity][4];
  /// Of the lowest corner along the normal, squared; negative where the origin is outside; 0: not certain;
  /// NaN of a facet without area.
  alignas(32) double keys[kCapacity];

  [[nodiscard]] Vec3d normal(std::uint32_t f) const { return {rows[f][0], rows[f][1], rows[f][2]}; }
};

/// The planes of `count` facets, whose numbers are in `slots`.
void set_planes(const DepthProof& proof, const std::uint8_t* slots, std::uint32_t count, const ProofVertex* w,
                ProofPlanes& planes);

/// The facet whose plane is nearest to the origin, or most on the wrong side of it; the first of several;
/// none: `count`. `is_inside`: whether the origin is inside of all planes by more than the error, below which
/// no plane is certain.
[[nodiscard]] std::uint32_t find_nearest_plane(ProofPlanes& planes, std::uint32_t count, double error,
                                               bool& is_inside);

/// The axis along which two triangles overlap least, or are most apart.
struct TriangleAxis {
  static constexpr int kFaceOfA = 12, kFaceOfB = 13, kNone = 16;  // 4 i + j: across edge i of a and j of b
  int axis = kNone;
  bool is_open = false;     // whether one was too short to tell its direction
  double others = 0;        // no facet of the difference along another one is nearer to the origin
  double doubt = 0;         // what rounding may do to a height along it
  Vec3d normal;             // unit, from a to b
  double of_a[4], of_b[4];  // heights of the corners along it, and of the first again
};

/// `size`: no corners of the two are farther apart. A face is preferred to a pair of edges along which they
/// overlap as little but for `error`. Edge i goes from corner i to the next.
void find_triangle_axis(const PointsReader& a, const PointsReader& b, double error, double size,
                        TriangleAxis& out);

}  // namespace graze::inline GRAZE_ABI
