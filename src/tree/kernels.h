// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "tree/wide_node.h"

// One thing against the eight children of a node. Every SIMD target evaluates each child with the same
// operations in the same order, so all of them, and the plain versions, agree to the bit. A result has one
// bit per child that may be met; a child that is met in truth is never missed.

namespace graze::inline GRAZE_ABI {

/// A ray made ready for many nodes: t counts in units of its scaled direction.
struct NodeRay {
  Real from_near[3], from_far[3];  // the origin, rounded so that the near side comes early, the far side late
  Real inverse[3];                 // of the direction; 0 on an axis that says nothing
  bool is_backward[3];             // direction below 0: the upper side is the near one
  bool is_parallel[3];             // direction 0: between the sides or never
  double unit;                     // t of the caller times this is t here; a power of two
};

/// The ray origin + t * direction of finite numbers, of which any direction may be zero.
[[nodiscard]] NodeRay make_node_ray(const BasicVec3<double>& origin, const BasicVec3<double>& direction);

/// t of the caller in units of the ray, not less than it is.
[[nodiscard]] inline double scaled_end(const NodeRay& ray, double t) {
  return t * ray.unit + std::numeric_limits<double>::min();
}

/// A box of another frame: the box around it in the frame of the node, and the axes of its own frame, on each
/// of which it lies between two numbers. All rounded outward, with what the evaluation of children may lose.
struct TurnedBox {
  Aabb box;
  Real axis[3][3];
  Real lower[3], upper[3];
};

/// The same for distances. Both frames are rigid but for a defect, so that lengths are the same in either.
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
  /// Children that none of six axes separates from the box.
  std::uint32_t (*turned)(const WideNode& node, const TurnedBox& box);
  /// Lower bounds of the distances of all children from the box: the largest of what the axes and the boxes
  /// in both frames tell. Zero less the room, or less than that, when they tell nothing.
  void (*gaps)(const WideNode& node, const DistantBox& box, Real (&gap)[kWidth]);
  /// How far all children reach along an axis, three products and their sum.
  void (*reaches)(const WideNode& node, const Real (&axis)[3], Real (&reach)[kWidth]);
  Quantise quantise;
};

/// Our own plain versions, also the reference for the others.
[[nodiscard]] const NodeKernels& plain_node_kernels();

/// The versions for this machine; resolved once per traversal.
[[nodiscard]] NodeKernels node_kernels();

}  // namespace graze::inline GRAZE_ABI
