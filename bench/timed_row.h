// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "peer.h"

namespace bench {

/// The work of one library in one row of the targets. Google Benchmark, `--serve` and `--count` all run it.
struct TimedRow {
  using Figures = std::map<std::string, double>;

  std::string name;                  // "group/row/library"
  double queries = 1;                // that one call of ask() answers
  std::function<double()> ask;       // timed; returns the check value. Empty: skipped, it would take too long
  std::function<void()> begin;       // before every repetition, not timed; may be empty
  std::function<Figures()> figures;  // after the last call of ask(), not timed; may be empty
};
using TimedRows = std::vector<TimedRow>;

/// A value that is made when it is first asked for: some inputs are large.
template <class Make>
auto later(Make make) {
  using Made = decltype(make());
  return [make, made = std::make_shared<std::shared_ptr<const Made>>()]() -> const Made& {
    if (!*made) *made = std::make_shared<const Made>(make());
    return **made;
  };
}

/// A row about all pairs of a workload.
[[nodiscard]] TimedRow prepared_row(std::string name, double queries, std::shared_ptr<Prepared> prepared);
/// A row whose objects are built before its first repetition.
[[nodiscard]] TimedRow later_row(std::string name, double queries,
                                 std::function<std::shared_ptr<Prepared>()> prepare);

/// Registers all rows with Google Benchmark. A row that has spent `budget` seconds of CPU time is not
/// repeated.
void register_rows(TimedRows rows, double budget);

/// Prints an empty line. Then answers lines "index repetitions" on standard input with "nanoseconds check":
/// the CPU time of so many calls of ask(). bench/ab.py asks two processes in turns. A row is forgotten once a
/// later one was asked for.
int serve_rows(TimedRows rows);

/// Under valgrind's callgrind: dumps the instructions of one call of ask() per row, named after the row.
/// A row whose call takes longer than `limit` seconds without counting is reported as too long.
int count_rows(TimedRows rows, double limit);

}  // namespace bench
