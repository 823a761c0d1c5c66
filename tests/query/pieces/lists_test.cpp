// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Queries that answer with many pieces: pairs that meet, hits of a ray, nearest pieces.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "graze/mesh/barycentric.h"
#include "graze/primitive/triangle_triangle.h"
#include "graze/query/distance.h"
#include "graze/query/intersects.h"
#include "graze/query/nearest_pieces.h"
#include "graze/query/piece_pairs.h"
#include "graze/query/ray_hits.h"
#include "graze/query/tree_front.h"
#include "query/mesh_samples.h"
#include "support/allocation_counter.h"

namespace graze::test {
namespace {

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

Pairs pairs_of(const Instance& a, const Instance& b) {
  Pairs pairs;
  EXPECT_EQ(visit_intersecting_pieces(a, b,
                                      [&](const PiecePair& p) {
                                        EXPECT_NE(p.contact, Contact::apart);
                                        EXPECT_TRUE(pairs.insert({p.piece_a, p.piece_b}).second);
                                        return true;
                                      }),
            Status::converged);
  return pairs;
}

TEST(IntersectingPieces, OfTwoCubesThatShareACornerRegionAreTheTrianglesThatCross) {
  // B's corner (-1, -1, -1) stands in A at (0.5, 0.5, 0.5).
  const Shape cube = mesh_of(cube_model());
  PiecePair out[64];
  const PiecePairs all = intersecting_pieces(at(cube, {}), at(cube, {Real(1.5), Real(1.5), Real(1.5)}), out);
  ASSERT_EQ(all.found, all.written.size());
  EXPECT_GT(all.found, 0u);
  for (const PiecePair& p : all.written) {
    EXPECT_TRUE(p.has_segment);
    for (const Vec3& end : {p.segment.a, p.segment.b}) {  // on both surfaces: in the common box 0.5 .. 1
      for (int k = 0; k < 3; ++k) {
        EXPECT_GE(end[k], Real(0.5) - 8 * kEpsilon);
        EXPECT_LE(end[k], 1 + 8 * kEpsilon);
      }
    }
  }
  const PiecePairs few =
      intersecting_pieces(at(cube, {}), at(cube, {Real(1.5), Real(1.5), Real(1.5)}), std::span(out).first(3));
  EXPECT_EQ(few.found, all.found);
  EXPECT_EQ(few.written.size(), 3u);
}

TEST(IntersectingPieces, EndWhenTheVisitorSaysSo) {
  const Shape cube = mesh_of(cube_model());
  int seen = 0;
  (void)visit_intersecting_pieces(at(cube, {}), at(cube, {1, 1, 1}),
                                  [&](const PiecePair&) { return ++seen < 2; });
  EXPECT_EQ(seen, 2);
}

TEST(IntersectingPieces, AreThoseThatMeetOneByOne) {
  Random random(20261117);
  std::size_t met = 0, asked = 0;
  for (int round = 0; round < 200; ++round) {
    const Whole a = random_whole(random, 1), b = random_whole(random, 2);
    const Pairs found = pairs_of(a.instance, b.instance);
    const bool is_only_a = a.pieces.size() == 1 && !is_complex(a.instance.shape.kind());
    const bool is_only_b = b.pieces.size() == 1 && !is_complex(b.instance.shape.kind());
    for (std::uint32_t i = 0; i < a.pieces.size(); ++i)
      for (std::uint32_t j = 0; j < b.pieces.size(); ++j) {
        const Contact one = intersects(a.pieces[i], b.pieces[j]).contact;
        ++asked;
        if (one == Contact::touching) continue;
        met += one == Contact::overlapping;
        ASSERT_EQ(found.count({is_only_a ? kNoPiece : i, is_only_b ? kNoPiece : j}),
                  one == Contact::overlapping)
            << round << ": " << i << ", " << j;
      }
    Pairs mirrored;
    for (const auto& [i, j] : pairs_of(b.instance, a.instance)) mirrored.insert({j, i});
    ASSERT_EQ(mirrored, found) << round;
  }
  EXPECT_GT(met, 200u);
  EXPECT_GT(asked - met, 200u);
}

TEST(SelfIntersections, OfATorusAreNone) {
  int seen = 0;
  EXPECT_EQ(
      visit_self_intersections(mesh_of(torus_model(20, 10)), [&](const PiecePair&) { return ++seen > 0; }),
      Status::converged);
  EXPECT_EQ(seen, 0);
}

TEST(SelfIntersections, OfNeighboursAreThoseThatOverlap) {
  // Corners on a small grid: triangles share corners and edges, lie in one plane, are folded onto each other.
  Random random(20261223);
  int overlapping = 0, touching = 0, strangers = 0;
  for (int round = 0; round < 200; ++round) {
    MeshModel model;
    for (int i = 0; i < 9; ++i)
      model.vertices.push_back(
          {Real(random.below(4)), Real(random.below(4)), Real(random.below(round % 3 + 1))});
    for (int i = 0; i < 3 * 16; ++i) model.indices.push_back(static_cast<std::uint32_t>(random.below(9)));
    Pairs expected, found;
    for (std::uint32_t i = 0; i < 16; ++i)
      for (std::uint32_t j = i + 1; j < 16; ++j) {
        const Triangle s = model.triangle(i), t = model.triangle(j);
        const Contact contact = primitive::triangle_triangle(s, t).contact;
        bool is_shared = false;
        for (const Vec3& p : {s.a, s.b, s.c}) is_shared = is_shared || p == t.a || p == t.b || p == t.c;
        if (contact == Contact::overlapping || (!is_shared && contact == Contact::touching))
          expected.insert({i, j});
        if (is_shared) (contact == Contact::overlapping ? overlapping : touching) += 1;
        strangers += !is_shared && contact != Contact::apart;
      }
    ASSERT_EQ(visit_self_intersections(mesh_of(model),
                                       [&](const PiecePair& p) {
                                         EXPECT_TRUE(found.insert({p.piece_a, p.piece_b}).second);
                                         return true;
                                       }),
              Status::converged);
    ASSERT_EQ(found, expected) << round;
  }
  EXPECT_GT(overlapping, 300);
  EXPECT_GT(touching, 1000);
  EXPECT_GT(strangers, 100);
}

TEST(SelfIntersections, OfTwoCubesInOneMeshAreTheirCrossings) {
  const MeshModel a = cube_model(), b = cube_model(1, {1, 1, 1});
  const Shape both = mesh_of(join(a, b));
  Pairs found, expected;
  (void)visit_self_intersections(both, [&](const PiecePair& p) {
    found.insert({p.piece_a, p.piece_b});
    return true;
  });
  for (std::uint32_t i = 0; i < 12; ++i)
    for (std::uint32_t j = 0; j < 12; ++j)
      if (primitive::triangle_triangle(a.triangle(i), b.triangle(j))) expected.insert({i, j + 12});
  EXPECT_EQ(found, expected);
  EXPECT_FALSE(expected.empty());
  EXPECT_EQ(visit_self_intersections(Shape(Sphere{1}), [](const PiecePair&) { return true; }),
            Status::unsupported);
}

TEST(RayHits, ThroughACubeAreTwoFaces) {
  const Instance cube = at(mesh_of(cube_model()), {5, 0, 0});
  const Ray ray{{0, Real(0.25), Real(0.5)}, {1, 0, 0}, kInfinity};  // off every edge
  RayCast out[8];
  const RayHits hits = all_ray_hits(cube, ray, out);
  ASSERT_EQ(hits.found, 2u);
  EXPECT_NEAR(hits.written[0].parameter, 4, 64 * kEpsilon);
  EXPECT_NEAR(hits.written[1].parameter, 6, 64 * kEpsilon);
  EXPECT_NEAR(hits.written[1].normal.x, -1, 8 * kEpsilon);  // towards the source, from inside
  EXPECT_NEAR(first_ray_hit(cube, ray, Faces::front).parameter, 4, 64 * kEpsilon);
  EXPECT_NEAR(first_ray_hit(cube, ray, Faces::back).parameter, 6, 64 * kEpsilon);
  EXPECT_TRUE(bool(any_ray_hit(cube, ray)));
  EXPECT_FALSE(bool(any_ray_hit(cube, {{0, 3, 0}, {1, 0, 0}, kInfinity})));
  EXPECT_EQ(all_ray_hits(cube, ray, std::span(out).first(1)).found, 2u);
  EXPECT_NEAR(all_ray_hits(cube, ray, std::span(out).first(1)).written[0].parameter, 4, 64 * kEpsilon);
  EXPECT_EQ(all_ray_hits(cube, {{0, 0, 0}, {1, 0, 0}, 3}, out).found, 0u);
}

TEST(RayHits, AreThoseOfEveryPiece) {
  Random random(20261118);
  std::size_t hits = 0;
  for (int round = 0; round < 600; ++round) {
    const Whole a = random_whole(random, 1);
    const V3d source = random.direction() * 5.0;
    const Ray ray{real(source), real(random.in_cube() * 2.0 - source), 2};
    RayCast out[64];
    const RayHits found = all_ray_hits(a.instance, ray, out);
    std::set<std::uint32_t> pieces;
    for (std::size_t i = 0; i < found.written.size(); ++i) {
      pieces.insert(found.written[i].piece);
      if (i > 0) {
        ASSERT_LE(found.written[i - 1].parameter, found.written[i].parameter);
      }
    }
    ASSERT_EQ(pieces.size(), found.found);
    const bool is_only = !is_complex(a.instance.shape.kind());
    for (std::uint32_t i = 0; i < a.pieces.size(); ++i) {
      const Hit one = ray_cast(a.pieces[i], ray).hit;
      if (one == Hit::uncertain) continue;
      ASSERT_EQ(pieces.count(is_only ? kNoPiece : i), one == Hit::hit) << round << ": " << i;
      hits += one == Hit::hit;
    }
    ASSERT_EQ(bool(any_ray_hit(a.instance, ray)), found.found > 0);
  }
  EXPECT_GT(hits, 100u);
}

TEST(RayHits, OfAnEndlessRayAreThoseOfALongOne) {
  const Instance torus = at(mesh_of(torus_model(64, 32)), {});
  Random random(20261222);
  int hits = 0, misses = 0;
  for (int round = 0; round < 300; ++round) {
    const V3d source = random.direction() * 40.0;
    Ray ray{real(source), real(random.in_cube() * 12.0 - source), 4};  // the torus ends before
    RayCast out[2][16];
    const RayHits finite = all_ray_hits(torus, ray, out[0]);
    ray.max_t = kInfinity;
    const RayHits endless = all_ray_hits(torus, ray, out[1]);
    ASSERT_EQ(endless.found, finite.found) << round;
    for (std::size_t i = 0; i < finite.written.size(); ++i) {
      ASSERT_EQ(endless.written[i].parameter, finite.written[i].parameter) << round;
      ASSERT_EQ(endless.written[i].piece, finite.written[i].piece) << round;
    }
    for (const Faces faces : {Faces::both, Faces::front, Faces::back}) {
      const RayCast first = first_ray_hit(torus, ray, faces), any = any_ray_hit(torus, ray, faces);
      ASSERT_EQ(bool(any), bool(first)) << round;
      ASSERT_GE(any.parameter, first.parameter) << round;
      const bool is_listed =
          std::any_of(endless.written.begin(), endless.written.end(),
                      [&](const RayCast& r) { return r.piece == any.piece && r.parameter == any.parameter; });
      ASSERT_EQ(is_listed, bool(any)) << round;
    }
    (endless.found > 0 ? hits : misses) += 1;
  }
  EXPECT_GT(hits, 50);
  EXPECT_GT(misses, 50);
}

TEST(NearestPieces, AreTheFirstOfAllSorted) {
  Random random(20261119);
  for (int round = 0; round < 100; ++round) {
    const Whole a = random_whole(random, 1);
    const Instance point{Shape(Point{}), Affine(real(random.direction() * random.uniform(0, 6))), 0};
    std::vector<Real> all;
    for (const Instance& piece : a.pieces) all.push_back(distance(piece, point).upper);
    std::sort(all.begin(), all.end());
    Distance out[5];
    const NearestPieces nearest = nearest_pieces(a.instance, point, out);
    ASSERT_EQ(nearest.written.size(), std::min<std::size_t>(5, all.size()));
    for (std::size_t i = 0; i < nearest.written.size(); ++i)
      ASSERT_NEAR(nearest.written[i].upper, all[i], 4096 * kEpsilon) << round;
  }
}

TEST(NearestPieces, OfACubeAroundAPointAreTheNearFace) {
  const Instance cube = at(mesh_of(cube_model()), {});
  Distance out[12];
  const Instance point{Shape(Point{}), Affine(Vec3{Real(1.5), Real(0.25), Real(0.5)}), 0};
  const NearestPieces near = nearest_pieces(cube, point, out, {.threshold = Real(0.6)});
  ASSERT_EQ(near.written.size(),
            2u);  // the two triangles of +x; the others are 1.25 away or more, or an edge
  EXPECT_TRUE(near.written[0].piece_a == 2 || near.written[0].piece_a == 3);
  EXPECT_NEAR(near.written[0].upper, 0.5, 256 * kEpsilon);
}

TEST(PieceLists, DoNotAllocate) {
  const Instance a = at(mesh_of(torus_model(16, 8)), {}), b = at(mesh_of(torus_model(16, 8)), {11, 1, 0});
  PiecePair pairs[16];
  RayCast hits[4];
  Distance near[4];
  const std::uint64_t before = allocation_count();
  (void)intersecting_pieces(a, b, pairs);
  (void)all_ray_hits(a, {{20, 0, 0}, {-1, 0, 0}, kInfinity}, hits);
  (void)nearest_pieces(a, b, near);
  (void)visit_self_intersections(a.shape, [](const PiecePair&) { return true; });
  EXPECT_EQ(allocation_count(), before);
}

void expect_weights(const Triangle& t, const Vec3& p, const std::array<double, 3>& expected) {
  const std::array<Real, 3> found = barycentric(t, p);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], 4 * kEpsilon) << i;
}

