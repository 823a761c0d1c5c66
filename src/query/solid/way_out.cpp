// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/solid/way_out.h"

#include <algorithm>
#include <limits>

#include "kernel/clip/clip.h"
#include "query/pair/answers.h"
#include "query/pieces/solid.h"
#include "query/solid/corners.h"
#include "query/solid/sweep.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Directions spread evenly, the first few as well as all: points of a grid of irrational steps in a ball.
class Spread {
 public:
  Vec3d next() {
    for (;;) {
      // Powers of the root of x^4 = x + 1, which are as far from rational ones as three numbers can be.
      constexpr double kSteps[3] = {0.81917251339616443970, 0.67104360670378920842, 0.54970047790197026694};
      for (int k = 0; k < 3; ++k) {
        at_[k] += kSteps[k];
        if (at_[k] >= 1) at_[k] -= 1;
      }
      const Vec3d p = at_ * 2.0 - Vec3d{1, 1, 1};
      const double squared = length_squared(p);
      if (squared < 1 && squared > 0.01) return p / std::sqrt(squared);
    }
  }

 private:
  Vec3d at_{0.5, 0.5, 0.5};
};

// A convex shape without flat faces, of which casts take more time the more exact they are.
bool is_curved(const Operand& o) {
  switch (o.shape->kind) {
    case ShapeKind::cylinder:
    case ShapeKind::cone:
    case ShapeKind::ellipsoid:
      return true;
    default:
      return false;
  }
}

class WayOut {
 public:
  WayOut(const Operand& a, const Operand& b, const QuerySettings& settings, double lower,
         const CommonBalls& balls)
      : a_(a),
        b_(b),
        settings_(settings),
        balls_(balls),
        sweep_(a, b, settings, balls.cover()),
        lower_(lower),
        steps_of_direction_(steps_for(a, b)),
        most_directions_(directions_for(a, b, settings.max_directions)) {}

  DecisivePlaces find(Penetration& result) {
    set_box_way();
    for (const Vec3d& hint : balls_.hints())
      if (length_squared(hint) > 0) follow(normalized(hint));
    for (const Operand* o : {&a_, &b_})
      for (const Vec3& column : o->placement->linear().columns) {
        follow(normalized(Vec3d(column)));
        follow(-normalized(Vec3d(column)));
      }
    follow_pieces();
    Spread spread;
    while (has_time(most_directions_ / 2)) follow(spread.next());
    vary();
    sharpen();
    write(result);
    DecisivePlaces places;
    places.count = sweep_.find_corners(best_, direction_, places.corners);
    return places;
  }

 private:
  // Long ways through fine surfaces count more than once.
  [[nodiscard]] bool has_time(int kept) const {
    return std::max(tried_, sweep_.steps() / steps_of_direction_) < most_directions_ - kept;
  }
  static double pieces_in(const Operand& a, const Operand& b) {
    double count = 0;
    for (const Operand* o : {&a, &b})
      if (const Pieces* pieces = pieces_of(*o->shape)) count += pieces->count();
    return count;
  }
  static constexpr double kFew = 256;  // pieces, where a step takes little time
  // About the pieces in a row, where these are as many in all.
  static int steps_for(const Operand& a, const Operand& b) {
    const double count = pieces_in(a, b);
    return count < kFew ? 16 : std::min(8, 2 + int(std::sqrt(count) / 16));
  }
  // Four times as many between two solids of few pieces: each takes little time, and a notch is easily
  // missed.
  static int directions_for(const Operand& a, const Operand& b, int asked) {
    const bool are_few = is_complex(a.shape->kind) && is_complex(b.shape->kind) && pieces_in(a, b) < kFew;
    return are_few ? 4 * std::min(asked, std::numeric_limits<int>::max() / 4) : asked;
  }
  // Along a direction, and then to the corners that this leads to, a few at a time.
  void follow(const Vec3d& d) {
    constexpr double kWiden = 1.5;  // ways longer than the best may lead to shorter ones
    if (!has_time(0)) return;
    try_direction(d, lower_, kWiden * best_.way, nullptr);
    for (int i = 0; i < kMaxTurns && try_corner(); ++i) {
    }
  }
  bool try_corner() {
    constexpr double kWorthIt = 1 - 1e-7, kBack = 0.9, kWiden = 1.1;
    const Corner* const next = corners_.take(kWorthIt * best_.way);
    if (next == nullptr || !has_time(0)) return false;
    const Corner corner = *next;
    if (!(corner.length > lower_)) return true;
    try_direction(corner.way / corner.length, std::max(lower_, kBack * corner.length), kWiden * best_.way,
                  &corner);
    return true;
  }
  bool try_direction(const Vec3d& d, double from, double to, const Corner* source) {
    ++tried_;
    // Planes have to be exact, or corners of them are not; curved shapes have none.
    const Real error = source == nullptr && (is_curved(a_) || is_curved(b_))
                           ? std::max(settings_.relative_error, Real(1e-4))
                           : settings_.relative_error;
    Exit exit = sweep_.find(d, {from, to, best_.way}, error);
    if (exit.way == from && from > lower_) exit = sweep_.find(d, {lower_, to, best_.way}, error);
    if (!(exit.way < to)) return false;
    const bool is_better = exit.way < best_.way;
    if (is_better) {
      best_ = exit;
      direction_ = d;
    }
    if (exit.normal != Vec3d{})
      corners_.add({exit.normal, dot(exit.normal, d) * exit.way}, source, best_.way);
    return is_better;
  }
  // The best way, to the accuracy that the caller asked for.
  void sharpen() {
    constexpr double kCoarse = 1e-3;
    const Exit exit =
        sweep_.find(direction_, {(1 - kCoarse) * best_.way, best_.way, best_.way}, settings_.relative_error);
    if (exit.way < best_.way && exit.way > (1 - kCoarse) * best_.way) best_ = exit;
  }
  // Around the best direction, in steps that shrink.
  void vary() {
    double step = 0.2;
    while (step > 1e-3 && has_time(0)) {
      Vec3d x, y;
      const Vec3d d = direction_;
      primitive::make_basis(d, x, y);
      bool is_better = false;
      for (const Vec3d& side : {x, -x, y, -y}) {
        is_better =
            try_direction(normalized(d + side * step), std::max(lower_, 0.8 * best_.way), best_.way, nullptr);
        while (try_corner()) is_better = is_better || direction_ != d;
        if (is_better) break;
      }
      if (!is_better) step /= 2;
    }
  }

