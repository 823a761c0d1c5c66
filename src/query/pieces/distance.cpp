// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <optional>

#include "math/outward.h"
#include "query/pair/answers.h"
#include "query/pair/complex.h"
#include "query/pieces/box_piece.h"
#include "query/pieces/cache.h"
#include "query/pieces/front_walk.h"
#include "query/pieces/meeting.h"
#include "query/pieces/nearest_triangles.h"
#include "query/pieces/pair_walk.h"
#include "query/pieces/placed_triangles.h"
#include "query/pieces/solid.h"

// The distance of shapes made of pieces: that of their nearest pieces.

namespace graze::inline GRAZE_ABI {
namespace {

// The least bound that exceeds the threshold: pairs up to it are asked about, so that it holds for all
// others.
Real just_beyond(Real threshold) { return is_finite(threshold) ? next_real(threshold, 1) : threshold; }

// The nearest pair of pieces so far.
struct NearestPair {
  Distance best;
  double lower = kInfinite;  // no pair that was asked about is nearer
  double limit;              // pairs farther than this do not matter any more
  Status worst = Status::converged;
  std::int32_t iterations = 0;
  bool is_empty = true;
  bool are_ties_asked = false;  // pairs as near as the nearest matter: of these the lowest pieces are named

  explicit NearestPair(Real threshold) : limit(just_beyond(threshold)) { best.contact = Contact::apart; }

  // Counts an answer, and keeps it if it is nearer than all before; whether it is.
  bool keep_if_nearer(const Distance& d, std::uint32_t ia, std::uint32_t ib) {
    iterations += d.iterations;
    lower = std::min(lower, double(d.lower));
    if (d.status != Status::converged && d.status != Status::beyond_threshold) worst = d.status;
    if (!is_empty && !is_better(d, ia, ib)) return false;
    best = d;
    best.piece_a = ia;
    best.piece_b = ib;
    is_empty = false;
    // Where a pair is known to its last bits, others that may only be nearer by those do not matter.
    const bool is_known = d.status == Status::converged && !are_ties_asked;
    limit = std::min(limit, double(is_known ? d.lower : d.upper));
    if (d.contact == Contact::overlapping) limit = -kInfinite;  // nothing can be nearer
    return true;
  }

 private:
  [[nodiscard]] bool is_better(const Distance& d, std::uint32_t ia, std::uint32_t ib) const {
    if (d.contact != best.contact) return d.contact > best.contact;
    if (d.upper != best.upper) return d.upper < best.upper;
    return ia != best.piece_a ? ia < best.piece_a : ib < best.piece_b;
  }
};

// Where to start: what the last answer says about the next one.
struct Hint {
  Vec3 normal;  // from a to b, along which pairs are likely to be told apart; or zero
  bool has_pieces = false;
  std::uint32_t piece_a = kNoPiece, piece_b = kNoPiece;  // the nearest

  explicit Hint(const PieceCache& cache) : normal(cache.axis()) {
    has_pieces = cache.find_last(piece_a, piece_b);
  }
  [[nodiscard]] Hint mirrored() const {
    Hint other = *this;
    other.normal = -normal;
    std::swap(other.piece_a, other.piece_b);
    return other;
  }
};

class NearestSearch {
 public:
  NearestPair nearest;

  NearestSearch(PieceOperands& pieces, const QuerySettings& settings, const Hint& hint)
      : nearest(settings.threshold),
        pieces_(pieces),
        settings_(settings_of_pieces(settings)),
        hint_(hint),
        normal_(hint.normal),
        axis_(pieces.a.whole(), pieces.b.whole(), pieces.frame()) {}

  void find(FrontMemory* front) {
    visit_near(front);
    // Nothing is as near as the threshold: any pair has an upper bound and points.
    const auto first = [](const PieceReader& side) { return side.pieces() != nullptr ? 0 : kNoPiece; };
    if (nearest.is_empty) (void)ask_pair(first(pieces_.a), first(pieces_.b));
  }

