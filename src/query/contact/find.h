// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/contact/axis.h"

// Contact sets of a pair of operands, convex or made of pieces.

namespace graze::inline GRAZE_ABI {

/// The contact set of a pair.
[[nodiscard]] ContactSet contacts_of(const Operand& a, const Operand& b, const ContactSettings& settings);
/// contacts_of() in place: copies are large.
void find_contacts(const Operand& a, const Operand& b, const ContactSettings& settings, ContactSet& out);

/// The names, the points and the axis of the last set stay in `set`, the contacts of boxes, capsules and
/// spheres without margins, as they do with a cache.
void keep_last_names(const Operand& a, const Operand& b, const ContactSettings& settings,
                     const ContactSet& last, ContactSet& set);

/// The contact set of a pair whose axis is known: `answer` is in the order of make_pair() and in the units of
/// the world.
void contacts_along(const Operand& a, const Operand& b, const Answer& answer, const ContactSettings& settings,
                    ContactSet& out);

/// Status, bounds and verdict of a contact set from an answer; `unit` as in PairFrame.
void summarize(const Answer& answer, double unit, ContactSummary& out);

/// Contacts of two spheres or capsules, as far as their separation tells.
enum class RoundContact : std::uint8_t {
  none,   ///< farther apart than the prediction
  point,  ///< one point
  sides,  ///< two sides that may run along each other: the points are to be found as for any pair
};

/// Decides the contacts of two spheres or capsules from their separation: `answer` is that of
/// solve_round_pair() or of its kernel. Fills the summary, and the point if it is the only one.
[[nodiscard]] RoundContact decide_round(const PairFrame& pair, const Answer& answer, Real prediction,
                                        ContactSummary& summary, ContactPoint& point);

/// Decides whether a sphere or a capsule and a box have contacts. True: there are points, to be found as for
/// any pair; then `answer` is brought to the frame of make_pair(), which has the box second. False: farther
/// apart than the prediction distance, and the summary is filled.
[[nodiscard]] bool decide_mixed(const PairFrame& pair, Real prediction, Answer& answer,
                                ContactSummary& summary);

/// Brings an answer of a pair that is apart to the frame of the pair with its operands in the other order.
void mirror(const PairFrame& pair, Answer& answer);

}  // namespace graze::inline GRAZE_ABI
