// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <numeric>

#include "check/view/mesh.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

constexpr Real kBend = Real(0.8660254037844387);  // cosine of 30 degrees
constexpr std::size_t kFew = 20'000;              // triangles that may have any number of edges

struct Side {
  std::uint32_t low, high, triangle;
};

// For each point the lowest number of a point at its place.
std::vector<std::uint32_t> welded(std::span<const Vec3> points) {
  std::vector<std::uint32_t> order(points.size()), out(points.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto key = [&](std::uint32_t i) { return std::array{points[i].x, points[i].y, points[i].z}; };
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t i, std::uint32_t j) { return key(i) != key(j) ? key(i) < key(j) : i < j; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool is_again = i > 0 && key(order[i]) == key(order[i - 1]);
    out[order[i]] = is_again ? out[order[i - 1]] : order[i];
  }
  return out;
}

Vec3 unit_normal(std::span<const Vec3> points, const std::uint32_t* corner) {
  const Vec3 n = cross(points[corner[1]] - points[corner[0]], points[corner[2]] - points[corner[0]]);
  const Real size = length(n);
  return size > 0 ? n * (1 / size) : Vec3();
}

// Whether an edge of these triangles is seen. Files may turn neighbours either way round: only the bend
// counts.
bool is_sharp(std::span<const Vec3> points, std::span<const std::uint32_t> triangles,
              std::span<const Side> sides) {
  if (sides.size() != 2) return true;
  const Vec3 a = unit_normal(points, &triangles[3 * std::size_t{sides[0].triangle}]);
  const Vec3 b = unit_normal(points, &triangles[3 * std::size_t{sides[1].triangle}]);
  return std::abs(dot(a, b)) < kBend;
}

}  // namespace

std::vector<std::uint32_t> sharp_edges(std::span<const Vec3> points,
                                       std::span<const std::uint32_t> triangles) {
  for (const std::uint32_t i : triangles)
    if (!is_finite(points[i])) return {};
  const std::vector<std::uint32_t> place = welded(points);
  std::vector<Side> sides;
  sides.reserve(triangles.size());
  for (std::size_t i = 0; i + 2 < triangles.size(); i += 3)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax({place[triangles[i + k]], place[triangles[i + (k + 1) % 3]]});
      if (low != high) sides.push_back({low, high, static_cast<std::uint32_t>(i / 3)});
    }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return std::array{a.low, a.high, a.triangle} < std::array{b.low, b.high, b.triangle};
  });
  std::vector<std::uint32_t> edges;
  const std::size_t most = std::max(3 * kFew, triangles.size() / 3);
  for (std::size_t first = 0, end = 0; first < sides.size(); first = end) {
    while (end < sides.size() && sides[end].low == sides[first].low && sides[end].high == sides[first].high)
      ++end;
    if (!is_sharp(points, triangles, std::span(sides).subspan(first, end - first))) continue;
    edges.insert(edges.end(), {sides[first].low, sides[first].high});
    if (edges.size() > 2 * most) return {};
  }
  return edges;
}

}  // namespace graze::inline GRAZE_ABI::check
