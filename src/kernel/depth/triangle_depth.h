// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/depth/result.h"
#include "shape/core/reader.h"

// Depth of two triangles in closed form. Their difference has facets across the normal of either and across
// an edge of each: eleven axes, both ways. The nearest facet is the depth. Points that are read are taken as
// exact; what rounding may do to an axis is held against it, unless its facet is the nearest, which is
// bounded by its corners.

namespace graze::inline GRAZE_ABI::depth {

/// `shallow`: they are apart, or overlap by no more than four errors. `unknown`: rounding could decide (edges
/// that are parallel, a triangle without area, facets in one plane), or the witnesses are not easily found.
enum class TriangleOverlap : std::uint8_t { deep, shallow, unknown };

/// `error`: what rounding may do to a support value; `size`: no two points of the pair are farther apart. The
/// bounds differ by two errors at most. Precondition: both have three points.
[[nodiscard]] TriangleOverlap find_triangle_depth(const PointsReader& a, const PointsReader& b, double error,
                                                  double size, Depth& depth);

/// A point of the plane of a triangle as weights of its corners, which add up to one. False where they are
/// large: it is far beside the triangle, or that has no area.
[[nodiscard]] bool find_weights(const Vec3d (&corners)[3], const Vec3d& point, double (&weights)[3]);

/// A point of the plane of a triangle as a convex combination of its corners. False: the point is beside the
/// triangle by more than `tolerance`.
[[nodiscard]] bool find_mean(const Vec3d (&corners)[3], const Vec3d& point, double tolerance,
                             double (&weights)[3]);

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
/// overlap as little but for `error`. Edge i goes from corner i to the next. Every SIMD target does the same
/// operations in the same order, so that all agree to the bit.
void find_triangle_axis(const PointsReader& a, const PointsReader& b, double error, double size,
                        TriangleAxis& out);

}  // namespace graze::inline GRAZE_ABI::depth
