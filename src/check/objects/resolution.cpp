// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/objects/resolution.h"

#include <algorithm>
#include <cmath>

#include "check/objects/digits.h"
#include "check/objects/placements.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

constexpr Real kSqrt3 = Real(1.7320508075688772);
constexpr Real kPi = Real(3.14159265358979323846);

// Of numbers so many that all of them would take long, every so manieth is looked at.
constexpr std::size_t kSample = 4096;

void add(Rounding& rounding, Real& largest, std::span<const Vec3> points) {
  const std::size_t step = points.size() / kSample + 1;
  for (std::size_t i = 0; i < points.size(); i += step)
    for (int axis = 0; axis < 3; ++axis) rounding.add(points[i][axis]);
  for (const Vec3& p : points)
    if (is_finite(p)) largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
}

// Bound on how far points of a geometry may be off, in its own frame.
struct GeometryError {
  template <class... Sizes>
  static Real of_sizes(Sizes... sizes) {
    Rounding rounding;
    (rounding.add(sizes), ...);
    return rounding.at(std::max({Real(sizes)...}));
  }
  static Real of_points(std::span<const Vec3> points) {
    Rounding rounding;
    Real largest = 0;
    add(rounding, largest, points);
    return rounding.at(largest);
  }

  Real operator()(const io::BoxData& b) const {
    return of_sizes(2 * b.half_extents.x, 2 * b.half_extents.y, 2 * b.half_extents.z) / 2;
  }
  Real operator()(const io::SphereData& s) const { return of_sizes(s.radius); }
  Real operator()(const io::CapsuleData& c) const { return of_sizes(c.radius, 2 * c.half_height); }
  Real operator()(const io::CylinderData& c) const { return of_sizes(c.radius, 2 * c.half_height); }
  Real operator()(const io::ConeData& c) const { return of_sizes(c.radius, 2 * c.half_height); }
  Real operator()(const io::TaperedCapsuleData& c) const {
    return of_sizes(c.bottom_radius, c.top_radius, 2 * c.half_height);
  }
  Real operator()(const io::TaperedCylinderData& c) const {
    return of_sizes(c.bottom_radius, c.top_radius, 2 * c.half_height);
  }
  Real operator()(const io::HalfSpaceData&) const { return 0; }
  Real operator()(const io::MeshData& m) const { return of_points(m.points); }
  Real operator()(const io::LineData& l) const { return of_points(l.points); }
  Real operator()(const io::PointData& p) const { return of_points(p.points); }
  Real operator()(const io::GridData& g) const {
    Rounding rounding;
    Real largest = 0;
    const std::size_t step = g.heights.size() / kSample + 1;
    for (std::size_t i = 0; i < g.heights.size(); i += step) {
      rounding.add(g.heights[i]);
      largest = std::max(largest, std::abs(g.heights[i]));
    }
    return rounding.at(largest);
  }
};

// How far an angle may be off. Multiples of 15 degrees are what was meant by numbers near them.
Real rounding_of_angle(Real angle) {
  const Real near = std::round(angle / (kPi / 12)) * (kPi / 12), off = std::abs(angle - near);
  if (off < Real(1e-14)) return 0;
  constexpr Real kThreeDecimals = Real(5e-4);  // what rounding to three decimals may do
  if (off < kThreeDecimals) return off;
  Real power = 1;
  for (int decimals = 0; decimals <= 9; ++decimals, power *= 10) {
    // The angle went through a quaternion: some ulps.
    if (std::abs(angle * power - std::round(angle * power)) > Real(1e-14) * power) continue;
    return decimals <= 3 ? 0 : Real(0.5) / power;
  }
  return angle * Real(0x1p-24);
}

Real rounding_of_turn(const Quat& q) {
  const Vec3 v{q.x, q.y, q.z};
  return rounding_of_angle(2 * std::atan2(length(v), std::abs(q.w)));
}

// Relative.
Real rounding_of_scale(const Vec3& scale) {
  Real worst = 0;
  for (int axis = 0; axis < 3; ++axis)
    if (scale[axis] != 0) worst = std::max(worst, Real(rounding_of(scale[axis]) / std::abs(scale[axis])));
  return worst;
}

Real rounding_of_matrix(const Mat3& m) {
  Real worst = 0, largest = 0;
  for (const Vec3& column : m.columns)
    for (int axis = 0; axis < 3; ++axis) {
      worst = std::max(worst, Real(rounding_of(column[axis])));
      largest = std::max(largest, std::abs(column[axis]));
    }
  return largest > 0 ? kSqrt3 * worst / largest : 0;
}

// The longest coordinate of a node's translation, and of those that animate it.
std::vector<Real> reach_of_nodes(const io::SceneData& scene, Rounding& rounding) {
  std::vector<Real> reach(scene.nodes.size());
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const io::LocalTransform& local = scene.nodes[i].local;
    const Vec3 both[2] = {local.matrix ? local.matrix->translation : local.translation,
                          local.matrix ? Vec3() : local.centre};
    add(rounding, reach[i], both);
  }
  for (const io::Channel& channel : scene.channels) {
    if (channel.target != io::Target::translation || channel.tracks.empty()) continue;
    Real largest = 0;
    for (const Real x : scene.tracks[channel.tracks.back()].values) {
      rounding.add(x);
      largest = std::max(largest, std::abs(x));
    }
    for (const std::uint32_t node : channel.targets) reach[node] = std::max(reach[node], largest);
  }
  return reach;
}

