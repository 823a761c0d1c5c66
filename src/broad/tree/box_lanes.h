// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad/table/moving_box.h"
#include "broad/table/nearest.h"
#include "broad/tree/box_tree.h"
#include "simd/register.h"

// A box or a ray against the children of a node, a register at once.

namespace graze::inline GRAZE_ABI {

/// The children that overlap a box; touching counts.
[[nodiscard]] inline unsigned overlapping(const BoxNode& node, const Aabb& box) {
  unsigned out = 0;
  for (std::size_t i = 0; i < kBoxWidth; i += kPerRegister<Real>) {
    auto in = load_register(node.lower[0] + i) <= box.upper[0];
    in &= load_register(node.upper[0] + i) >= box.lower[0];
    for (int k = 1; k < 3; ++k) {
      in &= load_register(node.lower[k] + i) <= box.upper[k];
      in &= load_register(node.upper[k] + i) >= box.lower[k];
    }
    out |= bits_of_register(in) << i;
  }
  return out & node.used;
}

/// The children that may hold one of the nearest boxes of a list, and their squared distances from the point.
[[nodiscard]] inline unsigned nearer_children(const BoxNode& node, const Vec3& point, const NearestList& list,
                                              Real (&squared)[kBoxWidth]) {
  unsigned out = 0;
  for (int i = 0; i < kBoxWidth; ++i) {
    squared[i] = squared_distance(point, node.box(i));
    out |= unsigned(list.reaches(squared[i])) << i;
  }
  return out & node.used;
}

/// A sweep for the nodes of a tree, in Real: lets every box through that enter() does, and a few more. Times
/// are scaled by a power of two, so that no inverse is small.
class NodeSweep {
 public:
  explicit NodeSweep(const Sweep& sweep);
  /// The sweep ends earlier.
  void set_end(Real max_t);

  [[nodiscard]] bool reaches(Real t) const { return t <= end_; }
  /// The children that are entered before the end; `near` gets lower bounds of the scaled times.
  [[nodiscard]] unsigned enter(const BoxNode& node, Real (&near)[kBoxWidth]) const;

 private:
  // The far end is off by three roundings, as the near one is; and by less than kTiny where it is tiny.
  static constexpr Real kOut = 1 + 8 * kEpsilon, kTiny = std::numeric_limits<Real>::min();

  /// One axis, in as many lanes as a node has children. Of both sides of a box `near` is the one that is
  /// passed first.
  struct Axis {
    alignas(16) Real from_near[kBoxWidth], from_far[kBoxWidth], inverse[kBoxWidth];
    bool is_upper_near = false;
    bool is_known = false;  // otherwise boxes only have to overlap what is between from_far and from_near
  };
  Axis axis_[3];
  bool is_known_ = false;  // all of them
  Real end_ = 0;
  double scale_ = 1;

  [[nodiscard]] unsigned overlapped(const BoxNode& node) const;
};

inline unsigned NodeSweep::enter(const BoxNode& node, Real (&near)[kBoxWidth]) const {
  unsigned among = node.used;
  if (!is_known_) among &= overlapped(node);
  unsigned met = 0;
  for (std::size_t i = 0; i < kBoxWidth; i += kPerRegister<Real>) {
    Register<Real> first{}, last = first + kInfinity;
    for (int k = 0; k < 3; ++k) {
      const Axis& axis = axis_[k];
      if (!is_known_ && !axis.is_known) continue;
      const Register<Real> inverse = load_register(axis.inverse + i);
      const Register<Real> from = load_register((axis.is_upper_near ? node.upper[k] : node.lower[k]) + i);
      const Register<Real> to = load_register((axis.is_upper_near ? node.lower[k] : node.upper[k]) + i);
      const Register<Real> s = (from - load_register(axis.from_near + i)) * inverse;
      const Register<Real> t = (to - load_register(axis.from_far + i)) * inverse;
      first = first > s ? first : s;
      last = last < t ? last : t;
    }
    met |= bits_of_register((first <= last * kOut + kTiny) & (first <= end_)) << i;
    __builtin_memcpy(near + i, &first, sizeof first);
  }
  return met & among;
}

/// Calls hit for a box that is entered at t; nodes beyond the new end are left out. False: the query ends.
[[nodiscard]] inline bool call_hit(Sweep& sweep, NodeSweep& nodes, ProxyId id, double t,
                                   ProxyRayVisitor hit) {
  const bool goes_on = call_hit(sweep, id, t, hit);
  nodes.set_end(sweep.max_t);
  return goes_on;
}

}  // namespace graze::inline GRAZE_ABI
