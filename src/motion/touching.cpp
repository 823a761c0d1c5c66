// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "motion/touching.h"

#include <algorithm>

#include "hull/topology.h"
#include "kernel/clip/clip.h"
#include "query/contact/side.h"
#include "shape/local_support.h"

// Contact sets take a face that looks the right way for one that touches, as clipping needs it; here a box
// that lands on its corner touches with the corner.

namespace graze::inline GRAZE_ABI {
namespace {

constexpr double kLevel = 0x1p-10;  // sine of the tilt
constexpr double kRounded = 1 + 0x1p-20;
constexpr Feature kAnywhere{FeatureKind::curved, 3, 0};

Feature vertex(std::uint32_t i) { return {FeatureKind::vertex, i, 0}; }
Feature edge(std::uint32_t p, std::uint32_t q) { return {FeatureKind::edge, std::min(p, q), std::max(p, q)}; }

// A way that has a length, across the normal.
bool is_level(const Vec3d& way, const Vec3d& n) {
  const double slope = dot(way, n), squared = length_squared(way);
  return squared > 0 && slope * slope <= kLevel * kLevel * squared;
}

// Of the three axes of a box whose faces are all but level, by a shear, the one along which it is steepest.
int steepest_of(const Mat3d& linear, const Vec3d& n) {
  int steepest = 0;
  double most = -1;
  for (int k = 0; k < 3; ++k) {
    const double slope = std::abs(dot(normalized(linear.columns[k]), n));
    if (slope > most) steepest = k;
    most = std::max(most, slope);
  }
  return steepest;
}

Feature of_box(const Real* h, const Mat3d& linear, const Vec3d& n) {
  std::uint32_t negative = 0, level = 0, thick = 0;  // bits for the axes that are so
  for (int k = 0; k < 3; ++k) {
    const Vec3d& column = linear.columns[k];
    negative |= std::uint32_t{dot(column, n) < 0} << k;
    thick |= std::uint32_t{h[k] > 0} << k;
    level |= std::uint32_t{h[k] > 0 && is_level(column, n)} << k;
  }
  const std::uint32_t corner = negative & thick;
  if (level == 0) return vertex(corner);
  if ((level & (level - 1)) == 0) return edge(corner & ~level, corner | level);
  const int axis = level == 7 ? steepest_of(linear, n) : level == 6 ? 0 : level == 5 ? 1 : 2;
  return {FeatureKind::face, static_cast<std::uint32_t>(2 * axis) + (negative >> axis & 1), 0};
}

// Two ends in one place are a vertex.
Feature of_segment(const Vec3d& bottom, const Vec3d& top, const Vec3d& n) {
  const Vec3d way = top - bottom;
  return is_level(way, n) ? edge(0, 1) : vertex(dot(way, n) > 0 ? 1 : 0);
}

Feature of_hull(const Core& core, const Mat3d& linear, const HullTopology& topology, const Vec3d& n) {
  const VertexSet& set = polytope_of(*core.shape).vertices;
  const std::uint32_t top = farthest_vertex(set, moderate(transpose_times(linear, n)));
  const Mat3d normals = normal_map(linear);
  Feature face{}, best{};
  double least_tilt = kLevel, least_slope = kLevel;
  topology.visit_edges(top, [&](std::uint32_t h) {
    const Vec3d plane = normals * topology.normals[topology.face[h]];
    // Most are steep, which takes no root to see.
    if (max_abs(cross(plane, n)) <= least_tilt * kRounded * sum_abs(plane)) {
      const Vec3d normal = normalized(plane);
      const double tilt = length(cross(normal, n));
      if (dot(normal, n) > 0 && tilt <= least_tilt) {
        least_tilt = tilt;
        face = {FeatureKind::face, topology.face[h], 0};
      }
    }
    const std::uint32_t end = topology.origin[topology.next(h)];
    const Vec3d way = linear * (set.vertex(end) - set.vertex(top));
    const double slope = std::abs(dot(way, n));
    if (!(slope <= least_slope * kRounded * sum_abs(way))) return;
    const double size = length(way);
    if (size > 0 && slope <= least_slope * size) {
      least_slope = slope / size;
      best = edge(top, end);
    }
  });
  if (face.kind == FeatureKind::face) return face;
  return best.kind == FeatureKind::edge ? best : vertex(top);
}

// The vertices that are level with the farthest one; their ends where they are all on one line.
struct LevelVertices {
  std::uint32_t top = 0, ends[2] = {0, 0};
  int count = 1;
  bool is_line = true;

