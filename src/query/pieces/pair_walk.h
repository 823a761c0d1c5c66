// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <optional>

#include "graze/base/function_ref.h"
#include "graze/query/piece.h"
#include "query/pair/complex.h"
#include "query/pieces/axis.h"
#include "query/pieces/operands.h"
#include "tree/traverse.h"

// Which pairs of pieces of two operands matter, by the boxes of their trees: all that may be close, one after
// the other (PairWalk), through nested compounds (visit_leaves), or nearest first (visit_nearest_pieces).

namespace graze::inline GRAZE_ABI {

/// Two pieces by their numbers; kNoPiece for an operand that is convex.
struct PieceIds {
  std::uint32_t a = kNoPiece, b = kNoPiece;
};

/// Pairs of pieces of two operands, both made of pieces, whose boxes may be closer than a distance.
class TwoTreePairs {
 public:
  /// Precondition: neither tree is empty.
  TwoTreePairs(const PieceOperands& pieces, double within)
      : tree_a_(*TreeAccess::data(pieces.a.pieces()->tree)),
        tree_b_(*TreeAccess::data(pieces.b.pieces()->tree)),
        walk_(make_walk(pieces, within)) {}

  [[nodiscard]] bool next(PieceIds& ids) {
    if (++j_ >= b_.end) {
      if (++i_ >= a_.end) {
        if (!walk_.next(a_, b_)) return false;
        i_ = a_.index;
      }
      j_ = b_.index;
    }
    ids.a = tree_a_.order[i_];
    ids.b = tree_b_.order[j_];
    return true;
  }

 private:
  // Children of nodes that may be close: along six axes, or by gaps of boxes where a has no frame of its own.
  struct CloseChildren : walk::Choice<walk::Likely> {
    const PieceFrame& frame;
    double within;
    std::optional<ChildrenUnder> under;

    CloseChildren(const PieceFrame& f, double w) : frame(f), within(w) {}
    void write_a(const WideNode& node, const walk::Entry& b, walk::Likely& children) const {
      if (under) return under->write_a(node, b, children);
      children = walk::Likely(
          walk::children_where(node, [&](const Aabb& box) { return frame.gap(box, b.box) <= within; }).mask);
    }
    void write_b(const walk::Entry& a, const WideNode& node, walk::Likely& children) const {
      if (under) return under->write_b(a, node, children);
      children = walk::Likely(
          walk::children_where(node, [&](const Aabb& box) { return frame.gap(a.box, box) <= within; }).mask);
    }
  };
  [[nodiscard]] walk::TwoTrees<CloseChildren> make_walk(const PieceOperands& pieces, double within) const {
    const PieceFrame& frame = pieces.frame();
    CloseChildren children(frame, within);
    if (const auto own = frame.own_placement_within(within)) children.under.emplace(tree_a_, tree_b_, *own);
    return {tree_a_,
            tree_b_,
            {walk::root_entry(tree_a_), walk::root_entry(tree_b_)},
            children,
            children.under ? children.under->b_scale() : Real(1)};
  }

  const TreeData &tree_a_, &tree_b_;
  walk::TwoTrees<CloseChildren> walk_;
  walk::Ref a_, b_;              // the leaves that it stopped at last
  std::uint32_t i_ = 0, j_ = 0;  // the last pair of them
};

/// Left out of a walk of one tree: all that lies beyond `most` along an axis in the frame of the pieces; an
/// axis of zero: nothing. The order of the walk does not depend on it.
struct CutPlane {
  Vec3d axis;
  double most = 0;
};

/// Says of boxes in the frame of a mesh, which may be close to a convex operand, whether they matter.
using BoxFilter = FunctionRef<bool(const Aabb& box)>;

/// Pieces of an operand whose boxes may be closer to a convex operand than a distance; triangles are tested
/// one by one, too, unless there is a plane.
class PiecesNearConvex {
 public:
  /// `frame` is that of the pieces and the convex operand, `reach` the box of that in its own frame. `cut_at`
  /// null: the children of a node that reach farthest into that box come first.
  PiecesNearConvex(const PieceReader& pieces, const PieceReader& convex, const PieceFrame& frame,
                   const Aabb& reach, const CutPlane* cut_at, double within, const BoxFilter* filter);
  PiecesNearConvex(const PiecesNearConvex&) = delete;
  PiecesNearConvex& operator=(const PiecesNearConvex&) = delete;

  [[nodiscard]] bool next(std::uint32_t& id) {
    for (;;) {
      if (k_ >= ids_.end) {
        if (!walk_ || !walk_->next(ids_)) return false;
        k_ = ids_.index;
      }
      const std::uint32_t k = k_++;
      if (is_each_tested_ && are_apart(pieces_.triangle_at(k, *tree_), near_.turned)) continue;
      id = tree_->order[k];
      return true;
    }
  }

