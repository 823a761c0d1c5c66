// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Calls that cost far more than their neighbours. Prints every row with its limit, those above it marked, and
// exits with 1 if there are any.
//   --row TEXT   rows whose name contains it

#include <cstring>

#include "rows.h"

int main(int argc, char** argv) {
  std::string wanted;
  for (int i = 1; i + 1 < argc; i += 2)
    if (std::strcmp(argv[i], "--row") == 0) wanted = argv[i + 1];
  std::vector<cliffs::Row> rows;
  const auto is_wanted = [&](const std::string& name) { return name.find(wanted) != std::string::npos; };
  cliffs::add_mesh_rows(is_wanted, rows);
  cliffs::add_convex_rows(is_wanted, rows);
  cliffs::add_scene_rows(is_wanted, rows);
  int above = 0;
  std::printf("%-72s %12s %12s\n", "row", "us", "limit");
  for (const cliffs::Row& row : rows) {
    const bool is_above = !(row.microseconds <= row.limit);
    above += is_above ? 1 : 0;
    std::printf("%-72s %12.2f %12.2f%s\n", row.name.c_str(), row.microseconds, row.limit,
                is_above ? "  CLIFF" : "");
  }
  std::printf("%d of %zu rows above their limit\n", above, rows.size());
  return above == 0 ? 0 : 1;
}