  // Normals of pairs of pieces that meet, a few of many.
  void follow_pieces() {
    constexpr int kMaxPairs = 64, kMaxNormals = 16;
    constexpr double kSame = 0.98;
    Vec3d normals[kMaxNormals];
    int seen = 0, count = 0;
    (void)visit_leaves({a_}, {b_}, 0, [&](const PieceLeaf& x, const PieceLeaf& y) {
      const Vec3d n(penetration_of(x.operand, y.operand, settings_of_pieces(settings_)).normal);
      const auto is_same = [&](const Vec3d& other) { return dot(n, other) > kSame; };
      if (n != Vec3d{} && std::none_of(normals, normals + count, is_same)) normals[count++] = n;
      return ++seen < kMaxPairs && count < kMaxNormals;
    });
    for (int i = 0; i < count; ++i) follow(normals[i]);
  }

  // Where boxes part: always a way out.
  void set_box_way() {
    best_ = {};
    for (int k = 0; k < 6; ++k) {
      Vec3d d;
      d[k / 2] = k % 2 == 0 ? 1 : -1;
      if (!(sweep_.way_by_boxes(d) < best_.way)) continue;
      best_.way = sweep_.way_by_boxes(d);
      direction_ = d;
    }
    for (int k = 0; k < 6; ++k) {
      Vec3d d;
      d[k / 2] = k % 2 == 0 ? 1 : -1;
      follow(d);
    }
  }
  // Checked as the caller would go it, in Real; what rounding took is put on top.
  void write(Penetration& result) {
    result.normal = Vec3(direction_);
    double room = 0;
    Contact contact = Contact::overlapping;
    for (int i = 0; i < 8 && contact == Contact::overlapping; ++i) {
      result.upper = round_up((best_.way + room) * (1 + 2 * double(kEpsilon)));
      contact = sweep_.contact_after(result.normal * result.upper);
      room = std::max(16 * room, sweep_.slack() / 8);  // casts along the way may be off by more than rounding
    }
    if (contact == Contact::overlapping)
      result.upper = round_up(sweep_.way_by_boxes(direction_) + sweep_.slack());
    const Vec3d way = direction_ * best_.way;
    result.point_a = sweep_.contact_point(best_, way);
    result.point_b = to_real(Vec3d(result.point_a) - way);
    result.local_a = local_from_world(*a_.placement, result.point_a);
    result.local_b = local_from_world(*b_.placement, result.point_b);
    result.iterations += sweep_.steps();
  }

  static constexpr int kMaxTurns = 4;
  Operand a_, b_;
  QuerySettings settings_;
  const CommonBalls& balls_;
  Sweep sweep_;
  double lower_;
  Corners corners_;
  Exit best_;
  Vec3d direction_;
  int tried_ = 0, steps_of_direction_, most_directions_;
};

}  // namespace

DecisivePlaces find_way_out(const Operand& a, const Operand& b, const QuerySettings& settings, double lower,
                            const CommonBalls& balls, Penetration& result) {
  return WayOut(a, b, settings, lower, balls).find(result);
}

}  // namespace graze::inline GRAZE_ABI
