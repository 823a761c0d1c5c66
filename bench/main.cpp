// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// graze_bench_f32 and graze_bench_f64: Google Benchmark with two more jobs. bench/run.py drives them.
//   --group=NAME      only that group of the targets
//   --row=TEXT        only rows whose name contains it
//   --libraries=ours  leave the peers out
//   --check=FILE      judge all answers instead of measuring, and write the counts to FILE
//   --support=FILE    write what a support costs by number of vertices instead
//   --peers           list the libraries that were built in, and those that are missing

#include <benchmark/benchmark.h>

#include <cstring>
#include <string>

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
  const bench::Selection selection{only_ours ? bench::graze_libraries() : libraries.found,
                                   option(argc, argv, "--row="), !only_ours};
  if (const std::string path = option(argc, argv, "--support="); !path.empty())
    return bench::write_support_costs(path);

  std::vector<bench::Group> groups;
  const std::string wanted = option(argc, argv, "--group=");
  for (const bench::Group& group :
       {bench::convex_group(), bench::contact_group(), bench::polytope_group(), bench::primitive_group(),
        bench::cast_group(), bench::batch_group(), bench::tree_group(), bench::mesh_group(),
        bench::broad_group(), bench::scene_group()})
    if (wanted.empty() || wanted == group.name) groups.push_back(group);
  if (groups.empty()) {
    std::fprintf(stderr, "no group is called %s\n", wanted.c_str());
    return 2;
  }
  if (const std::string path = option(argc, argv, "--check="); !path.empty())
    return check(groups, selection, path);

  for (const bench::Group& group : groups) group.add(selection);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
