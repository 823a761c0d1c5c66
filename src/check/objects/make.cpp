// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <unordered_map>

#include "base/names.h"
#include "check/objects/boxes.h"
#include "check/objects/flat.h"
#include "check/objects/geometry.h"
#include "check/objects/grouping.h"
#include "check/objects/hidden.h"
#include "check/objects/meter.h"
#include "check/objects/placements.h"
#include "check/objects/resolution.h"
#include "check/objects/tasks.h"
#include "graze/check/objects.h"
#include "graze/shape/bounds.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

// Unit and up axis of a scene beside those of the world.
void summarize(const SceneUse& use, const Objects& objects, SceneSummary& summary) {
  const Real unit = use.metres_per_unit > 0 ? use.metres_per_unit : use.scene->metres_per_unit;
  summary.file = use.file;
  summary.nodes = use.scene->nodes.size();
  summary.is_unit_assumed = !(unit > 0);
  summary.scale = unit > 0 ? unit / objects.metres_per_unit : 1;
  summary.is_turned = use.up.value_or(use.scene->up) != objects.up;
}

// Makes the objects of one scene.
class SceneObjects {
 public:
  SceneObjects(std::uint32_t index, WorkMeter& meter, Objects& out)
      : index_(index), meter_(meter), scene_(*out.uses[index].scene), out_(out), summary_(out.scenes[index]) {
    state_ = io::evaluate(scene_, out.options.time);
    const io::Placement world = world_from_scene(out, index);
    for (const io::Placement& m : state_.world_from_node) world_from_node_.push_back(world * m);
    deforms_ = io::deformed_geometries(scene_);
    moves_ = animated_nodes(scene_);
    bodies_ = io::bodies_of(scene_);
    for (std::uint32_t i = 0; i < scene_.nodes.size(); ++i)
      if (scene_.nodes[i].parent != kNone && !scene_.nodes[i].is_in_world)
        moves_[i] = moves_[i] || moves_[scene_.nodes[i].parent];
  }

  void add(const Grouped& grouped) {
    make_geometries(grouped);
    if (meter_.is_cancelled()) return;
    for (const Group& group : grouped.groups) add(group);
    summary_.excluded = grouped.excluded;
  }

 private:
  // Geometries in use, each once, made at the same time where there are threads.
  void make_geometries(const Grouped& grouped) {
    std::vector<std::uint32_t> used;
    std::vector<bool> is_used(scene_.geometries.size());
    for (const Group& group : grouped.groups)
      for (const std::uint32_t part : group.parts) {
        const std::uint32_t geometry = scene_.nodes[part].geometry;
        if (is_used[geometry]) ++summary_.shared;
        if (!is_used[geometry]) used.push_back(geometry);
        is_used[geometry] = true;
      }
    summary_.geometries = used.size();
    made_.resize(scene_.geometries.size());
    now_.resize(scene_.geometries.size());
    const auto make = [&](std::size_t i) {
      if (meter_.is_cancelled()) return;
      const std::uint32_t g = used[i];
      if (deforms_[g]) now_[g] = io::evaluate_geometry(scene_, g, state_);
      made_[g] = make_geometry(geometry(g), out_.options.closed_are_solid);
      meter_.add(1.0 / double(used.size()));
    };
    run_guarded(out_.options.executor, used.size(), make);
  }

  [[nodiscard]] const io::Geometry& geometry(std::uint32_t index) const {
    return deforms_[index] ? now_[index] : scene_.geometries[index];
  }

