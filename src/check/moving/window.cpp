// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/moving/window.h"

#include <algorithm>

#include "check/objects/tasks.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

// Segments are halved this often at most, where an object leaves the path that was fitted.
constexpr int kMostHalvings = 12;

// The path of a piece in a part of its time.
SegmentPath cut(const Piece& piece, const Segment& time) {
  if (time.begin == piece.time.begin && time.end == piece.time.end) return piece.path;
  const Real length = piece.time.end - piece.time.begin;
  const auto part = [&](Real at) { return std::clamp((at - piece.time.begin) / length, Real(0), Real(1)); };
  SegmentPath out = piece.path;
  if (out.is_moving) out.path = piece.path.path.part(part(time.begin), part(time.end));
  return out;
}

}  // namespace

Window::Window(const Objects& objects, const Job& job, const ObjectPaths& paths)
    : objects_(objects), job_(job), paths_(paths), keys_(objects, job), pieces_(objects.list.size()) {
  for (std::uint32_t i = 0; i < objects.list.size(); ++i) {
    const Object& object = objects.list[i];
    boxes_.push_back(object.bounds);
    pieces_[i].push_back({{}, {Path(object.placement), object.bounds, false}});
    if (!object.is_moving || object.is_deforming) continue;
    moving_.push_back(i);
    channels_.push_back(paths.motion(object.scene).channels_above(object.node));
  }
}

void Window::set(const Segment& time, const WorkMeter& meter) {
  time_ = time;
  for (std::vector<Piece>& pieces : pieces_)
    if (!pieces.empty() && !pieces[0].path.is_moving) pieces[0].time = time;
  run_guarded(job_.executor, moving_.size(), [&](std::size_t i) {
    if (meter.is_cancelled()) return;
    std::vector<Piece>& pieces = pieces_[moving_[i]];
    pieces.clear();
    make(std::uint32_t(i), pieces);
    Aabb box;
    for (const Piece& piece : pieces) box = merge(box, piece.path.swept);
    boxes_[moving_[i]] = box;
  });
}

void Window::make(std::uint32_t i, std::vector<Piece>& out) const {
  const std::uint32_t scene = objects_.list[moving_[i]].scene;
  std::vector<Real> times{time_.begin, time_.end};
  for (const std::uint32_t c : channels_[i]) keys_.add(scene, c, {time_.begin, time_.end}, times);
  keys_.unite(times);
  for (std::size_t k = 0; k + 1 < times.size(); ++k) add(moving_[i], {times[k], times[k + 1]}, 0, out);
}

void Window::add(std::uint32_t object, const Segment& time, int halvings, std::vector<Piece>& out) const {
  std::optional<SegmentPath> path = paths_.path(object, time.begin, time.end, halvings == kMostHalvings);
  if (!path) {
    add(object, {time.begin, time.at(0.5)}, halvings + 1, out);
    add(object, {time.at(0.5), time.end}, halvings + 1, out);
  } else {
    out.push_back({time, *std::move(path)});
  }
}

void Window::ask_pair(std::uint32_t a, std::uint32_t b, const Reach& reach, const Measures& measures,
                      std::vector<Record>& out) const {
  for (std::size_t i = 0, k = 0; i < pieces_[a].size() && k < pieces_[b].size();) {
    const Piece &x = pieces_[a][i], &y = pieces_[b][k];
    const Segment time{std::max(x.time.begin, y.time.begin), std::min(x.time.end, y.time.end)};
    const bool is_near = !x.path.swept.is_empty() && !y.path.swept.is_empty() &&
                         overlaps(reach.box(a, x.path.swept), reach.box(b, y.path.swept));
    if (time.begin < time.end && is_near) {
      const SegmentPath path_a = cut(x, time), path_b = cut(y, time);
      ask({&objects_.list[a], &path_a, nullptr}, {&objects_.list[b], &path_b, nullptr}, time, measures, out);
    }
    const bool ends_first = x.time.end <= y.time.end, ends_too = y.time.end <= x.time.end;
    i += ends_first;
    k += ends_too;
  }
}

}  // namespace graze::inline GRAZE_ABI::check
