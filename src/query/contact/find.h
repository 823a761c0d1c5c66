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

/// The contact set of a pair whose axis is known: `answer` is in the order of make_pair() and in the units of
/// the world.
void contacts_along(const Operand& a, const Operand& b, const Answer& answer, const ContactSettings& settings,
                    ContactSet& out);

/// Status, bounds and verdict of a contact set from an answer; `unit` as in PairFrame.
void summarize(const Answer& answer, double unit, ContactSummary& out);

}  // namespace graze::inline GRAZE_ABI
