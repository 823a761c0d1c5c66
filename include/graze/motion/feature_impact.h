// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "graze/base/status.h"
#include "graze/math/vec3.h"
#include "graze/query/ray_cast.h"

namespace graze::inline GRAZE_ABI {

/// A point that moves along a straight line, from its first place at time 0 to its second at time 1.
struct MovingPoint {
  Vec3 from, to;
};

/// Travels with a question about features that move.
struct FeatureSettings {
  /// Least distance that is wanted: contact begins where features are no farther apart, in world units; zero
  /// or more.
  Real separation = 0;
  /// Features that come closer than the separation and this may be answered as uncertain, in world units;
  /// above zero. Rounding may add some hundred epsilons of double of the extent of the pair and of its ways.
  Real distance_tolerance = sizeof(Real) == 4 ? Real(1e-5) : Real(1e-8);
  /// Of a hit, upper - lower is at most this.
  Real time_tolerance = sizeof(Real) == 4 ? Real(1e-5) : Real(1e-8);
  /// Times at which one pair is looked at.
  int max_iterations = 64;
};

/// First contact of two features. On a miss all numbers but `iterations` are zero.
struct FeatureImpact {
  /// `miss`: farther apart than the separation at all times in [0, 1], for certain. `hit`: they are in
  /// contact for certain, at `upper` at the latest. `uncertain`: at `lower` they are within the tolerances of
  /// contact, and what follows is not known; it counts as a hit.
  Hit hit = Hit::miss;
  Status status = Status::converged;  ///< iteration_limit: `uncertain`, apart until `lower`
  std::int32_t iterations = 0;        ///< times at which the pair was looked at
  Real lower = 0;                     ///< until then they are farther apart than the separation
  Real upper = 0;                     ///< of a hit
  Vec3 normal;  ///< unit, from the first feature to the second, at time `lower`; zero where there is none
  /// Weights of the points of the two features in their nearest points at `lower`: of a vertex 1, of an edge
  /// two numbers, of a face three; they add up to 1 for each.
  Real weights_a[2] = {}, weights_b[3] = {};
  /// Uncertain counts as a hit.
  explicit operator bool() const { return hit != Hit::miss; }
};

/// When a vertex first comes to a triangle, whose corners move as well; degenerate triangles are what they
/// are. Rounding is included: no contact is missed, however the points move. Points that are not finite and
/// settings that make no sense: Status::invalid_argument, `uncertain`.
///
/// Follows the gap along an axis that turns with the features to the first time at which it can be closed,
/// takes the axis of the nearest points there, and so on: converges quadratically, without cubic equations.
/// Features that stay apart mostly need one axis, features that meet a handful.
[[nodiscard]] GRAZE_API FeatureImpact vertex_face_impact(const MovingPoint& vertex,
                                                         const MovingPoint (&face)[3],
                                                         const FeatureSettings& settings = {});

/// When two edges first meet, as vertex_face_impact().
[[nodiscard]] GRAZE_API FeatureImpact edge_edge_impact(const MovingPoint (&a)[2], const MovingPoint (&b)[2],
                                                       const FeatureSettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
