// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/moving/deforming.h"

#include <algorithm>
#include <array>

#include "check/objects/geometry.h"
#include "check/objects/placements.h"
#include "graze/mesh/triangle_mesh.h"
#include "graze/motion/time_of_impact.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

struct PointsOf {
  io::Geometry& geometry;
  std::vector<Vec3>* operator()() const {
    if (auto* mesh = std::get_if<io::MeshData>(&geometry.data)) return &mesh->points;
    if (auto* lines = std::get_if<io::LineData>(&geometry.data)) return &lines->points;
    if (auto* points = std::get_if<io::PointData>(&geometry.data)) return &points->points;
    return nullptr;
  }
};

std::vector<std::uint32_t> corners_of(const io::Geometry& geometry) {
  std::vector<std::uint32_t> out;
  if (const auto* mesh = std::get_if<io::MeshData>(&geometry.data)) {
    MeshFacts facts;
    out = triangles_of(*mesh, facts);
  } else if (const auto* points = std::get_if<io::PointData>(&geometry.data)) {
    for (const std::uint32_t i : points->corners) out.insert(out.end(), {i, i, i});
  } else if (const auto* lines = std::get_if<io::LineData>(&geometry.data)) {
    std::size_t corner = 0;
    for (const std::uint32_t count : lines->corners_of_line) {
      for (std::uint32_t i = 1; i < count; ++i) {
        const std::uint32_t a = lines->corners[corner + i - 1], b = lines->corners[corner + i];
        out.insert(out.end(), {a, b, b});
      }
      corner += count;
    }
  }
  return out;
}

// A unit vector across v.
Vec3 across(const Vec3& v) {
  return normalized(cross(v, std::abs(v.x) <= std::abs(v.y) ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
}

// Takes the unit triangle (0, 0, 0), (1, 0, 0), (0, 1, 0) to these corners; a segment, where two are one.
Affine frame_of(const std::array<Vec3, 3>& p, bool is_segment) {
  const Vec3 u = p[1] - p[0], v = is_segment ? across(u) : p[2] - p[0];
  const Vec3 n = cross(u, v);
  // As long as the sides, so that all three are of one order.
  return {Mat3{u, v, normalized(n) * length(u)}, p[0]};
}

struct MovingPiece {
  Shape shape;
  Path path;
};

// A piece whose corners move on lines; invalid where it is degenerate at one of the ends.
MovingPiece moving_piece(const std::array<Vec3, 3>& from, const std::array<Vec3, 3>& to, bool is_point,
                         bool is_segment) {
  if (is_point) return {Point{from[0]}, Path::linear({}, to[0] - from[0])};
  const Path path = Path::entrywise(frame_of(from, is_segment), frame_of(to, is_segment));
  if (is_segment) return {Segment{{0, 0, 0}, {1, 0, 0}}, path};
  return {Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, path};
}

Aabb grown(const Aabb& box, Real by) { return {box.lower - Vec3{by, by, by}, box.upper + Vec3{by, by, by}}; }

}  // namespace

DeformingObject::DeformingObject(const Objects& objects, std::uint32_t object)
    : objects_(objects),
      object_(objects.list[object]),
      geometry_(objects.uses[object_.scene].scene->nodes[object_.parts[0]].geometry),
      corners_(corners_of(objects.uses[object_.scene].scene->geometries[geometry_])) {}

std::vector<Vec3> DeformingObject::points_at(Real time) const {
  const io::SceneData& scene = *objects_.uses[object_.scene].scene;
  const io::SceneState state = io::evaluate(scene, time);
  const io::Placement world = world_from_scene(objects_, object_.scene) * state.world_from_node[object_.node];
  io::Geometry geometry = io::evaluate_geometry(scene, geometry_, state);
  std::vector<Vec3> out;
  if (const std::vector<Vec3>* points = PointsOf{geometry}())
    for (const Vec3& p : *points) out.push_back(world * p);
  return out;
}

Shape DeformingObject::shape_of(const std::vector<Vec3>& points) const {
  const io::Geometry& original = objects_.uses[object_.scene].scene->geometries[geometry_];
  const auto* mesh = std::get_if<io::MeshData>(&original.data);
  if (mesh != nullptr && !mesh->is_hull) {
    MeshSettings settings;
    settings.is_solid = object_.nature == Nature::solid;
    const Result<TriangleMesh> made = make_triangle_mesh(points, corners_, settings);
    return made ? made->shape() : Shape();
  }
  io::Geometry moved = original;
  if (std::vector<Vec3>* own = PointsOf{moved}()) *own = points;
  return make_geometry(moved, objects_.options.closed_are_solid).shape;
}

bool DeformingObject::set(Real begin, Real end) {
  constexpr Real kInside = 1e-9;  // tracks may jump at the ends
  from_ = points_at(begin + kInside * (end - begin));
  to_ = points_at(end - kInside * (end - begin));
  swept_ = {};
  const auto is_there = [](const std::vector<Vec3>& points, std::uint32_t i) {
    return i < points.size() && is_finite(points[i]);
  };
  for (const std::uint32_t i : corners_) {
    if (!is_there(from_, i) || !is_there(to_, i)) return false;
    swept_ = merge(merge(swept_, from_[i]), to_[i]);
  }
  begin_ = shape_of(from_);
  end_ = shape_of(to_);
  return begin_.is_valid() && end_.is_valid();
}

Instance DeformingObject::at(Real time) const {
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < from_.size(); ++i) points.push_back(from_[i] + (to_[i] - from_[i]) * time);
  return {shape_of(points), {}, 0};
}

