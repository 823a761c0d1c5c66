// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "graze/graze.h"
#include "meter.h"

// Rows of `make cliffs`: an ordinary call that once cost far more than its neighbours, beside the call that
// it must keep up with.

namespace cliffs {

/// Microseconds of one call, CPU time, the least of a few: as many as fit a tenth of a second, three at
/// least.
template <class Call>
double least_microseconds(Call call) {
  double least = 1e30, all = 0;
  for (int i = 0; i < 1000 && (i < 3 || all < 1e5); ++i) {
    const double start = thread_microseconds();
    call();
    const double spent = thread_microseconds() - start;
    least = spent < least ? spent : least;
    all += spent;
  }
  return least;
}

/// A measured call and its limit.
struct Row {
  std::string name;     // question, shapes, sizes
  double microseconds;  // of the call
  double limit;  // microseconds that a reader accepts; a ratio times the cost of the neighbour where there is
                 // one
};

/// Each appends the rows of its subject; `is_wanted` is asked before a row is prepared.
using IsWanted = std::function<bool(const std::string& name)>;
void add_mesh_rows(const IsWanted& is_wanted, std::vector<Row>& rows);
void add_convex_rows(const IsWanted& is_wanted, std::vector<Row>& rows);
void add_scene_rows(const IsWanted& is_wanted, std::vector<Row>& rows);
void add_solid_rows(const IsWanted& is_wanted, std::vector<Row>& rows);

}  // namespace cliffs
