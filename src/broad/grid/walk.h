// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <limits>

#include "broad/grid/cells.h"
#include "graze/math/ray.h"

namespace graze::inline GRAZE_ABI {

/// A ray from cell to cell, by the times at which it passes the planes between cells [Amanatides87]. Each
/// time is computed on its own, so that errors do not add up; the path it takes is off by far less than the
/// slack by which boxes count as larger, so it meets a cell of every box that the ray meets.
class CellWalk {
 public:
  /// `used`: where there are boxes, with a cell to spare around it; the walk is over beyond.
  CellWalk(const CellShape& shape, const Aabb& used, const Ray& ray) {
    double from = 0, to = std::min(double(ray.max_t), std::numeric_limits<double>::max());
    for (int k = 0; k < 3; ++k) {
      count_[k] = shape.count[k];
      origin_[k] = shape.scaled(double(ray.origin[k]), k);
      direction_[k] = double(ray.direction[k]) * shape.scale;
      inverse_[k] = 1 / direction_[k];
      const double first = std::max(shape.scaled(double(used.lower[k]), k) - 1, 0.0);
      const double last = std::min(shape.scaled(double(used.upper[k]), k) + 1, double(count_[k]));
      is_exact_ = is_exact_ && std::abs(origin_[k]) < kFar;
      if (ray.direction[k] == 0) {
        if (!(origin_[k] >= first && origin_[k] < last)) to = -1;
        continue;
      }
      is_exact_ = is_exact_ && std::isfinite(inverse_[k]) && std::abs(inverse_[k]) > 0;
      const double s = (first - origin_[k]) * inverse_[k], t = (last - origin_[k]) * inverse_[k];
      from = std::max(from, std::min(s, t));
      end_ = std::min(end_, std::max(s, t));
    }
    to = std::min(to, end_);
    is_done_ = !is_exact_ || !(from <= to) || count_[0] == 0;
    if (!is_done_) start(from, to);
  }

  /// Whether rounding is small enough, and the way short enough, to go from cell to cell.
  [[nodiscard]] bool is_usable() const { return is_exact_ && steps_ <= kMostSteps; }
  [[nodiscard]] bool is_done() const { return is_done_; }
  [[nodiscard]] const CellAt& at() const { return at_; }
  /// When the cell is entered.
  [[nodiscard]] double time() const { return time_; }
  /// Boxes lie in several cells, but those of one box follow each other on the way: this is the first if the
  /// cell before is not one of them. A mailbox that needs no memory, so rays from many threads do not meet.
  [[nodiscard]] bool is_first_of(const CellSpan& span) const {
    return span.contains(at_) && !(has_before_ && span.contains(before_));
  }
  void advance() {
    const int xy = next_[0] <= next_[1] ? 0 : 1, k = next_[xy] <= next_[2] ? xy : 2;
    before_ = at_;
    has_before_ = true;
    time_ = next_[k];
    at_.k[k] += direction_[k] > 0 ? 1 : -1;
    is_done_ = at_.k[k] < 0 || at_.k[k] >= count_[k] || time_ > end_;
    set_next(k);
  }

 private:
  static constexpr double kFar = 1 << 30, kMostSteps = 2048;

  double origin_[3], direction_[3], inverse_[3], next_[3];
  std::int32_t count_[3];
  double time_ = 0, end_ = std::numeric_limits<double>::infinity(), steps_ = 0;
  CellAt at_{}, before_{};
  bool is_exact_ = true, is_done_ = false, has_before_ = false;

  void set_next(int k) {
    const double plane = double(at_.k[k]) + (direction_[k] > 0 ? 1 : 0);
    next_[k] =
        direction_[k] == 0 ? std::numeric_limits<double>::infinity() : (plane - origin_[k]) * inverse_[k];
  }
  void start(double from, double to) {
    time_ = from;
    for (int k = 0; k < 3; ++k) {
      const double last = double(count_[k]) - 1;
      const double d = direction_[k], p = std::clamp(origin_[k] + (d == 0 ? 0 : from * d), 0.0, last);
      const double q = std::clamp(origin_[k] + (d == 0 ? 0 : to * d), 0.0, last);
      steps_ += std::abs(q - p);
      at_.k[k] = static_cast<std::int32_t>(p);
      set_next(k);
    }
  }
};

}  // namespace graze::inline GRAZE_ABI
