// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/contact.h"
#include "math/balanced_inverse.h"
#include "query/contact_side.h"
#include "query/pair.h"

namespace graze::inline GRAZE_ABI {

/// From a contact frame to the caller's order, frames and precision.
class ContactWriter {
 public:
  ContactWriter(const PairFrame& pair, const ContactFrame& frame);

  [[nodiscard]] Vec3 normal() const { return Vec3(frame_.n * sign_); }
  void write(const primitive::ClipPoint& from, ContactPoint& to) const;

 private:
  struct Local {
    Mat3d from_world;
    Vec3d origin;  // of the operand, in the working frame and world units
  };

  const PairFrame& pair_;
  const ContactFrame& frame_;
  double per_unit_;
  double sign_;
  Local local_[2];  // in canonical order
};

inline ContactWriter::ContactWriter(const PairFrame& pair, const ContactFrame& frame)
    : pair_(pair), frame_(frame), per_unit_(1 / pair.unit), sign_(pair.is_swapped() ? -1 : 1) {
  for (int i = 0; i < 2; ++i) {
    const Affine& placement = *pair.operands[i ^ pair.first].placement;
    const Mat3d linear(placement.linear());
    local_[i].from_world = placement.is_rigid() ? transpose(linear) : balanced_inverse(linear);
    local_[i].origin = i == 0 ? Vec3d{} : pair.offset;
  }
}

inline void ContactWriter::write(const primitive::ClipPoint& from, ContactPoint& to) const {
  const Vec3d first = frame_.from(from.x, from.y, from.za) * per_unit_;
  const Vec3d second = frame_.from(from.x + from.dx, from.y + from.dy, from.zb) * per_unit_;
  Vec3* const points[2] = {&to.point_a, &to.point_b};
  Vec3* const locals[2] = {&to.local_a, &to.local_b};
  Feature* const features[2] = {&to.feature_a, &to.feature_b};
  const int i = pair_.first, j = 1 - i;  // indexed, not branched on: the order is as good as random
  *points[i] = to_real(pair_.origin + first);
  *points[j] = to_real(pair_.origin + second);
  *locals[i] = to_real(local_[0].from_world * first);
  *locals[j] = to_real(local_[1].from_world * (second - local_[1].origin));
  *features[i] = from.a;
  *features[j] = from.b;
  to.gap = static_cast<Real>(from.gap() * per_unit_);
}

}  // namespace graze::inline GRAZE_ABI
