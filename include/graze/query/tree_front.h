// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI {

struct FrontMemory;  // private to the library

/// Where the last query on a pair of meshes, height fields or compounds ended in their trees: pairs of parts
/// that were apart, and for how much motion they stay so. Kept by the caller, one for each pair, and passed
/// as settings.front: the next intersects() or common_point(), and with settings.cache the next distance(),
/// asks only about parts that may have come close since. It pays where a pair is asked about from frame to
/// frame, is mostly apart, and moves by less than its triangles are large; a pair that moves faster does
/// mostly without.
///
/// Never changes an answer. It knows the two shapes and how often they were refitted, and starts anew after a
/// refit, for another pair or another margin, and where the pair has moved too far; it keeps no shape alive.
/// A pair with a convex shape, or with a placement that is not rigid, neither reads nor changes it. Parts
/// beyond kCapacity are asked about every time.
///
/// Life time: made empty, filled by queries, dropped with the pair; a copy knows as much as the original. All
/// memory is within: neither it nor a query with it allocates. Not to be shared between threads.
class GRAZE_API TreeFront {
 public:
  /// 8 kB. Enough for two bunnies of 70,000 triangles that almost touch, which take about 320; with 256
  /// entries the gain was gone.
  static constexpr std::uint32_t kCapacity = 512;

  TreeFront() noexcept;
  TreeFront(const TreeFront& other) noexcept;
  TreeFront& operator=(const TreeFront& other) noexcept;
  ~TreeFront();

  /// How many entries are in use.
  [[nodiscard]] std::uint32_t size() const;
  /// Forgets everything.
  void clear();

 private:
  friend class FrontWalk;

  [[nodiscard]] FrontMemory& memory();
  [[nodiscard]] const FrontMemory& memory() const;

  static constexpr std::size_t kBytes = 16 * kCapacity + 512;
  alignas(8) std::byte bytes_[kBytes];  // a FrontMemory
};

}  // namespace graze::inline GRAZE_ABI