 private:
  void visit_near(FrontMemory* front) {
    const auto ask = [&](std::uint32_t ia, std::uint32_t ib) { return (void)ask_pair(ia, ib), is_nearest_; };
    if (front != nullptr && hint_.has_pieces && find_from(*front)) return;
    if (NearestTriangles::can_visit(pieces_.a, pieces_.b, pieces_.frame()))
      NearestTriangles(pieces_.a, pieces_.b, pieces_.frame()).visit(nearest.limit, normal_, ask);
    else
      find_by_boxes();
  }
  Distance ask_pair(std::uint32_t ia, std::uint32_t ib) {
    settings_.threshold =
        nearest.limit < double(kInfinity) ? round_up(std::max(0.0, nearest.limit)) : kInfinity;
    const Distance d = distance_of(pieces_.a[ia], pieces_.b[ib], settings_);
    normal_ = d.normal;
    is_nearest_ = nearest.keep_if_nearer(d, ia, ib);
    return d;
  }
  // From the front, once a pair was asked about that is about as near as any. False: there is no front.
  bool find_from(FrontMemory& front) {
    axis_.set(Vec3d(ask_pair(hint_.piece_a, hint_.piece_b).normal));
    place_triangles();
    return FrontWalk(pieces_, front)
        .visit(nearest.limit, hint_.normal, [&](std::uint32_t ia, std::uint32_t ib) {
          PieceGap gap;
          if (placed_)
            gap.clearance =
                std::max(placed_->gap_along(axis_, ia, ib, kInfinite), placed_->clearance(ia, ib));
          if (gap.clearance > nearest.limit) return gap;
          const Distance d = ask_pair(ia, ib);
          gap.goes_on = d.contact != Contact::overlapping;
          gap.clearance = std::max(gap.clearance, double(d.lower));
          return gap;
        });
  }
  void find_by_boxes() {
    axis_.set(Vec3d(hint_.normal));
    place_triangles();
    const bool is_convex_and_triangles = pieces_.is_convex_and_triangles() && axis_.has_convex();
    // Bounds along a support are so close that they would leave out neighbours at the nearest vertex.
    nearest.are_ties_asked = is_convex_and_triangles;
    std::optional<BoxDistance> boxes;
    int asked = 0;
    const auto refined = [&](double gap, const Aabb& a, const Aabb& b) {
      if (!is_convex_and_triangles || asked < 4 * BoxPiece::kPatience) return gap;
      if (!boxes) boxes.emplace(pieces_);
      return boxes->find(gap, a, b, nearest.limit, settings_);
    };
    const auto leaf = [&](std::uint32_t ia, std::uint32_t ib) {
      if (placed_ && placed_->gap_along(axis_, ia, ib, nearest.limit) > nearest.limit) return;
      ++asked;
      if (is_convex_and_triangles && is_beyond(pieces_.triangle(ia, ib))) return;
      (void)ask_pair(ia, ib);
      if (is_nearest_) axis_.set(Vec3d(normal_));
    };
    visit_nearest_pieces(pieces_, nearest.limit, axis_, leaf, refined);
  }
  void place_triangles() {
    if (pieces_.are_triangles() && !placed_) placed_.emplace(pieces_);
  }
  // Of a mesh beside a convex operand.
  [[nodiscard]] bool is_beyond(const Triangle& t) const {
    return axis_.gap(t) > nearest.limit || axis_.gap_along(axis_.between(t), t) > nearest.limit;
  }

