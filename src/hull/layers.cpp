// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>

#include "hull/build.h"
#include "hull/support.h"

namespace graze::inline GRAZE_ABI {
namespace {

constexpr std::size_t kCoreSize = 16;  // about as many as a layer's list: not worth another layer
constexpr std::size_t kLargestCore = 64;

// Vertices of few edges first, no two of them neighbours, and none with a neighbour that loses too many.
std::vector<bool> choose_left_out(const VertexLists& neighbours, std::uint32_t count,
                                  std::uint32_t& left_out) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return neighbours[a].size() < neighbours[b].size();
  });
  std::vector<bool> is_out(count, false), must_stay(count, false);
  std::vector<std::uint8_t> lost(count, 0);
  left_out = 0;
  for (const std::uint32_t v : order) {
    const auto around = neighbours[v];
    if (must_stay[v] || around.size() > kMostLeftOut) continue;
    const auto is_free = [&](const HullVertex& n) { return lost[n.index] < kMostLeftOut; };
    if (!std::all_of(around.begin(), around.end(), is_free)) continue;
    is_out[v] = true;
    ++left_out;
    for (const HullVertex& n : around) {
      must_stay[n.index] = true;
      ++lost[n.index];
    }
  }
  return is_out;
}

// One hull of the sequence, in numbers of its own.
struct Level {
  std::vector<std::uint32_t> vertices;  // the number of each in the whole
  VertexLists neighbours;
  std::vector<bool> is_out;
};

std::vector<Level> peel(std::span<const Vec3> vertices, VertexLists neighbours) {
  std::vector<Level> levels(1);
  levels[0].neighbours = std::move(neighbours);
  levels[0].vertices.resize(vertices.size());
  std::iota(levels[0].vertices.begin(), levels[0].vertices.end(), 0u);
  for (;;) {
    Level& outer = levels.back();
    const auto count = static_cast<std::uint32_t>(outer.vertices.size());
    if (count <= kCoreSize) return levels;
    std::uint32_t left_out = 0;
    outer.is_out = choose_left_out(outer.neighbours, count, left_out);
    if (left_out < count / 20 + 1) return levels;
    Level inner;
    std::vector<Vec3> kept;
    for (std::uint32_t v = 0; v < count; ++v) {
      if (outer.is_out[v]) continue;
      inner.vertices.push_back(outer.vertices[v]);
      kept.push_back(vertices[outer.vertices[v]]);
    }
    // All of them are corners of their hull, as they are of a larger one. A segment has no edges to walk.
    const BuiltHull hull = build_hull(kept, {});
    if (hull.faces.corners.size() != kept.size() || kept.size() < 3) return levels;
    inner.neighbours = make_neighbours(kept, hull.faces.topology);
    levels.push_back(std::move(inner));
  }
}

}  // namespace

std::size_t DkLayers::memory_bytes() const {
  std::size_t bytes =
      core.capacity() * sizeof(HullVertex) + vertex_of_rank.capacity() * sizeof(std::uint32_t);
  for (const VertexLists& l : layers) bytes += l.memory_bytes();
  return bytes;
}

DkLayers make_layers(std::span<const Vec3> vertices, VertexLists neighbours) {
  const std::vector<Level> levels = peel(vertices, std::move(neighbours));
  DkLayers result;
  if (levels.back().vertices.size() > kLargestCore) return result;
  result.vertex_of_rank = levels.back().vertices;
  std::vector<std::uint32_t> rank(vertices.size()), local(vertices.size());
  for (std::uint32_t r = 0; r < result.vertex_of_rank.size(); ++r) {
    const Vec3& p = vertices[result.vertex_of_rank[r]];
    rank[result.vertex_of_rank[r]] = r;
    result.core.push_back({p.x, p.y, p.z, r});
  }
  for (std::size_t i = levels.size() - 1; i-- > 0;) {
    const Level& outer = levels[i];
    const std::size_t inner_count = result.vertex_of_rank.size();
    for (std::uint32_t v = 0; v < outer.vertices.size(); ++v) {
      local[outer.vertices[v]] = v;
      if (!outer.is_out[v]) continue;
      rank[outer.vertices[v]] = static_cast<std::uint32_t>(result.vertex_of_rank.size());
      result.vertex_of_rank.push_back(outer.vertices[v]);
    }
    VertexLists lists;
    lists.first.push_back(0);
    for (std::size_t r = 0; r < inner_count; ++r) {
      for (HullVertex n : outer.neighbours[local[result.vertex_of_rank[r]]]) {
        if (!outer.is_out[n.index]) continue;
        n.index = rank[outer.vertices[n.index]];
        lists.vertices.push_back(n);
      }
      lists.first.push_back(static_cast<std::uint32_t>(lists.vertices.size()));
    }
    result.layers.push_back(std::move(lists));
  }
  return result;
}

std::uint32_t descend(const DkLayers& layers, const Ahead& is_ahead) {
  Farthest farthest(is_ahead, layers.core[0]);
  farthest.look_at(std::span(layers.core).subspan(1));
  for (const VertexLists& layer : layers.layers) farthest.look_at(layer[farthest.vertex.index]);
  return layers.vertex_of_rank[farthest.vertex.index];
}

}  // namespace graze::inline GRAZE_ABI
