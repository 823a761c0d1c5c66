// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// From vertex arrays and numbers of vertices to shapes.

#include <optional>
#include <span>
#include <vector>

#include "records.h"

namespace graze::c_api {

using FloatPoints = std::vector<BasicVec3<float>>;

/// The vertices `numbers` of the base's array, as they are now.
[[nodiscard]] FloatPoints read_vertices(const VertexBase& base, const void* pointer,
                                        std::span<const DT_Index> numbers);
[[nodiscard]] bool are_finite(const FloatPoints& points);

/// Closes a definition: the record gets its shape, or the error is returned and it stays without.
[[nodiscard]] std::optional<Error> close_complex(ShapeRecord& record, const Definition& definition);
[[nodiscard]] std::optional<Error> close_polytope(ShapeRecord& record, const Definition& definition);

/// New positions of record.used. On an error nothing has changed.
[[nodiscard]] std::optional<Error> refit_complex(ShapeRecord& record, const FloatPoints& points);

}  // namespace graze::c_api
