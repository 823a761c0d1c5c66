// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/objects/orient.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace graze::inline GRAZE_ABI::check {
namespace {

constexpr std::uint32_t kNoTriangle = 0xffffffff;

// For each point the first one at the same place.
std::vector<std::uint32_t> weld(std::span<const Vec3> points) {
  std::vector<std::uint32_t> order(points.size()), first(points.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto key = [&](std::uint32_t i) { return std::tuple(points[i].x, points[i].y, points[i].z, i); };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool is_same = i > 0 && points[order[i]] == points[order[i - 1]];
    first[order[i]] = is_same ? first[order[i - 1]] : order[i];
  }
  return first;
}

// A side of a triangle, from the lower vertex to the higher.
struct Side {
  std::uint32_t low = 0, high = 0, triangle = 0;
  bool is_forward = false;  // the triangle runs from low to high
};

// Neighbours of each triangle over its sides, and whether they disagree.
struct Neighbour {
  std::uint32_t triangle = kNoTriangle;
  bool disagrees = false;
};

bool find_neighbours(std::vector<Side>& sides, std::vector<std::vector<Neighbour>>& out) {
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return std::tuple(a.low, a.high, a.triangle) < std::tuple(b.low, b.high, b.triangle);
  });
  for (std::size_t i = 0; i < sides.size();) {
    std::size_t end = i + 1;
    while (end < sides.size() && sides[end].low == sides[i].low && sides[end].high == sides[i].high) ++end;
    if (end - i > 2) return false;
    if (end - i == 2) {
      const Side &a = sides[i], &b = sides[i + 1];
      out[a.triangle].push_back({b.triangle, a.is_forward == b.is_forward});
      out[b.triangle].push_back({a.triangle, a.is_forward == b.is_forward});
    }
    i = end;
  }
  return true;
}

// Which triangles to turn, part by part from the first of each; false: two ways to one disagree.
bool find_turned(const std::vector<std::vector<Neighbour>>& neighbours, std::vector<bool>& is_turned) {
  std::vector<bool> is_seen(neighbours.size());
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t first = 0; first < neighbours.size(); ++first) {
    if (is_seen[first]) continue;
    is_seen[first] = true;
    waiting.push_back(first);
    while (!waiting.empty()) {
      const std::uint32_t t = waiting.back();
      waiting.pop_back();
      for (const Neighbour& n : neighbours[t]) {
        const bool turned = is_turned[t] != n.disagrees;
        if (is_seen[n.triangle] && is_turned[n.triangle] != turned) return false;
        if (is_seen[n.triangle]) continue;
        is_seen[n.triangle] = true;
        is_turned[n.triangle] = turned;
        waiting.push_back(n.triangle);
      }
    }
  }
  return true;
}

}  // namespace

std::size_t orient(std::span<const Vec3> points, std::vector<std::uint32_t>& corners) {
  const std::vector<std::uint32_t> first = weld(points);
  std::vector<Side> sides;
  for (std::uint32_t t = 0; t < corners.size() / 3; ++t) {
    const std::uint32_t* c = &corners[3 * std::size_t{t}];
    const std::uint32_t v[3] = {first[c[0]], first[c[1]], first[c[2]]};
    if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) continue;  // it has no edges
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t from = v[k], to = v[(k + 1) % 3];
      sides.push_back({std::min(from, to), std::max(from, to), t, from < to});
    }
  }
  std::vector<std::vector<Neighbour>> neighbours(corners.size() / 3);
  std::vector<bool> is_turned(corners.size() / 3);
  if (!find_neighbours(sides, neighbours) || !find_turned(neighbours, is_turned)) return 0;
  std::size_t turned = 0;
  for (std::size_t t = 0; t < is_turned.size(); ++t)
    if (is_turned[t]) {
      std::swap(corners[3 * t + 1], corners[3 * t + 2]);
      ++turned;
    }
  return turned;
}

}  // namespace graze::inline GRAZE_ABI::check
