// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/piece_contacts.h"
#include "query/pieces/cache.h"
#include "query/pieces/pair_walk.h"
#include "tree/near_round.h"

// The pair of pieces that overlap most: nearest boxes first, and no pair is asked that a box or a direction
// shows to be less deep than the deepest so far.

namespace graze::inline GRAZE_ABI {
namespace {

// A convex operand, ready for lower bounds of its separation from the nodes of a tree that is placed rigidly.
class NearConvex {
 public:
  NearConvex(const PieceFrame& frame, const Operand& convex, const Aabb& reach) : room_(frame.room({})) {
    // Without margins: they are in the room.
    const RelativePlacement placed = frame.placement_within(-room_);
    const Aabb core = box_in_frame(placed, convex, reach);
    const Vec3d middle = (Vec3d(reach.lower) + Vec3d(reach.upper)) * 0.5,
                half = (Vec3d(reach.upper) - Vec3d(reach.lower)) * 0.5,
                centre = placed.linear * middle + placed.translation;
    for (int k = 0; k < 3; ++k) {
      around_.least[k] = core.lower[k];
      around_.most[k] = core.upper[k];
      around_.centre[k] = static_cast<Real>(centre[k]);
    }
    const ShapeKind kind = convex.shape->kind;
    const bool is_round =
        kind == ShapeKind::sphere || kind == ShapeKind::capsule || kind == ShapeKind::ellipsoid;
    const double radius = largest_stretch(placed.linear) * (is_round ? max_abs(half) : length(half));
    around_.radius = round_up(radius + 32 * double(kEpsilon) * frame.size());
  }

  /// Adds those whose separation may be no more than `most`, and gives the least of the others. Of boxes that
  /// overlap without their margins nothing is known: minus infinity.
  double add_children(const WideNode& node, double most, walk::Sorted& children) const {
    constexpr double kShare = 1 - 32 * double(kEpsilon);
    Real gaps[kWidth];
    find_gaps(node, around_, gaps);
    double least = kInfinite;
    for (int i = 0; i < node.child_count; ++i) {
      const double gap = gaps[i] > 0 ? double(gaps[i]) * kShare - room_ : -kInfinite;
      gap > most ? void(least = std::min(least, gap)) : children.add(i, gap);
    }
    return least;
  }

 private:
  BoxAndBall around_;
  double room_;
};

// A tetrahedron, a quadrilateral, or less.
bool is_small(const ShapeView& shape) {
  return has_vertices(shape.kind) && polytope_of(shape).vertices.count <= 4;
}
// The point of such a shape that is nearest to p; of one that holds p, any of its surface.
Vec3d nearest_of(const ShapeView& small, const Vec3d& p) {
  const VertexSet& set = polytope_of(small).vertices;
  Vec3d best = set.vertex(0);
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 1; i < set.count; ++i)
    for (std::uint32_t j = i + 1; j < set.count; ++j) {
      const Vec3d q = nearest_on_triangle(p, set.vertex(0), set.vertex(i), set.vertex(j));
      const double squared = length_squared(q - p);
      if (!(squared < least)) continue;
      least = squared;
      best = q;
    }
  return best;
}

class DeepestPair {
 public:
  explicit DeepestPair(const QuerySettings& settings) : settings_(settings_of_pieces(settings)) {
    settings_.cache = &memory_;
  }

  void visit(const PieceLeaf& a, const PieceLeaf& b) {
    const bool has_pieces_a = is_complex(a.operand), has_pieces_b = is_complex(b.operand);
    if (has_pieces_a && has_pieces_b) return visit_pairs(a, b);
    if (has_pieces_a) return visit_pieces(a, b, 1, [&](const PieceLeaf& part) { visit(part, b); });
    if (has_pieces_b) return visit_pieces(b, a, -1, [&](const PieceLeaf& part) { visit(a, part); });
    if (!was_asked(a, b)) ask(a, b);
  }
  /// Asks about these pieces first: others matter where they are deeper.
  void begin_with(const PieceLeaf& a, const PieceLeaf& b) {
    visit(a, b);
    first_ = {a.piece, b.piece};
  }
  [[nodiscard]] const Penetration& best() const { return best_; }
  /// No two pieces are closer, if all are apart.
  [[nodiscard]] Real clearance() const {
    const bool is_known = best_.contact == Contact::apart && clearance_ > 0 && clearance_ < kInfinite;
    return is_known ? round_down(clearance_) : Real(0);
  }

 private:
  void visit_pairs(const PieceLeaf& a, const PieceLeaf& b) {
    clearance_ = 0;
    PieceOperands pieces(a.operand, b.operand);
    PairWalk walk(pieces, 0);
    for (PieceIds ids; walk.next(ids);) visit(a.below(pieces.a, ids.a), b.below(pieces.b, ids.b));
  }

