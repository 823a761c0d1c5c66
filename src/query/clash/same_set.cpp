// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/clash/same_set.h"

#include <algorithm>
#include <cstring>

#include "graze/query/nearest_pieces.h"
#include "graze/shape/bounds.h"
#include "mesh/pieces.h"
#include "query/pair/complex.h"

namespace graze::inline GRAZE_ABI {
namespace {

bool is_same_shape(const ShapeView& a, const ShapeView& b) {
  return a.kind == b.kind && a.block == b.block && std::memcmp(a.values, b.values, sizeof a.values) == 0;
}

Vec3d corner_of(const Aabb& box, int i) {
  return {double(i & 1 ? box.upper.x : box.lower.x), double(i & 2 ? box.upper.y : box.lower.y),
          double(i & 4 ? box.upper.z : box.lower.z)};
}

// How far a point of the shape may move from one placement to the other.
double find_move(const Shape& shape, const Affine& from, const Affine& to) {
  const Aabb box = bounds(shape, Affine());
  double farthest = 0;
  for (int i = 0; i < 8; ++i) {
    const Vec3d p = corner_of(box, i);
    const Vec3d move = Mat3d(to.linear()) * p - Mat3d(from.linear()) * p +
                       (Vec3d(to.translation()) - Vec3d(from.translation()));
    farthest = std::max(farthest, length(move));
  }
  return farthest;
}

bool may_hold(const Instance& outer, const Instance& inner, double tolerance) {
  const Aabb a = bounds(outer), b = bounds(inner);
  for (int k = 0; k < 3; ++k)
    if (double(b.lower[k]) < double(a.lower[k]) - tolerance ||
        double(b.upper[k]) > double(a.upper[k]) + tolerance)
      return false;
  return true;
}

// Whether a surface lies within the tolerance of another: triangle by triangle, in parts where need be. All
// of a triangle is as near to a triangle of the other as its corners.
class Cover {
 public:
  Cover(const Instance& covered, const Instance& by, double tolerance)
      : covered_(covered), by_(by), tolerance_(tolerance), triangles_(*pieces_of(by.shape.view())) {}

  [[nodiscard]] Inside find() {
    const Pieces& pieces = *pieces_of(covered_.shape.view());
    left_ = 64 * std::size_t(pieces.count()) + 4096;
    Inside all = Inside::yes;
    for (std::uint32_t i = 0; i < pieces.count() && all != Inside::no; ++i)
      all = std::min(all, find_part(pieces.triangle(i), 0));
    return all;
  }

 private:
  static constexpr int kDeepest = 6;

  [[nodiscard]] Distance distance_to(const Vec3& local, const ShapeView& shape, const Affine& place) const {
    const Shape point{Point{local}};
    return distance_of({&shape, &place, 0}, {&point.view(), &covered_.placement, 0}, {});
  }
  [[nodiscard]] Inside find_part(const Triangle& t, int depth) {
    if (left_ == 0) return Inside::uncertain;
    --left_;
    const Vec3 middle((Vec3d(t.a) + Vec3d(t.b) + Vec3d(t.c)) / 3.0);
    Distance near;
    (void)nearest_pieces(by_, {Shape(Point{middle}), covered_.placement, 0}, {&near, 1});
    const double blur = 4 * double(kEpsilon) * sum_abs(Vec3d(near.point_b));
    if (double(near.lower) - blur > tolerance_) return Inside::no;
    TriangleView triangle;
    triangle.set(triangles_.triangle(near.piece_a).a, triangles_.triangle(near.piece_a).b,
                 triangles_.triangle(near.piece_a).c);
    bool is_near = true;
    for (const Vec3& corner : {t.a, t.b, t.c}) {
      const Distance d = distance_to(corner, triangle.view(), by_.placement);
      is_near = is_near && double(d.upper) <= tolerance_;
    }
    if (is_near) return Inside::yes;
    if (depth == kDeepest) return Inside::uncertain;
    return find_parts(t, depth + 1);
  }
  [[nodiscard]] Inside find_parts(const Triangle& t, int depth) {
    const auto half = [](const Vec3& p, const Vec3& q) { return Vec3((Vec3d(p) + Vec3d(q)) * 0.5); };
    const Vec3 ab = half(t.a, t.b), bc = half(t.b, t.c), ca = half(t.c, t.a);
    Inside all = Inside::yes;
    for (const Triangle& part :
         {Triangle{t.a, ab, ca}, Triangle{ab, t.b, bc}, Triangle{ca, bc, t.c}, Triangle{ab, bc, ca}})
      if (all != Inside::no) all = std::min(all, find_part(part, depth));
    return all;
  }

  const Instance &covered_, &by_;
  double tolerance_;
  const Pieces& triangles_;
  std::size_t left_ = 0;  // parts that may still be asked about
};

Inside are_same_surfaces(const Instance& a, const Instance& b, double tolerance) {
  if (a.margin != 0 || b.margin != 0) return Inside::no;
  const Inside there = Cover(a, b, tolerance).find();
  return there == Inside::no ? there : std::min(there, Cover(b, a, tolerance).find());
}

Inside are_same_pieces(const Instance& a, const Instance& b, double tolerance,
                       const QuerySettings& settings) {
  const Pieces &of_a = *pieces_of(a.shape.view()), &of_b = *pieces_of(b.shape.view());
  if (of_a.count() != of_b.count()) return Inside::no;
  const auto piece = [](const Instance& whole, const Pieces& pieces, std::uint32_t i) {
    return Instance{pieces.shapes[i], whole.placement * pieces.placements[i], whole.margin};
  };
  Inside all = Inside::yes;
  for (std::uint32_t i = 0; i < of_a.count() && all != Inside::no; ++i)
    all = std::min(all, are_same_set(piece(a, of_a, i), piece(b, of_b, i), tolerance, settings));
  return all;
}

}  // namespace

Inside is_held(const Instance& outer, const Instance& inner, double tolerance,
               const QuerySettings& settings) {
  const bool is_mesh = is_complex(outer.shape.kind()) || is_complex(inner.shape.kind());
  if (!is_mesh && !may_hold(outer, inner, tolerance)) return Inside::no;
  const Containment c = contains(outer, inner, settings);
  if (double(c.lower) >= -tolerance) return Inside::yes;
  if (c.inside == Inside::no && double(c.upper) < -tolerance) return Inside::no;
  return c.status == Status::converged ? Inside::uncertain : Inside::no;
}

Inside are_same_set(const Instance& a, const Instance& b, double tolerance, const QuerySettings& settings) {
  if (a.shape.kind() == ShapeKind::half_space || b.shape.kind() == ShapeKind::half_space) return Inside::no;
  if (is_same_shape(a.shape.view(), b.shape.view()) && a.margin == b.margin &&
      find_move(a.shape, a.placement, b.placement) <= tolerance)
    return Inside::yes;
  Operand unused;
  double defect = 0;
  if (find_convex(operand(a), unused, defect) && find_convex(operand(b), unused, defect)) {
    const Inside there = is_held(a, b, tolerance, settings);
    return there == Inside::no ? there : std::min(there, is_held(b, a, tolerance, settings));
  }
  const Pieces *of_a = pieces_of(a.shape.view()), *of_b = pieces_of(b.shape.view());
  if (of_a == nullptr || of_b == nullptr || of_a->is_triangles() != of_b->is_triangles()) return Inside::no;
  return of_a->is_triangles() ? are_same_surfaces(a, b, tolerance)
                              : are_same_pieces(a, b, tolerance, settings);
}

}  // namespace graze::inline GRAZE_ABI
