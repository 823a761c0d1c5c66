// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "graze/check/check.h"

namespace graze::inline GRAZE_ABI::check {

/// Order of findings in a report.
[[nodiscard]] bool comes_before(const Finding& x, const Finding& y);

/// Findings of many threads: keeps the first `limit` of them, and counts all.
class FindingList {
 public:
  explicit FindingList(std::size_t limit) : limit_(limit) {}
  void add(Finding finding);
  /// Adds those of another list.
  void merge(FindingList&& other);
  /// Moves them into a report, in their order and no more than the limit, with their counts; with more, the
  /// outcome is Outcome::limit.
  void write(Report& report);

 private:
  void cut();

  std::size_t limit_;
  std::vector<Finding> kept_;
  std::size_t counts_[kKindCount] = {};
  std::size_t uncertain_ = 0;
};

}  // namespace graze::inline GRAZE_ABI::check
