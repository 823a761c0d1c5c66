// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <pthread.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

// Times calls, and keeps the times as lines: one query of one subject at several placements.

namespace cliffs {

/// Cost at one placement; of growth, at one size.
struct Cell {
  std::string placement;
  double microseconds;  // for each item that the call listed or worked on
  double whole;         // microseconds of the call
  double size;          // of growth: number of triangles or vertices
};

/// A query of a subject, such as "penetration box cylinder", over its placements.
struct Line {
  std::string name;
  std::vector<Cell> cells;
  double growth = 0;  // above 0: cells are sizes, and the cost may grow by this power of them
  int skipped = 0;    // placements that were not measured because the others had taken long
};

/// CPU time of this thread.
inline double thread_microseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

/// How long calls are repeated.
struct Patience {
  int repeats = 2;
  double cell = 1e3;  // microseconds: no further repetition of a call after these
  double line = 1e5;  // a line that has taken as long measures no further placements
};

/// The cell that a thread is at, for whoever watches it. Made by the thread that watches, set by the other.
class Progress {
 public:
  void set(const std::string& cell) {
    const std::lock_guard lock(mutex_);
    cell_ = cell;
    (void)pthread_getcpuclockid(pthread_self(), &clock_);
    since_ = seconds();
  }
  /// The cell and the seconds of CPU time since it was set; no name in between.
  [[nodiscard]] std::pair<std::string, double> get() const {
    const std::lock_guard lock(mutex_);
    return {cell_, cell_.empty() ? 0 : seconds() - since_};
  }

 private:
  // On a loaded machine other clocks say little.
  [[nodiscard]] double seconds() const {
    timespec now{};
    clock_gettime(clock_, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }

  mutable std::mutex mutex_;
  std::string cell_;
  clockid_t clock_ = CLOCK_MONOTONIC;
  double since_ = 0;
};

/// Measures the lines that are wanted, on one thread.
class Meter {
 public:
  using Wanted = std::function<bool(const std::string& line)>;
  Meter(Wanted wanted, const Patience& patience, Progress& progress)
      : wanted_(std::move(wanted)), patience_(patience), progress_(progress) {}

  /// Times a call, which returns how many items it listed: its cost is divided by that, if it is above one.
  template <class Call>
  void measure(const std::string& name, const std::string& placement, Call call) {
    const std::size_t line = line_of(name);
    if (has_patience(line)) cost_of(line, placement, 0, call);
  }
  /// One call as a cell of two lines.
  template <class Call>
  void measure_in_two(const std::string& name, const std::string& placement, const std::string& other_name,
                      const std::string& other_placement, Call call) {
    const std::size_t line = line_of(name), other = line_of(other_name);
    if (has_patience(line)) {
      cost_of(line, placement, 0, call);
      if (other == kUnwanted) return;
      lines_[other].cells.push_back(lines_[line].cells.back());
      lines_[other].cells.back().placement = other_placement;
    } else if (has_patience(other)) {
      cost_of(other, other_placement, 0, call);
    }
  }
  /// A call on a subject of this size, the cost of which may grow by a power of it.
  template <class Call>
  void measure_growth(const std::string& name, double size, double growth, Call call) {
    const std::size_t line = line_of(name);
    if (!has_patience(line)) return;
    lines_[line].growth = growth;
    cost_of(line, std::to_string(static_cast<long>(size)), size, call);
  }

  [[nodiscard]] const std::vector<Line>& lines() const { return lines_; }

 private:
  std::size_t line_of(const std::string& name) {
    const auto [at, is_new] = index_.try_emplace(name, kUnwanted);
    if (is_new && wanted_(name)) {
      at->second = lines_.size();
      lines_.push_back({name, {}});
      spent_.push_back(0);
    }
    return at->second;
  }
  bool has_patience(std::size_t line) {
    if (line == kUnwanted) return false;
    const bool is_left = spent_[line] < patience_.line;
    if (!is_left) ++lines_[line].skipped;
    return is_left;
  }
  template <class Call>
  void cost_of(std::size_t line, const std::string& placement, double size, Call& call) {
    progress_.set(lines_[line].name + " " + placement);
    const double start = thread_microseconds();
    double items = 1;
    const double whole = least_cost(call, items);
    lines_[line].cells.push_back({placement, whole / items, whole, size});
    spent_[line] += thread_microseconds() - start;
    progress_.set({});
  }
  // Short calls are timed many at once; one of more than a second is not repeated.
  template <class Call>
  double least_cost(Call& call, double& items) {
    double start = thread_microseconds();
    items = std::max(1.0, static_cast<double>(call()));
    double least = thread_microseconds() - start, spent = least;
    const int calls = least > 20 ? 1 : static_cast<int>(20 / std::max(least, 0.5)) + 1;
    for (int i = 0; i < patience_.repeats && least < 1e6 && spent < patience_.cell; ++i) {
      start = thread_microseconds();
      for (int k = 0; k < calls; ++k) (void)call();
      const double all = thread_microseconds() - start;
      least = std::min(least, all / calls);
      spent += all;
    }
    return least;
  }

  static constexpr std::size_t kUnwanted = ~std::size_t{0};

  Wanted wanted_;
  Patience patience_;
  Progress& progress_;
  std::vector<Line> lines_;
  std::vector<double> spent_;  // microseconds, of each line
  std::unordered_map<std::string, std::size_t> index_;
};

/// A part of the walk: measures the lines of one subject. May be run again.
struct Job {
  std::string name;
  std::function<void(Meter& meter)> run;
};

}  // namespace cliffs
