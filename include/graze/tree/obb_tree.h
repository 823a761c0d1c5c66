// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "graze/base/result.h"
#include "graze/math/obb.h"
#include "graze/math/vec3.h"
#include "graze/tree/aabb_tree.h"

namespace graze::inline GRAZE_ABI {

struct ObbTreeData;  // nodes; private to the library

/// Binary tree of oriented boxes over numbered pieces, each given by points whose convex hull contains it.
/// For rigid models: boxes fit smooth surfaces tightly, so that two models close to each other are told apart
/// early; but they take over ten times the memory of an AabbTree, longer to build, and do not refit.
/// [Gottschalk96]
///
/// A value that moves but does not copy. Reading it from several threads at once is fine.
class GRAZE_API ObbTree {
 public:
  /// Over no pieces.
  ObbTree() noexcept;
  ~ObbTree();
  /// The tree moved from is one over no pieces.
  ObbTree(ObbTree&& other) noexcept;
  ObbTree& operator=(ObbTree&& other) noexcept;
  ObbTree(const ObbTree&) = delete;
  ObbTree& operator=(const ObbTree&) = delete;

  /// Number of pieces.
  [[nodiscard]] std::size_t size() const noexcept;
  /// Box around all; the default one when there are none.
  [[nodiscard]] Obb bounds() const noexcept;
  /// Bytes on the heap.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;
  /// Longest way from the root to a leaf, in nodes; at most 72. 0 without pieces.
  [[nodiscard]] int depth() const noexcept;

 private:
  friend struct ObbTreeAccess;
  std::unique_ptr<ObbTreeData> data_;
};

/// Tree over pieces, where piece i has points ends[i - 1] .. ends[i] - 1 (the first from 0). Cuts at the mean
/// along the longest axis; the same points give the same tree.
///
/// Refuses NaN and infinity by the position of the point (not_finite), a piece without points by its number
/// (empty), ends beyond the points, a last end before the last point and more than 2^30 pieces
/// (index_out_of_range), and ErrorCode::cancelled when `progress` said so. No pieces are fine.
[[nodiscard]] GRAZE_API Result<ObbTree> build_obb_tree(std::span<const Vec3> points,
                                                       std::span<const std::uint32_t> ends,
                                                       const TreeProgress& progress = {});

}  // namespace graze::inline GRAZE_ABI
