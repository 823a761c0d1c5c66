// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>

#include "hull/topology.h"
#include "kernel/clip/side-inl.h"
#include "math/linear_map.h"
#include "query/contact/side.h"

namespace graze::inline GRAZE_ABI {
namespace {

using primitive::ClipSide;
using primitive::kMaxCorners;
using Kind = ClipSide::Kind;

// The vertices of a core, by index.
struct Vertices {
  const Core& core;
  const VertexSet* set = nullptr;  // null: a segment or the axis of a capsule
  std::uint32_t count = 2;

  explicit Vertices(const Core& c) : core(c) {
    if (c.is_axis || c.shape->kind == ShapeKind::segment) return;
    set = &polytope_of(*c.shape).vertices;
    count = set->count;
  }
  [[nodiscard]] Vec3d local(std::uint32_t i) const {
    if (set != nullptr) return set->vertex(i);
    const Real* v = core.shape->values;
    if (core.is_axis) return {0, i == 0 ? -double(v[1]) : double(v[1]), 0};
    return i == 0 ? Vec3d{double(v[0]), double(v[1]), double(v[2])}
                  : Vec3d{double(v[3]), double(v[4]), double(v[5])};
  }
  [[nodiscard]] Vec3d operator[](std::uint32_t i) const { return core.linear * local(i) + core.translation; }
  [[nodiscard]] std::uint32_t farthest(const Vec3d& outward) const {
    const Vec3d m = moderate(transpose_times(core.linear, outward));
    if (set != nullptr) return farthest_vertex(*set, m);
    return dot(local(1), m) > dot(local(0), m) ? 1 : 0;
  }
};

// Supporting face of a polytope that knows its faces: the one at the farthest vertex that looks outward most.
void find_known_face(const Core& core, const HullTopology& topology, const SideBuilder& builder,
                     ClipSide& side) {
  const Vertices vertices(core);
  const std::uint32_t start = topology.outgoing[vertices.farthest(builder.outward)];
  const Mat3d normals = normal_map(core.linear);
  one_lane::MostFacing<double, Vec3d> most(topology.face[start]);
  std::uint32_t h = start;
  do {
    most.add(normals * topology.normals[topology.face[h]], builder.outward, topology.face[h]);
    h = topology.next(topology.twin[h]);
  } while (h != start);
  const auto face = static_cast<std::uint32_t>(most.face);
  const auto loop = topology.loop(face);
  const std::size_t count = std::min<std::size_t>(loop.size(), kMaxCorners);
  side.kind = Kind::polygon;
  for (std::size_t i = 0; i < count; ++i) {
    // Spread evenly where there are too many.
    const std::uint32_t name = loop[count == loop.size() ? i : i * loop.size() / count];
    builder.add(side, vertices[name], name);
  }
  side.face = {FeatureKind::face, face, 0};
  builder.finish_face(side, normalized(most.normal), core.radius);
}

// Indices of the corners from left to right, from below.
void sort_corners(const ClipSide& side, int (&order)[kMaxCorners]) {
  const auto comes_before = [&](int i, int j) {
    if (side.x[i] != side.x[j]) return side.x[i] < side.x[j];
    if (side.y[i] != side.y[j]) return side.y[i] < side.y[j];
    return side.corners[i] < side.corners[j];
  };
  std::iota(order, order + side.count, 0);
  std::sort(order, order + side.count, comes_before);
}

// Indices of the corners of the convex hull across the normal, counterclockwise in xy. Returns how many.
// [Andrew79]
int find_hull(const ClipSide& side, double tolerance, int (&hull)[2 * kMaxCorners]) {
  int order[kMaxCorners];
  sort_corners(side, order);
  const auto turns_left = [&](int p, int q, int r) {
    const double ex = side.x[q] - side.x[p], ey = side.y[q] - side.y[p];
    const double fx = side.x[r] - side.x[p], fy = side.y[r] - side.y[p];
    return ex * fy - ey * fx > tolerance * (std::abs(fx) + std::abs(fy));
  };
  int count = 0;
  for (int pass = 0; pass < 2; ++pass) {
    const int base = count;
    for (int k = 0; k < side.count; ++k) {
      const int i = order[pass == 0 ? k : side.count - 1 - k];
      while (count >= base + 2 && !turns_left(hull[count - 2], hull[count - 1], i)) --count;
      hull[count++] = i;
    }
    --count;  // the last starts the other chain
  }
  return count;
}

// Keeps the corners of the convex hull, from the one with the lowest name on, whichever way the face is
// turned.
void keep_hull(ClipSide& side, double tolerance) {
  int hull[2 * kMaxCorners];
  const int count = find_hull(side, tolerance, hull);
  int lowest = 0;
  for (int i = 1; i < count; ++i)
    if (side.corners[hull[i]] < side.corners[hull[lowest]]) lowest = i;
  std::rotate(hull, hull + lowest, hull + count);
  Vec3d corners[kMaxCorners];
  std::uint32_t names[kMaxCorners];
  for (int i = 0; i < count; ++i) {
    corners[i] = {side.x[hull[i]], side.y[hull[i]], side.z[hull[i]]};
    names[i] = side.corners[hull[i]];
  }
  side.count = 0;
  for (int i = 0; i < count; ++i) side.add_corner(corners[i], names[i]);
}

// Plane of a presumed face, as vertices are seen: they are in it to within the tolerance, or above it by more
// than four of these, and refute it.
struct FacePlane {
  Vec3d normal, at;
  double tolerance;
  [[nodiscard]] double height(const Vec3d& p) const { return dot(normal, p - at); }
};

// Of many vertices in the plane the farthest ones, in as many directions as there is room for, spread evenly.
template <class Seen>
void gather_extremes(const Vertices& vertices, const Seen& seen, const SideBuilder& builder,
                     const FacePlane& plane, ClipSide& side) {
  constexpr double kStepCos = 0.99518472667219688624, kStepSin = 0.09801714032956060199;  // of 2 pi / 64
  std::uint32_t best[kMaxCorners];
  double values[kMaxCorners];
  bool is_first = true;
  for (std::uint32_t i = 0; i < vertices.count; ++i) {
    if (plane.height(seen(i)) < -plane.tolerance) continue;
    const Vec3d p = vertices[i];
    const double x = dot(builder.frame.u, p), y = dot(builder.frame.v, p);
    double c = 1, s = 0;
    for (int k = 0; k < kMaxCorners; ++k) {
      const double value = c * x + s * y, turned = c * kStepCos - s * kStepSin;
      s = c * kStepSin + s * kStepCos;
      c = turned;
      if (!is_first && !(value > values[k])) continue;
      values[k] = value;
      best[k] = i;
    }
    is_first = false;
  }
  side.count = 0;
  std::sort(best, best + kMaxCorners);
  for (int k = 0; k < kMaxCorners; ++k)
    if (k == 0 || best[k] != best[k - 1]) builder.add(side, vertices[best[k]], best[k]);
}

// All vertices in a plane as a convex polygon. False when some are above it, or less than three are left.
template <class Seen>
bool gather(const Vertices& vertices, const Seen& seen, const SideBuilder& builder, const FacePlane& plane,
            double tolerance, ClipSide& side) {
  side.count = 0;
  std::uint32_t found = 0;
  for (std::uint32_t i = 0; i < vertices.count; ++i) {
    const double height = plane.height(seen(i));
    if (height > 4 * plane.tolerance) return false;
    if (height >= -plane.tolerance && ++found <= kMaxCorners) builder.add(side, vertices[i], i);
  }
  if (found > kMaxCorners) gather_extremes(vertices, seen, builder, plane, side);
  keep_hull(side, tolerance);
  return side.count >= 3;
}

Feature name_face(const Core& core, const ClipSide& side, double facing) {
  int lowest = 0;
  for (int i = 1; i < side.count; ++i)
    if (side.corners[i] < side.corners[lowest]) lowest = i;
  std::uint32_t next = side.corners[lowest + 1 == side.count ? 0 : lowest + 1];
  std::uint32_t previous = side.corners[lowest == 0 ? side.count - 1 : lowest - 1];
  if (facing < 0) std::swap(next, previous);  // counterclockwise seen from outside
  switch (core.shape->kind) {
    case ShapeKind::triangle:
    case ShapeKind::convex_polygon:
      return {FeatureKind::face, next < previous ? 0u : 1u, 0};
    case ShapeKind::tetrahedron:
      if (side.count == 3)
        return {FeatureKind::face, 6 - side.corners[0] - side.corners[1] - side.corners[2], 0};
      break;
    default:
      break;
  }
  return {FeatureKind::face, side.corners[lowest], next};
}

// The vertex to which the edge from `top` is least steep; `top` if all are in one place. Of slopes the
// squares with their signs are compared, as fractions.
template <class Seen>
std::uint32_t find_flattest(const Seen& seen, std::uint32_t count, std::uint32_t top, const Vec3d& outward,
                            double tolerance) {
  const Vec3d at = seen(top);
  std::uint32_t end = top;
  double drop = 4, squared = 1;  // no slope is so steep
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vec3d e = seen(i) - at;
    const double size = dot(e, e), down = -dot(e, outward), steep = down * std::abs(down);
    if (!(size > tolerance * tolerance) || !(steep * squared < drop * size)) continue;
    drop = steep;
    squared = size;
    end = i;
  }
  return end;
}

// The two faces at an edge from `at`, found as in gift wrapping: on each side of it the vertex that is seen
// under the steepest angle, as rise per way aside.
struct EdgeFaces {
  Vec3d normals[2];
  double rises[2] = {0, 0}, ways[2] = {0, 0};
  bool has_face[2] = {false, false};

