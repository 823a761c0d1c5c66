// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/contact.h"
#include "query/contact_side.h"
#include "query/pair.h"

namespace graze::inline GRAZE_ABI {

/// What separating axes tell about two boxes.
enum class BoxContact : std::uint8_t {
  unknown,  ///< nothing: another kind of pair, or one that takes an iteration
  none,     ///< farther apart than the prediction
  axis,     ///< `answer` is right; the points are to be found as for any pair
  points,   ///< all is found, in `frame`
};

/// Contact set of two boxes without margins under placements that keep them boxes.
[[nodiscard]] BoxContact find_box_contacts(const Operand& a, const Operand& b, double prediction,
                                           PairFrame& pair, Answer& answer, ContactFrame& frame,
                                           primitive::ClipPoints& points, double& tolerance);

}  // namespace graze::inline GRAZE_ABI