TEST(Barycentric, OfPointsOnBesideAndOnFlatTriangles) {
  const Triangle t{{1, 1, 1}, {3, 1, 1}, {1, 3, 1}};
  expect_weights(t, {Real(1.5), Real(1.5), 1}, {0.5, 0.25, 0.25});
  expect_weights(t, {Real(1.5), Real(1.5), 9}, {0.5, 0.25, 0.25});  // above it
  expect_weights(t, {9, 0, 4}, {0, 1, 0});                          // b is nearest
  expect_weights(t, {0, 2, 1}, {0.5, 0, 0.5});                      // the middle of ca is
  expect_weights({{0, 0, 0}, {1, 0, 0}, {4, 0, 0}}, {1, 5, 0}, {0.75, 0, 0.25});
  expect_weights({{1, 0, 0}, {0, 0, 0}, {4, 0, 0}}, {1, 5, 0}, {0, 0.75, 0.25});
  expect_weights({{2, 2, 2}, {2, 2, 2}, {2, 2, 2}}, {1, 5, 0}, {1, 0, 0});
  expect_weights(t, {kInfinity, 0, 0}, {0, 0, 0});
}

TEST(Barycentric, OfResultsAboutPlacedMeshesGiveThePointBack) {
  Random random(20261212);
  int rays = 0, gaps = 0;
  for (int round = 0; round < 200; ++round) {
    const MeshModel model = random_soup(random, 60);
    const Instance mesh{mesh_of(model), random_placement(random, 0.5), 0};  // sheared and mirrored at times
    const auto expect_point = [&](std::uint32_t piece, const Vec3& local) {
      const Triangle t = model.triangle(piece);
      const std::array<Real, 3> w = barycentric(t, local);
      EXPECT_NEAR(w[0] + w[1] + w[2], 1, 4 * kEpsilon);
      EXPECT_GE(std::min({w[0], w[1], w[2]}), 0);
      EXPECT_NEAR(length(t.a * w[0] + t.b * w[1] + t.c * w[2] - local), 0, 1e-5) << round;
    };
    const V3d source = random.direction() * 8.0, target = random.in_cube();
    const RayCast cast = ray_cast(mesh, {real(source), real(target - source), 4});
    if (cast) expect_point(cast.piece, cast.local_point);
    const Distance d = distance(mesh, {Shape(Sphere{Real(0.1)}), Affine(real(source)), 0});
    if (d.contact == Contact::apart) expect_point(d.piece_a, d.local_a);
    rays += bool(cast);
    gaps += d.contact == Contact::apart;
  }
  EXPECT_GT(rays, 50);
  EXPECT_GT(gaps, 150);
}

