// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>

#include "graze/io/robot.h"
#include "io/robot/motion.h"

namespace graze::inline GRAZE_ABI::io {
namespace {

Quat quaternion_of(const Real* q) { return {q[0], q[1], q[2], q[3]}; }

// sin_cos() with any finite angle.
SinCos turn_of(Real angle) {
  constexpr Real kTurn = 6.283185307179586;
  return sin_cos(std::abs(angle) < kMostValue ? angle : std::fmod(angle, kTurn));
}

bool is_free(const Joint& joint) { return joint.mimic == kNone && joint.variable != kNone; }

// How a point at `arm` from the origin of a floating joint moves with the components of its quaternion q:
// with u = q / |q| the rotation turns by 2 vec(du conj(u)), in the frame of the parent.
void quaternion_columns(const Quat& q, const Mat3& world_from_parent, const Vec3& arm, Vec3* columns) {
  const Real n = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  const Quat u{q.x / n, q.y / n, q.z / n, q.w / n};
  const Quat units[4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
  for (int i = 0; i < 4; ++i) {
    const Quat turn = units[i] * conjugate(u);  // the part of units[i] along u gives no vector
    const Vec3 w = Vec3{turn.x, turn.y, turn.z} * (2 / n);
    columns[i] = columns[i] + cross(world_from_parent * w, arm);
  }
}

void slerp(const Real* a, const Real* b, Real t, Real* out) {
  const Quat from = normalized(quaternion_of(a)), to = normalized(quaternion_of(b));
  const Turn turn = turn_between(from, to);
  const SinCos half = sin_cos(turn.angle * t / 2);
  const Quat part{turn.axis.x * half.sin, turn.axis.y * half.sin, turn.axis.z * half.sin, half.cos};
  const Quat q = normalized(from * part);
  out[0] = q.x, out[1] = q.y, out[2] = q.z, out[3] = q.w;
}

}  // namespace

std::uint32_t variable_count(JointKind kind) noexcept {
  switch (kind) {
    case JointKind::fixed:
      return 0;
    case JointKind::revolute:
    case JointKind::continuous:
    case JointKind::prismatic:
      return 1;
    case JointKind::planar:
      return 3;
    case JointKind::floating:
      return 7;
  }
  return 0;
}

bool has_direction(const Real* q) {
  const Real squared = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  return squared > 0 && is_finite(1 / squared);
}

Turn turn_between(const Quat& from, const Quat& to) {
  Quat d = conjugate(from) * to;
  if (d.w < 0) d = {-d.x, -d.y, -d.z, -d.w};
  const Vec3 v{d.x, d.y, d.z};
  const Real sine = length(v);
  if (!(sine > 0)) return {};
  return {v / sine, 2 * std::atan2(sine, d.w)};
}

Mat3 plane_axes(const Vec3& axis) {
  const Real sign = axis.z < 0 ? Real(-1) : Real(1), a = -1 / (sign + axis.z), b = axis.x * axis.y * a;
  return {{1 + sign * axis.x * axis.x * a, sign * b, -sign * axis.x},
          {b, sign + axis.y * axis.y * a, -axis.y},
          axis};
}

Real joint_value(const Joint& joint, std::span<const Real> q) {
  return joint.variable == kNone ? joint.offset : joint.factor * q[joint.variable] + joint.offset;
}

std::vector<Real> neutral_values(const Robot& robot) {
  std::vector<Real> q(robot.variables.size(), 0);
  for (const Joint& j : robot.joints)
    if (j.kind == JointKind::floating && j.variable != kNone) q[j.variable + 6] = 1;
  return q;
}

bool are_values(const Robot& robot, std::span<const Real> q) noexcept {
  if (q.size() != robot.variables.size()) return false;
  for (const Real x : q)
    if (!(std::abs(x) <= kMostValue)) return false;
  for (const Joint& j : robot.joints)
    if (j.kind == JointKind::floating && !has_direction(q.data() + j.variable + 3)) return false;
  return true;
}

Pose joint_motion(const Robot& robot, std::uint32_t joint, std::span<const Real> q) noexcept {
  const Joint& j = robot.joints[joint];
  switch (j.kind) {
    case JointKind::fixed:
      return {};
    case JointKind::revolute:
    case JointKind::continuous:
      return {turn_about(j.axis, turn_of(joint_value(j, q))), {}};
    case JointKind::prismatic:
      return Pose(j.axis * joint_value(j, q));
    case JointKind::planar: {
      const Mat3 axes = plane_axes(j.axis);
      const Real* v = q.data() + j.variable;
      return {turn_about(j.axis, turn_of(v[2])), axes.columns[0] * v[0] + axes.columns[1] * v[1]};
    }
    case JointKind::floating: {
      const Real* v = q.data() + j.variable;
      return {to_matrix(quaternion_of(v + 3)), {v[0], v[1], v[2]}};
    }
  }
  return {};
}

bool world_from_link(const Robot& robot, std::span<const Real> q, std::span<Pose> out) noexcept {
  if (out.size() != robot.links.size() || !are_values(robot, q)) return false;
  out[robot.root] = Pose();
  for (const std::uint32_t i : robot.order) {
    const Joint& j = robot.joints[i];
    const Pose parent = j.parent == kNone ? Pose() : out[j.parent];
    out[j.child] = parent * j.parent_from_joint * joint_motion(robot, i, q);
  }
  return true;
}

std::vector<Pose> world_from_link(const Robot& robot, std::span<const Real> q) {
  std::vector<Pose> out(robot.links.size());
  if (!world_from_link(robot, q, out)) out.clear();
  return out;
}

std::vector<JointFrame> joint_frames(const Robot& robot, std::span<const Pose> placements) {
  std::vector<JointFrame> out;
  out.reserve(robot.joints.size());
  for (const Joint& j : robot.joints) {
    const Pose frame = (j.parent == kNone ? Pose() : placements[j.parent]) * j.parent_from_joint;
    out.push_back({frame.translation, frame.rotation * j.axis});
  }
  return out;
}

void point_jacobian(const Robot& robot, std::span<const Real> q, std::span<const Pose> placements,
                    std::uint32_t link, const Vec3& point, std::span<Vec3> columns) noexcept {
  std::fill(columns.begin(), columns.end(), Vec3());
  for (std::uint32_t at = robot.links[link].joint; at != kNone;) {
    const Joint& j = robot.joints[at];
    const Pose frame = (j.parent == kNone ? Pose() : placements[j.parent]) * j.parent_from_joint;
    const Vec3 axis = frame.rotation * j.axis, arm = point - placements[j.child].translation;
    Vec3* column = j.variable == kNone ? nullptr : columns.data() + j.variable;
    if (j.kind == JointKind::planar) {
      const Mat3 axes = frame.rotation * plane_axes(j.axis);
      column[0] = axes.columns[0], column[1] = axes.columns[1], column[2] = cross(axis, arm);
    } else if (j.kind == JointKind::floating) {
      for (int i = 0; i < 3; ++i) column[i] = frame.rotation.columns[i];
      quaternion_columns(quaternion_of(q.data() + j.variable + 3), frame.rotation, arm, column + 3);
    } else if (column != nullptr && j.kind != JointKind::fixed) {
      *column = *column + (j.kind == JointKind::prismatic ? axis : cross(axis, arm)) * j.factor;
    }
    at = j.parent == kNone ? kNone : robot.links[j.parent].joint;
  }
}

std::vector<LimitExcess> out_of_limits(const Robot& robot, std::span<const Real> q) {
  std::vector<LimitExcess> out;
  for (std::uint32_t i = 0; i < robot.joints.size(); ++i) {
    const Joint& j = robot.joints[i];
    if (j.kind != JointKind::revolute && j.kind != JointKind::prismatic) continue;
    const Real value = joint_value(j, q);
    if (value < j.lower || value > j.upper) out.push_back({i, value});
  }
  return out;
}

void interpolate(const Robot& robot, std::span<const Real> from, std::span<const Real> to, Real t,
                 std::span<Real> out) noexcept {
  for (const Joint& j : robot.joints) {
    if (!is_free(j)) continue;
    const std::uint32_t n = variable_count(j.kind), straight = j.kind == JointKind::floating ? 3 : n;
    for (std::uint32_t i = j.variable; i < j.variable + straight; ++i)
      out[i] = t == 1 ? to[i] : from[i] + (to[i] - from[i]) * t;
    if (j.kind == JointKind::floating)
      slerp(from.data() + j.variable + 3, to.data() + j.variable + 3, t, out.data() + j.variable + 3);
  }
}

Pose JointSweep::at(Real t) const noexcept {
  return {rate == 0 ? start : start * turn_about(axis, turn_of(rate * t)), shift + velocity * t};
}

JointSweep joint_sweep(const Robot& robot, std::uint32_t joint, std::span<const Real> from,
                       std::span<const Real> to) noexcept {
  const Joint& j = robot.joints[joint];
  const Pose begin = joint_motion(robot, joint, from);
  JointSweep out{begin.translation, {}, begin.rotation, j.axis, 0};
  switch (j.kind) {
    case JointKind::fixed:
      break;
    case JointKind::revolute:
    case JointKind::continuous:
      out.rate = joint_value(j, to) - joint_value(j, from);
      break;
    case JointKind::prismatic:
      out.velocity = j.axis * (joint_value(j, to) - joint_value(j, from));
      break;
    case JointKind::planar:
      out.velocity = joint_motion(robot, joint, to).translation - begin.translation;
      out.rate = to[j.variable + 2] - from[j.variable + 2];
      break;
    case JointKind::floating: {
      const Real *a = from.data() + j.variable, *b = to.data() + j.variable;
      const Turn turn = turn_between(normalized(quaternion_of(a + 3)), normalized(quaternion_of(b + 3)));
      out.velocity = Vec3{b[0], b[1], b[2]} - Vec3{a[0], a[1], a[2]};
      out.axis = turn.axis;
      out.rate = turn.angle;
      break;
    }
  }
  return out;
}

SceneData scene_at(const Robot& robot, std::span<const Real> q) {
  SceneData scene = robot.scene;
  const std::vector<Pose> placements = world_from_link(robot, q);
  for (std::size_t i = 0; i < placements.size(); ++i)
    scene.nodes[i].local.matrix = Placement{placements[i].rotation, placements[i].translation};
  return scene;
}

bool is_allowed(const Robot& robot, std::uint32_t link_a, std::uint32_t link_b) noexcept {
  if (robot.links[link_a].body == robot.links[link_b].body) return true;
  const std::pair pair(std::min(link_a, link_b), std::max(link_a, link_b));
  const auto before = [](const AllowedPair& p, const std::pair<std::uint32_t, std::uint32_t>& x) {
    return std::pair(p.first, p.second) < x;
  };
  const auto at = std::lower_bound(robot.allowed.begin(), robot.allowed.end(), pair, before);
  return at != robot.allowed.end() && std::pair(at->first, at->second) == pair;
}

std::uint32_t find_link(const Robot& robot, std::string_view name) noexcept {
  for (std::uint32_t i = 0; i < robot.links.size(); ++i)
    if (robot.links[i].name == name) return i;
  return kNone;
}

std::uint32_t find_joint(const Robot& robot, std::string_view name) noexcept {
  for (std::uint32_t i = 0; i < robot.joints.size(); ++i)
    if (robot.joints[i].name == name) return i;
  return kNone;
}

}  // namespace graze::inline GRAZE_ABI::io
