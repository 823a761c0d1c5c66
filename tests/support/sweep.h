// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "check_shape.h"
#include "graze/query/shape_cast.h"
#include "random.h"

namespace graze::test {

/// a, and everywhere it has been on its way from where it stands by `way`.
[[nodiscard]] CheckInstance swept(const CheckInstance& a, const V3d& way);

/// A translation for a: at b, past it, away from it, along an axis, of any speed, or none. Every number is a
/// Real.
[[nodiscard]] V3d random_way(Random& random, const CheckPair& pair);

struct CastBars {
  double relative_error;  ///< that was asked for
  double band;            ///< of the world scale: how far from contact a cast may be uncertain
};

/// Defect of a cast of pair.a by `way` against pair.b, or nothing.
[[nodiscard]] std::string judge_cast(const CheckPair& pair, const V3d& way, const ShapeCast& cast,
                                     const CastBars& bars);
/// pair.a is a point at the ray's origin, and the ray ends at parameter 1.
[[nodiscard]] std::string judge_ray(const CheckPair& pair, const V3d& way, const RayCast& cast,
                                    const CastBars& bars);

/// The translation as code to paste behind the pair.
[[nodiscard]] std::string replay_way(const V3d& way);

}  // namespace graze::test
