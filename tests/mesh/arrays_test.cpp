// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/mesh/arrays.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <vector>

#include "graze/mesh/height_field.h"
#include "graze/shape/polytope.h"
#include "mesh_models.h"

namespace graze::test {
namespace {

void expect_refused(const auto& result, ErrorCode code, std::size_t position = 0) {
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, code);
  EXPECT_EQ(result.error().position, position);
}

TEST(Containers, OfPointsAndIndicesMakeAMesh) {
  const MeshModel cube = cube_model();
  const std::vector<int> ints(cube.indices.begin(), cube.indices.end());
  const std::vector<std::uint16_t> shorts(cube.indices.begin(), cube.indices.end());
  std::vector<float> floats;
  std::vector<BasicVec3<double>> doubles;
  for (const Vec3& v : cube.vertices) {
    floats.insert(floats.end(), {float(v.x), float(v.y), float(v.z)});
    doubles.emplace_back(v);
  }
  for (const auto& mesh : {make_triangle_mesh(cube.vertices, ints), make_triangle_mesh(floats, shorts),
                           make_triangle_mesh(doubles, cube.indices, {.is_solid = true})}) {
    ASSERT_TRUE(mesh);
    EXPECT_EQ(mesh->triangle_count(), 12u);
    EXPECT_EQ(mesh->triangle(11).c, cube.triangle(11).c);
  }
  EXPECT_TRUE(make_triangle_mesh(doubles, cube.indices, {.is_solid = true})->is_solid());
}

TEST(Containers, NegativeIndicesAreOutOfRange) {
  std::vector<int> indices{0, 1, 2, 0, -1, 2};
  expect_refused(make_triangle_mesh(cube_model().vertices, indices), ErrorCode::index_out_of_range, 4);
  indices[4] = std::numeric_limits<int>::min();
  expect_refused(make_triangle_mesh(cube_model().vertices, indices), ErrorCode::index_out_of_range, 4);
}

// A point and its colour, 24 bytes apart.
TEST(StridedPoints, MakeAHull) {
  std::vector<std::array<float, 6>> coloured;
  for (const Vec3& v : cube_model(2).vertices)
    coloured.push_back({float(v.x), float(v.y), float(v.z), 9, 9, 9});
  const VertexArray points{coloured.data(), coloured.size(), sizeof coloured[0],
                           VertexArray::Scalar::float32};
  const auto hull = make_hull(points);
  ASSERT_TRUE(hull);
  EXPECT_EQ(hull_info(*hull).vertices, 8u);
  EXPECT_EQ(hull_info(*hull).faces, 6u);
  EXPECT_EQ(mass_properties(*hull)->volume, 64);
  coloured[5][1] = std::numeric_limits<float>::infinity();
  expect_refused(make_hull(points), ErrorCode::not_finite, 5);
  expect_refused(make_hull(VertexArray{}), ErrorCode::empty);
}

// Points that would overlap, rows that would.
TEST(Strides, SmallerThanAnElementAreRefused) {
  const MeshModel cube = cube_model();
  for (const std::size_t stride : {std::size_t(1), sizeof(Real), 3 * sizeof(Real) - 1}) {
    VertexArray vertices = cube.vertex_array();
    vertices.stride = stride;
    expect_refused(make_triangle_mesh(vertices, cube.index_array()), ErrorCode::index_out_of_range);
    expect_refused(make_hull(vertices), ErrorCode::index_out_of_range);
    auto mesh = build(cube);
    EXPECT_EQ(mesh->refit(vertices)->code, ErrorCode::index_out_of_range);
    EXPECT_EQ(mesh->triangle(3).a, cube.triangle(3).a);  // nothing has changed
  }
  VertexArray packed = cube.vertex_array();
  packed.stride = 3 * sizeof(Real);
  EXPECT_TRUE(make_triangle_mesh(packed, cube.index_array()));
  const float heights[12] = {};
  HeightField field;
  field.heights = heights;
  field.columns = 4;
  field.rows = 3;
  for (const std::size_t stride : {std::size_t(1), 4 * sizeof(float) - 1}) {
    field.row_stride = stride;
    expect_refused(make_height_field(field), ErrorCode::index_out_of_range);
  }
  field.row_stride = 4 * sizeof(float);
  EXPECT_TRUE(make_height_field(field));
}

}  // namespace
}  // namespace graze::test
