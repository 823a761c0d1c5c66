// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/contact.h"
#include "query/pair/pair.h"

// Contact set of two boxes without margins under placements that keep them boxes: 15 separating axes, faces
// before edges, then the clipped faces or the crossing of two edges. [Gottschalk96, Erleben05] Compiled once
// per SIMD target; all of them agree to the bit.

namespace graze::inline GRAZE_ABI {

/// set = {}, point by point: compilers would make a string instruction of that, which pairs that are apart
/// wait for.
inline void clear(ContactSet& set) {
  const ContactPoint none;
  for (ContactPoint& point : set.points) point = none;
  static_cast<ContactSummary&>(set) = {};
  set.count = 0;
}

/// How much the separating axes of two boxes tell about their contact.
enum class BoxContact : std::uint8_t {
  unknown,  ///< nothing: another kind of pair, or one that takes an iteration
  none,     ///< farther apart than the prediction
  axis,     ///< normal, witnesses and bounds; the points are to be found as for any pair
  points,   ///< all
};

/// Axis of contact of two boxes that lanes found, see ContactAxis in kernel/box/axes-inl.h; in canonical
/// order.
struct KnownBoxAxis {
  int axis;
  double height;
  bool is_tied;
};

struct BoxTask {
  const Operand &a, &b;
  double prediction;
  const KnownBoxAxis* known = nullptr;  ///< null: to be found
  int first = 0;                        ///< the operand that comes first in canonical order, if it is known
};

/// Where the points of two boxes go.
struct BoxContactPoints {
  static constexpr int kCapacity = 24;  ///< no two faces have more

  ContactPoint* to;  ///< room for four, or for kCapacity if all are wanted; written in fours
  bool wants_all;    ///< otherwise at most four of them
  int count = 0;
  Vec3 normal{};
};

/// `answer`: of none, axis and points, in the working frame and canonical order.
[[nodiscard]] BoxContact find_box_contacts(const BoxTask& task, Answer& answer, BoxContactPoints& points);

/// The contact set of a pair whose axis lanes have found.
void contacts_of_boxes(const Operand& a, const Operand& b, int first, const KnownBoxAxis& known,
                       const ContactSettings& settings, ContactSet& out);

}  // namespace graze::inline GRAZE_ABI
