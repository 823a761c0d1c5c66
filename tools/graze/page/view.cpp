// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "page/view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace command {
namespace {

constexpr std::size_t kMotionBytes = 64'000'000;  // of tracks and shapes, before compression
constexpr std::size_t kFewTimes = 8;              // a mesh that has room for fewer does not move
constexpr std::size_t kFindings = 50'000;
constexpr std::size_t kCurves = 200, kSegments = 500'000, kSegmentsOfOne = 50'000;

std::array<double, 12> numbers_of(const io::Placement& m) {
  std::array<double, 12> out{};
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column)
      out[std::size_t(4 * row + column)] = m.linear.column(column)[row];
    out[std::size_t(4 * row + 3)] = m.translation[row];
  }
  return out;
}

template <class Number>
void append(const io::Placement& m, std::vector<Number>& out) {
  for (const double x : numbers_of(m)) out.push_back(static_cast<Number>(x));
}

/// Numbers that make an exact shape; none of others.
struct SizesOf {
  using Sizes = std::vector<double>;
  Sizes operator()(const io::BoxData& b) const {
    return {b.half_extents.x, b.half_extents.y, b.half_extents.z};
  }
  Sizes operator()(const io::SphereData& s) const { return {s.radius}; }
  Sizes operator()(const io::CapsuleData& c) const { return {c.radius, c.half_height}; }
  Sizes operator()(const io::CylinderData& c) const {
    return {c.radius, c.half_height, double(c.has_side), double(c.has_top), double(c.has_bottom)};
  }
  Sizes operator()(const io::ConeData& c) const {
    return {c.radius, c.half_height, double(c.has_side), double(c.has_bottom)};
  }
  template <class Other>
  Sizes operator()(const Other&) const {
    return {};
  }
};

std::vector<double> prepended(double first, std::vector<double> rest) {
  rest.insert(rest.begin(), first);
  return rest;
}

}  // namespace

PageView::PageView(const Checked& checked)
    : checked_(checked),
      parts_(check::view_parts(checked.loaded.objects)),
      motion_(checked),
      track_of_object_(checked.loaded.objects.list.size(), check::kNone),
      finding_count_(std::min(checked.report.findings.size(), kFindings)) {
  if (finding_count_ < checked.report.findings.size())
    omitted_.push_back("The page lists the first " + std::to_string(kFindings) + " of " +
                       std::to_string(checked.report.findings.size()) + " findings; --json has all of them.");
  add_geometries();
  if (motion_.is_animated()) {
    keep_still_what_is_too_large();
    add_tracks();
    add_shapes();
  }
  add_matrices();
  add_bounds();
  add_curves();
  blob_.finish();
}

PageView::Drawn PageView::keep_numbers(check::ViewGeometry geometry, Blob& blob) {
  Drawn drawn;
  drawn.geometry = std::move(geometry);
  if (auto* mesh = std::get_if<check::ViewMesh>(&drawn.geometry.shape)) {
    drawn.vertices = mesh->positions.size() / 3;
    drawn.positions = blob.add(mesh->positions);
    drawn.indices = blob.add(mesh->triangles);
    if (!mesh->edges.empty()) drawn.edges = blob.add(mesh->edges);
    *mesh = {};
  } else if (auto* lines = std::get_if<check::ViewLines>(&drawn.geometry.shape)) {
    drawn.vertices = lines->positions.size() / 3;
    drawn.positions = blob.add(lines->positions);
    drawn.indices = blob.add(lines->segments);
    *lines = {};
  } else if (auto* points = std::get_if<check::ViewPoints>(&drawn.geometry.shape)) {
    drawn.vertices = points->positions.size() / 3;
    drawn.positions = blob.add(points->positions);
    *points = {};
  }
  return drawn;
}

void PageView::add_geometries() {
  std::map<std::vector<double>, std::uint32_t> exact;
  for (const check::ViewUse& use : parts_.uses) {
    check::ViewGeometry geometry = check::view_geometry(checked_.loaded.objects, use);
    const auto next = static_cast<std::uint32_t>(drawn_.size());
    const std::vector<double> sizes = std::visit(SizesOf(), geometry.shape);
    const std::uint32_t at =
        sizes.empty()
            ? next
            : exact.try_emplace(prepended(double(geometry.shape.index()), sizes), next).first->second;
    drawn_of_use_.push_back(at);
    if (at < next) continue;
    drawn_.push_back(keep_numbers(std::move(geometry), blob_));
    drawn_.back().use = use;
    if (!motion_.is_animated()) drawn_.back().geometry.points.clear();
  }
}

