// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/piece_contacts.h"

#include "query/complex.h"
#include "query/contact_round.h"
#include "query/piece_operands.h"
#include "query/single.h"

namespace graze::inline GRAZE_ABI {
namespace {

// leaf(a, b, numbers) for pairs of convex pieces that may be closer than `within`; false ends it. Nesting is
// as deep as compounds are.
template <class Leaf>
bool visit_convex(const Operand& a, const Operand& b, double within, const PieceNumbers& numbers,
                  const Leaf& leaf) {
  if (!is_any_complex(a, b)) return leaf(a, b, numbers);
  PieceOperands pieces(a, b);
  bool goes_on = true;
  pieces.visit(within, [&](std::uint32_t ia, std::uint32_t ib) {
    const PieceNumbers own{numbers.a == kNoPiece ? ia : numbers.a, numbers.b == kNoPiece ? ib : numbers.b};
    goes_on = visit_convex(pieces.a[ia], pieces.b[ib], within, own, leaf);
    return goes_on;
  });
  return goes_on;
}

}  // namespace

Status visit_piece_penetrations(const Instance& a, const Instance& b, PenetrationVisitor visit_pair,
                                const QuerySettings& settings) {
  const Operand whole_a = operand(a), whole_b = operand(b);
  if (!are_answerable(whole_a, whole_b, settings)) return Status::invalid_argument;
  const QuerySettings of_pieces = settings_of_pieces(settings);
  (void)visit_convex(whole_a, whole_b, 0, {},
                     [&](const Operand& x, const Operand& y, const PieceNumbers& numbers) {
                       const Penetration depth = penetration_of(x, y, of_pieces);
                       return depth.contact == Contact::apart || visit_pair(numbers, depth);
                     });
  return Status::converged;
}

Status visit_piece_contacts(const Instance& a, const Instance& b, ContactVisitor visit_pair,
                            const ContactSettings& settings) {
  const Operand whole_a = operand(a), whole_b = operand(b);
  const bool is_cached = settings.cache != nullptr;
  if (is_cached || !are_usable(settings) || !is_usable_complex(whole_a) || !is_usable_complex(whole_b))
    return Status::invalid_argument;
  (void)visit_convex(whole_a, whole_b, double(settings.prediction), {},
                     [&](const Operand& x, const Operand& y, const PieceNumbers& numbers) {
                       const ContactSet set = contacts_of(x, y, settings);
                       return set.count == 0 || visit_pair(numbers, set);
                     });
  return Status::converged;
}

}  // namespace graze::inline GRAZE_ABI
