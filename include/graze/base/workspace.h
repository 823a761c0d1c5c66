// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>

#include "graze/base/config.h"

namespace graze::inline GRAZE_ABI {

/// Scratch memory for deep penetrations of shapes with very many features. It grows when a query needs more
/// and is then reused. Queries work without one; see penetration(). One per thread.
class Workspace {
 public:
  /// For the library: storage of at least `bytes`, aligned for double, or null when memory is short. Storage
  /// that an earlier call returned stays readable until the next one that grows.
  [[nodiscard]] GRAZE_API void* grow(std::size_t bytes) noexcept;
  /// Bytes on the heap; queries may enlarge it, never shrink it.
  [[nodiscard]] std::size_t memory_bytes() const { return capacity_; }

 private:
  std::unique_ptr<std::byte[]> storage_;
  std::unique_ptr<std::byte[]> previous_;
  std::size_t capacity_ = 0;
};

}  // namespace graze::inline GRAZE_ABI
