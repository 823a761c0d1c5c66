// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/depth/expand.h"

namespace graze::inline GRAZE_ABI::depth {

/// expand() of a curved A - B on the surface of few vertices, whose planes decide in double which facets a
/// vertex is before: no exact signs, several facets at a time. `start` is a tetrahedron around the origin.
/// False: the origin is not inside for certain, or more vertices would be needed; `depth` is then undefined.
[[nodiscard]] bool expand_small(DifferenceSupport support, const gjk::Simplex& start, const DepthStop& stop,
                                Depth& depth);

}  // namespace graze::inline GRAZE_ABI::depth
