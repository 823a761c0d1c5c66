// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/contact.h"
#include "query/pair/pair.h"

// The contact normal of a pair: the direction of its least overlap or of its separation, from the queries
// that answer these.

namespace graze::inline GRAZE_ABI {

/// A pair in its working frame, with the normal, the witness points and the bounds of its separation.
struct ContactAxis {
  Pair pair;
  Answer answer;  // in the units of the pair
};

[[nodiscard]] bool are_usable(const ContactSettings& settings);

/// Whether a plane across the line of centres, or the last one of the cache, shows that a and b are farther
/// apart than the prediction distance.
[[nodiscard]] bool is_quickly_apart(const Operand& a, const Operand& b, const ContactSettings& settings);
/// Farther apart than the prediction distance, and nothing else is known.
void set_far(const ContactSettings& settings, Answer& answer);

/// Finds the axis, or takes over the one that is `known`, in the units of the world. False: no contacts;
/// `axis.answer` says why.
[[nodiscard]] bool find_axis(const Operand& a, const Operand& b, const ContactSettings& settings,
                             const Answer* known, ContactAxis& axis);

/// The answer of an axis in the units of the world, ready for find_axis() to take over.
[[nodiscard]] Answer in_world(const ContactAxis& axis);

/// The summary of two triangles that overlap for certain, and the answer from which contacts_along() finds
/// their points; false of other pairs.
[[nodiscard]] bool find_triangle_axis(const Operand& a, const Operand& b, const ContactSettings& settings,
                                      ContactSummary& out, Answer& answer);

}  // namespace graze::inline GRAZE_ABI