  LevelVertices(const Mat3d& linear, const VertexSet& set, const Vec3d& n)
      : top(farthest_vertex(set, moderate(transpose_times(linear, n)))) {
    ends[0] = ends[1] = top;
    double reach[2] = {0, 0};
    for (std::uint32_t i = 0; i < set.count; ++i) {
      const Vec3d way = linear * (set.vertex(i) - set.vertex(top));
      if (i == top || !is_level(way, n)) continue;
      if (++count == 2) line_ = normalized(way);
      is_line = is_line && length(cross(line_, way)) <= kLevel * length(way);
      const double along = dot(line_, way);
      const int side = along > 0 ? 1 : 0;
      if (!(std::abs(along) > reach[side])) continue;
      reach[side] = std::abs(along);
      ends[side] = i;
    }
  }

 private:
  Vec3d line_;
};

Feature of_vertices(Core core, const Mat3d& linear, const Vec3d& n) {
  const LevelVertices level(linear, polytope_of(*core.shape).vertices, n);
  if (level.count == 1) return vertex(level.top);
  if (level.is_line) return edge(level.ends[0], level.ends[1]);
  // Names of faces are those of contact sets.
  ContactFrame frame;
  frame.set_normal(n);
  primitive::ClipSide side;
  core.linear = linear;
  find_side(core, frame, 1, contact_tolerance(core.extent, 0), side);
  return side.kind == primitive::ClipSide::Kind::polygon ? side.face : edge(level.ends[0], level.ends[1]);
}

// Flat ends, the side, or a place on a rim; an apex is a rim, too.
Feature of_discs(const Core& core, const Mat3d& linear, const Vec3d& n) {
  const Real* v = core.shape->values;
  const bool is_tapered = core.shape->kind == ShapeKind::tapered_cylinder;
  const double bottom = v[0], top = is_tapered ? v[1] : core.shape->kind == ShapeKind::cone ? Real(0) : v[0];
  const double half_height = is_tapered ? v[2] : v[1];
  const Vec3d m = moderate(transpose_times(linear, n));
  const double across = std::sqrt(m.x * m.x + m.z * m.z);
  const bool is_top = (top - bottom) * across + 2 * half_height * m.y > 0;
  const std::uint32_t end = is_top ? 1 : 0;
  const Vec3d cap = normalized(normal_map(linear).columns[1]);
  if ((is_top ? top : bottom) > 0 && length(cross(cap, n)) <= kLevel) return {FeatureKind::face, end, 0};
  if (across > 0) {
    const double c = m.x / across, s = m.z / across;
    const Vec3d flank = linear * Vec3d{c * (top - bottom), 2 * half_height, s * (top - bottom)};
    if (is_level(flank, n)) return {FeatureKind::curved, 2, 2};
  }
  return {FeatureKind::curved, end, primitive::kRimDeepest};
}

}  // namespace

Feature find_touching(const Core& core, const Mat3d& linear, const Vec3d& outward) {
  if (!(max_abs(outward) > 0)) return kAnywhere;
  const Real* v = core.shape->values;
  switch (core.shape->kind) {
    case ShapeKind::box:
      return of_box(v, linear, outward);
    case ShapeKind::segment:
      return of_segment(linear * Vec3d{double(v[0]), double(v[1]), double(v[2])},
                        linear * Vec3d{double(v[3]), double(v[4]), double(v[5])}, outward);
    case ShapeKind::capsule:
      if (!(v[1] > 0)) return kAnywhere;
      return of_segment({}, linear.columns[1], outward);
    case ShapeKind::triangle:
    case ShapeKind::tetrahedron:
    case ShapeKind::convex_polygon:
    case ShapeKind::polytope: {
      const HullTopology* topology = topology_of(*core.shape);
      return topology != nullptr ? of_hull(core, linear, *topology, outward)
                                 : of_vertices(core, linear, outward);
    }
    case ShapeKind::cylinder:
    case ShapeKind::cone:
    case ShapeKind::tapered_cylinder:
      return of_discs(core, linear, outward);
    case ShapeKind::half_space:
      return {FeatureKind::face, 0, 0};
    case ShapeKind::point:
      return vertex(0);
    default:
      return kAnywhere;
  }
}

}  // namespace graze::inline GRAZE_ABI
