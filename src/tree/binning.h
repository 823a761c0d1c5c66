// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <limits>

#include "tree/split.h"

namespace graze::inline GRAZE_ABI {

inline constexpr int kBins = 16;

/// Few items need few bins: looking through them takes longer than filling them.
[[nodiscard]] inline int bins_for(std::uint32_t count) { return count > 32 ? kBins : count > 8 ? 8 : 4; }

/// From half centres to bins, per axis. An axis along which centres hardly differ has factor 0, hence one
/// bin.
class Binning {
 public:
  explicit Binning(const Range& range) : lower_(range.centres.lower), count_(bins_for(range.count())) {
    for (int k = 0; k < 3; ++k) {
      const Real size = -range.centres.negated_upper.v[k] - range.centres.lower.v[k];
      // The quotient must stay finite.
      factor_[k] = size > kBins * std::numeric_limits<Real>::min() ? static_cast<Real>(count_) / size : 0;
    }
  }
  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] bool has_axis(int axis) const { return factor_[axis] > 0; }
  [[nodiscard]] int bin(const Lanes& half_centre, int axis) const {
    const int i = static_cast<int>((half_centre.v[axis] - lower_.v[axis]) * factor_[axis]);
    return std::min(i, count_ - 1);
  }

 private:
  Lanes lower_;
  Real factor_[3];
  int count_;
};

struct Bin {
  LaneBox box;
  std::uint32_t count;

  void merge(const Bin& other) {
    box.merge(other.box);
    count += other.count;
  }
};

/// Where to cut: items in lower bins go to the left.
struct Plane {
  int axis = -1;  // none
  int bin = 0;    // first on the right
};

/// The bins of all axes. Left uninitialised where there are fewer than sixteen, which most splits use.
struct Bins {
  Bin at[3][kBins];
  int count;

  explicit Bins(int n) : count(n) {
    for (auto& axis : at) std::fill_n(axis, n, Bin{LaneBox::empty(), 0});
  }
  void add(const Binning& binning, const Item& item) {
    const Lanes c = item.half_centre();
    for (int k = 0; k < 3; ++k) {
      Bin& bin = at[k][binning.bin(c, k)];
      bin.box.merge(item.box);
      ++bin.count;
    }
  }
  void merge(const Bins& other) {
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < count; ++i) at[k][i].merge(other.at[k][i]);
  }
  /// Items on the left of a plane.
  [[nodiscard]] std::uint32_t count_left(const Plane& plane) const {
    std::uint32_t sum = 0;
    for (int i = 0; i < plane.bin; ++i) sum += at[plane.axis][i].count;
    return sum;
  }
  /// The cheapest plane; of equals the first axis and the lowest bin. None where all centres are equal.
  [[nodiscard]] Plane best_plane(const Binning& binning, const SplitSettings& settings) const;
};

/// Halves that meet at `middle`, not measured yet.
[[nodiscard]] inline Halves cut_at(const Range& range, std::uint32_t middle) {
  Halves out;
  out.left.begin = range.begin;
  out.left.end = out.right.begin = middle;
  out.right.end = range.end;
  return out;
}

}  // namespace graze::inline GRAZE_ABI
