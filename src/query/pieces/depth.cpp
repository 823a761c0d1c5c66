// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "mesh/pieces.h"
#include "query/pair/answers.h"
#include "query/pair/complex.h"
#include "query/pieces/pair_walk.h"
#include "query/pieces/solid.h"

namespace graze::inline GRAZE_ABI {
namespace {

bool is_half_space(const Operand& o) { return o.shape->kind == ShapeKind::half_space; }

// There is one way out of a half-space: the piece that is deepest goes farthest. Deeper boxes come first.
void find_deepest_piece(const Operand& a, const Operand& b, const QuerySettings& settings,
                        Penetration& deepest) {
  if (is_any_complex(a, b)) {
    PieceOperands pieces(a, b);
    const PieceAxis unknown(a, b, pieces.frame());
    double least = -double(deepest.lower);  // separation of what matters
    visit_nearest_pieces(pieces, least, unknown, [&](std::uint32_t ia, std::uint32_t ib) {
      find_deepest_piece(pieces.a[ia], pieces.b[ib], settings, deepest);
      least = -double(deepest.lower);
    });
    return;
  }
  const Penetration p = penetration_of(a, b, settings);
  if (p.contact == Contact::apart || (deepest.contact != Contact::apart && !(p.upper > deepest.upper)))
    return;
  const Real lower = std::max(deepest.lower, p.lower);
  deepest = p;
  deepest.lower = lower;
}

// A lower bound that converges with the upper one, to what was asked for and rounding.
double sufficient_depth(const Penetration& p, const QuerySettings& settings) {
  const double upper = double(p.upper), asked = double(settings.relative_error) * upper;
  const double rounding =
      64 * double(kEpsilon) * (upper + double(max_abs(p.point_a)) + double(max_abs(p.point_b)));
  return upper - asked - rounding;
}

// The pair is in canonical order, and meets.
Penetration find_depth(const Operand& a, const Operand& b, const Intersection& meeting,
                       const QuerySettings& settings) {
  Penetration result;
  if (is_half_space(a) || is_half_space(b)) {
    result.contact = Contact::apart;
    find_deepest_piece(a, b, settings_of_pieces(settings), result);
    return result;
  }
  result.contact = meeting.contact;
  result.iterations = meeting.iterations;
  find_way_out(a, b, settings, result);
  const double enough = sufficient_depth(result, settings);
  if (meeting.contact == Contact::overlapping && enough > 0)
    result.lower = std::min(result.upper, round_down(find_common_balls(a, b, result, enough)));
  if (double(result.lower) < enough) result.status = Status::bound_loose;
  return result;
}

// No point is moved farther than by this times its distance from another.
double stretch_of(const Affine& placement) {
  constexpr double kSlack = 1.001;  // a rotation is one up to rounding
  if (placement.kind() == Affine::Kind::rigid) return kSlack;
  double sum = 0;
  for (const Vec3& column : placement.linear().columns) sum += length_squared(Vec3d(column));
  return std::sqrt(sum) * kSlack;
}

// Of solids within their hulls, by no more than `defect` in all. A way out of the hulls is one out of the
// solids; where these may be apart although the hulls are not, they are asked themselves.
Penetration depth_within_hulls(const Operand& a, const Operand& b, Penetration of_hulls, double defect,
                               const QuerySettings& settings) {
  Penetration& p = of_hulls;
  if (p.contact == Contact::apart || p.status == Status::unbounded || p.status == Status::invalid_argument)
    return p;
  p.lower = std::max(round_down(double(p.lower) - defect), Real(0));
  if (double(p.lower) < sufficient_depth(p, settings)) p.status = Status::bound_loose;
  if (p.lower > 0) return p;
  const Intersection meeting = complex_intersection(a, b, settings);
  p.contact = meeting.contact;
  if (meeting.contact != Contact::apart) return p;
  Penetration none;
  none.contact = Contact::apart;
  none.iterations = p.iterations + meeting.iterations;
  return none;
}

}  // namespace

bool find_convex(const Operand& o, Operand& convex, double& defect) {
  convex = o;
  const Pieces* pieces = pieces_of(*o.shape);
  if (pieces == nullptr) return true;
  if (!pieces->hull.is_valid()) return false;
  convex.shape = &pieces->hull.view();
  if (pieces->hull_defect > 0) defect += pieces->hull_defect * stretch_of(*o.placement);
  return true;
}

Penetration complex_penetration(const Operand& a, const Operand& b, const QuerySettings& settings) {
  Operand convex_a, convex_b;
  double defect = 0;
  if (find_convex(a, convex_a, defect) && find_convex(b, convex_b, defect)) {
    const Penetration of_hulls = penetration_of(convex_a, convex_b, settings);
    return defect > 0 && !is_half_space(a) && !is_half_space(b)
               ? depth_within_hulls(a, b, of_hulls, defect, settings)
               : of_hulls;
  }
  const Intersection meeting = complex_intersection(a, b, settings);
  if (meeting)
    return is_out_of_order(a, b) ? mirrored(find_depth(b, a, meeting, settings))
                                 : find_depth(a, b, meeting, settings);
  Penetration result;
  result.contact = meeting.contact;
  result.status = meeting.status;
  result.iterations = meeting.iterations;
  return result;
}

Separation complex_separation(const Operand& a, const Operand& b, const QuerySettings& settings) {
  Operand convex_a, convex_b;
  double defect = 0;
  const bool are_convex = find_convex(a, convex_a, defect) && find_convex(b, convex_b, defect);
  if (are_convex && defect == 0) return separation_of(convex_a, convex_b, settings);
  QuerySettings whole = settings;
  whole.threshold = kInfinity;
  Separation result;
  const auto copy_answer = [&](const auto& r) {
    result.contact = r.contact;
    result.status = r.status;
    result.iterations = r.iterations;
    result.normal = r.normal;
    result.point_a = r.point_a;
    result.point_b = r.point_b;
    result.local_a = r.local_a;
    result.local_b = r.local_b;
  };
  const auto copy_depth = [&](const Penetration& p) {
    copy_answer(p);
    result.lower = -p.upper;
    result.upper = -p.lower;
  };
  if (are_convex) {  // depth is known sooner than that they meet
    const Penetration p = complex_penetration(a, b, whole);
    if (p.lower > 0) {
      copy_depth(p);
      return result;
    }
  }
  const Distance d = complex_distance(a, b, whole);
  copy_answer(d);
  if (d.status == Status::invalid_argument) return result;
  if (d.contact == Contact::apart) {
    result.lower = d.lower;
    result.upper = d.upper;
    return result;
  }
  const Penetration p = complex_penetration(a, b, whole);
  if (p.contact != Contact::apart) copy_depth(p);  // else they touch: rounding decides
  return result;
}

}  // namespace graze::inline GRAZE_ABI
