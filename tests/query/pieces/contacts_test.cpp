// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "graze/query/distance.h"
#include "graze/query/piece_contacts.h"
#include "query/manifold/floors.h"
#include "query/mesh_samples.h"
#include "support/allocation_counter.h"

namespace graze::test {
namespace {

using Key = std::pair<std::uint32_t, std::uint32_t>;

// A floor of n x n squares from -half to half in x and z, at y = 0.
MeshModel floor_model(int n, double half) {
  MeshModel model;
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j)
      model.vertices.push_back({Real(half * (2.0 * i / n - 1)), 0, Real(half * (2.0 * j / n - 1))});
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const auto a = static_cast<std::uint32_t>(i * (n + 1) + j);
      const auto side = static_cast<std::uint32_t>(n + 1);
      for (const std::uint32_t v : {a, a + 1, a + side, a + side, a + 1, a + side + 1})
        model.indices.push_back(v);
    }
  return model;
}

TEST(PieceContacts, OfABoxOnAFloorLieInTheFloorAndUnderTheBox) {
  const Instance floor = at(mesh_of(floor_model(4, 4)), {});
  const Instance box =
      at(Shape(Box{{Real(1.5), Real(0.5), Real(1.5)}}), {Real(0.25), Real(0.49), Real(0.125)});
  int points = 0;
  Real left = 9, right = -9;
  EXPECT_EQ(visit_piece_contacts(floor, box,
                                 [&](const PieceNumbers& pieces, const ContactSet& set) {
                                   EXPECT_LT(pieces.a, 32u);
                                   EXPECT_EQ(pieces.b, kNoPiece);
                                   for (const ContactPoint& p : set.span()) {
                                     ++points;
                                     left = std::min(left, p.point_b.x);
                                     right = std::max(right, p.point_b.x);
                                     if (set.normal.y > Real(0.99)) {
                                       EXPECT_NEAR(p.gap, -0.01, 1e-5);
                                     }
                                   }
                                   return true;
                                 }),
            Status::converged);
  EXPECT_GT(points, 8);
  EXPECT_NEAR(left, -1.25, 1e-5);
  EXPECT_NEAR(right, 1.75, 1e-5);
}

TEST(PieceContacts, ReachAsFarAsThePrediction) {
  const Instance floor = at(mesh_of(floor_model(4, 4)), {}),
                 ball = at(Shape(Sphere{1}), {Real(0.3), Real(1.2), Real(0.4)});
  const auto count = [&](Real prediction) {
    int seen = 0;
    (void)visit_piece_contacts(
        floor, ball, [&](const PieceNumbers&, const ContactSet& set) { return seen += set.count, true; },
        {.prediction = prediction});
    return seen;
  };
  EXPECT_EQ(count(Real(0.1)), 0);
  EXPECT_GE(count(Real(0.21)), 1);
}

TEST(PieceContacts, RefuseACacheAndBadInstances) {
  const Instance floor = at(mesh_of(floor_model(2, 1)), {});
  ContactCache cache;
  const auto ignore = [](const PieceNumbers&, const ContactSet&) { return true; };
  EXPECT_EQ(visit_piece_contacts(floor, floor, ignore, {.cache = &cache}), Status::invalid_argument);
  EXPECT_EQ(visit_piece_contacts(floor, at(Shape(), {}), ignore), Status::invalid_argument);
}

TEST(PiecePenetrations, OfABallInACubeAreThoseOfItsTriangles) {
  const Instance cube = at(mesh_of(cube_model()), {}), ball = at(Shape(Sphere{Real(0.5)}), {Real(0.8), 0, 0});
  // The centre is 0.2 inside the face x = 1, which is two triangles: 0.5 - 0.2 deep in the one it stands
  // over.
  Real deepest = 0;
  int seen = 0;
  (void)visit_piece_penetrations(cube, ball, [&](const PieceNumbers& pieces, const Penetration& p) {
    ++seen;
    EXPECT_TRUE(pieces.a == 2 || pieces.a == 3) << pieces.a;
    deepest = std::max(deepest, p.upper);
    return true;
  });
  EXPECT_EQ(seen, 2);
  EXPECT_NEAR(deepest, 0.3, 1e-5);
}

