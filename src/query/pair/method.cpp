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

// Kinds with a closed form in cast_point.cpp; spheres, capsules and boxes have it in lanes.
bool is_quadric(ShapeKind k) {
  return k == ShapeKind::ellipsoid || k == ShapeKind::tapered_capsule || k == ShapeKind::cylinder ||
         k == ShapeKind::cone || k == ShapeKind::tapered_cylinder;
}
bool is_box_or_round(ShapeKind k) { return is_round(k) || k == ShapeKind::box; }

constexpr const char* kAdvance = "advance: gjk from points of the ray";
constexpr const char* kAdvanceGuessed = "advance: gjk from points of the ray, the first by closed form";
constexpr const char* kPortal = "portal: supports around the ray";

// Of a point against a shape.
const char* method_of_point_cast(ShapeKind shape, bool is_ray) {
  if (is_round(shape)) return is_ray ? "closed form in lanes; advance for the rest" : kAdvanceGuessed;
  if (is_ray && shape == ShapeKind::box)
    return "closed form in lanes, then one that is proved; portal for the rest";
  const bool is_closed = is_quadric(shape) || shape == ShapeKind::box || shape == ShapeKind::triangle;
  return is_closed ? "closed form that is proved; portal for the rest" : kPortal;
}

const char* method_of_cast(ShapeKind a, ShapeKind b, bool is_ray) {
  if (is_ray && a != ShapeKind::point && b != ShapeKind::point) return "refused: a ray starts at a point";
  if (is_complex(a) || is_complex(b)) return "a tree of pieces, which are asked pair by pair";
  if (a == ShapeKind::half_space || b == ShapeKind::half_space) return "closed form: support against plane";
  if (a == ShapeKind::point || b == ShapeKind::point)
    return method_of_point_cast(a == ShapeKind::point ? b : a, is_ray);
  if (!is_round(a) && !is_round(b)) return kPortal;
  const bool is_ball = a == ShapeKind::sphere || b == ShapeKind::sphere;
  return is_line(a) && is_line(b) && is_ball ? kAdvanceGuessed : kAdvance;
}

const char* method_of_contacts(ShapeKind a, ShapeKind b) {
  if (is_complex(a) || is_complex(b)) return "solids that are convex as polytopes";
  if (is_round(a) && is_round(b)) return "closed form: segments with radius; sides clipped";
  if (a == ShapeKind::box && b == ShapeKind::box)
    return "separating axes, then faces clipped; separation for the rest";
  if (is_box_or_round(a) && is_box_or_round(b)) return "one quick axis, gjk in lanes, then features clipped";
  if (has_reach(a) && has_reach(b)) return "one quick axis, then separation, then features clipped";
  return "separation, then features clipped";
}

}  // namespace

const char* to_string(Query query) noexcept {
  constexpr const char* kNames[kQueryCount] = {"intersects", "common_point", "distance",   "penetration",
                                               "separation", "ray_cast",     "shape_cast", "contacts"};
  return int(query) < kQueryCount ? kNames[int(query)] : "unknown";
}

const char* method_of(ShapeKind a, ShapeKind b, Query query) noexcept {
  if (a == ShapeKind::invalid || b == ShapeKind::invalid) return "refused: invalid shape";
  if (a == ShapeKind::half_space && b == ShapeKind::half_space) return "refused: both unbounded";
  if (query == Query::ray_cast || query == Query::shape_cast)
    return method_of_cast(a, b, query == Query::ray_cast);
  if (query == Query::contacts) return method_of_contacts(a, b);
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
