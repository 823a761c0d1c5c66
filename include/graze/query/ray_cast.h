// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "graze/base/status.h"
#include "graze/math/ray.h"
#include "graze/query/piece.h"
#include "graze/query/settings.h"
#include "graze/shape/instance.h"

namespace graze::inline GRAZE_ABI {

/// Outcome of a cast. `uncertain`: it passes so close that rounding alone decides whether there is contact:
/// a ray along a face or an edge, one that ends at the surface, a shape without thickness seen from the side.
/// Also of a cast that was refused, which excludes nothing: the parameter is in [0, infinity), a time in
/// [0, 1].
enum class Hit : std::uint8_t { miss, uncertain, hit };

/// Static name of a hit.
[[nodiscard]] GRAZE_API const char* to_string(Hit hit) noexcept;

/// First point of a ray in a shape. On a miss all numbers are zero.
struct RayCast {
  Hit hit = Hit::miss;
  bool starts_inside =
      false;  ///< the origin is in the shape, or on it within rounding; the parameter is zero
  Status status = Status::converged;
  std::int32_t iterations = 0;
  /// Ray parameter of the first point. The true one is in [lower, upper]; if `uncertain`, it is there if
  /// there is one.
  Real parameter = 0, lower = 0, upper = 0;
  Real error = 0;    ///< `point` is this close to the true first point; same reservation
  Vec3 point;        ///< world
  Vec3 normal;       ///< world, unit, outward of the shape: faces the origin. Zero if the origin is inside
  Vec3 local_point;  ///< `point` in the frame of the shape
  std::uint32_t piece = kNoPiece;  ///< which triangle of a mesh, or piece of a compound, was hit
  /// Uncertain counts as a hit: the sets are closed, and a cast that was refused excludes nothing.
  explicit operator bool() const { return hit != Hit::miss; }
};

/// First point of the ray in the placed shape with its margin. The ray is in the world; its direction need
/// not be unit, its max_t may be infinite. A zero direction, or max_t = 0, asks whether the origin is in the
/// shape. settings.relative_error: for curved shapes, (upper - lower) times the direction's component across
/// the surface ends within this much of the shape's size; flat ones end within rounding. A direction, origin
/// or max_t that is NaN, an infinite direction or origin, or a negative max_t is an invalid argument.
/// settings.cache: as in shape_cast(); closed forms have no use for it.
[[nodiscard]] GRAZE_API RayCast ray_cast(const Instance& instance, const Ray& ray,
                                         const QuerySettings& settings = {});
/// Rigid pose.
[[nodiscard]] GRAZE_API RayCast ray_cast(const Shape& shape, const Pose& world_from_shape, const Ray& ray,
                                         const QuerySettings& settings = {});
/// In the frame of the shape.
[[nodiscard]] GRAZE_API RayCast ray_cast(const Shape& shape, const Ray& local_ray,
                                         const QuerySettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
