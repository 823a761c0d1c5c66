// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/base/function_ref.h"
#include "query/contact/cache.h"
#include "query/pair/pair.h"

// Names that stay. Where a body rests, rounding decides in every frame anew which of two features a point is
// on, which four of many points count, and along which of several equally good axes they are found. With a
// cache the choice of the last frame stands as long as nothing is better by more than
// ContactSettings::persistence says.

namespace graze::inline GRAZE_ABI {

/// A pair of convex shapes that was just asked for its contacts.
struct NamedPair {
  const Operand &a, &b;
  const ContactSettings& settings;
  const Vec3& last_axis;  // of the last frame; of any value
  /// All points that the set was chosen from, as far as there is room.
  FunctionRef<std::span<ContactPoint>(std::span<ContactPoint> room)> find_all;
};

/// Gives the points of a set the names of the last frame, and chooses its points and its axis, where these
/// are as good; remembers them.
void keep_names(const NamedPair& pair, ContactMemory& memory, ContactSet& set);
/// keep_names() from the last set alone, for boxes, capsules and spheres without margins: where a name
/// belongs is known of them.
void keep_names(const NamedPair& pair, const ContactSet& last, ContactSet& set);

}  // namespace graze::inline GRAZE_ABI
