// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/contact.h"
#include "query/contact/side.h"
#include "query/pair/pair.h"

namespace graze::inline GRAZE_ABI {

/// Writes contact points from a contact frame to the caller's order, frames and precision.
class ContactWriter {
 public:
  struct Local {
    Mat3d from_world;
    Vec3d origin;  // of the operand, in the working frame and world units
  };

  ContactWriter(const PairFrame& pair, const ContactFrame& frame);

  /// The contact normal, from a to b in the order of the call.
  [[nodiscard]] Vec3 normal() const { return Vec3(frame.n * (pair.is_swapped() ? -1.0 : 1.0)); }
  /// At most four points. `to` has room for four, and all are written.
  void write_four(const primitive::ClipPoint* from, int count, ContactPoint* to) const;

  const PairFrame& pair;
  const ContactFrame& frame;
  double per_unit;
  Local locals[2];  // in canonical order
};

}  // namespace graze::inline GRAZE_ABI
