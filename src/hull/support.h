// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graze/shape/hull_builder.h"
#include "hull/many_edges.h"

// How the farthest vertex of a large hull is found: by climbing from vertex to vertex, from a table of
// starts, or layer by layer.

namespace graze::inline GRAZE_ABI {

/// A vertex with its coordinates beside it, so that a step of a climb reads one run of memory.
struct HullVertex {
  Real x, y, z;
  std::uint32_t index;

  [[nodiscard]] Vec3d point() const { return {double(x), double(y), double(z)}; }
};

/// Runs of vertices: of list i, [first[i], first[i + 1]).
struct VertexLists {
  std::vector<std::uint32_t> first;
  std::vector<HullVertex> vertices;

  [[nodiscard]] std::span<const HullVertex> operator[](std::uint32_t i) const {
    return {vertices.data() + first[i], first[i + 1] - first[i]};
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    return first.capacity() * sizeof(std::uint32_t) + vertices.capacity() * sizeof(HullVertex);
  }
};

/// Which of two points is farther along a direction. Rounded values decide when they differ by more than both
/// can be wrong; otherwise the exact difference does; and among points exactly as far, the lexicographically
/// greater is ahead, as if the direction were turned towards x, y and z by ever smaller amounts. Hence every
/// set of distinct points has exactly one farthest point, whatever their order.
class Ahead {
 public:
  /// `extent`: no coordinate is larger. Both within 2^±400.
  Ahead(const Vec3d& direction, double extent)
      : direction_(direction), doubt_(8 * kDoubleEpsilon * extent * sum_abs(direction)) {}

  [[nodiscard]] double value(const Vec3d& p) const { return dot(p, direction_); }
  /// Whether p, of the given value, is strictly ahead of q.
  [[nodiscard]] bool operator()(const Vec3d& p, double value_p, const Vec3d& q, double value_q) const {
    const double difference = value_p - value_q;
    if (difference > doubt_) return true;
    if (difference < -doubt_) return false;
    return is_ahead_exactly(p, q);
  }
  [[nodiscard]] const Vec3d& direction() const { return direction_; }

 private:
  [[nodiscard]] bool is_ahead_exactly(const Vec3d& p, const Vec3d& q) const;

  Vec3d direction_;
  double doubt_;
};

/// The vertex that is farthest ahead among those looked at so far.
struct Farthest {
  const Ahead& is_ahead;
  HullVertex vertex;
  Vec3d at;
  double value;

  Farthest(const Ahead& ahead, const HullVertex& start)
      : is_ahead(ahead), vertex(start), at(start.point()), value(ahead.value(at)) {}
  void look_at(std::span<const HullVertex> vertices) {
    for (const HullVertex& candidate : vertices) {
      const Vec3d p = candidate.point();
      const double v = is_ahead.value(p);
      if (!is_ahead(p, v, at, value)) continue;
      at = p;
      value = v;
      vertex = candidate;
    }
  }
};

/// Per vertex its neighbours, counterclockwise seen from outside.
[[nodiscard]] VertexLists make_neighbours(std::span<const Vec3> vertices, const HullTopology& topology);

/// Vertices of more edges than this have them searched by halving. A choice, not a measurement: any value
/// gives equal answers. At the apex of a cone of 10,000 sides a climb is four times as fast as one that looks
/// at all of them.
inline constexpr std::uint32_t kManyEdges = 24;

/// The edges of a hull for climbing from vertex to vertex.
struct HullEdges {
  VertexLists neighbours;  // per vertex, counterclockwise
  std::vector<std::uint32_t>
      many_edges_of;  // per vertex: index into many_edges, or none; empty when all have few
  std::vector<ManyEdges> many_edges;

  [[nodiscard]] std::size_t memory_bytes() const;
};

/// Precondition: faces are exact, planes are set.
[[nodiscard]] HullEdges make_edges(std::span<const Vec3> vertices, const HullTopology& topology);

/// The vertex farthest along the direction. Every vertex but the farthest has a neighbour that is ahead of it
/// (the simplex algorithm rests on that), so the climb ends at the farthest wherever it starts.
[[nodiscard]] std::uint32_t climb(const HullEdges& edges, const Ahead& is_ahead, const HullVertex& start);

/// Where a climb starts: the farthest vertex for the middle of each of 8 × 16 cells of directions, latitude
/// and longitude in steps of 22.5 degrees. [Chung96]
struct StartTable {
  static constexpr int kLatitudes = 8, kLongitudes = 16;
  std::array<HullVertex, kLatitudes * kLongitudes> cells{};

  [[nodiscard]] const HullVertex& near(const Vec3d& d) const { return cells[cell_of(d)]; }

  /// Comparisons with tangents and sines instead of angles: no function of libm, the same bytes everywhere.
  [[nodiscard]] static std::size_t cell_of(const Vec3d& d) {
    const double ax = std::abs(d.x), ay = std::abs(d.y);
    const double low = ax < ay ? ax : ay, high = ax < ay ? ay : ax;
    const std::size_t octant = (d.x < 0 ? 4u : 0u) | (d.y < 0 ? 2u : 0u) | (ax < ay ? 1u : 0u);
    const std::size_t longitude = 2 * octant + (low > kTan22 * high ? 1u : 0u);
    const double z2 = d.z * d.z, all = ax * ax + ay * ay + z2;
    const std::size_t height = (z2 > kSin22Squared * all ? 1u : 0u) + (z2 > 0.5 * all ? 1u : 0u) +
                               (z2 > (1 - kSin22Squared) * all ? 1u : 0u);
    return (2 * height + (d.z < 0 ? 1u : 0u)) * kLongitudes + longitude;
  }

