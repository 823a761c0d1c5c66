// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "graze/query/ray_cast.h"
#include "kernel/ray/rows.h"

namespace graze::inline GRAZE_ABI {

/// Column i of `rows` as a result. Precondition: its state is not kRayUnclear.
template <std::size_t N>
void write_ray(const RayRows<N>& rows, std::size_t i, RayCast& out) {
  if (rows.state[i] == kRayMiss) {
    out = {};
    out.iterations = 1;
    return;
  }
  const auto vector = [i](const Real(&of)[3][N]) { return Vec3{of[0][i], of[1][i], of[2][i]}; };
  out.hit = Hit::hit;
  out.starts_inside = rows.state[i] == kRayInside;
  out.status = Status::converged;
  out.iterations = 1;
  out.lower = rows.lower[i];
  out.upper = rows.upper[i];
  out.parameter = rows.parameter[i];
  out.error = rows.error[i];
  out.point = vector(rows.point);
  out.normal = vector(rows.normal);
  out.local_point = vector(rows.local);
  out.piece = kNoPiece;
}

}  // namespace graze::inline GRAZE_ABI
