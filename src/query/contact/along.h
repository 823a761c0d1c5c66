// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/contact.h"
#include "query/contact/side.h"
#include "query/pair/pair.h"

// Contact sets along a normal that the caller has chosen. Operands are usable and convex.

namespace graze::inline GRAZE_ABI {

/// How squarely the sides of two shapes look at each other: the cosine of the angle between the normal and
/// the face that supports a shape there, zero where there is no face.
struct Facing {
  double a = 0, b = 0;
};

/// Contacts of a pair along several normals: world, unit, from a to b. The operands outlive it.
class AxisContacts {
 public:
  AxisContacts(const Operand& a, const Operand& b);

  /// How much a is apart from b along a normal; negative: how much they overlap.
  [[nodiscard]] double separation(const Vec3d& normal) const;
  /// How squarely one side, 0 for a and 1 for b, looks along a normal at the other.
  [[nodiscard]] double facing(int side, const Vec3d& normal) const;
  /// The points that the supporting features of both have in common, seen along the normal, with the gaps
  /// along it. No points: nothing in common, or all gaps are above the prediction distance. The bounds of the
  /// set are about its least gap, not about the separation of the pair.
  Facing find(const Vec3d& normal, const ContactSettings& settings, ContactSet& out) const;
  /// All points of find(), as far as there is room, where features that are off each other by less than a
  /// tolerance (world units) lie on each other, and places as close are one.
  [[nodiscard]] std::span<ContactPoint> find_roughly(const Vec3d& normal, const ContactSettings& settings,
                                                     double tolerance, std::span<ContactPoint> out) const;

 private:
  Facing collect(const ContactFrame& frame, const ContactSettings& settings, double tolerance,
                 primitive::ClipPoints& points) const;

  Pair pair_;
  bool is_usable_;
};

/// The separation along one normal.
[[nodiscard]] double separation_along(const Operand& a, const Operand& b, const Vec3d& normal);

}  // namespace graze::inline GRAZE_ABI
