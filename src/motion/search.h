// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/ray_cast.h"
#include "motion/moving.h"

namespace graze::inline GRAZE_ABI {

struct ImpactTask {
  double begin = 0;      // they are apart until then
  double limit = 1;      // latest time that matters
  double tolerance = 0;  // of time
  double close = 0;      // distance within which contact may stay undecided
  double radius = 0;     // of both balls, and the target distance
  double error = 0;      // bound on what rounding does to a gap
  int max_iterations = 0;
  Vec3d axis;  // that may separate them, from a to b, or zero
};

/// First contact of two moving cores, in the working frame.
struct Impact {
  Hit hit = Hit::miss;
  bool starts = false;  // no gap at time zero could be shown
  Status status = Status::converged;
  int iterations = 0;
  double lower = 0, upper = 0;
  Vec3d normal;       // from a to b; of a miss, the last that separated
  Vec3d a, b;         // points of the cores, common or nearest: at `upper` of a hit, else at `lower`
  Stance at_a, at_b;  // at that time
};

/// b may be a half-space, a not.
void find_impact(const Moving& a, const Moving& b, const ImpactTask& task, Impact& out);

}  // namespace graze::inline GRAZE_ABI
