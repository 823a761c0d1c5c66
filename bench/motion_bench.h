// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cast_bench.h"

namespace bench {

/// Casts whose first object also turns about its origin, by a rotation vector of the world.
struct MotionWorkload {
  CastWorkload casts;
  std::vector<Vec> turns;
};

/// Its objects built; asked and answered like casts.
struct MotionLibrary {
  std::string name;
  std::string peer;  // the library of all_libraries() that it belongs to
  std::unique_ptr<CastPrepared> (*prepare)(const MotionWorkload& workload);
};

[[nodiscard]] MotionLibrary graze_motion();
/// Other questions about the pairs, which no peer answers; no name where the library is older than they are.
/// Times are those of the first interval, or of the impact; of separations, at the start, the distance.
[[nodiscard]] MotionLibrary graze_intervals();
[[nodiscard]] MotionLibrary graze_impact_gradients();
[[nodiscard]] MotionLibrary graze_separation_gradients();
[[nodiscard]] MotionLibrary bullet_motion();

}  // namespace bench
