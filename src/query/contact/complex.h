// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/base/function_ref.h"
#include "graze/query/contact.h"
#include "query/pair/pair.h"

namespace graze::inline GRAZE_ABI {

using PointTaker = FunctionRef<void(const ContactPoint& point)>;

/// The contact set of shapes made of pieces: the deepest pair of pieces, and the points of all whose normals
/// are the same but for a degree. `take` is called once the summary is complete.
void complex_contacts(const Operand& a, const Operand& b, const ContactSettings& settings,
                      ContactSummary& summary, PointTaker take);

/// Reduces any number of points of a patch to the few that span it.
class PatchPoints {
 public:
  /// The normal that the points have in common, once it is known.
  explicit PatchPoints(const Vec3& normal) : normal_(normal) {}

  void take(const ContactPoint& point);
  /// Leaves four at most.
  void reduce();
  [[nodiscard]] std::span<const ContactPoint> span() const {
    return {points_, static_cast<std::size_t>(count_)};
  }

 private:
  static constexpr int kCapacity = 64;

  void move_deepest_to_front(double tolerance);

  const Vec3& normal_;
  int count_ = 0;
  ContactPoint points_[kCapacity];
};

}  // namespace graze::inline GRAZE_ABI
