// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <limits>

#include "graze/broad/broad_phase.h"

namespace graze::inline GRAZE_ABI {

/// Infinity when beyond Real.
[[nodiscard]] inline Real to_squared(double x) {
  return x <= double(std::numeric_limits<Real>::max()) ? static_cast<Real>(x) : kInfinity;
}

/// From a point to a box, and never less for a box within that one.
[[nodiscard]] inline Real squared_distance(const Vec3& point, const Aabb& box) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    const double p = double(point[k]);
    const double gap = std::max({double(box.lower[k]) - p, p - double(box.upper[k]), 0.0});
    sum += gap * gap;
  }
  return to_squared(sum);
}

/// The nearest boxes offered so far, in the caller's memory: a heap with the last of them on top.
class NearestList {
 public:
  explicit NearestList(std::span<NearProxy> out) : out_(out) {}

  /// Whether anything at this distance could still get in.
  [[nodiscard]] bool reaches(Real squared) const {
    return count_ < out_.size() || (count_ > 0 && squared <= out_.front().squared_distance);
  }
  void offer(const NearProxy& proxy) {
    if (count_ < out_.size()) {
      out_[count_++] = proxy;
    } else {
      if (count_ == 0 || !is_before(proxy, out_.front())) return;
      std::pop_heap(out_.begin(), out_.end(), is_before);
      out_.back() = proxy;
    }
    std::push_heap(out_.begin(), end(), is_before);
  }
  /// Sorted by distance, then id; how many.
  [[nodiscard]] std::size_t finish() {
    std::sort_heap(out_.begin(), end(), is_before);
    return count_;
  }

 private:
  std::span<NearProxy> out_;
  std::size_t count_ = 0;

  [[nodiscard]] std::span<NearProxy>::iterator end() const { return out_.begin() + std::ptrdiff_t(count_); }
  [[nodiscard]] static bool is_before(const NearProxy& a, const NearProxy& b) {
    return a.squared_distance < b.squared_distance ||
           (a.squared_distance == b.squared_distance && a.id < b.id);
  }
};

}  // namespace graze::inline GRAZE_ABI
