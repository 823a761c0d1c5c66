// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Lists of pairs of pieces: those that intersect, their depths and contacts.

#include "graze/query/piece_contacts.h"
#include "graze/query/piece_pairs.h"
#include "query/contact/find.h"
#include "query/pieces/block_pairs.h"
#include "query/pieces/pair_walk.h"
#include "query/pieces/placed_triangles.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Reports two triangles if they touch or overlap; false: the visitor has ended it.
bool report_meeting(const PieceOperands& pieces, const PieceIds& ids, const primitive::TriangleMeeting& m,
                    PairVisitor visit_pair) {
  if (m.contact == Contact::apart) return true;
  PiecePair pair{ids.a, ids.b, m.contact, m.has_segment, {}};
  if (m.has_segment) pair.segment = {pieces.to_world(m.start), pieces.to_world(m.end)};
  return visit_pair(pair);
}

// Meshes without margins: four triangles against four where a is placed rigidly, else one by one.
void visit_triangles(const PieceOperands& pieces, PairVisitor visit_pair) {
  if (pieces.frame().is_frame_of_a()) {
    BlockPairs blocks(pieces, 0);
    BlockPairs::Corners s, t;
    while (blocks.next())
      for (std::uint32_t rest = blocks.find_meeting(); rest != 0;) {
        const PieceIds ids = blocks.take_lowest(rest, s, t);
        if (!report_meeting(pieces, ids, primitive::meet_close_triangles(s, t), visit_pair)) return;
      }
    return;
  }
  PlacedTriangles placed(pieces);
  PairWalk walk(pieces, 0);
  for (PieceIds ids; walk.next(ids);)
    if (!report_meeting(pieces, ids, placed.find_meeting(ids.a, ids.b), visit_pair)) return;
}

// Two pieces that are complex themselves, like meshes in compounds, count as one pair.
void visit_pieces(PieceOperands& pieces, const QuerySettings& settings, PairVisitor visit_pair) {
  PairWalk walk(pieces, 0);
  for (PieceIds ids; walk.next(ids);) {
    PiecePair pair{ids.a, ids.b, Contact::apart, false, {}};
    pair.contact = intersection_of(pieces.a[ids.a], pieces.b[ids.b], settings).contact;
    if (pair.contact != Contact::apart && !visit_pair(pair)) return;
  }
}

}  // namespace

Status visit_intersecting_pieces(const Instance& a, const Instance& b, PairVisitor visit_pair,
                                 const QuerySettings& settings) {
  const Operand whole_a = operand(a), whole_b = operand(b);
  if (!are_answerable(whole_a, whole_b, settings)) return Status::invalid_argument;
  const QuerySettings of_pieces = settings_of_pieces(settings);
  if (!is_any_complex(whole_a, whole_b)) {
    PiecePair only;
    const Intersection whole = intersection_of(whole_a, whole_b, of_pieces);
    only.contact = whole.contact;
    if (whole) (void)visit_pair(only);
    return whole.status;
  }
  // Vertices are rounded into the frame of the operand that intersects() has first, whatever the order of the
  // call.
  const bool is_swapped = is_out_of_order(whole_a, whole_b);
  PieceOperands pieces(is_swapped ? whole_b : whole_a, is_swapped ? whole_a : whole_b);
  const auto visit_mirrored = [&](PiecePair pair) {
    std::swap(pair.piece_a, pair.piece_b);
    return visit_pair(pair);
  };
  const PairVisitor visit = is_swapped ? PairVisitor(visit_mirrored) : visit_pair;
  if (pieces.are_plain_triangles())
    visit_triangles(pieces, visit);
  else
    visit_pieces(pieces, of_pieces, visit);
  return Status::converged;
}

PiecePairs intersecting_pieces(const Instance& a, const Instance& b, std::span<PiecePair> out,
                               const QuerySettings& settings) {
  PiecePairs result;
  const auto add = [&](const PiecePair& pair) {
    if (result.found < out.size()) out[result.found] = pair;
    ++result.found;
    return true;
  };
  result.status = visit_intersecting_pieces(a, b, add, settings);
  result.written = out.first(std::min(result.found, out.size()));
  return result;
}

Status visit_piece_penetrations(const Instance& a, const Instance& b, PenetrationVisitor visit_pair,
                                const QuerySettings& settings) {
  const Operand whole_a = operand(a), whole_b = operand(b);
  if (!are_answerable(whole_a, whole_b, settings)) return Status::invalid_argument;
  const QuerySettings of_pieces = settings_of_pieces(settings);
  (void)visit_leaves({whole_a}, {whole_b}, 0, [&](const PieceLeaf& x, const PieceLeaf& y) {
    const Penetration depth = penetration_of(x.operand, y.operand, of_pieces);
    return depth.contact == Contact::apart || visit_pair({x.piece, y.piece}, depth);
  });
  return Status::converged;
}

Status visit_piece_contacts(const Instance& a, const Instance& b, ContactVisitor visit_pair,
                            const ContactSettings& settings) {
  const Operand whole_a = operand(a), whole_b = operand(b);
  const bool is_cached = settings.cache != nullptr;
  if (is_cached || !are_usable(settings) || !is_usable_complex(whole_a) || !is_usable_complex(whole_b))
    return Status::invalid_argument;
  (void)visit_leaves({whole_a}, {whole_b}, double(settings.prediction),
                     [&](const PieceLeaf& x, const PieceLeaf& y) {
                       const ContactSet set = contacts_of(x.operand, y.operand, settings);
                       return set.count == 0 || visit_pair({x.piece, y.piece}, set);
                     });
  return Status::converged;
}

}  // namespace graze::inline GRAZE_ABI