  void add(const Group& group) {
    Object object;
    object.name = group.name;
    object.scene = index_;
    object.node = group_node(group);
    object.parts = group.parts;
    for (const std::uint32_t part : group.parts)
      object.is_deforming = object.is_deforming || deforms_[scene_.nodes[part].geometry];
    object.is_moving = moves_[object.node];
    object.body = bodies_[object.node];
    const io::Placement& world = world_from_node_[object.node];
    object.is_mirrored = determinant(world.linear) < 0;
    const Affine placement(world.linear, world.translation);
    const bool is_hidden = !placement.is_valid() && object.is_moving && is_ever_seen(object.node);
    object.is_flat = !placement.is_valid() && !is_hidden;
    if (object.is_flat && object.is_moving) {
      object.is_moving = false;
      ++summary_.unmoved;
    }
    MadeShape made;
    if (!object.is_flat) {
      object.placement = is_hidden ? Affine() : placement;
      made = group.parts.size() == 1 ? made_[scene_.nodes[group.parts[0]].geometry] : make_parts(group, {});
    } else if (is_finite_placement(world)) {
      made = make_flattened(group, world);
    }
    keep(std::move(object), made, is_collapsed(world));
    if (is_hidden && !out_.list.empty() && out_.list.back().node == group_node(group))
      out_.list.back().bounds = {};
  }

  [[nodiscard]] static std::uint32_t group_node(const Group& group) {
    return group.parts.size() == 1 ? group.parts[0] : group.node;
  }

  [[nodiscard]] bool is_ever_seen(std::uint32_t node) {
    if (!motion_) motion_.emplace(scene_);
    return check::is_ever_seen(out_.uses[index_], *motion_, node);
  }

  void keep(Object object, const MadeShape& made, bool is_collapsed) {
    object.shape = made.shape;
    object.nature = made.nature;
    object.primitives = made.primitives;
    object.facts = made.facts;
    object.bounds = made.shape.is_valid() ? bounds(object.shape, object.placement) : Aabb();
    const bool is_bounded = is_finite(object.bounds.lower) && is_finite(object.bounds.upper);
    if (object.bounds.is_empty() || (!is_bounded && object.shape.kind() != ShapeKind::half_space)) {
      ++(is_collapsed ? summary_.collapsed : summary_.unusable);
      return;
    }
    if (is_complex(object.shape.kind())) narrow(object);
    ++summary_.objects;
    out_.list.push_back(std::move(object));
  }

  // Shapes of pieces know but the box in their own frame, which is loose when they are turned.
  void narrow(Object& object) {
    Aabb exact;
    for (const std::uint32_t part : object.parts) {
      const std::uint32_t g = scene_.nodes[part].geometry;
      const io::Placement m = world_from_node_[object.node] * in_group(part, object.node);
      exact = merge(exact, boxes_.box(g, geometry(g), m));
    }
    object.bounds = narrowed(object.bounds, exact, bounds(object.shape, Affine()),
                             {object.placement.linear(), object.placement.translation()});
  }

  // Part in the frame of the group. Multiplied downwards: equal groups get equal bits.
  [[nodiscard]] io::Placement in_group(std::uint32_t part, std::uint32_t group) const {
    io::Placement m;
    for (std::uint32_t i = part; i != group; i = scene_.nodes[i].parent)
      m = io::to_placement(scene_.nodes[i].local) * m;
    return m;
  }

  MadeShape make_flattened(const Group& group, const io::Placement& world) {
    if (group.parts.size() > 1) return make_parts(group, world);
    return make_flat(geometry(scene_.nodes[group.parts[0]].geometry), world);
  }

  // Groups that hold the same geometries in the same places share one shape.
  MadeShape make_parts(const Group& group, const io::Placement& world) {
    std::vector<PlacedGeometry> parts;
    std::string key;
    const auto add = [&](const auto& value) {
      key.append(reinterpret_cast<const char*>(&value), sizeof(value));
    };
    for (const std::uint32_t part : group.parts) {
      const std::uint32_t g = scene_.nodes[part].geometry;
      const io::Placement m = world * in_group(part, group.node);
      parts.push_back({&made_[g], &geometry(g), m});
      add(g);
      add(m);
    }
    const auto [at, is_new] = unions_.try_emplace(std::move(key));
    if (is_new) at->second = make_union(parts, out_.options.closed_are_solid);
    return at->second;
  }

