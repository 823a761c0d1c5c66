// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/mesh/check_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "mesh/mesh_models.h"
#include "support/random.h"

namespace graze::test {
namespace {

constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();

MeshReport check(const MeshModel& model) { return check_mesh(model.vertex_array(), model.index_array()); }

template <class T>
std::vector<T> first(const MeshOffenders<T>& offenders) {
  return {offenders.first.begin(),
          offenders.first.begin() + std::min<std::ptrdiff_t>(8, std::ptrdiff_t(offenders.count))};
}

TEST(CheckMesh, FindsNothingWrongWithClosedSurfaces) {
  for (const MeshModel& model : {cube_model(), tetrahedron_model(), torus_model(8, 5),
                                 join(cube_model(3), turned_inside_out(cube_model(1)))}) {
    const MeshReport report = check(model);
    EXPECT_EQ(report.triangles, model.triangle_count());
    EXPECT_EQ(report.vertices, model.vertices.size());
    EXPECT_TRUE(report.is_readable());
    EXPECT_TRUE(report.is_closed());
    EXPECT_TRUE(report.is_oriented());
    EXPECT_TRUE(report.may_be_solid());
    EXPECT_EQ(report.degenerate.count + report.duplicate.count + report.non_manifold_edges.count, 0u);
  }
}

TEST(CheckMesh, NamesOpenEdgesAsTheirTriangleRuns) {
  MeshModel open = cube_model();
  open.indices.resize(33);  // without 4 7 6
  const MeshReport report = check(open);
  EXPECT_FALSE(report.is_closed());
  EXPECT_TRUE(report.is_oriented());
  ASSERT_EQ(report.open_edges.count, 3u);
  const MeshEdge& edge = report.open_edges.first[0];
  EXPECT_EQ(edge.from, 4u);
  EXPECT_EQ(edge.to, 6u);
  EXPECT_EQ(edge.triangle, 0u);
  EXPECT_EQ(report.open_edges.first[1].triangle, 10u) << "4 5 7: from 7 to 4";
  EXPECT_EQ(report.open_edges.first[1].from, 7u);
  EXPECT_EQ(report.open_edges.first[2].triangle, 6u) << "2 6 7";
}

TEST(CheckMesh, NamesFlippedNeighbours) {
  MeshModel flipped = cube_model();
  std::swap(flipped.indices[21], flipped.indices[22]);  // triangle 7
  const MeshReport report = check(flipped);
  EXPECT_TRUE(report.is_closed());
  EXPECT_FALSE(report.is_oriented());
  EXPECT_FALSE(report.may_be_solid());
  EXPECT_EQ(report.flipped_edges.count, 3u);
  for (const MeshEdge& edge : first(report.flipped_edges)) {
    const auto is_corner = [&](std::uint32_t v) { return v == 2 || v == 7 || v == 3; };
    EXPECT_TRUE(is_corner(edge.from) && is_corner(edge.to));
  }
}

TEST(CheckMesh, CallsCubesThatShareAnEdgeClosedAndNotManifold) {
  const MeshReport report = check(join(cube_model(), cube_model(1, {2, 2, 0})));
  EXPECT_TRUE(report.may_be_solid());
  ASSERT_EQ(report.non_manifold_edges.count, 1u);
  EXPECT_EQ(report.non_manifold_edges.first[0].from + report.non_manifold_edges.first[0].to, 3u + 7u);
  MeshModel fin = cube_model();
  fin.vertices.push_back({5, 5, 0});
  fin.indices.insert(fin.indices.end(), {3, 7, 8});
  const MeshReport with_fin = check(fin);
  EXPECT_EQ(with_fin.non_manifold_edges.count, 1u);
  EXPECT_EQ(with_fin.open_edges.count, 3u) << "two of the fin alone, one of three triangles";
  EXPECT_FALSE(with_fin.may_be_solid());
}

TEST(CheckMesh, FindsEveryDefectAtOnce) {
  MeshModel model = cube_model();                             // triangles 0 to 11
  model.vertices.insert(model.vertices.end(), {{0, kNan, 0},  // 8
                                               {0, 0, 5},     // 9, 10, 11: on a line
                                               {0, 0, 6},
                                               {0, 0, 8},
                                               {1, 1, 1},             // 12: where 7 is
                                               {-kInfinity, 0, 0}});  // 13, unused
  model.indices.insert(model.indices.end(), {0, 1, 8,                 // 12: not finite
                                             9, 10, 11,               // 13: degenerate
                                             1, 1, 2,                 // 14: degenerate
                                             4, 6, 12,                // 15: duplicate of 11, turned over
                                             3, 99, 14});             // 16: out of range, two of them
  model.indices.push_back(0);
  const MeshReport report = check(model);
  EXPECT_EQ(report.triangles, 17u);
  EXPECT_EQ(report.left_over, 1u);
  EXPECT_FALSE(report.is_readable());
  EXPECT_EQ(first(report.not_finite), (std::vector<std::size_t>{8, 13}));
  EXPECT_EQ(first(report.out_of_range), (std::vector<std::size_t>{49, 50}));
  EXPECT_EQ(first(report.degenerate), (std::vector<std::uint32_t>{13, 14}));
  EXPECT_EQ(first(report.duplicate), (std::vector<std::uint32_t>{15}));
  EXPECT_EQ(report.non_manifold_edges.count, 3u) << "around the duplicate";
  EXPECT_EQ(report.open_edges.count, 6u) << "around the line and the duplicate";
  EXPECT_EQ(report.flipped_edges.count, 0u);
}

TEST(CheckMesh, KeepsTheFirstEightAndCountsAll) {
  MeshModel model = torus_model(6, 5);
  for (std::uint32_t& index : model.indices) index += 1000;
  const MeshReport report = check(model);
  EXPECT_EQ(report.out_of_range.count, model.indices.size());
  EXPECT_EQ(first(report.out_of_range), (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(CheckMesh, ReadsNothingOfNothing) {
  const MeshReport report = check_mesh({}, {});
  EXPECT_EQ(report.triangles, 0u);
  EXPECT_FALSE(report.is_readable());
  EXPECT_FALSE(report.is_closed());
  EXPECT_EQ(check_mesh({nullptr, 5}, {nullptr, 6}).triangles, 0u);
}

// Counted the slow way, with maps, on triangles drawn from few vertices so that every defect is common.
TEST(CheckMesh, AgreesWithACountByMaps) {
  Random random{5};
  std::size_t closed = 0, open = 0, flipped = 0, wild = 0, duplicate = 0;
  for (int round = 0; round < 400; ++round) {
    MeshModel model = tetrahedron_model();
    model.vertices.push_back({1, 0, 0});  // a second vertex 1
    const int extra = random.below(4);
    for (int i = 0; i < 3 * extra; ++i) model.indices.push_back(std::uint32_t(random.below(5)));
    if (random.chance(0.3)) std::swap(model.indices[0], model.indices[1]);
    std::map<std::pair<int, int>, std::pair<int, int>> edges;
    std::set<std::array<int, 3>> triangles;
    std::size_t duplicates = 0;
    for (std::size_t t = 0; t < model.triangle_count(); ++t) {
      std::array<int, 3> c{};
      for (std::size_t k = 0; k < 3; ++k) {
        const int index = int(model.indices[3 * t + k]);
        c[k] = index == 4 ? 1 : index;
      }
      std::array<int, 3> sorted = c;
      std::sort(sorted.begin(), sorted.end());
      duplicates += triangles.insert(sorted).second ? 0u : 1u;
      if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]) continue;
      for (std::size_t k = 0; k < 3; ++k) {
        const int from = c[k], to = c[(k + 1) % 3];
        auto& [forward, backward] = edges[{std::min(from, to), std::max(from, to)}];
        ++(from < to ? forward : backward);
      }
    }
    std::size_t odd = 0, uneven = 0, many = 0;
    for (const auto& [edge, uses] : edges) {
      const int sum = uses.first + uses.second;
      odd += sum % 2 != 0;
      uneven += sum % 2 == 0 && uses.first != uses.second;
      many += sum > 2;
    }
    const MeshReport report = check(model);
    ASSERT_EQ(report.open_edges.count, odd);
    ASSERT_EQ(report.flipped_edges.count, uneven);
    ASSERT_EQ(report.non_manifold_edges.count, many);
    ASSERT_EQ(report.duplicate.count, duplicates);
    ASSERT_EQ(report.may_be_solid(), build(model, {.is_solid = true}).has_value());
    closed += report.may_be_solid();
    open += odd > 0;
    flipped += uneven > 0;
    wild += many > 0;
    duplicate += duplicates > 0;
  }
  for (const std::size_t count : {closed, open, flipped, wild, duplicate}) EXPECT_GT(count, 40u);
}

}  // namespace
}  // namespace graze::test
