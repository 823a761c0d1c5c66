// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <map>

#include "check/objects/geometry.h"
#include "check/objects/node_motion.h"
#include "check/objects/placements.h"
#include "check/view/mesh.h"
#include "graze/query/piece_pairs.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

const std::vector<Vec3>* points_of(const io::Geometry& geometry) {
  if (const auto* mesh = std::get_if<io::MeshData>(&geometry.data)) return &mesh->points;
  if (const auto* lines = std::get_if<io::LineData>(&geometry.data)) return &lines->points;
  if (const auto* points = std::get_if<io::PointData>(&geometry.data)) return &points->points;
  return nullptr;
}

}  // namespace

struct ViewMotion::Data {
  const Objects* objects = nullptr;
  std::vector<NodeMotion> nodes;                   // of each scene
  std::vector<io::Placement> world;                // from each scene
  std::map<std::uint32_t, io::SceneState> states;  // of scenes, at the last time that was asked about

  [[nodiscard]] const io::SceneData& scene(std::uint32_t index) const { return *objects->uses[index].scene; }
  [[nodiscard]] io::Geometry geometry(std::uint32_t index, std::uint32_t geometry, Real time) {
    const auto [at, is_new] = states.try_emplace(index);
    if (is_new || at->second.time != time) at->second = io::evaluate(scene(index), time);
    return io::evaluate_geometry(scene(index), geometry, at->second);
  }
};

ViewMotion::ViewMotion(const Objects& objects) : data_(std::make_unique<Data>()) {
  data_->objects = &objects;
  for (std::uint32_t i = 0; i < objects.uses.size(); ++i) {
    data_->nodes.emplace_back(*objects.uses[i].scene);
    data_->world.push_back(world_from_scene(objects, i));
  }
}
ViewMotion::~ViewMotion() = default;

io::Placement ViewMotion::placement(std::uint32_t object, Real time) const {
  const Object& o = data_->objects->list[object];
  return data_->world[o.scene] * data_->nodes[o.scene].at(o.node, time);
}

std::vector<float> ViewMotion::positions(const ViewUse& use, const ViewGeometry& geometry, Real time) {
  const io::Geometry now = data_->geometry(use.scene, use.geometry, time);
  const std::vector<Vec3>* points = points_of(now);
  return points != nullptr ? to_floats(*points, geometry.points, geometry.origin) : std::vector<float>();
}

Instance ViewMotion::instance(std::uint32_t object, Real time) {
  const Object& o = data_->objects->list[object];
  if (!o.is_moving && !o.is_deforming) return instance_of(o);
  const io::Placement m = placement(object, time);
  Instance out{o.shape, Affine(m.linear, m.translation), 0};
  if (!o.is_deforming || o.parts.size() != 1) return out;
  const io::Geometry now = data_->geometry(o.scene, data_->scene(o.scene).nodes[o.parts[0]].geometry, time);
  out.shape = make_geometry(now, o.nature == Nature::solid).shape;
  return out;
}

std::vector<float> view_curve(const Instance& a, const Instance& b, const Vec3& origin, std::size_t limit) {
  std::vector<float> out;
  if (!a.shape.is_valid() || !b.shape.is_valid() || !a.placement.is_valid() || !b.placement.is_valid())
    return out;
  if (!is_complex(a.shape.kind()) || !is_complex(b.shape.kind())) return out;
  const auto add = [&](const PiecePair& pair) {
    if (!pair.has_segment) return true;
    for (const Vec3& p : {pair.segment.a - origin, pair.segment.b - origin})
      out.insert(out.end(), {float(p.x), float(p.y), float(p.z)});
    return out.size() < 6 * limit;
  };
  (void)visit_intersecting_pieces(a, b, add);
  return out;
}

}  // namespace graze::inline GRAZE_ABI::check
