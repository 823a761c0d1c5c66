// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <limits>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI {

#if defined(GRAZE_DOUBLE)
using Real = double;
#else
using Real = float;
#endif

inline constexpr Real kEpsilon = std::numeric_limits<Real>::epsilon();
inline constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

/// Whether x is neither infinite nor NaN.
[[nodiscard]] inline bool is_finite(Real x) { return std::isfinite(x); }

}  // namespace graze::inline GRAZE_ABI
