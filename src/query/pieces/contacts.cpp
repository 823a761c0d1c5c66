// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/piece_contacts.h"
#include "query/contact/find.h"
#include "query/pair/answers.h"
#include "query/pieces/leaves.h"

namespace graze::inline GRAZE_ABI {

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
