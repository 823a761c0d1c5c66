// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/motion/path.h"
#include "graze/query/ray_cast.h"
#include "graze/query/settings.h"
#include "graze/shape/feature.h"

namespace graze::inline GRAZE_ABI {

/// Travels with a question about moving objects.
struct MotionSettings {
  /// Of a hit, upper - lower is at most this; from 4 epsilon to 1, as bounds are rounded to Real.
  Real time_tolerance = sizeof(Real) == 4 ? Real(1e-6) : Real(1e-9);
  /// Objects that come this close without certain contact are answered as uncertain where it would take long
  /// to say more: times the size of the smaller one (of the larger if that is a point).
  Real distance_tolerance = sizeof(Real) == 4 ? Real(1e-6) : Real(1e-10);
  /// Clearance: contact begins where the distance is no more than this, in world units; zero or more.
  Real target = 0;
  /// Of one pair of convex shapes: times at which it is looked at.
  int max_iterations = 1 << 14;
  /// Memory of the last frame of this pair, or null: the next one starts along its normal, which often shows
  /// at once that they stay apart, and at its pieces. A stale cache costs time, never correctness. Not to be
  /// shared between threads; batches do not use it.
  PairCache* cache = nullptr;
};

/// First contact of two moving objects. On a miss all numbers but `iterations` are zero.
struct TimeOfImpact {
  /// `miss`: apart at all times in [0, 1], for certain. `uncertain`: they come so close that contact cannot
  /// be told from a graze, or the query was refused (see status; bounds [0, 1]); it counts as a hit.
  Hit hit = Hit::miss;
  bool starts_in_contact = false;  ///< overlap or touch (or are within the target) at time 0; `lower` is zero
  Status status = Status::converged;
  std::int32_t iterations = 0;  ///< times at which pairs of convex shapes were looked at
  /// Never later than the true first contact: until then they are apart by more than the target.
  Real lower = 0;
  /// `hit`: there is contact for certain, and the first is not later; at most the time tolerance after
  /// `lower`. `uncertain`: [lower, upper] holds the first contact if there is one before they are farther
  /// apart than the distance tolerance again.
  Real upper = 0;
  Vec3 normal;  ///< world, unit, from a to b: a plane across it separates them at time `lower`
  Vec3 point;   ///< world, at time `upper` of a hit, else at `lower`; on b
  /// The points that a, and b, has there, each in the frame of its shape: at `upper` of a hit no farther
  /// apart than the target; with none, one point of both shapes.
  Vec3 local_a, local_b;
  Affine placement_a, placement_b;                       ///< at time `lower`
  std::uint32_t piece_a = kNoPiece, piece_b = kNoPiece;  ///< pieces of meshes and compounds
  /// Parts of a and of b that lie along the plane across `normal`, by name: the largest face, edge (or side
  /// of a cylinder or cone) or vertex whose tilt against it is below a thousandth of a radian; corner on
  /// face, edge across edge, face on face. Of meshes that of the triangle, by the numbers of the mesh, as in
  /// ContactManifold. Where there is no normal: {curved, 3, 0}.
  Feature feature_a{}, feature_b{};
  /// Uncertain counts as a hit: the sets are closed.
  explicit operator bool() const { return hit != Hit::miss; }
};

/// First time in [0, 1] at which two objects meet that move on these paths, each grown by its margin. Nothing
/// is sampled: no speed, spin or thinness lets anything pass. (b, a) gives the mirrored answer. Convex shapes
/// (half-spaces included), meshes, height fields and compounds; two half-spaces are Status::unbounded.
/// Settings or paths that make no sense, and half-spaces on entrywise or own paths: Status::invalid_argument.
///
/// Objects in contact at the start are answered with time 0 and the flag, also when they part; normal and
/// points are then those of separation(). status iteration_limit: `uncertain`, and the first contact is not
/// before `lower`.
///
/// Cost: a few distances; between boxes that tumble towards each other about a microsecond. No memory is
/// allocated.
[[nodiscard]] GRAZE_API TimeOfImpact time_of_impact(const Shape& a, const Path& path_a, const Shape& b,
                                                    const Path& path_b, const MotionSettings& settings = {});
/// With margins, in world units.
[[nodiscard]] GRAZE_API TimeOfImpact time_of_impact(const Shape& a, const Path& path_a, Real margin_a,
                                                    const Shape& b, const Path& path_b, Real margin_b,
                                                    const MotionSettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
