// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "graze/query/ray_cast.h"
#include "query/pair.h"

namespace graze::inline GRAZE_ABI {

/// What the kernels of ray_lanes-inl.h say about N rays, one column each, in the caller's frames and
/// precision.
template <std::size_t N>
struct RayRows {
  alignas(64) double state[N];  // below
  alignas(64) Real lower[N];
  alignas(64) Real upper[N];
  alignas(64) Real parameter[N];
  alignas(64) Real error[N];
  alignas(64) Real point[3][N];
  alignas(64) Real normal[3][N];
  alignas(64) Real local[3][N];

  /// Column i as a result. Precondition: not kRayUnclear.
  void write(std::size_t i, RayCast& out) const;
};
/// The kernel is not certain, or the ray misses, hits, or starts inside.
inline constexpr double kRayUnclear = 0, kRayMiss = 1, kRayHit = 2, kRayInside = 3;

template <std::size_t N>
void RayRows<N>::write(std::size_t i, RayCast& out) const {
  if (state[i] == kRayMiss) {
    out = {};
    out.iterations = 1;
    return;
  }
  const auto vector = [i](const Real(&rows)[3][N]) { return Vec3{rows[0][i], rows[1][i], rows[2][i]}; };
  out.hit = Hit::hit;
  out.starts_inside = state[i] == kRayInside;
  out.status = Status::converged;
  out.iterations = 1;
  out.lower = lower[i];
  out.upper = upper[i];
  out.parameter = parameter[i];
  out.error = error[i];
  out.point = vector(point);
  out.normal = vector(normal);
  out.local_point = vector(local);
  out.piece = kNoPiece;
}

/// Rays at spheres, capsules and boxes under similarities: one lane of the kernels that batches run. False:
/// not such a shape, or too close to call.
[[nodiscard]] bool cast_directly(const Operand& shape, const Ray& ray, const QuerySettings& settings,
                                 RayCast& out);

}  // namespace graze::inline GRAZE_ABI
