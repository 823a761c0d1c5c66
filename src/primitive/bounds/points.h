// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "graze/base/result.h"
#include "math/exact.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Checks a cloud of points: writes to `error` why it is refused, or null.
[[nodiscard]] inline const Error* find_error(std::span<const Vec3> points, Error& error) {
  if (points.empty()) {
    error = {ErrorCode::empty, "points are empty", 0};
    return &error;
  }
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!is_usable(points[i])) {
      error = {ErrorCode::not_finite, "point is not finite or beyond 2^150", i};
      return &error;
    }
  return nullptr;
}

}  // namespace graze::inline GRAZE_ABI::primitive
