// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "graze/query/ray_cast.h"

namespace graze::inline GRAZE_ABI {

/// Which sides of a mesh's triangles a ray sees. The front is the side from which the corners run
/// counterclockwise, in the frame of the mesh. Only triangles of meshes without a margin have sides; all else
/// is always seen.
enum class Faces : std::uint8_t { both, front, back };

/// The first point of a ray on the surfaces of an object, as ray_cast(), but seeing only some sides, and
/// seeing surfaces only: starting inside a solid mesh is no hit.
[[nodiscard]] GRAZE_API RayCast first_ray_hit(const Instance& instance, const Ray& ray,
                                              Faces faces = Faces::both, const QuerySettings& settings = {});
/// Any hit, the first that is found: for shadows and lines of sight.
[[nodiscard]] GRAZE_API RayCast any_ray_hit(const Instance& instance, const Ray& ray,
                                            Faces faces = Faces::both, const QuerySettings& settings = {});

struct RayHits {
  std::span<RayCast> written;  ///< by rising parameter, equal ones by rising piece
  std::size_t found = 0;       ///< all of them; if more than fit, the first ones were written
  Status status = Status::converged;
};
/// Every piece that the ray meets, with the first point in it. A ray through an edge or a corner meets all
/// triangles that have it.
[[nodiscard]] GRAZE_API RayHits all_ray_hits(const Instance& instance, const Ray& ray, std::span<RayCast> out,
                                             Faces faces = Faces::both, const QuerySettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
