// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/motion/swept_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include "support/allocation_counter.h"
#include "support/random.h"

namespace graze::test {
namespace {

using Indices = std::vector<std::uint32_t>;

struct Step {
  std::vector<Vec3> from, to;
  Indices triangles;

  [[nodiscard]] SweptMesh mesh() const {
    return *make_swept_mesh(make_vertex_array(std::span(from)), make_vertex_array(std::span(to)),
                            make_index_array(std::span(triangles)));
  }
};

// Cells x cells squares of two triangles each, flat, of side 1.
Step make_sheet(std::uint32_t cells, Real height) {
  Step sheet;
  for (std::uint32_t i = 0; i <= cells; ++i) {
    for (std::uint32_t j = 0; j <= cells; ++j) sheet.from.push_back({Real(i), Real(j), height});
  }
  sheet.to = sheet.from;
  const std::uint32_t side = cells + 1;
  for (std::uint32_t i = 0; i < cells; ++i) {
    for (std::uint32_t j = 0; j < cells; ++j) {
      const std::uint32_t a = i * side + j, b = a + 1, c = a + side, d = c + 1;
      sheet.triangles.insert(sheet.triangles.end(), {a, b, c, c, b, d});
    }
  }
  return sheet;
}

void shake(Random& random, double size, std::vector<Vec3>& points) {
  for (Vec3& p : points) {
    const V3d by = random.in_cube() * size;
    p = p + Vec3{Real(by.x), Real(by.y), Real(by.z)};
  }
}

std::vector<MeshImpact> impacts_of(const SweptMesh& a, const SweptMesh& b, const FeatureSettings& settings) {
  std::vector<MeshImpact> all;
  EXPECT_EQ(visit_impacts(
                a, b, [&](const MeshImpact& r) { return all.push_back(r), true; }, settings),
            Status::converged);
  return all;
}
std::vector<MeshImpact> self_impacts_of(const SweptMesh& mesh, const FeatureSettings& settings) {
  std::vector<MeshImpact> all;
  EXPECT_EQ(visit_self_impacts(
                mesh, [&](const MeshImpact& r) { return all.push_back(r), true; }, settings),
            Status::converged);
  return all;
}

constexpr Real kUp = 1 + 32 * kEpsilon;  // sixteen epsilons of double are added, and then it is rounded up

// Ways of 5, 0 and 13 in a step, and one of 100 that no triangle has.
TEST(SweptMesh, TravelIsThatOfTheVertexThatMovesMost) {
  Step step{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {9, 9, 9}},
            {{3, 4, 0}, {1, 0, 0}, {12, 1, 5}, {109, 9, 9}},
            {0, 1, 2}};
  const SweptMesh mesh = step.mesh();
  EXPECT_GE(mesh.travel(0, 1), 13);
  EXPECT_LE(mesh.travel(0, 1), 13 * kUp);
  EXPECT_GE(mesh.travel(Real(0.25), Real(0.5)), Real(3.25));
  EXPECT_LE(mesh.travel(Real(0.25), Real(0.5)), Real(3.25) * kUp);
  EXPECT_EQ(mesh.travel(Real(0.5), Real(0.25)), mesh.travel(Real(0.25), Real(0.5)));
  EXPECT_EQ(mesh.travel(Real(0.5), Real(0.5)), 0);
  EXPECT_EQ(SweptMesh().travel(0, 1), 0);
  SweptMesh next = step.mesh();
  EXPECT_FALSE(next.advance(make_vertex_array(std::span(step.to))).has_value());  // stands still
  EXPECT_EQ(next.travel(0, 1), 0);
}

// Ways are sums of squares that are exact in double where coordinates are small whole numbers: no root, and
// no product with a part of the time, may be rounded down.
TEST(SweptMesh, TravelIsNeverLessThanAnyWay) {
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    Step step{{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {0, 1, 2}};
    long most = 0;
    for (Vec3& p : step.to) {
      long squared = 0;
      for (int k = 0; k < 3; ++k) {
        const int x = random.below(2001) - 1000;
        p[k] = Real(x);
        squared += long(x) * x;
      }
      most = std::max(most, squared);
    }
    const int parts = 1 + random.below(64);  // of 64
    const long double way = step.mesh().travel(0, Real(parts) / 64);
    EXPECT_GE(way * way * 4096, static_cast<long double>(most) * parts * parts);
    EXPECT_LE(way * way * 4096, static_cast<long double>(most) * parts * parts * kUp * kUp);
  }
}

// A pair of features, whatever the order of its vertices.
using Key = std::vector<std::uint32_t>;
Key key_of(FeaturePair features, Key a, Key b, bool is_self) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  if (is_self && features == FeaturePair::edge_edge && b < a) a.swap(b);
  Key key{static_cast<std::uint32_t>(features)};
  key.insert(key.end(), a.begin(), a.end());
  key.push_back(kNoVertex);
  key.insert(key.end(), b.begin(), b.end());
  return key;
}
Key key_of(const MeshImpact& r, bool is_self) {
  const auto own = [](const std::uint32_t(&v)[3]) {
    return Key(v, std::find(std::begin(v), std::end(v), kNoVertex));
  };
  return key_of(r.features, own(r.vertices_a), own(r.vertices_b), is_self);
}

