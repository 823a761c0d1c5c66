// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// MeshLayout: all layouts give the same numbers and the same answers, each in its own amount of memory.

#include <cstring>
#include <limits>

#include "graze/mesh/height_field.h"
#include "graze/mesh/mesh_file.h"
#include "graze/mesh/polygon_mesh.h"
#include "mesh/triangle_store.h"
#include "mesh_answers.h"
#include "support/allocation_counter.h"

namespace graze::test {
namespace {

constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();

constexpr Real kTight = 12 * 16 * kEpsilon;  // 12 roundings of sizes and places up to 16

MeshModel small_torus() { return torus_model(24, 12, 2, 0.75); }

void expect_same_triangles(const TriangleMesh& a, const TriangleMesh& b) {
  ASSERT_EQ(a.triangle_count(), b.triangle_count());
  ASSERT_EQ(a.vertex_count(), b.vertex_count());
  EXPECT_EQ(a.bounds(), b.bounds());
  for (std::uint32_t i = 0; i < a.triangle_count(); ++i) {
    ASSERT_EQ(a.corners(i), b.corners(i)) << i;
    const Triangle s = a.triangle(i), t = b.triangle(i);
    ASSERT_EQ(std::memcmp(&s, &t, sizeof s), 0) << i;
  }
}

TEST(MeshLayout, DoesNotChangeTrianglesOrAnswers) {
  Random random{5};
  for (const bool is_solid : {false, true}) {
    const MeshModel model = is_solid ? small_torus() : random_soup(random, 70);
    const auto fast = build(model, {.is_solid = is_solid}),
               compact = build(model, {.is_solid = is_solid, .layout = MeshLayout::compact}),
               borrowed = build(model, {.is_solid = is_solid, .layout = MeshLayout::borrowed});
    ASSERT_TRUE(fast && compact && borrowed);
    EXPECT_EQ(fast->layout(), MeshLayout::fast);
    EXPECT_EQ(compact->layout(), MeshLayout::compact);
    EXPECT_EQ(borrowed->layout(), MeshLayout::borrowed);
    expect_same_triangles(*fast, *compact);
    expect_same_triangles(*fast, *borrowed);
    const MeshAnswers answers = ask(fast->shape(), 17, 12);
    expect_same(answers, ask(borrowed->shape(), 17, 12));
    expect_agreement(answers, ask(compact->shape(), 17, 12));
    const auto hits = std::count(answers.decisions.begin(), answers.decisions.end(), 0u);
    EXPECT_GT(hits, 10) << "apart and miss";
    EXPECT_LT(hits, std::ptrdiff_t(answers.decisions.size()) - 10);
    for (int i = 0; i < 50; ++i) {
      const Vec3 p = real(random.in_cube() * 2.5);
      EXPECT_EQ(contains(*fast, p), contains(*compact, p));
      EXPECT_EQ(contains(*fast, p), contains(*borrowed, p));
    }
  }
}

TEST(MeshLayout, OfTwoMeshesDoesNotDependOnTheirOrder) {
  const MeshModel model = small_torus();
  const Shape fast = build(model)->shape(), compact = build(model, {.layout = MeshLayout::compact})->shape();
  Random random{8};
  for (int i = 0; i < 20; ++i) {
    const Instance a{fast, random_placement(random, 3), 0}, b{compact, random_placement(random, 6), 0};
    const Distance ab = distance(a, b), ba = distance(b, a);
    EXPECT_EQ(ab.lower, ba.lower);
    EXPECT_EQ(ab.upper, ba.upper);
    EXPECT_EQ(ab.piece_a, ba.piece_b);
    EXPECT_EQ(ab.point_a, ba.point_b);
    EXPECT_EQ(intersects(a, b).contact, intersects(b, a).contact);
  }
}

TEST(MeshLayout, BorrowedReadsDoublesOfAnyStrideInPlace) {
  const MeshModel model = small_torus();
  constexpr std::size_t kStride = 3 * sizeof(double) + 5;
  std::vector<std::byte> records(model.vertices.size() * kStride + 1);
  for (std::size_t i = 0; i < model.vertices.size(); ++i) {
    const Vec3& v = model.vertices[i];
    const double numbers[] = {double(v.x), double(v.y), double(v.z)};
    std::memcpy(records.data() + i * kStride + 1, numbers, sizeof numbers);
  }
  const std::vector<std::uint16_t> indices(model.indices.begin(), model.indices.end());
  const auto mesh =
      make_triangle_mesh({records.data() + 1, model.vertices.size(), kStride, VertexArray::Scalar::float64},
                         make_index_array(indices), {.layout = MeshLayout::borrowed});
  ASSERT_TRUE(mesh);
  expect_same_triangles(*mesh, build(model).value());
}

TEST(MeshLayout, BorrowedNeverLeavesTheArraysOrFindsNaN) {
  MeshModel model = cube_model();
  const auto mesh = build(model, {.layout = MeshLayout::borrowed});
  ASSERT_TRUE(mesh);
  model.vertices[7].y = kNan;
  model.indices[0] = 4000000000u;
  EXPECT_EQ(mesh->triangle(3).b, Vec3{});
  EXPECT_EQ(mesh->corners(0)[0], 7u) << "the last one";
}

TEST(MeshLayout, RefitsInAllOfThem) {
  Random random{21};
  MeshModel model = small_torus();
  TriangleMesh fast = build(model).value(), compact = build(model, {.layout = MeshLayout::compact}).value(),
               borrowed = build(model, {.layout = MeshLayout::borrowed}).value();
  for (int round = 0; round < 4; ++round) {
    const std::size_t first = std::size_t(random.below(200)), count = round == 0 ? 88 : 5;
    for (std::size_t i = first; i < first + count; ++i) model.vertices[i] += real(random.in_cube() * 0.1);
    ASSERT_FALSE(fast.refit(model.vertex_array(), first, count));
    ASSERT_FALSE(compact.refit(model.vertex_array(), first, count));
    ASSERT_FALSE(borrowed.refit(model.vertex_array(), first, count));
    expect_same_triangles(fast, compact);
    expect_same_triangles(fast, borrowed);
  }
  const MeshAnswers answers = ask(fast.shape(), 3, 4);
  expect_same(answers, ask(borrowed.shape(), 3, 4));
  expect_agreement(answers, ask(compact.shape(), 3, 4));
  MeshModel other = small_torus();
  ASSERT_FALSE(borrowed.refit(other.vertex_array()));
  expect_same_triangles(borrowed, build(other).value());
  MeshModel bad = other;
  bad.vertices[9].z = kNan;
  EXPECT_EQ(borrowed.refit(bad.vertex_array())->position, 9u);
  EXPECT_EQ(compact.refit(bad.vertex_array())->position, 9u);
  expect_same_triangles(borrowed, build(other).value());
}

TEST(MeshLayout, KeepsTheHullOfAConvexSolidUpToDate) {
  MeshModel model = cube_model();
  for (const MeshLayout layout : {MeshLayout::fast, MeshLayout::compact, MeshLayout::borrowed}) {
    model.vertices = cube_model().vertices;
    TriangleMesh mesh = build(model, {.is_solid = true, .layout = layout}).value();
    for (Vec3& v : model.vertices) v *= 2;
    ASSERT_FALSE(mesh.refit(model.vertex_array()));
    const Penetration deep = penetration(at(mesh.shape(), {}), at(Shape(Sphere{1}), {2, 0, 0}));
    EXPECT_NEAR(deep.upper, 1, kTight);
    EXPECT_NEAR(deep.lower, 1, kTight) << "exact for a convex solid";
  }
}

TEST(MeshLayout, TakesTheMemoryThatItSays) {
  const MeshModel model = torus_model(263, 132);  // the size of the bunny: 69432 triangles
  const double count = double(model.triangle_count());
  const auto bytes = [&](MeshLayout layout) {
    return double(build(model, {.layout = layout})->memory_bytes()) / count;
  };
  const double fast = bytes(MeshLayout::fast), compact = bytes(MeshLayout::compact),
               borrowed = bytes(MeshLayout::borrowed);
  std::printf("bytes per triangle: fast %.1f, compact %.1f, borrowed %.1f\n", fast, compact, borrowed);
  constexpr double kVertex = 0.5 * sizeof(Vec3);
  EXPECT_GE(fast, 2 * 12 + kVertex + 4) << "indices by number and by leaf, vertices, ids";
  EXPECT_GE(compact, 6 + kVertex + 4);
  EXPECT_GE(borrowed, 4);
  EXPECT_LT(fast, sizeof(Real) == 4 ? 42 : 52);
  EXPECT_LT(compact, sizeof(Real) == 4 ? 20 : 30);
  EXPECT_LT(borrowed, sizeof(Real) == 4 ? 11 : 15);
}

TEST(MeshLayout, BorrowedIsRefusedWhereTrianglesAreMade) {
  const MeshModel cube = cube_model();
  const std::vector<std::uint32_t> loops(12, 3);
  EXPECT_EQ(make_polygon_mesh(cube.vertex_array(), {cube.index_array(), loops, {}},
                              {.layout = MeshLayout::borrowed})
                .error()
                .code,
            ErrorCode::unsupported);
}

// Hills of 16 bits, with holes or without.
struct Hills {
  std::vector<std::int16_t> heights;
  std::vector<std::uint8_t> holes;
  HeightField field;