// Pieces of every dimension, by themselves and as one shape.
Whole random_small_pieces(Random& random, double far) {
  Whole whole;
  whole.instance.placement = random_placement(random, far);
  std::vector<CompoundPiece> pieces;
  for (int i = 0; i < 12; ++i) {
    std::vector<Vec3> corners;
    for (int k = 0; k < 6; ++k) corners.push_back(real(random.in_cube() * 0.6));
    const Vec3 quad[] = {corners[0], corners[1], corners[0] + (corners[1] - corners[0]) + corners[2],
                         corners[0] + corners[2]};
    const Shape shape = i % 4 == 0   ? Shape(Point{corners[0]})
                        : i % 4 == 1 ? Shape(Segment{corners[0], corners[1]})
                        : i % 4 == 2 ? Shape(ConvexPolygon{quad})
                                     : Shape(Polytope{corners});
    pieces.push_back({shape, random_placement(random, 1.5)});
    whole.pieces.push_back({shape, whole.instance.placement * pieces.back().placement, 0});
  }
  const auto made = make_compound(pieces);
  EXPECT_TRUE(made.has_value());
  if (made) whole.instance.shape = *made;
  return whole;
}

TEST(Soups, OfPointsSegmentsPolygonsAndPolytopesAgreeWithAskingEveryPair) {
  Random random(20261213);
  TreeFront front;
  int apart = 0, overlapping = 0;
  for (int round = 0; round < 120; ++round) {
    const Whole a = random_small_pieces(random, 1), b = random_small_pieces(random, 5);
    Real upper = kInfinity;
    Contact contact = Contact::apart;
    std::set<std::uint32_t> meeting;
    for (std::uint32_t i = 0; i < a.pieces.size(); ++i)
      for (const Instance& y : b.pieces) {
        const Distance d = distance(a.pieces[i], y);
        upper = std::min(upper, d.upper);
        contact = std::max(contact, d.contact);
        if (d.contact == Contact::overlapping) meeting.insert(i);
      }
    const Real slack = 256 * kEpsilon * 16;  // placed by one more product here than there
    const Distance d = distance(a.instance, b.instance);
    ASSERT_NEAR(d.upper, upper, slack + Real(1e-5) * upper) << round;
    std::set<std::uint32_t> found;
    for (const auto& [piece_a, piece_b] : pairs_of(a.instance, b.instance)) found.insert(piece_a);
    ASSERT_TRUE(std::includes(found.begin(), found.end(), meeting.begin(), meeting.end())) << round;
    if (contact == Contact::overlapping || upper > slack) {
      ASSERT_EQ(intersects(a.instance, b.instance, {.front = &front}).contact, contact) << round;
      ASSERT_EQ(d.contact, contact) << round;
    }
    apart += contact == Contact::apart;
    overlapping += contact == Contact::overlapping;
  }
  EXPECT_GT(apart, 20);
  EXPECT_GT(overlapping, 20);
}

}  // namespace
}  // namespace graze::test
