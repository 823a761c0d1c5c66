// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "hull/topology.h"
#include "math/predicates.h"

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

/// A vertex of many edges. Its normals fill a cone of many sides; a direction in the cone needs no test of
/// the edges, and one outside leaves the cone through the side of an edge that leads up. The side is found by
/// halving.
struct ManyEdges {
  Vec3d centre, across_x, across_y;  // orthonormal; centre is inside the cone
  double slope = 0;                  // every edge falls along the centre by this times its length, or more
  std::vector<Vec3d> normals;        // of face i, between edges i - 1 and i, counterclockwise
  std::vector<Planar> around;        // where normal i is, seen along the centre
};

/// The edges of a hull for climbing from vertex to vertex.
struct HullGraph {
  VertexLists neighbours;  // per vertex, counterclockwise
  std::vector<std::uint32_t>
      many_edges_of;  // per vertex: index into many_edges, or none; empty when all have few
  std::vector<ManyEdges> many_edges;

  [[nodiscard]] std::size_t memory_bytes() const;
};

/// Vertices of more edges than this are complex. A choice, not a measurement: any value gives equal
/// answers.
inline constexpr std::uint32_t kManyEdges = 24;

/// Per vertex its neighbours, counterclockwise seen from outside.
[[nodiscard]] VertexLists make_neighbours(std::span<const Vec3> vertices, const HullTopology& topology);

/// Precondition: faces are exact, planes are set.
[[nodiscard]] HullGraph make_graph(std::span<const Vec3> vertices, const HullTopology& topology);

/// The vertex farthest along the direction. Every vertex but the farthest has a neighbour that is ahead of it
/// (the simplex algorithm rests on that), so the climb ends at the farthest wherever it starts.
[[nodiscard]] std::uint32_t climb(const HullGraph& graph, const Ahead& is_ahead, const HullVertex& start);

}  // namespace graze::inline GRAZE_ABI