 private:
  // Children of nodes that may be close: along six axes, or by gaps where the pieces have no frame of their
  // own.
  struct Near {
    const PieceFrame& frame;
    double within;
    const BoxFilter* filter;  // null: there is none
    PieceFrame::Box placed;   // the convex operand
    bool is_turned = false, is_ordered = false;
    TurnedBox turned;
    decltype(NodeKernels::turned) meet = nullptr;

    Near(const PieceFrame& f, double w, const BoxFilter* of_boxes) : frame(f), within(w), filter(of_boxes) {}
    [[nodiscard]] bool enters(const Aabb& box) const {
      return frame.gap(frame.place_a(box), placed) <= within;
    }
    [[nodiscard]] std::uint32_t filtered(const WideNode& node, std::uint32_t mask) const {
      for (std::uint32_t rest = filter != nullptr ? mask : 0; rest != 0; rest &= rest - 1)
        if (const int i = std::countr_zero(rest); !(*filter)(child_box(node, i))) mask &= ~(1u << i);
      return mask;
    }
  };
  struct NearChildren : walk::Choice<walk::Likely> {
    const Near& near;
    explicit NearChildren(const Near& n) : near(n) {}
    void write(const WideNode& node, walk::Likely& children) const {
      if (near.is_turned) {
        Real overlap[kWidth];
        const std::uint32_t met = near.filtered(node, near.meet(node, near.turned, overlap));
        children = near.is_ordered ? walk::Likely(met) : walk::Likely(met, overlap);
        return;
      }
      children = walk::Likely(near.filtered(
          node, walk::children_where(node, [&](const Aabb& box) { return near.enters(box); }).mask));
    }
  };
  // Along six axes, like the boxes of nodes: a number that is not one separates nothing.
  static bool are_apart(const Triangle& t, const TurnedBox& other) {
    const Aabb box = box_of(t);
    const auto& [least, most] = other.reach;
    for (int k = 0; k < 3; ++k) {
      if (box.upper[k] < least[k] || box.lower[k] > most[k]) return true;
      const Vec3 axis{other.axis[k][0], other.axis[k][1], other.axis[k][2]};
      const Real a = dot(axis, t.a), b = dot(axis, t.b), c = dot(axis, t.c);
      if (std::max({a, b, c}) < least[3 + k] || std::min({a, b, c}) > most[3 + k]) return true;
    }
    return false;
  }

  const Pieces& pieces_;
  const TreeData* tree_;
  Near near_;
  bool is_each_tested_ = false;
  std::optional<walk::OneTree<NearChildren>> walk_;
  walk::Ref ids_;
  std::uint32_t k_ = 0;  // the next place in the leaf
};

/// Box of all that is within the slack of a convex operand that is placed in a frame.
[[nodiscard]] Aabb box_in_frame(const RelativePlacement& placed, const Operand& convex, const Aabb& reach);

/// Pairs of pieces of two operands that may be closer than a distance, one after the other. Lives on the
/// stack, and no longer than the operands.
class PairWalk {
 public:
  /// `cut_at` and `filter` matter where one operand is convex; the filter stays with the caller.
  PairWalk(const PieceOperands& pieces, double within, const CutPlane* cut_at = nullptr,
           const BoxFilter* filter = nullptr)
      : is_tree_a_(pieces.a.pieces() != nullptr) {
    const PieceReader &a = pieces.a, &b = pieces.b;
    if (pieces.are_trees()) {
      begin_both(pieces, within);
    } else if (is_tree_a_) {
      one_.emplace(a, b, pieces.frame(), pieces.reach_b(), cut_at, within, filter);
    } else {
      frame_of_b_.emplace(b.whole(), a.whole(), pieces.reach_b(), pieces.reach_a());
      one_.emplace(b, a, *frame_of_b_, pieces.reach_a(), cut_at, within, filter);
    }
  }
  PairWalk(const PairWalk&) = delete;
  PairWalk& operator=(const PairWalk&) = delete;

  /// Goes on to the next pair; false: that was the last one.
  [[nodiscard]] bool next(PieceIds& ids) {
    if (one_) return one_->next(is_tree_a_ ? ids.a : ids.b);
    return two_ && two_->next(ids);
  }

 private:
  void begin_both(const PieceOperands& pieces, double within) {
    const AabbTree &tree_a = pieces.a.pieces()->tree, &tree_b = pieces.b.pieces()->tree;
    const PieceFrame& frame = pieces.frame();
    if (TreeAccess::data(tree_a) == nullptr || TreeAccess::data(tree_b) == nullptr) return;
    if (frame.is_frame_of_a() || frame.gap(tree_a.bounds(), tree_b.bounds()) <= within)
      two_.emplace(pieces, within);
  }

