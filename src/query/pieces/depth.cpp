// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

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
    bool is_first = deepest.contact == Contact::apart;
    visit_nearest_pieces(pieces, least, unknown, [&](std::uint32_t ia, std::uint32_t ib) {
      const Real before = deepest.upper;
      find_deepest_piece(pieces.a[ia], pieces.b[ib], settings, deepest);
      if (deepest.contact != Contact::apart && (is_first || deepest.upper != before)) {
        deepest.piece_a = ia;  // of the outermost compounds at last
        deepest.piece_b = ib;
        is_first = false;
      }
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
  const double upper = double(result.upper), asked = double(settings.relative_error) * upper;
  const double rounding =
      64 * double(kEpsilon) * (upper + double(max_abs(result.point_a)) + double(max_abs(result.point_b)));
  const double enough = upper - asked - rounding;
  if (meeting.contact == Contact::overlapping && enough > 0)
    result.lower = std::min(result.upper, round_down(find_common_balls(a, b, result, enough)));
  if (double(result.lower) < enough) result.status = Status::bound_loose;
  return result;
}

}  // namespace

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
  if (meeting.status == Status::invalid_argument) return refused<Penetration>();
  Penetration result;
  if (meeting) {
    result = is_out_of_order(a, b) ? mirrored(find_depth(b, a, meeting, settings))
                                   : find_depth(a, b, meeting, settings);
    if (is_half_space(a) || is_half_space(b)) return result;  // it has the deepest
    result.piece_a = meeting.piece_a;
    result.piece_b = meeting.piece_b;
    return result;
  }
  result.contact = meeting.contact;
  result.status = meeting.status;
  result.iterations = meeting.iterations;
  return result;
}

Separation complex_separation(const Operand& a, const Operand& b, const QuerySettings& settings) {
  Operand convex_a, convex_b;
  if (find_convex(a, convex_a) && find_convex(b, convex_b))
    return separation_of(convex_a, convex_b, settings);
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
    result.piece_a = r.piece_a;
    result.piece_b = r.piece_b;
  };
  const Distance d = complex_distance(a, b, whole);
  copy_answer(d);
  if (d.status == Status::invalid_argument) return refused<Separation>();
  if (d.contact == Contact::apart) {
    result.lower = d.lower;
    result.upper = d.upper;
    return result;
  }
  const Penetration p = complex_penetration(a, b, whole);
  if (p.contact == Contact::apart) return result;  // they touch: rounding decides
  copy_answer(p);
  result.lower = -p.upper;
  result.upper = -p.lower;
  return result;
}

}  // namespace graze::inline GRAZE_ABI
