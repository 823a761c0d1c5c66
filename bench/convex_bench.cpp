// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Group "convex": single queries about pairs of small convex shapes. And the rows of group "polytope" about
// pairs of large hulls.

#include <memory>
#include <span>

#include "error_count.h"
#include "hull_bench.h"

namespace bench {
namespace {

struct Row {
  const char* name;
  Question question;
  ConvexSpec spec;
};

constexpr ConvexSpec boxes(Spacing spacing) { return {Kind::box, Kind::box, 0, spacing}; }
constexpr ConvexSpec cylinder_cone(Spacing spacing) { return {Kind::cylinder, Kind::cone, 0, spacing}; }
constexpr ConvexSpec hull_16(Spacing spacing) { return {Kind::hull, Kind::hull, 16, spacing}; }

constexpr Row kRows[] = {
    {"intersects, boxes sep", Question::intersects, boxes(Spacing::sep)},
    {"intersects, boxes near", Question::intersects, boxes(Spacing::near)},
    {"intersects, boxes deep", Question::intersects, boxes(Spacing::deep)},
    {"intersects, cylinder-cone sep", Question::intersects, cylinder_cone(Spacing::sep)},
    {"intersects, cylinder-cone near", Question::intersects, cylinder_cone(Spacing::near)},
    {"distance, sphere-capsule", Question::distance, {Kind::sphere, Kind::capsule, 0, Spacing::sep}},
    {"distance, boxes sep", Question::distance, boxes(Spacing::sep)},
    {"distance, boxes near", Question::distance, boxes(Spacing::near)},
    {"distance, cylinder-cone sep", Question::distance, cylinder_cone(Spacing::sep)},
    {"distance, cylinder-cone near", Question::distance, cylinder_cone(Spacing::near)},
    {"distance, hull 16 sep", Question::distance, hull_16(Spacing::sep)},
    {"distance, hull 16 near", Question::distance, hull_16(Spacing::near)},
    {"distance coherent, boxes sep", Question::distance, boxes(Spacing::coherent)},
    {"distance coherent, hull 16 sep", Question::distance, hull_16(Spacing::coherent)},
    {"true depth, boxes deep", Question::depth, boxes(Spacing::deep)},
    {"true depth, hull 16 deep", Question::depth, hull_16(Spacing::deep)},
    {"true depth, cylinder-cone deep", Question::depth, cylinder_cone(Spacing::deep)},
};

constexpr ConvexSpec hulls(int vertices, Spacing spacing) {
  return {Kind::hull, Kind::hull, vertices, spacing};
}

constexpr Row kHullRows[] = {
    {"distance, hull 100 sep", Question::distance, hulls(100, Spacing::sep)},
    {"distance, hull 500 sep", Question::distance, hulls(500, Spacing::sep)},
    {"distance coherent, hull 100 sep", Question::distance, hulls(100, Spacing::coherent)},
    {"distance coherent, hull 500 sep", Question::distance, hulls(500, Spacing::coherent)},
    {"true depth, hull 100 deep", Question::depth, hulls(100, Spacing::deep)},
    {"true depth, hull 500 deep", Question::depth, hulls(500, Spacing::deep)},
};

/// A workload is made once and shared by all rows and libraries that use it.
const Workload& workload_of(const ConvexSpec& spec) {
  struct Made {
    ConvexSpec spec;
    Workload workload;
  };
  static std::vector<std::unique_ptr<Made>> made;
  for (const auto& m : made)
    if (m->spec == spec) return m->workload;
  made.push_back(std::make_unique<Made>(Made{spec, make_convex(spec)}));
  return made.back()->workload;
}

void add_rows(const char* group, std::span<const Row> wanted, const Selection& selection, TimedRows& rows) {
  for (const Row& row : wanted) {
    if (!selection.has_row(row.name)) continue;
    const Workload& workload = workload_of(row.spec);
    for (const Library& library : selection.libraries) {
      std::shared_ptr<Prepared> prepared = library.prepare(workload, row.question);
      const std::string name = std::string(group) + "/" + row.name + "/" + library.name;
      if (prepared) rows.push_back(prepared_row(name, double(workload.pairs.size()), std::move(prepared)));
    }
  }
}

void check_rows(const char* group, std::span<const Row> rows, const Selection& selection, std::FILE* out) {
  for (const Row& row : rows) {
    if (!selection.has_row(row.name)) continue;
    const Workload& workload = workload_of(row.spec);
    const std::vector<Truth> truths = truths_of(workload, selection.sample);
    for (const Library& library : selection.libraries) {
      const std::unique_ptr<Prepared> prepared = library.prepare(workload, row.question);
      if (!prepared) continue;
      std::vector<Answer> answers(workload.pairs.size());
      prepared->answer(answers, selection.sample);
      write_errors(out, group, row.name, library.name,
                   count_errors(workload, truths, library, row.question, answers, selection.sample));
    }
    std::fprintf(stderr, "checked: %s\n", row.name);
  }
}

void add(const Selection& selection, TimedRows& rows) { add_rows("convex", kRows, selection, rows); }
void check(const Selection& selection, std::FILE* out) { check_rows("convex", kRows, selection, out); }

}  // namespace

void add_hull_pairs(const Selection& selection, TimedRows& rows) {
  add_rows("polytope", kHullRows, selection, rows);
}
void check_hull_pairs(const Selection& selection, std::FILE* out) {
  check_rows("polytope", kHullRows, selection, out);
}

Group convex_group() { return {"convex", &add, &check}; }

}  // namespace bench
