// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "math/rounding.h"
#include "tree/wide_node.h"

// One thing against the eight children of a node. Every SIMD target evaluates each child with the same
// operations in the same order, so all of them, and the plain versions, agree to the bit. A result has one
// bit per child that may be met; a child that is met in truth is never missed.

namespace graze::inline GRAZE_ABI {

/// A ray made ready for many nodes: t counts in units of its scaled direction. A side that byte q of a node
/// stands for is met at q * step + start, with step = scale * inverse and start = (lower - from) * inverse.
/// Arrays have a fourth number, of no meaning, for kernels that read all at once.
struct NodeRay {
  // The origin, moved so that the near side comes early and the far side late, by more than rounding loses.
  Real from_near[4], from_far[4];
  Real inverse[4];  // of the direction; 0 on an axis that says nothing
  Real beyond[4];   // of an axis that says nothing: the far side is never left
  Real origin_low[3], origin_high[3];
  std::uint8_t near_side[3], far_side[3];  // where the bytes of these sides start, from child_lower on
  bool is_parallel[3];                     // direction 0: between the sides or never
  bool has_parallel;                       // on any axis
  double unit;   // t of the caller, less `start`, times this is t here; a power of two
  double start;  // 0, or where a ray from far away comes near; no node is met before
};

/// Coordinates beyond this, and directions below its inverse, tell nothing: products could overflow.
inline constexpr double kLargestSlab = sizeof(Real) == 4 ? 0x1p60 : 0x1p400;

/// The ray origin + t * direction of finite numbers, of which any direction may be zero, for nodes that no
/// coordinate of `bounds` is beyond.
[[nodiscard]] NodeRay make_node_ray(const BasicVec3<double>& origin, const BasicVec3<double>& direction,
                                    const Aabb& bounds);

/// t of the caller in units of the ray, not less than it is.
[[nodiscard]] inline double scaled_end(const NodeRay& ray, double t) {
  const double end = (t - ray.start) * ray.unit;
  return (end > 0 ? end * (1 + kDoubleEpsilon) : end) + std::numeric_limits<double>::min();
}

/// From where to where a box of another frame reaches: along the three axes of the frame of the node, then
/// along the three of its own; two more have no meaning. All rounded outward, with what the evaluation of
/// children may lose.
struct TurnedReach {
  Real least[kWidth], most[kWidth];
};

struct TurnedBox {
  TurnedReach reach;
  Real axis[3][3];  // of its own frame
};

/// How boxes of another frame become turned ones: six numbers for each point x of it, row * x + offset, known
/// up to the error: its coordinates in the frame of the node, then its places on the axes. Side by side, and
/// with two more of no meaning, so that they are computed at once.
struct TurnedFrame {
  Real row[3][kWidth] = {}, absolute_row[3][kWidth] = {}, offset[kWidth] = {}, error[kWidth] = {};
  Real axis[3][3] = {};
};

/// Half of each side first: their sum may overflow.
[[nodiscard]] inline TurnedBox turned_box(const TurnedFrame& frame, const Aabb& box) {
  const Vec3 low = box.lower * Real(0.5), high = box.upper * Real(0.5), c = high + low, h = high - low;
  TurnedBox out;
  for (int i = 0; i < kWidth; ++i) {
    const Real middle =
        frame.offset[i] + frame.row[0][i] * c.x + frame.row[1][i] * c.y + frame.row[2][i] * c.z;
    const Real reach = frame.error[i] + frame.absolute_row[0][i] * h.x + frame.absolute_row[1][i] * h.y +
                       frame.absolute_row[2][i] * h.z;
    out.reach.least[i] = middle - reach;
    out.reach.most[i] = middle + reach;
  }
  std::copy(&frame.axis[0][0], &frame.axis[0][0] + 9, &out.axis[0][0]);
  return out;
}

/// A box of another frame, made ready for lower bounds of its distance from nodes. Both frames are rigid but
/// for a defect, so that lengths are equal in either.
struct DistantBox {
  TurnedBox turned;
  Real along[2][3];  // two axes of about unit length in the frame of the node, from the node to the box
  Real start[2];     // where the box begins along them, rounded down, less what evaluation may lose
  Real share;        // lengths as computed, times this, are not longer than in truth
  Real room;         // what margins and rounding take away from every gap
};

struct NodeKernels {
  /// Children that overlap the box; touching counts.
  std::uint32_t (*box)(const WideNode& node, const Aabb& box);
  /// Children that the ray may meet at some t in [0, t_max]; `entry` gets lower bounds of that t.
  std::uint32_t (*ray)(const WideNode& node, const NodeRay& ray, Real t_max, Real (&entry)[kWidth]);
  /// Children that none of six axes separates from the box; `overlap` gets how far those that are met reach
  /// into it, along the axis on which that is least.
  std::uint32_t (*turned)(const WideNode& node, const TurnedBox& box, Real (&overlap)[kWidth]);
  /// turned() for a box given in its own frame, which is turned on the fly.
  std::uint32_t (*relative)(const WideNode& node, const TurnedFrame& frame, const Aabb& box,
                            Real (&overlap)[kWidth]);
  /// Lower bounds of the distances of all children from the box: the largest of what the axes and the boxes
  /// in both frames tell. Zero less the room, or less than that, when they tell nothing.
  void (*gaps)(const WideNode& node, const DistantBox& box, Real (&gap)[kWidth]);
  /// How far all children reach along an axis, three products and their sum.
  void (*reaches)(const WideNode& node, const Real (&axis)[3], Real (&reach)[kWidth]);
  Quantise quantise;
};

/// The versions for one child at a time, the reference for the others.
[[nodiscard]] NodeKernels plain_node_kernels();

/// The versions for this machine; resolved once per traversal.
[[nodiscard]] NodeKernels node_kernels();

}  // namespace graze::inline GRAZE_ABI
