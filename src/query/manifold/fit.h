// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/contact.h"
#include "query/manifold/surface.h"

namespace graze::inline GRAZE_ABI {

enum class SurfaceContact : std::uint8_t { none, fits, left_out };

/// The contact set of two convex parts with a normal that the surfaces have which they are part of; see
/// visit_contact_manifolds(). `left_out`: neighbours have this contact, and the set is the one that the parts
/// have by themselves, if that is needed. `around` is one for all pairs of two objects.
[[nodiscard]] SurfaceContact find_surface_contacts(const PieceLeaf& a, const PieceLeaf& b,
                                                   const ContactSettings& settings, TrianglesAround& around,
                                                   bool is_left_out_needed, ContactSet& set);

}  // namespace graze::inline GRAZE_ABI
