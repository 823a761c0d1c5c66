// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/motion/time_of_impact.h"
#include "graze/query/separation.h"

namespace graze::inline GRAZE_ABI {

/// How a number changes when an object is displaced a little: by dot(translation, moved) + dot(rotation,
/// turned), where `moved` is how far its local origin is moved and `turned` the rotation vector (radians)
/// about that origin; all along the axes of the world.
struct PlacementGradient {
  Vec3 translation;
  Vec3 rotation;
};

/// Signed distance with its derivatives.
struct SeparationGradient {
  Separation separation;
  PlacementGradient of_a, of_b;  ///< zero where there is no answer
  /// The derivative exists: one pair of nearest points that moves continuously with the objects. False for
  /// parallel faces, for edges that lie on faces, where several ways out are as short, at contact that has no
  /// normal; the gradients are then those of one of the pairs, and a solver may still descend along them.
  bool is_unique = false;
};

/// Derivative of separation() with respect to both placements. Positive components move the objects apart.
/// Costs some six separations: uniqueness is tried by turning b a little about its nearest point. Status as
/// in separation().
[[nodiscard]] GRAZE_API SeparationGradient separation_gradient(const Instance& a, const Instance& b,
                                                               const QuerySettings& settings = {});

/// Time of impact with its derivatives.
struct ImpactGradient {
  TimeOfImpact impact;
  /// Displacements are those that the objects have at the time of impact, about where their origins are then:
  /// times grow by so much per unit. In units of time per length, and per radian. Zero where not unique.
  PlacementGradient of_a, of_b;
  Real closing_speed = 0;  ///< by how much the distance falls per unit of time when they meet
  /// The derivative exists: contact in the middle of the motion, at one pair of points, and not at a graze.
  bool is_unique = false;
};

/// Derivative of the time of impact with respect to displacements of both objects that keep their velocities
/// (a path whose start is moved by v is displaced by v at all times). A miss, objects in contact at the start
/// and grazes have none. Costs a time of impact and some six separations.
[[nodiscard]] GRAZE_API ImpactGradient impact_gradient(const Shape& a, const Path& path_a, const Shape& b,
                                                       const Path& path_b,
                                                       const MotionSettings& settings = {});
/// With margins, in world units.
[[nodiscard]] GRAZE_API ImpactGradient impact_gradient(const Shape& a, const Path& path_a, Real margin_a,
                                                       const Shape& b, const Path& path_b, Real margin_b,
                                                       const MotionSettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
