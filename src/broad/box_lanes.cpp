// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/box_lanes.h"

#include <cmath>

namespace graze::inline GRAZE_ABI {
namespace {

constexpr double kMost = double(std::numeric_limits<Real>::max());

// The inverse of the largest direction gets close to 1.
[[nodiscard]] double scale_of(const Sweep& sweep) {
  double least = std::numeric_limits<double>::infinity();
  for (const double inverse : sweep.inverse)
    if (inverse != 0) least = std::min(least, std::abs(inverse));
  int exponent = 0;
  if (std::isfinite(least)) (void)std::frexp(least, &exponent);
  return std::ldexp(1.0, std::min(-exponent, 1022));
}

}  // namespace

NodeSweep::NodeSweep(const Sweep& sweep) : scale_(scale_of(sweep)) {
  for (int k = 0; k < 3; ++k) {
    const double inverse = sweep.is_parallel[k] ? 0 : sweep.inverse[k] * scale_;
    // One that is too large may reach anything, late enough.
    const bool is_known = inverse != 0 && std::abs(inverse) < kMost / 4,
               says_something = is_known || sweep.is_parallel[k];
    inverse_[k] = is_known ? static_cast<Real>(inverse) : 0;
    from_lower_[k] = says_something ? round_up(sweep.from_lower[k]) : kInfinity;
    from_upper_[k] = says_something ? round_down(sweep.from_upper[k]) : -kInfinity;
  }
  set_end(sweep.max_t);
}

void NodeSweep::set_end(Real max_t) {
  const double end =
      double(max_t) * scale_ * (1 + 8 * double(kEpsilon)) + double(std::numeric_limits<Real>::min());
  end_ = end <= kMost ? round_up(end) : kInfinity;
}

}  // namespace graze::inline GRAZE_ABI