TEST(PiecePenetrations, AreThoseOfPairsAskedOneByOne) {
  Random random(20261120);
  int met = 0, apart = 0;
  for (int round = 0; round < 150; ++round) {
    const Whole a = random_whole(random, 1), b = random_whole(random, 2);
    std::map<Key, Real> found;  // of a mesh in a compound: the deepest of its triangles
    (void)visit_piece_penetrations(a.instance, b.instance,
                                   [&](const PieceNumbers& pieces, const Penetration& p) {
                                     Real& depth = found[{pieces.a, pieces.b}];
                                     depth = std::max(depth, p.upper);
                                     return true;
                                   });
    for (std::uint32_t i = 0; i < a.pieces.size(); ++i)
      for (std::uint32_t j = 0; j < b.pieces.size(); ++j) {
        const Instance &x = a.pieces[i], &y = b.pieces[j];
        if (is_complex(x.shape.kind()) || is_complex(y.shape.kind())) continue;
        const Penetration one = penetration(x, y);
        if (one.contact == Contact::touching) continue;
        const Key key{is_complex(a.instance.shape.kind()) ? i : kNoPiece,
                      is_complex(b.instance.shape.kind()) ? j : kNoPiece};
        const auto at_key = found.find(key);
        ASSERT_EQ(at_key != found.end(), one.contact == Contact::overlapping) << round;
        if (one.contact == Contact::overlapping) {
          ASSERT_NEAR(at_key->second, one.upper, Real(1e-4)) << round;
        }
        (one.contact == Contact::overlapping ? met : apart) += 1;
      }
  }
  EXPECT_GT(met, 100);
  EXPECT_GT(apart, 100);
}

TEST(DeepestPieces, OfABallInACubeAreTheOneItIsNearest) {
  const Instance cube = at(mesh_of(cube_model()), {}), ball = at(Shape(Sphere{Real(0.5)}), {Real(0.8), 0, 0});
  const Penetration deepest = deepest_pieces(cube, ball).deepest;  // as above
  EXPECT_EQ(deepest.contact, Contact::overlapping);
  EXPECT_TRUE(deepest.piece_a == 2 || deepest.piece_a == 3) << deepest.piece_a;
  EXPECT_EQ(deepest.piece_b, kNoPiece);
  EXPECT_NEAR(deepest.upper, 0.3, 1e-5);
  EXPECT_NEAR(std::abs(deepest.normal.x), 1, 1e-5);
  const Penetration swapped = deepest_pieces(ball, cube).deepest;
  EXPECT_EQ(swapped.piece_b, deepest.piece_a);
  EXPECT_EQ(swapped.upper, deepest.upper);
  EXPECT_EQ(swapped.normal, -deepest.normal);
  EXPECT_EQ(deepest_pieces(cube, at(Shape(Sphere{Real(0.1)}), {})).deepest.contact, Contact::apart);
  EXPECT_EQ(deepest_pieces(cube, at(Shape(), {})).deepest.status, Status::invalid_argument);
}

TEST(DeepestPieces, ThatAreApartAreNotCloserThanTheClearance) {
  // A ball of radius 0.5 at 1.75 from a floor with a margin of 1: 0.25 apart.
  Instance floor = at(mesh_of(floor_model(8, 4)), {});
  floor.margin = 1;
  const PieceDepth depth = deepest_pieces(floor, at(Shape(Sphere{Real(0.5)}), {0, Real(1.75), 0}));
  EXPECT_EQ(depth.deepest.contact, Contact::apart);
  EXPECT_LE(depth.clearance, Real(0.25));
  EXPECT_GT(depth.clearance, Real(0.2));
}

