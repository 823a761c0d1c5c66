// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Certificates, evaluated in rational arithmetic on the exact inputs.

#include <optional>

#include "reference_simplex.h"

namespace graze::test {

using ExactPair = PairModel<RationalInterval>;
using ExactVec = V3<RationalInterval>;

/// Enclosure of -(h_A(n) + h_B(-n)), margins included: what the objects are apart along n, times |n|.
[[nodiscard]] RationalInterval exact_gap(const ExactPair& pair, const ExactVec& n);
/// The gap along n is certainly greater than x |n|.
[[nodiscard]] bool shows_gap_above(const ExactPair& pair, const ExactVec& n, double x);
/// The corners' directions and weights describe points of a and b that are certainly nearer than x.
[[nodiscard]] bool shows_distance_below(const ExactPair& pair, const Simplex<Quad>& simplex, double x);

/// Outward normal of the placed half-space, exact; nothing if the object has none.
[[nodiscard]] std::optional<ExactVec> half_space_normal(const CheckInstance& instance);

}  // namespace graze::test
