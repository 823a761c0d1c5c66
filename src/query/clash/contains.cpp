// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/contains.h"

#include <algorithm>

#include "base/names.h"
#include "graze/query/nearest_pieces.h"
#include "graze/query/piece_pairs.h"
#include "graze/query/point_distance.h"
#include "graze/shape/bounds.h"
#include "graze/shape/support.h"
#include "math/linear_map.h"
#include "math/outward.h"
#include "mesh/pieces.h"
#include "query/clash/room.h"
#include "query/pair/complex.h"

// Whether one object lies wholly in another. Convex sets hold what holds the vertices; a solid mesh holds
// what its surface does not cross and what has a point of each part inside; compounds are asked piece by
// piece.

namespace graze::inline GRAZE_ABI {
namespace {

const Pieces* pieces_of(const Instance& o) { return pieces_of(o.shape.view()); }
bool is_compound(const Pieces* pieces) { return pieces != nullptr && !pieces->is_triangles(); }

Instance piece_of(const Instance& whole, const Pieces& pieces, std::uint32_t i) {
  return {pieces.shapes[i], whole.placement * pieces.placements[i], whole.margin};
}

Vec3d size_of(const Instance& o) {
  const Aabb box = bounds(o);
  return Vec3d(box.upper) - Vec3d(box.lower);
}
// Nothing in it has more room.
double most_room_in(const Instance& o) {
  const Vec3d size = size_of(o);
  return std::min({size.x, size.y, size.z}) / 2;
}

Vec3d to_world(const Instance& o, const Vec3d& p) {
  return Mat3d(o.placement.linear()) * p + Vec3d(o.placement.translation());
}

// Calls use(point of the world) for points of an object without its margin: one of each connected part, and
// some far out. Precondition: not a compound.
template <class Use>
void visit_points(const Instance& o, Use use) {
  const Pieces* pieces = pieces_of(o);
  if (pieces == nullptr) {
    use(to_world(o, inner_point_of(o.shape.view())));
    for (int i = 0; i < 6; ++i) {
      Vec3 direction;
      direction[i / 2] = i % 2 == 0 ? 1 : -1;
      use(to_world(o, Vec3d(support(o.shape, transpose_times(o.placement.linear(), direction)))));
    }
    return;
  }
  for (const std::uint32_t vertex : pieces->parts) use(to_world(o, Vec3d(pieces->store.vertex(vertex))));
  constexpr std::uint32_t kFew = 64;
  for (std::uint32_t i = 0; i < pieces->count(); i += 1 + pieces->count() / kFew)
    use(to_world(o, Vec3d(pieces->triangle(i).a)));
}

// How far outside a point is, for certain.
double find_way_beyond(const Instance& outer, const Vec3d& p, const QuerySettings& settings) {
  const Vec3 rounded = to_real(p);
  const double blur = sum_abs(Vec3d(rounded) - p) + 4 * kDoubleEpsilon * sum_abs(p);
  return double(point_distance(outer, rounded, settings).lower) - blur;
}

// A mesh that bounds a solid, without its margin.
class SolidOuter {
 public:
  SolidOuter(const Instance& outer, const QuerySettings& settings)
      : outer_(outer), bare_{outer.shape, outer.placement, 0}, settings_(settings) {}

  [[nodiscard]] Room room_of(const Instance& inner) const {
    Room room;
    Distance near;
    (void)nearest_pieces(bare_, inner, {&near, 1}, settings_);
    room.asked = near.iterations;
    room.point = Vec3d(near.point_b);
    const double margin = double(outer_.margin);
    if (near.contact == Contact::apart && are_parts_inside(inner)) {
      room.lower = double(near.lower) + margin;
      room.upper = margin > 0 ? most_room_in(outer_) : double(near.upper);
      if (margin > 0) room.status = Status::bound_loose;
      return room;
    }
    const bool is_apart = near.contact == Contact::apart;
    double beyond = is_apart ? double(near.lower) - margin : 0;
    visit_points(inner, [&](const Vec3d& p) {
      const double way = find_way_beyond(outer_, p, settings_);
      if (way > beyond) beyond = way, room.point = p;
    });
    room.is_out = beyond > 0 || (margin == 0 && (near.contact == Contact::overlapping || crosses(inner)));
    room.lower = margin - length(size_of(inner)) - double(near.upper);
    room.upper = beyond > 0    ? -beyond
                 : room.is_out ? 0
                 : margin > 0  ? most_room_in(outer_)
                               : double(near.upper);
    room.status = Status::bound_loose;
    return room;
  }

