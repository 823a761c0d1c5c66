// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "graze/query/shape_cast.h"
#include "graze/shape/hull_builder.h"
#include "query/manifold/close_triangles.h"
#include "query/mesh_samples.h"

namespace graze::test {
namespace {

// Result of a visit.
struct Visit {
  bool are_known;
  int searches;
};
Visit visit(const Instance& a, const Instance& b, double within, ClosePairList& kept) {
  const Operand whole_a = operand(a), whole_b = operand(b);
  PieceOperands pieces(whole_a, whole_b);
  EXPECT_TRUE(ClosePairList::can_hold(pieces));
  double reach = 0;
  if (kept.is_complete(pieces, {&a.shape, &b.shape}, within, reach)) return {true, 0};
  if (reach < 0) return {false, 0};
  EXPECT_GT(reach, within);
  const PieceLeaf x{whole_a}, y{whole_b};
  const KnownPieces none(nullptr);
  return {CloseTriangles(pieces, x, y, none, reach).fill(kept), 1};
}

using Names = std::vector<std::array<std::uint32_t, 2>>;
// Of pairs that meet, found without any memory.
Names names_of(const Instance& a, const Instance& b, const ContactSettings& settings) {
  Names names;
  (void)visit_contact_manifolds(
      a, b,
      [&](const ContactManifold& m) {
        return names.push_back({m.leaf_a, m.leaf_b}), true;
      },
      settings);
  std::sort(names.begin(), names.end());
  return names;
}

// How far from the origin an object that comes along a direction touches the other one, which is there.
double touching_distance(const Shape& shape, const Quat& turn, const V3d& from, const Shape& other) {
  const ShapeCast cast =
      shape_cast({shape, Affine(Pose{turn, real(from * 4)}), 0}, real(from * -4), {other, Affine(Pose{}), 0});
  return 4 * (1 - double(cast.time));
}

TEST(ClosePairs, HoldAllThatMeetWhileObjectsCreep) {
  Random random(20261160);
  const Shape tube = mesh_of(torus_model(20, 12, 1, 0.4)), ring = mesh_of(torus_model(16, 10, 0.8, 0.3));
  const Shape hull = *make_hull(torus_model(14, 12, 0.4, 0.5).vertices);
  int visits = 0, known_visits = 0, searches = 0;
  std::size_t meeting = 0, most = 0;
  for (const Shape& other :
       {ring, hull, Shape(Sphere{Real(0.7)}), Shape(Box{{Real(0.5), Real(0.6), Real(0.7)}})}) {
    ClosePairList known;
    const V3d from = random.direction(), spin = random.direction();
    const Quat turn = rotation_about(real(random.direction()), Real(random.uniform(0, 6)));
    const double within = random.chance(0.5) ? 0 : 0.02;
    const double start = touching_distance(other, turn, from, tube) + 0.04;
    for (int frame = 0; frame < 60; ++frame) {
      const Quat little = rotation_about(real(spin), Real(0.0005 * frame));
      const Instance a{tube, Affine(Pose{little, {3, -2, 1}}), Real(0.01)};
      const Instance b{other, Affine(Pose{turn, Vec3{3, -2, 1} + real(from * (start - 0.001 * frame))}), 0};
      const bool is_mirrored = other.kind() == ShapeKind::box;
      const Instance &first = is_mirrored ? b : a, &second = is_mirrored ? a : b;
      const Visit found = visit(first, second, within, known);
      ++visits;
      searches += found.searches;
      if (!found.are_known) continue;
      ++known_visits;
      const ContactSettings cold{.prediction = Real(within), .internal_edges = InternalEdges::as_they_are};
      for (const std::array<std::uint32_t, 2>& pair : names_of(first, second, cold)) {
        EXPECT_TRUE(std::any_of(known.pairs().begin(), known.pairs().end(), [&](const PieceIds& ids) {
          return ids.a == pair[0] && ids.b == pair[1];
        })) << frame;
        ++meeting;
      }
      most = std::max(most, known.pairs().size());
    }
  }
  EXPECT_GT(known_visits, visits * 3 / 4);
  EXPECT_LT(searches, visits / 4);
  EXPECT_GT(meeting, 100u);
  EXPECT_LE(most, ManifoldCache::kCapacity);
}

TEST(ClosePairs, AreForgottenWithShapesMarginsAndVertices) {
  TriangleMesh mesh = *build(torus_model(20, 12, 1, 0.4));
  const Shape ball(Sphere{Real(0.5)});
  ClosePairList known;
  const auto instance = [](const Shape& shape, double x, Real margin) {
    return Instance{shape, Affine(Pose{Quat{}, {Real(x), 0, 0}}), margin};
  };
  const auto ask = [&](const Shape& shape, double x, Real margin) {
    return visit(instance(mesh.shape(), 0, margin), instance(shape, x, 0), 0, known).are_known;
  };
  const auto learn = [&](const Shape& shape, double x, Real margin) {
    EXPECT_FALSE(ask(shape, x, margin));  // how fast they are is not known yet
    EXPECT_TRUE(ask(shape, x + 0.001, margin));
    EXPECT_TRUE(ask(shape, x + 0.002, margin));
  };
  learn(ball, 1.85, 0);
  learn(Shape(Sphere{Real(0.51)}), 1.85, 0);
  learn(ball, 1.85, 0);
  learn(ball, 1.85, Real(0.01));
  MeshModel bent = torus_model(20, 12, 1, 0.41);
  ASSERT_FALSE(mesh.refit(bent.vertex_array()).has_value());
  learn(ball, 1.85, Real(0.01));
  EXPECT_FALSE(ask(ball, 1.2, Real(0.01)));  // a jump
  EXPECT_TRUE(ask(ball, 1.201, Real(0.01)));
}

TEST(ClosePairs, ThatAreTooManyAreNotCountedEveryTime) {
  const Shape tube = mesh_of(torus_model(20, 12, 1, 0.4));
  ClosePairList known;
  int searches = 0;
  for (int frame = 0; frame < 50; ++frame) {
    const Instance a{tube, Affine(Pose{}), 0}, b{tube, Affine(Pose{Quat{}, {Real(0.001 * frame), 0, 0}}), 0};
    const Visit found = visit(a, b, 0, known);
    EXPECT_FALSE(found.are_known);
    searches += found.searches;
  }
  EXPECT_EQ(searches, 2);
}

TEST(ClosePairs, ChangeNoManifoldsOfObjectsThatCreep) {
  Random random(20261161);
  const Shape tube = mesh_of(torus_model(20, 12, 1, 0.4)), ring = mesh_of(torus_model(16, 10, 0.8, 0.3));
  const Shape hull = *make_hull(torus_model(14, 12, 0.4, 0.5).vertices);
  std::size_t sets = 0;
  for (int round = 0; round < 6; ++round) {
    const Shape& other = round % 2 == 0 ? hull : ring;
    const V3d from = random.direction();
    const Quat turn = rotation_about(real(random.direction()), Real(random.uniform(0, 6)));
    const double start = touching_distance(other, turn, from, tube) + 0.01;
    ManifoldCache cache;
    for (int frame = 0; frame < 24; ++frame) {
      const Instance a{tube, Affine(Pose{}), 0};
      const Instance b{other, Affine(Pose{turn, real(from * (start - 0.001 * frame))}), 0};
      const Names cold = names_of(a, b, {});
      ASSERT_EQ(names_of(a, b, {.manifolds = &cache}), cold) << round << " " << frame;
      sets += cold.size();
    }
  }
  EXPECT_GT(sets, 100u);
}

}  // namespace
}  // namespace graze::test
