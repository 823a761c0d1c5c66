// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>

#include "graze/query/nearest_pieces.h"
#include "query/pair/answers.h"
#include "query/pair/complex.h"
#include "query/pieces/box_piece.h"
#include "query/pieces/earliest.h"
#include "query/pieces/pair_walk.h"

namespace graze::inline GRAZE_ABI {
namespace {

bool is_nearer(const Distance& a, const Distance& b) {
  return a.upper != b.upper ? a.upper < b.upper : a.piece_a < b.piece_a;
}

// The nearest few pieces of a, b taken as a whole.
class NearestFew {
 public:
  NearestFew(const Operand& a, const Operand& b, std::span<Distance> out, const QuerySettings& settings)
      : pieces_(a, b),
        axis_(a, b, pieces_.frame()),
        nearest_(out),
        settings_(settings_of_pieces(settings)),
        threshold_(settings.threshold),
        limit_(double(settings.threshold)) {}

  void find() {
    const auto leaf = [&](std::uint32_t piece, std::uint32_t) { ask(piece); };
    std::optional<BoxDistance> boxes;
    const auto refined = [&](double gap, const Aabb& of_a, const Aabb& of_b) {
      const bool is_worth_it = pieces_.is_convex_and_triangles() && axis_.has_convex() &&
                               asked_ >= 4 * BoxPiece::kPatience && limit_ >= 0;
      if (!is_worth_it) return gap;
      if (!boxes) boxes.emplace(pieces_);
      return boxes->find(gap, of_a, of_b, limit_, settings_);
    };
    if (!pieces_.are_trees()) return visit_nearest_pieces(pieces_, limit_, axis_, leaf, refined);
    visit_nearest(
        pieces_.a.pieces()->tree, [&](const Aabb& box) { return gap_from_b(box); }, limit_,
        [&](std::uint32_t piece) { ask(piece); });
  }
  [[nodiscard]] std::span<Distance> written() const { return nearest_.written(); }

 private:
  void ask(std::uint32_t piece) {
    ++asked_;
    if (is_beyond(piece)) return;
    // Distances that are listed are complete; one beyond all of them need not be.
    settings_.threshold = nearest_.is_full() ? round_up(std::max(0.0, limit_)) : kInfinity;
    Distance d = distance_of(pieces_.a[piece], pieces_.b.whole(), settings_);
    d.piece_a = piece;
    if (d.status == Status::beyond_threshold || d.lower > threshold_) return;
    nearest_.add(d, is_nearer);
    if (nearest_.is_full()) limit_ = std::min(limit_, double(written().back().upper));
    if (nearest_.is_full() && !(limit_ > 0)) limit_ = -kInfinite;  // nothing can be nearer
    axis_.set(Vec3d(written().front().normal));
  }
  [[nodiscard]] bool is_beyond(std::uint32_t piece) const {
    if (!pieces_.is_convex_and_triangles() || !axis_.has_convex()) return false;
    const Triangle t = pieces_.triangle(piece, kNoPiece);
    return axis_.gap(t) > limit_ || axis_.gap_along(axis_.between(t), t) > limit_;
  }
  // Of a box of a from the boxes of the pieces of b; zero or less: they overlap.
  [[nodiscard]] double gap_from_b(const Aabb& box) const {
    const PieceFrame& frame = pieces_.frame();
    const PieceFrame::Box placed = frame.place_a(box);
    const Pieces& others = *pieces_.b.pieces();
    double least = kInfinite, best = kInfinite;
    visit_nearest(
        others.tree, [&](const Aabb& other) { return frame.gap(placed, frame.place_b(other)); }, best,
        [&](std::uint32_t id) {
          least = std::min(least, frame.gap(placed, frame.place_b(others.box(id))));
          best = least > 0 ? least : -kInfinite;
        });
    return least;
  }

  PieceOperands pieces_;
  PieceAxis axis_;
  FirstFew<Distance> nearest_;
  QuerySettings settings_;
  Real threshold_;
  double limit_;   // once there is no room left, that of the last
  int asked_ = 0;  // pieces
};

}  // namespace

NearestPieces nearest_pieces(const Instance& a, const Instance& b, std::span<Distance> out,
                             const QuerySettings& settings) {
  const Operand whole_a = operand(a), whole_b = operand(b);
  if (!are_answerable(whole_a, whole_b, settings)) return {{}, Status::invalid_argument};
  if (out.empty()) return {};
  if (!is_complex(whole_a)) {
    QuerySettings whole = settings_of_pieces(settings);
    whole.threshold = kInfinity;
    out[0] = distance_of(whole_a, whole_b, whole);
    out[0].piece_a = kNoPiece;
    return {out.first(out[0].lower > settings.threshold ? 0 : 1), Status::converged};
  }
  NearestFew nearest(whole_a, whole_b, out, settings);
  nearest.find();
  return {nearest.written(), Status::converged};
}

}  // namespace graze::inline GRAZE_ABI
