// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "graze/base/function_ref.h"
#include "graze/query/tree_front.h"
#include "query/pieces/operands.h"

namespace graze::inline GRAZE_ABI {

/// What is known of two pieces once they were asked about.
struct PieceGap {
  bool goes_on = true;   // false ends the walk
  double clearance = 0;  // no two points of them are closer; 0 or less: they may touch, or it is not known
};
using AskPieces = FunctionRef<PieceGap(std::uint32_t id_a, std::uint32_t id_b)>;

/// The walk of two trees from where the last one ended. An entry of the front says for how much motion its
/// parts stay apart; only those for which that is used up are looked at again. Fronts are those of
/// [Ehmann01]; that they hold for a stretch of motion, as the lists of neighbours of [Verlet67] do, saves
/// most looks.
class FrontWalk {
 public:
  /// Precondition: can_walk(pieces).
  FrontWalk(PieceOperands& pieces, TreeFront& front);

  /// Whether both have trees and rigid placements, and lengths have squares that are numbers.
  [[nodiscard]] static bool can_walk(const PieceOperands& pieces);
  /// Asks about every pair of pieces that may be no farther apart than `best`, which `ask` may lower;
  /// `normal` is a direction from a to b along which most are likely to be told apart, or zero. If that was
  /// ended early, the front is empty again. False: there is no front, and none is worth to be kept yet;
  /// nothing was asked.
  [[nodiscard]] bool visit(const double& best, const Vec3& normal, AskPieces ask);
  /// To be called with the answer, if visit() did nothing; if it did, it may be.
  void keep_answer(bool is_apart) {
    if (!is_of_this_pair()) set_pair();
    front_.is_apart_ = is_apart;
  }

 private:
  using Entry = TreeFront::Entry;
  static constexpr std::uint32_t kRoot = 0xffffffff;

  struct Parts {
    walk::Entry a, b;
    bool is_a_open;
    [[nodiscard]] bool are_leaves() const { return !a.ref.is_node() && !b.ref.is_node(); }
  };

  [[nodiscard]] bool is_of_this_pair() const;
  [[nodiscard]] double motion() const;
  [[nodiscard]] std::uint32_t expired_count() const;
  void set_pair();
  void keep_placement();
  void pause();
  void prepare(const Vec3& normal);
  bool begin(AskPieces ask);
  bool go_on(AskPieces ask);
  // Whether what was apart until then still is farther than matters.
  [[nodiscard]] bool holds(double until) const { return until > front_.moved_ + std::max(0.0, *best_); }
  void drop_empty_entries();

  [[nodiscard]] Parts parts_of(const Entry& entry) const;
  [[nodiscard]] Entry child_of(const Entry& entry, const Parts& parts, int child) const;
  // Asks about two leaves, or for the gaps of children; what was apart and may not be any more is in `open`.
  bool look(Entry& entry, const Parts& parts, AskPieces ask, std::uint32_t& open);
  bool ask_leaves(Entry& entry, const Parts& parts, AskPieces ask);
  // Opens children of an entry, and what is below them.
  bool extend(std::uint32_t entry, std::uint32_t open, AskPieces ask);
  // Without the front.
  bool walk_child(const Entry& entry, const Parts& parts, int child, AskPieces ask) const;
  [[nodiscard]] bool is_far(double gap) const { return gap > std::max(0.0, *best_); }
  // A part of b for nodes of a, and the other way round.
  [[nodiscard]] DistantBox distant_b(const Aabb& part) const;
  [[nodiscard]] DistantBox distant_a(const Aabb& part) const;
  [[nodiscard]] DistantBox distant(const TurnedBox& turned, const Vec3d& along, double end,
                                   double lost) const;

  PieceOperands& pieces_;
  TreeFront& front_;
  const TreeData *tree_a_, *tree_b_;
  double defects_;
  const double* best_ = nullptr;
  PieceAxis axis_;
  // Of walks only: most queries end before.
  std::optional<Relative> relative_;
  NodeKernels kernels_{};
};

}  // namespace graze::inline GRAZE_ABI
