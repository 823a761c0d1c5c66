// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>

#include "hull/climb.h"

namespace graze::inline GRAZE_ABI {

/// Where a climb starts: the farthest vertex for the middle of each of 8 × 16 cells of directions, latitude
/// and longitude in steps of 22.5 degrees. [Chung96]
struct StartTable {
  static constexpr int kLatitudes = 8, kLongitudes = 16;
  std::array<HullVertex, kLatitudes * kLongitudes> cells{};

  [[nodiscard]] const HullVertex& near(const Vec3d& d) const { return cells[cell_of(d)]; }

  /// Comparisons with tangents and sines instead of angles: no function of libm, the same bytes everywhere.
  [[nodiscard]] static std::size_t cell_of(const Vec3d& d) {
    const double ax = std::abs(d.x), ay = std::abs(d.y);
    const double low = ax < ay ? ax : ay, high = ax < ay ? ay : ax;
    const std::size_t octant = (d.x < 0 ? 4u : 0u) | (d.y < 0 ? 2u : 0u) | (ax < ay ? 1u : 0u);
    const std::size_t longitude = 2 * octant + (low > kTan22 * high ? 1u : 0u);
    const double z2 = d.z * d.z, all = ax * ax + ay * ay + z2;
    const std::size_t height = (z2 > kSin22Squared * all ? 1u : 0u) + (z2 > 0.5 * all ? 1u : 0u) +
                               (z2 > (1 - kSin22Squared) * all ? 1u : 0u);
    return (2 * height + (d.z < 0 ? 1u : 0u)) * kLongitudes + longitude;
  }

  /// A direction in the middle of a cell.
  [[nodiscard]] static Vec3d middle_of(std::size_t cell) {
    const std::size_t longitude = cell % kLongitudes, latitude = cell / kLongitudes;
    // Sines and cosines of 11.25, 33.75, 56.25 and 78.75 degrees.
    constexpr double kSine[] = {0.19509032201612828, 0.5555702330196022, 0.8314696123025452,
                                0.9807852804032304};
    const double low = kSine[longitude % 2], high = kSine[3 - longitude % 2];
    const std::size_t octant = longitude / 2;
    const double across = kSine[3 - latitude / 2];
    const double x = octant & 1u ? low : high, y = octant & 1u ? high : low;
    return {across * (octant & 4u ? -x : x), across * (octant & 2u ? -y : y),
            latitude & 1u ? -kSine[latitude / 2] : kSine[latitude / 2]};
  }

 private:
  static constexpr double kTan22 = 0.4142135623730951;          // of 22.5 degrees: sqrt(2) - 1
  static constexpr double kSin22Squared = 0.14644660940672624;  // (2 - sqrt(2)) / 4
};

}  // namespace graze::inline GRAZE_ABI
