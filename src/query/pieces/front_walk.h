// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>

#include "graze/base/function_ref.h"
#include "graze/query/tree_front.h"
#include "query/pieces/axis.h"
#include "query/pieces/operands.h"
#include "tree/traverse.h"

namespace graze::inline GRAZE_ABI {

/// The inside of a TreeFront.
struct FrontMemory {
  // Two parts of which one was opened: its children that were apart from the other, and that have not come
  // closer than to touch before the pair has moved by `until`. Two leaves have no children, but are one
  // entry.
  struct Entry {
    std::uint32_t a, b;  // a child of a node, eight to a node; or the root
    float until;
    std::uint8_t apart;   // children, a bit each
    std::uint8_t walked;  // children that there was no room for
  };
  struct Side {
    std::weak_ptr<const Pieces> pieces;
    std::uint64_t version = 0;
  };

  Side sides[2];
  PairPlacement placement;
  double margins = 0;
  double moved = 0;               // an upper bound, since the front was begun
  double until = 0;               // up to this motion all entries are apart
  std::uint32_t begun_count = 0;  // entries when it was begun
  std::uint32_t count = 0;
  bool is_apart = false;  // the last answer: of a pair that meets no front is kept
  // A pair that moves too fast for a front does without it for a while, the longer the oftener it does.
  bool is_used = false;
  std::uint8_t pause = 0, last_pause = 0;
  Entry entries[TreeFront::kCapacity];
};

/// The answer to a question about two pieces.
struct PieceGap {
  bool goes_on = true;   // false ends the walk
  double clearance = 0;  // no two points of them are closer; 0 or less: they may touch, or it is not known
};
using AskPieces = FunctionRef<PieceGap(std::uint32_t id_a, std::uint32_t id_b)>;

/// The walk of two trees from where the last one ended. An entry of the front says for how much motion its
/// parts stay apart; only those for which that is used up are tested again. Fronts are those of [Ehmann01];
/// that they hold for a stretch of motion, like the lists of neighbours of [Verlet67], saves most tests.
class FrontWalk {
 public:
  FrontWalk(PieceOperands& pieces, FrontMemory& front);

  /// The inside of a front that may be null; null, too, where no front can be kept: unless both have trees
  /// and rigid placements, and lengths have squares that are numbers.
  [[nodiscard]] static FrontMemory* memory_of(TreeFront* front, const PieceOperands& pieces);
  /// Asks about every pair of pieces that may be no farther apart than `best`, which `ask` may lower;
  /// `normal` is a direction from a to b along which most are likely to be told apart, or zero. If that was
  /// ended early, the front is empty again. False: there is no front, and none is worth to be kept yet;
  /// nothing was asked.
  [[nodiscard]] bool visit(const double& best, const Vec3& normal, AskPieces ask);
  /// To be called with the answer, if visit() did nothing; if it did, it may be.
  void keep_answer(bool is_apart) {
    if (!is_of_this_pair()) set_pair();
    front_.is_apart = is_apart;
  }

 private:
  using Entry = FrontMemory::Entry;
  static constexpr std::uint32_t kRoot = 0xffffffff;

  struct Parts {
    walk::Entry a, b;
    bool is_a_open;
    [[nodiscard]] bool are_leaves() const { return !a.ref.is_node() && !b.ref.is_node(); }
  };

  [[nodiscard]] bool is_of_this_pair() const;
  void set_pair();
  [[nodiscard]] std::uint32_t expired_count() const;
  void pause();
  void prepare(const Vec3& normal);
  bool begin(AskPieces ask);
  bool renew(AskPieces ask);
  // Whether parts that were apart until then are still farther apart than matters.
  [[nodiscard]] bool holds(double until) const { return until > front_.moved + std::max(0.0, *best_); }
  void drop_empty_entries();

  [[nodiscard]] Parts parts_of(const Entry& entry) const;
  [[nodiscard]] Entry child_of(const Entry& entry, const Parts& parts, int child) const;
  // Asks about two leaves, or for the gaps of children; those that were apart and may not be any more are
  // put into `open`.
  bool test_entry(Entry& entry, const Parts& parts, AskPieces ask, std::uint32_t& open);
  bool ask_leaves(Entry& entry, const Parts& parts, AskPieces ask);
  // Adds entries for children of an entry, and for all below them.
  bool open_children(std::uint32_t entry, std::uint32_t open, AskPieces ask);
  // Asks about all below a child, without the front.
  bool walk_child(const Entry& entry, const Parts& parts, int child, AskPieces ask) const;
  [[nodiscard]] bool is_far(double gap) const { return gap > std::max(0.0, *best_); }
  // A part of b for nodes of a, and the other way round.
  [[nodiscard]] DistantBox distant_b(const Aabb& part) const;
  [[nodiscard]] DistantBox distant_a(const Aabb& part) const;
  [[nodiscard]] DistantBox distant(const TurnedBox& turned, const Vec3d& along, double end,
                                   double lost) const;

  PieceOperands& pieces_;
  FrontMemory& front_;
  const TreeData *tree_a_, *tree_b_;
  double defects_;
  const double* best_ = nullptr;
  PieceAxis axis_;
  // Made by prepare(): most queries end before.
  std::optional<Relative> relative_;
  NodeKernels kernels_{};
};

}  // namespace graze::inline GRAZE_ABI
