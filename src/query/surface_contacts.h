// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/contact.h"
#include "query/mesh_surface.h"

namespace graze::inline GRAZE_ABI {

/// The contact set of two convex parts with a normal that the surfaces have which they are part of, given the
/// set that they have by themselves; see visit_contact_manifolds(). False: neighbours have this contact, and
/// the set stays as it was. `around` is one for all pairs of two objects.
[[nodiscard]] bool fit_to_surfaces(const PieceLeaf& a, const PieceLeaf& b, const ContactSettings& settings,
                                   TrianglesAround& around, ContactSet& set);

}  // namespace graze::inline GRAZE_ABI
