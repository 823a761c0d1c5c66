// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/pieces.h"

#include <gtest/gtest.h>

#include <cstring>

#include "mesh/mesh_models.h"
#include "shape/core/core.h"
#include "support/allocation_counter.h"
#include "support/random.h"

namespace graze::test {
namespace {

template <class T>
bool same_bytes(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

Vec3 random_point(Random& random, double size) {
  const V3d p = random.in_cube();
  return {Real(size * p.x), Real(size * p.y), Real(size * p.z)};
}

// Everything that kernels read of a triangle.
void expect_same_core(const ShapeView& a, const ShapeView& b, const Affine& placement) {
  ASSERT_EQ(a.kind, b.kind);
  Core core_a, core_b;
  make_core(a, placement, Real(0.25), core_a);
  make_core(b, placement, Real(0.25), core_b);
  EXPECT_TRUE(same_bytes(core_a.extent, core_b.extent));
  EXPECT_TRUE(same_bytes(core_a.radius, core_b.radius));
  EXPECT_EQ(core_a.roundings, core_b.roundings);
  EXPECT_EQ(core_a.reader, core_b.reader);
  EXPECT_TRUE(same_bytes(inner_point(core_a), inner_point(core_b)));
  const PointsReader reader_a = points_reader(core_a), reader_b = points_reader(core_b);
  ASSERT_EQ(reader_a.count, reader_b.count);
  for (std::uint32_t i = 0; i < reader_a.count; ++i)
    EXPECT_TRUE(same_bytes(reader_a.points[i], reader_b.points[i]));
}

TEST(TriangleView, IsReadAsATriangleShapeIs) {
  Random random{11};
  TriangleView view;
  const Affine placement(Mat3{{1, 2, 0}, {0, Real(0.5), 0}, {0, 1, -3}}, {1, 2, 3});
  for (int i = 0; i < 200; ++i) {
    const double size = random.log_uniform(1e-30, 1e30);
    const Triangle t{random_point(random, size), random_point(random, size), random_point(random, size)};
    const Shape shape = t;
    view.set(t);
    expect_same_core(view.view(), shape.view(), i % 2 ? placement : Affine{});
    EXPECT_EQ(compare(view.view(), shape.view()), std::strong_ordering::equal);
    EXPECT_EQ(compare(shape.view(), view.view()), std::strong_ordering::equal);
    const Triangle moved{t.a, t.b, t.c + Vec3{0, 0, Real(size)}};
    EXPECT_EQ(compare(view.view(), Shape(moved).view()), compare(shape.view(), Shape(moved).view()));
    EXPECT_NE(compare(view.view(), Shape(moved).view()), std::strong_ordering::equal);
  }
}

TEST(TriangleView, DoesNotAllocate) {
  const std::uint64_t before = allocation_count();
  TriangleView view;
  view.set({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  view.set({0, 0, 0}, {1, 0, 0}, {0, 2, 0});
  EXPECT_EQ(allocation_count(), before);
  EXPECT_EQ(inner_point_of(view.view()).y, 2.0 * (1.0 / 3));
}

TEST(Pieces, OfConvexShapesAreNone) {
  EXPECT_EQ(pieces_of(Shape(Box{}).view()), nullptr);
  EXPECT_EQ(pieces_of(Shape(Triangle{}).view()), nullptr);
  EXPECT_EQ(pieces_of(Shape().view()), nullptr);
}

TEST(Pieces, OfAMeshAreItsTriangles) {
  const MeshModel model = torus_model(9, 6);
  const auto mesh = build(model);
  ASSERT_TRUE(mesh);
  const Pieces* pieces = pieces_of(mesh->shape().view());
  ASSERT_NE(pieces, nullptr);
  EXPECT_EQ(pieces, mesh->pieces());
  EXPECT_TRUE(pieces->is_triangles());
  ASSERT_EQ(pieces->count(), 108u);
  ASSERT_EQ(pieces->tree.size(), 108u);
  for (std::uint32_t i = 0; i < 108; ++i) {
    const Triangle t = model.triangle(i);
    const Aabb box = merge(merge({t.a, t.a}, t.b), t.c);
    EXPECT_EQ(pieces->box(i), box);
    EXPECT_EQ(pieces->triangle(i).c, t.c);
  }
}

}  // namespace
}  // namespace graze::test
