// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "mesh/pieces.h"
#include "shape/core/reader.h"
#include "tree/wide_node.h"

namespace graze::inline GRAZE_ABI {

inline constexpr std::uint32_t kBlock = 4;  // triangles side by side

/// The corners of up to four triangles, coordinate by coordinate; those that are not there repeat the last
/// one.
template <class T>
struct CornerBlock {
  alignas(32) T at[3][3][kBlock];  // corner, axis, triangle
};

/// Triangles of a leaf where they are placed, each coordinate rounded as linear * point + offset is, with
/// their boxes and planes.
struct PlacedBlock {
  CornerBlock<double> corners;
  alignas(32) double low[3][kBlock], high[3][kBlock];
  alignas(32) double normal[3][kBlock];  // of the plane through the first corner
  alignas(32) double blur[kBlock];       // what rounding may add to a height above it, per unit of distance

  void triangle(std::uint32_t i, Vec3d (&out)[3]) const {
    for (int c = 0; c < 3; ++c) out[c] = {corners.at[c][0][i], corners.at[c][1][i], corners.at[c][2][i]};
  }
};

/// Triangles of a mesh and where they go: linear * point + offset.
struct PlacedMesh {
  const Pieces& pieces;
  const TreeData& tree;
  Mat3d linear;
  Vec3d offset;
};

struct BlockKernels {
  /// Places the triangles of one to four places in the order of the tree.
  void (*place)(const PlacedMesh& mesh, std::uint32_t first, std::uint32_t count, PlacedBlock& out);
  /// Pairs that may meet, bit 4 i + j for triangle i of a and j of b: neither boxes nor, by more than
  /// rounding, the plane of one tells them apart. What the exact test would say to others is certain.
  std::uint32_t (*may_meet)(const PlacedBlock& a, std::uint32_t count_a, const PlacedBlock& b,
                            std::uint32_t count_b);
  /// Pairs that may be closer than a distance, which is not negative; bits like those of may_meet.
  std::uint32_t (*may_be_close)(const PlacedBlock& a, std::uint32_t count_a, const PlacedBlock& b,
                                std::uint32_t count_b, double within);
};

/// The versions for this machine; all give the same bytes.
[[nodiscard]] BlockKernels block_kernels();

}  // namespace graze::inline GRAZE_ABI
