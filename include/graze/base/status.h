// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI {

/// How a query ended. The bounds of the answer hold in every case. Where nothing was computed they exclude
/// nothing: the contact is `touching`, a hit `uncertain`, and bounds are those of all values that there are.
enum class [[nodiscard]] Status : std::uint8_t{
    converged,    ///< the bounds are as close as was asked for
    bound_loose,  ///< both bounds hold; `lower` is far if convex, `upper` may be if not: see penetration()
    iteration_limit,   ///< stopped by settings.max_iterations or by rounding; the best bounds found so far
    beyond_threshold,  ///< stopped early: the distance is certainly greater than settings.threshold
    unbounded,         ///< two half-spaces: no bounded answer exists
    invalid_argument,  ///< an invalid shape, placement, margin or setting; nothing was computed
    unsupported,       ///< the method that was asked for does not apply to these shapes; nothing was computed
};

/// Static name of a status, such as "bound_loose".
[[nodiscard]] GRAZE_API const char* to_string(Status status) noexcept;

}  // namespace graze::inline GRAZE_ABI
