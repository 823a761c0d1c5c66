// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace bench {

/// Touching distances of the pairs of a workload, in their order. They take nearly all of the time to make
/// it, and workloads that differ in spacing only share them. Where the environment names a folder in
/// GRAZE_BENCH_CACHE, so do processes: bench/run.py makes one for each run, so that none is out of date.
class TouchingDistances {
 public:
  /// `key` names shapes and seed: workloads with one key are prefixes of each other.
  explicit TouchingDistances(const std::string& key);
  ~TouchingDistances();
  TouchingDistances(const TouchingDistances&) = delete;
  TouchingDistances& operator=(const TouchingDistances&) = delete;

  /// The next one: as it is known, or as compute() finds it.
  template <class Compute>
  double next(Compute compute) {
    if (at_ == known_.size()) known_.push_back(compute());
    return known_[at_++];
  }

 private:
  std::string path_;  // empty: not kept in a file
  std::vector<double>& known_;
  std::size_t at_ = 0;
  std::size_t read_ = 0;  // so many are in the file
};

}  // namespace bench
