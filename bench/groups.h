// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <string>

#include "peer.h"
#include "timed_row.h"

namespace bench {

/// Options of the command line.
struct Selection {
  std::vector<Library> libraries;
  std::string row;  // only rows whose name contains this
  bool has_peers = true;
  Sample sample{};  // of the answers that are judged exactly
  [[nodiscard]] bool has_row(const std::string& name) const { return name.find(row) != std::string::npos; }
};

/// A group of rows of the targets: one x_bench.cpp each.
struct Group {
  const char* name;
  /// Adds one row per row of the targets and library.
  void (*add)(const Selection& selection, TimedRows& rows);
  /// Asks every library every row once and writes its errors as lines of comma-separated values.
  void (*check)(const Selection& selection, std::FILE* out);
};

[[nodiscard]] Group convex_group();
[[nodiscard]] Group contact_group();
[[nodiscard]] Group polytope_group();
[[nodiscard]] Group primitive_group();
[[nodiscard]] Group cast_group();
[[nodiscard]] Group motion_group();
[[nodiscard]] Group batch_group();
[[nodiscard]] Group tree_group();
[[nodiscard]] Group mesh_group();
[[nodiscard]] Group broad_group();
[[nodiscard]] Group scene_group();

/// How full the lanes of each batch row are; see bench/batch_instructions.py.
void print_occupancy(const std::string& row);

}  // namespace bench
