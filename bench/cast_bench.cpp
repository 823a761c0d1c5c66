// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Group "cast": linear casts of the convex pairs that stand apart. The first object moves twice the way to
// the second, off its middle by up to 2.5 in every direction: most of them meet.

#include "cast_bench.h"

#include <algorithm>
#include <cmath>

#include "error_count.h"
#include "groups.h"

namespace bench {
namespace {

struct Row {
  const char* name;
  ConvexSpec spec;
};
constexpr Row kRows[] = {
    {"linear cast, boxes", {Kind::box, Kind::box, 0, Spacing::sep}},
    {"linear cast, hull 16", {Kind::hull, Kind::hull, 16, Spacing::sep}},
    {"linear cast, hull 100", {Kind::hull, Kind::hull, 100, Spacing::sep}},
    {"linear cast, cylinder-cone", {Kind::cylinder, Kind::cone, 0, Spacing::sep}},
    {"linear cast, sphere-capsule", {Kind::sphere, Kind::capsule, 0, Spacing::sep}},
};

CastWorkload make_casts(const ConvexSpec& spec) {
  CastWorkload w{make_convex(spec), {}};
  Random random{20260901};
  for (const Pair& pair : w.convex.pairs) {
    Vec way{};
    for (std::size_t i = 0; i < 3; ++i)
      way[i] = rounded(2 * (pair.b.position[i] - pair.a.position[i]) + random.uniform(-2.5, 2.5));
    w.ways.push_back(way);
  }
  return w;
}

std::vector<CastLibrary> libraries_of(const Selection& selection) {
  std::vector<CastLibrary> found;
  for (const CastLibrary& library : cast_libraries())
    for (const Library& wanted : selection.libraries)
      if (wanted.name == library.peer) found.push_back(library);
  return found;
}

const CastWorkload& workload_of(std::size_t row) {
  static std::unique_ptr<CastWorkload> made[std::size(kRows)];
  if (!made[row]) made[row] = std::make_unique<CastWorkload>(make_casts(kRows[row].spec));
  return *made[row];
}

void add(const Selection& selection, TimedRows& rows) {
  for (std::size_t row = 0; row < std::size(kRows); ++row) {
    if (!selection.has_row(kRows[row].name)) continue;
    const CastWorkload& workload = workload_of(row);
    for (const CastLibrary& library : libraries_of(selection)) {
      const std::shared_ptr<CastPrepared> prepared = library.prepare(workload);
      const std::string name = std::string("cast/") + kRows[row].name + "/" + library.name;
      rows.push_back({name, double(workload.ways.size()), [prepared] { return prepared->ask(); }, {}, {}});
    }
  }
}

// Bounds of our own casts are truth once the swept-set judge has accepted them; ours are judged by it too.
ErrorCount count_errors(const CastWorkload& workload, std::span<const CastAnswer> truths,
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
    const Vec& w = workload.ways[i];
    const double way = std::sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    const double error = truth.hit ? std::max(truth.lower - answer.time, answer.time - truth.upper) * way : 0;
    e.off_coarse += error > 1e-3 ? 1 : 0;
    e.off_fine += error > 1e-6 ? 1 : 0;
  }
  return e;
}

void check(const Selection& selection, std::FILE* out) {
  for (std::size_t row = 0; row < std::size(kRows); ++row) {
    if (!selection.has_row(kRows[row].name)) continue;
    const CastWorkload& workload = workload_of(row);
    std::vector<CastAnswer> truths(workload.ways.size()), answers(workload.ways.size());
    cast_libraries().front().prepare(workload)->answer(truths);
    for (const CastLibrary& library : libraries_of(selection)) {
      library.prepare(workload)->answer(answers);
      write_errors(out, "cast", kRows[row].name, library.name, count_errors(workload, truths, answers));
    }
    std::fprintf(stderr, "checked: %s\n", kRows[row].name);
  }
}

}  // namespace

Group cast_group() { return {"cast", &add, &check}; }

}  // namespace bench
