// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/contact/side.h"

#include <algorithm>

#include "kernel/clip/side-inl.h"
#include "query/contact/cases.h"

namespace graze::inline GRAZE_ABI {
namespace {

using primitive::ClipSide;
using Kind = ClipSide::Kind;

constexpr Feature kAnywhere{FeatureKind::curved, 3, 0};

// No face and no edge: `side.face` names the vertex or the place of a curved shape.
void set_vertex(ClipSide& side) {
  side.kind = Kind::vertex;
  side.count = 0;
}
void set_vertex(ClipSide& side, const Feature& name) {
  set_vertex(side);
  side.face = name;
}

// Supporting feature of a box: of the three faces at its farthest corner the one that looks outward most. A
// box without extent along an axis has edges instead of faces across the other two.
void find_box_side(const Core& core, const SideBuilder& builder, ClipSide& side) {
  const Real* h = core.shape->values;
  const Mat3d normals = normal_map(core.linear);
  one_lane::MostFacing<double, Vec3d> most(0);
  std::uint32_t farthest = 0;  // corner: a bit for each axis along which it is negative
  for (int k = 0; k < 3; ++k) {
    const bool is_negative = dot(core.linear.columns[k], builder.outward) < 0;
    farthest |= std::uint32_t{is_negative} << k;
    most.add(normals.columns[k] * (is_negative ? -1.0 : 1.0), builder.outward, k);
  }
  const auto add_corner = [&](std::uint32_t name) {
    const auto along = [&](int k) { return (name >> k & 1) != 0 ? -double(h[k]) : double(h[k]); };
    builder.add(side, core.linear * Vec3d{along(0), along(1), along(2)} + core.translation, name);
  };
  const int axis = static_cast<int>(most.face);
  const int i = axis == 2 ? 0 : axis + 1, j = axis == 0 ? 2 : axis - 1;
  side.corner_kind = FeatureKind::vertex;
  side.count = 0;
  side.face = {FeatureKind::vertex, farthest, 0};
  if (h[i] > 0 && h[j] > 0) {
    const FaceNames& names = kFaceNames[2 * axis + static_cast<int>(farthest >> axis & 1)];
    for (int k = 0; k < 4; ++k) add_corner(names.of[k].first);
    side.kind = Kind::polygon;
    side.face = names.of[kFaceItself];
    return builder.finish_face(side, most.normal / length(most.normal), core.radius);
  }
  if (h[i] > 0 || h[j] > 0) {
    const std::uint32_t edge = 1u << (h[i] > 0 ? i : j);
    add_corner(farthest & ~edge);
    add_corner(farthest | edge);
  }
  builder.finish_segment(side, core.radius);
}

// Supporting feature of a cylinder, cone or tapered cylinder: the flat end, or the line of the flank that
// looks outward most.
void find_discs_side(const Core& core, const SideBuilder& builder, ClipSide& side) {
  const Real* v = core.shape->values;
  const bool is_tapered = core.shape->kind == ShapeKind::tapered_cylinder;
  const double bottom = v[0], top = is_tapered ? v[1] : core.shape->kind == ShapeKind::cone ? Real(0) : v[0];
  const double half_height = is_tapered ? v[2] : v[1];
  const Mat3d normals = normal_map(core.linear);
  const Vec3d m = moderate(transpose_times(core.linear, builder.outward));
  const bool is_top = m.y > 0;
  const Vec3d cap = normalized(normals.columns[1] * (is_top ? 1.0 : -1.0));
  const double radius = is_top ? top : bottom, across = std::sqrt(m.x * m.x + m.z * m.z);
  const double c = across > 0 ? m.x / across : 1, s = across > 0 ? m.z / across : 0;
  const Vec3d flank = normalized(normals * Vec3d{c * 2 * half_height, bottom - top, s * 2 * half_height});
  const auto place = [&](const Vec3d& p) { return core.linear * p + core.translation; };
  const Feature rim{FeatureKind::curved, is_top ? 1u : 0u, primitive::kRimDeepest};
  if (radius > 0 && dot(cap, builder.outward) >= dot(flank, builder.outward)) {
    side.kind = Kind::disc;
    side.corner_kind = FeatureKind::curved;
    side.count = 0;
    side.face = {FeatureKind::face, is_top ? 1u : 0u, 0};
    const Vec3d centre = place({0, is_top ? half_height : -half_height, 0}) + cap * core.radius;
    builder.set_plane(side, cap, centre);
    const Vec3d at = builder.frame.to(centre), p = builder.frame.to(core.linear.columns[0] * radius),
                q = builder.frame.to(core.linear.columns[2] * radius);
    side.cx = at.x, side.cy = at.y;
    side.px = p.x, side.py = p.y;
    side.qx = q.x, side.qy = q.y;
    if (!(dot(cap, builder.outward) > kLeastFacing)) set_vertex(side, rim);
    return;
  }
  side.corner_kind = FeatureKind::curved;
  side.count = 0;
  if (across > 0) {
    builder.add(side, place({c * bottom, -half_height, s * bottom}), 0);
    builder.add(side, place({c * top, half_height, s * top}), 1);
  }
  side.face = rim;
  builder.finish_segment(side, core.radius);
  if (side.kind == Kind::segment) side.face = {FeatureKind::curved, 2, 2};
}

void find_plane_side(const Core& core, const SideBuilder& builder, ClipSide& side) {
  const Real* v = core.shape->values;
  const Vec3d local = normalized(Vec3d{double(v[0]), double(v[1]), double(v[2])});
  const Vec3d foot = local * (double(v[3]) / dot(local, Vec3d{double(v[0]), double(v[1]), double(v[2])}));
  const Vec3d up = normalized(normal_map(core.linear) * local);
  side.kind = Kind::plane;
  side.count = 0;
  side.face = {FeatureKind::face, 0, 0};
  builder.set_plane(side, up, core.linear * foot + core.translation + up * core.radius);
}

}  // namespace

Mat3d normal_map(const Mat3d& linear) { return one_lane::normal_map<double>(linear); }

void SideBuilder::set_plane(ClipSide& side, const Vec3d& normal, const Vec3d& point) const {
  const Vec3d m = frame.to(normal), p = frame.to(point);
  side.gx = -m.x / m.z;
  side.gy = -m.y / m.z;
  side.z0 = p.z - side.gx * p.x - side.gy * p.y;
}

void SideBuilder::finish_projected(ClipSide& side, const Vec3d& m, double radius) const {
  const Vec3d shift = m * radius;
  if (!(m.z * facing > kLeastFacing)) return set_vertex(side);
  side.facing = m.z * facing;
  side.sx = shift.x, side.sy = shift.y, side.sz = shift.z;
  for (int i = 0; i < side.count; ++i) {
    side.x[i] += shift.x;
    side.y[i] += shift.y;
    side.z[i] += shift.z;
  }
  one_lane::set_supporting_plane<double>(m, facing, side);
  side.close();
}

void SideBuilder::finish_segment(ClipSide& side, double radius) const {
  if (side.count != 2) return set_vertex(side);
  side.kind = Kind::segment;
  const Vec3d e{side.x[1] - side.x[0], side.y[1] - side.y[0], side.z[1] - side.z[0]};
  const double ee = dot(e, e);
  if (!(ee > 0) || !(e.z * e.z <= kSteepestEdge * kSteepestEdge * ee)) return set_vertex(side);
  if (side.corner_kind == FeatureKind::vertex) {
    side.face = side.corners[0] < side.corners[1]
                    ? Feature{FeatureKind::edge, side.corners[0], side.corners[1]}
                    : Feature{FeatureKind::edge, side.corners[1], side.corners[0]};
  }
  primitive::grow_segment(side, facing, radius);
}

void find_side(const Core& core, const ContactFrame& frame, double facing, double tolerance, ClipSide& side) {
  const SideBuilder builder{frame, frame.n * facing, facing};
  switch (core.shape->kind) {
    case ShapeKind::box:
      return find_box_side(core, builder, side);
    case ShapeKind::segment:
    case ShapeKind::triangle:
    case ShapeKind::tetrahedron:
    case ShapeKind::convex_polygon:
    case ShapeKind::polytope:
      return find_vertices_side(core, builder, tolerance, side);
    case ShapeKind::capsule:
      return core.is_axis ? find_vertices_side(core, builder, tolerance, side) : set_vertex(side, kAnywhere);
    case ShapeKind::cylinder:
    case ShapeKind::cone:
    case ShapeKind::tapered_cylinder:
      return find_discs_side(core, builder, side);
    case ShapeKind::half_space:
      return find_plane_side(core, builder, side);
    case ShapeKind::point:
      return set_vertex(side, {FeatureKind::vertex, 0, 0});
    default:
      return set_vertex(side, kAnywhere);
  }
}

}  // namespace graze::inline GRAZE_ABI
