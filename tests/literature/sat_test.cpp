// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "literature/sat.h"

#include <gtest/gtest.h>

#include "graze/shape/hull_builder.h"
#include "shape/core/core.h"
#include "support/brute_force.h"
#include "support/generators.h"

// Separating axes against brute force in rationals: every normal that a facet of the difference can have,
// from all triples of corners and all pairs of lines through two corners.

namespace graze::primitive {
namespace {

using namespace graze::test;
using Corners = std::vector<V3<mpq_class>>;

Shape hull_of(const std::vector<V3d>& vertices) {
  std::vector<Vec3> points;
  for (const V3d& v : vertices) points.push_back(graze_vec(v));
  HullSettings settings;
  settings.face_tolerance = 0;
  return make_hull(points, settings).value();
}

/// A placed shape in the world's frame, as the query would read it.
struct Body {
  Shape shape;
  Core core;

  explicit Body(const CheckInstance& check)
      : shape(check.shape.kind == ShapeKind::polytope ? hull_of(check.shape.vertices)
                                                      : graze_shape(check.shape)) {
    const Affine placement = graze_affine(check.placement);
    make_core(shape.view(), placement, 0, core);
    core.translation += Vec3d(placement.translation());
    core.extent += sum_abs(Vec3d(placement.translation()));
  }
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;
};

template <class A, class B>
void try_all(const Body& a, const A& ra, const Body& b, const B& rb, SatSearch& search) {
  const auto hull = [](const Body& body, const VertexReader& reader) {
    return SatHull{*topology_of(body.shape.view()), reader};
  };
  const auto box = [](const Body& body, const BoxReader& reader) { return SatBox{reader, body.core.linear}; };
  constexpr bool kPointsA = std::is_same_v<A, PointsReader>, kPointsB = std::is_same_v<B, PointsReader>;
  constexpr bool kHullA = std::is_same_v<A, VertexReader>, kHullB = std::is_same_v<B, VertexReader>;
  constexpr bool kBoxB = std::is_same_v<B, BoxReader>;
  if constexpr (kPointsA && kPointsB) {
    try_axes(ra, rb, search);
  } else if constexpr (kPointsA && kHullB) {
    try_axes(ra, hull(b, rb), search);
  } else if constexpr (kPointsA && kBoxB) {
    try_axes(ra, box(b, rb), search);
  } else if constexpr (kHullA && kHullB) {
    try_axes(hull(a, ra), hull(b, rb), search);
  } else if constexpr (kHullA && kBoxB) {
    try_axes(hull(a, ra), box(b, rb), search);
  } else if constexpr (std::is_same_v<A, BoxReader> && kBoxB) {
    try_axes(box(a, ra), box(b, rb), search);
  } else {
    ADD_FAILURE() << "not in canonical order";
  }
}

SatSearch search_of(const CheckPair& pair) {
  const Body a(pair.a), b(pair.b);
  const bool is_swapped = b.core.reader < a.core.reader;
  const Body &first = is_swapped ? b : a, &second = is_swapped ? a : b;
  SatSearch search;
  search.size = a.core.extent + b.core.extent;
  search.error = 16 * kDoubleEpsilon * search.size;
  with_reader(first.core, [&](const auto& ra) {
    with_reader(second.core, [&](const auto& rb) { try_all(first, ra, second, rb, search); });
  });
  return search;
}

CheckShape random_body(Random& random, ShapeKind kind) {
  const auto points = [&](int n) {
    std::vector<V3d> all;
    for (int i = 0; i < n; ++i) all.push_back(rounded(random.in_cube()));
    return all;
  };
  switch (kind) {
    case ShapeKind::box:
      return check_sized(kind, {test::rounded(random.uniform(0.2, 1)), test::rounded(random.uniform(0.2, 1)),
                                test::rounded(random.uniform(0.2, 1))});
    case ShapeKind::segment:
      return check_hull_of_points(kind, points(2));
    case ShapeKind::triangle:
      return check_hull_of_points(kind, points(3));
    case ShapeKind::tetrahedron:
      return check_hull_of_points(kind, points(4));
    default:
      return check_hull_of_points(ShapeKind::polytope, points(5 + random.below(2)));
  }
}

CheckPair random_bodies(Random& random, ShapeKind a, ShapeKind b) {
  CheckPair pair;
  pair.a = {random_body(random, a), rounded(random_rotation(random)), 0};
  pair.b = {random_body(random, b),
            random.chance(0.5) ? random_linear(random) : rounded(random_rotation(random)), 0};
  if (random.chance(0.2)) pair.b.placement = pair.a.placement;  // parallel edges and faces
  const bool are_thin =
      a == ShapeKind::segment && b == ShapeKind::triangle;  // from afar they hardly ever meet
  pair.b.placement.translation = rounded(random.direction() * random.uniform(0, are_thin ? 0.5 : 2));
  return pair;
}

struct Outcomes {
  int apart = 0, overlapping = 0, open = 0;
};

// Says apart where brute force does, and otherwise finds its depth: no axis of a facet is left out.
void expect_as_brute_force(const CheckPair& pair, Outcomes& outcomes) {
  const SatSearch search = search_of(pair);
  const std::optional<mpq_class> exact = exact_depth_squared(pair);
  const double tolerance = 16 * search.error;
  if (!exact) {
    ++outcomes.apart;
    ASSERT_FALSE(search.is_overlapping()) << replay(pair);
    ASSERT_LT(search.least, tolerance) << replay(pair);
    return;
  }
  const double depth = std::sqrt(exact->get_d());
  ASSERT_FALSE(search.is_apart()) << replay(pair);
  ASSERT_LE(search.certain, depth + tolerance) << replay(pair);
  search.is_overlapping() ? ++outcomes.overlapping : ++outcomes.open;
  ASSERT_NEAR(search.least, depth, tolerance) << replay(pair);
}

class SatPair : public testing::TestWithParam<std::pair<ShapeKind, ShapeKind>> {};

TEST_P(SatPair, FindsTheSameDepthAsBruteForceInRationals) {
  const auto [a, b] = GetParam();
  Random random(mixed(5, static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b)));
  Outcomes outcomes;
  const int pairs = b == ShapeKind::box ? 30 : 150;  // in rationals, eight corners take their time
  for (int i = 0; i < pairs; ++i) {
    expect_as_brute_force(random_bodies(random, a, b), outcomes);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(outcomes.apart, pairs / 10);
  EXPECT_GT(outcomes.overlapping, pairs / 40);
  EXPECT_LT(outcomes.open, pairs / 8);  // nearly parallel edges are left to others
}

constexpr std::pair<ShapeKind, ShapeKind> kPairsOfKinds[] = {{ShapeKind::segment, ShapeKind::box},
                                                             {ShapeKind::triangle, ShapeKind::box},
                                                             {ShapeKind::box, ShapeKind::box},
                                                             {ShapeKind::triangle, ShapeKind::triangle},
                                                             {ShapeKind::segment, ShapeKind::triangle},
                                                             {ShapeKind::tetrahedron, ShapeKind::tetrahedron},
                                                             {ShapeKind::tetrahedron, ShapeKind::triangle},
                                                             {ShapeKind::polytope, ShapeKind::polytope},
                                                             {ShapeKind::polytope, ShapeKind::triangle},
                                                             {ShapeKind::polytope, ShapeKind::box},
                                                             {ShapeKind::polytope, ShapeKind::segment}};
INSTANTIATE_TEST_SUITE_P(Every, SatPair, testing::ValuesIn(kPairsOfKinds), [](const auto& of) {
  return std::string(to_string(of.param.first)) + "_" + to_string(of.param.second);
});

CheckInstance placed(const CheckShape& shape, const V3d& at = {0, 0, 0}, double turn = 0) {
  CheckInstance instance{shape, {}, 0};
  const double c = std::cos(turn), s = std::sin(turn), e = 0.6, f = 0.8;  // about x, then about z
  if (turn != 0) instance.placement = rounded(Mapd{{e, f, 0}, {-f * c, e * c, s}, {f * s, -e * s, c}, {}});
  instance.placement.translation = at;
  return instance;
}

// [Bergen03, Table 3.1], for pairs in general position that meet, so that no axis ends the test.
TEST(Sat, TriesAsManyAxesAsTheTableCounts) {
  const CheckShape segment = check_hull_of_points(ShapeKind::segment, {{-1, -0.25, -0.5}, {1, 0.5, 0.75}});
  const CheckShape triangle =
      check_hull_of_points(ShapeKind::triangle, {{-1, -1, -0.25}, {1, -0.5, 0.25}, {0, 1, 0.5}});
  const CheckShape box = check_sized(ShapeKind::box, {1, 0.75, 0.5});
  const auto axes = [](const CheckShape& a, const CheckShape& b) {
    const SatSearch search = search_of({placed(a), placed(b, {0, 0, 0}, 0.7)});
    EXPECT_FALSE(search.is_apart());
    return search.count;
  };
  EXPECT_EQ(axes(segment, triangle), 4);
  EXPECT_EQ(axes(segment, box), 6);
  EXPECT_EQ(axes(triangle, box), 13);
  EXPECT_EQ(axes(box, box), 15);
  EXPECT_EQ(axes(triangle, triangle), 11);
}

// A pair of edges spans a facet of the difference exactly when the edges attain both supports along their
// cross product. Counted in rationals over all pairs, with faces added.
int facets_of_difference(const CheckPair& pair) {
  const Body a(pair.a), b(pair.b);
  const HullTopology &ta = *topology_of(a.shape.view()), &tb = *topology_of(b.shape.view());
  // Vertices of the hull in the hull's own order, placed exactly.
  const auto corners = [](const Body& body, const CheckInstance& instance) {
    Corners all;
    const VertexSet& set = polytope_of(body.shape.view()).vertices;
    const Map<mpq_class> map(instance.placement);
    for (std::uint32_t i = 0; i < set.count; ++i) {
      const Vec3d v = set.vertex(i);
      all.push_back(map.point(V3<mpq_class>(V3d{v.x, v.y, v.z})));
    }
    return all;
  };
  const Corners ca = corners(a, pair.a), cb = corners(b, pair.b);
  const auto highest = [](const Corners& c, const V3<mpq_class>& n) {
    mpq_class best = dot(c[0], n);
    for (const auto& v : c) best = larger(best, mpq_class(dot(v, n)));
    return best;
  };
  int count = static_cast<int>(ta.face_count() + tb.face_count());
  for (std::uint32_t h = 0; h < ta.origin.size(); ++h)
    for (std::uint32_t k = 0; k < tb.origin.size(); ++k) {
      if (ta.twin[h] < h || tb.twin[k] < k) continue;
      const auto &p = ca[ta.origin[h]], &q = cb[tb.origin[k]];
      const auto n = cross(ca[ta.origin[ta.twin[h]]] - p, cb[tb.origin[tb.twin[k]]] - q);
      for (const auto& d : {n, -n})
        if (highest(ca, d) == dot(p, d) && highest(cb, -d) == dot(q, -d)) ++count;
    }
  return count;
}

// Pruning on the sphere of normals keeps the pairs of edges that span a facet, all of them and no others.
TEST(Sat, OfHullsTriesTheFacetsOfTheDifferenceAndNoMore) {
  Random random(6);
  int tried = 0, all = 0, pairs = 0;
  while (pairs < 60) {
    CheckPair pair;
    pair.a = {random_body(random, ShapeKind::polytope), rounded(random_rotation(random)), 0};
    pair.b = {random_body(random, ShapeKind::polytope), random_linear(random), 0};
    pair.b.placement.translation = rounded(random.direction() * 0.1);
    const Body a(pair.a), b(pair.b);
    const auto is_hull = [](const Body& body) { return body.core.reader == Core::Reader::vertices; };
    const SatSearch search = search_of(pair);
    if (!is_hull(a) || !is_hull(b)) continue;  // a tetrahedron after all: read as four points
    if (!search.is_overlapping()) continue;    // an axis that separates ends the test early
    ++pairs;
    const auto edges = [](const Body& body) {
      return static_cast<int>(topology_of(body.shape.view())->origin.size()) / 2;
    };
    ASSERT_EQ(search.count, facets_of_difference(pair)) << replay(pair);
    tried += search.count;
    all += edges(a) * edges(b);
  }
  EXPECT_LT(tried, all);
}

// Two cubes as hulls, overlapping by 1/4 along x: by hand, and all edges are parallel or perpendicular.
TEST(Sat, OfAlignedCubesIsTheFaceOfLeastOverlap) {
  std::vector<V3d> cube;
  for (int i = 0; i < 8; ++i) cube.push_back({i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0});
  const CheckShape hull = check_hull_of_points(ShapeKind::polytope, cube),
                   box = check_sized(ShapeKind::box, {1, 1, 1});
  for (const CheckShape& a : {hull, box})
    for (const CheckShape& b : {hull, box}) {
      const SatSearch search = search_of({placed(a), placed(b, {1.75, 0.5, 0.25})});
      EXPECT_TRUE(search.is_overlapping());
      EXPECT_EQ(search.least, 0.25);
      EXPECT_EQ(std::abs(search.axis.x), 1);
      EXPECT_NEAR(search.certain, 0.25, 1e-12);
      const SatSearch apart = search_of({placed(a), placed(b, {1.75, -2.5, 0.25})});
      EXPECT_TRUE(apart.is_apart());
      EXPECT_EQ(apart.least, -0.5);
      EXPECT_EQ(search_of({placed(a), placed(b, {2, 0, 0})}).least, 0);
    }
}

// Flat hulls: hexagons in one plane, in parallel planes, and crossing.
TEST(Sat, OfFlatHullsFindsAxesInTheirPlaneToo) {
  const CheckShape hexagon = check_hull_of_points(
      ShapeKind::polytope, {{1, 0, 0}, {0.5, 1, 0}, {-0.5, 1, 0}, {-1, 0, 0}, {-0.5, -1, 0}, {0.5, -1, 0}});
  EXPECT_TRUE(search_of({placed(hexagon), placed(hexagon, {2.25, 0, 0})}).is_apart());
  EXPECT_TRUE(search_of({placed(hexagon), placed(hexagon, {1.75, 1, 0})}).is_apart());
  EXPECT_TRUE(search_of({placed(hexagon), placed(hexagon, {0, 0, 0.5})}).is_apart());
  const SatSearch within = search_of({placed(hexagon), placed(hexagon, {0.5, 0, 0})});
  EXPECT_FALSE(within.is_apart());
  EXPECT_FALSE(within.is_overlapping());  // a common area has no depth
  EXPECT_TRUE(search_of({placed(hexagon), placed(hexagon, {0, 0, 0}, 0.7)}).is_overlapping());
}

TEST(Sat, OfPointsAndParallelSegmentsHasNoFacetsAndClaimsNoOverlap) {
  const CheckShape segment = check_hull_of_points(ShapeKind::segment, {{0, 0, 0}, {1, 1, 1}});
  const CheckShape point = check_point({0.5, 0.5, 0.5});
  for (const CheckPair& pair :
       {CheckPair{placed(segment), placed(segment)}, CheckPair{placed(segment), placed(point)},
        CheckPair{placed(point), placed(point)}}) {
    EXPECT_FALSE(search_of(pair).is_overlapping());
    EXPECT_FALSE(search_of(pair).is_apart());
  }
  EXPECT_TRUE(search_of({placed(segment), placed(segment, {0.25, 0, 0})}).is_apart());
  EXPECT_TRUE(search_of({placed(segment), placed(segment, {2, 2, 2})}).is_apart());
  EXPECT_TRUE(search_of({placed(point), placed(point, {0, 0.25, 0})}).is_apart());
}

}  // namespace
}  // namespace graze::primitive