  std::optional<PieceFrame> frame_of_b_;  // where only b has pieces
  std::optional<TwoTreePairs> two_;
  std::optional<PiecesNearConvex> one_;
  bool is_tree_a_;
};

inline PiecesNearConvex::PiecesNearConvex(const PieceReader& pieces, const PieceReader& convex,
                                          const PieceFrame& frame, const Aabb& reach, const CutPlane* cut_at,
                                          double within, const BoxFilter* filter)
    : pieces_(*pieces.pieces()), tree_(TreeAccess::data(pieces_.tree)), near_(frame, within, filter) {
  if (tree_ == nullptr) return;
  const Aabb root = tree_->nodes.front().box();
  const std::optional<RelativePlacement> own = frame.own_placement_within(within);
  if (!own) {
    near_.placed = frame.place_b(reach);
    if (near_.enters(root)) walk_.emplace(*tree_, NearChildren(near_));
    return;
  }
  const Aabb near = box_in_frame(*own, convex.whole(), reach);
  if (!overlaps(root, near)) return;
  // Also along the axes of the convex operand.
  near_.turned = turned_box(turned_frame(root, reach, *own), reach);
  auto& [least, most] = near_.turned.reach;
  for (int k = 0; k < 3; ++k) {
    least[k] = std::max(least[k], near.lower[k]);
    most[k] = std::min(most[k], near.upper[k]);
  }
  const bool is_cut = cut_at != nullptr && cut_at->axis != Vec3d{} && frame.is_frame_of_a();
  if (is_cut) cut(near_.turned, cut_at->axis, cut_at->most, root);
  near_.is_ordered = cut_at != nullptr;
  near_.is_turned = true;
  near_.meet = node_kernels().turned;
  is_each_tested_ = pieces_.is_triangles() && !is_cut;
  walk_.emplace(*tree_, NearChildren(near_));
}

// The convex shape is turned in Real, which moves its points by a few roundings of their sizes.
inline Aabb box_in_frame(const RelativePlacement& placed, const Operand& convex, const Aabb& reach) {
  const Mat3d& turn = placed.linear;
  const Vec3d low(reach.lower), high(reach.upper), half = (high - low) * 0.5;
  const Vec3d centre = turn * ((low + high) * 0.5) + placed.translation;
  // A box is its own reach, and turns into no less.
  const Aabb tight = convex.shape->kind == ShapeKind::box
                         ? Aabb{{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}}
                         : quick_bounds(*convex.shape, {to_real(turn.columns[0]), to_real(turn.columns[1]),
                                                        to_real(turn.columns[2])});
  const double far = std::max(max_abs(low), max_abs(high));
  Aabb box;
  for (int k = 0; k < 3; ++k) {
    const Vec3d row = turn.row(k);
    const double blur = 8 * double(kEpsilon) * sum_abs(row) * far, at = placed.translation[k];
    const double around = std::abs(row.x) * half.x + std::abs(row.y) * half.y + std::abs(row.z) * half.z;
    box.lower[k] =
        round_down(std::max(double(tight.lower[k]) - blur + at, centre[k] - around) - placed.slack);
    box.upper[k] = round_up(std::min(double(tight.upper[k]) + blur + at, centre[k] + around) + placed.slack);
  }
  return box;
}

/// leaf(id_a, id_b) for pairs of pieces in the order of bound(place_a(box), place_b(box)) of their boxes,
/// each given in its own frame, as long as that is not above `best`, which leaf lowers.
template <class PlaceA, class PlaceB, class Bound, class Leaf>
void visit_nearest_pieces(const PieceOperands& pieces, PlaceA place_a, PlaceB place_b, Bound bound,
                          const double& best, Leaf leaf) {
  if (pieces.are_trees()) {
    graze::visit_nearest_pairs(
        pieces.a.pieces()->tree, pieces.b.pieces()->tree,
        [&](const Aabb& box_a, const Aabb& box_b) { return bound(place_a(box_a), place_b(box_b)); }, best,
        leaf);
  } else if (pieces.a.pieces() != nullptr) {
    const auto other = place_b(pieces.reach_b());
    graze::visit_nearest(
        pieces.a.pieces()->tree, [&](const Aabb& box) { return bound(place_a(box), other); }, best,
        [&](std::uint32_t id) { leaf(id, kNoPiece); });
  } else {
    const auto other = place_a(pieces.reach_a());
    graze::visit_nearest(
        pieces.b.pieces()->tree, [&](const Aabb& box) { return bound(other, place_b(box)); }, best,
        [&](std::uint32_t id) { leaf(kNoPiece, id); });
  }
}

/// leaf(id_a, id_b) for pieces that may be no higher than `best` above the plane of a half-space, which the
/// other operand is; lower ones first, and of triangles only those whose corners are.
template <class Leaf>
void visit_lowest_pieces(const PieceOperands& pieces, const double& best, Leaf leaf) {
  const PieceFrame::Plane& plane = pieces.frame().plane();
  const Pieces& others = plane.operand == 0 ? *pieces.b.pieces() : *pieces.a.pieces();
  const TreeData* const tree = TreeAccess::data(others.tree);
  if (tree == nullptr) return;
  const auto reaches = node_kernels().reaches;
  Real down[3];
  for (int k = 0; k < 3; ++k) down[k] = static_cast<Real>(-plane.along[k]);
  // Three products in Real of an axis that was rounded.
  const double level =
      plane.level + 8 * double(kEpsilon) * plane.size + 16 * double(std::numeric_limits<Real>::min());
  const auto sort = [&](const WideNode& node, walk::Sorted& children) {
    Real reach[kWidth];
    reaches(node, down, reach);
    for (int i = 0; i < node.child_count; ++i)
      if (const double gap = -double(reach[i]) - level; !(gap > best)) children.add(i, gap);
  };
  walk::one_tree_nearest(
      *tree, sort, [&] { return best; },
      [&](std::uint32_t id) {
        if (others.is_triangles() && plane.gap(others.triangle(id)) > best) return;
        plane.operand == 0 ? leaf(kNoPiece, id) : leaf(id, kNoPiece);
      });
}

/// Nearest first by the gap between boxes; `axis`, which leaf may change, tells more about them, and so does
/// refined(gap, box_a, box_b) where the gap is not above `best`.
template <class Leaf, class Refined>
void visit_nearest_pieces(const PieceOperands& pieces, const double& best, const PieceAxis& axis, Leaf leaf,
                          Refined refined) {
  if (pieces.frame().has_plane()) return visit_lowest_pieces(pieces, best, leaf);
  const auto as_it_is = [](const Aabb& box) -> const Aabb& { return box; };
  const auto bound = [&](const Aabb& box_a, const Aabb& box_b) {
    const double along = axis.gap(box_a, box_b);
    if (along > best) return along;
    const double apart = std::max(along, pieces.frame().gap(box_a, box_b));
    // Before anything is known of the nearest, of boxes that overlap any will do.
    if (apart > best || (best == kInfinite && !(apart > 0))) return apart;
    const double gap = std::max(apart, axis.gap_of_centres(box_a, box_b));
    return gap > best ? gap : refined(gap, box_a, box_b);
  };
  visit_nearest_pieces(pieces, as_it_is, as_it_is, bound, best, leaf);
}

template <class Leaf>
void visit_nearest_pieces(const PieceOperands& pieces, const double& best, const PieceAxis& axis, Leaf leaf) {
  visit_nearest_pieces(pieces, best, axis, leaf, [](double gap, const Aabb&, const Aabb&) { return gap; });
}

/// A convex part of an operand, and where it comes from.
struct PieceLeaf {
  Operand operand;                    // the part, placed
  const Pieces* mesh = nullptr;       // whose triangle it is; null: none's
  std::uint32_t piece = kNoPiece;     // in the whole
  std::uint32_t number = kNoPiece;    // in the innermost mesh or compound
  const PieceLeaf* within = nullptr;  // that mesh or compound, while it is visited

  /// The part of it with this number; valid until the reader is asked for another.
  [[nodiscard]] PieceLeaf below(PieceReader& reader, std::uint32_t id) const {
    if (reader.pieces() == nullptr) return *this;
    return {reader[id], reader.is_triangles() ? reader.pieces() : nullptr, piece_of(id), id, this};
  }
  /// Which piece of the whole the part with this number belongs to.
  [[nodiscard]] std::uint32_t piece_of(std::uint32_t id) const { return piece == kNoPiece ? id : piece; }
};

/// use(leaf of a, leaf of b) for pairs of convex parts that may be closer than `within`; false ends it.
/// Recursive, as deep as compounds are nested.
template <class Use>
bool visit_leaves(const PieceLeaf& a, const PieceLeaf& b, double within, const Use& use) {
  if (!is_any_complex(a.operand, b.operand)) return use(a, b);
  PieceOperands pieces(a.operand, b.operand);
  PairWalk walk(pieces, within);
  for (PieceIds ids; walk.next(ids);)
    if (!visit_leaves(a.below(pieces.a, ids.a), b.below(pieces.b, ids.b), within, use)) return false;
  return true;
}

}  // namespace graze::inline GRAZE_ABI
