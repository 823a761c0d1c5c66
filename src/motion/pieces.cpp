// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "motion/box_bounds.h"
#include "query/pieces/cache.h"
#include "query/pieces/earliest.h"
#include "query/pieces/meeting.h"
#include "query/pieces/pair_walk.h"
#include "query/pieces/solid.h"

// Meshes, height fields and compounds that move: pairs of boxes in the order of a lower bound on the time at
// which they touch, and the earliest of what their pieces answer.

namespace graze::inline GRAZE_ABI {
namespace {

bool is_earlier(const TimeOfImpact& r, const TimeOfImpact& other) {
  if (r.lower != other.lower) return r.lower < other.lower;
  return r.piece_a != other.piece_a ? r.piece_a < other.piece_a : r.piece_b < other.piece_b;
}

// A cache is of the whole, not of its pieces.
MotionSettings without_cache(MotionSettings settings) {
  settings.cache = nullptr;
  return settings;
}

class PieceSearch {
 public:
  PieceSearch(const MovingOperand& a, const MovingOperand& b, const MotionSettings& settings, double limit)
      : a_(a),
        b_(b),
        settings_(without_cache(settings)),
        limit_(limit),
        pieces_(a.at_start(), b.at_start()),
        bounds_(a, b, settings, limit) {}

  // Asked first, pieces that met in the last frame leave less to search.
  void begin_with(std::uint32_t ia, std::uint32_t ib) { add(of_pair(ia, ib, 0)); }
  [[nodiscard]] TimeOfImpact find() {
    const auto as_it_is = [](const Aabb& box) -> const Aabb& { return box; };
    visit_nearest_pieces(
        pieces_, as_it_is, as_it_is, [&](const Aabb& a, const Aabb& b) { return bounds_.find(a, b); }, limit_,
        [&](std::uint32_t ia, std::uint32_t ib) {
          const double begin = leaf_bound(ia, ib);
          if (!(begin > limit_)) add(of_pair(ia, ib, begin));
        });
    return result();
  }
  [[nodiscard]] TimeOfImpact of_pair(std::uint32_t ia, std::uint32_t ib, double begin) {
    TimeOfImpact r = impact_of(part(a_, pieces_.a, ia), part(b_, pieces_.b, ib), settings_, begin, limit_);
    r.piece_a = ia;
    r.piece_b = ib;
    return r;
  }

 private:
  // Leaves hold several pieces; each has a box of its own.
  [[nodiscard]] double leaf_bound(std::uint32_t ia, std::uint32_t ib) {
    const auto box = [](const PieceReader& reader, const Aabb& whole, std::uint32_t id) {
      return reader.pieces() != nullptr ? reader.pieces()->box(id) : whole;
    };
    return bounds_.find(box(pieces_.a, pieces_.reach_a(), ia), box(pieces_.b, pieces_.reach_b(), ib));
  }
  [[nodiscard]] static MovingOperand part(const MovingOperand& whole, PieceReader& reader, std::uint32_t id) {
    const Pieces* pieces = reader.pieces();
    if (pieces == nullptr) return whole;
    const ShapeView& shape = *reader[id].shape;
    return whole.part(shape, pieces->is_triangles() ? Affine() : pieces->placements[id]);
  }

  void add(const TimeOfImpact& r) {
    iterations_ += r.iterations;
    if (r.status != Status::converged && status_ == Status::converged) status_ = r.status;
    if (!r) return;
    TimeOfImpact& best = r.hit == Hit::hit ? certain_ : unsure_;
    const Real upper = best ? std::min(best.upper, r.upper) : r.upper;
    if (!best || is_earlier(r, best)) best = r;
    if (r.hit != Hit::hit) return;
    best.upper = upper;
    if (double(upper) < limit_) {
      limit_ = double(upper);
      bounds_.set_end(limit_);
    }
    bounds_.set_normal(r.normal);
  }
  // A contact that is not certain may come before one that is.
  [[nodiscard]] TimeOfImpact result() const {
    TimeOfImpact r = certain_ ? certain_ : unsure_;
    if (certain_ && unsure_ && unsure_.lower < certain_.lower) {
      r = unsure_;
      r.upper = certain_.upper;
      if (!(r.upper - r.lower > settings_.time_tolerance)) r.hit = Hit::hit;
    }
    r.status = status_;
    r.iterations = iterations_;
    return r;
  }

  const MovingOperand &a_, &b_;
  MotionSettings settings_;
  double limit_;
  PieceOperands pieces_;
  BoxBounds bounds_;
  TimeOfImpact certain_, unsure_;
  Status status_ = Status::converged;
  std::int32_t iterations_ = 0;
};

TimeOfImpact started_inside(const MovingOperand& a, const MovingOperand& b, const Vec3& inner) {
  TimeOfImpact r;
  r.hit = Hit::hit;
  r.starts_in_contact = true;
  r.point = inner;
  r.local_a = local_from_world(a.start, inner);
  r.local_b = local_from_world(b.start, inner);
  return r;
}

}  // namespace

TimeOfImpact impact_of_pieces(const MovingOperand& a, const MovingOperand& b, const MotionSettings& settings,
                              double limit) {
  const Operand at_a = a.at_start(), at_b = b.at_start();
  if (Vec3 inner; is_one_inside(at_a, at_b, Surfaces::apart, inner)) return started_inside(a, b, inner);
  PieceSearch search(a, b, settings, limit);
  const Intersection m = find_ordered_meeting(at_a, at_b, {});
  if (m.contact == Contact::overlapping && (m.piece_a != kNoPiece || m.piece_b != kNoPiece))
    if (const TimeOfImpact r = search.of_pair(m.piece_a, m.piece_b, 0);
        r.starts_in_contact && r.hit == Hit::hit)
      return r;
  const PieceCache cache(at_a, at_b, settings.cache);
  if (std::uint32_t ia = 0, ib = 0; cache.find_last(ia, ib)) search.begin_with(ia, ib);
  const TimeOfImpact r = search.find();
  cache.keep(r.piece_a, r.piece_b, r.normal);
  return r;
}

}  // namespace graze::inline GRAZE_ABI
