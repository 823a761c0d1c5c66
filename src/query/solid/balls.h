// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "graze/query/piece.h"
#include "query/pair/pair.h"
#include "query/solid/cover.h"

namespace graze::inline GRAZE_ABI {

/// A ball in a shape around a point.
struct BallAt {
  double radius = 0;  // certified; if the shape has none there, minus a distance within which it has a point
  Vec3d nearest;      // on the surface, margins left out of account
  bool is_inside = false;
};

/// Solids count as solid, other meshes as thin as they are, with their margins.
[[nodiscard]] BallAt ball_at(const Operand& shape, const Vec3& p);

/// The piece of a compound that contains the largest ball around p; none contains p: kNoPiece.
[[nodiscard]] std::uint32_t deepest_piece(const Operand& compound, const Vec3& p);

/// A lower bound on the depth: if a has a ball around p and b one too, moving b by less than both radii
/// together leaves balls that overlap. Finds a p where they are large: the nearest points of the surfaces
/// seen so far bound what a place can be worth, so that few places have to be looked at.
class CommonBalls {
 public:
  /// No coordinate of a or b is larger than `size`.
  CommonBalls(const Operand& a, const Operand& b, double size) : operands_{a, b}, size_(size) {}

  /// Upward from a place, by steps that start with this one, grow and halve; where that ends.
  Vec3d climb(const Vec3d& start, double step) { return climb(start, step, kBoth); }
  /// Of these places one where both balls are largest. Precondition: there is one.
  [[nodiscard]] Vec3d best_of(std::span<const Vec3d> places);
  /// To a large ball in one operand, 0 or 1, which is only kept for the cover.
  void climb_alone(int operand, const Vec3d& start, double step) { (void)climb(start, step, operand); }
  /// A certified lower bound on the depth.
  [[nodiscard]] double radius() const { return radius_; }
  /// Balls that were met.
  [[nodiscard]] const BallCover& cover() const { return cover_; }
  /// Ways out of the balls at the best place.
  [[nodiscard]] std::span<const Vec3d> hints() const { return hints_; }

 private:
  struct Surface {
    static constexpr int kMost = 12;
    struct {
      Vec3d at, inward;
    } points[kMost];
    int count = 0;

    void add(const BallAt& ball, const Vec3d& at, double rounding);
    // No ball around p in the shape is larger, as far as is known.
    [[nodiscard]] double radius_at(const Vec3d& p) const;
  };

  static constexpr int kBoth = 2;
  Vec3d climb(const Vec3d& start, double step, int of);
  double value_at(const Vec3d& p, int of);

  Operand operands_[2];
  double size_, radius_ = 0;
  Vec3d hints_[2];
  Surface surfaces_[2];
  BallCover cover_;
};

}  // namespace graze::inline GRAZE_ABI
