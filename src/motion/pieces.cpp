// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "motion/axis.h"
#include "motion/pair.h"
#include "query/pieces/earliest.h"
#include "query/pieces/meeting.h"
#include "query/pieces/pair_walk.h"
#include "query/pieces/solid.h"

// Meshes, height fields and compounds that move: pairs of boxes in the order of a lower bound on the time at
// which they touch, and the earliest of what their pieces answer.

namespace graze::inline GRAZE_ABI {
namespace {

// Lower bounds on the time at which two boxes of the trees touch, along two axes: between their centres at
// the start, and the normal of the earliest contact so far.
class BoxBounds {
 public:
  BoxBounds(const MovingOperand& a, const MovingOperand& b, const MotionSettings& settings)
      : is_bounded_(make_moving_pair(a, b, pair_)),
        rooms_((double(settings.target) + double(a.margin) + double(b.margin)) * pair_.unit +
               4 * pair_.error) {
    for (int i = 0; i < 2; ++i) {
      const MovingOperand& operand = i == 0 ? a : b;
      const Moving& m = pair_.sides[i];
      is_bounded_ = is_bounded_ && !m.is_half_space();
      sides_[i].linear = m.is_stretched ? Mat3d{} : Mat3d(PathAccess::from(operand.path).linear()) * m.unit;
      sides_[i].arm = m.is_stretched ? Vec3d{} : m.arm;
    }
    set_end(1);
  }

  void set_normal(const Vec3& normal) { normal_ = Vec3d(normal); }
  void set_end(double end) {
    end_ = end;
    for (int i = 0; i < 2; ++i) {
      sides_[i].at[0] = pair_.sides[i].stand(0);
      sides_[i].at[1] = pair_.sides[i].stand(end);
    }
  }

  /// Infinite: not until the end.
  [[nodiscard]] double find(const Aabb& a, const Aabb& b) const {
    if (!is_bounded_ || !(end_ > 0)) return 0;
    const Placed pa = place(0, a), pb = place(1, b);
    const Stance &sa = sides_[0].at[0], &sb = sides_[1].at[0];
    const Vec3d between = sb.linear * pb.centre + sb.translation - sa.linear * pa.centre - sa.translation;
    double until = max_abs(between) > 0 ? along(normalized(between), pa, pb) : 0;
    if (until < end_ && max_abs(normal_) > 0) until = std::max(until, along(normal_, pa, pb));
    return until < end_ ? until : kInfinite;
  }

 private:
  struct Side {
    Mat3d linear;  // from the frame of the shape to that of the reader
    Vec3d arm;
    Stance at[2];  // at the start and the end
  };
  // A box in the frame of the reader.
  struct Placed {
    Vec3d centre, axes[3];
    double reach;
  };

  [[nodiscard]] Placed place(int i, const Aabb& box) const {
    const Side& side = sides_[i];
    const Moving& m = pair_.sides[i];
    const Vec3d low(box.lower), high(box.upper), centre = (low + high) * 0.5, half = high - centre;
    Placed p;
    p.centre = side.linear * centre + side.arm;
    double squares = 0;
    for (int k = 0; k < 3; ++k) {
      p.axes[k] = side.linear.columns[k] * half[k];
      squares += length_squared(p.axes[k]);
    }
    // The box may be sheared: the sum of the lengths of its axes, at most the root of 3 times this.
    const double own = length(cross(m.axis, p.centre)) + 0x1.bb67ae8584cabp+0 * std::sqrt(squares);
    p.reach = m.is_stretched ? m.extent : std::min(m.reach, own * kMore);
    return p;
  }
  [[nodiscard]] double gap(const Vec3d& n, const Placed& a, const Placed& b, int when) const {
    const auto reach = [&](const Placed& p, const Stance& at, double sign) {
      const Vec3d d = transpose_times(at.linear, n);
      double sum = dot(d, p.centre) * sign;
      for (const Vec3d& axis : p.axes) sum += std::abs(dot(d, axis));
      return sum;
    };
    const Stance &sa = sides_[0].at[when], &sb = sides_[1].at[when];
    return dot(n, sb.translation - sa.translation) - reach(a, sa, 1) - reach(b, sb, -1) - rooms_;
  }
  [[nodiscard]] double along(const Vec3d& n, const Placed& a, const Placed& b) const {
    const double open = gap(n, a, b, 0);
    if (!(open > 0)) return 0;
    const Closing closing = closing_along(n, pair_.sides[0], a.reach, pair_.sides[1], b.reach);
    const double lasting = closing.lasts(open);
    if (lasting >= end_) return kInfinite;
    const double last = gap(n, a, b, 1), until = stays_open(open, last, end_, closing.curvature);
    return last > 0 && until >= end_ ? kInfinite : std::max(until, lasting);
  }

  MovingPair pair_;
  bool is_bounded_;
  double rooms_, end_ = 1;
  Side sides_[2];
  Vec3d normal_;
};

bool is_earlier(const TimeOfImpact& r, const TimeOfImpact& other) {
  if (r.lower != other.lower) return r.lower < other.lower;
  return r.piece_a != other.piece_a ? r.piece_a < other.piece_a : r.piece_b < other.piece_b;
}

class PieceSearch {
 public:
  PieceSearch(const MovingOperand& a, const MovingOperand& b, const MotionSettings& settings, double limit)
      : a_(a),
        b_(b),
        settings_(settings),
        limit_(limit),
        pieces_(a.at_start(), b.at_start()),
        bounds_(a, b, settings) {
    bounds_.set_end(limit);
  }

  [[nodiscard]] TimeOfImpact find() {
    const auto as_it_is = [](const Aabb& box) -> const Aabb& { return box; };
    visit_nearest_pieces(
        pieces_, as_it_is, as_it_is, [&](const Aabb& a, const Aabb& b) { return bounds_.find(a, b); }, limit_,
        [&](std::uint32_t ia, std::uint32_t ib) { add(of_pair(ia, ib)); });
    return result();
  }
  [[nodiscard]] TimeOfImpact of_pair(std::uint32_t ia, std::uint32_t ib) {
    TimeOfImpact r = impact_of(part(a_, pieces_.a, ia), part(b_, pieces_.b, ib), settings_, limit_);
    r.piece_a = ia;
    r.piece_b = ib;
    return r;
  }

 private:
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
  const MotionSettings& settings_;
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
    if (const TimeOfImpact r = search.of_pair(m.piece_a, m.piece_b); r.starts_in_contact && r.hit == Hit::hit)
      return r;
  return search.find();
}

}  // namespace graze::inline GRAZE_ABI
