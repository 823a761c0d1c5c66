// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/mesh/check_mesh.h"

#include <algorithm>

#include "math/predicates.h"
#include "mesh/read_arrays.h"
#include "mesh/surface.h"

namespace graze::inline GRAZE_ABI {
namespace {

// The vertices that can be used, and which ones can.
struct ReadVertices {
  std::vector<Vec3> points;
  std::vector<std::uint32_t> usable;  // numbers
  std::vector<bool> is_usable;
};

ReadVertices read_vertices(const VertexArray& array, MeshReport& report) {
  ReadVertices read;
  report.vertices = array.data == nullptr ? 0 : array.count;
  read.points.resize(report.vertices);
  read.is_usable.resize(report.vertices);
  for (std::size_t i = 0; i < report.vertices; ++i) {
    read.is_usable[i] = read_point(array, i, read.points[i]);
    if (read.is_usable[i])
      read.usable.push_back(static_cast<std::uint32_t>(i));
    else
      report.not_finite.add(i);
  }
  return read;
}

// Triangles that can be looked at further.
struct ReadTriangle {
  Pieces::Corners welded;
  std::uint32_t number = 0;
};

std::vector<ReadTriangle> read_triangles(const IndexArray& array, const ReadVertices& vertices,
                                         MeshReport& report) {
  std::vector<ReadTriangle> read;
  const std::size_t count = array.data == nullptr ? 0 : array.count;
  report.triangles = count / 3;
  report.left_over = count % 3;
  const std::vector<std::uint32_t> welded = weld(vertices.points, vertices.usable);
  for (std::size_t i = 0; i < count; i += 3) {
    ReadTriangle triangle;
    triangle.number = static_cast<std::uint32_t>(i / 3);
    bool is_usable = i + 3 <= count;
    for (std::size_t k = 0; k < 3 && i + k < count; ++k) {
      const std::uint32_t index = read_index(array, i + k);
      if (index >= report.vertices) {
        report.out_of_range.add(i + k);
        is_usable = false;
      } else {
        is_usable = is_usable && vertices.is_usable[index];
        triangle.welded[k] = welded[index];
      }
    }
    if (is_usable) read.push_back(triangle);
  }
  return read;
}

void find_degenerate(const std::vector<ReadTriangle>& triangles, std::span<const Vec3> points,
                     MeshReport& report) {
  for (const ReadTriangle& t : triangles) {
    const auto [a, b, c] = t.welded;
    if (are_collinear(Vec3d(points[a]), Vec3d(points[b]), Vec3d(points[c]))) report.degenerate.add(t.number);
  }
}

void find_duplicates(std::vector<ReadTriangle> triangles, MeshReport& report) {
  for (ReadTriangle& t : triangles) std::sort(t.welded.begin(), t.welded.end());
  std::sort(triangles.begin(), triangles.end(), [](const ReadTriangle& a, const ReadTriangle& b) {
    return a.welded != b.welded ? a.welded < b.welded : a.number < b.number;
  });
  std::vector<std::uint32_t> numbers;
  for (std::size_t i = 1; i < triangles.size(); ++i)
    if (triangles[i].welded == triangles[i - 1].welded) numbers.push_back(triangles[i].number);
  std::sort(numbers.begin(), numbers.end());
  for (const std::uint32_t number : numbers) report.duplicate.add(number);
}

void find_edges(const std::vector<ReadTriangle>& triangles, MeshReport& report) {
  std::vector<EdgeUse> uses;
  uses.reserve(3 * triangles.size());
  for (const ReadTriangle& t : triangles) append_edges(t.welded, t.number, uses);
  std::sort(uses.begin(), uses.end());
  for_each_edge(uses, [&report](const SharedEdge& edge) {
    const EdgeUse& use = edge.uses[0];
    const MeshEdge named = use.is_backward() ? MeshEdge{use.high, use.low, use.triangle()}
                                             : MeshEdge{use.low, use.high, use.triangle()};
    if (edge.is_open()) report.open_edges.add(named);
    if (edge.is_flipped()) report.flipped_edges.add(named);
    if (!edge.is_manifold()) report.non_manifold_edges.add(named);
  });
}

}  // namespace

MeshReport check_mesh(const VertexArray& vertices, const IndexArray& triangles) {
  MeshReport report;
  const ReadVertices read = read_vertices(vertices, report);
  const std::vector<ReadTriangle> usable = read_triangles(triangles, read, report);
  find_degenerate(usable, read.points, report);
  find_duplicates(usable, report);
  find_edges(usable, report);
  return report;
}

}  // namespace graze::inline GRAZE_ABI
