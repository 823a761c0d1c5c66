// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/method.h"

namespace graze::inline GRAZE_ABI {
namespace {

bool is_round(ShapeKind k) { return k == ShapeKind::sphere || k == ShapeKind::capsule; }
bool is_line(ShapeKind k) { return is_round(k) || k == ShapeKind::point || k == ShapeKind::segment; }
// Kinds that find_quick_axis() can look at.
bool has_reach(ShapeKind k) {
  return is_round(k) || k == ShapeKind::box || k == ShapeKind::cylinder || k == ShapeKind::cone ||
         k == ShapeKind::tapered_cylinder || k == ShapeKind::polytope;
}

}  // namespace

const char* method_of(ShapeKind a, ShapeKind b, Query query) noexcept {
  if (a == ShapeKind::invalid || b == ShapeKind::invalid) return "refused: invalid shape";
  if (a == ShapeKind::half_space && b == ShapeKind::half_space) return "refused: both unbounded";
  const bool wants_depth = query == Query::penetration || query == Query::separation;
  const bool is_yes_no = query == Query::intersects || query == Query::common_point;
  if (is_complex(a) || is_complex(b))
    return wants_depth ? "solids that are convex as polytopes; others only while apart"
                       : "a tree of pieces, which are asked pair by pair";
  if (a == ShapeKind::half_space || b == ShapeKind::half_space) return "closed form: support against plane";
  if (is_line(a) && is_line(b)) return "closed form: segments with radius; gjk and epa where cores touch";
  if (a == ShapeKind::box && b == ShapeKind::box && query != Query::distance)
    return is_yes_no ? "one quick axis, then separating axes; gjk for the rest"
                     : "separating axes; gjk and epa for the rest";
  if (is_yes_no && has_reach(a) && has_reach(b)) return "one quick axis, then gjk";
  if (a == ShapeKind::polytope && b == ShapeKind::polytope && wants_depth)
    return "separating axes of small hulls; gjk and epa for the rest";
  return wants_depth ? "gjk, then epa" : "gjk";
}

}  // namespace graze::inline GRAZE_ABI
