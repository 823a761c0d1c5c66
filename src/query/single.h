// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/distance.h"
#include "graze/query/intersects.h"
#include "graze/query/penetration.h"
#include "graze/query/ray_cast.h"
#include "graze/query/separation.h"
#include "graze/query/shape_cast.h"
#include "query/pair.h"

// The single queries on operands, and how their results are made from answers: what batches share with them.

namespace graze::inline GRAZE_ABI {

[[nodiscard]] Intersection intersection_of(const Operand& a, const Operand& b, const QuerySettings& settings);
[[nodiscard]] Distance distance_of(const Operand& a, const Operand& b, const QuerySettings& settings);
[[nodiscard]] RayCast ray_cast_of(const Operand& shape, const Ray& ray, const QuerySettings& settings);
[[nodiscard]] ShapeCast shape_cast_of(const Operand& a, const Vec3& translation, const Operand& b,
                                      const QuerySettings& settings);
[[nodiscard]] Penetration penetration_of(const Operand& a, const Operand& b, const QuerySettings& settings);
[[nodiscard]] Separation separation_of(const Operand& a, const Operand& b, const QuerySettings& settings);

/// Back to the order of the call, its frames and its precision. All fields are set.
void set_result(const PairFrame& pair, const Answer& answer, const QuerySettings&, Intersection& result);
void set_result(const PairFrame& pair, const Answer& answer, const QuerySettings&, Distance& result);
void set_result(const PairFrame& pair, const Answer& answer, const QuerySettings&, Penetration& result);

[[nodiscard]] bool are_usable(const QuerySettings& settings);
[[nodiscard]] inline bool is_usable(const Ray& ray) {
  return is_finite(ray.origin) && is_finite(ray.direction) && ray.max_t >= 0;
}

}  // namespace graze::inline GRAZE_ABI
