// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "graze/base/config.h"

// Which grid over two axes makes a sweep along the third one cheap.

namespace graze::inline GRAZE_ABI::pruning {

/// A box in the order of the axes that the search uses: 0 is swept, 1 and 2 have cells.
struct alignas(32) Item {
  float lower[3];
  float upper[3];
  std::uint32_t id;
  std::uint32_t marks;
};

/// Cells along one axis. The number of the cell never falls as x grows, whatever is rounded: that alone makes
/// the search correct.
struct GridAxis {
  float base = 0, scale = 0;  // scale 0: a single cell
  std::int32_t last = 0;      // number of the last cell
  float cut = 0;              // longer boxes are not put into cells

  [[nodiscard]] std::int32_t cell(float x) const {
    const float t = (x - base) * scale, most = static_cast<float>(last);
    const float positive = t > 0 ? t : 0;  // NaN too; neither of the two is a jump
    return static_cast<std::int32_t>(positive < most ? positive : most);
  }
  [[nodiscard]] float start_of(std::int32_t i) const {
    return scale > 0 ? base + static_cast<float>(i) / scale : base;
  }
};

/// Approximate sides of a cell; boxes that reach beyond them count as far as here.
struct GridRegion {
  float lower[3] = {-kFarthest, -kFarthest, -kFarthest};  // [0] is not used
  float upper[3] = {kFarthest, kFarthest, kFarthest};

  static constexpr float kFarthest = 3.0e38f;
};

struct GridPlan {
  GridAxis axis[3];  // [0] is not used
  bool is_worth_it = false;

  [[nodiscard]] std::size_t cell_count() const {
    return static_cast<std::size_t>(axis[1].last + 1) * static_cast<std::size_t>(axis[2].last + 1);
  }
  [[nodiscard]] bool is_large(const Item& item) const {
    return item.upper[1] - item.lower[1] > axis[1].cut || item.upper[2] - item.lower[2] > axis[2].cut;
  }
  /// The part of a region that a cell covers.
  [[nodiscard]] GridRegion region_of(const GridRegion& whole, std::size_t cell) const;
};

inline constexpr std::size_t kMostSamples = 256;

/// Search without a grid, whose cost a grid has to beat.
enum class WithoutGrid : std::uint8_t {
  sweep,            // the boxes are sorted already
  place_and_sweep,  // they have to be put into one cell first
};

/// Plans a grid for `count` boxes of which `sample` (at most kMostSamples) are some; not worth it when one
/// sweep over all is expected to be as fast.
[[nodiscard]] GridPlan plan_grid(std::span<const Item> sample, std::size_t count, const GridRegion& region,
                                 WithoutGrid otherwise);

}  // namespace graze::inline GRAZE_ABI::pruning