// Distance from a point to the far corner of a box.
Real lever(const Vec3& from, const Aabb& box) {
  const Real far = length(max(box.upper - from, from - box.lower));
  return is_finite(far) ? far : 0;  // half-spaces
}

}  // namespace

Resolution::Resolution(const Objects& objects) : objects_(objects), own_(objects.list.size()) {
  scenes_.resize(objects.uses.size());
  for (std::uint32_t i = 0; i < objects.uses.size(); ++i) add_scene(i);
}

void Resolution::add_scene(std::uint32_t index) {
  const io::SceneData& scene = *objects_.uses[index].scene;
  const std::vector<io::Placement> world = world_from_nodes(objects_, index, objects_.options.time);
  const Real unit = stretch_of(world_from_scene(objects_, index).linear);
  Rounding rounding;
  const std::vector<Real> reach = reach_of_nodes(scene, rounding);
  std::vector<NodeError>& nodes = scenes_[index];
  nodes.resize(scene.nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const io::Node& node = scene.nodes[i];
    NodeError& error = nodes[i];
    error.parent = node.is_in_world ? kNone : node.parent;
    error.depth = error.parent == kNone ? 0 : nodes[error.parent].depth + 1;
    error.shift = kSqrt3 * Real(rounding.at(reach[i])) *
                  (error.parent == kNone ? unit : stretch_of(world[error.parent].linear));
    error.turn = node.local.matrix
                     ? rounding_of_matrix(node.local.matrix->linear)
                     : rounding_of_turn(node.local.rotation) + rounding_of_scale(node.local.scale);
    error.origin = world[i] * (node.local.matrix ? Vec3() : node.local.centre);
  }
  std::vector<Real> of_geometry(scene.geometries.size(), -1);
  for (const Object& object : objects_.list) {
    if (object.scene != index) continue;
    for (const std::uint32_t part : object.parts) {
      Real& error = of_geometry[scene.nodes[part].geometry];
      if (error < 0) error = std::visit(GeometryError{}, scene.geometries[scene.nodes[part].geometry].data);
    }
  }
  for (std::size_t i = 0; i < objects_.list.size(); ++i)
    if (objects_.list[i].scene == index) own_[i] = own(objects_.list[i], of_geometry, world);
}

// The worst of its parts, with the placements between them and the object's node.
Real Resolution::own(const Object& object, const std::vector<Real>& of_geometries,
                     const std::vector<io::Placement>& world_from_node) const {
  const io::SceneData& scene = *objects_.uses[object.scene].scene;
  const std::vector<NodeError>& nodes = scenes_[object.scene];
  Real worst = 0;
  for (const std::uint32_t part : object.parts) {
    Real error =
        kSqrt3 * of_geometries[scene.nodes[part].geometry] * stretch_of(world_from_node[part].linear);
    for (std::uint32_t i = part; i != object.node && i != kNone; i = nodes[i].parent)
      error += nodes[i].shift + nodes[i].turn * lever(nodes[i].origin, object.bounds);
    worst = std::max(worst, error);
  }
  return worst;
}

Real Resolution::up_to(std::uint32_t object, std::uint32_t ancestor) const {
  const Object& o = objects_.list[object];
  const std::vector<NodeError>& nodes = scenes_[o.scene];
  // Products of placements in double: some ulps of the largest coordinate each.
  const Real reach = std::max(max_abs(o.bounds.lower), max_abs(o.bounds.upper));
  const Real largest = is_finite(reach) ? reach : max_abs(o.placement.translation());
  Real error = own_[object] + 64 * (kEpsilon / 2) * largest;
  for (std::uint32_t i = o.node; i != ancestor && i != kNone; i = nodes[i].parent)
    error += nodes[i].shift + nodes[i].turn * lever(nodes[i].origin, o.bounds);
  return is_finite(error) ? error : 0;
}

Real Resolution::of(std::uint32_t object) const { return up_to(object, kNone); }

Real Resolution::between(std::uint32_t a, std::uint32_t b) const {
  const Object &oa = objects_.list[a], &ob = objects_.list[b];
  std::uint32_t i = kNone;
  if (oa.scene == ob.scene) {
    const std::vector<NodeError>& nodes = scenes_[oa.scene];
    i = oa.node;
    std::uint32_t j = ob.node;
    while (i != j && i != kNone && j != kNone) {
      if (nodes[i].depth >= nodes[j].depth) {
        const bool both = nodes[i].depth == nodes[j].depth;
        i = nodes[i].parent;
        if (both) j = nodes[j].parent;
      } else {
        j = nodes[j].parent;
      }
    }
    if (i != j) i = kNone;
  }
  return up_to(a, i) + up_to(b, i);
}

void set_tolerances(Objects& objects) {
  const Resolution resolution(objects);
  for (std::uint32_t i = 0; i < objects.list.size(); ++i) objects.list[i].tolerance = resolution.of(i);
}

}  // namespace graze::inline GRAZE_ABI::check
