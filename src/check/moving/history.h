// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "graze/check/finding.h"

namespace graze::inline GRAZE_ABI::check {

/// A span of time in which two objects are in contact, or too close.
struct Record {
  TimeSpan span;
  bool is_contact = true;
  Finding finding;  ///< at its worst moment, `time`
};

/// All records of one pair, those that follow one another joined. Contact is worse than being too close:
/// once there is some, nothing else is kept.
class History {
 public:
  /// Records come by rising time. Two are one span where the second begins no later than `gap` after the
  /// first ends.
  void add(Record record, Real gap);
  /// The worst moment, with all spans.
  [[nodiscard]] Finding finding() const;

 private:
  bool is_contact_ = false;
  std::vector<Record> spans_;
};

}  // namespace graze::inline GRAZE_ABI::check