// Every vertex with every face, and every edge with every edge.
class BruteForce {
 public:
  std::map<Key, FeatureImpact> found;
  int misses = 0;

  BruteForce(const Step& a, const Step& b, bool is_self, const FeatureSettings& settings)
      : is_self_(is_self), settings_(settings) {
    for (std::uint32_t v = 0; v < a.from.size(); ++v) vertex_with_faces(a, v, b, FeaturePair::vertex_face);
    for (std::uint32_t v = 0; v < b.from.size() && !is_self; ++v)
      vertex_with_faces(b, v, a, FeaturePair::face_vertex);
    for (const auto& [u, v] : edges_of(a)) {
      for (const auto& [x, y] : edges_of(b)) {
        if (is_self && (u == x || u == y || v == x || v == y || x < u)) continue;
        const MovingPoint p[] = {point(a, u), point(a, v)}, q[] = {point(b, x), point(b, y)};
        keep(key_of(FeaturePair::edge_edge, {u, v}, {x, y}, is_self), edge_edge_impact(p, q, settings));
      }
    }
  }

 private:
  static MovingPoint point(const Step& s, std::uint32_t i) { return {s.from[i], s.to[i]}; }
  static std::set<std::pair<std::uint32_t, std::uint32_t>> edges_of(const Step& s) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (std::size_t i = 0; i < s.triangles.size(); ++i) {
      const std::uint32_t u = s.triangles[i], v = s.triangles[i % 3 == 2 ? i - 2 : i + 1];
      edges.insert({std::min(u, v), std::max(u, v)});
    }
    return edges;
  }
  void vertex_with_faces(const Step& a, std::uint32_t v, const Step& b, FeaturePair features) {
    for (std::size_t i = 0; i < b.triangles.size(); i += 3) {
      const Key t(b.triangles.begin() + std::ptrdiff_t(i), b.triangles.begin() + std::ptrdiff_t(i) + 3);
      if (is_self_ && std::count(t.begin(), t.end(), v) > 0) continue;
      const MovingPoint face[] = {point(b, t[0]), point(b, t[1]), point(b, t[2])};
      const bool is_mirrored = features == FeaturePair::face_vertex;
      keep(key_of(features, is_mirrored ? t : Key{v}, is_mirrored ? Key{v} : t, is_self_),
           vertex_face_impact(point(a, v), face, settings_));
    }
  }
  void keep(const Key& key, const FeatureImpact& r) {
    if (r) found[key] = r;
    misses += r ? 0 : 1;
  }

  bool is_self_;
  const FeatureSettings& settings_;
};

void expect_equal(const std::vector<MeshImpact>& found, const BruteForce& brute, bool is_self) {
  std::set<Key> keys;
  for (const MeshImpact& r : found) {
    const Key key = key_of(r, is_self);
    EXPECT_TRUE(keys.insert(key).second) << "a pair of features comes up once";
    const auto other = brute.found.find(key);
    ASSERT_NE(other, brute.found.end());
    EXPECT_NEAR(double(r.lower), double(other->second.lower), sizeof(Real) == 4 ? 1e-5 : 1e-8);
  }
  for (const auto& [key, r] : brute.found) {
    if (r.hit == Hit::hit) {
      EXPECT_TRUE(keys.count(key) > 0);
    }
  }
}

