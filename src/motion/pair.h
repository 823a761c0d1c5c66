// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/motion/time_of_impact.h"
#include "motion/moving.h"
#include "motion/search.h"

namespace graze::inline GRAZE_ABI {

/// A triangle whose corners move straight from one place to another, all in the world.
struct SweptCorners {
  Vec3 from[3], to[3];
  const ShapeView* basis;  // the triangle of (0, 0, 0), (1, 0, 0) and (0, 1, 0)
};

/// One side of a question about motion. `start` is where the path begins: what queries at rest see.
struct MovingOperand {
  const ShapeView* shape;
  Path path;
  Affine start;
  Real margin;
  const SweptCorners* swept = nullptr;  // then `shape` is the triangle at time 0, and the path is not read

  [[nodiscard]] Operand at_start() const { return {shape, &start, margin}; }
  /// A part of it: `local` places the part in the shape.
  [[nodiscard]] MovingOperand part(const ShapeView& piece, const Affine& local) const;
};

/// Both sides in one working frame: axes of the world, origin where one of the two starts, scaled by a power
/// of two when sizes are extreme.
struct MovingPair {
  Moving sides[2];  // in the order of the call
  Vec3d origin;
  double unit = 1;
  double error = 0;   // bound on what rounding does to a gap
  double radius = 0;  // of both balls
  double size = 0;    // of the smaller one; of the larger if that is a point
  int first = 0;      // comes first in canonical order
};
[[nodiscard]] bool make_moving_pair(const MovingOperand& a, const MovingOperand& b, MovingPair& pair);

/// Whether settings make sense.
[[nodiscard]] bool are_usable(const MotionSettings& settings);
/// Whether a question about these has an answer.
[[nodiscard]] bool are_answerable(const MovingOperand& a, const MovingOperand& b,
                                  const MotionSettings& settings);

/// Of a question that has no answer, for the reason given: it excludes nothing.
[[nodiscard]] inline TimeOfImpact unanswered_impact(Status reason) {
  TimeOfImpact r;
  r.hit = Hit::uncertain;
  r.status = reason;
  r.upper = 1;
  return r;
}
/// Whether a question, or that about a piece of a whole, has none.
[[nodiscard]] inline bool is_unanswered(const TimeOfImpact& r) {
  return r.status == Status::invalid_argument || r.status == Status::unbounded;
}

/// Whether (b, a) is the canonical order, by value only.
[[nodiscard]] bool comes_later(const MovingOperand& a, const MovingOperand& b);

/// First contact until `limit` of convex shapes or of those made of pieces, known to be apart until `begin`.
/// Placements are not filled in.
[[nodiscard]] TimeOfImpact impact_of(const MovingOperand& a, const MovingOperand& b,
                                     const MotionSettings& settings, double begin, double limit);
[[nodiscard]] TimeOfImpact impact_of_pieces(const MovingOperand& a, const MovingOperand& b,
                                            const MotionSettings& settings, double begin, double limit);

}  // namespace graze::inline GRAZE_ABI
