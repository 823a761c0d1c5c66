// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "primitive/beam.h"
#include "primitive/planar.h"

// Beams that run in the plane of a triangle or a polygon, and meet its border.

namespace graze::inline GRAZE_ABI::primitive {

/// How beam and border are seen: across axis k, and `along` is an axis along which the beam moves.
struct PlanarView {
  const Beam& beam;
  int k, along;

  /// Sign of the side of the beam's line that v is on.
  [[nodiscard]] int side_of(const Vec3d& v) const {
    return sign_of([&](auto zero) {
      using T = decltype(zero);
      return cross_component(direction_of<T>(beam), difference<T>(v, beam.origin), k);
    });
  }
};

/// A place where the line of the beam meets the edge from a to b, or the vertex a: at the parameter
/// numerator / denominator.
struct BorderPoint {
  Vec3d a, b;
  bool is_vertex = false, is_set = false;

  template <class T>
  [[nodiscard]] T numerator(const PlanarView& view) const {
    const BasicVec3<T> u = difference<T>(a, view.beam.origin);
    return is_vertex ? u[view.along] : cross_component(u, difference<T>(b, view.beam.origin), view.k);
  }
  template <class T>
  [[nodiscard]] T denominator(const PlanarView& view) const {
    const BasicVec3<T> d = direction_of<T>(view.beam);
    return is_vertex ? d[view.along] : cross_component(d, difference<T>(b, a), view.k);
  }
  [[nodiscard]] int denominator_sign(const PlanarView& view) const {
    return sign_of([&](auto zero) { return denominator<decltype(zero)>(view); });
  }
  /// Neither before the source nor beyond the end.
  [[nodiscard]] bool is_within(const PlanarView& view) const {
    const int den = denominator_sign(view);
    if (sign_of([&](auto zero) { return numerator<decltype(zero)>(view); }) * den < 0) return false;
    if (!std::isfinite(view.beam.max_t)) return true;
    const int beyond = sign_of([&](auto zero) {
      using T = decltype(zero);
      return numerator<T>(view) - T(view.beam.max_t) * denominator<T>(view);
    });
    return beyond * den <= 0;
  }
  [[nodiscard]] bool comes_before(const BorderPoint& other, const PlanarView& view) const {
    const int order = sign_of([&](auto zero) {
      using T = decltype(zero);
      return numerator<T>(view) * other.denominator<T>(view) -
             other.numerator<T>(view) * denominator<T>(view);
    });
    return order * denominator_sign(view) * other.denominator_sign(view) < 0;
  }
  [[nodiscard]] BeamHit hit(const PlanarView& view) const {
    const Enclosed t = numerator<Enclosed>(view) / denominator<Enclosed>(view);
    BeamHit hit;
    hit.outcome = RayOutcome::hit;
    hit.t = bounded(t);
    const BasicVec3<Enclosed> d = direction_of<Enclosed>(view.beam);
    set_point(lift<Enclosed>(view.beam.origin) + d * t, hit);
    hit.normal = normalized(-view.beam.direction);
    if (!is_vertex) {  // across the edge, in the plane of beam and border
      const BasicVec3<Enclosed> e = difference<Enclosed>(b, a);
      set_normal(cross(e, cross(e, d)), hit);
    }
    return hit;
  }
};

}  // namespace graze::inline GRAZE_ABI::primitive
