// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// graze_bench_f32 and graze_bench_f64: Google Benchmark with more jobs. bench/run.py drives them.
//   --group=NAME      only that group of the targets
//   --row=TEXT        only rows whose name contains it
//   --libraries=ours  leave the peers out
//   --only=FILE       only the rows that FILE names, one "group/row/library" per line
//   --check=FILE      judge answers instead of measuring, and write the counts to FILE
//   --judge=N         judge every Nth answer where judging is exact and slow; without it, all
//   --budget=SECONDS  no further repetition of a row that has taken so much CPU time
//   --rows            list the rows, and those that are skipped because they take too long
//   --serve           list the rows, then measure what standard input asks for; bench/ab.py drives it
//   --count=SECONDS   count instructions under callgrind, of rows that take no longer than this without
//   counting
//   --support=FILE    write what a support costs by number of vertices instead
//   --groups          list the groups
//   --peers           list the libraries that were built in, and those that are missing

#include <benchmark/benchmark.h>

#include <cstring>
#include <fstream>
#include <set>
#include <string>

#include "error_count.h"
#include "groups.h"
#include "hull_bench.h"

namespace {

std::string option(int argc, char** argv, const char* name) {
  const std::size_t length = std::strlen(name);
  for (int i = 1; i < argc; ++i)
    if (std::strncmp(argv[i], name, length) == 0) return argv[i] + length;
  return {};
}

bool has_flag(int argc, char** argv, const char* name) {
  for (int i = 1; i < argc; ++i)
    if (std::strcmp(argv[i], name) == 0) return true;
  return false;
}

int check(const std::vector<bench::Group>& groups, const bench::Selection& selection,
          const std::string& path) {
  std::FILE* out = std::fopen(path.c_str(), "w");
  if (!out) {
    std::fprintf(stderr, "cannot write %s\n", path.c_str());
    return 1;
  }
  std::fputs(bench::kCheckHeader, out);
  for (const bench::Group& group : groups) group.check(selection, out);
  return std::fclose(out) == 0 ? 0 : 1;
}

bench::TimedRows rows_of(const std::vector<bench::Group>& groups, const bench::Selection& selection,
                         const std::string& only) {
  bench::TimedRows rows;
  for (const bench::Group& group : groups) group.add(selection, rows);
  if (only.empty()) return rows;
  std::ifstream file(only);
  std::set<std::string> wanted;
  for (std::string line; std::getline(file, line);) wanted.insert(line);
  std::erase_if(rows, [&](const bench::TimedRow& row) { return !wanted.contains(row.name); });
  return rows;
}

void list(const bench::TimedRows& rows) {
  for (const bench::TimedRow& row : rows)
    std::printf("%s,%.17g,%s\n", row.ask ? "row" : "skipped", row.queries, row.name.c_str());
}

double number(const std::string& text, double otherwise) {
  return text.empty() ? otherwise : std::stod(text);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const bench::Libraries libraries = bench::all_libraries();
  if (has_flag(argc, argv, "--peers")) {
    for (const bench::Library& l : libraries.found)
      std::printf("found,%s,%s\n", l.name.c_str(), l.about.c_str());
    for (const std::string& name : libraries.missing) std::printf("missing,%s,\n", name.c_str());
    return 0;
  }
  if (has_flag(argc, argv, "--occupancy")) {
    bench::print_occupancy(option(argc, argv, "--row="));
    return 0;
  }
  const bool only_ours = option(argc, argv, "--libraries=") == "ours";
  const auto every = std::size_t(number(option(argc, argv, "--judge="), 1));
  const bench::Selection selection{only_ours ? bench::graze_libraries() : libraries.found,
                                   option(argc, argv, "--row="),
                                   !only_ours,
                                   {every}};
  if (const std::string path = option(argc, argv, "--support="); !path.empty())
    return bench::write_support_costs(path);

  std::vector<bench::Group> groups;
  const std::string wanted = option(argc, argv, "--group=");
  for (const bench::Group& group :
       {bench::convex_group(), bench::contact_group(), bench::polytope_group(), bench::primitive_group(),
        bench::cast_group(), bench::motion_group(), bench::batch_group(), bench::tree_group(),
        bench::mesh_group(), bench::broad_group(), bench::scene_group()})
    if (wanted.empty() || wanted == group.name) groups.push_back(group);
  if (groups.empty()) {
    std::fprintf(stderr, "no group is called %s\n", wanted.c_str());
    return 2;
  }
  if (has_flag(argc, argv, "--groups")) {
    for (const bench::Group& group : groups) std::puts(group.name);
    return 0;
  }
  if (const std::string path = option(argc, argv, "--check="); !path.empty())
    return check(groups, selection, path);

  bench::TimedRows rows = rows_of(groups, selection, option(argc, argv, "--only="));
  const bool serves = has_flag(argc, argv, "--serve");
  if (serves || has_flag(argc, argv, "--rows")) {
    list(rows);
    return serves ? bench::serve_rows(std::move(rows)) : 0;
  }
  if (const std::string limit = option(argc, argv, "--count="); !limit.empty())
    return bench::count_rows(std::move(rows), std::stod(limit));
  bench::register_rows(std::move(rows), number(option(argc, argv, "--budget="), 1e9));
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
