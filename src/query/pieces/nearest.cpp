// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "graze/query/nearest_pieces.h"
#include "query/pair/answers.h"
#include "query/pair/complex.h"
#include "query/pieces/earliest.h"
#include "query/pieces/pair_walk.h"

namespace graze::inline GRAZE_ABI {
namespace {

bool is_nearer(const Distance& a, const Distance& b) {
  return a.upper != b.upper ? a.upper < b.upper : a.piece_a < b.piece_a;
}

}  // namespace

NearestPieces nearest_pieces(const Instance& a, const Instance& b, std::span<Distance> out,
                             const QuerySettings& settings) {
  const Operand whole_a = operand(a), whole_b = operand(b);
  if (!are_answerable(whole_a, whole_b, settings)) return {{}, Status::invalid_argument};
  if (out.empty()) return {};
  FirstFew<Distance> nearest(out);
  double limit = double(settings.threshold);  // once there is no room left, that of the last
  QuerySettings of_pieces = settings_of_pieces(settings);
  of_pieces.threshold = kInfinity;  // what is listed is complete
  const auto add = [&](Distance d, std::uint32_t piece) {
    d.piece_a = piece;
    if (d.lower > settings.threshold) return;
    nearest.add(d, is_nearer);
    if (nearest.is_full()) limit = std::min(limit, double(nearest.written().back().upper));
  };
  if (!is_complex(whole_a)) {
    add(distance_of(whole_a, whole_b, of_pieces), kNoPiece);
    return {nearest.written(), Status::converged};
  }
  // b as a whole: a mesh there is asked for its distance from one piece at a time.
  PieceReader pieces(whole_a);
  const Aabb reach_b = local_bounds(whole_b);
  const PieceFrame frame(whole_a, whole_b, pieces.pieces()->tree.bounds(), reach_b);
  const PieceFrame::Box box_b = frame.place_b(reach_b);
  visit_nearest(
      pieces.pieces()->tree, [&](const Aabb& box) { return frame.gap(frame.place_a(box), box_b); }, limit,
      [&](std::uint32_t id) { add(distance_of(pieces[id], whole_b, of_pieces), id); });
  return {nearest.written(), Status::converged};
}

}  // namespace graze::inline GRAZE_ABI
