// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/common_point.h"
#include "graze/query/distance.h"
#include "graze/query/intersects.h"
#include "graze/query/penetration.h"
#include "graze/query/ray_cast.h"
#include "graze/query/separation.h"
#include "graze/query/shape_cast.h"
#include "query/pair/answers.h"
#include "query/pair/pair.h"

// Queries on shapes made of pieces, defined in query/pieces and query/solid. A piece is convex, or again made
// of pieces; a pair of convex pieces has a route like any convex pair.

namespace graze::inline GRAZE_ABI {

[[nodiscard]] inline bool is_complex(const Operand& o) { return is_complex(o.shape->kind); }
[[nodiscard]] inline bool is_any_complex(const Operand& a, const Operand& b) {
  return is_complex(a) || is_complex(b);
}
/// Whether queries may read an operand, be it convex or made of pieces.
[[nodiscard]] inline bool is_usable_complex(const Operand& o) {
  return o.shape->kind != ShapeKind::invalid && o.placement->is_valid() && o.margin >= 0 &&
         o.margin <= std::numeric_limits<Real>::max();
}

/// Whether a query on these, of which one at least is complex, has an answer.
[[nodiscard]] inline bool are_answerable(const Operand& a, const Operand& b, const QuerySettings& settings) {
  return are_usable(settings) && is_usable_complex(a) && is_usable_complex(b);
}
/// The caller's cache and front are of the whole pair: they are no use to pairs of pieces.
[[nodiscard]] inline QuerySettings settings_of_pieces(const QuerySettings& settings) {
  QuerySettings of_pieces = settings;
  of_pieces.cache = nullptr;
  of_pieces.front = nullptr;
  return of_pieces;
}

[[nodiscard]] Intersection complex_intersection(const Operand& a, const Operand& b,
                                                const QuerySettings& settings);
[[nodiscard]] CommonPoint complex_common_point(const Operand& a, const Operand& b,
                                               const QuerySettings& settings);
[[nodiscard]] Distance complex_distance(const Operand& a, const Operand& b, const QuerySettings& settings);
/// Exact where the wholes are convex: convex shapes, and solid meshes that are, up to rounding. Of others
/// bounds: a way out that was tried, and the depth of convex parts.
[[nodiscard]] Penetration complex_penetration(const Operand& a, const Operand& b,
                                              const QuerySettings& settings);
[[nodiscard]] Separation complex_separation(const Operand& a, const Operand& b,
                                            const QuerySettings& settings);
/// The operand as the convex shape that it is, up to rounding; `defect` grows by how far the operand may fall
/// short of it, in the world: it is within the shape, and holds a convex set that reaches as far along every
/// normal, less that. False: it is not convex.
[[nodiscard]] bool find_convex(const Operand& o, Operand& convex, double& defect);
[[nodiscard]] RayCast complex_ray_cast(const Operand& shape, const Ray& ray, const QuerySettings& settings);
[[nodiscard]] ShapeCast complex_shape_cast(const Operand& a, const Vec3& translation, const Operand& b,
                                           const QuerySettings& settings);

}  // namespace graze::inline GRAZE_ABI
