// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/tree/box_lanes.h"

#include <cmath>

namespace graze::inline GRAZE_ABI {
namespace {

constexpr double kMost = double(std::numeric_limits<Real>::max());

// The inverse of the largest direction gets close to 1.
[[nodiscard]] double time_scale_of(const Sweep& sweep) {
  double least = std::numeric_limits<double>::infinity();
  for (const double inverse : sweep.inverse)
    if (inverse != 0) least = std::min(least, std::abs(inverse));
  int exponent = 0;
  if (std::isfinite(least)) (void)std::frexp(least, &exponent);
  return std::ldexp(1.0, std::min(-exponent, 1022));
}

}  // namespace

NodeSweep::NodeSweep(const Sweep& sweep) : is_known_(true), scale_(time_scale_of(sweep)) {
  for (int k = 0; k < 3; ++k) {
    Axis& axis = axis_[k];
    const double inverse = sweep.is_parallel[k] ? 0 : sweep.inverse[k] * scale_;
    // One that is too large may reach anything, late enough.
    axis.is_known = inverse != 0 && std::abs(inverse) < kMost / 4;
    axis.is_upper_near = axis.is_known && inverse < 0;
    is_known_ = is_known_ && axis.is_known;
    const bool says_something = axis.is_known || sweep.is_parallel[k];
    const Real from_lower = says_something ? round_up(sweep.from_lower[k]) : kInfinity;
    const Real from_upper = says_something ? round_down(sweep.from_upper[k]) : -kInfinity;
    std::fill_n(axis.from_near, kBoxWidth, axis.is_upper_near ? from_upper : from_lower);
    std::fill_n(axis.from_far, kBoxWidth, axis.is_upper_near ? from_lower : from_upper);
    std::fill_n(axis.inverse, kBoxWidth, axis.is_known ? static_cast<Real>(inverse) : 0);
  }
  set_end(sweep.max_t);
}

unsigned NodeSweep::overlapped(const BoxNode& node) const {
  unsigned out = 15;
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < kBoxWidth && !axis_[k].is_known; ++i)
      if (node.lower[k][i] > axis_[k].from_near[i] || node.upper[k][i] < axis_[k].from_far[i])
        out &= ~(1u << i);
  return out;
}

void NodeSweep::set_end(Real max_t) {
  const double end =
      double(max_t) * scale_ * (1 + 8 * double(kEpsilon)) + double(std::numeric_limits<Real>::min());
  end_ = end <= kMost ? round_up(end) : kInfinity;
}

}  // namespace graze::inline GRAZE_ABI
