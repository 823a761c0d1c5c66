// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gmpxx.h>

#include <optional>
#include <vector>

#include "check_shape.h"

namespace graze::test {

/// Corners of a placed polyhedral object, inner ones included; exact. The margin is not part of it.
[[nodiscard]] std::vector<V3<mpq_class>> placed_vertices(const CheckInstance& instance);

/// Square of the depth of two polyhedral objects without margins, by trying every normal that a facet of A -
/// B can have: of three corners of one object, or across an edge of each. Nothing if they are apart. Slow.
[[nodiscard]] std::optional<mpq_class> exact_depth_squared(const CheckPair& pair);

}  // namespace graze::test
