// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "graze/math/vec3.h"

namespace graze::inline GRAZE_ABI::io::mesh {

/// Numbers points, equal ones alike; 0 and -0 are equal. Linear on the average.
class PointMerger {
 public:
  /// Index of a finite point in points().
  [[nodiscard]] std::uint32_t index_of(const Vec3& p);
  [[nodiscard]] std::size_t size() const { return points_.size(); }
  /// The points so far; the merger is then empty.
  [[nodiscard]] std::vector<Vec3> take();

 private:
  void grow();
  [[nodiscard]] std::uint32_t& slot_of(const Vec3& p);

  std::vector<Vec3> points_;
  std::vector<std::uint32_t> slots_;  ///< a power of two of them, at most half in use
};

}  // namespace graze::inline GRAZE_ABI::io::mesh
