// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/mesh/triangle_mesh.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string>

#include "graze/math/stream.h"
#include "graze/shape/bounds.h"
#include "graze/shape/support.h"
#include "mesh/mesh_models.h"
#include "mesh_boxes.h"
#include "support/random.h"

namespace graze::test {
namespace {

constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();

template <class R>
void expect_error(const R& result, ErrorCode code, const std::string& part, std::size_t position = 0) {
  ASSERT_FALSE(result.has_value()) << part;
  EXPECT_EQ(result.error().code, code) << result.error().message;
  EXPECT_NE(std::string(result.error().message).find(part), std::string::npos) << result.error().message;
  EXPECT_EQ(result.error().position, position) << part;
}

bool operator==(const Triangle& a, const Triangle& b) { return a.a == b.a && a.b == b.b && a.c == b.c; }

TEST(TriangleMesh, HasTheTrianglesItWasMadeOf) {
  const MeshModel model = cube_model(2, {1, 0, 0});
  const auto mesh = build(model);
  ASSERT_TRUE(mesh);
  ASSERT_EQ(mesh->triangle_count(), 12u);
  EXPECT_EQ(mesh->vertex_count(), 8u);
  for (std::uint32_t i = 0; i < 12; ++i) EXPECT_TRUE(mesh->triangle(i) == model.triangle(i)) << i;
  EXPECT_EQ(mesh->corners(1), (std::array<std::uint32_t, 3>{0, 6, 2}));
  EXPECT_EQ(mesh->bounds(), (Aabb{{-1, -2, -2}, {3, 2, 2}}));
  EXPECT_FALSE(mesh->is_solid());
  EXPECT_EQ(mesh->wear(), 1);
  EXPECT_TRUE(mesh->triangle(12) == Triangle{});
  EXPECT_GE(mesh->memory_bytes(), 12 * 12 + 8 * sizeof(Vec3));
}

TEST(TriangleMesh, OfNothingIsInvalid) {
  const TriangleMesh mesh;
  EXPECT_EQ(mesh.triangle_count(), 0u);
  EXPECT_TRUE(mesh.bounds().is_empty());
  EXPECT_FALSE(mesh.shape().is_valid());
  EXPECT_EQ(mesh.pieces(), nullptr);
  EXPECT_EQ(mesh.memory_bytes(), 0u);
}

TEST(TriangleMesh, ReadsAnyStrideScalarAndAlignment) {
  const MeshModel model = tetrahedron_model();
  // A record of one odd byte, three doubles, two floats.
  constexpr std::size_t kStride = 1 + 3 * sizeof(double) + 2 * sizeof(float);
  std::vector<std::byte> records(model.vertices.size() * kStride);
  for (std::size_t i = 0; i < model.vertices.size(); ++i) {
    const Vec3& v = model.vertices[i];
    const double numbers[] = {double(v.x) + 0.1, double(v.y), double(v.z)};
    std::memcpy(records.data() + i * kStride + 1, numbers, sizeof numbers);
  }
  const std::vector<std::uint16_t> indices(model.indices.begin(), model.indices.end());
  const auto mesh = make_triangle_mesh({records.data() + 1, 4, kStride, VertexArray::Scalar::float64},
                                       make_index_array(indices));
  ASSERT_TRUE(mesh);
  for (std::uint32_t i = 0; i < 4; ++i) {
    const Triangle t = mesh->triangle(i), expected = model.triangle(i);
    EXPECT_EQ(t.a.x, static_cast<Real>(double(expected.a.x) + 0.1)) << "rounded to nearest";
    EXPECT_EQ(t.a.y, expected.a.y);
    EXPECT_EQ(t.c.z, expected.c.z);
  }
}

TEST(VertexArray, OfNumbersHasTheWholePointsOfThem) {
  const std::vector<float> numbers(11);
  EXPECT_EQ(make_vertex_array(numbers).count, 3u);
  EXPECT_EQ(make_vertex_array(numbers, 4 * sizeof(float)).count, 3u) << "0-2, 4-6, 8-10";
  EXPECT_EQ(make_vertex_array(numbers, 5 * sizeof(float)).count, 2u) << "10 is too late a start";
  EXPECT_EQ(make_vertex_array(std::span(numbers).first(2)).count, 0u);
  const std::vector<double> doubles(6);
  EXPECT_EQ(make_vertex_array(doubles).count, 2u);
  EXPECT_EQ(make_vertex_array(doubles).scalar, VertexArray::Scalar::float64);
  EXPECT_EQ(make_vertex_array(std::vector<Vec3>(5)).count, 5u);
}

TEST(TriangleMesh, OfFloatsIsExactInBothLibraries) {
  const std::vector<float> numbers{0, 0, 0, 0.1f, 0, 0, 0, 0.1f, 0};
  const std::vector<std::uint32_t> indices{0, 1, 2};
  const auto mesh = make_triangle_mesh(make_vertex_array(numbers), make_index_array(indices));
  ASSERT_TRUE(mesh);
  EXPECT_EQ(mesh->triangle(0).b.x, Real(0.1f));
}

TEST(MakeTriangleMesh, RefusesByNameAndPosition) {
  const MeshModel good = cube_model();
  expect_error(make_triangle_mesh(good.vertex_array(), {}), ErrorCode::empty, "triangles: is empty");
  expect_error(make_triangle_mesh({}, good.index_array()), ErrorCode::empty, "vertices: is empty");
  expect_error(make_triangle_mesh({nullptr, 8}, good.index_array()), ErrorCode::empty, "vertices: data");
  expect_error(make_triangle_mesh(good.vertex_array(), {nullptr, 3}), ErrorCode::empty, "triangles: data");
  MeshModel bad = good;
  bad.indices.pop_back();
  expect_error(build(bad), ErrorCode::index_out_of_range, "multiple of 3", 35);
  bad = good;
  bad.indices[17] = 8;
  expect_error(build(bad), ErrorCode::index_out_of_range, "triangles: an index", 17);
  for (const Real x : {kNan, kInfinity, -kInfinity}) {
    for (int axis = 0; axis < 3; ++axis) {
      bad = good;
      bad.vertices[5][axis] = x;
      expect_error(build(bad), ErrorCode::not_finite, "vertices: ", 5);
    }
  }
  const std::vector<double> huge{0, 0, 0, 1, 0, 0, 0, 1e300, 0};
  const std::vector<std::uint32_t> one{0, 1, 2};
  expect_error(make_triangle_mesh(make_vertex_array(huge), make_index_array(one)), ErrorCode::not_finite,
               "vertices: ", 2);
}

TEST(MakeTriangleMesh, StopsWhenItIsTold) {
  MeshSettings settings;
  settings.progress.report = [](void*, std::size_t, std::size_t) { return false; };
  expect_error(build(torus_model(50, 50), settings), ErrorCode::cancelled, "");
}

TEST(SolidMesh, IsClosedOrRefused) {
  const MeshSettings solid{.is_solid = true};
  EXPECT_TRUE(build(cube_model(), solid));
  EXPECT_TRUE(build(cube_model(), solid)->is_solid());
  EXPECT_TRUE(build(torus_model(7, 5), solid));
  EXPECT_TRUE(build(join(cube_model(2), turned_inside_out(cube_model(1))), solid));
  MeshModel open = cube_model();
  open.indices.resize(33);
  expect_error(build(open, solid), ErrorCode::unsupported, "not closed", 0);  // 4-6 is open
  MeshModel flipped = cube_model();
  std::swap(flipped.indices[21], flipped.indices[22]);
  EXPECT_FALSE(build(flipped, solid));
}

TEST(SolidMesh, MayHaveVerticesSplitByFace) {
  const MeshModel cube = cube_model();
  MeshModel split;
  for (const std::uint32_t i : cube.indices) {
    split.indices.push_back(static_cast<std::uint32_t>(split.vertices.size()));
    split.vertices.push_back(cube.vertices[i]);
  }
  EXPECT_TRUE(build(split, {.is_solid = true}));
  split.vertices[7].x += Real(0.25);
  EXPECT_FALSE(build(split, {.is_solid = true}));
}

TEST(SolidMesh, IsNotHarmedByDegenerateTriangles) {
  MeshModel model = cube_model();
  model.indices.insert(model.indices.end(), {0, 0, 1, 3, 3, 3});
  EXPECT_TRUE(build(model, {.is_solid = true}));
}

TEST(TriangleMesh, OfDegenerateTrianglesIsBuilt) {
  const std::vector<Vec3> vertices{{1, 2, 3}, {2, 2, 3}, {4, 2, 3}};
  const std::vector<std::uint32_t> indices{0, 0, 0, 0, 1, 2, 1, 1, 2};
  const auto mesh = make_triangle_mesh(make_vertex_array(vertices), make_index_array(indices));
  ASSERT_TRUE(mesh);
  EXPECT_EQ(mesh->bounds(), (Aabb{{1, 2, 3}, {4, 2, 3}}));
}

TEST(TriangleMesh, SharesOneArrayWithAnother) {
  const MeshModel model = cube_model();
  const std::vector<std::uint32_t> low{0, 4, 6}, high{1, 3, 7};
  auto a = make_triangle_mesh(model.vertex_array(), make_index_array(low));
  auto b = make_triangle_mesh(model.vertex_array(), make_index_array(high));
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->bounds(), (Aabb{{-1, -1, -1}, {-1, 1, 1}}));
  EXPECT_EQ(b->bounds(), (Aabb{{1, -1, -1}, {1, 1, 1}}));
}

TEST(MeshRefit, SeesWhatTheCallerChangedAndSoDoesTheShape) {
  MeshModel model = cube_model();
  auto mesh = build(model);
  ASSERT_TRUE(mesh);
  TriangleMesh handle = *mesh;
  const Shape shape = handle.shape();
  model.vertices[7] = {5, 6, 7};
  EXPECT_EQ(handle.bounds(), (Aabb{{-1, -1, -1}, {1, 1, 1}})) << "the array was copied";
  ASSERT_FALSE(handle.refit(model.vertex_array()));
  EXPECT_EQ(handle.bounds(), (Aabb{{-1, -1, -1}, {5, 6, 7}}));
  EXPECT_EQ(mesh->triangle(3).b, (Vec3{5, 6, 7})) << "copies are the same mesh";
  EXPECT_EQ(bounds(shape, Affine{}), (Aabb{{-1, -1, -1}, {5, 6, 7}}));
}

TEST(MeshRefit, RefusesAndLeavesTheMeshAsItWas) {
  MeshModel model = cube_model();
  auto built = build(model);
  ASSERT_TRUE(built);
  TriangleMesh mesh = *built;
  const auto expect_refused = [&](const std::optional<Error>& error, ErrorCode code, std::size_t position) {
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code, code);
    EXPECT_EQ(error->position, position);
    for (std::uint32_t i = 0; i < 12; ++i) EXPECT_TRUE(mesh.triangle(i) == cube_model().triangle(i));
    EXPECT_EQ(mesh.bounds(), (Aabb{{-1, -1, -1}, {1, 1, 1}}));
  };
  model.vertices[0] = {9, 9, 9};
  model.vertices[6].y = kNan;
  expect_refused(mesh.refit(model.vertex_array()), ErrorCode::not_finite, 6);
  expect_refused(mesh.refit(model.vertex_array(), 5, 2), ErrorCode::not_finite, 6);
  expect_refused(mesh.refit({model.vertices.data(), 7}), ErrorCode::index_out_of_range, 7);
  expect_refused(mesh.refit(model.vertex_array(), 5, 4), ErrorCode::index_out_of_range, 5);
  expect_refused(mesh.refit(model.vertex_array(), 9, 0), ErrorCode::index_out_of_range, 9);
  expect_refused(mesh.refit(model.vertex_array(), 2, std::size_t(-1)), ErrorCode::index_out_of_range, 2);
  expect_refused(mesh.refit({nullptr, 8}), ErrorCode::empty, 0);
  EXPECT_TRUE(TriangleMesh().refit(model.vertex_array()));
}