  PieceOperands& pieces_;
  QuerySettings settings_;
  const Hint& hint_;
  Vec3 normal_;  // of the pair that was asked about last
  bool is_nearest_ = false;
  PieceAxis axis_;
  std::optional<PlacedTriangles> placed_;  // of two meshes
};

void set_zero(const Operand& a, const Operand& b, const Intersection& meeting, Distance& result) {
  result = {};
  result.contact = Contact::overlapping;
  result.iterations = meeting.iterations;
  result.point_a = result.point_b = meeting.witness;
  result.local_a = local_from_world(*a.placement, meeting.witness);
  result.local_b = local_from_world(*b.placement, meeting.witness);
  result.piece_a = meeting.piece_a;
  result.piece_b = meeting.piece_b;
}

// The answer of operands that meet, which is found far sooner than the nearest pieces: of surfaces that may
// cross, and where one operand lies inside the other. False: a search has to tell.
bool find_zero(PieceOperands& pieces, bool may_cross, const QuerySettings& settings, Distance& result) {
  const Operand &a = pieces.a.whole(), &b = pieces.b.whole();
  if (Vec3 inner; !may_cross && !is_one_inside(a, b, Surfaces::apart, inner)) return false;
  const QuerySettings of_pieces = settings_of_pieces(settings);
  const Intersection meeting = find_meeting(a, b, of_pieces);
  if (meeting.contact == Contact::overlapping) {
    set_zero(a, b, meeting, result);
  } else if (meeting.contact == Contact::touching) {
    result = distance_of(pieces.a[meeting.piece_a], pieces.b[meeting.piece_b], of_pieces);
    result.piece_a = meeting.piece_a;
    result.piece_b = meeting.piece_b;
  }
  return result.contact != Contact::apart;
}

// Pairs that were left out are beyond the nearest one, or beyond the threshold.
void widen_bounds(const NearestPair& nearest, Real threshold, Distance& result) {
  const bool is_beyond = nearest.lower > double(threshold);
  const double known = is_beyond ? double(just_beyond(threshold)) : nearest.lower;
  if (known < double(result.lower)) {
    result.lower = round_down(known);
    if (nearest.worst != Status::converged) result.status = nearest.worst;
  }
  // A pair that was stopped beyond the limit of its time and is the nearest all the same lies between the
  // bounds of the pair that had set the limit.
  if (result.status == Status::beyond_threshold) result.status = nearest.worst;
  if (is_beyond) result.status = Status::beyond_threshold;
}

Distance find_distance(const Operand& a, const Operand& b, const QuerySettings& settings, const Hint& hint) {
  PieceOperands pieces(a, b);
  FrontMemory* const front = FrontWalk::memory_of(settings.front, pieces);
  // Along a front the search itself is short.
  const bool is_from_front = front != nullptr && hint.has_pieces;
  const bool may_cross = (pieces.are_plain_triangles() || pieces.is_any_sheared()) &&
                         !(pieces.frame().gap(pieces.reach_a(), pieces.reach_b()) > 0);
  Distance result;
  result.contact = Contact::apart;
  if (!is_from_front && find_zero(pieces, may_cross, settings, result)) {
    if (front != nullptr) FrontWalk(pieces, *front).keep_answer(false);
    return result;
  }
  NearestSearch search(pieces, settings, hint);
  search.find(front);
  if (front != nullptr) FrontWalk(pieces, *front).keep_answer(search.nearest.best.contact == Contact::apart);
  const NearestPair& nearest = search.nearest;
  result.contact = Contact::apart;
  if (is_from_front &&
      find_zero(pieces, may_cross && nearest.best.contact != Contact::apart, settings, result))
    return result;
  result = nearest.best;
  if (Vec3 inner; result.contact == Contact::touching && is_one_inside(a, b, Surfaces::touching, inner)) {
    set_zero(a, b, {Contact::overlapping, Status::converged, 0, inner, kNoPiece, kNoPiece}, result);
  } else if (result.contact == Contact::apart) {
    widen_bounds(nearest, settings.threshold, result);
  }
  result.iterations = nearest.iterations;
  return result;
}

// No pair that is farther apart than the pieces of the last answer has to be asked about.
QuerySettings limited_by_cache(const PieceCache& cache, const QuerySettings& settings) {
  QuerySettings limited = settings;
  cache.with_last([&](const Operand& x, std::uint32_t, const Operand& y, std::uint32_t) {
    limited.threshold = std::min(settings.threshold, distance_of(x, y, settings_of_pieces(settings)).upper);
  });
  return limited;
}

}  // namespace

Distance complex_distance(const Operand& a, const Operand& b, const QuerySettings& settings) {
  if (!are_answerable(a, b, settings)) return refused<Distance>();
  const PieceCache cache(a, b, settings.cache);
  const auto find = [&](const QuerySettings& s) {
    const Hint hint(cache);
    return is_out_of_order(a, b) ? mirrored(find_distance(b, a, s, hint.mirrored()))
                                 : find_distance(a, b, s, hint);
  };
  const QuerySettings limited = limited_by_cache(cache, settings);
  Distance result = find(limited);
  if (result.status == Status::beyond_threshold && limited.threshold < settings.threshold)
    result = find(settings);
  cache.keep(result.piece_a, result.piece_b, result.normal);
  return result;
}

}  // namespace graze::inline GRAZE_ABI
