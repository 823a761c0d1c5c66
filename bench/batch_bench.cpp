// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Group "batch": many pairs in one call. "graze" is the batch; "graze-single" asks the same pairs one by one,
// and so do the peers.

#include <benchmark/benchmark.h>

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
template <class B>
void add_batch(const std::string& name, const std::shared_ptr<B>& batch, std::size_t pairs) {
  benchmark::RegisterBenchmark(name.c_str(), [batch, pairs](benchmark::State& state) {
    for (auto _ : state) {
      benchmark::DoNotOptimize(batch->run());
      benchmark::ClobberMemory();
    }
    state.counters["check"] = batch->check();
    state.counters["queries"] = double(pairs);
  });
}

void add_benchmark(const std::string& name, const std::shared_ptr<Prepared>& prepared, std::size_t pairs) {
  benchmark::RegisterBenchmark(name.c_str(), [prepared, pairs](benchmark::State& state) {
    double check = 0;
    for (auto _ : state) benchmark::DoNotOptimize(check = prepared->ask());
    state.counters["check"] = check;
    state.counters["queries"] = double(pairs);
  });
}

/// Batches that have no counterpart among the questions to the peers.
template <class B>
void add_others(const Selection& selection, std::span<const OtherRow> rows) {
  for (const OtherRow& row : rows) {
    if (!selection.has_row(row.name)) continue;
    const auto batch = std::make_shared<B>(workload_of(row.spec, kMany));
    for (const Library& library : selection.libraries) {
      if (!is_ours(library)) continue;
      const std::string name = std::string("batch/") + row.name + "/" + library.name;
      add_batch(name, batch, kMany);
      benchmark::RegisterBenchmark((name + "-single").c_str(), [batch](benchmark::State& state) {
        batch->ask_singly();  // makes what it asks about
        for (auto _ : state) {
          batch->ask_singly();
          benchmark::ClobberMemory();
        }
        state.counters["check"] = batch->check();
        state.counters["queries"] = double(kMany);
      });
    }
  }
}

void add(const Selection& selection) {
  add_others<Contacts>(selection, kContactRows);
  add_others<Rays>(selection, kRayRows);
  for (const Row& row : kRows) {
    if (!selection.has_row(row.name)) continue;
    const Workload& workload = workload_of(row.spec, kMany);
    const std::string stem = std::string("batch/") + row.name + "/";
    for (const Library& library : selection.libraries) {
      const bool ours = is_ours(library);
      if (ours)
        add_batch(stem + library.name, std::make_shared<Batch>(workload, row.question),
                  workload.pairs.size());
      // Of the peers only those that a goal refers to: a hundred thousand single calls take their time.
      if (!ours && !(library.name == "FCL" && row.question == Question::intersects)) continue;
      if (const std::shared_ptr<Prepared> single = library.prepare(workload, row.question))
        add_benchmark(stem + library.name + (ours ? "-single" : ""), single, workload.pairs.size());
    }
  }
  if (!selection.has_row(kSpheres)) return;
  const auto spheres = std::make_shared<Spheres>(workload_of(kSphereSpec, kMany));
  for (const Library& library : selection.libraries)
    if (is_ours(library)) add_batch(std::string("batch/") + kSpheres + "/" + library.name, spheres, kMany);
}

template <class B>
void check_others(const Selection& selection, const Library& library, std::span<const OtherRow> rows,
                  std::FILE* out) {
  for (const OtherRow& row : rows) {
    if (!selection.has_row(row.name)) continue;
    B batch(workload_of(row.spec, 0));
    const graze::BatchStatistics statistics = batch.run();
    std::fprintf(out, "batch,\"%s\",%s,%d,0,%d,0,0,0,0,0\n", row.name, library.name.c_str(),
                 int(statistics.pairs), batch.wrong());
  }
}

// The first 3000 pairs of each workload.
void check(const Selection& selection, std::FILE* out) {
  for (const Library& library : selection.libraries) {
    if (!is_ours(library)) continue;
    for (const Row& row : kRows) {
      if (!selection.has_row(row.name)) continue;
      const Workload& workload = workload_of(row.spec, 0);
      std::vector<Answer> answers(workload.pairs.size());
      Batch(workload, row.question).answer(answers);
      const ErrorCount e = count_errors(workload, truths_of(workload), library, row.question, answers);
      std::fprintf(out, "batch,\"%s\",%s,%d,%d,%d,%d,%d,%d,%d,%d\n", row.name, library.name.c_str(), e.pairs,
                   e.unanswered, e.wrong_yes_no, e.off_coarse, e.off_fine, e.bad_witness, e.not_separated,
                   e.rejected);
      if (e.rejected > 0)
        std::fprintf(stderr, "%s, %s: rejected %d, first %s\n", library.name.c_str(), row.name, e.rejected,
                     e.first_rejection.c_str());
    }
    check_others<Contacts>(selection, library, kContactRows, out);
    check_others<Rays>(selection, library, kRayRows, out);
    if (!selection.has_row(kSpheres)) continue;
    Spheres spheres(workload_of(kSphereSpec, 0));
    const graze::BatchStatistics statistics = spheres.run();
    std::fprintf(out, "batch,\"%s\",%s,%d,0,%d,0,0,0,0,0\n", kSpheres, library.name.c_str(),
                 int(statistics.pairs), spheres.wrong());
  }
}

/// What bench/batch_instructions.py counts inside of.
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
