// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "walk.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <unordered_set>

#include "report.h"

namespace cliffs {
namespace {

constexpr std::size_t kThreads = 2;
constexpr double kEndless = 120;  // seconds of CPU time: a call that takes as long is said not to end

thread_local const Progress* progress_of_thread = nullptr;

extern "C" void name_the_crash(int signal) {
  if (progress_of_thread != nullptr)
    std::fprintf(stderr, "\nsignal %d in: %s\n", signal, progress_of_thread->get().first.c_str());
  std::_Exit(3);
}

/// Jobs on two threads, and the lines that each measured.
class Runner {
 public:
  /// `csv`: null, or a file that gets every cell.
  Runner(const std::vector<Job>& jobs, std::FILE* csv) : jobs_(jobs), lines_(jobs.size()), csv_(csv) {
    for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS}) std::signal(signal, name_the_crash);
  }

  /// Measures the lines that are wanted, of the jobs that may have one; each cell keeps its least cost.
  void run(const std::vector<bool>& wanted_jobs, const Meter::Wanted& wanted, const Patience& patience) {
    next_ = done_ = 0;
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < kThreads; ++t)
      threads.emplace_back([&, t] { work(progress_[t], wanted_jobs, wanted, patience); });
    watch();
    for (std::thread& thread : threads) thread.join();
  }
  [[nodiscard]] const std::vector<std::vector<Line>>& lines() const { return lines_; }

 private:
  void work(Progress& progress, const std::vector<bool>& wanted_jobs, const Meter::Wanted& wanted,
            const Patience& patience) {
    progress_of_thread = &progress;
    for (std::size_t i = next_++; i < jobs_.size(); i = next_++) {
      if (wanted_jobs[i]) {
        progress.set(jobs_[i].name);
        Meter meter(wanted, patience, progress);
        jobs_[i].run(meter);
        merge(meter.lines(), lines_[i]);
        write(meter.lines());
        progress.set({});
      }
      ++done_;
    }
  }
  static void merge(const std::vector<Line>& from, std::vector<Line>& to) {
    for (const Line& line : from) {
      const auto old = std::find_if(to.begin(), to.end(), [&](const Line& l) { return l.name == line.name; });
      if (old == to.end()) {
        to.push_back(line);
        continue;
      }
      for (const Cell& cell : line.cells)
        for (Cell& known : old->cells)
          if (known.placement == cell.placement && cell.microseconds < known.microseconds) known = cell;
    }
  }
  void write(const std::vector<Line>& lines) {
    if (csv_ == nullptr) return;
    const std::lock_guard lock(csv_mutex_);
    for (const Line& line : lines)
      for (const Cell& cell : line.cells)
        std::fprintf(csv_, "%s,%s,%.3f,%.3f\n", line.name.c_str(), cell.placement.c_str(), cell.microseconds,
                     cell.whole);
    std::fflush(csv_);
  }
  // Tells how far the jobs are, and ends the program where a call does not end.
  void watch() {
    for (int second = 0; done_ < jobs_.size(); ++second) {
      for (int i = 0; i < 10 && done_ < jobs_.size(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
      for (const Progress& progress : progress_) {
        const auto [cell, seconds] = progress.get();
        if (cell.empty() || seconds < kEndless) continue;
        std::printf("does not end: %s\n", cell.c_str());
        std::fflush(stdout);
        std::_Exit(3);
      }
      if (second % 10 == 9) std::fprintf(stderr, "%zu of %zu jobs\n", done_.load(), jobs_.size());
    }
  }

  const std::vector<Job>& jobs_;
  std::vector<std::vector<Line>> lines_;
  std::FILE* csv_;
  std::mutex csv_mutex_;
  std::atomic<std::size_t> next_{0}, done_{0};
  Progress progress_[kThreads];
};

// `wanted` may end with a placement, which the names of lines do not have.
bool is_wanted(const std::string& line, const std::string& wanted) {
  if (line.find(wanted) != std::string::npos) return true;
  const std::size_t last = wanted.rfind(' ');
  return last != std::string::npos && line.ends_with(wanted.substr(0, last));
}

}  // namespace

int walk(const std::string& wanted, const char* accepted, const char* csv) {
  const std::vector<Kind> kinds = make_kinds();
  std::vector<Job> jobs;
  add_broad_jobs(jobs);
  add_scene_jobs(jobs);
  add_growth_jobs(jobs);
  add_ray_jobs(kinds, jobs);
  add_pair_jobs(kinds, jobs);

  // Jobs that `wanted` names; all if it names none.
  std::vector<bool> named(jobs.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) named[i] = wanted.find(jobs[i].name) != std::string::npos;
  if (std::find(named.begin(), named.end(), true) == named.end()) named.assign(jobs.size(), true);
  std::FILE* const file = csv == nullptr ? nullptr : std::fopen(csv, "w");
  Runner runner(jobs, file);
  runner.run(named, [&](const std::string& line) { return is_wanted(line, wanted); }, {});

  // Lines that seem to cost too much, and nobody knows why, are measured again, longer.
  std::vector<Reason> reasons = read_reasons(accepted);
  std::unordered_set<std::string> again;
  std::vector<bool> doubted(jobs.size());
  for (std::size_t i = 0; i < jobs.size(); ++i)
    for (const Line& line : runner.lines()[i])
      for (const Finding& finding : findings_of(line))
        if (finding.times > finding.limit && reason_of(finding, reasons) == nullptr) {
          again.insert(line.name);
          doubted[i] = true;
        }
  runner.run(doubted, [&](const std::string& line) { return again.count(line) != 0; }, {4, 1e5, 2e6});
  if (file != nullptr) std::fclose(file);
  return report(runner.lines(), wanted, reasons);
}

}  // namespace cliffs
