// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/pairs/findings.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace graze::inline GRAZE_ABI::check {

bool comes_before(const Finding& x, const Finding& y) {
  return std::tuple(-int(x.kind), x.lower, x.a, x.b) < std::tuple(-int(y.kind), y.lower, y.a, y.b);
}

void FindingList::add(Finding finding) {
  ++counts_[int(finding.kind)];
  uncertain_ += finding.is_certain ? 0 : 1;
  kept_.push_back(std::move(finding));
  if (kept_.size() > 1000 && kept_.size() / 2 > limit_) cut();
}

void FindingList::cut() {
  std::sort(kept_.begin(), kept_.end(), comes_before);
  if (kept_.size() > limit_) kept_.resize(limit_);
}

void FindingList::merge(FindingList&& other) {
  for (int i = 0; i < kKindCount; ++i) counts_[i] += other.counts_[i];
  uncertain_ += other.uncertain_;
  kept_.insert(kept_.end(), std::make_move_iterator(other.kept_.begin()),
               std::make_move_iterator(other.kept_.end()));
}

void FindingList::write(Report& report) {
  std::size_t all = 0;
  for (int i = 0; i < kKindCount; ++i) {
    report.counts[i] = counts_[i];
    all += counts_[i];
  }
  report.uncertain = uncertain_;
  if (all > limit_) report.outcome = Outcome::limit;
  cut();
  report.findings = std::move(kept_);
}

}  // namespace graze::inline GRAZE_ABI::check