TEST(MeshRefit, OfARangeReadsThatRangeOnly) {
  MeshModel model = cube_model();
  auto built = build(model);
  ASSERT_TRUE(built);
  TriangleMesh mesh = *built;
  model.vertices[0] = {kNan, kNan, kNan};
  model.vertices[3] = {4, 4, -4};
  ASSERT_FALSE(mesh.refit(model.vertex_array(), 3, 1));
  EXPECT_EQ(mesh.bounds(), (Aabb{{-1, -1, -4}, {4, 4, 1}}));
  EXPECT_EQ(mesh.triangle(0).a, (Vec3{-1, -1, -1}));
  ASSERT_FALSE(mesh.refit(model.vertex_array(), 8, 0)) << "nothing to do";
}

TEST(MeshRefit, OfRangesIsThatOfTheWhole) {
  Random random{3};
  MeshModel model = torus_model(24, 16);
  TriangleMesh whole = build(model).value(), parts = build(model).value();
  for (int round = 0; round < 30; ++round) {
    const std::size_t count = std::size_t(1 + random.below(round % 5 == 0 ? 384 : 12));
    const std::size_t first = std::size_t(random.below(int(384 - count) + 1));
    for (std::size_t i = first; i < first + count; ++i) {
      const V3d d = random.in_cube();
      model.vertices[i] += Vec3{Real(d.x), Real(d.y), Real(d.z)};
    }
    ASSERT_FALSE(parts.refit(model.vertex_array(), first, count));
    ASSERT_FALSE(whole.refit(model.vertex_array()));
    ASSERT_EQ(boxes_of(parts), boxes_of(whole)) << round;
    ASSERT_EQ(parts.bounds(), whole.bounds());
    for (std::uint32_t i = 0; i < model.triangle_count(); ++i)
      ASSERT_TRUE(parts.triangle(i) == model.triangle(i));
  }
  EXPECT_GT(whole.wear(), 1) << "a random walk tears the torus apart";
  EXPECT_EQ(whole.wear(), parts.wear());
}

