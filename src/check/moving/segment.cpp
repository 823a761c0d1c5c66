// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/moving/segment.h"

#include <algorithm>
#include <cmath>

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

// The place at a time itself, where nothing jumps there: it is exact at keys. What is scaled to nothing there
// stays as it is just before, or after.
io::Placement exact_or(const io::Placement& inside, const io::Placement& exact,
                       const io::Placement& way_end) {
  const bool jumps = distance_of(exact, inside) > kJump * distance_of(way_end, inside);
  return !jumps && affine_of(exact).is_valid() ? exact : inside;
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

ObjectPaths::ObjectPaths(const Objects& objects) : objects_(objects) {
  for (std::uint32_t i = 0; i < objects.uses.size(); ++i)
    scenes_.push_back({NodeMotion(*objects.uses[i].scene), world_from_scene(objects, i)});
  for (const Object& object : objects.list) local_boxes_.push_back(bounds(object.shape, Affine()));
}

io::Placement ObjectPaths::place(const Object& object, std::uint32_t node, Real time) const {
  return scenes_[object.scene].world * scenes_[object.scene].motion.at(node, time);
}

std::pair<io::Placement, io::Placement> ObjectPaths::ends(const Object& object, std::uint32_t node,
                                                          Real begin, Real end) const {
  const auto at = [&](Real time) { return place(object, node, time); };
  const Real inside = kInside * (end - begin);
  const io::Placement first = at(begin + inside), last = at(end - inside);
  return {exact_or(first, at(begin), last), exact_or(last, at(end), first)};
}

Stations ObjectPaths::stations(const Object& object, Real begin, Real end) const {
  const auto [first, last] = ends(object, object.node, begin, end);
  Stations out;
  out.front() = affine_of(first);
  out.back() = affine_of(last);
  for (std::size_t k = 1; k + 1 < kStations; ++k)
    out[k] = affine_of(place(object, object.node, begin + (end - begin) * (Real(k) / (kStations - 1))));
  return out;
}

// A node at a place in its frame; the nearest few that are animated may be what the object turns about.
std::vector<Vec3> ObjectPaths::centres_of(const Object& object, const Affine& from, Real begin,
                                          Real end) const {
  const io::SceneData& scene = *objects_.uses[object.scene].scene;
  std::vector<Vec3> centres;
  for (std::uint32_t n = object.node; n != kNone && centres.size() < 4; n = scene.nodes[n].parent) {
    if (motion(object.scene).own_channels(n).empty()) continue;
    const Vec3 centre = scene.nodes[n].local.matrix ? Vec3() : scene.nodes[n].local.centre;
    centres.push_back(inverse(from) * (ends(object, n, begin, end).first * centre));
  }
  return centres;
}

std::optional<SegmentPath> ObjectPaths::path(std::uint32_t index, Real begin, Real end, bool is_last) const {
  const Object& object = objects_.list[index];
  SegmentPath out{Path(object.placement), {}, true};
  if (object.is_flat) return out;
  const Stations places = stations(object, begin, end);
  const auto there =
      std::count_if(places.begin(), places.end(), [](const Affine& m) { return m.is_valid(); });
  if (there == 0) return out;
  if (std::size_t(there) < kStations) {  // it comes, goes or is turned inside out in between
    if (is_last) return out;
    return std::nullopt;
  }
  const std::vector<Vec3> centres = centres_of(object, places[0], begin, end);
  const FittedPath fitted = fit_path(places, centres, local_boxes_[index]);
  if (!fitted.path.is_valid()) return out;  // its places are too large for any path, and for any query
  if (!is_last && fitted.deviation > allowance(object, local_boxes_[index])) return std::nullopt;
  out.path = fitted.path;
  out.swept = swept_box(object.shape, fitted.path);
  return out;
}

SegmentPaths::SegmentPaths(const Objects& objects, const ObjectPaths& paths)
    : objects_(objects), object_paths_(paths) {
  for (const Object& object : objects.list) paths_.push_back({Path(object.placement), object.bounds, false});
}

bool SegmentPaths::set(Real begin, Real end, bool is_last) {
  for (std::uint32_t i = 0; i < objects_.list.size(); ++i) {
    if (!objects_.list[i].is_moving || objects_.list[i].is_deforming) continue;
    std::optional<SegmentPath> path = object_paths_.path(i, begin, end, is_last);
    if (!path) return false;
    paths_[i] = *std::move(path);
  }
  return true;
}

}  // namespace graze::inline GRAZE_ABI::check
