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

// The distance of p from the surface of a mesh, positive inside of a solid.
double inner_radius_of_mesh(const Operand& mesh, const Pieces& pieces, const Vec3& p) {
  const Shape point{Point{}};
  const Affine place(p);
  const Operand at{&point.view(), &place, 0};
  PieceReader reader({mesh.shape, mesh.placement, 0});
  const PieceFrame frame({mesh.shape, mesh.placement, 0}, at, pieces.tree.bounds(), kOrigin);
  const PieceFrame::Box box_at = frame.place_b(kOrigin);
  double limit = kInfinite, lower = kInfinite;
  visit_nearest(
      pieces.tree, [&](const Aabb& box) { return frame.gap(frame.place_a(box), box_at); }, limit,
      [&](std::uint32_t id) {
        const Distance d = distance_of(reader[id], at, {});
        limit = std::min(limit, double(d.upper));
        lower = std::min(lower, double(d.lower));
      });
  const Vec3d local =
      balanced_inverse(Mat3d(mesh.placement->linear())) * (Vec3d(p) - Vec3d(mesh.placement->translation()));
  const double error = 64 * kDoubleEpsilon * frame.size();
  if (pieces.is_solid && lower > error && contains(pieces, local) == Contact::overlapping)
    return lower - error + double(mesh.margin);
  return double(mesh.margin) - limit;
}

// Of all pieces of a compound the one of which radius_of(piece) is largest, and that.
struct BestPiece {
  std::uint32_t id = kNoPiece;
  double radius = -kInfinite;
};
template <class RadiusOf>
BestPiece best_piece(const Operand& compound, const Pieces& pieces, const Vec3& p, RadiusOf radius_of) {
  PieceReader reader(compound);
  const Shape point{Point{}};
  const Affine place(p);
  const PieceFrame frame(compound, {&point.view(), &place, 0}, pieces.tree.bounds(), kOrigin);
  const PieceFrame::Box box_at = frame.place_b(kOrigin);
  BestPiece best;
  double limit = kInfinite;
  visit_nearest(
      pieces.tree, [&](const Aabb& box) { return frame.gap(frame.place_a(box), box_at); }, limit,
      [&](std::uint32_t id) {
        if (const double radius = radius_of(reader[id]); radius > best.radius) best = {id, radius};
        limit = std::max(0.0, -best.radius);  // beyond it no piece is nearer; none that contains p is
      });
  return best;
}

BallAt probe(const Operand& shape, const Vec3d& p);

BallAt probe_mesh(const Operand& mesh, const Pieces& pieces, const Vec3d& p) {
  const Shape point{Point{}};
  const Affine place(to_real(p));
  const PieceFrame frame({mesh.shape, mesh.placement, 0}, {&point.view(), &place, 0}, pieces.tree.bounds(),
                         kOrigin);
  const PieceFrame::Box box_at = frame.place_b(kOrigin);
  const Mat3d linear(mesh.placement->linear());
  const Vec3d origin(mesh.placement->translation()), from = p - origin;
  double limit = kInfinite;
  Vec3d nearest;
  visit_nearest(
      pieces.tree, [&](const Aabb& box) { return frame.gap(frame.place_a(box), box_at); }, limit,
      [&](std::uint32_t id) {
        const Triangle t = pieces.triangle(id);
        const Vec3d q =
            nearest_on_triangle(from, linear * Vec3d(t.a), linear * Vec3d(t.b), linear * Vec3d(t.c));
        const double distance = length(q - from);
        if (!(distance < limit)) return;
        limit = distance;
        nearest = q;
      });
  const bool is_inside = pieces.is_solid && contains(pieces, to_local(mesh, p)) == Contact::overlapping;
  return {(is_inside ? limit : -limit) + double(mesh.margin), nearest + origin};
}

BallAt probe_compound(const Operand& compound, const Pieces& pieces, const Vec3d& p) {
  BallAt best{-kInfinite, {}};
  (void)best_piece(compound, pieces, to_real(p), [&](const Operand& piece) {
    const BallAt found = probe(piece, p);
    if (found.radius > best.radius) best = found;
    return found.radius;
  });
  return best;
}

BallAt probe(const Operand& shape, const Vec3d& p) {
  if (const Pieces* pieces = pieces_of(*shape.shape))
    return pieces->is_triangles() ? probe_mesh(shape, *pieces, p) : probe_compound(shape, *pieces, p);
  const Shape point{Point{}};
  const Affine place(to_real(p));
  const Separation s = separation_of(shape, {&point.view(), &place, 0}, {});
  return {-double(s.upper), Vec3d(s.point_a)};
}

}  // namespace

double inner_radius(const Operand& shape, const Vec3& p) {
  if (const Pieces* pieces = pieces_of(*shape.shape))
    return pieces->is_triangles() ? inner_radius_of_mesh(shape, *pieces, p)
                                  : best_piece(shape, *pieces, p, [&](const Operand& piece) {
                                      return inner_radius(piece, p);
                                    }).radius;
  const Shape point{Point{}};
  const Affine place(p);
  return -double(separation_of(shape, {&point.view(), &place, 0}, {}).upper);
}

std::uint32_t deepest_piece(const Operand& compound, const Vec3& p) {
  const BestPiece best = best_piece(compound, *pieces_of(*compound.shape), p,
                                    [&](const Operand& piece) { return inner_radius(piece, p); });
  return best.radius > 0 ? best.id : kNoPiece;
}

void CommonBalls::Surface::add(const BallAt& ball, const Vec3d& at, double rounding) {
  if (!(std::abs(ball.radius) > rounding)) return;
  points[count++ % kMost] = {ball.nearest, (at - ball.nearest) / ball.radius};
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

double CommonBalls::value_at(const Vec3d& p) {
  const BallAt of_a = probe(a_, p), of_b = probe(b_, p);
  surface_a_.add(of_a, p, 1e-7 * size_);
  surface_b_.add(of_b, p, 1e-7 * size_);
  const double value = of_a.radius + of_b.radius;
  if (value > value_) {
    value_ = value;
    place_ = p;
    hints_[0] = of_a.nearest - p;
    hints_[1] = p - of_b.nearest;
  }
  return value;
}

Vec3d CommonBalls::climb(const Vec3d& start, double step) {
  constexpr int kEvaluations = 40;
  constexpr double kSmallest = 1e-3, kWorthIt = 1e-4;
  surface_a_.count = surface_b_.count = 0;
  Vec3d at = start;
  double value = value_at(start);
  for (int i = 1; i < kEvaluations && step > kSmallest * std::max(value, 0.0);) {
    Vec3d next = at;
    double promised = value + kWorthIt * std::abs(value);
    for (int k = 0; k < 27; ++k) {
      const Vec3d p = at + Vec3d{double(k % 3 - 1), double(k / 3 % 3 - 1), double(k / 9 - 1)} * step;
      const double promise = surface_a_.radius_at(p) + surface_b_.radius_at(p);
      if (k == 13 || !(promise > promised)) continue;
      promised = promise;
      next = p;
    }
    double found = -kInfinite;
    if (next != at) {
      found = value_at(next);
      ++i;
    }
    if (found > value) {
      value = found;
      at = next;
    } else {
      step /= 2;
      if (!(step > 1e-9 * size_)) break;
    }
  }
  return at;
}

}  // namespace graze::inline GRAZE_ABI
