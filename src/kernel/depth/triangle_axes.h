// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "shape/core/reader.h"

namespace graze::inline GRAZE_ABI::depth {

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
