// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Group "motion": times of impact with rotation, of the convex pairs that stand apart. The first object
// goes 1.2 times the way to the second, off its middle by up to 1, and turns by up to 0.7 about its origin:
// most of them meet. Also all times of contact of these pairs, and derivatives, which no peer has.

#include "motion_bench.h"

#include <algorithm>
#include <cmath>

#include "error_count.h"
#include "groups.h"

namespace bench {
namespace {

constexpr ConvexSpec kBoxes{Kind::box, Kind::box, 0, Spacing::sep};
constexpr ConvexSpec kHulls{Kind::hull, Kind::hull, 16, Spacing::sep};
constexpr ConvexSpec kDiscs{Kind::cylinder, Kind::cone, 0, Spacing::sep};
constexpr ConvexSpec kRound{Kind::sphere, Kind::capsule, 0, Spacing::sep};

struct Row {
  const char* name;
  ConvexSpec spec;
  MotionLibrary (*ours)() = &graze_motion;
  bool has_peers = true;
};
constexpr Row kRows[] = {
    {"time of impact with rotation, boxes", kBoxes},
    {"time of impact with rotation, hull 16", kHulls},
    {"time of impact with rotation, cylinder-cone", kDiscs},
    {"time of impact with rotation, sphere-capsule", kRound},
    {"contact intervals, boxes", kBoxes, &graze_intervals, false},
    {"contact intervals, hull 16", kHulls, &graze_intervals, false},
    {"contact intervals, cylinder-cone", kDiscs, &graze_intervals, false},
    {"contact intervals, sphere-capsule", kRound, &graze_intervals, false},
    {"gradient of the time of impact, boxes", kBoxes, &graze_impact_gradients, false},
    {"gradient of the time of impact, hull 16", kHulls, &graze_impact_gradients, false},
    {"gradient of the separation, boxes", kBoxes, &graze_separation_gradients, false},
    {"gradient of the separation, hull 16", kHulls, &graze_separation_gradients, false},
    {"gradient of the separation, cylinder-cone", kDiscs, &graze_separation_gradients, false},
};

MotionWorkload make_motions(const ConvexSpec& spec) {
  MotionWorkload w{{make_convex(spec), {}}, {}};
  Random random{20261118};
  for (const Pair& pair : w.casts.convex.pairs) {
    const Vec aside = direction(random), axis = direction(random);
    const double off = random.uniform(0, 1), angle = random.uniform(0, 0.7);
    Vec way{}, turn{};
    for (std::size_t i = 0; i < 3; ++i) {
      way[i] = rounded(1.2 * (pair.b.position[i] - pair.a.position[i]) + off * aside[i]);
      turn[i] = rounded(angle * axis[i]);
    }
    w.casts.ways.push_back(way);
    w.turns.push_back(turn);
  }
  return w;
}

// Ours first.
std::vector<MotionLibrary> libraries_of(const Row& row, const Selection& selection) {
  std::vector<MotionLibrary> all{row.ours()}, found;
#ifdef GRAZE_HAVE_BULLET
  if (row.has_peers) all.push_back(bullet_motion());
#endif
  for (const MotionLibrary& library : all)
    for (const Library& wanted : selection.libraries)
      if (wanted.name == library.peer) found.push_back(library);
  return found;
}

const MotionWorkload& workload_of(std::size_t row) {
  static std::unique_ptr<MotionWorkload> made[std::size(kRows)];
  if (!made[row]) made[row] = std::make_unique<MotionWorkload>(make_motions(kRows[row].spec));
  return *made[row];
}

void add(const Selection& selection, TimedRows& rows) {
  for (std::size_t row = 0; row < std::size(kRows); ++row) {
    if (!selection.has_row(kRows[row].name)) continue;
    const MotionWorkload& workload = workload_of(row);
    for (const MotionLibrary& library : libraries_of(kRows[row], selection)) {
      const std::shared_ptr<CastPrepared> prepared = library.prepare(workload);
      const std::string name = std::string("motion/") + kRows[row].name + "/" + library.name;
      rows.push_back({name, double(workload.turns.size()), [prepared] { return prepared->ask(); }, {}, {}});
    }
  }
}

// Our own bounds are truth once samples have not refuted them; ours are judged by it too.
ErrorCount count_errors(const MotionWorkload& workload, std::span<const CastAnswer> truths,
                        std::span<const CastAnswer> answers) {
  ErrorCount e;
  e.pairs = e.judged = int(answers.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const CastAnswer &truth = truths[i], &answer = answers[i];
    if (!answer.rejection.empty() && e.rejected++ == 0) e.first_rejection = answer.rejection;
    if (truth.is_uncertain) continue;
    if (truth.hit != answer.hit) {
      ++e.wrong_yes_no;
      continue;
    }
    const Vec& w = workload.casts.ways[i];
    const double way = std::sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    const double error = truth.hit ? std::max(truth.lower - answer.time, answer.time - truth.upper) * way : 0;
    e.off_coarse += error > 1e-3 ? 1 : 0;
    e.off_fine += error > 1e-6 ? 1 : 0;
  }
  return e;
}

void check(const Selection& selection, std::FILE* out) {
  for (std::size_t row = 0; row < std::size(kRows); ++row) {
    if (!selection.has_row(kRows[row].name) || kRows[row].ours().name.empty()) continue;
    const MotionWorkload& workload = workload_of(row);
    std::vector<CastAnswer> truths(workload.turns.size()), answers(workload.turns.size());
    kRows[row].ours().prepare(workload)->answer(truths);
    for (const MotionLibrary& library : libraries_of(kRows[row], selection)) {
      library.prepare(workload)->answer(answers);
      write_errors(out, "motion", kRows[row].name, library.name, count_errors(workload, truths, answers));
    }
    std::fprintf(stderr, "checked: %s\n", kRows[row].name);
  }
}

}  // namespace

Group motion_group() { return {"motion", &add, &check}; }

}  // namespace bench