  template <class Seen>
  EdgeFaces(const Seen& seen, std::uint32_t count, const Vec3d& at, const Vec3d& edge, const Vec3d& outward,
            double tolerance) {
    const Vec3d up = normalized(outward - edge * dot(edge, outward)), aside = cross(edge, up);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Vec3d p = seen(i) - at;
      const double away = dot(p, aside), rise = dot(p, up), way = std::abs(away);
      if (!(way > tolerance)) continue;
      const int k = away > 0 ? 0 : 1;
      if (has_face[k] && rise * ways[k] <= rises[k] * way) continue;
      has_face[k] = true;
      rises[k] = rise;
      ways[k] = way;
    }
    for (int k = 0; k < 2; ++k)
      if (has_face[k]) normals[k] = normalized(up * ways[k] - aside * (k == 0 ? rises[k] : -rises[k]));
  }
  // The one that looks outward more.
  [[nodiscard]] int best() const {
    return has_face[0] && (!has_face[1] || std::abs(rises[0]) * ways[1] <= std::abs(rises[1]) * ways[0]) ? 0
                                                                                                         : 1;
  }
};

// Supporting feature of a polytope whose faces are not known. The flattest edge at the farthest vertex is an
// edge of the hull, because directions steeper than some slope make a convex cone; of the two faces at it,
// the one that looks outward more.
// `seen(i)` is a vertex in the frame in which the face is looked for, `frame` leads from there to the working
// frame; `near` is the tolerance there.
template <class Seen>
void find_unknown_face(const Vertices& vertices, const Seen& seen, const Mat3d& frame, double near,
                       const SideBuilder& builder, double tolerance, ClipSide& side) {
  const Core& core = vertices.core;
  const std::uint32_t top = vertices.farthest(builder.outward), count = vertices.count;
  const Vec3d outward = normalized(transpose_times(frame, builder.outward)), at = seen(top);
  const std::uint32_t end = find_flattest(seen, count, top, outward, near);
  side.count = 0;
  side.face = {FeatureKind::vertex, top, 0};
  if (end == top) return builder.finish_segment(side, core.radius);
  const EdgeFaces faces(seen, count, at, normalized(seen(end) - at), outward, near);
  const int k = faces.best();
  if (faces.has_face[k] && gather(vertices, seen, builder, {faces.normals[k], at, near}, tolerance, side)) {
    side.kind = Kind::polygon;
    side.face = name_face(core, side, builder.facing);
    builder.finish_face(side, normalized(frame * faces.normals[k]), core.radius);
    if (side.kind == Kind::polygon) return;
  }
  side.count = 0;
  side.face = {FeatureKind::vertex, top, 0};
  builder.add(side, vertices[top], top);
  builder.add(side, vertices[end], end);
  builder.finish_segment(side, core.radius);
}
// Where the placement keeps angles, in the frame of the shape: no vertex has to be moved.
void find_unknown_face(const Core& core, const SideBuilder& builder, double tolerance, ClipSide& side) {
  const Vertices vertices(core);
  const Conformity round = conformity(core.linear);
  if (vertices.set != nullptr && round.defect <= double(kSimilarityDefect) && round.scale > 0) {
    const VertexSet set = *vertices.set;
    const auto seen = [&set](std::uint32_t i) { return set.vertex(i); };
    return find_unknown_face(vertices, seen, core.linear, tolerance / round.scale, builder, tolerance, side);
  }
  const auto seen = [&vertices](std::uint32_t i) { return vertices[i]; };
  find_unknown_face(vertices, seen, Mat3d{}, tolerance, builder, tolerance, side);
}

