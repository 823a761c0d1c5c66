// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "check/pairs/filter.h"
#include "check/pairs/near.h"
#include "check/robot/data.h"
#include "graze/shape/bounds.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

std::vector<std::vector<std::uint32_t>> chains_of(const io::Robot& robot) {
  std::vector<std::vector<std::uint32_t>> out(robot.links.size());
  for (const std::uint32_t i : robot.order) {
    const io::Joint& j = robot.joints[i];
    if (j.parent != io::kNone) out[j.child] = out[j.parent];
    out[j.child].push_back(i);
  }
  return out;
}

// Farthest corner of a box from the origin.
Real farthest(const Aabb& box) { return length(max(-box.lower, box.upper)) * (1 + 8 * kEpsilon); }

// The object in its link. Objects of single shapes have the frame of the shape's node.
RobotPart part_of(const io::Robot& robot, const Object& object, const Affine& link_from_world) {
  RobotPart out;
  io::Placement m;
  std::uint32_t node = object.node;
  for (; node >= robot.links.size(); node = robot.scene.nodes[node].parent)
    m = io::to_placement(robot.scene.nodes[node].local) * m;
  out.link = node;
  out.link_from_object = object.is_flat ? link_from_world : Affine(m.linear, m.translation);
  out.box = bounds(object.shape, out.link_from_object);
  out.reach = farthest(out.box);
  return out;
}

std::optional<Error> refusal(const io::Robot& robot, const RobotJob& job) {
  const auto is_length = [](Real x) { return x >= 0 && is_finite(x); };
  if (!is_length(job.job.clearance))
    return Error{ErrorCode::negative, "job.job.clearance is negative or not finite", 0};
  if (job.job.tolerance && !is_length(*job.job.tolerance))
    return Error{ErrorCode::negative, "job.job.tolerance is negative or not finite", 0};
  if (!Affine(job.world_from_robot).is_rigid())
    return Error{ErrorCode::singular, "job.world_from_robot is not a rigid placement", 0};
  if (robot.links.empty()) return Error{ErrorCode::empty, "robot has no links", 0};
  return std::nullopt;
}

// All pairs of objects that are asked about; false where they are more than the limit.
bool add_pairs(const PairFilter& filter, const Reach& reach, RobotCheck::Data& data) {
  const auto count = static_cast<std::uint32_t>(data.parts.size());
  for (std::uint32_t a = 0; a < count; ++a)
    for (std::uint32_t b = a + 1; b < count; ++b) {
      if (data.parts[a].link == kNone && data.parts[b].link == kNone) continue;
      if (!filter.is_wanted(a, b) || filter.is_ruled_out(a, b)) continue;
      if (data.pairs.size() >= data.job.job.limits.pairs) return false;
      data.pairs.push_back({a, b, reach.tolerance(a, b)});
    }
  return true;
}

}  // namespace

Result<RobotCheck> RobotCheck::make(const io::Robot& robot, std::span<const SceneUse> others,
                                    const RobotJob& job) {
  if (const std::optional<Error> error = refusal(robot, job)) return *error;
  auto data = std::make_unique<Data>();
  data->robot = &robot;
  data->job = job;
  data->job.options.metres_per_unit = 1;
  data->job.options.up = io::UpAxis::z;
  SceneUse self;
  self.scene = &robot.scene;
  self.file = robot.scene.files.empty() ? robot.name : robot.scene.files[0];
  self.prefix = job.prefix;
  self.placement = {job.world_from_robot.rotation, job.world_from_robot.translation};
  std::vector<SceneUse> scenes = {self};
  scenes.insert(scenes.end(), others.begin(), others.end());
  Result<Objects> objects = make_objects(scenes, data->job.options);
  if (!objects) return objects.error();
  data->objects = std::move(*objects);
  const Result<PairFilter> filter = PairFilter::make(data->objects, job.job);
  if (!filter) return filter.error();
  data->chains = chains_of(robot);
  std::vector<Pose> rest;
  data->place_links(io::neutral_values(robot), rest);
  for (const Object& object : data->objects.list) {
    RobotPart part;
    part.box = object.bounds;
    if (object.scene == 0) {
      std::uint32_t link = object.node;
      while (link >= robot.links.size()) link = robot.scene.nodes[link].parent;
      part = part_of(robot, object, Affine(inverse(rest[link])));
    }
    data->parts.push_back(part);
  }
  if (!add_pairs(*filter, Reach(data->objects, job.job), *data))
    return Error{ErrorCode::index_out_of_range, "there are more pairs than job.job.limits.pairs", 0};
  return RobotCheck(std::move(data));
}

}  // namespace graze::inline GRAZE_ABI::check
