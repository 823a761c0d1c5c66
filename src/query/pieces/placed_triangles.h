// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <optional>

#include "graze/query/piece.h"
#include "primitive/triangle_triangle.h"
#include "query/pieces/axis.h"
#include "query/pieces/operands.h"

namespace graze::inline GRAZE_ABI {

/// Triangles of two meshes in one frame, which has the axes of the world and its origin where a stands; each
/// vertex is rounded once. Triangles come in the pairs of two leaves, so a few are remembered. Precondition:
/// both operands are meshes. Lives on the stack.
class PlacedTriangles {
 public:
  explicit PlacedTriangles(const PieceOperands& pieces)
      : pieces_(pieces),
        linear_a_(pieces.a.whole().placement->linear()),
        linear_b_(pieces.b.whole().placement->linear()),
        offset_(pieces.offset()) {}
  PlacedTriangles(const PlacedTriangles&) = delete;
  PlacedTriangles& operator=(const PlacedTriangles&) = delete;

  [[nodiscard]] const Vec3d (&corners_a(std::uint32_t id))[3] { return placed_a(id).corners; }
  [[nodiscard]] const Vec3d (&corners_b(std::uint32_t id))[3] { return placed_b(id).corners; }

  /// The intersection of two triangles, exact; margins do not count.
  [[nodiscard]] primitive::TriangleMeeting find_meeting(std::uint32_t id_a, std::uint32_t id_b) {
    const Placed &s = placed_a(id_a), &t = placed_b(id_b);
    if (are_boxes_apart(s, t)) return {};
    return primitive::meet_triangles(s.corners, t.corners);
  }
  /// No two points of these triangles are closer than this, as far as their boxes and planes tell; 0: they
  /// tell nothing. Margins count.
  [[nodiscard]] double clearance(std::uint32_t id_a, std::uint32_t id_b) {
    const Placed &s = placed_a(id_a), &t = placed_b(id_b);
    double apart = std::max(plane_gap(s, t), plane_gap(t, s));
    for (int k = 0; k < 3; ++k) apart = std::max({apart, t.low[k] - s.high[k], s.low[k] - t.high[k]});
    return std::max(0.0, apart - pieces_.frame().room({}));
  }
  /// No two points of these triangles are closer than this, as far as their corners along the axis, and their
  /// boxes, tell; any number above `best` will do. Margins count.
  [[nodiscard]] double gap_along(const PieceAxis& axis, std::uint32_t id_a, std::uint32_t id_b, double best) {
    const auto s = [&] { return pieces_.a.pieces()->triangle(id_a); };
    const auto t = [&] { return pieces_.b.pieces()->triangle(id_b); };
    const double far = projected(far_a_, id_a, axis.version(), [&] { return axis.far_a(s()); });
    const double near = projected(near_b_, id_b, axis.version(), [&] { return axis.near_b(t()); });
    const double along = axis.gap(far, near);
    return along > best ? along : std::max(along, pieces_.frame().gap(box_of(s()), box_of(t())));
  }

 private:
  static constexpr std::uint32_t kRemembered = 8;
  struct Placed {
    std::uint32_t id;
    Vec3d corners[3];
    Vec3d low, high;  // box of the corners
  };
  struct Projected {
    std::uint32_t id = kNoPiece, version = 0;
    double value = 0;
  };

  [[nodiscard]] const Placed& placed_a(std::uint32_t id) {
    return placed(known_a_, *pieces_.a.pieces(), id, linear_a_, {});
  }
  [[nodiscard]] const Placed& placed_b(std::uint32_t id) {
    return placed(known_b_, *pieces_.b.pieces(), id, linear_b_, offset_);
  }
  static const Placed& placed(std::optional<Placed> (&known)[kRemembered], const Pieces& mesh,
                              std::uint32_t id, const Mat3d& linear, const Vec3d& offset) {
    std::optional<Placed>& entry = known[id % kRemembered];
    if (entry && entry->id == id) return *entry;
    Placed& p = entry.emplace();
    const Triangle t = mesh.triangle(id);
    p.id = id;
    p.corners[0] = linear * Vec3d(t.a) + offset;
    p.corners[1] = linear * Vec3d(t.b) + offset;
    p.corners[2] = linear * Vec3d(t.c) + offset;
    p.low = min(min(p.corners[0], p.corners[1]), p.corners[2]);
    p.high = max(max(p.corners[0], p.corners[1]), p.corners[2]);
    return p;
  }
  template <class Project>
  static double projected(Projected (&known)[kRemembered], std::uint32_t id, std::uint32_t version,
                          Project project) {
    Projected& entry = known[id % kRemembered];
    if (entry.id != id || entry.version != version) entry = {id, version, project()};
    return entry.value;
  }

  // How far t is from s along the normal of s, as computed: where s is a sliver, that is any direction.
  static double plane_gap(const Placed& s, const Placed& t) {
    const Vec3d e = s.corners[1] - s.corners[0], f = s.corners[2] - s.corners[0], n = cross(e, f);
    const double size = length(n), along_e = dot(n, e), along_f = dot(n, f);
    if (!(size > 0)) return 0;
    const double t0 = dot(n, t.corners[0] - s.corners[0]), t1 = dot(n, t.corners[1] - s.corners[0]),
                 t2 = dot(n, t.corners[2] - s.corners[0]);
    const double above = std::min({t0, t1, t2}) - std::max({0.0, along_e, along_f});
    const double below = std::min({0.0, along_e, along_f}) - std::max({t0, t1, t2});
    return std::max(above, below) / size;
  }
  // Exact: the corners as rounded are what is decided about.
  static bool are_boxes_apart(const Placed& s, const Placed& t) {
    return s.high.x < t.low.x || t.high.x < s.low.x || s.high.y < t.low.y || t.high.y < s.low.y ||
           s.high.z < t.low.z || t.high.z < s.low.z;
  }

  const PieceOperands& pieces_;
  Mat3d linear_a_, linear_b_;
  Vec3d offset_;
  std::optional<Placed> known_a_[kRemembered], known_b_[kRemembered];
  Projected far_a_[kRemembered], near_b_[kRemembered];
};

}  // namespace graze::inline GRAZE_ABI
