// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "graze/base/executor.h"
#include "graze/base/result.h"
#include "graze/math/aabb.h"

namespace graze::inline GRAZE_ABI {

/// Called now and then during a long build, on the thread that called build_tree(), with the number of boxes
/// that have found their place and the number of all; the first never falls. Return false to stop the build.
struct TreeProgress {
  bool (*report)(void* context, std::size_t done, std::size_t all) = nullptr;
  void* context = nullptr;
};

struct TreeSettings {
  Executor executor = {};  ///< runs parts of a large build; the tree does not depend on it
  TreeProgress progress = {};
  /// Boxes under one leaf at most; 1 to 16, other values are clamped. Larger leaves: less memory, coarser
  /// answers.
  std::uint32_t leaf_size = 4;
};

struct TreeData;  // nodes; private to the library

/// Bounding volume tree over numbered boxes, in whatever frame the boxes are in. It knows boxes and ids only;
/// what they bound is the caller's. A node has up to eight children whose boxes are kept in eight bits per
/// side relative to the node, rounded outward: what the tree believes to be near may be a little too much,
/// never too little.
///
/// A value that moves but does not copy. Reading it from several threads at once is fine; refit() is not a
/// read.
class GRAZE_API AabbTree {
 public:
  /// Over no boxes.
  AabbTree() noexcept;
  ~AabbTree();
  /// The tree moved from is one over no boxes.
  AabbTree(AabbTree&& other) noexcept;
  AabbTree& operator=(AabbTree&& other) noexcept;
  AabbTree(const AabbTree&) = delete;
  AabbTree& operator=(const AabbTree&) = delete;

  /// Number of boxes.
  [[nodiscard]] std::size_t size() const noexcept;
  /// Smallest box around all, exact; empty when there are none.
  [[nodiscard]] Aabb bounds() const noexcept;
  /// Bytes on the heap.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;
  /// Expected cost of a query by the surface area heuristic: how many nodes are opened and how many ids come
  /// up, on average, in a small query somewhere within bounds(). Walks all nodes. 0 without boxes.
  [[nodiscard]] Real cost() const noexcept;
  /// cost() right after the build. When cost() has grown to twice this by refitting, building anew pays.
  [[nodiscard]] Real built_cost() const noexcept;
  /// Longest way from the root to a leaf, in nodes; at most 32. 0 without boxes.
  [[nodiscard]] int depth() const noexcept;
  /// Ids in the order of the leaves: boxes near in this order are near in space. Refitting keeps it.
  [[nodiscard]] std::span<const std::uint32_t> order() const noexcept;

 private:
  friend struct TreeAccess;
  std::unique_ptr<TreeData> data_;
};

/// Tree over `boxes`, where the id of boxes[i] is i. Boxes may be flat, points, equal, nested, far away or
/// huge. Expected time is O(n log n), extra memory O(n); the same boxes give the same tree, whatever the
/// executor.
///
/// Refuses boxes with NaN or infinity (not_finite) and with lower > upper (empty) by their position, and more
/// than 2^31 - 1 boxes (index_out_of_range); ErrorCode::cancelled when `settings.progress` said so. No boxes
/// are fine.
[[nodiscard]] GRAZE_API Result<AabbTree> build_tree(std::span<const Aabb> boxes,
                                                    const TreeSettings& settings = {});

/// The boxes moved: brings the tree up to date in linear time, bottom-up, without changing its structure.
/// `boxes` are all boxes, by id; there must be size() of them (index_out_of_range otherwise). Bad boxes are
/// refused with the errors of build_tree(); after a refusal the tree is as it was.
[[nodiscard]] GRAZE_API std::optional<Error> refit(AabbTree& tree, std::span<const Aabb> boxes);

/// Only boxes first .. first + count - 1 differ from those of the last build or refit; only these are
/// checked. The result is that of the refit above, in time that grows with `count` and the depth. The first
/// call makes a table of four bytes per box, which memory_bytes() then counts.
[[nodiscard]] GRAZE_API std::optional<Error> refit(AabbTree& tree, std::span<const Aabb> boxes,
                                                   std::size_t first, std::size_t count);

}  // namespace graze::inline GRAZE_ABI
