// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <array>
#include <vector>

#include "../query/mesh_samples.h"
#include "failures.h"
#include "graze/broad/overlapping_pairs.h"
#include "graze/mesh/check_mesh.h"
#include "graze/mesh/height_field.h"
#include "graze/mesh/mesh_file.h"
#include "graze/query/contact_manifolds.h"
#include "graze/query/ray_cast.h"
#include "graze/shape/hull_builder.h"
#include "graze/tree/aabb_tree.h"

namespace graze::test {
namespace {

// Where a bundle of rays meets a shape.
std::vector<Real> meets(const Shape& shape) {
  std::vector<Real> out;
  for (int i = 0; i < 20; ++i) {
    const Ray ray{{Real(0.1) * Real(i) - 1, Real(0.37), 9}, {Real(0.01), Real(-0.02), -1}, 20};
    const RayCast hit = ray_cast(Instance{shape, Affine()}, ray);
    out.push_back(hit ? hit.parameter : -1);
  }
  return out;
}

MeshModel larger(MeshModel model) {
  for (Vec3& v : model.vertices) v = v * Real(1.5);
  return model;
}

TEST(MeshFaults, ARefitIsMadeOrNot) {
  const MeshModel model = torus_model(8, 6, 1, 0.4), grown = larger(model);
  for (const MeshLayout layout : {MeshLayout::fast, MeshLayout::compact})
    for (const bool is_solid : {false, true}) {
      const auto script = [&](FailurePlan& plan) {
        Result<TriangleMesh> made = Error{};
        plan.run([&] { made = build(model, {.is_solid = is_solid, .layout = layout}); });
        TriangleMesh mesh = *made;
        std::vector<Real> seen = meets(mesh.shape());
        plan.run([&] { EXPECT_FALSE(mesh.refit(make_vertex_array(grown.vertices))); },
                 [&] { EXPECT_EQ(meets(mesh.shape()), seen); });
        plan.run([&] { EXPECT_FALSE(mesh.refit(make_vertex_array(grown.vertices), 3, 2)); });  // a few only
        const std::vector<Real> after = meets(mesh.shape());
        seen.insert(seen.end(), after.begin(), after.end());
        std::vector<std::byte> bytes;
        plan.run([&] { bytes = save_mesh(mesh); });
        Result<TriangleMesh> loaded = Error{};
        plan.run([&] { loaded = load_mesh(bytes); });
        EXPECT_EQ(meets(loaded->shape()), after);
        MeshReport report;
        plan.run(
            [&] { report = check_mesh(make_vertex_array(grown.vertices), make_index_array(grown.indices)); });
        return seen;
      };
      EXPECT_GT(expect_no_trace(script), 0);
    }
}

TEST(MeshFaults, CompoundsFieldsAndHullsAreMadeOrNot) {
  const Shape mesh = mesh_of(torus_model(6, 4, 1, 0.4));
  const auto script = [&](FailurePlan& plan) {
    std::vector<CompoundPiece> pieces;
    for (int i = 0; i < 12; ++i)
      pieces.push_back({i % 3 == 0 ? mesh : Shape(Box{{1, 1, 1}}), Affine(Vec3{Real(i), 0, 0})});
    Result<Shape> compound = Error{}, hull = Error{}, sum = Error{};
    HeightFieldMesh field;
    plan.run([&] { compound = make_compound(pieces); });
    std::vector<Real> seen = meets(*compound);
    plan.run([&] { EXPECT_FALSE(refit_compound(*compound)); }, [&] { EXPECT_EQ(meets(*compound), seen); });
    std::vector<float> heights(64);
    for (std::size_t i = 0; i < heights.size(); ++i) heights[i] = float(i % 7);
    HeightField input;
    input.heights = heights.data();
    input.columns = input.rows = 8;
    plan.run([&] { field = make_height_field(input).value(); });
    for (float& h : heights) h *= 2;
    const std::vector<Real> before = meets(field.mesh.shape());
    plan.run([&] { EXPECT_FALSE(refit_height_field(field, input)); },
             [&] { EXPECT_EQ(meets(field.mesh.shape()), before); });
    Random random(3);
    std::vector<Vec3> cloud(80);
    for (Vec3& v : cloud) v = real(random.direction());
    plan.run([&] { hull = make_hull(cloud); });
    plan.run([&] { sum = make_minkowski_sum(*hull, Box{{1, 1, 1}}); });
    for (const Shape& shape : {field.mesh.shape(), *hull, *sum})
      for (const Real t : meets(shape)) seen.push_back(t);
    return seen;
  };
  EXPECT_GT(expect_no_trace(script), 0);
}

// A cache and a buffer that failed once serve on.
TEST(MeshFaults, CachesAndBuffersStayUsable) {
  const Shape mesh = mesh_of(torus_model(8, 6, 1, 0.4), true);
  std::vector<Aabb> boxes;
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    const Vec3 p = real(random.in_cube() * 8.0);
    boxes.push_back({p, p + Vec3{1, 1, 1}});
  }
  const auto script = [&](FailurePlan& plan) {
    ManifoldCache cache;
    PairBuffer buffer;
    std::vector<std::size_t> seen;
    for (int frame = 0; frame < 4; ++frame) {
      const Instance a = at(mesh, {0, 0, 0}), b = at(mesh, {Real(1.6), Real(0.01) * Real(frame), 0});
      std::array<ContactManifold, 64> out;
      ContactSettings settings;
      settings.manifolds = &cache;
      bool is_any = false;
      plan.run([&] { is_any = contact_manifolds(a, b, out, settings).found > 0; });
      seen.push_back(is_any ? 1 : 0);
      const std::span<const Aabb> some = std::span<const Aabb>(boxes).first(std::size_t(75 * (frame + 1)));
      plan.run([&] { EXPECT_FALSE(overlapping_pairs(some, buffer)); });
      seen.push_back(buffer.pairs().size());
    }
    Result<AabbTree> tree = Error{};
    plan.run([&] { tree = build_tree(boxes); });
    return seen;
  };
  EXPECT_GT(expect_no_trace(script), 0);
}

}  // namespace
}  // namespace graze::test
