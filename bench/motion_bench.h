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
[[nodiscard]] MotionLibrary bullet_motion();

}  // namespace bench
