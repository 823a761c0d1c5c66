// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "case_reader.h"
#include "graze/query/common_point.h"
#include "graze/query/distance.h"
#include "graze/query/intersects.h"
#include "graze/query/penetration.h"
#include "graze/query/ray_cast.h"
#include "graze/query/separation.h"

namespace truth {

/// Where a case is, or where it ended; in the order in which the questions are asked.
enum class Stage : int {
  waiting,
  build,
  distance,
  common_point,
  penetration,
  intersects,
  separation,
  mirrored,
  ray,
  done
};
[[nodiscard]] const char* to_string(Stage stage);

enum class Failure : int { none, crash, hang, refused };

/// All answers about (a, b), or about (b, a).
struct Answers {
  graze::Distance distance;
  graze::CommonPoint common_point;
  graze::Penetration penetration;
  graze::Intersection intersection;
  graze::Separation separation;
};

/// Outcome of one case. Plain data: it lies in memory that the asking process shares with the watching one.
struct Outcome {
  Stage stage = Stage::waiting;
  Failure failure = Failure::none;
  char refusal[96] = {};        // why the objects could not be built
  Answers forward;              // (a, b)
  Answers mirrored;             // (b, a)
  graze::RayCast ray;           // of a ray case
  double microseconds[3] = {};  // first call of distance, common_point, penetration; [0] of ray_cast
};

struct RunSettings {
  double accuracy = 0;           // relative_error of the queries
  double seconds_per_query = 1;  // a query that takes longer hangs
};

/// Asks every case in forked children, so that a crash or a hang costs the case in which it happened.
[[nodiscard]] std::vector<Outcome> run_cases(std::span<const TruthCase> cases, const RunSettings& settings);

/// The object of a record as the library takes it: every number is rounded to Real once.
[[nodiscard]] graze::Result<graze::Instance> build_instance(const ObjectSpec& object);

}  // namespace truth