  Hills(bool has_holes, std::uint64_t seed) {
    Random random{seed};
    field.columns = 20;
    field.rows = 15;
    field.spacing_x = field.spacing_z = Real(0.3);
    field.scale = Real(0.01);
    field.offset = Real(0.1);
    field.scalar = HeightField::Scalar::int16;
    field.row_stride = 21 * sizeof(std::int16_t);
    for (int i = 0; i < 21 * 15; ++i) heights.push_back(std::int16_t(random.below(100) - 50));
    for (int i = 0; i < 19 * 14; ++i) holes.push_back(random.chance(0.2) ? 1 : 0);
    field.heights = heights.data();
    if (has_holes) field.holes = holes;
  }
};

TEST(HeightField, IsTheSameInAllLayouts) {
  for (const bool has_holes : {false, true}) {
    Hills hills(has_holes, 12);
    const auto make = [&](MeshLayout layout) {
      auto made = make_height_field(hills.field, {.layout = layout});
      EXPECT_TRUE(made && made->mesh.layout() == layout);
      return *std::move(made);
    };
    HeightFieldMesh fast = make(MeshLayout::fast), compact = make(MeshLayout::compact),
                    borrowed = make(MeshLayout::borrowed);
    const auto expect_equal = [&] {
      expect_same_triangles(fast.mesh, compact.mesh);
      expect_same_triangles(fast.mesh, borrowed.mesh);
      const MeshAnswers answers = ask(fast.mesh.shape(), 9, 2);
      expect_same(answers, ask(borrowed.mesh.shape(), 9, 2));
      expect_agreement(answers, ask(compact.mesh.shape(), 9, 2));
    };
    expect_equal();
    EXPECT_EQ(fast.cell_of_triangle, compact.cell_of_triangle);
    expect_same_triangles(load_mesh(save_mesh(compact.mesh)).value(), fast.mesh);
    for (std::int16_t& h : hills.heights) h = std::int16_t(-h);
    hills.field.offset = 1;
    for (HeightFieldMesh* made : {&fast, &compact, &borrowed})
      ASSERT_FALSE(refit_height_field(*made, hills.field));
    expect_equal();
    const std::vector<Vec3> points(20 * 15);
    EXPECT_EQ(compact.mesh.refit(make_vertex_array(points))->code, ErrorCode::unsupported);
    expect_same_triangles(fast.mesh, compact.mesh);
  }
}

TEST(HeightField, TakesLittleMoreThanItsSamplesAndTheTree) {
  const std::vector<std::int16_t> heights(120 * 120);
  HeightField field;
  field.heights = heights.data();
  field.scalar = HeightField::Scalar::int16;
  field.columns = field.rows = 120;
  const auto bytes = [&](MeshLayout layout) {
    const auto made = make_height_field(field, {.layout = layout});
    return double(made->mesh.memory_bytes()) / double(made->mesh.triangle_count());
  };
  EXPECT_LT(bytes(MeshLayout::compact), sizeof(Real) == 4 ? 10 : 12) << "samples 1, ids 4, nodes";
  EXPECT_LT(bytes(MeshLayout::borrowed), sizeof(Real) == 4 ? 12 : 16);
}

TEST(PackedTriangles, AreThoseThatWerePacked) {
  Random random{2};
  for (const std::size_t count : {std::size_t{1}, std::size_t{64}, std::size_t{65}, std::size_t{1000}}) {
    std::vector<PackedTriangles::Corners> triangles(count);
    for (std::size_t i = 0; i < count; ++i) {
      // Blocks in turn: near, the widest that two bytes hold, one more, anywhere.
      const std::uint64_t range[] = {100, 0x10000, 0x10001, 0x100000000};
      const std::uint64_t lowest = i / 64 % 4 == 3 ? 0 : 0xfff00000 + i / 64;
      for (std::uint32_t& corner : triangles[i])
        corner = std::uint32_t(lowest + random.next() % range[i / 64 % 4]);
      if (i % 64 == 0) triangles[i] = {std::uint32_t(lowest), std::uint32_t(lowest), 0};
      if (i % 64 == 0) triangles[i][2] = std::uint32_t(lowest + range[i / 64 % 4] - 1);
    }
    const PackedTriangles packed(triangles);
    for (std::uint32_t i = 0; i < count; ++i) ASSERT_EQ(packed[i], triangles[i]) << i << " of " << count;
    EXPECT_LE(packed.memory_bytes(), count * 12 + (count + 63) / 64 * 8);
  }
  const std::vector<PackedTriangles::Corners> near(128, {70000, 70001, 70002});
  EXPECT_EQ(PackedTriangles(near).memory_bytes(), 128u * 6 + 2 * 8);
}

TEST(MeshQueries, DoNotAllocateInAnyLayout) {
  const MeshModel model = small_torus();
  for (const MeshLayout layout : {MeshLayout::compact, MeshLayout::borrowed}) {
    const Shape shape = build(model, {.layout = layout})->shape();
    const Instance a = at(shape, {}), b = at(shape, {Real(0.5), 4, 0}),
                   ball = at(Shape(Sphere{1}), {2, 0, 0});
    const std::uint64_t before = allocation_count();
    (void)intersects(a, b);
    (void)distance(a, b);
    (void)distance(ball, b);
    (void)ray_cast(a, Ray{{0, 5, 0}, {Real(0.4), -1, 0}, kInfinity});
    EXPECT_EQ(allocation_count(), before);
  }
}

}  // namespace
}  // namespace graze::test
