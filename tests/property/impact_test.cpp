// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Times of impact of random motions against sampled placements: certified overlap at any time before `lower`,
// or at any time of a miss, is a missed contact. Samples crowd below `lower`, and around the closest approach
// of the centres. The samples see contact in most hits once the time is past, so that they would see a missed
// one.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "graze/motion/time_of_impact.h"
#include "graze/query/separation.h"
#include "graze/shape/hull_builder.h"
#include "motions.h"
#include "property.h"
#include "support/allocation_counter.h"

namespace graze::test {
namespace {

enum class Body {
  point,
  sphere,
  capsule,
  tapered_capsule,
  box,
  hull,
  tetrahedron,
  cylinder,
  tapered_cylinder,
  cone,
  ellipsoid,
  sum,
  triangle,
  segment,
  rod,
  half_space
};
constexpr int kBodies = int(Body::half_space) + 1;
const char* const kNames[kBodies] = {"point",     "sphere",      "capsule",  "tapered_capsule",  "box",
                                     "hull",      "tetrahedron", "cylinder", "tapered_cylinder", "cone",
                                     "ellipsoid", "sum",         "triangle", "segment",          "rod",
                                     "half_space"};

struct Regime {
  double turns, speed, ratio;
};
// Turns per frame, ways in distances to the other, size of the second. One in eight each but the first.
constexpr Regime kRegimes[8] = {{0.3, 1, 1},   {0.3, 1, 1}, {2, 1, 1},        {100, 1, 1},
                                {0.3, 1e4, 1}, {1, 100, 1}, {0.3, 1, 1.0e-4}, {0.3, 1, 1.0e4}};

Shape make_shape(Body body, double s, Motions& m) {
  const auto size = [&](double low, double high) { return Real(s * m.uniform(low, high)); };
  switch (body) {
    case Body::point:
      return Shape(Point{m.vector(0.5 * s)});
    case Body::sphere:
      return Shape(Sphere{size(0.3, 1)});
    case Body::tapered_capsule:
      return Shape(TaperedCapsule{size(0.1, 0.5), size(0.1, 0.5), size(0.3, 1)});
    case Body::tapered_cylinder:
      return Shape(TaperedCylinder{size(0.2, 1), size(0.2, 1), size(0.2, 1)});
    case Body::tetrahedron:
      return Shape(Tetrahedron{m.vector(s), m.vector(s), m.vector(s), m.vector(s)});
    case Body::sum:
      return *make_minkowski_sum(Shape(Box{{size(0.1, 0.5), size(0.1, 0.5), size(0.1, 0.5)}}),
                                 Shape(Ellipsoid{{size(0.1, 0.5), size(0.1, 0.5), size(0.1, 0.5)}}));
    case Body::capsule:
      return Shape(Capsule{size(0.1, 0.5), size(0.3, 1)});
    case Body::box:
      return Shape(Box{{size(0.1, 1), size(0.1, 1), size(0.1, 1)}});
    case Body::cylinder:
      return Shape(Cylinder{size(0.2, 1), size(0.2, 1)});
    case Body::cone:
      return Shape(Cone{size(0.2, 1), size(0.2, 1)});
    case Body::ellipsoid:
      return Shape(Ellipsoid{{size(0.2, 1), size(0.2, 1), size(0.2, 1)}});
    case Body::triangle:
      return Shape(Triangle{m.vector(s), m.vector(s), m.vector(s)});
    case Body::segment:
      return Shape(Segment{m.vector(s), m.vector(s)});
    case Body::rod:
      return Shape(Box{{size(2, 3), size(0.01, 0.03), size(0.01, 0.03)}});
    case Body::half_space:
      return Shape(HalfSpace{m.direction(), size(-0.5, 0.5)});
    default: {
      std::vector<Vec3> points;
      for (int i = 0; i < 16; ++i) points.push_back(m.direction() * size(0.8, 1));
      return *make_hull(points);
    }
  }
}

struct Scene {
  Shape a, b;
  Path of_a, of_b;
  double bar = 0;       // what rounding placements to Real may do to a separation
  double approach = 0;  // time of the closest approach of the origins
  double width = 0;     // for how long they are near then
  double speed = 0;     // of the fastest points, about
};

Scene make_scene(Body body_a, Body body_b, const Regime& r, Motions& m) {
  Scene s;
  s.a = make_shape(body_a, 1, m);
  s.b = make_shape(body_b, r.ratio, m);
  const double distance = (1.5 + r.ratio) * m.uniform(1, 2);
  const Vec3 away = m.direction();
  const Affine from_a(m.rotation(), away * Real(distance)), from_b(m.rotation(), m.vector(0.3));
  const Vec3 way = away * Real(-r.speed * distance * m.uniform(0.5, 2)) + m.vector(0.5);
  s.of_a = m.path(from_a, way, r.turns, body_a != Body::half_space);
  s.of_b = m.uniform(0, 1) < 0.3 ? Path(from_b)
                                 : Path::turning(from_b, m.vector(0.3), m.direction() * Real(6 * r.turns));
  const double reach = 16 + 8 * r.ratio + double(length(way));
  s.bar = 8 * double(kEpsilon) * reach;
  s.approach = std::min(distance / double(length(way)), 1.0);
  s.speed = double(length(way)) + 16 * r.turns * (1 + r.ratio);
  s.width = 4 * (1 + r.ratio) / double(length(way));
  return s;
}

// Separation at a time; infinite where placements are singular.
double separation_at(const Scene& s, double time) {
  const auto t = Real(std::clamp(time, 0.0, 1.0));
  const Affine a = s.of_a.placement(t), b = s.of_b.placement(t);
  if (!a.is_valid() || !b.is_valid()) return kInfinity;
  const Separation r = separation({s.a, a}, {s.b, b});
  return r.status == Status::invalid_argument ? double(kInfinity) : double(r.upper);
}

// The deepest overlap among the samples before `end`.
double deepest_before(const Scene& s, double end) {
  double least = kInfinity;
  const auto look = [&](double t) {
    if (t >= 0 && t <= end) least = std::min(least, separation_at(s, double(Real(t)) <= end ? t : end));
  };
  for (int i = 0; i <= 16; ++i) look(end * i / 16);
  for (int i = 1; i <= 10; ++i) look(end * (1 - std::pow(10.0, -0.6 * i)));
  for (int i = -5; i <= 5; ++i) look(s.approach + s.width * i / 5);
  return least;
}

std::string fault_of(const Scene& s, const TimeOfImpact& r) {
  const MotionSettings settings;
  if (r.status != Status::converged) return std::string("status ") + to_string(r.status);
  if (r.hit == Hit::hit && r.upper - r.lower > settings.time_tolerance) return "wide";
  const TimeOfImpact m = time_of_impact(s.b, s.of_b, s.a, s.of_a);
  if (m.hit != r.hit || m.lower != r.lower || m.upper != r.upper || m.normal != -r.normal ||
      m.local_a != r.local_b)
    return "not mirrored";
  if (r.starts_in_contact) return separation_at(s, 0) > s.bar ? "apart at the start" : "";
  const double end = r.hit == Hit::miss ? 1 : std::nexttoward(double(r.lower), 0.0L);
  if (const double depth = -deepest_before(s, end); depth > s.bar)
    return "missed by " + std::to_string(depth);
  if (r.hit != Hit::hit) return "";
  const Affine a = s.of_a.placement(r.upper), b = s.of_b.placement(r.upper);
  // Shapes without thickness may have passed each other since.
  const double passed = s.speed * double(r.upper - r.lower);
  if (separation({s.a, a}, {s.b, b}).lower > s.bar + passed) return "apart at the upper bound";
  return "";
}

class Impacts : public testing::TestWithParam<int> {};

TEST_P(Impacts, AreNeverLateNorEarlyAndAMissIsAMiss) {
  const auto body_a = Body(GetParam());
  const std::uint64_t motions = motions_for(environment("GRAZE_PAIRS", kPairs));
  std::vector<int> iterations;
  std::uint64_t hits = 0, misses = 0, uncertain = 0, seen = 0, allocations = 0;
  for (int k = GetParam(); k < kBodies; ++k) {
    const auto body_b = Body(k);
    if (body_a == Body::half_space) continue;
    for (std::uint64_t i = 0; i < motions; ++i) {
      Motions m(mixed(environment("GRAZE_SEED", kSeed), std::uint64_t(GetParam() * kBodies + k), i));
      const Regime& regime = kRegimes[i % 8];
      const Scene s = make_scene(body_a, body_b, regime, m);
      const std::uint64_t before = allocation_count();
      const TimeOfImpact r = time_of_impact(s.a, s.of_a, s.b, s.of_b);
      allocations += allocation_count() - before;
      hits += r.hit == Hit::hit;
      misses += r.hit == Hit::miss;
      uncertain += r.hit == Hit::uncertain;
      if (regime.turns < 1) iterations.push_back(r.iterations);
      const std::string fault = fault_of(s, r);
      ASSERT_EQ(fault, "") << kNames[GetParam()] << " and " << kNames[k] << ", motion " << i << ", "
                           << to_string(r.hit) << " in [" << r.lower << ", " << r.upper << "]";
      const double after = double(r.upper) + 0.05 * s.width;
      seen += r.hit == Hit::hit && !r.starts_in_contact && separation_at(s, after) < -s.bar;
    }
  }
  if (body_a == Body::half_space) return;
  std::nth_element(iterations.begin(), iterations.begin() + std::ptrdiff_t(iterations.size() / 2),
                   iterations.end());
  std::printf("             %-9s %llu hits, %llu misses, %llu uncertain, median %d looks\n",
              kNames[GetParam()], static_cast<unsigned long long>(hits),
              static_cast<unsigned long long>(misses), static_cast<unsigned long long>(uncertain),
              iterations[iterations.size() / 2]);
  EXPECT_LE(iterations[iterations.size() / 2], 12);
  EXPECT_EQ(allocations, 0u);
  EXPECT_GT(hits, motions / 2);
  EXPECT_GT(misses, motions / 4);
  EXPECT_LE(uncertain * 10, hits + misses) << "thin shapes that pass each other included";
  EXPECT_GT(seen * 6, hits) << "contact that is there is seen, of thin bodies less often";
}

INSTANTIATE_TEST_SUITE_P(Bodies, Impacts, testing::Range(0, kBodies),
                         [](const auto& body) { return std::string(kNames[body.param]); });

}  // namespace
}  // namespace graze::test
