// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "math/rounding.h"

// Two boxes with orthonormal axes, b seen from a: the classical 15 separating axes on the rotation matrix,
// and common points by projecting back and forth. [Gottschalk96, Ericson05 §4.4.1] Placements are orthonormal
// to within a defect only; `error` covers it, and what falls inside it is not decided here.

namespace graze::inline GRAZE_ABI::primitive {

struct BoxFrame {
  double r[3][3];   // axes of b in a's frame: r[i][j] = a_i · b_j
  Vec3d t;          // centre of b in a's frame
  Vec3d a, b;       // half extents
  double rounding;  // bound on what rounding does to any height below
  double error;     // ... and the defects on top of it
};

/// An axis by its number: 0 to 2 faces of a, 3 to 5 faces of b, 6 + 3 i + j edges i of a and j of b.
struct BoxAxisHeight {
  int axis;
  double height;  // overlap along the unit axis; negative: apart
  double others;  // no other axis overlaps by less
};

inline constexpr int kNoAxis = 15;  // this arithmetic cannot tell

namespace box_box_detail {

[[nodiscard]] inline double clamp(double x, double h) { return std::min(std::max(x, -h), h); }
[[nodiscard]] inline Vec3d clamp(const Vec3d& p, const Vec3d& h) {
  return {clamp(p.x, h.x), clamp(p.y, h.y), clamp(p.z, h.z)};
}
[[nodiscard]] inline bool holds(const Vec3d& h, const Vec3d& p, double error) {
  return std::abs(p.x) + error <= h.x && std::abs(p.y) + error <= h.y && std::abs(p.z) + error <= h.z;
}
[[nodiscard]] inline Vec3d to_b(const BoxFrame& f, const Vec3d& p) {
  const Vec3d q = p - f.t;
  return {f.r[0][0] * q.x + f.r[1][0] * q.y + f.r[2][0] * q.z,
          f.r[0][1] * q.x + f.r[1][1] * q.y + f.r[2][1] * q.z,
          f.r[0][2] * q.x + f.r[1][2] * q.y + f.r[2][2] * q.z};
}
[[nodiscard]] inline Vec3d to_a(const BoxFrame& f, const Vec3d& q) {
  return Vec3d{f.r[0][0] * q.x + f.r[0][1] * q.y + f.r[0][2] * q.z,
               f.r[1][0] * q.x + f.r[1][1] * q.y + f.r[1][2] * q.z,
               f.r[2][0] * q.x + f.r[2][1] * q.y + f.r[2][2] * q.z} +
         f.t;
}

// The least height and the one after it.
[[nodiscard]] inline BoxAxisHeight lowest(const double* heights, int count) {
  BoxAxisHeight best{0, heights[0], std::numeric_limits<double>::infinity()};
  for (int i = 1; i < count; ++i) {
    const double h = heights[i];
    const bool is_lower = h < best.height;
    best.others = is_lower ? best.height : std::min(best.others, h);
    best.axis = is_lower ? i : best.axis;
    best.height = is_lower ? h : best.height;
  }
  return best;
}

}  // namespace box_box_detail

/// Whether p, in a's frame, is well inside both.
[[nodiscard]] inline bool is_common_point(const BoxFrame& f, const Vec3d& p) {
  using namespace box_box_detail;
  return holds(f.a, p, f.error) && holds(f.b, to_b(f, p), f.error);
}

/// Tries to find a point well inside both, in a's frame, by projecting the centres back and forth `rounds`
/// times.
[[nodiscard]] inline bool find_common_point(const BoxFrame& f, int rounds, Vec3d& p) {
  using namespace box_box_detail;
  p = clamp(f.t, f.a);
  for (int i = 0; i < rounds; ++i) {
    const Vec3d q = to_b(f, p);
    if (holds(f.b, q, f.error)) return true;
    p = to_a(f, clamp(q, f.b));
    if (holds(f.a, p, f.error)) return true;
    p = clamp(p, f.a);
  }
  return false;
}

/// The axis of least overlap; only the faces' if one of those separates already.
[[nodiscard]] inline BoxAxisHeight least_overlap(const BoxFrame& f) {
  using namespace box_box_detail;
  double m[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m[i][j] = std::abs(f.r[i][j]);
  const double a[3] = {f.a.x, f.a.y, f.a.z}, b[3] = {f.b.x, f.b.y, f.b.z}, t[3] = {f.t.x, f.t.y, f.t.z};
  // All heights first, without a branch: which axis wins cannot be predicted.
  double heights[15];
  double flattest = 1;
  for (int i = 0; i < 3; ++i) {
    heights[i] = a[i] + (b[0] * m[i][0] + b[1] * m[i][1] + b[2] * m[i][2]) - std::abs(t[i]);
  }
  for (int j = 0; j < 3; ++j) {
    const double along = t[0] * f.r[0][j] + t[1] * f.r[1][j] + t[2] * f.r[2][j];
    heights[3 + j] = b[j] + (a[0] * m[0][j] + a[1] * m[1][j] + a[2] * m[2][j]) - std::abs(along);
  }
  const BoxAxisHeight face = lowest(heights, 6);
  if (face.height < -f.error) return face;
  for (int i = 0; i < 3; ++i) {
    const int i1 = i == 2 ? 0 : i + 1, i2 = i == 0 ? 2 : i - 1;
    for (int j = 0; j < 3; ++j) {
      const int j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1;
      // a_i x b_j = -r[i2][j] a_i1 + r[i1][j] a_i2; its length is the sine of the angle between the edges.
      const double along = t[i2] * f.r[i1][j] - t[i1] * f.r[i2][j];
      const double height =
          (a[i1] * m[i2][j] + a[i2] * m[i1][j]) + (b[j1] * m[i][j2] + b[j2] * m[i][j1]) - std::abs(along);
      const double squared = f.r[i1][j] * f.r[i1][j] + f.r[i2][j] * f.r[i2][j];
      flattest = std::min(flattest, squared);
      heights[6 + 3 * i + j] = height / std::sqrt(squared);
    }
  }
  // Edges too parallel for this arithmetic: no decision without it.
  return flattest > 1e-6 ? lowest(heights, 15) : BoxAxisHeight{kNoAxis, 0, 0};
}

/// Edges whose angle has a smaller sine are read from the placements: the orthonormal form loses too much.
inline constexpr double kBoxLeastSine = 0.1;
/// Axes whose heights differ by less, in errors, may be as good as each other.
inline constexpr double kBoxClose = 16;

}  // namespace graze::inline GRAZE_ABI::primitive
