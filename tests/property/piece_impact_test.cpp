// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Times of impact of meshes, height fields and compounds, against sampled placements: an overlap that
// intersects() finds before `lower`, or at any time of a miss, is a missed contact.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "graze/mesh/compound.h"
#include "graze/mesh/height_field.h"
#include "graze/mesh/triangle_mesh.h"
#include "graze/motion/time_of_impact.h"
#include "graze/query/distance.h"
#include "graze/query/intersects.h"
#include "motions.h"
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

struct PieceScene {
  Shape a, b;
  Path of_a, of_b;
};

bool overlap(const PieceScene& s, double time) {
  const Affine a = s.of_a.placement(Real(time)), b = s.of_b.placement(Real(time));
  return a.is_valid() && b.is_valid() && intersects({s.a, a}, {s.b, b}).contact == Contact::overlapping;
}

std::string fault_of(const PieceScene& s, const TimeOfImpact& r) {
  const MotionSettings settings;
  if (r.status != Status::converged) return std::string("status ") + to_string(r.status);
  if (r.hit == Hit::hit && r.upper - r.lower > settings.time_tolerance) return "wide";
  const TimeOfImpact m = time_of_impact(s.b, s.of_b, s.a, s.of_a);
  if (m.hit != r.hit || m.lower != r.lower || m.upper != r.upper || m.piece_a != r.piece_b ||
      m.local_a != r.local_b)
    return "not mirrored";
  if (r.starts_in_contact) return "";
  // Placements are rounded to Real: a little before.
  const double blur = sizeof(Real) == 4 ? 1e-5 : 1e-12, end = r.hit == Hit::miss ? 1 : double(r.lower) - blur;
  for (int i = 0; i <= 28 && end > 0; ++i)
    if (overlap(s, i < 20 ? end * i / 20 : end * (1 - std::pow(10.0, 0.5 * (20 - i))))) return "missed";
  if (r.hit != Hit::hit) return "";
  const Distance d = distance({s.a, s.of_a.placement(r.upper)}, {s.b, s.of_b.placement(r.upper)});
  return double(d.lower) > (sizeof(Real) == 4 ? 1e-4 : 1e-7) ? "apart at the upper bound" : "";
}

class PieceImpacts : public testing::TestWithParam<int> {};

TEST_P(PieceImpacts, AreNeverLateNorEarlyAndAMissIsAMiss) {
  Motions m(mixed(environment("GRAZE_SEED", kSeed), 77, std::uint64_t(GetParam())));
  const Shape wholes[] = {torus(false), torus(true), field(m), compound(m, 0), compound(m, 2)};
  const Shape convex[] = {Shape(Sphere{Real(0.3)}), Shape(Box{{Real(0.4), Real(0.2), Real(0.3)}}),
                          Shape(Capsule{Real(0.15), Real(0.4)}), Shape(HalfSpace{{1, 2, 3}, -3})};
  const std::uint64_t motions = motions_for(environment("GRAZE_PAIRS", kPairs));
  int hits = 0, misses = 0;
  for (int k = 0; k < 4 + GetParam() + 1; ++k)
    for (std::uint64_t i = 0; i < motions; ++i) {
      const Vec3 away = m.direction();
      const Real far = Real(m.uniform(2.5, 4));
      const Vec3 way = away * -far * Real(m.uniform(0.5, 1.5)) + m.vector(0.7);
      const bool is_plane = k == 3;
      const PieceScene s{wholes[GetParam()], k < 4 ? convex[k] : wholes[k - 4],
                         Path::turning(Affine(m.rotation(), m.vector(0.2)), m.vector(0.1),
                                       m.direction() * Real(m.uniform(0, 4))),
                         is_plane
                             ? Path(Affine(m.vector(0.5)))
                             : m.path(Affine(m.rotation(), away * far), way, i % 4 == 0 ? 3 : 0.4, true)};
      const TimeOfImpact r = time_of_impact(s.a, s.of_a, s.b, s.of_b);
      const std::string fault = fault_of(s, r);
      ASSERT_EQ(fault, "") << "whole " << GetParam() << ", other " << k << ", motion " << i << ", "
                           << to_string(r.hit) << " in [" << r.lower << ", " << r.upper << "]";
      hits += r.hit == Hit::hit;
      misses += r.hit == Hit::miss;
    }
  std::printf("             %d hits, %d misses\n", hits, misses);
  EXPECT_GT(hits, 8);
  EXPECT_GT(misses, 4);
}

INSTANTIATE_TEST_SUITE_P(Wholes, PieceImpacts, testing::Range(0, 5));

}  // namespace
}  // namespace graze::test
