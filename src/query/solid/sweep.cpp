// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/solid/sweep.h"

#include <algorithm>

#include "query/pair/answers.h"
#include "query/pieces/block_pairs.h"
#include "query/pieces/placed_triangles.h"
#include "query/solid/triangle_sweep.h"
#include "shape/local_support.h"

namespace graze::inline GRAZE_ABI {
namespace {

Aabb world_box(const Operand& o) { return bounds_of(*o.shape, *o.placement, o.margin); }

double size_of(const Aabb& box) { return double(max_abs(box.lower)) + double(max_abs(box.upper)); }

double way_between(const Aabb& a, const Aabb& b, const Vec3d& d) {
  double sum = 0;
  for (int k = 0; k < 3; ++k)
    sum +=
        d[k] * (d[k] > 0 ? double(a.upper[k]) - double(b.lower[k]) : double(a.lower[k]) - double(b.upper[k]));
  return sum;
}

// When boxes may touch of which b moves along a direction: `from` to `to`.
struct Passage {
  double from = -kInfinite, to = kInfinite;

  Passage(const PieceFrame::Box& a, const PieceFrame::Box& b, const Vec3d& direction, double room) {
    for (int k = 0; k < 3; ++k) {
      const double between = b.centre[k] - a.centre[k], reach = a.half[k] + b.half[k] + room;
      if (std::abs(direction[k]) < 1e-12) {
        if (std::abs(between) > reach) to = -kInfinite;
        continue;
      }
      const double x = (-reach - between) / direction[k], y = (reach - between) / direction[k];
      from = std::max(from, std::min(x, y));
      to = std::min(to, std::max(x, y));
    }
  }
  // The first time after `now` that matters, or `now`.
  [[nodiscard]] double after(double now) const {
    return to < now || to < from ? kInfinite : std::max(from, now);
  }
};

// Corners of a triangle, or the support of another convex piece along a direction of the world.
int find_corners_of(const Operand& whole, std::uint32_t id, const Vec3d& direction, Vec3d* out) {
  PieceReader reader(whole);
  if (id == kNoPiece && reader.pieces() != nullptr) return 0;
  const Operand& piece = reader[id];
  if (is_complex(piece.shape->kind)) return 0;
  const Mat3d linear(piece.placement->linear());
  const Vec3d origin(piece.placement->translation());
  if (!reader.is_triangles()) {
    out[0] = linear * local_support(*piece.shape, moderate(transpose_times(linear, direction))) + origin;
    return 1;
  }
  const Triangle t = reader.pieces()->triangle(id);
  const Vec3 corners[3] = {t.a, t.b, t.c};
  for (int k = 0; k < 3; ++k) out[k] = linear * Vec3d(corners[k]) + origin;
  return 3;
}

// use(leaf of a, leaf of b) for pairs of convex parts that may overlap, until it returns true. Of a convex
// shape and the triangles of a mesh, be it within compounds, the pair that intersects() names comes first: it
// is found far sooner than by asking all triangles in the box of the shape.
template <class Use>
bool visit_meetings(const PieceLeaf& a, const PieceLeaf& b, const QuerySettings& settings, const Use& use) {
  if (!is_any_complex(a.operand, b.operand)) return use(a, b);
  PieceOperands pieces(a.operand, b.operand);
  if (pieces.is_convex_and_triangles()) {
    const Intersection meeting = intersection_of(a.operand, b.operand, settings);
    if (meeting.contact != Contact::overlapping) return false;
    const bool is_named = (pieces.a.pieces() == nullptr) != (meeting.piece_a != kNoPiece) &&
                          (pieces.b.pieces() == nullptr) != (meeting.piece_b != kNoPiece);
    if (is_named && use(a.below(pieces.a, meeting.piece_a), b.below(pieces.b, meeting.piece_b))) return true;
  }
  PairWalk walk(pieces, 0);
  for (PieceIds ids; walk.next(ids);)
    if (visit_meetings(a.below(pieces.a, ids.a), b.below(pieces.b, ids.b), settings, use)) return true;
  return false;
}

}  // namespace

Sweep::Sweep(const Operand& a, const Operand& b, const QuerySettings& settings, const BallCover& cover)
    : a_(a),
      b_(b),
      settings_(settings_of_pieces(settings)),
      cover_(cover),
      pieces_(a, b),
      box_a_(world_box(a)),
      box_b_(world_box(b)) {
  settings_.threshold = kInfinity;
  size_ = size_of(box_a_) + size_of(box_b_);
}

Contact Sweep::contact_at(const Affine& placement) const {
  return intersection_of(a_, {b_.shape, &placement, b_.margin}, settings_).contact;
}

Contact Sweep::contact_after(const Vec3& way) const {
  const Affine a(a_.placement->linear(), a_.placement->translation() - way),
      b(b_.placement->linear(), b_.placement->translation() + way);
  return std::max(contact_at(b), intersection_of({a_.shape, &a, a_.margin}, b_, settings_).contact);
}

double Sweep::way_by_boxes(const Vec3d& d) const {
  return way_between(box_a_, box_b_, d) + std::max(slack(), 1e-6 * size_);
}

bool Sweep::is_free(const Vec3d& direction, const Exit& exit) const {
  return contact_at(moved(direction * (exit.way + std::max(step(), slack())))) != Contact::overlapping;
}

Exit Sweep::find(const Vec3d& direction, const SweepRange& range, Real relative_error) {
  settings_.relative_error = relative_error;
  constexpr int kMaxSteps = 2000, kMaxEvents = 16;
  Exit exit;
  exit.way = range.from;
  for (int i = 0, events = 0; i < kMaxSteps; ++i) {
    exit.way = cover_.skip(direction, exit.way, range.to);
    if (!(exit.way < range.to)) break;
    if (extend(direction, exit)) continue;
    if (!(exit.way < range.verified) || is_free(direction, exit)) return exit;
    if (++events > kMaxEvents || !go_on(direction, range.to, exit)) break;
  }
  return {};
}

bool Sweep::extend(const Vec3d& direction, Exit& exit) {
  ++steps_;
  if (!pieces_.are_plain_triangles()) return extend_convex(direction, exit);
  pieces_.move_b(direction * (exit.way + step()));
  return pieces_.frame().is_frame_of_a() ? extend_in_blocks(direction, exit) : extend_placed(direction, exit);
}

bool Sweep::extend_in_blocks(const Vec3d& direction, Exit& exit) {
  const double at = exit.way + step();
  BlockPairs blocks(pieces_, 0);
  BlockPairs::Corners s, t;
  while (blocks.next()) {
    double best = 0;
    for (std::uint32_t rest = blocks.find_meeting(); rest != 0;) {
      const PieceIds ids = blocks.take_lowest(rest, s, t);
      TriangleSweep sweep(s, t, direction, -grazing());
      if (!sweep.find_end(best)) continue;
      best = sweep.end();
      exit = {at + best, sweep.normal(), ids, {}, false};
    }
    if (best > 0) return true;
  }
  return false;
}

bool Sweep::extend_placed(const Vec3d& direction, Exit& exit) {
  const double at = exit.way + step();
  PlacedTriangles placed(pieces_);
  PairWalk walk(pieces_, 0);
  for (PieceIds ids; walk.next(ids);) {
    TriangleSweep sweep(placed.corners_a(ids.a), placed.corners_b(ids.b), direction, -grazing());
    if (!sweep.find_end(0)) continue;
    exit = {at + sweep.end(), sweep.normal(), ids, {}, false};
    return true;
  }
  return false;
}

// Where two convex parts come apart is where they meet on the way back from far away.
bool Sweep::extend_convex(const Vec3d& direction, Exit& exit) {
  const Affine placement = moved(direction * (exit.way + std::max(step(), slack() / 4)));
  const Operand there{b_.shape, &placement, b_.margin};
  const double at = dot(Vec3d(placement.translation()) - Vec3d(b_.placement->translation()), direction);
  const auto follow = [&](const PieceLeaf& leaf_x, const PieceLeaf& leaf_y) {
    const Operand &x = leaf_x.operand, &y = leaf_y.operand;
    if (intersection_of(x, y, settings_).contact != Contact::overlapping) return false;
    const double start = way_between(world_box(x), world_box(y), direction) + 1e-3 * size_;
    const Affine& from = *y.placement;
    const Affine far(from.linear(), Vec3(Vec3d(from.translation()) + direction * start));
    const ShapeCast cast = shape_cast_of({y.shape, &far, y.margin}, Vec3(direction * -start), x, settings_);
    if (!cast || cast.starts_in_contact) return false;
    const double end =
        dot(Vec3d(far.translation()) - Vec3d(from.translation()), direction) - start * double(cast.time);
    if (!(at + end > exit.way)) return false;
    exit = {at + end, -Vec3d(cast.normal), {leaf_x.piece, leaf_y.piece}, Vec3d(cast.point), true};
    return true;
  };
  return visit_meetings({a_}, {there}, settings_, follow);
}

bool Sweep::go_on(const Vec3d& direction, double to, Exit& exit) {
  if (!pieces_.are_plain_triangles() && !pieces_.is_convex_and_triangles()) return false;
  pieces_.move_b({});
  const PieceFrame& frame = pieces_.frame();
  const Vec3d along = frame.to_frame(direction);
  const double now = exit.way + step(), room = frame.room(direction * to);
  double next = to;
  std::optional<PlacedTriangles> placed;
  if (pieces_.are_plain_triangles()) placed.emplace(pieces_);
  const auto event = [&](double time) {
    if (time > now && time < next) next = time;
  };
  visit_nearest_pieces(
      pieces_, [&](const Aabb& box) { return frame.place_a(box); },
      [&](const Aabb& box) { return frame.place_b(box); },
      [&](const PieceFrame::Box& x, const PieceFrame::Box& y) {
        return Passage(x, y, along, room).after(now);
      },
      next,
      [&](std::uint32_t ia, std::uint32_t ib) {
        if (!placed) {
          const Operand from_a = pieces_.a[ia], from_b = pieces_.b[ib];
          const Affine& own = *from_b.placement;
          const Affine place(own.linear(), Vec3(Vec3d(own.translation()) + direction * now));
          const ShapeCast cast = shape_cast_of({from_b.shape, &place, from_b.margin},
                                               Vec3(direction * (to - now)), from_a, settings_);
          if (cast && !cast.starts_in_contact) event(now + double(cast.time) * (to - now));
          return;
        }
        TriangleSweep sweep(placed->corners_a(ia), placed->corners_b(ib), direction, grazing());
        if (!sweep.find()) return;
        event(sweep.begin());
        event(sweep.end());
      });
  if (!(next < to)) return false;
  exit.way = next;
  return true;
}

int Sweep::find_corners(const Exit& exit, const Vec3d& way, Vec3d (&corners)[6]) const {
  const int count = find_corners_of(a_, exit.pieces.a, way, corners);
  return count + find_corners_of(b_, exit.pieces.b, -way, corners + count);
}

Vec3 Sweep::contact_point(const Exit& exit, const Vec3d& way) {
  if (exit.has_point) return to_real(exit.point);
  const Affine placement = moved(way);
  const Operand there{b_.shape, &placement, b_.margin};
  PieceReader a(a_), b(there);
  const bool is_known = (exit.pieces.a != kNoPiece || a.pieces() == nullptr) &&
                        (exit.pieces.b != kNoPiece || b.pieces() == nullptr);
  if (!is_known) return distance_of(a_, there, settings_).point_a;
  return distance_of(a[exit.pieces.a], b[exit.pieces.b], settings_).point_a;
}

}  // namespace graze::inline GRAZE_ABI
