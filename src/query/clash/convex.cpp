// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "math/outward.h"
#include "mesh/pieces.h"
#include "query/clash/arcs.h"
#include "query/clash/cones.h"
#include "query/clash/room.h"
#include "query/pair/complex.h"
#include "tree/traverse.h"

namespace graze::inline GRAZE_ABI {
namespace {

Room to_world(const Pair& pair, const Least& least, double radius, int asked) {
  Room room;
  const double unit = pair.unit;
  room.lower = (least.depth.lower - radius) / unit;
  room.upper = (least.depth.upper - radius) / unit;
  room.point = pair.origin + least.point / unit;
  room.asked = asked;
  return room;
}

Room unanswered(Status status) {
  Room room;
  room.lower = -double(kInfinity);
  room.status = status;
  return room;
}

// Of the complement, another half-space, the signed distance is the room.
Room room_in_half_space(const Operand& outer, const Operand& inner, const QuerySettings& settings) {
  ShapeView complement = *outer.shape;
  for (int i = 0; i < 4; ++i) complement.values[i] = -complement.values[i];
  Pair pair;
  if (!make_pair({&complement, outer.placement, 0}, inner, pair)) return unanswered(Status::invalid_argument);
  Answer answer;
  solve(pair, Goal::separation, settings, answer);
  Room room;
  const double margin = double(outer.margin), blur = kDoubleEpsilon * std::abs(margin);
  room.lower = answer.lower / pair.unit + margin - blur;
  room.upper = answer.upper / pair.unit + margin + blur;
  room.point = pair.origin + (pair.first == 0 ? answer.b : answer.a) / pair.unit;
  room.asked = 1;
  return room;
}

}  // namespace

Room room_in_convex(const Operand& outer, const Operand& inner, const QuerySettings& settings) {
  if (inner.shape->kind == ShapeKind::half_space) return unanswered(Status::unbounded);
  if (outer.shape->kind == ShapeKind::half_space) return room_in_half_space(outer, inner, settings);
  Pair pair;
  if (!make_pair(outer, inner, pair)) return unanswered(Status::invalid_argument);
  const Core& core = pair.cores[1];
  OuterCore depths(pair, 0, settings);
  Least least;
  bool is_close = true;
  with_reader(core, [&](const auto& reader) {
    if constexpr (std::decay_t<decltype(reader)>::kHasVertices) {
      for (std::uint32_t i = 0; i < reader.count; ++i) {
        const Vec3d p = reader.vertex(i);
        least.add(depths.depth_of(p), p);
      }
    } else {
      const double size = 2 * core.extent;
      const SearchGoal goal{double(settings.relative_error) * size + 64 * pair.error,
                            16 * settings.max_iterations};
      if constexpr (std::is_same_v<std::decay_t<decltype(reader)>, DiscsReader>)
        is_close = ArcSearch(reader, depths, least).find(goal);
      else
        is_close = ConeSearch(reader, depths, size, least).find(goal);
    }
  });
  Room room = to_world(pair, least, core.radius, depths.asked);
  if (!is_close) room.status = Status::bound_loose;
  return room;
}

// Boxes of the tree by the least depth of their corners, the deepest last.
Room room_of_mesh_in_convex(const Operand& outer, const Operand& inner, const QuerySettings& settings) {
  const Pieces& pieces = *pieces_of(*inner.shape);
  const Aabb all = pieces.tree.bounds();
  const Real far = std::max(max_abs(all.lower), max_abs(all.upper));
  TriangleView reach;  // as large as the mesh: its pair has the frame and the error of all
  reach.set({far, far, far}, {-far, -far, -far}, {far, -far, far});
  Pair pair;
  if (!make_pair(outer, {&reach.view(), inner.placement, inner.margin}, pair))
    return unanswered(Status::invalid_argument);
  OuterCore depths(pair, 0, settings);
  const Core& core = pair.cores[1];
  const auto placed = [&](const Vec3d& p) { return core.linear * p + core.translation; };
  Least least;
  const auto bound = [&](const Aabb& box) {
    double lowest = double(kInfinity);
    for (int i = 0; i < 8; ++i) {
      const Vec3 corner{i & 1 ? box.upper.x : box.lower.x, i & 2 ? box.upper.y : box.lower.y,
                        i & 4 ? box.upper.z : box.lower.z};
      lowest = std::min(lowest, depths.depth_of(placed(Vec3d(corner))).lower);
    }
    return lowest;
  };
  visit_nearest(pieces.tree, bound, least.depth.upper, [&](std::uint32_t id) {
    const Triangle t = pieces.triangle(id);
    for (const Vec3& corner : {t.a, t.b, t.c}) {
      const Vec3d p = placed(Vec3d(corner));
      least.add(depths.depth_of(p), p);
    }
  });
  return to_world(pair, least, core.radius, depths.asked);
}

}  // namespace graze::inline GRAZE_ABI
