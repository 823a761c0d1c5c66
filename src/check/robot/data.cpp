// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/robot/data.h"

#include <algorithm>
#include <cmath>

#include "graze/shape/bounds.h"

namespace graze::inline GRAZE_ABI::check {

Affine RobotCheck::Data::placement(std::uint32_t object, std::span<const Pose> world_from_link) const {
  const RobotPart& part = parts[object];
  if (part.link == kNone) return objects.list[object].placement;
  return Affine(world_from_link[part.link]) * part.link_from_object;
}

void RobotCheck::Data::place_links(std::span<const Real> q, std::vector<Pose>& out) const {
  out.resize(robot->links.size());
  (void)io::world_from_link(*robot, q, out);
  for (Pose& p : out) p = job.world_from_robot * p;
}

Real RobotCheck::Data::reach(const RobotPair& pair) const {
  return std::max(job.job.clearance, pair.tolerance);
}

Aabb grown_box(const Aabb& box, Real by) {
  const Real size = std::max(max_abs(box.lower), max_abs(box.upper)), more = by + 16 * kEpsilon * (size + by);
  return {box.lower - Vec3{more, more, more}, box.upper + Vec3{more, more, more}};
}

Aabb moved_box(const Pose& pose, const Aabb& box) {
  const Vec3 middle = centre(box), half = half_extents(box), centre = pose * middle;
  Vec3 reach;
  for (int k = 0; k < 3; ++k) {
    const Vec3 row = pose.rotation.row(k);
    reach[k] = std::abs(row.x) * half.x + std::abs(row.y) * half.y + std::abs(row.z) * half.z;
  }
  const Real error = 32 * kEpsilon * (sum_abs(middle) + sum_abs(half) + sum_abs(pose.translation));
  return grown_box({centre - reach, centre + reach}, error);
}

}  // namespace graze::inline GRAZE_ABI::check
