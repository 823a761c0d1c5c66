// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/motion/feature_impact.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "graze/query/distance.h"
#include "support/random.h"

namespace graze::test {
namespace {

constexpr Real kNaN = std::numeric_limits<Real>::quiet_NaN();
const FeatureSettings kDefault;
const double kClose = double(kDefault.distance_tolerance), kTime = double(kDefault.time_tolerance);

MovingPoint still(const Vec3& p) { return {p, p}; }
MovingPoint moving(const Vec3& from, const Vec3& way) { return {from, from + way}; }
Vec3 at(const MovingPoint& p, Real t) { return p.from + (p.to - p.from) * t; }

void expect_hit_at(const FeatureImpact& r, double time) {
  EXPECT_EQ(r.hit, Hit::hit);
  EXPECT_EQ(r.status, Status::converged);
  EXPECT_LE(double(r.lower), time);
  EXPECT_GE(double(r.upper), time);
  EXPECT_LE(double(r.upper - r.lower), kTime);
}

TEST(FeatureImpact, OfAVertexThatFallsOntoAFace) {
  const MovingPoint face[] = {still({0, 0, 0}), still({4, 0, 0}), still({0, 4, 0})};
  const FeatureImpact r = vertex_face_impact(moving({1, 1, 3}, {0, 0, -4}), face);
  expect_hit_at(r, 0.75);
  EXPECT_TRUE(r.normal == Vec3(0, 0, -1)) << "from the vertex to the face";
  EXPECT_EQ(r.weights_a[0], 1);
  EXPECT_NEAR(double(r.weights_b[0]), 0.5, 1e-6);
  EXPECT_NEAR(double(r.weights_b[1]), 0.25, 1e-6);
  EXPECT_NEAR(double(r.weights_b[2]), 0.25, 1e-6);
  EXPECT_LE(r.iterations, 2);
  EXPECT_EQ(vertex_face_impact(moving({1, 1, 3}, {0, 0, Real(-2.5)}), face).hit, Hit::miss);
  EXPECT_EQ(vertex_face_impact(moving({5, 1, 3}, {0, 0, -4}), face).hit, Hit::miss);
  // Half a unit apart is contact enough.
  FeatureSettings apart;
  apart.separation = Real(0.5);
  expect_hit_at(vertex_face_impact(moving({1, 1, 3}, {0, 0, -4}), face, apart), 0.625);
}

TEST(FeatureImpact, OfEdgesThatCross) {
  const MovingPoint a[] = {still({-1, 0, 0}), still({1, 0, 0})};
  const MovingPoint b[] = {moving({Real(0.5), -1, 2}, {0, 0, -4}), moving({Real(0.5), 1, 2}, {0, 0, -4})};
  const FeatureImpact r = edge_edge_impact(a, b);
  expect_hit_at(r, 0.5);
  EXPECT_TRUE(r.normal == Vec3(0, 0, 1));
  EXPECT_NEAR(double(r.weights_a[1]), 0.75, 1e-6);
  EXPECT_NEAR(double(r.weights_b[1]), 0.5, 1e-6);
  const MovingPoint past[] = {moving({Real(1.5), -1, 2}, {0, 0, -4}), moving({Real(1.5), 1, 2}, {0, 0, -4})};
  EXPECT_EQ(edge_edge_impact(a, past).hit, Hit::miss);
}

// A vertex that moves within the plane of a triangle into its edge; a touch at one end, and no more.
TEST(FeatureImpact, OfCoplanarAndTouchingFeaturesAreFound) {
  const MovingPoint face[] = {still({0, 0, 0}), still({4, 0, 0}), still({0, 4, 0})};
  const FeatureImpact r = vertex_face_impact(moving({1, -2, 0}, {0, 4, 0}), face);
  EXPECT_TRUE(r);
  EXPECT_NEAR(double(r.lower), 0.5, kTime);
  EXPECT_LE(double(r.lower), 0.5);
  // Past the corner at (4, 0, 0).
  const FeatureImpact corner = vertex_face_impact(moving({4, -2, 0}, {0, 4, 0}), face);
  EXPECT_TRUE(corner);
  EXPECT_LE(double(corner.lower), 0.5);
  // Along the edge, in line with it.
  const MovingPoint a[] = {still({0, 0, 0}), still({1, 0, 0})};
  const MovingPoint b[] = {moving({3, 0, 0}, {-2, 0, 0}), moving({4, 0, 0}, {-2, 0, 0})};
  const FeatureImpact line = edge_edge_impact(a, b);
  EXPECT_TRUE(line);
  EXPECT_LE(double(line.lower), 1);
  EXPECT_GE(double(line.lower), 1 - kTime);
}

TEST(FeatureImpact, OfFeaturesInContactAtTheStart) {
  const MovingPoint face[] = {still({0, 0, 0}), still({4, 0, 0}), still({0, 4, 0})};
  FeatureSettings apart;
  apart.separation = Real(0.5);
  const FeatureImpact r = vertex_face_impact(moving({1, 1, Real(0.25)}, {0, 0, 4}), face, apart);
  EXPECT_EQ(r.hit, Hit::hit);
  EXPECT_EQ(r.upper, 0);
  const FeatureImpact on = vertex_face_impact(moving({1, 1, 0}, {0, 0, 4}), face);
  EXPECT_EQ(on.hit, Hit::uncertain);
  EXPECT_EQ(on.lower, 0);
}

TEST(FeatureImpact, RefusesWhatMakesNoSense) {
  const MovingPoint face[] = {still({0, 0, 0}), still({4, 0, 0}), still({0, 4, 0})};
  FeatureSettings settings;
  settings.separation = -1;
  const FeatureImpact r = vertex_face_impact(still({0, 0, 1}), face, settings);
  EXPECT_EQ(r.status, Status::invalid_argument);
  EXPECT_EQ(r.hit, Hit::uncertain);
  EXPECT_EQ(vertex_face_impact(still({kNaN, 0, 1}), face).status, Status::invalid_argument);
  EXPECT_EQ(vertex_face_impact(still({0, 0, kInfinity}), face).status, Status::invalid_argument);
}

// Squares of these overflow or vanish, even in double: no certainty, and no miss.
TEST(FeatureImpact, OfNumbersWithoutMeasureIsNotMissed) {
  for (const Real size : {Real(1e-35), Real(1e35), sizeof(Real) == 4 ? Real(1e37) : Real(1e200),
                          sizeof(Real) == 4 ? Real(1e-44) : Real(1e-200)}) {
    const MovingPoint face[] = {still({0, 0, 0}), still({4 * size, 0, 0}), still({0, 4 * size, 0})};
    const FeatureImpact r = vertex_face_impact(moving({size, size, 3 * size}, {0, 0, -4 * size}), face);
    EXPECT_TRUE(r) << size;
    EXPECT_LE(double(r.lower), 0.75) << size;
  }
}

// Numbers on a grid, so that all of the following is exact in both precisions: features that have a point in
// common at time k / 16, moved back from there at grid velocities. Contact is exact, so that there is no
// tolerance: it is found, or missed.
class Exact {
 public:
  explicit Exact(std::uint64_t seed) : random_(seed) {}

