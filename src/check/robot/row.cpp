// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "check/pairs/look.h"
#include "check/robot/data.h"
#include "graze/query/intersects.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

void place(const RobotCheck::Data& data, std::span<const Real> q, RowSpace& space) {
  data.place_links(q, space.links);
  space.boxes.clear();
  for (const RobotPart& part : data.parts)
    space.boxes.push_back(part.link == kNone ? part.box : moved_box(space.links[part.link], part.box));
}

Instance instance_at(const RobotCheck::Data& data, std::uint32_t object, const RowSpace& space) {
  return {data.objects.list[object].shape, data.placement(object, space.links), 0};
}

}  // namespace

void ask_row(const RobotCheck::Data& data, std::span<const Real> q, RowSpace& space,
             std::vector<Finding>& out) {
  const Job& job = data.job.job;
  place(data, q, space);
  for (const RobotPair& pair : data.pairs) {
    if (!overlaps(grown_box(space.boxes[pair.a], data.reach(pair)), space.boxes[pair.b])) continue;
    const Measures measures{pair.tolerance, job.clearance, job.want_touching, job.want_counts};
    std::optional<Finding> found =
        look(instance_at(data, pair.a, space), instance_at(data, pair.b, space), measures);
    if (!found) continue;
    found->a = pair.a;
    found->b = pair.b;
    out.push_back(std::move(*found));
  }
}

bool RobotCheck::is_in_contact(std::span<const Real> q) const {
  if (!data_) return true;
  RowSpace space;
  place(*data_, q, space);
  return std::any_of(data_->pairs.begin(), data_->pairs.end(), [&](const RobotPair& pair) {
    return overlaps(grown_box(space.boxes[pair.a], 0), space.boxes[pair.b]) &&
           intersects(instance_at(*data_, pair.a, space), instance_at(*data_, pair.b, space));
  });
}

}  // namespace graze::inline GRAZE_ABI::check