TEST(ComplexShape, IsRefusedWhereAConvexOneIsWanted) {
  const Shape mesh = build(cube_model())->shape();
  EXPECT_EQ(mesh.kind(), ShapeKind::triangle_mesh);
  EXPECT_TRUE(is_complex(mesh.kind()));
  EXPECT_FALSE(is_complex(ShapeKind::half_space));
  const Shape box = Box{};
  expect_error(make_affine_image(mesh, Affine{}), ErrorCode::unsupported, "operand");
  expect_error(make_minkowski_sum(mesh, box), ErrorCode::unsupported, "operand");
  expect_error(make_minkowski_sum(box, mesh), ErrorCode::unsupported, "operand");
  expect_error(make_convex_hull(box, mesh), ErrorCode::unsupported, "operand", 1);
  expect_error(make_expanded(mesh, 1), ErrorCode::unsupported, "operand");
  EXPECT_EQ(support(mesh, {1, 0, 0}), Vec3{});
}

TEST(ComplexShape, HasTheBoxOfItsPlacedLocalBox) {
  const Shape mesh = build(cube_model(1, {2, 0, 0}))->shape();
  EXPECT_EQ(bounds(mesh, Affine(Vec3{0, 5, 0}), Real(0.5)),
            (Aabb{{Real(0.5), Real(3.5), Real(-1.5)}, {Real(3.5), Real(6.5), Real(1.5)}}));
  // (x, y) -> (y + x, -2 x): x in [1, 3], y in [-1, 1].
  const Affine shear(Mat3{{1, -2, 0}, {1, 0, 0}, {0, 0, -1}}, {});
  EXPECT_EQ(bounds(mesh, shear), (Aabb{{0, -6, -1}, {4, -2, 1}}));
}

TEST(ComplexShape, OrderIsByValue) {
  const auto view = [](const MeshModel& model) { return build(model)->shape(); };
  const Shape cube = view(cube_model()), again = view(cube_model()), other = view(cube_model(2)),
              torus = view(torus_model(5, 4));
  EXPECT_EQ(compare(cube.view(), again.view()), std::strong_ordering::equal);
  EXPECT_EQ(compare(cube.view(), cube.view()), std::strong_ordering::equal);
  EXPECT_NE(compare(cube.view(), other.view()), std::strong_ordering::equal);
  EXPECT_EQ(compare(cube.view(), other.view()), 0 <=> compare(other.view(), cube.view()));
  EXPECT_EQ(compare(cube.view(), torus.view()), std::strong_ordering::less) << "fewer pieces";
  MeshModel turned = cube_model();
  std::swap(turned.indices[0], turned.indices[1]);
  EXPECT_NE(compare(cube.view(), view(turned).view()), std::strong_ordering::equal);
  EXPECT_EQ(compare(cube.view(), Shape(Box{}).view()), std::strong_ordering::greater);
}

}  // namespace
}  // namespace graze::test
