// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Triangles of one mesh that are close to each other.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "graze/mesh/barycentric.h"
#include "graze/primitive/triangle_triangle.h"
#include "graze/query/nearest_pieces.h"
#include "graze/query/piece_pairs.h"
#include "query/mesh_samples.h"
#include "support/allocation_counter.h"

namespace graze::test {
namespace {

using Close = std::map<std::pair<std::uint32_t, std::uint32_t>, Distance>;

Close close_pairs(const Shape& mesh, Real within) {
  Close found;
  const auto add = [&](const Distance& d) {
    EXPECT_LT(d.piece_a, d.piece_b);
    EXPECT_TRUE((found.insert({{d.piece_a, d.piece_b}, d}).second));
    return true;
  };
  EXPECT_EQ(visit_self_proximity(mesh, within, add), Status::converged);
  return found;
}

// A strip of squares in two triangles each, along x, folded back onto itself at a height.
MeshModel folded_strip(int squares, Real height) {
  MeshModel model;
  for (const Real z : {Real(0), height})
    for (int i = 0; i <= squares; ++i)
      for (int j = 0; j < 2; ++j) model.vertices.push_back({Real(i), Real(j), z});
  const auto row = [&](std::uint32_t from) {
    for (std::uint32_t i = 0; i < std::uint32_t(squares); ++i) {
      const std::uint32_t a = from + 2 * i;
      model.indices.insert(model.indices.end(), {a, a + 2, a + 1, a + 1, a + 2, a + 3});
    }
  };
  row(0);
  row(2 * std::uint32_t(squares) + 2);
  return model;
}

TEST(SelfProximity, OfTwoLayersIsTheirHeightWhereTheyLieAboveEachOther) {
  const int squares = 6;
  const Shape strip = mesh_of(folded_strip(squares, Real(0.25)));
  const Close found = close_pairs(strip, Real(0.3));
  // Triangles of equal layers: neighbours, or half a diagonal apart and more.
  const std::uint32_t layer = 2 * squares;
  std::size_t above = 0;
  for (const auto& [key, d] : found) {
    EXPECT_LT(key.first, layer);
    EXPECT_GE(key.second, layer);
    EXPECT_LE(d.lower, Real(0.25));
    EXPECT_GE(d.upper, Real(0.25));
    EXPECT_NEAR(d.upper - d.lower, 0, 8 * double(kEpsilon) + 2 * 16 * 0x1p-52 * 20);  // of a size of 20
    EXPECT_EQ(d.normal, Vec3(0, 0, 1));
    EXPECT_EQ(d.point_a.z, 0);
    EXPECT_EQ(d.point_b.z, Real(0.25));
    above += key.second == key.first + layer;
  }
  EXPECT_EQ(above, layer);
  EXPECT_TRUE(close_pairs(strip, Real(0.2)).empty());
  EXPECT_EQ(close_pairs(strip, Real(0.25)).size(), found.size());  // the limit belongs to it
}

// Corners on a coarse grid at times, so that triangles share some of them by place.
MeshModel soup_with_common_corners(Random& random) {
  MeshModel model = random_soup(random, 40);
  for (Vec3& v : model.vertices)
    if (random.chance(0.3)) v = {std::round(v.x), std::round(v.y), std::round(v.z)};
  return model;
}

bool have_common_corner(const Triangle& s, const Triangle& t) {
  for (const Vec3& p : {s.a, s.b, s.c})
    if (p == t.a || p == t.b || p == t.c) return true;
  return false;
}

void expect_on(const Triangle& t, const Vec3& p) {
  const auto w = barycentric(t, p);
  EXPECT_NEAR(length(t.a * w[0] + t.b * w[1] + t.c * w[2] - p), 0, 32 * kEpsilon);
}

TEST(SelfProximity, IsThatOfAllPairsOfTriangles) {
  Random random(20261118);
  std::size_t close = 0, far = 0, neighbours = 0, meeting = 0;
  for (int round = 0; round < 60; ++round) {
    const MeshModel model = soup_with_common_corners(random);
    const Real within = round % 4 == 0 ? Real(0) : Real(random.uniform(0, 0.4));
    const Shape mesh = mesh_of(model);
    Close found = close_pairs(mesh, within);
    for (std::uint32_t i = 0; i < model.triangle_count(); ++i)
      for (std::uint32_t j = i + 1; j < model.triangle_count(); ++j) {
        const Triangle s = model.triangle(i), t = model.triangle(j);
        const Distance d = distance(Shape(s), Shape(t), Pose{});
        const auto at = found.find({i, j});
        const bool is_found = at != found.end();
        if (have_common_corner(s, t)) {
          EXPECT_FALSE(is_found);
          ++neighbours;
          continue;
        }
        ASSERT_EQ(is_found, d.lower <= within) << round;
        if (!is_found) {
          ++far;
          continue;
        }
        EXPECT_EQ(at->second.lower, d.lower);
        EXPECT_EQ(at->second.upper, d.upper);
        expect_on(s, at->second.point_a);
        expect_on(t, at->second.point_b);
        // The bound is above by up to 16 epsilons of double of the size of the two.
        EXPECT_NEAR(length(at->second.point_b - at->second.point_a), d.upper,
                    32 * double(kEpsilon) + 16 * 0x1p-52 * 16);
        meeting += primitive::triangle_triangle(s, t).contact != Contact::apart;
        ++close;
      }
  }
  EXPECT_GT(close, 500u);
  EXPECT_GT(far, 10000u);
  EXPECT_GT(neighbours, 300u);
  EXPECT_GT(meeting, 100u);
}

TEST(SelfProximity, AtDistanceZeroAreTheTrianglesThatMeet) {
  const Shape both = mesh_of(join(cube_model(), cube_model(1, {1, 1, 1})));
  std::size_t met = 0;
  const Close found = close_pairs(both, 0);
  (void)visit_self_intersections(both, [&](const PiecePair& p) {
    const auto at = found.find({p.piece_a, p.piece_b});
    EXPECT_TRUE(at != found.end() && at->second.lower == 0 && at->second.contact != Contact::apart);
    return ++met > 0;
  });
  EXPECT_EQ(found.size(), met);
  EXPECT_GT(met, 5u);
}

TEST(SelfProximity, EndsWhenTheVisitorSaysSoAndRefusesWhatHasNoAnswer) {
  const Shape strip = mesh_of(folded_strip(6, Real(0.25)));
  int calls = 0;
  const auto twice = [&](const Distance&) { return ++calls < 2; };
  EXPECT_EQ(visit_self_proximity(strip, 1, twice), Status::converged);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(visit_self_proximity(Shape(Sphere{1}), 1, twice), Status::unsupported);
  EXPECT_EQ(visit_self_proximity(Shape(), 1, twice), Status::invalid_argument);
  EXPECT_EQ(visit_self_proximity(strip, -1, twice), Status::invalid_argument);
  EXPECT_EQ(visit_self_proximity(strip, std::numeric_limits<Real>::quiet_NaN(), twice),
            Status::invalid_argument);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(close_pairs(strip, kInfinity).size(), close_pairs(strip, 100).size());
  if (!GRAZE_COUNTS_ALLOCATIONS) return;
  const std::uint64_t before = allocation_count();
  (void)visit_self_proximity(strip, 1, [](const Distance&) { return true; });
  EXPECT_EQ(allocation_count(), before);
}

}  // namespace
}  // namespace graze::test
