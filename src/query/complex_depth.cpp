// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/pieces.h"
#include "query/complex.h"
#include "query/single.h"

namespace graze::inline GRAZE_ABI {

bool find_convex(const Operand& o, Operand& convex) {
  convex = o;
  const Pieces* pieces = pieces_of(*o.shape);
  if (pieces == nullptr) return true;
  if (!pieces->hull.is_valid()) return false;
  convex.shape = &pieces->hull.view();
  return true;
}

Penetration complex_penetration(const Operand& a, const Operand& b, const QuerySettings& settings) {
  Operand convex_a, convex_b;
  if (find_convex(a, convex_a) && find_convex(b, convex_b))
    return penetration_of(convex_a, convex_b, settings);
  const Intersection meeting = complex_intersection(a, b, settings);
  Penetration result;
  result.contact = meeting.contact;
  result.status = meeting.status;
  result.iterations = meeting.iterations;
  if (meeting) {
    result.upper = kInfinity;
    result.status = Status::unsupported;
  }
  return result;
}

Separation complex_separation(const Operand& a, const Operand& b, const QuerySettings& settings) {
  Operand convex_a, convex_b;
  if (find_convex(a, convex_a) && find_convex(b, convex_b))
    return separation_of(convex_a, convex_b, settings);
  QuerySettings whole = settings;
  whole.threshold = kInfinity;
  const Distance d = complex_distance(a, b, whole);
  Separation result;
  result.contact = d.contact;
  result.status = d.status;
  result.iterations = d.iterations;
  if (d.status == Status::invalid_argument) return result;
  result.lower = d.lower;
  result.upper = d.upper;
  result.normal = d.normal;
  result.point_a = d.point_a;
  result.point_b = d.point_b;
  result.local_a = d.local_a;
  result.local_b = d.local_b;
  if (d.contact == Contact::apart) return result;
  result.lower = -kInfinity;
  result.status = Status::unsupported;
  return result;
}

}  // namespace graze::inline GRAZE_ABI
