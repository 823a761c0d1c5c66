// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/pairs/look.h"

#include <algorithm>

#include "check/pairs/round.h"
#include "graze/query/classify.h"
#include "graze/query/distance.h"
#include "graze/query/piece_pairs.h"
#include "graze/shape/bounds.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

Kind kind_of(Clash clash) {
  switch (clash) {
    case Clash::near:
      return Kind::clearance;
    case Clash::overlapping:
      return Kind::penetration;
    case Clash::a_holds_b:
    case Clash::b_holds_a:
      return Kind::containment;
    case Clash::duplicate:
      return Kind::duplicate;
    default:
      return Kind::touching;
  }
}

template <class Answer>
Finding with_numbers(const Answer& answer) {
  Finding out;
  out.lower = answer.lower;
  out.upper = answer.upper;
  out.normal = answer.normal;
  out.point_a = answer.point_a;
  out.point_b = answer.point_b;
  return out;
}

Aabb common_box(const Instance& a, const Instance& b, const Finding& finding) {
  const Aabb box_a = bounds(a), box_b = bounds(b);
  const Aabb common{max(box_a.lower, box_b.lower), min(box_a.upper, box_b.upper)};
  return common.is_empty() ? merge(merge(Aabb(), finding.point_a), finding.point_b) : common;
}

}  // namespace

std::optional<Finding> look(const Instance& a, const Instance& b, const Measures& measures) {
  const Real reach = std::max(measures.tolerance, measures.clearance);
  QuerySettings query;
  query.threshold = reach;
  const Distance gap = distance(a, b, query);
  if (gap.lower > reach) return std::nullopt;
  Finding out;
  if (gap.contact == Contact::apart && gap.lower > measures.tolerance) {
    out = with_numbers(gap);
    out.kind = Kind::clearance;
    out.is_certain = gap.upper <= reach;
  } else {
    const Classification found = classify(a, b, {measures.tolerance, measures.clearance, {}});
    if (found.clash == Clash::clear) return std::nullopt;
    out = with_numbers(found.separation);
    out.kind = kind_of(found.clash);
    out.is_certain = found.is_certain;
    out.b_is_outer = found.clash == Clash::b_holds_a;
    // Coaxial curves have their room everywhere at once, which classify() leaves open.
    if (out.kind != Kind::duplicate && are_same_round(a, b, measures.tolerance)) {
      out.kind = Kind::duplicate;
      out.is_certain = true;
      out.b_is_outer = false;
    }
  }
  if (out.kind == Kind::touching && !measures.want_touching) return std::nullopt;
  out.tolerance = measures.tolerance;
  out.bounds = common_box(a, b, out);
  if (measures.want_counts && out.kind != Kind::clearance)
    out.intersecting = intersecting_pieces(a, b, {}).found;
  return out;
}

}  // namespace graze::inline GRAZE_ABI::check
