// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "primitive/beam.h"
#include "primitive/polygon.h"

namespace graze::inline GRAZE_ABI::primitive {

struct PolygonHit {
  BeamHit hit;
  Contact contact = Contact::apart;  // overlapping: through the inside, from one side to the other
};

/// First point of the beam in the polygon; decided exactly. Precondition: finite numbers.
[[nodiscard]] PolygonHit hit_polygon(const Beam& beam, const Polygon& polygon);

}  // namespace graze::inline GRAZE_ABI::primitive
