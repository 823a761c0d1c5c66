// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>

#include "primitive/triangle_triangle.h"
#include "query/pieces/blocks/triangles.h"
#include "query/pieces/operands.h"

namespace graze::inline GRAZE_ABI {

/// The leaves of two meshes, block against block: boxes and planes tell most triangles apart, each vertex
/// rounded once into the frame that has the axes of the world and its origin where a stands. Lives on the
/// stack.
class BlockPairs {
 public:
  /// Precondition: both are meshes, and the frame is that of a.
  explicit BlockPairs(const PieceOperands& pieces)
      : pieces_(pieces),
        a_(pieces.a, {}),
        b_(pieces.b, Vec3d(pieces.b.whole().placement->translation()) -
                         Vec3d(pieces.a.whole().placement->translation())) {}
  BlockPairs(const BlockPairs&) = delete;
  BlockPairs& operator=(const BlockPairs&) = delete;

  /// use(id_a, id_b, meeting), decided exactly, for pairs that may meet; false ends it. Gives how many were
  /// tested. Precondition: no margins.
  template <class Use>
  std::int32_t visit(Use use) {
    const auto may_meet = [&](const PlacedBlock& a, std::uint32_t count_a, const PlacedBlock& b,
                              std::uint32_t count_b) { return kernels_.may_meet(a, count_a, b, count_b); };
    return visit_blocks(0, may_meet,
                        [&](std::uint32_t id_a, std::uint32_t id_b, const Corners& a, const Corners& b) {
                          return use(id_a, id_b, primitive::meet_close_triangles(a, b));
                        });
  }
  /// use(id_a, id_b, corners_a, corners_b) for pairs that boxes and planes do not show to be farther apart
  /// than `within` and the margins; false ends it.
  template <class Use>
  void visit_close(double within, Use use) {
    const PieceFrame& frame = pieces_.frame();
    const double reach = within + pieces_.margins() + 64 * kDoubleEpsilon * frame.size();
    const auto may_be_close = [&](const PlacedBlock& a, std::uint32_t count_a, const PlacedBlock& b,
                                  std::uint32_t count_b) {
      return kernels_.may_be_close(a, count_a, b, count_b, reach);
    };
    (void)visit_blocks(within, may_be_close, use);
  }

 private:
  using Corners = Vec3d[3];
  // Blocks come again with the next leaf of the other mesh: a few are kept.
  static constexpr std::uint32_t kRemembered = 8;
  struct Known {
    std::uint32_t first = kNoPiece;
    PlacedBlock block;
  };
  struct Side {
    PlacedMesh mesh;
    Known known[kRemembered];

    Side(const PieceReader& reader, const Vec3d& offset)
        : mesh{*reader.pieces(), *TreeAccess::data(reader.pieces()->tree),
               Mat3d(reader.whole().placement->linear()), offset} {}

    const PlacedBlock& placed(const BlockKernels& kernels, std::uint32_t first, std::uint32_t count) {
      Known& entry = known[first / 2 % kRemembered];  // most leaves have two or more
      if (entry.first != first) {
        entry.first = first;
        kernels.place(mesh, first, count, entry.block);
      }
      return entry.block;
    }
  };

  template <class May, class Use>
  std::int32_t visit_blocks(double within, const May& may, const Use& use) {
    std::int32_t tested = 0;
    const PieceFrame& frame = pieces_.frame();
    visit_leaves_under(a_.mesh.tree, b_.mesh.tree,
                       {frame.linear_b(), frame.translation_b(), within + frame.room({})},
                       [&](walk::Ref a, walk::Ref b) {
                         tested += static_cast<std::int32_t>((a.end - a.index) * (b.end - b.index));
                         return visit_leaves(a, b, may, use);
                       });
    return tested;
  }
  template <class May, class Use>
  bool visit_leaves(walk::Ref a, walk::Ref b, const May& may, const Use& use) {
    for (std::uint32_t i = a.index; i < a.end; i += kBlock) {
      const std::uint32_t count_a = std::min(kBlock, a.end - i);
      const PlacedBlock& block_a = a_.placed(kernels_, i, count_a);
      for (std::uint32_t j = b.index; j < b.end; j += kBlock) {
        const std::uint32_t count_b = std::min(kBlock, b.end - j);
        const PlacedBlock& block_b = b_.placed(kernels_, j, count_b);
        for (std::uint32_t rest = may(block_a, count_a, block_b, count_b); rest != 0; rest &= rest - 1) {
          const auto pair = static_cast<std::uint32_t>(std::countr_zero(rest));
          const std::uint32_t s = pair / kBlock, t = pair % kBlock;
          Corners corners_a, corners_b;
          block_a.triangle(s, corners_a);
          block_b.triangle(t, corners_b);
          if (!use(a_.mesh.tree.order[i + s], b_.mesh.tree.order[j + t], corners_a, corners_b)) return false;
        }
      }
    }
    return true;
  }

  const PieceOperands& pieces_;
  BlockKernels kernels_ = block_kernels();
  Side a_, b_;
};

}  // namespace graze::inline GRAZE_ABI