  std::uint32_t index_;
  WorkMeter& meter_;
  const io::SceneData& scene_;
  Objects& out_;
  SceneSummary& summary_;
  io::SceneState state_;                        // in the scene's own units
  std::vector<io::Placement> world_from_node_;  // of the job
  std::vector<bool> deforms_, moves_;
  std::vector<std::uint32_t> bodies_;
  std::vector<MadeShape> made_;
  std::vector<io::Geometry> now_;                    // of what deforms
  std::vector<std::vector<io::Placement>> samples_;  // of the animation, where they were needed
  GeometryBoxes boxes_;
  std::optional<NodeMotion> motion_;                   // where something is hidden
  std::unordered_map<std::string, MadeShape> unions_;  // by the bytes of what they are made of
};

std::optional<Error> refusal(std::span<const SceneUse> scenes, const ObjectOptions& options) {
  const auto is_unit = [](Real x) { return x >= 0 && is_finite(x); };
  if (!is_finite(options.time)) return Error{ErrorCode::not_finite, "options.time is not finite", 0};
  if (!is_unit(options.metres_per_unit))
    return Error{ErrorCode::negative, "options.metres_per_unit is negative or not finite", 0};
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    if (scenes[i].scene == nullptr) return Error{ErrorCode::empty, "scenes: a scene is null", i};
    if (!is_unit(scenes[i].metres_per_unit))
      return Error{ErrorCode::negative, "scenes: metres_per_unit is negative or not finite", i};
    const io::Placement& m = scenes[i].placement;
    if (!is_finite_placement(m)) return Error{ErrorCode::not_finite, "scenes: a placement is not finite", i};
    if (!Affine(m.linear, m.translation).is_valid())
      return Error{ErrorCode::singular, "scenes: a placement flattens the scene", i};
  }
  return std::nullopt;
}

void choose_world(std::span<const SceneUse> scenes, Objects& out) {
  out.metres_per_unit = out.options.metres_per_unit;
  for (const SceneUse& use : scenes) {
    if (out.metres_per_unit > 0) break;
    out.metres_per_unit = use.metres_per_unit > 0 ? use.metres_per_unit : use.scene->metres_per_unit;
  }
  if (!(out.metres_per_unit > 0)) out.metres_per_unit = 1;
  if (out.options.up)
    out.up = *out.options.up;
  else if (!scenes.empty())
    out.up = scenes[0].up.value_or(scenes[0].scene->up);
}

}  // namespace

Result<Objects> make_objects(std::span<const SceneUse> scenes, const ObjectOptions& options) {
  if (const std::optional<Error> error = refusal(scenes, options)) return *error;
  Objects out;
  out.uses.assign(scenes.begin(), scenes.end());
  out.options = options;
  out.options.progress = {};  // its context need not live as long as the objects
  choose_world(scenes, out);
  out.scenes.resize(scenes.size());
  UniqueNames names;
  WorkMeter meter(options.progress, double(scenes.size()));
  for (std::uint32_t i = 0; i < scenes.size(); ++i) {
    summarize(scenes[i], out, out.scenes[i]);
    SceneObjects(i, meter, out).add(group_nodes(scenes[i], options, scenes.size() == 1, names));
  }
  if (meter.is_cancelled()) return Error{ErrorCode::cancelled, "options.progress asked for an end", 0};
  set_tolerances(out);
  meter.finish();
  return out;
}

MeshFacts& MeshFacts::operator+=(const MeshFacts& other) noexcept {
  open_edges += other.open_edges;
  non_manifold_edges += other.non_manifold_edges;
  flipped_edges += other.flipped_edges;
  turned += other.turned;
  degenerate += other.degenerate;
  duplicate += other.duplicate;
  non_planar += other.non_planar;
  improper += other.improper;
  dropped += other.dropped;
  tessellated += other.tessellated;
  return *this;
}

const char* to_string(Nature nature) noexcept {
  constexpr const char* kNames[] = {"solid", "surface", "lines", "points", "mixed"};
  return enum_name(kNames, nature);
}

}  // namespace graze::inline GRAZE_ABI::check
