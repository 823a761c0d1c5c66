// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Solids that were convex before their vertices were rounded to float, as STL, glTF and DT_* have them: in
// either library they count as convex, and the bounds hold for the vertices as they are.

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "graze/mesh/mesh_file.h"
#include "graze/query/contact.h"
#include "graze/query/penetration.h"
#include "mesh/pieces.h"
#include "query/ask.h"
#include "query/mesh_samples.h"

namespace graze::test {
namespace {

constexpr double kFloatEpsilon = double(std::numeric_limits<float>::epsilon());

/// Points of single precision, and the triangles between them.
struct FloatModel {
  std::vector<BasicVec3<float>> points;
  std::vector<std::uint32_t> corners;

  [[nodiscard]] TriangleMesh solid() const {
    const auto mesh =
        make_triangle_mesh(make_vertex_array(points), make_index_array(corners), {.is_solid = true});
    EXPECT_TRUE(mesh.has_value());
    return mesh ? *mesh : TriangleMesh();
  }
};

FloatModel turned(const MeshModel& model, Real angle, Real size) {
  const Mat3 turn = to_matrix(rotation_about(Vec3{1, 2, 3}, angle));
  FloatModel placed{{}, model.indices};
  for (const Vec3& v : model.vertices) {
    const Vec3 p = (turn * v) * size;
    placed.points.push_back({static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
  }
  return placed;
}

struct Named {
  const char* name;
  MeshModel model;
};
std::vector<Named> all_models() {
  return {{"cube", cube_model()},
          {"prism of 64", prism_model(64)},
          {"sphere of 34 x 16", uv_sphere_model(34, 16)},
          {"sphere of 100 x 60", uv_sphere_model(100, 60)}};
}

// The solid through the upper face of a box ten times as large: its lowest vertex has to come up all the way.
TEST(NearConvexFloats, HaveTheDepthOfTheirLowestVertexAndContacts) {
  int loose = 0;
  for (const Named& named : all_models())
    for (const Real size : {Real(0.01), Real(1), Real(300)}) {
      const FloatModel placed = turned(named.model, Real(0.7), size);
      const TriangleMesh solid = placed.solid();
      EXPECT_TRUE(solid.pieces()->hull.is_valid()) << named.name << " " << size;
      EXPECT_LE(solid.pieces()->hull_defect, 16 * kFloatEpsilon * double(size)) << named.name;
      const Instance mesh{solid.shape(), Affine(Vec3{0, 10 * size, 0})},
          box{Shape(Box{{10 * size, 10 * size, 10 * size}}), Affine()};
      float lowest = 0;
      for (const auto& p : placed.points) lowest = std::min(lowest, p.y);
      const Penetration p = penetration(mesh, box);
      // In double a dent is more than was asked for, and the status says so.
      const bool is_loose = sizeof(Real) == 8 && solid.pieces()->hull_defect > 0;
      EXPECT_EQ(p.status, is_loose ? Status::bound_loose : Status::converged) << named.name;
      loose += is_loose;
      EXPECT_LE(mpq_class(double(p.lower)), -mpq_class(double(lowest)));
      EXPECT_GE(mpq_class(double(p.upper)), -mpq_class(double(lowest)));
      EXPECT_LE(double(p.upper) - double(p.lower), 64 * kFloatEpsilon * double(size)) << named.name;
      EXPECT_TRUE(is_same(p, mirrored(penetration(box, mesh))));
      const ContactSet set = contacts(mesh, box);
      EXPECT_EQ(set.contact, Contact::overlapping);
      EXPECT_GE(set.count, 1) << named.name << " " << size;
    }
  EXPECT_GE(loose, sizeof(Real) == 8 ? 6 : 0);
}

// A prism that stands on a box: corners of their common face.
TEST(NearConvexFloats, StandOnFourPoints) {
  for (const Real angle : {Real(0.3), Real(0.7), Real(2)}) {
    const Mat3 turn = to_matrix(rotation_about(Vec3{1, 2, 3}, angle));
    const Instance mesh{turned(prism_model(64), angle, 1).solid().shape(), Affine()},
        box{Shape(Box{{2, 1, 2}}), Affine(turn, turn.columns[1] * Real(-1.99))};
    const ContactSet set = contacts(mesh, box);
    EXPECT_EQ(set.contact, Contact::overlapping);
    EXPECT_EQ(set.count, 4);
    EXPECT_NEAR(double(set.lower), -0.01, 16 * kFloatEpsilon);
    EXPECT_EQ(contacts(box, mesh).count, 4);
  }
}

TEST(NearConvexFloats, AreTheSameInFilesAndAfterARefit) {
  const FloatModel first = turned(prism_model(64), Real(0.7), 1),
                   next = turned(prism_model(64), Real(1.1), 1);
  TriangleMesh solid = first.solid();
  const double defect = solid.pieces()->hull_defect;
  EXPECT_GT(defect, 0);
  const Result<TriangleMesh> loaded = load_mesh(save_mesh(solid));
  ASSERT_TRUE(loaded);
  EXPECT_TRUE(loaded->pieces()->hull.is_valid());
  EXPECT_EQ(loaded->pieces()->hull_defect, defect);
  ASSERT_FALSE(solid.refit(make_vertex_array(next.points)));
  EXPECT_TRUE(solid.pieces()->hull.is_valid());
  EXPECT_EQ(solid.pieces()->hull_defect, next.solid().pieces()->hull_defect);
  ASSERT_FALSE(solid.refit(make_vertex_array(first.points), 0, 100));  // and all the others
  ASSERT_FALSE(solid.refit(make_vertex_array(first.points), 100, first.points.size() - 100));
  EXPECT_EQ(solid.pieces()->hull_defect, defect);
}

// One coordinate that is no float: all of them are taken as they are, and dents of 1e-7 are shape.
TEST(NearConvexFloats, AreAllFloats) {
  if (sizeof(Real) == 4) return;
  MeshModel model;
  const FloatModel placed = turned(prism_model(64), Real(0.7), 1);
  for (const auto& p : placed.points) model.vertices.push_back({Real(p.x), Real(p.y), Real(p.z)});
  model.indices = placed.corners;
  EXPECT_TRUE(build(model, {.is_solid = true})->pieces()->hull.is_valid());
  model.vertices[5].x = std::nextafter(model.vertices[5].x, Real(9));
  EXPECT_FALSE(build(model, {.is_solid = true})->pieces()->hull.is_valid());
}

}  // namespace
}  // namespace graze::test