TEST(SweptMesh, AVertexThatFallsThroughATriangle) {
  Step ground{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {}, {0, 1, 2}};
  ground.to = ground.from;
  Step tip{{{1, 1, 3}, {1, 1, 9}, {1, 2, 9}}, {{1, 1, -1}, {1, 1, 5}, {1, 2, 5}}, {0, 1, 2}};
  const SweptMesh a = tip.mesh(), b = ground.mesh();
  const MeshImpact r = first_impact(a, b);
  EXPECT_EQ(r.hit, Hit::hit);
  EXPECT_EQ(r.features, FeaturePair::vertex_face);
  EXPECT_LE(double(r.lower), 0.75);
  EXPECT_GE(double(r.upper), 0.75);
  EXPECT_EQ(r.vertices_a[0], 0u);
  EXPECT_EQ(r.vertices_a[1], kNoVertex);
  EXPECT_EQ(r.vertices_b[2], 2u);
  EXPECT_TRUE(r.normal == Vec3(0, 0, -1)) << "from a to b";
  const MeshImpact mirrored = first_impact(b, a);
  EXPECT_EQ(mirrored.features, FeaturePair::face_vertex);
  EXPECT_EQ(mirrored.vertices_b[0], 0u);
  EXPECT_EQ(mirrored.vertices_a[2], 2u);
  EXPECT_NEAR(double(mirrored.weights_a[0]), 0.5, 1e-6);
  EXPECT_TRUE(mirrored.normal == Vec3(0, 0, 1));
  EXPECT_EQ(mirrored.lower, r.lower);
  // It stops half a unit above.
  FeatureSettings apart;
  apart.separation = Real(0.5);
  EXPECT_NEAR(double(first_impact(a, b, apart).lower), 0.625, 1e-5);
  tip.to = tip.from;
  EXPECT_FALSE(first_impact(tip.mesh(), b));
}

// Neighbours of a sheet are in one plane, and touch; none of them is in contact, at rest or as one body.
TEST(SweptMesh, ASheetThatDoesNotDeformHasNoContactWithItself) {
  Step sheet = make_sheet(6, 0);
  EXPECT_TRUE(self_impacts_of(sheet.mesh(), {}).empty());
  for (Vec3& p : sheet.to) p = p + Vec3{3, 2, 1};
  EXPECT_TRUE(self_impacts_of(sheet.mesh(), {}).empty());
  EXPECT_FALSE(first_self_impact(sheet.mesh()));
}

// Two opposite corners of a square are lifted and swapped: they pass through each other's side.
TEST(SweptMesh, ASheetThatFoldsThroughItselfDoes) {
  Step sheet = make_sheet(3, 0);
  sheet.to[0] = {2, 2, 1};
  sheet.from[0] = {2, Real(2.125), -1};
  const auto all = self_impacts_of(sheet.mesh(), {});
  ASSERT_FALSE(all.empty());
  const MeshImpact first = first_self_impact(sheet.mesh());
  Real least = 2;
  for (const MeshImpact& r : all) least = std::min(least, r.lower);
  EXPECT_EQ(first.lower, least);
}

TEST(SweptMesh, FindsWhatAllPairsOfFeaturesFind) {
  Random random(11);
  std::size_t hits = 0;
  int misses = 0;
  for (int i = 0; i < 40; ++i) {
    FeatureSettings settings;
    if (i % 2 == 1) settings.separation = Real(0.0625);
    Step a = make_sheet(3, 0), b = make_sheet(3, 1);
    shake(random, 0.3, a.from);
    shake(random, 0.3, b.from);
    a.to = a.from, b.to = b.from;
    for (Vec3& p : b.to) p.z -= 1;
    shake(random, 0.3, a.to);
    shake(random, 0.3, b.to);
    const SweptMesh mesh_a = a.mesh(), mesh_b = b.mesh();
    const BruteForce brute(a, b, false, settings), self(a, a, true, settings);
    const auto found = impacts_of(mesh_a, mesh_b, settings);
    expect_equal(found, brute, false);
    expect_equal(self_impacts_of(mesh_a, settings), self, true);
    hits += found.size() + self.found.size();
    misses += brute.misses + self.misses;
    Real least = 2;
    for (const MeshImpact& r : found) least = std::min(least, r.lower);
    const MeshImpact first = first_impact(mesh_a, mesh_b, settings);
    EXPECT_EQ(bool(first), !found.empty());
    if (first) {
      EXPECT_EQ(first.lower, least);
    }
  }
  EXPECT_GT(hits, 1000u);
  EXPECT_GT(misses, 10000);
}

