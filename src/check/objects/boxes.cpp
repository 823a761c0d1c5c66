// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/objects/boxes.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "graze/shape/polytope.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

// A hull is worth its cost after so many looks at each point, and where there are so many points.
constexpr std::size_t kLooks = 16, kFewPoints = 1000;

template <class Data>
std::vector<Vec3> used(const Data& data) {
  std::vector<bool> is_used(data.points.size());
  for (const std::uint32_t i : data.corners) is_used[i] = true;
  std::vector<Vec3> out;
  for (std::size_t i = 0; i < is_used.size(); ++i)
    if (is_used[i]) out.push_back(data.points[i]);
  return out;
}

// Points whose box is that of a geometry; of round ones, and of what is cheap without, none.
struct PointsOf {
  template <class Data>
  std::vector<Vec3> operator()(const Data&) const {
    return {};
  }
  std::vector<Vec3> operator()(const io::MeshData& d) const { return used(d); }
  std::vector<Vec3> operator()(const io::LineData& d) const { return used(d); }
  std::vector<Vec3> operator()(const io::PointData& d) const { return used(d); }
  std::vector<Vec3> operator()(const io::GridData& g) const { return io::vertices_of(g); }
};

struct CountOf {
  template <class Data>
  std::size_t operator()(const Data&) const {
    return 0;
  }
  std::size_t operator()(const io::MeshData& d) const { return d.corners.size(); }
  std::size_t operator()(const io::LineData& d) const { return d.corners.size(); }
  std::size_t operator()(const io::PointData& d) const { return d.corners.size(); }
  std::size_t operator()(const io::GridData& g) const { return g.heights.size(); }
};

// Corners of the hull as single points; nothing where there is no hull.
std::optional<io::Geometry> hull_of(const io::Geometry& geometry) {
  const Result<Shape> hull = make_hull(std::visit(PointsOf{}, geometry.data));
  if (!hull) return std::nullopt;
  io::PointData out;
  for (std::uint32_t i = 0; i < hull_info(*hull).vertices; ++i) out.points.push_back(hull_vertex(*hull, i));
  out.corners.resize(out.points.size());
  std::iota(out.corners.begin(), out.corners.end(), 0u);
  return io::Geometry{{}, std::move(out), {}, io::kNone};
}

}  // namespace

Aabb GeometryBoxes::box(std::uint32_t number, const io::Geometry& geometry, const io::Placement& placement) {
  const std::size_t count = std::visit(CountOf{}, geometry.data);
  if (count < kFewPoints) return io::bounds(geometry, placement);
  Points& points = points_[number];
  points.looked_at += count;
  if (points.looked_at > kLooks * count && !points.hull) {
    points.hull = hull_of(geometry);
    if (!points.hull) points.looked_at = 0;
  }
  return io::bounds(points.hull ? *points.hull : geometry, placement);
}

Aabb narrowed(const Aabb& outer, const Aabb& exact, const Aabb& local, const io::Placement& placement) {
  // Half an epsilon in each sum and product of placement * (part * point), and of (placement * part) * point.
  constexpr Real kRounding = 6 * kEpsilon;
  Aabb out = outer;
  for (int i = 0; i < 3; ++i) {
    Real reach = std::abs(placement.translation[i]);
    for (int k = 0; k < 3; ++k)
      reach += std::abs(placement.linear.columns[k][i]) *
               std::max(std::abs(local.lower[k]), std::abs(local.upper[k]));
    out.lower[i] = std::max(out.lower[i], exact.lower[i] - kRounding * reach);
    out.upper[i] = std::min(out.upper[i], exact.upper[i] + kRounding * reach);
  }
  return out;
}

}  // namespace graze::inline GRAZE_ABI::check
