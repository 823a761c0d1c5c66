// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "timed_row.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <ctime>
#include <utility>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else  // --count then finds nothing to count with
#define RUNNING_ON_VALGRIND 0
#define CALLGRIND_START_INSTRUMENTATION (void)0
#define CALLGRIND_STOP_INSTRUMENTATION (void)0
#define CALLGRIND_DUMP_STATS_AT(name) (void)(name)
#define CALLGRIND_ZERO_STATS (void)0
#endif

namespace bench {
namespace {

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

/// Returns the CPU time of all calls of ask().
double measure(benchmark::State& state, const TimedRow& row) {
  if (row.begin) row.begin();
  double check = 0;
  const double start = thread_seconds();
  for (auto _ : state) {
    benchmark::DoNotOptimize(check = row.ask());
    benchmark::ClobberMemory();
  }
  const double seconds = thread_seconds() - start;
  state.counters["check"] = check;
  state.counters["queries"] = row.queries;
  if (row.figures)
    for (const auto& [name, value] : row.figures()) state.counters[name] = value;
  return seconds;
}

}  // namespace

TimedRow prepared_row(std::string name, double queries, std::shared_ptr<Prepared> prepared) {
  return {std::move(name), queries, [prepared] { return prepared->ask(); }, {}, {}};
}

TimedRow later_row(std::string name, double queries, std::function<std::shared_ptr<Prepared>()> prepare) {
  const auto prepared = later(std::move(prepare));
  return {std::move(name),
          queries,
          [prepared] { return prepared()->ask(); },
          [prepared] { (void)prepared(); },
          {}};
}

void register_rows(TimedRows rows, double budget) {
  for (TimedRow& row : rows) {
    const std::string name = row.name;
    const auto kept = std::make_shared<TimedRow>(std::move(row));
    const auto run = [kept, budget, spent = 0.0](benchmark::State& state) mutable {
      if (!kept->ask) {
        for (auto _ : state) continue;  // all repetitions must have equally many iterations
        return state.SkipWithError(kept->name.empty() ? "over budget" : "takes too long");
      }
      spent += measure(state, *kept);
      if (spent > budget) *kept = {};  // frees what it holds
    };
    benchmark::RegisterBenchmark(name.c_str(), run);
  }
}

int serve_rows(TimedRows rows) {
  std::puts("");
  std::fflush(stdout);
  std::size_t index = 0, last = 0;
  int repetitions = 0;
  while (std::scanf("%zu %d", &index, &repetitions) == 2 && index < rows.size()) {
    if (index != last) rows[last] = {};
    last = index;
    const TimedRow& row = rows[index];
    if (!row.ask) return 2;
    if (row.begin) row.begin();
    double check = 0;
    const double start = thread_seconds();
    for (int i = 0; i < repetitions; ++i) {
      benchmark::DoNotOptimize(check = row.ask());
      benchmark::ClobberMemory();
    }
    const double seconds = thread_seconds() - start;
    TimedRow::Figures figures{{"check", check}};
    if (row.figures)
      for (const auto& [name, value] : row.figures()) figures[name] = value;
    std::printf("%.17g %.17g\n", 1e9 * seconds, figures["check"]);
    std::fflush(stdout);
  }
  return 0;
}

int count_rows(TimedRows rows, double limit) {
  if (RUNNING_ON_VALGRIND == 0) {
    std::fputs("--count needs valgrind --tool=callgrind --instr-atstart=no, and its headers to build\n",
               stderr);
    return 2;
  }
  for (TimedRow& row : rows) {
    if (!row.ask) continue;
    if (row.begin) row.begin();
    const double start = thread_seconds();
    double check = row.ask();  // makes what is made when first asked for
    if (thread_seconds() - start > limit) {
      std::printf("too long,%s\n", row.name.c_str());
    } else {
      if (row.begin) row.begin();
      CALLGRIND_START_INSTRUMENTATION;
      CALLGRIND_ZERO_STATS;
      benchmark::DoNotOptimize(check = row.ask());
      CALLGRIND_DUMP_STATS_AT(row.name.c_str());
      CALLGRIND_STOP_INSTRUMENTATION;
      std::printf("counted,%s\n", row.name.c_str());
    }
    std::fflush(stdout);
    row = {};
  }
  return 0;
}

}  // namespace bench
