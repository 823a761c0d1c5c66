// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad/sweep/endpoints.h"
#include "broad/table/moving_box.h"

namespace graze::inline GRAZE_ABI {

/// Whether the side by which the box is entered on an axis lies ahead of the start.
[[nodiscard]] inline bool is_ahead(const Sweep& sweep, const Aabb& box, int k) {
  if (sweep.is_parallel[k] || sweep.inverse[k] == 0) return false;
  return sweep.inverse[k] > 0 ? double(box.lower[k]) > sweep.from_lower[k]
                              : double(box.upper[k]) < sweep.from_upper[k];
}

/// When a plane across an axis is reached by what moves.
[[nodiscard]] inline double time_at(const Sweep& sweep, int k, double value) {
  return (value - (sweep.inverse[k] > 0 ? sweep.from_lower[k] : sweep.from_upper[k])) * sweep.inverse[k];
}

/// The axis by which a box is entered last, of equals the first; -1 when it is entered by none. A walk meets
/// the side of every box on each axis, and this one makes it report the box once: no box needs to be marked.
[[nodiscard]] inline int entry_axis(const Sweep& sweep, const Aabb& box) {
  int last = -1;
  double latest = -1;
  for (int k = 0; k < 3; ++k) {
    if (!is_ahead(sweep, box, k)) continue;
    const double t = time_at(sweep, k, double(sweep.inverse[k] > 0 ? box.lower[k] : box.upper[k]));
    if (!(t > latest)) continue;
    latest = t;
    last = k;
  }
  return last;
}

/// Boxes around what moves, before it does; infinite on an axis that says nothing.
[[nodiscard]] inline Aabb start_box(const Sweep& sweep) {
  Aabb box;
  for (int k = 0; k < 3; ++k) {
    const bool is_known = sweep.is_parallel[k] || sweep.inverse[k] != 0;
    box.lower[k] = is_known ? round_down(sweep.from_upper[k]) : -kInfinity;
    box.upper[k] = is_known ? round_up(sweep.from_lower[k]) : kInfinity;
  }
  return box;
}

/// Through the nonuniform grid of all sides [Bergen03 §5.4.3], from one side by which a box is entered to the
/// next in the order in which the ray meets them.
class GridWalk {
 public:
  GridWalk(const Endpoints& endpoints, const Sweep& sweep) : sweep_(sweep) {
    for (int k = 0; k < 3; ++k) {
      if (sweep.is_parallel[k] || sweep.inverse[k] == 0) continue;
      const std::span<const Endpoint> all = lines_[k].all = endpoints.axis(k);
      const bool is_up = lines_[k].is_up = sweep.inverse[k] > 0;
      const double from = is_up ? sweep.from_lower[k] : sweep.from_upper[k];
      const auto is_behind = [&](const Endpoint& e) {
        return is_up ? double(e.value) <= from : double(e.value) < from;
      };
      const auto start = std::partition_point(all.begin(), all.end(), is_behind);
      const auto at = static_cast<std::size_t>(start - all.begin());
      lines_[k].left = is_up ? all.size() - at : at;
      settle(k);
    }
  }
  /// The axis of the next side, or -1 at the end.
  [[nodiscard]] int axis() const {
    int first = -1;
    for (int k = 0; k < 3; ++k)
      if (lines_[k].left > 0 && (first < 0 || lines_[k].t < lines_[first].t)) first = k;
    return first;
  }
  [[nodiscard]] double time(int k) const { return lines_[k].t; }
  [[nodiscard]] ProxyId id(int k) const { return lines_[k].next().id(); }
  void advance(int k) {
    --lines_[k].left;
    settle(k);
  }

 private:
  struct Line {
    std::span<const Endpoint> all;
    std::size_t left = 0;  // towards the last one, or the first
    bool is_up = false;
    double t = 0;

    [[nodiscard]] const Endpoint& next() const { return all[is_up ? all.size() - left : left - 1]; }
  };
  const Sweep& sweep_;
  Line lines_[3];

  // Sides by which boxes are left do not count.
  void settle(int k) {
    Line& line = lines_[k];
    while (line.left > 0 && line.next().is_upper() == line.is_up) --line.left;
    if (line.left > 0) line.t = time_at(sweep_, k, double(line.next().value));
  }
};

}  // namespace graze::inline GRAZE_ABI
