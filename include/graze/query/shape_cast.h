// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/ray_cast.h"

namespace graze::inline GRAZE_ABI {

/// First contact of a moving object with one at rest. On a miss all numbers are zero.
struct ShapeCast {
  Hit hit = Hit::miss;
  bool starts_in_contact = false;  ///< they overlap or touch at the start, within rounding: the time is zero
  Status status = Status::converged;
  std::int32_t iterations = 0;
  /// Fraction of the translation, in [0, 1]: never later than the true first contact, and within
  /// settings.relative_error early, see shape_cast().
  Real time = 0;
  Real upper = 0;         ///< the first contact is not later; if `uncertain`, it is not if there is one
  Vec3 normal;            ///< world, unit, from a to b at the contact. It opposes no motion of a into b
  Vec3 point;             ///< world, at the time of contact; on b
  Vec3 local_a, local_b;  ///< the point that a, and b, has there, each in the frame of its shape
  /// Pieces of meshes and compounds that the answer is about: numbers of triangles, or of a compound's
  /// pieces.
  std::uint32_t piece_a = kNoPiece, piece_b = kNoPiece;
  /// Uncertain counts as a hit: the sets are closed, and a cast that was refused excludes nothing.
  explicit operator bool() const { return hit != Hit::miss; }
};

/// Moves `a` along a straight line from where it stands by `translation` (world), without rotation, against
/// `b`. (b, a) with the opposite translation gives the mirrored answer: same bits in time, bounds and local
/// points, the normal negated.
///
/// Objects in contact at the start are answered with time 0 and the flag, also when they part; normal, points
/// are then those of separation(). A zero translation asks for contact where they stand. Nothing is missed at
/// any speed: the path is not sampled. settings.relative_error: for curved or rounded objects, (upper - time)
/// times the translation's component along the normal ends within this much of the size of the smaller
/// object (of the larger if that is a point); for others within rounding. Two half-spaces: Status::unbounded.
/// A translation that is not finite is an invalid argument.
///
/// settings.cache: the next cast starts at the features that this one ended at, whatever its translation, and
/// a miss first looks along the plane that proved the last one. A cache of another pair, or of another query,
/// costs time, never correctness. Casts of meshes and compounds, at half-spaces, of points at shapes with a
/// closed form, and of spheres and capsules at each other leave it as it is.
[[nodiscard]] GRAZE_API ShapeCast shape_cast(const Instance& a, const Vec3& translation, const Instance& b,
                                             const QuerySettings& settings = {});
/// Rigid poses.
[[nodiscard]] GRAZE_API ShapeCast shape_cast(const Shape& a, const Pose& world_from_a,
                                             const Vec3& translation, const Shape& b,
                                             const Pose& world_from_b, const QuerySettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