  // Coordinates from -8 to 8, flat in z now and then.
  Vec3 corner() { return {whole(8), whole(8), is_flat_ ? Real(0) : whole(8)}; }
  Vec3 way() {
    if (random_.chance(0.15)) return {};
    return {whole(16), whole(16), is_flat_ ? Real(0) : whole(16)};
  }
  Real whole(int size) { return Real(random_.below(2 * size + 1) - size); }
  void begin() {
    is_flat_ = random_.chance(0.2);
    time_ = Real(random_.below(17)) / 16;
    common_way_ = random_.chance(0.3) ? way() : Vec3{};
    is_rigid_ = random_.chance(0.3);
    shared_ = way();
    scale_ = random_.chance(0.7) ? Real(1) : std::ldexp(Real(1), random_.below(81) - 40);
  }
  // Where a point is that is at `there` at the time of contact.
  MovingPoint through(const Vec3& there, bool is_first) {
    const Vec3 v = (is_rigid_ ? (is_first ? Vec3{} : shared_) : way()) + common_way_;
    const Vec3 from = there - v * time_;
    return {from * scale_, (from + v) * scale_};
  }
  // Eighths that add up to 1, with zeros now and then.
  std::array<Real, 3> weights(int count) {
    const int x = random_.below(9), y = count == 3 ? random_.below(9 - x) : 8 - x;
    return {Real(x) / 8, Real(y) / 8, Real(8 - x - y) / 8};
  }
  [[nodiscard]] Real time() const { return time_; }
  [[nodiscard]] bool chance(double p) { return random_.chance(p); }

