// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "case_reader.h"
#include "graze/math/mat3.h"

namespace truth {

// The sets of a case read through support mappings in extended precision, straight from the file's numbers:
// nothing here goes through the library's shapes, placements or queries.

using Wide = long double;
using WideVec = graze::BasicVec3<Wide>;
using WideMat = graze::BasicMat3<Wide>;

struct WidePlacement {
  WideMat linear;
  WideVec origin;
};

/// The placement a record describes: the rotation of the normalised quaternion times the scale, or the
/// matrix.
[[nodiscard]] WidePlacement wide_placement(const PlacementSpec& placement);

/// Farthest point of a shape in local direction d.
[[nodiscard]] WideVec local_support(const ShapeSpec& shape, const WideVec& d);

/// A placed object.
struct Body {
  const ShapeSpec* shape = nullptr;
  WidePlacement placement;
  Wide margin = 0;

  explicit Body(const ObjectSpec& object)
      : shape(object.shape.get()), placement(wide_placement(object.placement)), margin(object.margin) {}

  /// Farthest point of the object without its margin, relative to the world point `centre`.
  [[nodiscard]] WideVec core_support(const WideVec& d, const WideVec& centre) const;
  /// max dot(p - centre, d) over the object with its margin; d is unit.
  [[nodiscard]] Wide extent(const WideVec& d, const WideVec& centre) const;
};

/// How far apart the cores of a body and of a point, or of two bodies, are: the truth is in [lower, upper].
struct Gap {
  Wide lower = 0;
  Wide upper = 0;
};

/// Distance of the world point p from the core; zero inside. `size` sets the accuracy, 1e-13 of it.
[[nodiscard]] Gap core_gap(const Body& body, const WideVec& p, double size);
/// Distance between the cores after b was moved by `shift`.
[[nodiscard]] Gap core_gap(const Body& a, const Body& b, const WideVec& shift, double size);

/// How far p lies outside the body with its margin. Infinite when p is not finite.
[[nodiscard]] double outside(const Body& body, const WideVec& p, double size);
/// How much overlap is left in the best known direction after b was moved by `shift`: at least the true one.
/// Directions that may separate are tried before the reference looks for one itself.
[[nodiscard]] double overlap_left(const Body& a, const Body& b, const WideVec& shift,
                                  std::span<const WideVec> hints, double size);
/// By how much at most a point of the object moves when the placement is rounded to the library's Real.
[[nodiscard]] double placement_rounding(const Body& body);

}  // namespace truth
