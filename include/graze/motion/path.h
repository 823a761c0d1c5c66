// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/affine.h"
#include "graze/shape/shape.h"

namespace graze::inline GRAZE_ABI {

/// A rigid motion that the caller computes. `pose` must give the same value for the same time, and may be
/// called from any thread that asks a query.
struct OwnMotion {
  Pose (*pose)(const void* context, Real time) = nullptr;
  const void* context = nullptr;  ///< passed to pose(); must outlive every path made of it
  /// No point of the shape moves faster between times 0 and 1: world units per unit of time.
  Real speed = 0;
  /// No point of the shape is accelerated more; infinite: not known. With a bound, queries converge faster
  /// than linearly; without one, every step is at most gap / speed long.
  Real acceleration = kInfinity;
};

/// How an object moves from time 0 to time 1: a value that says where the object is at every time, and bounds
/// how far its points get. Angles are in radians, of any number of turns; everything else is in the world.
///
/// All paths but OwnMotion are exact formulas: with R(t) the rotation by t times the angular velocity, the
/// point p of a shape is at   centre + t velocity + R(t) ((linear + t stretch) p + arm).
/// A path that was made of something not finite or singular is invalid, and refused by queries.
class Path {
 public:
  /// At rest at the origin.
  Path() = default;
  /// At rest.
  Path(const Affine& placement) : from_(placement), centre_(placement.translation()) {}

  /// Along a straight line without turning.
  [[nodiscard]] GRAZE_API static Path linear(const Affine& from, const Vec3& translation);
  /// Turns about the local point `local_centre` by the angular velocity (world; its length is the angle
  /// turned by time 1, any number of turns), while that point moves along a straight line.
  [[nodiscard]] GRAZE_API static Path turning(const Affine& from, const Vec3& velocity,
                                              const Vec3& angular_velocity, const Vec3& local_centre = {});
  /// Turns by `angle` about the line through `point` along `axis` (world, any length but zero), while it
  /// moves by `advance` along that line.
  [[nodiscard]] GRAZE_API static Path screw(const Affine& from, const Vec3& point, const Vec3& axis,
                                            Real angle, Real advance);
  /// From one placement to another: the local origin along a straight line, turned at constant angular
  /// velocity the shorter way (slerp), scaled linearly. Both placements must be rigid, or similarities of the
  /// same handedness; ends at `to` but for rounding.
  [[nodiscard]] GRAZE_API static Path slerp(const Affine& from, const Affine& to);
  /// From any placement to any other by interpolating all twelve numbers: every point of the shape moves
  /// along a straight line. The shape may be flat, or turned inside out, on the way. Not for half-spaces.
  [[nodiscard]] GRAZE_API static Path entrywise(const Affine& from, const Affine& to);
  /// The caller's own: placed by pose(t) * from. Not for half-spaces.
  [[nodiscard]] GRAZE_API static Path own(const OwnMotion& motion, const Affine& from = {});

  /// A part of the motion as a path of its own: at its times 0 and 1 it is where this one is at `begin` and
  /// `end`, both in [0, 1]. Backwards if end < begin.
  [[nodiscard]] GRAZE_API Path part(Real begin, Real end) const;

  /// Whether queries accept it.
  [[nodiscard]] bool is_valid() const { return is_valid_ && from_.is_valid(); }
  /// Where the object is at a time in [0, 1]; at 0 exactly where the path was made to begin (own motions:
  /// where pose(0) says).
  [[nodiscard]] GRAZE_API Affine placement(Real time) const;
  /// World velocity that the point `local` of the shape has at a time in [0, 1]; own motions: by a difference
  /// of poses.
  [[nodiscard]] GRAZE_API Vec3 velocity(Real time, const Vec3& local) const;
  /// Bounds how far any point of the shape gets from where it is at `begin` until `end`, both in [0, 1].
  /// Rotation counts by the shape's extent across the axis: a rod that spins about its length gets nowhere.
  [[nodiscard]] GRAZE_API Real travel(const Shape& shape, Real begin, Real end) const;
  /// Bounds how far any point of the shape gets along a direction (world, any length but zero); zero where
  /// all points move against it.
  [[nodiscard]] GRAZE_API Real travel_along(const Shape& shape, const Vec3& direction, Real begin,
                                            Real end) const;

 private:
  friend struct PathAccess;

  Affine from_;
  BasicVec3<double> centre_;    // of the turn at time 0
  BasicVec3<double> velocity_;  // of the centre
  BasicVec3<double> axis_;      // unit; zero where nothing turns
  double rate_ = 0;             // radians per unit of time
  BasicMat3<double> stretch_{{}, {}, {}};
  BasicVec3<double> drift_;  // what stretching does to where a piece stands
  OwnMotion own_;
  double begin_ = 0, span_ = 1;  // of the formula's time, that this path goes through from time 0 to 1
  bool is_stretched_ = false;
  bool is_valid_ = true;
};

}  // namespace graze::inline GRAZE_ABI