  /// A direction in the middle of a cell.
  [[nodiscard]] static Vec3d middle_of(std::size_t cell) {
    const std::size_t longitude = cell % kLongitudes, latitude = cell / kLongitudes;
    // Sines and cosines of 11.25, 33.75, 56.25 and 78.75 degrees.
    constexpr double kSine[] = {0.19509032201612828, 0.5555702330196022, 0.8314696123025452,
                                0.9807852804032304};
    const double low = kSine[longitude % 2], high = kSine[3 - longitude % 2];
    const std::size_t octant = longitude / 2;
    const double across = kSine[3 - latitude / 2];
    const double x = octant & 1u ? low : high, y = octant & 1u ? high : low;
    return {across * (octant & 4u ? -x : x), across * (octant & 2u ? -y : y),
            latitude & 1u ? -kSine[latitude / 2] : kSine[latitude / 2]};
  }

 private:
  static constexpr double kTan22 = 0.4142135623730951;          // of 22.5 degrees: sqrt(2) - 1
  static constexpr double kSin22Squared = 0.14644660940672624;  // (2 - sqrt(2)) / 4
};

/// Hulls within hulls, each without some vertices of the one around it, no two of them neighbours. Every
/// nonoptimal vertex has a neighbour ahead of it, so the second farthest vertex of a hull is a neighbour of
/// the farthest. Hence, if v is farthest of the inner hull, the farthest of the outer one is v or one of the
/// vertices left out that are neighbours of v there: one short list per layer. [Dobkin90]
struct DkLayers {
  // Vertices are known here by rank: the lower, the farther in. `HullVertex::index` is a rank.
  std::vector<std::uint32_t> vertex_of_rank;
  std::vector<HullVertex> core;     // all of the innermost hull; empty when layers are not worth it
  std::vector<VertexLists> layers;  // innermost first; per rank of the inner hull its neighbours left out

  [[nodiscard]] std::size_t memory_bytes() const;
};

/// A vertex has at most this many neighbours left out per layer, and a vertex left out no more edges: the
/// work per layer is bounded.
inline constexpr std::uint32_t kMostLeftOut = 10;

/// Empty when fewer than 1 in 20 vertices can be left out while many remain: cones, whose rim meets in one
/// vertex.
[[nodiscard]] DkLayers make_layers(std::span<const Vec3> vertices, VertexLists neighbours);

/// The vertex farthest along the direction; climb() finds it too. Precondition: the core is not empty.
[[nodiscard]] std::uint32_t descend(const DkLayers& layers, const Ahead& is_ahead);

/// Search structures for the support mapping of a large hull. All find one vertex: the exactly farthest, and
/// the lexicographically greatest of several.
struct HullSupport {
  HullEdges edges;
  StartTable starts;
  DkLayers layers;
  double extent = 0;

  [[nodiscard]] std::size_t memory_bytes() const {
    return sizeof(HullSupport) + edges.memory_bytes() + layers.memory_bytes();
  }
};

// Sizes at which one way becomes faster than another. Asked for the same directions again and again, as by
// bench/support_bench.cpp, climbs catch up with scans at 64 vertices; but in a query no branch of a climb can
// be predicted: measured there (depth and distance of hulls), scans win up to these sizes. Layers catch up
// with climbs from the table at 65536 vertices; because they take three times as long to build, they wait for
// more.
inline constexpr std::uint32_t kClimbFrom = sizeof(Real) == 4 ? 2048 : 1024;  // below, all are scanned
inline constexpr std::uint32_t kDescendFrom = 131072;  // below, a climb from the start table

/// Null for hulls that are scanned. Precondition: exact faces with planes.
[[nodiscard]] std::unique_ptr<const HullSupport> make_hull_support(std::span<const Vec3> vertices,
                                                                   const HullTopology& topology,
                                                                   double extent, HullSearch search);

/// The vertex farthest along d, which is of moderate size and not zero.
[[nodiscard]] inline std::uint32_t farthest_cold(const HullSupport& support, const Vec3d& d) {
  const Ahead is_ahead(d, support.extent);
  if (!support.layers.core.empty()) return descend(support.layers, is_ahead);
  return climb(support.edges, is_ahead, support.starts.near(d));
}

/// The vertex farthest along d, faster where `last` is near it: the climb starts there or at the table's
/// vertex, whichever is farther along.
[[nodiscard]] inline std::uint32_t farthest_from(const HullSupport& support, const Vec3d& d,
                                                 const HullVertex& last) {
  const Ahead is_ahead(d, support.extent);
  const HullVertex& cold = support.starts.near(d);
  return climb(support.edges, is_ahead,
               is_ahead.value(last.point()) < is_ahead.value(cold.point()) ? cold : last);
}

}  // namespace graze::inline GRAZE_ABI
