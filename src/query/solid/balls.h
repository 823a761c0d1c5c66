// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "graze/query/piece.h"
#include "query/pair/pair.h"

namespace graze::inline GRAZE_ABI {

/// Certified radius of a ball around p that a shape contains; if there is none, minus a distance within which
/// the shape has a point. Solids count as solid, other meshes as thin as they are, with their margins.
[[nodiscard]] double inner_radius(const Operand& shape, const Vec3& p);

/// The piece of a compound that contains the largest ball around p; none contains p: kNoPiece.
[[nodiscard]] std::uint32_t deepest_piece(const Operand& compound, const Vec3& p);

/// A ball in a shape, and where its surface is nearest.
struct BallAt {
  double radius = 0;
  Vec3d nearest;
};

/// A lower bound on the depth: if a has a ball around p and b one too, moving b by less than both radii
/// together leaves balls that overlap. Finds a p where they are large: the nearest points of the surfaces
/// seen so far bound what a place can be worth, so that few places have to be looked at.
class CommonBalls {
 public:
  /// No coordinate of a or b is larger than `size`.
  CommonBalls(const Operand& a, const Operand& b, double size) : a_(a), b_(b), size_(size) {}

  /// Upward from a place, by steps that start with this one and halve; where that ends.
  [[nodiscard]] Vec3d climb(const Vec3d& start, double step);
  /// Ways out of the balls at the best place.
  [[nodiscard]] std::span<const Vec3d> hints() const { return hints_; }

 private:
  struct Surface {
    static constexpr int kMost = 24;
    struct {
      Vec3d at, inward;
    } points[kMost];
    int count = 0;

    void add(const BallAt& ball, const Vec3d& at, double rounding);
    // No ball around p in the shape is larger, as far as is known.
    [[nodiscard]] double radius_at(const Vec3d& p) const;
  };

  double value_at(const Vec3d& p);

  Operand a_, b_;
  double size_, value_ = -kInfinite;
  Vec3d place_, hints_[2];
  Surface surface_a_, surface_b_;
};

}  // namespace graze::inline GRAZE_ABI
