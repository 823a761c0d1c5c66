// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "graze/query/contact.h"
#include "math/balanced_inverse.h"
#include "query/contact/side.h"
#include "query/pair/pair.h"

namespace graze::inline GRAZE_ABI {

/// From a contact frame to the caller's order, frames and precision.
class ContactWriter {
 public:
  struct Local {
    Mat3d from_world;
    Vec3d origin;  // of the operand, in the working frame and world units
  };

  ContactWriter(const PairFrame& pair, const ContactFrame& frame);

  [[nodiscard]] Vec3 normal() const { return Vec3(frame.n * (pair.is_swapped() ? -1.0 : 1.0)); }
  /// At most four. `to` has room for four, and all are written.
  void write_four(const primitive::ClipPoint* from, int count, ContactPoint* to) const;

  const PairFrame& pair;
  const ContactFrame& frame;
  double per_unit;
  Local locals[2];  // in canonical order
};

inline ContactWriter::ContactWriter(const PairFrame& p, const ContactFrame& f)
    : pair(p), frame(f), per_unit(1 / p.unit) {
  for (int i = 0; i < 2; ++i) {
    const Affine& placement = *pair.operands[i ^ pair.first].placement;
    const Mat3d linear(placement.linear());
    locals[i].from_world = placement.is_rigid() ? transpose(linear) : balanced_inverse(linear);
    locals[i].origin = i == 0 ? Vec3d{} : pair.offset;
  }
}

}  // namespace graze::inline GRAZE_ABI
