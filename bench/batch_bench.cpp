// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Group "batch": many pairs in one call. "graze" is the batch; "graze-single" asks the same pairs one by one,
// and so do the peers.

#include <memory>

#include "batch_arrays.h"
#include "groups.h"

namespace bench {
namespace {

constexpr int kMany = 100000;

struct Row {
  const char* name;
  Question question;
  ConvexSpec spec;
};

constexpr Row kRows[] = {
    {"batch intersects, boxes sep", Question::intersects, {Kind::box, Kind::box, 0, Spacing::sep}},
    {"batch intersects, boxes near", Question::intersects, {Kind::box, Kind::box, 0, Spacing::near}},
    {"batch distance, boxes sep", Question::distance, {Kind::box, Kind::box, 0, Spacing::sep}},
    {"batch distance, boxes near", Question::distance, {Kind::box, Kind::box, 0, Spacing::near}},
    {"batch distance, capsules sep", Question::distance, {Kind::capsule, Kind::capsule, 0, Spacing::sep}},
    {"batch distance, hull 32 sep", Question::distance, {Kind::hull, Kind::hull, 32, Spacing::sep}},
    {"batch distance, hull 32 box sep", Question::distance, {Kind::hull, Kind::box, 32, Spacing::sep}},
    {"batch distance, hull 32 capsule sep",
     Question::distance,
     {Kind::hull, Kind::capsule, 32, Spacing::sep}},
    {"batch depth, boxes near", Question::depth, {Kind::box, Kind::box, 0, Spacing::near}},
    {"batch depth, boxes deep", Question::depth, {Kind::box, Kind::box, 0, Spacing::deep}},
    {"batch depth, hull 16 near", Question::depth, {Kind::hull, Kind::hull, 16, Spacing::near}},
    {"batch depth, hull 16 deep", Question::depth, {Kind::hull, Kind::hull, 16, Spacing::deep}},
    {"batch depth, hull 32 deep", Question::depth, {Kind::hull, Kind::hull, 32, Spacing::deep}},
    {"batch depth, hull 64 deep", Question::depth, {Kind::hull, Kind::hull, 64, Spacing::deep}},
    {"batch depth, hull 32 box deep", Question::depth, {Kind::hull, Kind::box, 32, Spacing::deep}},
};
struct OtherRow {
  const char* name;
  ConvexSpec spec;
};
constexpr OtherRow kContactRows[] = {
    {"batch contacts, sphere pairs", {Kind::sphere, Kind::sphere, 0, Spacing::near}},
    {"batch contacts, capsules near", {Kind::capsule, Kind::capsule, 0, Spacing::near}},
    {"batch contacts, boxes near", {Kind::box, Kind::box, 0, Spacing::near}},
    {"batch contacts, boxes deep", {Kind::box, Kind::box, 0, Spacing::deep}},
    {"batch contacts, hull 16 near", {Kind::hull, Kind::hull, 16, Spacing::near}},
    {"batch contacts, hull 32 deep", {Kind::hull, Kind::hull, 32, Spacing::deep}},
    {"batch contacts, sphere box near", {Kind::sphere, Kind::box, 0, Spacing::near}},
    {"batch contacts, capsule box near", {Kind::capsule, Kind::box, 0, Spacing::near}},
    {"batch contacts, hull 32 capsule near", {Kind::hull, Kind::capsule, 32, Spacing::near}},
    {"batch contacts, hull 32 box near", {Kind::hull, Kind::box, 32, Spacing::near}},
};
constexpr OtherRow kRayRows[] = {
    {"batch ray cast, spheres", {Kind::sphere, Kind::sphere, 0, Spacing::sep}},
    {"batch ray cast, capsules", {Kind::capsule, Kind::capsule, 0, Spacing::sep}},
    {"batch ray cast, boxes", {Kind::box, Kind::box, 0, Spacing::sep}},
    {"batch ray cast, hull 32", {Kind::hull, Kind::hull, 32, Spacing::sep}},
};
constexpr const char* kSpheres = "batch contacts, spheres";
constexpr ConvexSpec kSphereSpec{Kind::sphere, Kind::sphere, 0, Spacing::near};

/// A workload is made once and shared by all rows and libraries that use it.
const Workload& workload_of(ConvexSpec spec, int pairs) {
  struct Made {
    ConvexSpec spec;
    Workload workload;
  };
  static std::vector<std::unique_ptr<Made>> made;
  spec.pairs = pairs;
  for (const auto& m : made)
    if (m->spec == spec) return m->workload;
  made.push_back(std::make_unique<Made>(Made{spec, make_convex(spec)}));
  return made.back()->workload;
}

bool is_ours(const Library& library) { return library.name.starts_with("graze"); }

/// The results of a batch stay where they are: looking at them is not part of the call, and not timed.
template <class Batches>
TimedRow batch_row(const std::string& name, Batches batch) {
  const auto run = [batch] { return double(batch()->run().pairs); };
  const auto figures = [batch] { return TimedRow::Figures{{"check", batch()->check()}}; };
  return {name, kMany, run, [batch] { (void)batch(); }, figures};
}

/// The pairs of a batch one by one. The first time, they are made.
template <class Batches>
TimedRow single_row(const std::string& name, Batches batch) {
  const auto ask = [batch] {
    batch()->ask_singly();
    return 0.0;
  };
  const auto begin = [batch] { batch()->make_singles(); };
  return {name, kMany, ask, begin, [batch] { return TimedRow::Figures{{"check", batch()->check()}}; }};
}

template <class B, class... More>
auto later_batch(const ConvexSpec& spec, More... more) {
  return later([=] { return std::make_shared<B>(workload_of(spec, kMany), more...); });
}

/// Batches that have no counterpart among the questions to the peers.
template <class B>
void add_others(const Selection& selection, std::span<const OtherRow> wanted, TimedRows& rows) {
  for (const OtherRow& row : wanted) {
    if (!selection.has_row(row.name)) continue;
    const auto batch = later_batch<B>(row.spec);
    for (const Library& library : graze_libraries()) {
      const std::string name = std::string("batch/") + row.name + "/" + library.name;
      rows.push_back(batch_row(name, batch));
      rows.push_back(single_row(name + "-single", batch));
    }
  }
}

/// Of the peers only those that a goal refers to: a hundred thousand single calls take their time.
bool is_asked(const Library& library, Question question) {
  return is_ours(library) || (library.name == "FCL" && question == Question::intersects);
}

void add(const Selection& selection, TimedRows& rows) {
  add_others<Contacts>(selection, kContactRows, rows);
  add_others<Rays>(selection, kRayRows, rows);
  for (const Row& row : kRows) {
    if (!selection.has_row(row.name)) continue;
    const std::string stem = std::string("batch/") + row.name + "/";
    for (const Library& library : selection.libraries) {
      const bool ours = is_ours(library);
      if (ours) rows.push_back(batch_row(stem + library.name, later_batch<Batch>(row.spec, row.question)));
      if (is_asked(library, row.question))
        rows.push_back(later_row(stem + library.name + (ours ? "-single" : ""), kMany, [row, library] {
          return library.prepare(workload_of(row.spec, kMany), row.question);
        }));
    }
  }
  if (!selection.has_row(kSpheres)) return;
  for (const Library& library : graze_libraries())
    rows.push_back(
        batch_row(std::string("batch/") + kSpheres + "/" + library.name, later_batch<Spheres>(kSphereSpec)));
}

/// All answers of a batch beside those of single queries.
template <class B>
void check_singly(const char* name, const ConvexSpec& spec, const Library& library, std::FILE* out) {
  B batch(workload_of(spec, 0));
  ErrorCount e;
  e.pairs = e.judged = int(batch.run().pairs);
  e.wrong_yes_no = batch.wrong();
  write_errors(out, "batch", name, library.name, e);
}

// Of the first 3000 pairs of each workload.
void check_row(const Selection& selection, const Row& row, const Library& library, std::FILE* out) {
  const Workload& workload = workload_of(row.spec, 0);
  std::vector<Answer> answers(workload.pairs.size());
  Batch(workload, row.question).answer(answers, selection.sample);
  const std::vector<Truth> truths = truths_of(workload, selection.sample);
  write_errors(out, "batch", row.name, library.name,
               count_errors(workload, truths, library, row.question, answers, selection.sample));
}

void check(const Selection& selection, std::FILE* out) {
  for (const Library& library : graze_libraries()) {
    for (const Row& row : kRows)
      if (selection.has_row(row.name)) check_row(selection, row, library, out);
    for (const OtherRow& row : kContactRows)
      if (selection.has_row(row.name)) check_singly<Contacts>(row.name, row.spec, library, out);
    for (const OtherRow& row : kRayRows)
      if (selection.has_row(row.name)) check_singly<Rays>(row.name, row.spec, library, out);
    if (selection.has_row(kSpheres)) check_singly<Spheres>(kSpheres, kSphereSpec, library, out);
  }
}

/// Function inside which bench/batch_instructions.py counts.
template <class B>
[[gnu::noinline]] graze::BatchStatistics run_counted(B& batch) {
  return batch.run();
}

void print(const char* name, const graze::BatchStatistics& s) {
  std::printf("%-36s %7zu pairs  %5.1f %% by lanes  occupancy %5.1f %%", name, s.pairs,
              100.0 * double(s.by_lanes) / double(s.pairs), 100 * s.occupancy());
  if (s.clip_slots > 0) std::printf(" (clipping %5.1f %%)", 100 * s.clip_occupancy());
  std::printf("  %zu one by one\n", s.by_single);
}

template <class B>
void print_others(const Selection& selection, std::span<const OtherRow> rows) {
  for (const OtherRow& row : rows) {
    if (!selection.has_row(row.name)) continue;
    B batch(workload_of(row.spec, 0));
    print(row.name, run_counted(batch));
  }
}

}  // namespace

void print_occupancy(const std::string& row_text) {
  const Selection selection{{}, row_text};
  for (const Row& row : kRows) {
    if (!selection.has_row(row.name)) continue;
    Batch batch(workload_of(row.spec, 0), row.question);
    print(row.name, run_counted(batch));
  }
  print_others<Contacts>(selection, kContactRows);
  print_others<Rays>(selection, kRayRows);
  if (!selection.has_row(kSpheres)) return;
  Spheres spheres(workload_of(kSphereSpec, 0));
  print(kSpheres, run_counted(spheres));
}

Group batch_group() { return {"batch", &add, &check}; }

}  // namespace bench
