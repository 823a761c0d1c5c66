// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

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
  const double upper = double(result.upper), asked = double(settings.relative_error) * upper;
  const double rounding =
      64 * double(kEpsilon) * (upper + double(max_abs(result.point_a)) + double(max_abs(result.point_b)));
  const double enough = upper - asked - rounding;
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
  };
  const Distance d = complex_distance(a, b, whole);
  copy_answer(d);
  if (d.status == Status::invalid_argument) return result;
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
