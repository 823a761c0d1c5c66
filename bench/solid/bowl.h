// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "library.h"

// A hundred flattened balls with a margin fall into a bowl of four hundred quads: what SOLID's example mnm
// asks of a library, scene, margins, depths and all, with a motion of our own.

namespace solid_speed {

/// Where all bodies are when DT_Test is called, call after call.
struct BowlMotion {
  struct Step {
    std::vector<float> matrices;  // 16 for each body
  };
  std::vector<Step> steps;
};

/// Lets the bodies fall; a library answers which way out each contact has.
[[nodiscard]] BowlMotion drop_bodies(const Library& library);

struct BowlCost {
  double microseconds = 0;  // of one DT_Test, moves included
  long pairs = 0;           // that were reported, in all
};
/// Plays a motion, the fastest of a few times.
[[nodiscard]] BowlCost play(const Library& library, const BowlMotion& motion);

}  // namespace solid_speed
