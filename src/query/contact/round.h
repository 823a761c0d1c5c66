// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/contact/find.h"

namespace graze::inline GRAZE_ABI {

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
