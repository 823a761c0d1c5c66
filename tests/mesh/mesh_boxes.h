// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "mesh/pieces.h"
#include "tree/traverse.h"

namespace graze::test {

/// Boxes of the tree of a mesh, as a query sees them.
inline std::vector<Aabb> boxes_of(const TriangleMesh& mesh) {
  std::vector<Aabb> boxes;
  (void)visit(
      mesh.pieces()->tree,
      [&](const Aabb& box) {
        boxes.push_back(box);
        return true;
      },
      [](std::uint32_t) { return true; });
  return boxes;
}

}  // namespace graze::test
