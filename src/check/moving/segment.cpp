// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/moving/segment.h"

#include <algorithm>
#include <cmath>

#include "check/objects/grouping.h"
#include "check/objects/placements.h"
#include "graze/shape/bounds.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

// Tracks may jump at keys and where a cycle begins again: the ends of a segment are looked at from inside, by
// this part of its length.
constexpr Real kInside = 1e-9;
// A node whose place at a time and just inside of the segment differ by more than this part of its way jumps.
constexpr Real kJump = 1e-6;

Real distance_of(const io::Placement& a, const io::Placement& b) {
  Real worst = max_abs(a.translation - b.translation);
  for (int i = 0; i < 3; ++i) worst = std::max(worst, max_abs(a.linear.columns[i] - b.linear.columns[i]));
  return worst;
}

Affine affine_of(const io::Placement& m) { return {m.linear, m.translation}; }

// Puts back the places at a time itself where nothing jumps there: they are exact at keys. What is scaled to
// nothing there stays as it is just before, or after.
void take_exact(const std::vector<io::Placement>& exact, const std::vector<io::Placement>& way_end,
                std::vector<io::Placement>& inside) {
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const bool jumps = distance_of(exact[i], inside[i]) > kJump * distance_of(way_end[i], inside[i]);
    if (!jumps && affine_of(exact[i]).is_valid()) inside[i] = exact[i];
  }
}

// How far an object may be beside its path: what its file resolves, or a hundred-thousandth of its size.
Real allowance(const Object& object, const Aabb& box) {
  const Real size = length(half_extents(box)) * stretch_of(object.placement.linear());
  return std::max(object.tolerance, Real(1e-5) * size);
}

}  // namespace

Aabb swept_box(const Shape& shape, const Path& path) {
  constexpr int kParts = 8;
  Aabb out;
  for (int i = 0; i < kParts; ++i) {
    const Real begin = Real(i) / kParts, end = Real(i + 1) / kParts;
    const Real travel = path.travel(shape, begin, end);
    out = merge(out, bounds(shape, path.placement(begin), travel));
  }
  return out;
}

SegmentPaths::SegmentPaths(const Objects& objects) : objects_(objects) {
  scenes_.resize(objects.uses.size());
  for (const SceneUse& use : objects.uses) animated_.push_back(animated_nodes(*use.scene));
  for (const Object& object : objects.list) {
    paths_.push_back({Path(object.placement), object.bounds, false});
    local_boxes_.push_back(bounds(object.shape, Affine()));
    const bool moves = object.is_moving || object.is_deforming;
    has_motion_ = has_motion_ || moves;
    if (moves) scenes_[object.scene].is_animated = true;
  }
}

void SegmentPaths::evaluate(Real begin, Real end) {
  const Real length = end - begin;
  for (std::uint32_t i = 0; i < scenes_.size(); ++i) {
    if (!scenes_[i].is_animated) continue;
    auto& at = scenes_[i].world_from_node;
    at[0] = world_from_nodes(objects_, i, begin + kInside * length);
    at[kStations - 1] = world_from_nodes(objects_, i, end - kInside * length);
    for (std::size_t k = 1; k + 1 < kStations; ++k)
      at[k] = world_from_nodes(objects_, i, begin + length * (Real(k) / (kStations - 1)));
    const std::vector<io::Placement> way_end = at[kStations - 1];
    take_exact(world_from_nodes(objects_, i, end), at[0], at[kStations - 1]);
    take_exact(world_from_nodes(objects_, i, begin), way_end, at[0]);
  }
}

bool SegmentPaths::set(Real begin, Real end, bool is_last) {
  evaluate(begin, end);
  for (std::uint32_t i = 0; i < objects_.list.size(); ++i)
    if (objects_.list[i].is_moving && !objects_.list[i].is_deforming && !set(i, is_last)) return false;
  return true;
}

// A node at a place in its frame; the nearest few that are animated may be what the object turns about.
std::vector<Vec3> SegmentPaths::centres_of(const Object& object, const Affine& from) const {
  const io::SceneData& scene = *objects_.uses[object.scene].scene;
  std::vector<Vec3> centres;
  for (std::uint32_t n = object.node; n != kNone && centres.size() < 4; n = scene.nodes[n].parent) {
    if (!animated_[object.scene][n]) continue;
    const Vec3 centre = scene.nodes[n].local.matrix ? Vec3() : scene.nodes[n].local.centre;
    centres.push_back(inverse(from) * (scenes_[object.scene].world_from_node[0][n] * centre));
  }
  return centres;
}

bool SegmentPaths::set(std::uint32_t index, bool is_last) {
  const Object& object = objects_.list[index];
  SegmentPath& out = paths_[index];
  Stations stations;
  for (std::size_t k = 0; k < kStations; ++k)
    stations[k] = affine_of(scenes_[object.scene].world_from_node[k][object.node]);
  const auto there =
      std::count_if(stations.begin(), stations.end(), [](const Affine& m) { return m.is_valid(); });
  out.is_moving = true;
  out.swept = {};
  if (object.is_flat || there == 0) return true;
  if (std::size_t(there) < kStations) return is_last;  // it comes, goes or is turned inside out in between
  const FittedPath fitted = fit_path(stations, centres_of(object, stations[0]), local_boxes_[index]);
  if (!fitted.path.is_valid()) return true;  // its places are too large for any path, and for any query
  if (!is_last && fitted.deviation > allowance(object, local_boxes_[index])) return false;
  out.path = fitted.path;
  out.swept = swept_box(object.shape, fitted.path);
  return true;
}

}  // namespace graze::inline GRAZE_ABI::check
