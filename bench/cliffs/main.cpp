// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Calls that cost far more than their neighbours: rows that once did, each with a limit, and a walk over
// every kind of shape, every query and every placement. Exits with 1 if a row is above its limit, or if the
// walk found something that nobody has given a reason for.
//   --row TEXT        rows and cells whose name contains it
//   --walk no         rows alone
//   --accepted FILE   findings of the walk that a reader accepts, with the reason of each
//   --csv FILE        gets every cell of the walk: line, placement, microseconds for each item, for the call

#include <cstring>

#include "rows.h"
#include "walk.h"

namespace {

// How many rows are above their limit.
int print_rows(const std::string& wanted) {
  std::vector<cliffs::Row> rows;
  const auto is_wanted = [&](const std::string& name) { return name.find(wanted) != std::string::npos; };
  cliffs::add_mesh_rows(is_wanted, rows);
  cliffs::add_convex_rows(is_wanted, rows);
  cliffs::add_scene_rows(is_wanted, rows);
  cliffs::add_solid_rows(is_wanted, rows);
  int above = 0;
  std::printf("%-72s %12s %12s\n", "row", "us", "limit");
  for (const cliffs::Row& row : rows) {
    const bool is_above = !(row.microseconds <= row.limit);
    above += is_above ? 1 : 0;
    std::printf("%-72s %12.2f %12.2f%s\n", row.name.c_str(), row.microseconds, row.limit,
                is_above ? "  CLIFF" : "");
  }
  std::printf("%d of %zu rows above their limit\n", above, rows.size());
  return above;
}

}  // namespace

int main(int argc, char** argv) {
  std::string wanted;
  bool has_walk = true;
  const char *accepted = "bench/cliffs/accepted.txt", *csv = nullptr;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--row") == 0) wanted = argv[i + 1];
    if (std::strcmp(argv[i], "--walk") == 0) has_walk = std::strcmp(argv[i + 1], "no") != 0;
    if (std::strcmp(argv[i], "--accepted") == 0) accepted = argv[i + 1];
    if (std::strcmp(argv[i], "--csv") == 0) csv = argv[i + 1];
  }
  const int above = print_rows(wanted);
  std::fflush(stdout);
  if (!has_walk) return above == 0 ? 0 : 1;
  return above + cliffs::walk(wanted, accepted, csv) == 0 ? 0 : 1;
}
