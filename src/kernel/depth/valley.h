// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/depth/expand.h"
#include "shape/core/reader.h"

// Local minima of the height of A - B over all directions, by Newton's method on what is known of the shapes,
// with a proof that there is none lower nearby. The expansion is left with the rest.

namespace graze::inline GRAZE_ABI::depth {

/// All that lies between two ends, each of them a point, an ellipse or an ellipsoid: end + radius * (x, y, z
/// times a unit vector), with the axes of both ends in common. Points, segments, cylinders, cones and
/// ellipsoids are one, boxes the sum of three.
struct Span {
  Vec3d ends[2];
  double radii[2] = {0, 0};
  Vec3d x, y, z;
  bool is_ball = false;    // otherwise y is zero
  bool has_length = true;  // whether the ends differ
  [[nodiscard]] bool is_round() const { return radii[0] > 0 || radii[1] > 0; }
};

/// A - B as a sum of spans: those of A, then those of B, negated.
struct Spans {
  static constexpr int kCapacity = 4;
  Span spans[kCapacity];
  int count = 0;
  int count_a = 0;
};

/// Whether a reader's shape is such a sum.
[[nodiscard]] inline bool has_spans(const PointsReader& reader) { return reader.count <= 2; }
[[nodiscard]] inline bool has_spans(const BoxReader&) { return true; }
[[nodiscard]] inline bool has_spans(const DiscsReader&) { return true; }
[[nodiscard]] inline bool has_spans(const AnalyticReader& reader) {
  return reader.shape->kind == ShapeKind::ellipsoid || reader.shape->kind == ShapeKind::sphere;
}
/// Whether the difference of two readers may be one, and is curved.
template <class A, class B>
[[nodiscard]] constexpr bool may_have_spans() {
  constexpr bool is_curved = std::is_same_v<B, DiscsReader> || std::is_same_v<B, AnalyticReader>;
  return is_curved && !std::is_same_v<A, VertexReader>;
}
/// Precondition: has_spans().
void add_spans(const PointsReader& reader, double sign, Spans& spans);
void add_spans(const BoxReader& reader, double sign, Spans& spans);
void add_spans(const DiscsReader& reader, double sign, Spans& spans);
void add_spans(const AnalyticReader& reader, double sign, Spans& spans);

/// A minimum near the direction `start`, to `relative` of its height. False when there is none, or when
/// rounding or flatness leave it open.
[[nodiscard]] bool find_valley(const Spans& spans, const Vec3d& start, double error, double relative,
                               Valley& valley);

/// Nearest points of shapes that are apart, about `relative` of the distance, from the direction `start` from
/// the first to the second. To be checked. False when there is no hope.
[[nodiscard]] bool find_nearest_points(const Spans& spans, const Vec3d& start, double error, double relative,
                                       Vec3d& a, Vec3d& b);

}  // namespace graze::inline GRAZE_ABI::depth
