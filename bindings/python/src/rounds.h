// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "arguments.h"

namespace graze_python {

/// Work on rows 0 ... rows - 1 by several threads, in rounds of some 50 ms: between them Ctrl-C is noticed,
/// and `progress` is told the share that is done; where it returns False, the work ends with
/// KeyboardInterrupt. `work(worker, begin, end)` runs without the interpreter's lock; workers are numbered
/// from 0 and never the same at one time.
class Rounds {
 public:
  /// threads 0: as many as the machine has.
  Rounds(std::size_t rows, unsigned threads, py::object progress)
      : rows_(rows), progress_(std::move(progress)) {
    if (!progress_.is_none() && !PyCallable_Check(progress_.ptr()))
      raise_type("progress: expected a function of the share that is done, got " + describe(progress_));
    if (threads != 1 && rows > kFirst) pool_ = std::make_unique<graze::ThreadPool>(threads);
  }
  /// How many workers there are.
  [[nodiscard]] std::size_t workers() const { return pool_ ? pool_->size() : 1; }

  void run(graze::FunctionRef<void(std::size_t worker, std::size_t begin, std::size_t end)> work) {
    std::size_t per_worker = kFirst;
    for (std::size_t begin = 0; begin < rows_;) {
      const std::size_t end = std::min(rows_, begin + per_worker * workers());
      const double seconds = run_round(begin, end, work);
      if (seconds < 0.02 && per_worker < kMost) per_worker *= 2;
      if (seconds > 0.1 && per_worker > 1) per_worker /= 2;
      begin = end;
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      tell(begin);
    }
  }

 private:
  static constexpr std::size_t kFirst = 64, kMost = std::size_t{1} << 16;

  double run_round(std::size_t begin, std::size_t end,
                   graze::FunctionRef<void(std::size_t, std::size_t, std::size_t)> work) {
    const py::gil_scoped_release unlocked;
    const auto start = std::chrono::steady_clock::now();
    const std::size_t count = end - begin, parts = std::min(workers(), count);
    const auto part = [&](std::size_t i) {
      work(i, begin + count * i / parts, begin + count * (i + 1) / parts);
    };
    graze::run_tasks(pool_ ? pool_->executor() : graze::Executor{}, parts, part);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  void tell(std::size_t done) {
    if (progress_.is_none()) return;
    const py::object answer = progress_(static_cast<double>(done) / static_cast<double>(rows_));
    if (answer.is(py::bool_(false))) {
      PyErr_SetString(PyExc_KeyboardInterrupt, "progress returned False");
      throw py::error_already_set();
    }
  }

  std::size_t rows_;
  py::object progress_;
  std::unique_ptr<graze::ThreadPool> pool_;
};

}  // namespace graze_python