TEST(SweptMesh, TheNextStepIsThatOfAMeshBuiltAnew) {
  Random random(3);
  Step sheet = make_sheet(5, 0);
  SweptMesh mesh = sheet.mesh();
  std::size_t found = 0;
  for (int i = 0; i < 10; ++i) {
    sheet.from = sheet.to;
    shake(random, 0.5, sheet.to);
    ASSERT_FALSE(mesh.advance(make_vertex_array(std::span(sheet.to))));
    const SweptMesh anew = sheet.mesh();
    EXPECT_TRUE(mesh.bounds().lower == anew.bounds().lower && mesh.bounds().upper == anew.bounds().upper);
    std::set<Key> keys[2];
    for (const MeshImpact& r : self_impacts_of(mesh, {})) keys[0].insert(key_of(r, true));
    for (const MeshImpact& r : self_impacts_of(anew, {})) keys[1].insert(key_of(r, true));
    EXPECT_TRUE(keys[0] == keys[1]);
    found += keys[0].size();
  }
  EXPECT_GT(found, 10u);
}

TEST(SweptMesh, RefusesWhatMakesNoSense) {
  Step sheet = make_sheet(2, 0);
  SweptMesh mesh = sheet.mesh();
  const Aabb before = mesh.bounds();
  std::vector<Vec3> other = sheet.to;
  other.pop_back();
  EXPECT_EQ(mesh.advance(make_vertex_array(std::span(other)))->code, ErrorCode::index_out_of_range);
  other = sheet.to;
  other[4].y = std::numeric_limits<Real>::quiet_NaN();
  const auto bad = mesh.advance(make_vertex_array(std::span(other)));
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->code, ErrorCode::not_finite);
  EXPECT_EQ(bad->position, 4u);
  EXPECT_TRUE(mesh.set(make_vertex_array(std::span(sheet.to)), make_vertex_array(std::span(other))));
  EXPECT_TRUE(mesh.set(make_vertex_array(std::span(other)), make_vertex_array(std::span(sheet.to))));
  EXPECT_TRUE(mesh.bounds().lower == before.lower && mesh.bounds().upper == before.upper);
  const Indices wild{0, 1, 99};
  EXPECT_FALSE(make_swept_mesh(make_vertex_array(std::span(sheet.from)),
                               make_vertex_array(std::span(sheet.to)), make_index_array(std::span(wild))));
  FeatureSettings settings;
  settings.separation = -1;
  EXPECT_EQ(visit_self_impacts(
                mesh, [](const MeshImpact&) { return true; }, settings),
            Status::invalid_argument);
  const MeshImpact r = first_self_impact(mesh, settings);
  EXPECT_EQ(r.status, Status::invalid_argument);
  EXPECT_EQ(r.hit, Hit::uncertain);
  // Without triangles nothing is met.
  EXPECT_FALSE(first_impact(SweptMesh(), mesh));
  EXPECT_EQ(SweptMesh().triangle_count(), 0u);
}

TEST(SweptMesh, StepsAndQueriesDoNotAllocate) {
  Random random(8);
  Step sheet = make_sheet(8, 0);
  SweptMesh mesh = sheet.mesh(), still = sheet.mesh();
  shake(random, 1.5, sheet.to);
  int found = 0;
  const std::uint64_t before = allocation_count();
  (void)mesh.advance(make_vertex_array(std::span(sheet.to)));
  (void)visit_self_impacts(mesh, [&](const MeshImpact&) { return ++found < 20; });
  (void)first_impact(mesh, still);
  EXPECT_EQ(allocation_count(), before);
  EXPECT_EQ(found, 20) << "the visitor ends the search";
}

}  // namespace
}  // namespace graze::test
