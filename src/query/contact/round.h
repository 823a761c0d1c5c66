// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/contact.h"
#include "query/pair/pair.h"

namespace graze::inline GRAZE_ABI {

/// What the separation of two spheres or capsules tells about their contacts.
enum class RoundContact : std::uint8_t {
  none,   ///< farther apart than the prediction
  point,  ///< one point
  sides,  ///< two sides that may run along each other: the points are to be found as for any pair
};

/// `answer` is that of solve_directly() or of its kernel, for the separation. Fills the summary, and the
/// point if that is all there is.
[[nodiscard]] RoundContact look_at_round(const PairFrame& pair, const Answer& answer, Real prediction,
                                         ContactSummary& summary, ContactPoint& point);

/// A sphere or a capsule and a box. True: there are points, to be found as for any pair; then `answer` is
/// brought to the frame of make_pair(), which has the box second. False: farther apart than the prediction,
/// and the summary is filled.
[[nodiscard]] bool look_at_mixed(const PairFrame& pair, Real prediction, Answer& answer,
                                 ContactSummary& summary);

/// An answer that is apart, from the frame of the pair to that of the pair with its operands in the other
/// order.
void mirror(const PairFrame& pair, Answer& answer);

/// A point of a set that is nearer to the witnesses of the separation moves there; of the size of the pair.
inline constexpr double kNearWitness = 0.02;

/// The points of a pair whose axis is known, in the frame of make_pair().
void contacts_along(const Operand& a, const Operand& b, const Answer& answer, const ContactSettings& settings,
                    ContactSet& out);

/// What all contact sets take from an answer; `unit` as in PairFrame.
void summarize(const Answer& answer, double unit, ContactSummary& out);

[[nodiscard]] bool are_usable(const ContactSettings& settings);

/// The single query.
[[nodiscard]] ContactSet contacts_of(const Operand& a, const Operand& b, const ContactSettings& settings);
/// The same into a set: copies are large.
void find_contacts(const Operand& a, const Operand& b, const ContactSettings& settings, ContactSet& out);

/// All of that but for the points, of two triangles that overlap for certain, and what contacts_along() needs
/// to find these; false of others.
[[nodiscard]] bool find_triangle_axis(const Operand& a, const Operand& b, const ContactSettings& settings,
                                      ContactSummary& out, Answer& answer);

}  // namespace graze::inline GRAZE_ABI