 private:
  Random random_;
  bool is_flat_ = false, is_rigid_ = false;
  Real time_ = 0, scale_ = 1;
  Vec3 common_way_, shared_;
};

constexpr int kExact = 100000;

struct Tally {
  int hits = 0, uncertain = 0, missed = 0, late = 0, iterations = 0;
  void add(const FeatureImpact& r, Real time) {
    hits += r.hit == Hit::hit ? 1 : 0;
    uncertain += r.hit == Hit::uncertain ? 1 : 0;
    missed += r.hit == Hit::miss ? 1 : 0;
    late += r && r.lower > time ? 1 : 0;
    iterations += r.iterations;
  }
  void check() const {
    EXPECT_EQ(missed, 0);
    EXPECT_EQ(late, 0);
    EXPECT_GT(hits, kExact / 5);
    EXPECT_GT(uncertain, kExact / 100) << "contacts at corners, of flat things, along edges";
    EXPECT_LT(iterations, 6 * kExact);
  }
};

TEST(FeatureImpact, NeverMissesAnExactContactOfAVertexAndAFace) {
  Exact exact(20261119);
  Tally tally;
  for (int i = 0; i < kExact; ++i) {
    exact.begin();
    Vec3 q[] = {exact.corner(), exact.corner(), exact.corner()};
    if (exact.chance(0.1)) q[2] = q[1];  // a segment
    if (exact.chance(0.03)) q[1] = q[2] = q[0];
    const auto w = exact.weights(3);
    const MovingPoint p = exact.through(q[0] * w[0] + q[1] * w[1] + q[2] * w[2], true);
    const MovingPoint face[] = {exact.through(q[0], false), exact.through(q[1], false),
                                exact.through(q[2], false)};
    tally.add(vertex_face_impact(p, face), exact.time());
  }
  tally.check();
}

TEST(FeatureImpact, NeverMissesAnExactContactOfTwoEdges) {
  Exact exact(20261120);
  Tally tally;
  for (int i = 0; i < kExact; ++i) {
    exact.begin();
    // The common point, and both edges through it: from it to both sides by eighths of their lengths.
    const Vec3 common = exact.corner();
    const auto edge = [&](MovingPoint(&out)[2], bool is_first) {
      const Vec3 u = exact.chance(0.05) ? Vec3{} : exact.corner();
      const Real w = exact.weights(2)[0];
      out[0] = exact.through(common - u * w, is_first);
      out[1] = exact.through(common + u * (1 - w), is_first);
    };
    MovingPoint a[2], b[2];
    edge(a, true);
    edge(b, false);
    tally.add(edge_edge_impact(a, b), exact.time());
  }
  tally.check();
}

// Against distances of placed triangles and segments, which know nothing of motion: a miss has none within
// the separation at any sample, and what is found is within the tolerance of it at `lower`.
TEST(FeatureImpact, HoldsAgainstSamples) {
  Random random(5);
  int hits = 0, uncertain = 0, misses = 0, most = 0, looks_of_hits = 0, misses_at_once = 0;
  const double slack = sizeof(Real) == 4 ? 2e-5 : 1e-12;
  for (int i = 0; i < 6000; ++i) {
    const auto point = [&](double size) {
      const V3d p = random.in_cube() * size;
      return Vec3{Real(p.x), Real(p.y), Real(p.z)};
    };
    const double way = random.chance(0.5) ? 0.5 : 4;
    MovingPoint m[4];
    for (MovingPoint& x : m) x = moving(point(1), point(way));
    const bool is_face = i % 2 == 0;
    // Now and then a triangle that is almost a segment, or edges that are almost parallel.
    if (random.chance(0.25)) {
      const double noise = std::pow(10.0, -random.below(18));
      const Real along = Real(random.uniform(-0.5, 1.5));
      const MovingPoint &p = m[is_face ? 1 : 2], &q = m[is_face ? 2 : 1], &base = m[is_face ? 1 : 0];
      m[3].from = p.from + (q.from - base.from) * along + point(noise);
      m[3].to = p.to + (q.to - base.to) * along + point(noise);
    }
    FeatureSettings settings;
    if (random.chance(0.5)) settings.separation = Real(0.125);
    const MovingPoint face[] = {m[1], m[2], m[3]}, a[] = {m[0], m[1]}, b[] = {m[2], m[3]};
    const FeatureImpact r =
        is_face ? vertex_face_impact(m[0], face, settings) : edge_edge_impact(a, b, settings);
    ASSERT_EQ(r.status, Status::converged);
    most = std::max(most, int(r.iterations));
    looks_of_hits += r ? r.iterations : 0;
    misses_at_once += !r && r.iterations == 1 ? 1 : 0;
    const auto distance_at = [&](Real t) {
      const Vec3 p[] = {at(m[0], t), at(m[1], t), at(m[2], t), at(m[3], t)};
      const Distance d = is_face ? distance({Point{}, Affine(p[0])}, {Triangle{p[1], p[2], p[3]}, {}})
                                 : distance({Segment{p[0], p[1]}, {}}, {Segment{p[2], p[3]}, {}});
      return double(d.upper);
    };
    (r.hit == Hit::hit ? hits : r.hit == Hit::miss ? misses : uncertain) += 1;
    const double separation = double(settings.separation), until = r ? double(r.lower) : 1;
    for (int k = 0; k <= 100 && until > 0; ++k) {
      ASSERT_GT(distance_at(Real(until * k / 100)), separation - slack) << i << " at " << until * k / 100;
    }
    if (!r) continue;
    ASSERT_LE(distance_at(r.lower), separation + kClose + 10 * slack) << i;
    // Contact is proved, also at the start.
    if (r.hit == Hit::hit && separation > 0) {
      ASSERT_LE(distance_at(r.upper), separation + slack) << i;
    }
  }
  EXPECT_GT(hits, 500);
  EXPECT_GT(misses, 500);
  EXPECT_LT(uncertain, hits / 100);
  EXPECT_LE(most, 20);
  EXPECT_LE(looks_of_hits, 6 * hits);
  EXPECT_GT(misses_at_once, misses * 3 / 4);
}

}  // namespace
}  // namespace graze::test
