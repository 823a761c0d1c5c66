// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "hull/support.h"

#include <gtest/gtest.h>

#include "graze/shape/support.h"
#include "shape/polytope/check.h"
#include "shape/polytope/zoo.h"
#include "shape/vertex_scan.h"
#include "support/random.h"

namespace graze {
namespace {

using test::Random;

// Which of two vertices is farther, and lexicographically greater when both are as far: in rationals where
// long double cannot tell.
int order(const Vec3& a, const Vec3& b, const Vec3d& d) {
  long double sum = 0, size = 0;
  for (int i = 0; i < 3; ++i) {
    const long double term = (static_cast<long double>(a[i]) - static_cast<long double>(b[i])) * d[i];
    sum += term;
    size += std::abs(term);
  }
  if (std::abs(sum) > size * 0x1p-60L) return sum > 0 ? 1 : -1;
  mpq_class exact = 0;
  for (int i = 0; i < 3; ++i) exact += (mpq_class(double(a[i])) - mpq_class(double(b[i]))) * mpq_class(d[i]);
  if (const int s = sgn(exact); s != 0) return s;
  for (int i = 0; i < 3; ++i)
    if (a[i] != b[i]) return a[i] > b[i] ? 1 : -1;
  return 0;
}

std::uint32_t farthest_by_looking(const std::vector<Vec3>& vertices, const Vec3d& d) {
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < vertices.size(); ++i)
    if (order(vertices[i], vertices[best], d) > 0) best = i;
  return best;
}

// Random, along axes, across faces (where many vertices are as far), along and across edges, nearly so.
std::vector<Vec3d> directions_for(const Shape& hull, const std::vector<Vec3>& v, Random& random) {
  std::vector<Vec3d> d = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  const auto any = [&random] {
    const auto r = random.direction();
    return Vec3d{r.x, r.y, r.z};
  };
  for (int i = 0; i < 150; ++i) d.push_back(any() * random.log_uniform(1e-30, 1e30));
  const HullTopology& t = *topology_of(hull.view());
  const int face_count = static_cast<int>(t.face_count());
  for (int i = 0; i < 60; ++i) {
    const auto f = static_cast<std::uint32_t>(random.below(face_count));
    d.push_back(t.normals[f]);
    d.push_back(t.normals[f] + any() * random.log_uniform(1e-17, 1e-3));
    const auto h = static_cast<std::uint32_t>(random.below(static_cast<int>(t.origin.size())));
    const Vec3d edge = Vec3d(double(v[t.origin[h]].x), double(v[t.origin[h]].y), double(v[t.origin[h]].z)) -
                       Vec3d(double(v[t.origin[t.twin[h]]].x), double(v[t.origin[t.twin[h]]].y),
                             double(v[t.origin[t.twin[h]]].z));
    d.push_back(edge);
    d.push_back(cross(edge, t.normals[t.face[h]]));
    d.push_back(t.normals[t.face[h]] + t.normals[t.face[t.twin[h]]]);
  }
  return d;
}

TEST(HullSupport, OfEveryWayIsTheExactlyFarthestVertexForEveryDirectionFromEveryStart) {
  Random random{1};
  int with_layers = 0, with_many_edges = 0, ties = 0;
  for (const test::Cloud& cloud : test::hull_zoo()) {
    SCOPED_TRACE(cloud.name);
    const Shape hull = *make_hull(cloud.points, {.face_tolerance = 0});
    const auto v = test::vertices_of(hull);
    const auto support =
        make_hull_support(v, *topology_of(hull.view()), hull.view().block->extent, HullSearch::layers);
    with_layers += !support->layers.core.empty();
    with_many_edges += !support->edges.many_edges.empty();
    for (const Vec3d& d : directions_for(hull, v, random)) {
      const std::uint32_t expected = farthest_by_looking(v, d);
      const Ahead is_ahead(d, support->extent);
      for (int k = 0; k < 8; ++k) {
        const std::uint32_t s =
            k == 0 ? 0 : static_cast<std::uint32_t>(random.below(static_cast<int>(v.size())));
        ASSERT_EQ(climb(support->edges, is_ahead, {v[s].x, v[s].y, v[s].z, s}), expected) << "from " << s;
      }
      ASSERT_EQ(climb(support->edges, is_ahead, support->starts.near(d)), expected) << "from the table";
      if (!support->layers.core.empty()) {
        ASSERT_EQ(descend(support->layers, is_ahead), expected) << "by layers";
      }
      for (std::uint32_t i = 0; i < v.size(); ++i)
        ties += i != expected &&
                dot(Vec3d(double(v[i].x), double(v[i].y), double(v[i].z)), d) ==
                    dot(Vec3d(double(v[expected].x), double(v[expected].y), double(v[expected].z)), d);
    }
  }
  EXPECT_GT(with_layers, 12);
  EXPECT_GE(with_many_edges, 3);
  EXPECT_GT(ties, 1000);
}

// The value, not only the vertex: within the rounding of one dot product of what the scan finds.
TEST(HullSupport, HasTheValueOfTheScan) {
  Random random{2};
  for (const test::Cloud& cloud : test::hull_zoo()) {
    SCOPED_TRACE(cloud.name);
    const Shape hull = *make_hull(cloud.points);
    const PolytopeBlock& block = polytope_of(hull.view());
    const auto v = test::vertices_of(hull);
    for (const Vec3d& d : directions_for(hull, v, random)) {
      const Vec3d u = normalized(d);
      const double scanned = dot(block.vertices.vertex(farthest_vertex_scalar(block.vertices, u)), u);
      const double found = dot(Vec3d(support(hull, Vec3(u))), u);
      EXPECT_NEAR(found, scanned, block.extent * (sizeof(Real) == 4 ? 1e-6 : 4e-16));
    }
  }
}

TEST(StartTable, HasADirectionInEveryCell) {
  for (std::size_t cell = 0; cell < StartTable::kLatitudes * StartTable::kLongitudes; ++cell) {
    const Vec3d d = StartTable::middle_of(cell);
    EXPECT_NEAR(length(d), 1, 1e-15);
    EXPECT_EQ(StartTable::cell_of(d), cell);
    EXPECT_EQ(StartTable::cell_of(d * 1e100), cell);
  }
}

// Both halves of 22.5 degrees across, and up.
TEST(StartTable, IsNeverFarFromTheMiddleOfTheCell) {
  Random random{3};
  for (int i = 0; i < 20000; ++i) {
    const auto r = random.direction();
    const Vec3d d{r.x, r.y, r.z}, middle = StartTable::middle_of(StartTable::cell_of(d));
    EXPECT_GT(dot(d, middle), 0.962);  // cos 11.25° squared
  }
}

TEST(DkLayers, AreLogarithmicInDepthAndBoundedInWidth) {
  const auto points = test::zoo::on_ellipsoid(20000, 1, 1, 1, {});
  const Shape hull = *make_hull(points, {.face_tolerance = 0});
  const auto v = test::vertices_of(hull);
  const DkLayers layers = make_layers(v, make_neighbours(v, *topology_of(hull.view())));
  ASSERT_FALSE(layers.core.empty());
  EXPECT_LE(layers.core.size(), 64u);
  // A triangulation always has an independent set of low degrees of a sixth or more; this choice finds a
  // quarter: log(20000 / 16) / log(4 / 3) is 25.
  EXPECT_LE(layers.layers.size(), 30u);
  for (const VertexLists& layer : layers.layers)
    for (std::uint32_t i = 0; i + 1 < layer.first.size(); ++i) EXPECT_LE(layer[i].size(), kMostLeftOut);
}

// The vertices of a cell have the farthest of all among them, in every cell and under every target; of hulls
// with vertices that are one but for rounding, another of those.
TEST(HullSupport, CellsHaveTheFarthestVertex) {
  int hulls = 0, without = 0, directions = 0;
  for (const test::Cloud& cloud : test::hull_zoo()) {
    SCOPED_TRACE(cloud.name);
    const Shape hull = *make_hull(cloud.points, {.face_tolerance = 0, .search = HullSearch::scan});
    const auto v = test::vertices_of(hull);
    const double extent = hull.view().block->extent;
    const auto cells = make_direction_cells(v, *topology_of(hull.view()), extent);
    ++(cells ? hulls : without);
    if (!cells) continue;
    const VertexSet& all = polytope_of(hull.view()).vertices;
    VertexSet with_cells = all;
    with_cells.cells = cells.get();
    Random random{5};
    for (const Vec3d& d : directions_for(hull, v, random)) {
      const std::uint32_t i = farthest_vertex_scalar(with_cells, d);
      const double missing = dot(d, all.vertex(farthest_vertex_scalar(all, d))) - dot(d, all.vertex(i));
      ASSERT_LE(missing, 4 * kDoubleEpsilon * extent * sum_abs(d));
      ASSERT_EQ(farthest_vertex(with_cells, d), i);
      ++directions;
    }
  }
  EXPECT_GT(hulls, 5);
  EXPECT_GT(without, 0);  // flat ones
  EXPECT_GT(directions, 1000);
}

TEST(HullSupport, CellsAreOfHullsThatAreNeitherSmallNorLarge) {
  const auto cells_of = [](int count, HullSearch search) {
    const Shape hull = *make_hull(test::zoo::on_ellipsoid(count, 1, 2, 3, {}), {.search = search});
    EXPECT_EQ(polytope_of(hull.view()).vertices.cells, polytope_of(hull.view()).cells.get());
    return polytope_of(hull.view()).cells != nullptr;
  };
  EXPECT_FALSE(cells_of(100, HullSearch::automatic));
  EXPECT_TRUE(cells_of(400, HullSearch::automatic));
  EXPECT_FALSE(cells_of(400, HullSearch::scan));
  EXPECT_FALSE(cells_of(400, HullSearch::climb));
  EXPECT_FALSE(cells_of(3000, HullSearch::automatic));
}

}  // namespace
}  // namespace graze
