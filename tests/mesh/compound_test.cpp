// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/mesh/compound.h"

#include <gtest/gtest.h>

#include <string>

#include "graze/math/stream.h"
#include "graze/mesh/triangle_mesh.h"
#include "graze/shape/bounds.h"
#include "mesh/mesh_models.h"
#include "mesh/pieces.h"

namespace graze::test {
namespace {

template <class R>
void expect_error(const R& result, ErrorCode code, const std::string& part, std::size_t position = 0) {
  ASSERT_FALSE(result.has_value()) << part;
  EXPECT_EQ(result.error().code, code) << result.error().message;
  EXPECT_NE(std::string(result.error().message).find(part), std::string::npos) << result.error().message;
  EXPECT_EQ(result.error().position, position) << part;
}

Result<Shape> compound_of(const std::vector<CompoundPiece>& pieces) { return make_compound(pieces); }

TEST(Compound, HasItsPiecesWhereTheyWerePut) {
  const Affine moved(Vec3{5, 0, 0});
  const auto made = compound_of({{Box{}, {}}, {Sphere{1}, moved}, {build(cube_model())->shape(), moved}});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->kind(), ShapeKind::compound);
  const Pieces* pieces = pieces_of(made->view());
  ASSERT_NE(pieces, nullptr);
  EXPECT_FALSE(pieces->is_triangles());
  ASSERT_EQ(pieces->count(), 3u);
  EXPECT_EQ(pieces->tree.size(), 3u);
  EXPECT_EQ(pieces->shapes[0].kind(), ShapeKind::box) << "the identity leaves a shape alone";
  EXPECT_EQ(pieces->shapes[1].kind(), ShapeKind::affine_image);
  EXPECT_EQ(pieces->placements[1], Affine{});
  EXPECT_EQ(pieces->shapes[2].kind(), ShapeKind::triangle_mesh);
  EXPECT_EQ(pieces->placements[2], moved);
  EXPECT_EQ(pieces->box(0), (Aabb{{-1, -1, -1}, {1, 1, 1}}));
  EXPECT_EQ(pieces->box(1), (Aabb{{4, -1, -1}, {6, 1, 1}}));
  EXPECT_EQ(pieces->box(2), (Aabb{{4, -1, -1}, {6, 1, 1}}));
  EXPECT_EQ(bounds(*made, Affine(Vec3{0, 1, 0})), (Aabb{{-1, 0, -1}, {6, 2, 1}}));
  EXPECT_GT(made->memory_bytes(), 3 * sizeof(Shape));
}

TEST(Compound, IsASoupOfAnyConvexPieces) {
  const std::vector<Vec3> quad{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  const std::vector<Shape> soup{Point{{1, 2, 3}}, Segment{{0, 0, 0}, {9, 0, 0}}, ConvexPolygon{quad},
                                Polytope{quad}, make_minkowski_sum(Box{}, Sphere{1}).value()};
  const auto made = make_compound(soup);
  ASSERT_TRUE(made);
  EXPECT_EQ(pieces_of(made->view())->count(), 5u);
  EXPECT_EQ(bounds(*made, Affine{}), (Aabb{{-2, -2, -2}, {9, 2, 3}}));
}

TEST(Compound, RefusesByPosition) {
  expect_error(compound_of({}), ErrorCode::empty, "pieces");
  expect_error(make_compound(std::span<const Shape>{}), ErrorCode::empty, "pieces");
  expect_error(compound_of({{Box{}, {}}, {Shape(), {}}}), ErrorCode::unsupported, "invalid", 1);
  expect_error(compound_of({{Box{}, {}}, {Box{}, {}}, {HalfSpace{}, {}}}), ErrorCode::unsupported,
               "unbounded", 2);
  const Affine singular(Mat3::diagonal(1, 0, 1), {});
  expect_error(compound_of({{Box{}, singular}}), ErrorCode::singular, "placement", 0);
  if constexpr (sizeof(Real) == 4) {
    const Affine huge(Mat3::diagonal(Real(1e38), Real(1e38), Real(1e38)), {});
    expect_error(compound_of({{Box{}, {}}, {Box{{9, 9, 9}}, huge}}), ErrorCode::index_out_of_range, "large",
                 1);
    expect_error(compound_of({{build(cube_model(9))->shape(), huge}}), ErrorCode::index_out_of_range,
                 "large");
  }
  CompoundSettings settings;
  settings.progress.report = [](void*, std::size_t, std::size_t) { return false; };
  expect_error(make_compound(std::vector<Shape>(500, Box{}), settings), ErrorCode::cancelled, "");
}

TEST(Compound, NestsSixteenDeep) {
  Shape shape = Box{};
  for (int i = 0; i < kMaxCompoundNesting; ++i) {
    auto made = compound_of({{shape, Affine(Vec3{1, 0, 0})}});
    ASSERT_TRUE(made) << i;
    shape = *std::move(made);
    EXPECT_EQ(pieces_of(shape.view())->nesting, std::uint32_t(i + 1));
  }
  EXPECT_EQ(bounds(shape, Affine{}), (Aabb{{15, -1, -1}, {17, 1, 1}}));
  expect_error(compound_of({{Box{}, {}}, {shape, {}}}), ErrorCode::index_out_of_range, "nested", 1);
}

TEST(Compound, FollowsAMeshThatWasRefittedWhenTold) {
  MeshModel model = cube_model();
  TriangleMesh mesh = build(model).value();
  const Shape inner = compound_of({{mesh.shape(), Affine(Vec3{1, 0, 0})}}).value();
  const Shape outer = compound_of({{Box{}, {}}, {inner, Affine(Vec3{1, 0, 0})}}).value();
  EXPECT_EQ(bounds(outer, Affine{}), (Aabb{{-1, -1, -1}, {3, 1, 1}}));
  model.vertices[7] = {9, 9, 9};
  ASSERT_FALSE(mesh.refit(model.vertex_array()));
  ASSERT_FALSE(refit_compound(outer));
  EXPECT_EQ(bounds(inner, Affine{}), (Aabb{{0, -1, -1}, {10, 9, 9}}));
  EXPECT_EQ(bounds(outer, Affine{}), (Aabb{{-1, -1, -1}, {11, 9, 9}}));
  EXPECT_TRUE(refit_compound(mesh.shape())) << "not a compound";
  EXPECT_TRUE(refit_compound(Shape()));
}

TEST(Compound, OrderIsByValue) {
  const auto pair = [](Real x) {
    return compound_of({{Box{}, {}}, {Cone{}, Affine(Vec3{x, 0, 0})}}).value();
  };
  const auto placed = [](Real x) {
    return compound_of({{build(cube_model())->shape(), Affine(Vec3{x, 0, 0})}}).value();
  };
  EXPECT_EQ(compare(pair(1).view(), pair(1).view()), std::strong_ordering::equal);
  EXPECT_EQ(compare(pair(1).view(), pair(2).view()), 0 <=> compare(pair(2).view(), pair(1).view()));
  EXPECT_NE(compare(pair(1).view(), pair(2).view()), std::strong_ordering::equal);
  EXPECT_EQ(compare(placed(1).view(), placed(1).view()), std::strong_ordering::equal);
  EXPECT_NE(compare(placed(1).view(), placed(2).view()), std::strong_ordering::equal);
  EXPECT_EQ(compare(placed(1).view(), pair(1).view()), std::strong_ordering::less) << "fewer pieces";
}

}  // namespace
}  // namespace graze::test