// Meshes, compounds and capsules, near and far, with margins of any size, so that gaps between boxes count.
TEST(DeepestPieces, AreThoseOfAllPairs) {
  Random random(20261121);
  const auto asked = [](const Instance& a, const Instance& b) {
    Penetration deepest;
    (void)visit_piece_penetrations(a, b, [&](const PieceNumbers&, const Penetration& p) {
      if (p.contact > deepest.contact || p.upper > deepest.upper) deepest = p;
      return true;
    });
    return deepest;
  };
  const auto least_distance = [](const Whole& a, const Whole& b) {
    Real least = kInfinity;
    for (Instance x : a.pieces)
      for (Instance y : b.pieces) {
        x.margin = a.instance.margin, y.margin = b.instance.margin;
        least = std::min(least, distance(x, y).upper);
      }
    return least;
  };
  int met = 0, apart = 0, remembered = 0, cleared = 0;
  for (int round = 0; round < 400; ++round) {
    Whole a = random_whole(random, 1), b = random_whole(random, round % 2 == 0 ? 2 : 7);
    a.instance.margin = Real(round % 3 == 0 ? 0 : random.uniform(0, 2));
    b.instance.margin = Real(round % 5 == 0 ? 0 : random.uniform(0, 0.2));
    PairCache cache;
    for (int frame = 0; frame < 3; ++frame) {
      const Penetration expected = asked(a.instance, b.instance);
      const PieceDepth depth =
          deepest_pieces(a.instance, b.instance, {.cache = frame > 0 ? &cache : nullptr});
      const Penetration& deepest = depth.deepest;
      ASSERT_EQ(deepest.contact, expected.contact) << round;
      // Both within relative_error of the depth and the margins.
      const Real close = Real(1e-4) * (1 + expected.upper);
      ASSERT_NEAR(deepest.upper, expected.upper, close) << round;
      ASSERT_NEAR(deepest.lower, expected.lower, close) << round;
      (expected.contact == Contact::overlapping ? met : apart) += 1;
      if (depth.clearance > 0) {
        ++cleared;
        ASSERT_EQ(deepest.contact, Contact::apart) << round;
        ASSERT_LE(depth.clearance, least_distance(a, b)) << round;
      }
      remembered += cache.vertex_count > 0 ? 1 : 0;
      const Vec3 way = real(random.in_cube()) * Real(0.05);
      const auto move = [&](Instance& x) {
        x.placement = Affine(x.placement.linear(), x.placement.translation() + way);
      };
      move(b.instance);
      for (Instance& piece : b.pieces) move(piece);
    }
  }
  EXPECT_GT(met, 200);
  EXPECT_GT(apart, 200);
  EXPECT_GT(remembered, 100);
  EXPECT_GT(cleared, 50);
}

TEST(PieceContacts, DoNotAllocate) {
  const Instance floor = at(mesh_of(floor_model(8, 4)), {}),
                 box = at(Shape(Box{{1, 1, 1}}), {0, Real(0.9), 0});
  const std::uint64_t before = allocation_count();
  (void)visit_piece_contacts(floor, box, [](const PieceNumbers&, const ContactSet&) { return true; });
  (void)visit_piece_penetrations(floor, box, [](const PieceNumbers&, const Penetration&) { return true; });
  (void)deepest_pieces(floor, box);
  EXPECT_EQ(allocation_count(), before);
}

// The pieces of a floor: prisms below its triangles, boxes below rectangles, or meshes of a few triangles
// each.
Shape floor_of_pieces(Random& random, int kind) {
  std::vector<Shape> pieces;
  if (kind == 0) {  // bricks, each at a place and of a size of its own
    for (int row = 0; row < 8; ++row)
      for (double x = -3, right = x; x < 3; x = right) {
        right = x + random.uniform(0.2, 0.9);
        const double half = (right - x) / 2, depth = random.uniform(0.2, 1);
        const Affine place(Vec3{Real(x + half), Real(-depth), Real(-2.625 + 0.75 * row)});
        pieces.push_back(*make_affine_image(Shape(Box{{Real(half), Real(depth), Real(0.375)}}), place));
      }
  } else {
    const MeshModel model = any_floor(random, kind);
    const std::size_t in_one = kind == 1 ? 1 : 40;
    for (std::size_t i = 0; i < model.triangle_count(); i += in_one) {
      MeshModel some;
      some.vertices = model.vertices;
      const std::size_t end = std::min(model.triangle_count(), i + in_one);
      some.indices.assign(model.indices.begin() + std::ptrdiff_t(3 * i),
                          model.indices.begin() + std::ptrdiff_t(3 * end));
      const Triangle t = model.triangle(i);
      const Vec3 down{0, Real(-0.7), 0};
      const Vec3 corners[] = {t.a, t.b, t.c, t.a + down, t.b + down, t.c + down};
      pieces.push_back(kind == 1 ? *make_hull(corners) : mesh_of(some));
    }
  }
  const auto compound = make_compound(pieces);
  EXPECT_TRUE(compound.has_value());
  return compound ? *compound : Shape();
}

TEST(CompoundContacts, OnAFlatFloorOfPiecesHaveTheNormalOfTheFloor) {
  Random random(20261210);
  int apart = 0, overlapping = 0;
  Shape floors[4];
  for (int kind = 0; kind < 4; ++kind) floors[kind] = floor_of_pieces(random, kind);
  for (int round = 0; round < 96; ++round) {
    const Shape shape = any_object(random, round / 4 % 6);
    const double angle = random.uniform(0, 6);
    const Quat turn = random.chance(0.5) ? rotation_about({0, 1, 0}, Real(angle))
                                         : rotation_about(real(random.direction()), Real(angle));
    const Quat world = round % 3 == 0 ? Quat{} : rotation_about(real(random.direction()), Real(1.1));
    const Real height = Real(random.uniform(-0.1, 0.04));
    const double x = random.uniform(-1, 1), z = random.uniform(-1, 1);
    const Vec3 where{Real(x), reach_down(shape, turn) + height, Real(z)};
    const Instance floor{floors[round % 4], Affine(Pose{world, {}}), 0};
    const Instance object{shape, Affine(Pose{world, {}} * Pose{turn, where}), 0};
    const Sum sum = sum_of(floor, object, to_matrix(world) * Vec3{0, 1, 0}, {.prediction = Real(0.05)});
    ASSERT_GT(sum.count, 0) << round;
    ASSERT_LT(sum.worst_normal, kRounding) << round << " " << to_string(shape.kind());
    ASSERT_NEAR(sum.deepest, height, 1e-5) << round << " " << to_string(shape.kind());
    (height > 0 ? apart : overlapping) += 1;
  }
  EXPECT_GT(apart, 15);
  EXPECT_GT(overlapping, 40);
}