 private:
  // Precondition: the surfaces do not meet.
  [[nodiscard]] bool are_parts_inside(const Instance& inner) const {
    const Pieces& solid = *pieces_of(outer_);
    const Mat3d from_world = balanced_inverse(Mat3d(outer_.placement.linear()));
    const Vec3d origin(outer_.placement.translation());
    bool are_inside = true;
    visit_points(inner, [&](const Vec3d& p) {
      are_inside = are_inside && graze::contains(solid, from_world * (p - origin)) == Contact::overlapping;
    });
    return are_inside;
  }
  // Whether a part of the surface lies in the inside of the other, or runs through its surface.
  [[nodiscard]] bool crosses(const Instance& inner) const {
    bool is_crossing = false;
    const auto look = [&](const PiecePair& pair) {
      is_crossing = pair.contact == Contact::overlapping;
      return !is_crossing;
    };
    (void)visit_intersecting_pieces(bare_, inner, look, settings_);
    return is_crossing;
  }

  const Instance& outer_;
  Instance bare_;
  const QuerySettings& settings_;
};

Room room_in_compound(const Instance& outer, const Pieces& pieces, const Instance& inner,
                      const QuerySettings& settings) {
  Room all;
  all.lower = -double(kInfinity);
  all.upper = most_room_in(outer);
  for (std::uint32_t i = 0; i < pieces.count(); ++i) {
    const Room room = find_room(piece_of(outer, pieces, i), inner, settings);
    all.asked += room.asked;
    if (room.status == Status::unsupported) continue;
    all.lower = std::max(all.lower, room.lower);
    const double beyond = find_way_beyond(outer, room.point, settings);
    if (!(beyond > 0) || !(-beyond < all.upper)) continue;
    all.is_out = true;
    all.upper = -beyond;
    all.point = room.point;
  }
  all.status = Status::bound_loose;
  return all;
}

Room unsupported_room() {
  Room room;
  room.lower = -double(kInfinity);
  room.status = Status::unsupported;
  return room;
}

}  // namespace

Room find_room(const Instance& outer, const Instance& inner, const QuerySettings& settings) {
  const Pieces *of_outer = pieces_of(outer), *of_inner = pieces_of(inner);
  if (is_compound(of_inner)) {
    Room all;
    for (std::uint32_t i = 0; i < of_inner->count(); ++i)
      all.merge(find_room(outer, piece_of(inner, *of_inner, i), settings));
    return all;
  }
  Operand convex;
  double defect = 0;
  if (find_convex(operand(outer), convex, defect)) {
    Room room = of_inner != nullptr ? room_of_mesh_in_convex(convex, operand(inner), settings)
                                    : room_in_convex(convex, operand(inner), settings);
    room.lower -= defect;
    return room;
  }
  if (is_compound(of_outer)) return room_in_compound(outer, *of_outer, inner, settings);
  return of_outer->is_solid ? SolidOuter(outer, settings).room_of(inner) : unsupported_room();
}

Containment contains(const Instance& a, const Instance& b, const QuerySettings& given) {
  Containment result;
  const auto refuse = [&](Status status) {
    result = {};
    result.inside = Inside::uncertain;
    result.status = status;
    result.lower = -kInfinity;
    result.upper = kInfinity;
    return result;
  };
  if (!are_answerable(operand(a), operand(b), given)) return refuse(Status::invalid_argument);
  if (b.shape.kind() == ShapeKind::half_space) return refuse(Status::unbounded);
  QuerySettings settings = settings_of_pieces(given);
  settings.threshold = kInfinity;
  const Room room = find_room(a, b, settings);
  if (room.status == Status::unsupported || room.status == Status::invalid_argument)
    return refuse(room.status);
  result.status = room.status;
  result.iterations = room.asked;
  result.lower = round_down(room.lower);
  result.upper = round_up(room.upper);
  result.point = to_real(room.point);
  const bool is_out = room.is_out || room.upper < 0;
  result.inside = is_out ? Inside::no : room.lower > 0 ? Inside::yes : Inside::uncertain;
  return result;
}

const char* to_string(Inside inside) noexcept {
  constexpr const char* kNames[] = {"no", "uncertain", "yes"};
  return enum_name(kNames, inside);
}

}  // namespace graze::inline GRAZE_ABI
