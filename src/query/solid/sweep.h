// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/settings.h"
#include "query/pieces/operands.h"
#include "query/pieces/pair_walk.h"
#include "query/solid/cover.h"

namespace graze::inline GRAZE_ABI {

/// Where b is free of a, on its way along a direction.
struct Exit {
  double way = kInfinite;  // infinite: no such place was found
  Vec3d normal;            // of the contact that it leaves last, unit, from a to b; zero: there was none
  PieceIds pieces;         // of that contact, unless `point` is known
  Vec3d point;             // of a there, in the world
  bool has_point = false;
};

/// How far a search along a direction goes.
struct SweepRange {
  double from = 0;      // where it starts
  double to = 0;        // no farther than this
  double verified = 0;  // a way shorter than this is checked for parts inside one another
};

/// b moves along a direction until it is free of a. Whatever meets there moves it on to where that ends, so
/// that a way costs about as many intersection tests as there are pieces in a row; holes count, and
/// containment does where it is asked for. Lives on the stack.
class Sweep {
 public:
  /// `cover` stays with the caller.
  Sweep(const Operand& a, const Operand& b, const QuerySettings& settings, const BallCover& cover);

  /// `direction` is a unit vector of the world; `relative_error` matters for curved pieces.
  [[nodiscard]] Exit find(const Vec3d& direction, const SweepRange& range, Real relative_error);

  /// b after a way in the world, as its placement rounds it.
  [[nodiscard]] Affine moved(const Vec3d& way) const {
    return {b_.placement->linear(), Vec3(Vec3d(b_.placement->translation()) + way)};
  }
  /// Of a and b placed like this, parts inside one another included.
  [[nodiscard]] Contact contact_at(const Affine& placement) const;
  /// The worse of moving b by a way and a by its opposite, each as the caller would do it in Real.
  [[nodiscard]] Contact contact_after(const Vec3& way) const;
  /// A point of a where it touches b at the end of a way.
  [[nodiscard]] Vec3 contact_point(const Exit& exit, const Vec3d& way);
  /// Corners of the contact that ends a way, where a and b stand at first: of triangles all, of other pieces
  /// the point that is deepest along the way. Gives their number.
  [[nodiscard]] int find_corners(const Exit& exit, const Vec3d& way, Vec3d (&corners)[6]) const;
  /// The length of a way along d after which b is free of a for good, by their boxes.
  [[nodiscard]] double way_by_boxes(const Vec3d& d) const;
  /// Room enough for whatever rounds between a box and a placement.
  [[nodiscard]] double slack() const { return 16 * double(kEpsilon) * size_; }
  [[nodiscard]] std::int32_t steps() const { return steps_; }

 private:
  // Where pieces meet a little beyond the exit: on to where one of these meetings ends. False: none do.
  bool extend(const Vec3d& direction, Exit& exit);
  bool extend_in_blocks(const Vec3d& direction, Exit& exit);
  bool extend_placed(const Vec3d& direction, Exit& exit);
  bool extend_convex(const Vec3d& direction, Exit& exit);
  // The next place where something begins or ends to touch. False: not within `to`.
  bool go_on(const Vec3d& direction, double to, Exit& exit);
  // No parts are inside one another a little beyond the exit.
  [[nodiscard]] bool is_free(const Vec3d& direction, const Exit& exit) const;
  // How far beyond an exit it is looked whether it is one.
  [[nodiscard]] double step() const { return 1e-11 * pieces_.frame().size(); }
  // Overlaps less deep than this are not: rounding of triangles that were placed.
  [[nodiscard]] double grazing() const { return 32 * kDoubleEpsilon * pieces_.frame().size(); }

  Operand a_, b_;
  QuerySettings settings_;
  const BallCover& cover_;
  PieceOperands pieces_;
  Aabb box_a_, box_b_;
  double size_;
  std::int32_t steps_ = 0;
};

}  // namespace graze::inline GRAZE_ABI
