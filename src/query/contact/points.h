// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/contact/axis.h"
#include "query/contact/side.h"

namespace graze::inline GRAZE_ABI {

/// A point of a contact set moves to the witness points of the separation if it is closer to them than this
/// part of the size of the pair.
inline constexpr double kNearWitness = 0.02;

/// Contact points of a pair in its contact frame.
struct ContactPoints {
  ContactFrame frame;
  primitive::ClipPoints points;
  double tolerance;
};

/// Finds the points that the supporting features along an axis have in common, and those of the search where
/// these are deeper. Gaps are at most the prediction distance.
void find_points(const ContactAxis& axis, const ContactSettings& settings, ContactPoints& out);

/// Writes contact points from a contact frame to the caller's order, frames and precision.
struct ContactWriter {
  const PairFrame& pair;
  const ContactFrame& frame;
  double per_unit;
  // Of the operands in canonical order; lengths are those of the world.
  Mat3d local_from_world[2];
  Vec3d offset;  // from the first to the second

  ContactWriter(const PairFrame& p, const ContactFrame& f);

  /// The contact normal, from a to b in the order of the call.
  [[nodiscard]] Vec3 normal() const { return Vec3(frame.n * (pair.is_swapped() ? -1.0 : 1.0)); }
  /// At most four points. `to` has room for four, and all are written.
  void write_four(const primitive::ClipPoint* from, int count, ContactPoint* to) const;
};

}  // namespace graze::inline GRAZE_ABI
