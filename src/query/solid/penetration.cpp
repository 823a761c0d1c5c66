// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "mesh/pieces.h"
#include "query/pair/answers.h"
#include "query/pair/complex.h"
#include "query/pieces/pair_walk.h"
#include "query/pieces/solid.h"
#include "query/solid/balls.h"
#include "query/solid/inner_part.h"
#include "query/solid/way_out.h"

namespace graze::inline GRAZE_ABI {
namespace {

bool is_below(const Operand& o, std::uint32_t count) {
  const Pieces* const pieces = pieces_of(*o.shape);
  return pieces == nullptr || pieces->count() < count;
}

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

// A depth that is certain, from places inside of both.
class LowerBound {
 public:
  LowerBound(const Operand& a, const Operand& b)
      : a_(a),
        b_(b),
        box_a_(bounds_of(*a.shape, *a.placement, a.margin)),
        box_b_(bounds_of(*b.shape, *b.placement, b.margin)),
        balls_(a, b,
               double(max_abs(box_a_.lower)) + double(max_abs(box_a_.upper)) + double(max_abs(box_b_.lower)) +
                   double(max_abs(box_b_.upper))) {}

  /// From a point of both, and from the middle of what the boxes have in common.
  void find_balls(const Vec3d& common) {
    const Vec3d low(max(box_a_.lower, box_b_.lower)), high(min(box_a_.upper, box_b_.upper));
    const double step = length(high - low) / 8;
    find_balls(common, step / 8);  // walls may be thin there
    find_balls((low + high) * 0.5, step);
    for (int k = 0; k < 2; ++k) {
      if (!is_complex(k == 0 ? a_ : b_)) continue;
      const Aabb& box = k == 0 ? box_a_ : box_b_;
      balls_.climb_alone(k, (Vec3d(box.lower) + Vec3d(box.upper)) * 0.5,
                         double(max_abs(box.upper - box.lower)) / 8);
    }
  }
  void find_balls(const Vec3d& start, double step) {
    const Vec3 place = to_real(balls_.climb(start, step));
    value_ = std::max(value_, balls_.radius());
    if (place_count_ < kMostPlaces) places_[place_count_++] = place;
  }
  void find_balls(const DecisivePlaces& places, double step) {
    if (places.count > 0)
      find_balls(balls_.best_of(std::span(places.corners).first(std::size_t(places.count))), step);
  }
  /// Parts around the places found so far, until one is good enough.
  void find_parts(double enough) {
    for (int i = place_count_ - 1; i >= 0 && value_ < enough; --i) {
      if (!ball_at(a_, places_[i]).is_inside || !ball_at(b_, places_[i]).is_inside) continue;
      const InnerPart part_a(a_, places_[i]), part_b(b_, places_[i]);
      if (part_a.operand() == nullptr || part_b.operand() == nullptr) continue;
      value_ = std::max(value_, double(penetration_of(*part_a.operand(), *part_b.operand(), {}).lower));
    }
  }
  [[nodiscard]] double value() const { return value_; }
  [[nodiscard]] const CommonBalls& balls() const { return balls_; }

 private:
  Operand a_, b_;
  Aabb box_a_, box_b_;
  static constexpr int kMostPlaces = 4;
  CommonBalls balls_;
  Vec3 places_[kMostPlaces];
  int place_count_ = 0;
  double value_ = 0;
};

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
  LowerBound lower(a, b);
  const bool is_overlapping = meeting.contact == Contact::overlapping;
  if (is_overlapping) lower.find_balls(Vec3d(meeting.witness));
  const DecisivePlaces places = find_way_out(a, b, settings, lower.value(), lower.balls(), result);
  const double upper = double(result.upper), enough = sufficient_depth(result, settings);
  if (is_overlapping && lower.value() < enough) {
    // Parts take time, of large meshes more than they are worth where balls say enough.
    constexpr std::uint32_t kFewPieces = 256;
    const double share = is_below(a, kFewPieces) && is_below(b, kFewPieces) ? 1 : 0.6;
    lower.find_balls((Vec3d(result.point_a) + Vec3d(result.point_b)) * 0.5, upper / 4);
    if (lower.value() < enough) lower.find_balls(places, upper / 16);
    if (lower.value() < share * enough) lower.find_parts(enough);
  }
  result.lower = std::min(result.upper, round_down(lower.value()));
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
    result.piece_a = r.piece_a;
    result.piece_b = r.piece_b;
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
  if (d.status == Status::invalid_argument) return refused<Separation>();
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
