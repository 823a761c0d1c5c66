// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/solid/balls.h"

#include <algorithm>

#include "math/linear_map.h"
#include "math/nearest.h"
#include "query/pair/answers.h"
#include "query/pieces/pair_walk.h"

namespace graze::inline GRAZE_ABI {
namespace {

constexpr Aabb kOrigin{{0, 0, 0}, {0, 0, 0}};  // box of a point, in its own frame

Vec3d to_local(const Operand& o, const Vec3d& p) {
  return balanced_inverse(Mat3d(o.placement->linear())) * (p - Vec3d(o.placement->translation()));
}

// The nearest triangles are looked at as they are, and those that are not are bounded by their boxes. How
// near one may be: no nearer than a plane across the way to the point of it that was found.
BallAt ball_in_mesh(const Operand& mesh, const Pieces& pieces, const Vec3& p) {
  const Shape point{Point{}};
  const Affine place(p);
  const PieceFrame frame({mesh.shape, mesh.placement, 0}, {&point.view(), &place, 0}, pieces.tree.bounds(),
                         kOrigin);
  const PieceFrame::Box box_at = frame.place_b(kOrigin);
  const Mat3d linear(mesh.placement->linear());
  const Vec3d offset = Vec3d(mesh.placement->translation()) - Vec3d(p);
  double limit = kInfinite, lower = kInfinite;
  Vec3d nearest;
  visit_nearest(
      pieces.tree, [&](const Aabb& box) { return frame.gap(frame.place_a(box), box_at); }, limit,
      [&](std::uint32_t id) {
        const Triangle t = pieces.triangle(id);
        const Vec3d a = linear * Vec3d(t.a) + offset, b = linear * Vec3d(t.b) + offset,
                    c = linear * Vec3d(t.c) + offset, q = nearest_on_triangle({}, a, b, c);
        const double distance = length(q);
        lower = std::min(lower, distance > 0 ? std::min({dot(q, a), dot(q, b), dot(q, c)}) / distance : 0.0);
        if (!(distance < limit)) return;
        limit = distance;
        nearest = q;
      });
  BallAt ball{double(mesh.margin) - limit, Vec3d(p) + nearest, false};
  const double certain = std::min(limit, lower) - 64 * kDoubleEpsilon * frame.size();
  if (!pieces.is_solid || !(certain > 0) ||
      contains(pieces, to_local(mesh, Vec3d(p))) != Contact::overlapping)
    return ball;
  ball.radius = double(mesh.margin) + certain;
  ball.is_inside = true;
  return ball;
}

struct PieceBall {
  std::uint32_t piece = kNoPiece;
  BallAt ball{-kInfinite, {}, false};
};

// Of all pieces of a compound the one whose ball is largest.
PieceBall ball_in_compound(const Operand& compound, const Pieces& pieces, const Vec3& p) {
  PieceReader reader(compound);
  const Shape point{Point{}};
  const Affine place(p);
  const PieceFrame frame(compound, {&point.view(), &place, 0}, pieces.tree.bounds(), kOrigin);
  const PieceFrame::Box box_at = frame.place_b(kOrigin);
  PieceBall best;
  double limit = kInfinite;
  visit_nearest(
      pieces.tree, [&](const Aabb& box) { return frame.gap(frame.place_a(box), box_at); }, limit,
      [&](std::uint32_t id) {
        const BallAt ball = ball_at(reader[id], p);
        if (ball.radius > best.ball.radius) best = {id, ball};
        limit = std::max(0.0, -best.ball.radius);  // beyond it no piece is nearer; none that contains p is
      });
  return best;
}

}  // namespace

BallAt ball_at(const Operand& shape, const Vec3& p) {
  if (const Pieces* pieces = pieces_of(*shape.shape))
    return pieces->is_triangles() ? ball_in_mesh(shape, *pieces, p)
                                  : ball_in_compound(shape, *pieces, p).ball;
  const Shape point{Point{}};
  const Affine place(p);
  QuerySettings coarse;
  coarse.relative_error = Real(1e-3);
  const Separation s = separation_of(shape, {&point.view(), &place, 0}, coarse);
  return {-double(s.upper), Vec3d(s.point_a), s.upper < 0};
}

std::uint32_t deepest_piece(const Operand& compound, const Vec3& p) {
  const PieceBall best = ball_in_compound(compound, *pieces_of(*compound.shape), p);
  return best.ball.radius > 0 ? best.piece : kNoPiece;
}

void CommonBalls::Surface::add(const BallAt& ball, const Vec3d& at, double rounding) {
  const Vec3d way = at - ball.nearest;
  const double distance = length(way);
  if (distance > rounding)
    points[count++ % kMost] = {ball.nearest, way / (ball.is_inside ? distance : -distance)};
}

double CommonBalls::Surface::radius_at(const Vec3d& p) const {
  double least = kInfinite;
  for (int i = 0; i < std::min(count, kMost); ++i) {
    const Vec3d way = p - points[i].at;
    const double above = dot(way, points[i].inward);
    least = std::min(least, above > 0 ? length(way) : above);
  }
  return least;
}

double CommonBalls::value_at(const Vec3d& p, int of) {
  BallAt balls[2];
  for (int k = 0; k < 2; ++k) {
    if (of != kBoth && of != k) continue;
    balls[k] = ball_at(operands_[k], to_real(p));
    surfaces_[k].add(balls[k], p, 1e-7 * size_);
    cover_.add(k, p, balls[k].radius);
  }
  const double value = balls[0].radius + balls[1].radius;
  if (of == kBoth && value > radius_) {
    radius_ = value;
    hints_[0] = balls[0].nearest - p;
    hints_[1] = p - balls[1].nearest;
  }
  return value;
}

Vec3d CommonBalls::best_of(std::span<const Vec3d> places) {
  Vec3d best = places.front();
  double value = -kInfinite;
  for (const Vec3d& place : places)
    if (const double found = value_at(place, kBoth); found > value) {
      value = found;
      best = place;
    }
  return best;
}

Vec3d CommonBalls::climb(const Vec3d& start, double step, int of) {
  constexpr int kEvaluations = 40;
  constexpr double kSmallest = 1e-3, kWorthIt = 1e-4;
  for (Surface& surface : surfaces_) surface.count = 0;
  Vec3d at = Vec3d(to_real(start));
  double value = value_at(at, of);
  for (int i = 1; i < kEvaluations && step > std::max(kSmallest * value, 1e-9 * size_);) {
    Vec3d next = at;
    double promised = value + kWorthIt * std::abs(value);
    for (int k = 0; k < 27; ++k) {
      const Vec3 p = to_real(at + Vec3d{double(k % 3 - 1), double(k / 3 % 3 - 1), double(k / 9 - 1)} * step);
      double promise = 0;
      for (int o = 0; o < 2; ++o)
        if (of == kBoth || of == o) promise += surfaces_[o].radius_at(Vec3d(p));
      if (k == 13 || !(promise > promised)) continue;
      promised = promise;
      next = Vec3d(p);
    }
    double found = -kInfinite;
    if (next != at) {
      found = value_at(next, of);
      ++i;
    }
    if (found > value) {
      value = found;
      at = next;
      step *= 1.5;
    } else {
      step /= 2;
    }
  }
  return at;
}

}  // namespace graze::inline GRAZE_ABI
