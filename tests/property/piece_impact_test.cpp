// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Times of impact of meshes, height fields and compounds with every kind of convex body and with each other,
// in all regimes, against sampled placements (impact_checks.h).

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "graze/mesh/compound.h"
#include "graze/mesh/height_field.h"
#include "graze/mesh/triangle_mesh.h"
#include "impact_checks.h"
#include "moving_bodies.h"
#include "property.h"

namespace graze::test {
namespace {

Shape torus(bool is_solid) {
  constexpr std::uint32_t kAround = 24, kAcross = 12;
  std::vector<Vec3> vertices;
  std::vector<std::uint32_t> corners;
  for (std::uint32_t i = 0; i < kAround; ++i)
    for (std::uint32_t j = 0; j < kAcross; ++j) {
      const double u = 2 * std::acos(-1.0) * i / kAround, v = 2 * std::acos(-1.0) * j / kAcross;
      const double r = 1 + 0.4 * std::cos(v);
      vertices.push_back({Real(r * std::cos(u)), Real(r * std::sin(u)), Real(0.4 * std::sin(v))});
      const auto at = [&](std::uint32_t di, std::uint32_t dj) {
        return (i + di) % kAround * kAcross + (j + dj) % kAcross;
      };
      for (const std::uint32_t k : {at(0, 0), at(1, 0), at(1, 1), at(0, 0), at(1, 1), at(0, 1)})
        corners.push_back(k);
    }
  MeshSettings settings;
  settings.is_solid = is_solid;
  return make_triangle_mesh(make_vertex_array(vertices), make_index_array(corners), settings)->shape();
}

Shape field(Motions& m) {
  constexpr std::uint32_t kSide = 20;
  std::vector<float> heights(kSide * kSide);
  for (float& h : heights) h = float(m.uniform(-0.2, 0.2));
  HeightField f;
  f.heights = heights.data();
  f.columns = f.rows = kSide;
  f.spacing_x = f.spacing_z = Real(0.25);
  return make_height_field(f)->mesh.shape();
}

Shape compound(Motions& m, int depth) {
  std::vector<CompoundPiece> pieces;
  for (int i = 0; i < 5; ++i) {
    const Shape piece = depth > 0 && i == 0 ? compound(m, depth - 1)
                        : i % 2 == 0        ? Shape(Box{{Real(m.uniform(0.1, 0.4)), Real(0.2), Real(0.3)}})
                                            : Shape(Capsule{Real(0.1), Real(0.3)});
    pieces.push_back({piece, Affine(m.rotation(), m.vector(0.7))});
  }
  return *make_compound(pieces);
}

constexpr int kWholes = 5;
constexpr double kWholeExtent = 3.6;
struct Wholes {
  Shape shapes[kWholes];
  explicit Wholes(Motions& m) : shapes{torus(false), torus(true), field(m), compound(m, 0), compound(m, 2)} {}
};

// The second is a convex body of the regime's size, or a whole, placed at that size.
ImpactScene make_scene(const Wholes& wholes, int a, int b, const Regime& r, Motions& m) {
  ImpactTask task;
  task.a = wholes.shapes[a];
  task.b = b < kBodies ? make_body(Body(b), r.ratio, m) : wholes.shapes[b - kBodies];
  task.extent_a = kWholeExtent;
  task.extent_b = (b < kBodies ? kBodyExtent : kWholeExtent) * r.ratio;
  task.scale_b = b < kBodies ? 1 : r.ratio;
  task.is_plane_b = b < kBodies && Body(b) == Body::half_space;
  task.turns = r.turns;
  task.speed = r.speed;
  ImpactScene s = make_scene(task, m);
  s.is_pieced = true;
  s.is_thin =
      b < kBodies && dimensions_of(Body(b)) == 0 && s.margin_a + s.margin_b == 0 && s.settings.target == 0;
  return s;
}

// Each costs as much as dozens of those of two bodies; pairs of wholes as much as four of a whole and a body.
std::uint64_t motions_of_pair(std::uint64_t motions, int k) {
  const std::uint64_t part = motions <= 200 ? 2 : 5;
  return motions / (k < kBodies ? part : 4 * part);
}

class PieceImpacts : public testing::TestWithParam<int> {};

TEST_P(PieceImpacts, AreNeverLateNorEarlyAndAMissIsAMiss) {
  Motions random(mixed(environment("GRAZE_SEED", kSeed), 77, std::uint64_t(GetParam())));
  const Wholes wholes(random);
  const std::uint64_t motions = motions_for(environment("GRAZE_PAIRS", kPairs));
  ImpactTallies tallies;
  std::uint64_t seen = 0;
  for (int k = 0; k < kBodies + GetParam() + 1; ++k)
    for (std::uint64_t i = 0; i < motions_of_pair(motions, k); ++i) {
      Motions m(mixed(environment("GRAZE_SEED", kSeed), std::uint64_t(1000 + GetParam() * 100 + k), i));
      const int regime = int(i % 8);
      const ImpactScene s = make_scene(wholes, GetParam(), k, kRegimes[regime], m);
      const TimeOfImpact r = s.ask();
      tallies.add(regime, s, r);
      const std::string fault = fault_of(s, r);
      EXPECT_EQ(fault, "") << "whole " << GetParam() << " and "
                           << (k < kBodies ? kBodyNames[k] : "whole " + std::to_string(k - kBodies))
                           << ", motion " << i << ", " << kRegimes[regime].name << ", " << to_string(r.hit)
                           << " in [" << r.lower << ", " << r.upper << "] after " << r.iterations
                           << (s.is_own ? ", own" : "");
      const double after = double(r.upper) + 0.05 * s.width;
      seen += r.hit == Hit::hit && !r.starts_in_contact && gap_at(s, after).upper < -s.bar;
    }
  tallies.print();
  const ImpactTally all = tallies.usual();
  EXPECT_LE(ImpactTally::median_of(all.looks_of_hits), 200) << "of all pairs of pieces that were looked at";
  EXPECT_GT(all.hits, motions / 2);
  EXPECT_GT(all.misses, motions / 4);
  EXPECT_LE(tallies.thick_uncertain * 200, tallies.thick + 400);
  EXPECT_LE(tallies.limited * 200, tallies.thick + 400) << "own paths of many turns";
  EXPECT_GT(seen * 6, all.hits) << "contact that is there is seen";
}

INSTANTIATE_TEST_SUITE_P(Wholes, PieceImpacts, testing::Range(0, kWholes));

}  // namespace
}  // namespace graze::test
