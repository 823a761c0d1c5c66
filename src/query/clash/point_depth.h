// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "query/pair/complex.h"

namespace graze::inline GRAZE_ABI {

/// Bounds on the depth of a point; negative outside.
struct PointDepth {
  double lower, upper;
};

/// Depths of points in one of the two cores of a pair, in its working frame; its ball is counted, that of the
/// points is not. The error of the pair is in the bounds, and with it what reading a point of the other core
/// loses.
class OuterCore {
 public:
  OuterCore(const Pair& pair, int index, const QuerySettings& settings)
      : settings_(settings_of_pieces(settings)) {
    pair_ = pair;
    settings_.threshold = kInfinity;
    Core& point = pair_.cores[0];
    pair_.cores[1] = pair.cores[index];
    point = {};
    point.shape = &origin_;
    point.linear = {};
    point.reader = Core::Reader::points;
    pair_.first = 0;  // points come first
    pair_.radius = pair_.margins = pair_.cores[1].radius;
  }
  [[nodiscard]] PointDepth depth_of(const Vec3d& p) {
    pair_.cores[0].translation = p;
    pair_.cores[0].extent = sum_abs(p);
    Answer answer;
    solve(pair_, Goal::separation, settings_, answer);
    ++asked;
    return {-answer.upper, -answer.lower};
  }
  /// How far the core and its ball reach in a unit direction. Precondition: no half-space.
  [[nodiscard]] double reach(const Vec3d& direction) const {
    const Core& core = pair_.cores[1];
    return core.radius + with_reader(core, [&](const auto& reader) {
             std::uint32_t index = 0;
             return dot(direction, reader.support(direction, index));
           });
  }
  [[nodiscard]] const Pair& pair() const { return pair_; }

  int asked = 0;

 private:
  Pair pair_;
  QuerySettings settings_;
  ShapeView origin_{ShapeKind::point, {}, nullptr};
};

/// The least depth of points, in the working frame.
struct Least {
  PointDepth depth{double(kInfinity), double(kInfinity)};
  Vec3d point;

  void add(const PointDepth& d, const Vec3d& p) {
    depth.lower = std::min(depth.lower, d.lower);
    offer(d, p);
  }
  /// Of a point that bounds from below are known to cover.
  void offer(const PointDepth& d, const Vec3d& p) {
    if (!(d.upper < depth.upper)) return;
    depth.upper = d.upper;
    point = p;
  }
};

}  // namespace graze::inline GRAZE_ABI