std::optional<Real> DeformingObject::first_contact(const Shape& shape, const Path& path, Real target,
                                                   bool backwards) const {
  const Path way = backwards ? path.part(1, 0) : path;
  const Aabb box = grown(swept_box(shape, path), target);
  MotionSettings settings;
  settings.target = target;
  std::optional<Real> first;
  for (std::size_t i = 0; i + 2 < corners_.size(); i += 3) {
    const std::uint32_t* c = &corners_[i];
    const std::array<Vec3, 3> from{from_[c[0]], from_[c[1]], from_[c[2]]},
        to{to_[c[0]], to_[c[1]], to_[c[2]]};
    Aabb own;
    for (std::size_t k = 0; k < 3; ++k) own = merge(merge(own, from[k]), to[k]);
    if (!overlaps(own, box)) continue;
    const bool is_segment = c[1] == c[2] || c[0] == c[1];
    const MovingPiece piece =
        moving_piece(backwards ? to : from, backwards ? from : to, c[0] == c[1] && c[1] == c[2], is_segment);
    if (!piece.path.is_valid()) continue;
    const TimeOfImpact impact = time_of_impact(piece.shape, piece.path, shape, way, settings);
    if (impact.status == Status::invalid_argument || impact.hit == Hit::miss) continue;
    first = std::min(first.value_or(1), impact.lower);
  }
  if (first && backwards) *first = 1 - *first;
  return first;
}

std::optional<Real> DeformingObject::first_contact(const DeformingObject& other, Real target,
                                                   bool backwards) const {
  const auto swept = [&](const DeformingObject& object) {
    const std::vector<Vec3>&from = backwards ? object.to_ : object.from_,
          &to = backwards ? object.from_ : object.to_;
    return make_swept_mesh(make_vertex_array(std::span(from)), make_vertex_array(std::span(to)),
                           make_index_array(std::span(object.corners_)));
  };
  const Result<SweptMesh> a = swept(*this), b = swept(other);
  if (!a || !b) return std::nullopt;
  FeatureSettings settings;
  settings.separation = target;
  const MeshImpact impact = first_impact(*a, *b, settings);
  if (impact.hit == Hit::miss || impact.status == Status::invalid_argument) return std::nullopt;
  return backwards ? 1 - impact.lower : impact.lower;
}

}  // namespace graze::inline GRAZE_ABI::check