// Normals of all sets, sorted by x.
std::vector<Vec3> normals_on(const Instance& floor, const Instance& object) {
  std::vector<Vec3> normals;
  const auto take = [&](const ContactManifold& m) { return normals.push_back(m.set.normal), true; };
  EXPECT_EQ(visit_contact_manifolds(floor, object, take, {.prediction = Real(0.01)}), Status::converged);
  std::sort(normals.begin(), normals.end(), [](const Vec3& p, const Vec3& q) { return p.x < q.x; });
  return normals;
}
void expect_normals(const std::vector<Vec3>& found, const std::vector<Vec3>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(double(length(found[i] - expected[i])), 0, 1e-4) << found[i].x << " " << found[i].y;
}

// Two boxes, or two halves of other sorts, that meet at x = 0; the right one is higher by `step`.
Instance floor_with_step(const Shape& left, const Shape& right, double step) {
  const CompoundPiece pieces[] = {{left, Affine(Vec3{-1, Real(-0.5), 0})},
                                  {right, Affine(Vec3{1, Real(-0.5 + step), 0})}};
  const auto compound = make_compound(pieces);
  EXPECT_TRUE(compound.has_value());
  return at(compound ? *compound : Shape(), {});
}

TEST(CompoundContacts, AtAStepAreThoseOfItsEdgeAndItsRiser) {
  const Shape slab{Box{{1, Real(0.5), 1}}}, ball{Sphere{Real(0.5)}},
      crate{Box{{Real(0.3), Real(0.3), Real(0.3)}}};
  const Vec3 up{0, 1, 0};
  // A ball that rests on the floor and leans against an edge 0.1 above it: 3-4-5.
  const Instance high = floor_with_step(slab, slab, 0.1);
  expect_normals(normals_on(high, at(ball, {Real(-0.3), Real(0.5), 0})), {{Real(-0.6), Real(0.8), 0}, up});
  // A crate that is 0.001 in the floor and 0.02 in the riser.
  expect_normals(normals_on(high, at(crate, {Real(-0.28), Real(0.299), 0})), {{-1, 0, 0}, up});
  // Without a step, or with one below 2e-4 of the size of a slab, there is no edge and no riser.
  for (const double step : {0.0, 1e-7, 1e-4, -1e-4}) {
    const Instance flat = floor_with_step(slab, slab, step);
    expect_normals(normals_on(flat, at(ball, {Real(-0.02), Real(0.499), 0})), {up});
    expect_normals(normals_on(flat, at(crate, {Real(-0.28), Real(0.299), 0})), {up, up});
  }
}

TEST(CompoundContacts, BetweenPiecesOfDifferentSortsHaveNoEdge) {
  const Shape slab{Box{{1, Real(0.5), 1}}}, ball{Sphere{Real(0.5)}};
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back({Real(i & 1 ? 1 : -1), Real(i & 2 ? 0.5 : -0.5), Real(i & 4 ? 1 : -1)});
  MeshModel cube = cube_model(1);
  for (Vec3& v : cube.vertices) v.y /= 2;
  const CompoundPiece alone[] = {{slab, Affine()}};
  const Shape sorts[] = {slab, *make_hull(corners), mesh_of(cube), mesh_of(cube, true),
                         *make_compound(alone)};
  for (const Shape& left : sorts)
    for (const Shape& right : sorts) {
      const auto found =
          normals_on(floor_with_step(left, right, 0), at(ball, {Real(-0.02), Real(0.499), Real(0.1)}));
      ASSERT_GE(found.size(), 1u);
      for (const Vec3& n : found) EXPECT_NEAR(double(length(n - Vec3{0, 1, 0})), 0, 1e-4);
    }
}

}  // namespace
}  // namespace graze::test
