// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/piece.h"
#include "query/pieces/axis.h"
#include "query/pieces/operands.h"
#include "tree/traverse.h"

namespace graze::inline GRAZE_ABI {

/// The pairs of triangles of two meshes, both placed rigidly, that may be nearest. Boxes fit a surface the
/// worse the more it is turned against their axes; along the normal of the nearest pair so far, and of the
/// last one that was farther, corners tell almost all others apart. So nodes over leaves alone are not opened
/// pair by pair: their triangles are projected once, and asked again as long as those normals stay; and so it
/// is with the outermost triangles of larger parts.
class NearestTriangles {
 public:
  NearestTriangles(const PieceReader& a, const PieceReader& b, const PieceFrame& frame);

  /// Whether the placements are rigid, and lengths such that their squares are numbers.
  [[nodiscard]] static bool can_visit(const PieceReader& a, const PieceReader& b, const PieceFrame& frame) {
    constexpr double kLargestSize = sizeof(Real) == 4 ? 0x1p60 : 0x1p500;
    return a.is_triangles() && b.is_triangles() && a.whole().placement->is_rigid() &&
           b.whole().placement->is_rigid() && frame.size() < kLargestSize;
  }
  /// leaf(id_a, id_b) -> bool for pairs that may be no farther than `best`, which leaf lowers; then it says
  /// true. In `normal` it leaves that of the pair, or zero. A pair may come twice.
  template <class Leaf>
  void visit(const double& best, const Vec3& normal, Leaf leaf);

 private:
  enum Which : std::uint8_t { nearest, farther };  // axes
  // Triangles in a block: those of a node over eight leaves of four.
  static constexpr std::uint32_t kMost = 32;
  static constexpr std::uint32_t kParts = 256;  // remembered of either mesh

  // How far what is below a node reaches along the axes, towards the other mesh.
  struct Part {
    std::uint32_t node = kNoPiece;
    std::uint32_t version[2] = {};
    double reach[2] = {};
  };
  // How far each triangle of a block reaches along the axes.
  struct Ends {
    double at[2][kMost];
  };
  struct Side {
    const Pieces* pieces;
    const TreeData* tree;
    Part parts[kParts];
    Vec3d along[2];  // the axes, towards the other mesh
    double lost;     // by a kernel along the axis, and plenty
    explicit Side(const PieceReader& reader);
  };

  struct Start {
    std::uint32_t id_a = 0, id_b = 0;
  };
  struct Foot {
    std::uint32_t id = 0;
    Vec3d point;
    double squared;
  };
  template <class Ask>
  void visit_blocks(walk::Ref ids_a, walk::Ref ids_b, const double& best, Ask& ask);
  // A pair that is probably among the nearest.
  [[nodiscard]] Start find_start() const;
  // Lets the foot be the point of the mesh nearest to p, in its frame, if that is nearer by more than a
  // little.
  void improve(const Side& side, const Vec3d& p, double hurry, Foot& foot) const;
  void set_axis(Which which, const Vec3& normal);
  // How far all triangles of a part reach along an axis, exact but for rounding in double.
  [[nodiscard]] double reach(Side& side, walk::Ref ref, Which which) const;
  [[nodiscard]] double reach_of_node(Side& side, const WideNode& node, Which which) const;
  double project(const Side& side, walk::Ref ids, Which which, double (&at)[kMost]) const;
  [[nodiscard]] double gap(Which which, double reach_a, double reach_b) const {
    return axes_[which].gap(reach_a, -reach_b);
  }
  // Along the axis that changes often, only low parts are worth the search for the outermost triangle.
  [[nodiscard]] static bool is_searched(const Side& side, walk::Ref ref, Which which) {
    return which == nearest || !ref.is_node() || side.tree->nodes[ref.index].inner_count == 0;
  }
  [[nodiscard]] bool are_beyond(walk::Ref a, walk::Ref b, double best) {
    return gap(nearest, reach(a_, a, nearest), reach(b_, b, nearest)) > best ||
           (is_searched(a_, a, farther) && is_searched(b_, b, farther) &&
            gap(farther, reach(a_, a, farther), reach(b_, b, farther)) > best);
  }
  // A part of one mesh for nodes of the other.
  [[nodiscard]] DistantBox distant(const TurnedBox& turned, Side& of_part, const walk::Entry& part,
                                   const Side& of_node) const;
  void sort(const WideNode& node, const DistantBox& box, const double& best, walk::Sorted& children) const {
    Real gap[kWidth];
    kernels_.gaps(node, box, gap);
    for (int i = 0; i < node.child_count; ++i)
      if (!(double(gap[i]) > best)) children.add(i, double(gap[i]));
  }

  Side a_, b_;
  PieceAxis axes_[2];
  Relative relative_;
  Mat3d linear_b_;
  Vec3d translation_b_;
  double share_, room_;
  NodeKernels kernels_;
};

template <class Leaf>
void NearestTriangles::visit(const double& best, const Vec3& normal, Leaf leaf) {
  const auto ask = [&](std::uint32_t id_a, std::uint32_t id_b) {
    const Which which = leaf(id_a, id_b) ? nearest : farther;
    set_axis(which, normal);
    return which;
  };
  const Start first = find_start();
  ask(first.id_a, first.id_b);
  set_axis(farther, normal);
  const auto sort_a = [&](const WideNode& node, const walk::Entry& b, walk::Sorted& children) {
    sort(node, distant(relative_.in_a(b.box), b_, b, a_), best, children);
  };
  const auto sort_b = [&](const walk::Entry& a, const WideNode& node, walk::Sorted& children) {
    sort(node, distant(relative_.in_b(a.box), a_, a, b_), best, children);
  };
  walk::two_trees_nearest<kMost>(
      *a_.tree, *b_.tree, sort_a, sort_b, best,
      [&](walk::Ref a, walk::Ref b) { return are_beyond(a, b, best); },
      [&](walk::Ref ids_a, walk::Ref ids_b) { visit_blocks(ids_a, ids_b, best, ask); });
}

template <class Ask>
void NearestTriangles::visit_blocks(walk::Ref ids_a, walk::Ref ids_b, const double& best, Ask& ask) {
  Ends a, b;
  double reach_b[2];
  const auto project_along = [&](Which which) {
    project(a_, ids_a, which, a.at[which]);
    reach_b[which] = project(b_, ids_b, which, b.at[which]);
  };
  project_along(nearest);
  project_along(farther);
  const auto is_beyond = [&](std::uint32_t i, double near_b, double far_b) {
    return gap(nearest, a.at[nearest][i], near_b) > best || gap(farther, a.at[farther][i], far_b) > best;
  };
  for (std::uint32_t i = 0; i < ids_a.end - ids_a.index; ++i) {
    if (is_beyond(i, reach_b[nearest], reach_b[farther])) continue;
    for (std::uint32_t j = 0; j < ids_b.end - ids_b.index; ++j)
      if (!is_beyond(i, b.at[nearest][j], b.at[farther][j]))
        project_along(ask(a_.tree->order[ids_a.index + i], b_.tree->order[ids_b.index + j]));
  }
}

}  // namespace graze::inline GRAZE_ABI