void PageView::keep_still_what_is_too_large() {
  const std::size_t of_tracks = 12 * sizeof(float) * motion_.objects().size();
  std::size_t bytes = of_tracks, stopped = 0;
  std::vector<Drawn*> deforming;
  for (Drawn& drawn : drawn_)
    if (drawn.is_deforming()) deforming.push_back(&drawn);
  std::stable_sort(deforming.begin(), deforming.end(),
                   [](const Drawn* a, const Drawn* b) { return a->vertices < b->vertices; });
  for (Drawn* drawn : deforming) {
    const std::size_t more = 3 * sizeof(float) * drawn->vertices;
    if (bytes + more > kMotionBytes / kFewTimes) {
      drawn->geometry.points.clear();
      ++stopped;
    } else {
      bytes += more;
    }
  }
  if (stopped > 0)
    omitted_.push_back(counted(stopped, "mesh") +
                       " that deform are drawn as they are at the begin: they are too large.");
  if (bytes > 0) motion_.choose_times(bytes, kMotionBytes, omitted_);
}

// Whether floats would not tell places in the world from one another.
bool PageView::is_far() const {
  constexpr Real kFar = 64;
  graze::Aabb all;
  for (const check::Object& object : checked_.loaded.objects.list)
    if (is_finite(object.bounds.lower) && is_finite(object.bounds.upper)) all = merge(all, object.bounds);
  return !all.is_empty() && max_abs(centre(all)) > kFar * max_abs(half_extents(all));
}

void PageView::add_tracks() {
  if (motion_.times().empty()) return;
  motion_.sample();
  times_ = blob_.add(std::span<const double>(motion_.times()));
  const bool are_doubles = is_far();
  for (std::size_t k = 0; k < motion_.objects().size(); ++k) {
    track_of_object_[motion_.objects()[k]] = static_cast<std::uint32_t>(k);
    std::vector<float> floats;
    std::vector<double> doubles;
    for (const io::Placement& m : motion_.placements(k)) {
      if (are_doubles)
        append(m, doubles);
      else
        append(m, floats);
    }
    tracks_.push_back(are_doubles ? blob_.add(std::span<const double>(doubles))
                                  : blob_.add(std::span<const float>(floats)));
  }
}

void PageView::add_shapes() {
  std::vector<std::vector<float>> positions(drawn_.size());
  for (const Real time : motion_.times())
    for (std::size_t i = 0; i < drawn_.size(); ++i) {
      if (!drawn_[i].is_deforming()) continue;
      const std::vector<float> now = motion_.positions(drawn_[i].use, drawn_[i].geometry, time);
      positions[i].insert(positions[i].end(), now.begin(), now.end());
    }
  for (std::size_t i = 0; i < drawn_.size(); ++i) {
    if (!drawn_[i].is_deforming()) continue;
    drawn_[i].shape = static_cast<std::uint32_t>(shapes_.size());
    shapes_.push_back(blob_.add(std::span<const float>(positions[i])));
    positions[i] = {};
  }
}

void PageView::add_matrices() {
  std::vector<double> matrices;
  for (const check::ViewPart& part : parts_.parts) {
    const bool is_moving = track_of_object_[part.object] != check::kNone;
    const io::Placement centred{graze::Mat3(), drawn_of(part).geometry.origin};
    append((is_moving ? part.object_from_part : part.world_from_part) * centred, matrices);
  }
  matrices_ = blob_.add(std::span<const double>(matrices));
}

void PageView::add_bounds() {
  std::vector<double> bounds;
  for (const check::Object& object : checked_.loaded.objects.list)
    for (const Vec3& corner : {object.bounds.lower, object.bounds.upper})
      for (int k = 0; k < 3; ++k)
        bounds.push_back(object.bounds.is_empty() ? std::numeric_limits<double>::quiet_NaN() : corner[k]);
  bounds_ = blob_.add(std::span<const double>(bounds));
}

void PageView::add_curves() {
  std::size_t segments = 0, left_out = 0;
  for (std::size_t i = 0; i < finding_count_; ++i) {
    const check::Finding& f = checked_.report.findings[i];
    if (f.intersecting == 0) continue;
    if (curves_.size() == kCurves || segments >= kSegments) {
      ++left_out;
      continue;
    }
    const auto a = motion_.instance(f.a, f.time), b = motion_.instance(f.b, f.time);
    if (!a || !b) continue;
    const Vec3 origin = is_far() ? f.point_a : Vec3();
    const std::vector<float> points = check::view_curve(*a, *b, origin, kSegmentsOfOne);
    if (points.empty()) continue;
    segments += points.size() / 6;
    curves_.push_back({i, blob_.add(std::span<const float>(points)), origin});
  }
  if (left_out > 0)
    omitted_.push_back("Curves in which surfaces meet are drawn for the first findings only: " +
                       counted(left_out, "finding") + " may have more.");
}

}  // namespace command