  // `sign`: of normals of the answer that point from the pieces to the other operand.
  template <class Below>
  void visit_pieces(const PieceLeaf& whole, const PieceLeaf& other, int sign, Below below) {
    const Operand &a = whole.operand, &b = other.operand;
    const Aabb reach_a = local_bounds(a), reach_b = local_bounds(b);
    const PieceFrame frame(a, b, reach_a, reach_b);
    PieceReader pieces(a);
    PieceAxis axis(a, b, frame);
    if (limit_ < 0) axis.set(Vec3d(best_.normal) * sign);
    const auto use = [&](std::uint32_t id) {
      const PieceLeaf part = whole.below(pieces, id);
      const double bound = separation_bound(axis, frame, part), before = limit_;
      if (bound > limit_) return note_apart(bound);
      below(part);
      if (limit_ < before) axis.set(Vec3d(best_.normal) * sign);
      if (best_.contact != Contact::apart || is_complex(part.operand)) return;
      axis.set(Vec3d(memory_.axis) * sign);
      note_apart(separation_bound(axis, frame, part));
      axis.set({});
    };
    // Without margins boxes that overlap say nothing about depth.
    const bool has_margins = a.margin > 0 || b.margin > 0;
    if (has_margins && frame.is_frame_of_a() && frame.is_bounded())
      visit_nearest_first(*pieces.pieces(), frame, other, reach_b, use);
    else
      visit_all(a, b, use);
  }

  template <class Use>
  void visit_nearest_first(const Pieces& pieces, const PieceFrame& frame, const PieceLeaf& other,
                           const Aabb& reach, Use use) {
    const TreeData* const tree = TreeAccess::data(pieces.tree);
    if (tree == nullptr) return;
    const NearConvex near(frame, other.operand, reach);
    walk::one_tree_nearest(
        *tree,
        [&](const WideNode& node, walk::Sorted& children) {
          note_apart(near.add_children(node, limit_, children));
        },
        [&] { return limit_; }, use);
  }
  template <class Use>
  void visit_all(const Operand& a, const Operand& b, Use use) {
    const PieceOperands pieces(a, b);
    PairWalk walk(pieces, 0);
    clearance_ = 0;
    for (PieceIds ids; walk.next(ids);) use(ids.a);
  }

  // Along the axis, or where that is no more than the limit along the line from one to the other, too.
  [[nodiscard]] double separation_bound(const PieceAxis& axis, const PieceFrame& frame,
                                        const PieceLeaf& part) const {
    if (frame.has_plane() || is_complex(part.operand)) return -kInfinite;
    if (part.mesh != nullptr) {
      const Triangle t = part.mesh->triangle(part.number);
      const double along = axis.gap(t);
      return along > limit_ ? along : std::max(along, axis.gap_along(axis.between(t), t));
    }
    const ShapeView& shape = *part.operand.shape;
    double bound = axis.gap(shape);
    if (!(bound > limit_)) bound = std::max(bound, axis.gap_towards(inner_point_of(shape), shape));
    if (bound > limit_ || !is_small(shape)) return bound;
    return std::max(bound, axis.gap_towards(nearest_of(shape, axis.inner_in_pieces()), shape));
  }
  void note_apart(double separation) { clearance_ = std::min(clearance_, separation); }

  void ask(const PieceLeaf& a, const PieceLeaf& b) {
    memory_ = {};
    const Penetration depth = penetration_of(a.operand, b.operand, settings_);
    if (!is_deeper(depth, a.piece, b.piece)) return;
    best_ = depth;
    best_.piece_a = a.piece;
    best_.piece_b = b.piece;
    if (depth.contact == Contact::overlapping) limit_ = -double(depth.upper);
  }
  [[nodiscard]] bool is_deeper(const Penetration& depth, std::uint32_t ia, std::uint32_t ib) const {
    if (depth.contact != best_.contact) return depth.contact > best_.contact;
    if (depth.upper != best_.upper) return depth.upper > best_.upper;
    return depth.contact != Contact::apart && (ia != best_.piece_a ? ia < best_.piece_a : ib < best_.piece_b);
  }

  // Only the whole operands know the number of a piece that was asked first.
  [[nodiscard]] bool was_asked(const PieceLeaf& a, const PieceLeaf& b) const {
    const auto is_piece = [](const PieceLeaf& leaf, std::uint32_t id) {
      return leaf.piece == id && (leaf.within == nullptr || leaf.within->within == nullptr);
    };
    return first_.has_value() && is_piece(a, first_->a) && is_piece(b, first_->b);
  }

  QuerySettings settings_;
  PairCache memory_;  // of the last pair of pieces, for its axis
  std::optional<PieceIds> first_;
  Penetration best_;
  double limit_ = 0;              // pairs whose separation is greater do not matter
  double clearance_ = kInfinite;  // no pair that was found to be apart is closer
};

}  // namespace

PieceDepth deepest_pieces(const Instance& a, const Instance& b, const QuerySettings& settings) {
  const Operand whole_a = operand(a), whole_b = operand(b);
  if (!are_answerable(whole_a, whole_b, settings)) return {refused<Penetration>(), 0};
  const PieceCache cache(whole_a, whole_b, settings.cache);
  DeepestPair deepest(settings);
  cache.with_last([&](const Operand& x, std::uint32_t ia, const Operand& y, std::uint32_t ib) {
    deepest.begin_with({x, nullptr, ia}, {y, nullptr, ib});
  });
  deepest.visit({whole_a}, {whole_b});
  const Penetration& best = deepest.best();
  cache.keep(best.piece_a, best.piece_b, best.normal);
  if (settings.cache != nullptr && best.contact == Contact::apart) settings.cache->vertex_count = 0;
  return {best, deepest.clearance()};
}

}  // namespace graze::inline GRAZE_ABI