// find_unknown_face() for a triangle whose projection is larger than the tolerance; meshes have many of them.
bool find_triangle(const Core& core, const SideBuilder& builder, double tolerance, ClipSide& side) {
  const VertexSet& set = polytope_of(*core.shape).vertices;
  const auto seen = [&](std::uint32_t i) {
    return builder.frame.to(core.linear * set.vertex(i) + core.translation);
  };
  const Vec3d p = seen(0), q = seen(1), r = seen(2), e = q - p, f = r - p, n = cross(e, f);
  // n.z: twice the area across the normal.
  if (!(std::abs(n.z) > 2 * tolerance * (sum_abs(e) + sum_abs(f)))) return false;
  const bool is_turned = n.z < 0, is_front = is_turned == (builder.facing < 0);
  side.kind = Kind::polygon;
  side.count = 0;
  side.add_corner(p, 0);
  side.add_corner(is_turned ? r : q, is_turned ? 2 : 1);
  side.add_corner(is_turned ? q : r, is_turned ? 1 : 2);
  side.face = {FeatureKind::face, is_front ? 0u : 1u, 0};
  builder.finish_projected(side, n / (is_front ? length(n) : -length(n)), core.radius);
  return side.kind == Kind::polygon;
}

}  // namespace

void find_vertices_side(const Core& core, const SideBuilder& builder, double tolerance, ClipSide& side) {
  side.corner_kind = FeatureKind::vertex;
  side.count = 0;
  if (core.shape->kind == ShapeKind::triangle && find_triangle(core, builder, tolerance, side)) return;
  const HullTopology* topology = topology_of(*core.shape);
  if (topology != nullptr) {
    find_known_face(core, *topology, builder, side);
    if (side.kind == Kind::polygon) return;
  }
  find_unknown_face(core, builder, tolerance, side);
}

}  // namespace graze::inline GRAZE_ABI
