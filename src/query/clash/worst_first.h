// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "query/clash/point_depth.h"

namespace graze::inline GRAZE_ABI {

/// How far a search for the least depth goes.
struct SearchGoal {
  double width;  // of the bounds
  int limit;     // points that may be asked about
};

/// Parts of a surface, each with a lower bound on the depth of its points; those with the lowest are split
/// first. Lives on the stack.
template <class Part>
class WorstFirst {
 public:
  explicit WorstFirst(Least& least) : least_(least) {}

  void add(const Part& part) {
    if (part.lower > least_.depth.upper) return;
    parts_[count_++] = part;
    std::push_heap(parts_, parts_ + count_, is_better);
  }
  /// Until the bounds of the least depth are as close as wanted: then true. split(part) adds at most two
  /// parts, or gives false for one that cannot be split.
  template <class Split>
  bool run(const OuterCore& outer, const SearchGoal& goal, Split split) {
    double closed = double(kInfinity);
    bool is_close = false;
    while (count_ > 0 && !is_close) {
      is_close = least_.depth.upper - std::min(parts_[0].lower, closed) <= goal.width;
      if (count_ + 2 > kCapacity) drop_better();
      if (is_close || outer.asked > goal.limit || count_ + 2 > kCapacity) break;
      std::pop_heap(parts_, parts_ + count_, is_better);
      const Part part = parts_[--count_];
      if (!split(part)) closed = std::min(closed, part.lower);
    }
    const double open = count_ > 0 ? parts_[0].lower : closed;
    least_.depth.lower = std::min({least_.depth.lower, least_.depth.upper, closed, open});
    return is_close || least_.depth.upper - least_.depth.lower <= goal.width;
  }

 private:
  static constexpr int kCapacity = 256;

  static bool is_better(const Part& a, const Part& b) { return a.lower > b.lower; }
  void drop_better() {
    const auto matters = [&](const Part& part) { return !(part.lower > least_.depth.upper); };
    count_ = int(std::partition(parts_, parts_ + count_, matters) - parts_);
    std::make_heap(parts_, parts_ + count_, is_better);
  }

  Least& least_;
  Part parts_[kCapacity];
  int count_ = 0;
};

}  // namespace graze::inline GRAZE_ABI
