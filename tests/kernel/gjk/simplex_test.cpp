// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/gjk/simplex.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "support/random.h"

namespace graze::gjk {
namespace {

using test::Random;
using Q = mpq_class;
using QVec = std::array<Q, 3>;

QVec exact(const Vec3d& v) { return {Q(v.x), Q(v.y), Q(v.z)}; }
Q dot_of(const QVec& a, const QVec& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// Squared distance of the origin from the affine hull of the points, if its nearest point lies among them.
std::optional<Q> interior_distance(const std::vector<QVec>& w) {
  const std::size_t n = w.size() - 1;
  std::vector<QVec> e(n);
  std::vector<std::vector<Q>> m(n, std::vector<Q>(n + 1));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < 3; ++k) e[i][k] = w[i + 1][k] - w[0][k];
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) m[i][j] = dot_of(e[i], e[j]);
    m[i][n] = -dot_of(e[i], w[0]);
  }
  for (std::size_t i = 0; i < n; ++i) {  // a Gram matrix: a zero pivot means that the points are dependent
    if (m[i][i] == 0) return std::nullopt;
    for (std::size_t r = 0; r < n; ++r) {
      if (r == i) continue;
      const Q f = m[r][i] / m[i][i];
      for (std::size_t c = i; c <= n; ++c) m[r][c] -= f * m[i][c];
    }
  }
  Q rest = 1;
  QVec v = w[0];
  for (std::size_t i = 0; i < n; ++i) {
    const Q t = m[i][n] / m[i][i];
    if (t < 0) return std::nullopt;
    rest -= t;
    for (std::size_t k = 0; k < 3; ++k) v[k] += t * e[i][k];
  }
  if (rest < 0) return std::nullopt;
  return dot_of(v, v);
}

// Over all faces: the true squared distance.
Q nearest_by_rationals(const std::vector<Vec3d>& points) {
  std::optional<Q> best;
  for (unsigned mask = 1; mask < 1u << points.size(); ++mask) {
    std::vector<QVec> face;
    for (std::size_t i = 0; i < points.size(); ++i)
      if ((mask >> i & 1u) != 0) face.push_back(exact(points[i]));
    const auto d = interior_distance(face);
    if (d && (!best || *d < *best)) best = d;
  }
  return *best;
}

void push(Simplex& s, const Vec3d& w) {
  const int slot = s.free_slot();
  s.w[slot] = s.a[slot] = w;
  s.b[slot] = {};
  s.index_a[slot] = s.index_b[slot] = 0;
  s.slots[s.count++] = slot;
}

std::vector<Vec3d> points_of(const Simplex& s) {
  std::vector<Vec3d> points;
  for (int i = 0; i < s.count; ++i) points.push_back(s.w[s.slots[i]]);
  return points;
}

double size_of(const std::vector<Vec3d>& points) {
  double size = 0;
  for (const Vec3d& p : points) size = std::max(size, length(p));
  return size;
}

// How much rounding grows in the plane of three points: the product of their two shorter edges over twice
// their area; for fewer points nothing.
double condition_of(const std::vector<Vec3d>& points) {
  double worst = 1;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      for (std::size_t k = 0; k < j; ++k) {
        const Vec3d n = cross(points[j] - points[i], points[k] - points[i]);
        std::array<double, 3> l{length(points[j] - points[i]), length(points[k] - points[i]),
                                length(points[k] - points[j])};
        std::sort(l.begin(), l.end());
        if (length(n) > 0) worst = std::max(worst, l[0] * l[1] / length(n));
      }
  return worst;
}

struct Tally {
  int faces[4] = {}, inside = 0;
};

// One step as GJK takes it: w is beyond v. Compares, keeps the nearest face, and says whether to go on.
bool step(Simplex& s, const Vec3d& w, Tally& tally, Vec3d& v) {
  push(s, w);
  const auto points = points_of(s);
  const double size = size_of(points), condition = condition_of(points);
  const double truth = std::sqrt(nearest_by_rationals(points).get_d());
  const double tolerance = 32 * kDoubleEpsilon * size * condition;
  Nearest nearest;
  double inner = 0;
  if (!find_nearest(s, nearest, inner)) {
    EXPECT_LE(truth, tolerance);
    Vec3d sum;
    double total = 0;
    for (int i = 0; i < 4; ++i) {
      EXPECT_GE(s.lambda[i], 0);
      sum += s.w[s.slots[i]] * s.lambda[i];
      total += s.lambda[i];
    }
    EXPECT_NEAR(total, 1, 1e-12);
    ++tally.inside;
    return false;
  }
  EXPECT_NEAR(std::sqrt(nearest.vv), truth, tolerance) << "condition " << condition;
  Vec3d sum;
  for (int i = 0; i < nearest.count; ++i) {
    EXPECT_GE(nearest.lambda[i], 0);
    sum += s.w[nearest.slots[i]] * nearest.lambda[i];
  }
  EXPECT_LE(length(sum - nearest.v), tolerance * condition);
  EXPECT_NEAR(dot(nearest.v, nearest.v), nearest.vv, 4 * kDoubleEpsilon * nearest.vv);
  ++tally.faces[nearest.count];
  keep_face(s, nearest);
  v = nearest.v;
  return nearest.vv > 1e-20 * size * size;
}

// Closer than this the bounds of GJK have met.
constexpr double kProgress = 1 - 1e-9;

// Random walks of GJK over points from `draw`.
template <class Draw>
Tally walk(int walks, Draw draw) {
  Tally tally;
  for (int i = 0; i < walks && !testing::Test::HasFailure(); ++i) {
    Simplex s;
    Vec3d v;
    if (!step(s, draw(), tally, v)) continue;
    for (int k = 0; k < 8; ++k) {
      Vec3d w = draw();
      for (int tries = 0; tries < 50 && !(dot(v, w) < kProgress * dot(v, v)); ++tries) w = draw();
      if (!(dot(v, w) < kProgress * dot(v, v)) || !step(s, w, tally, v)) break;
    }
  }
  return tally;
}

Vec3d in_cube(Random& random, const Vec3d& centre) {
  const test::V3d p = random.in_cube();
  return Vec3d{p.x, p.y, p.z} + centre;
}

TEST(FindNearest, AgreesWithRationalsOnRandomWalks) {
  Random random{1};
  const Tally t = walk(1500, [&] { return in_cube(random, {0.4, 0.2, 0.1}); });
  EXPECT_GT(t.faces[1], 300);
  EXPECT_GT(t.faces[2], 300);
  EXPECT_GT(t.faces[3], 300);
  EXPECT_GT(t.inside, 300);
}

TEST(FindNearest, AgreesWithRationalsFarFromTheOrigin) {
  Random random{2};
  // A plate straight above the origin: of a cube at that distance the lowest vertex would always be nearest.
  const Tally t = walk(1500, [&] {
    Vec3d p = in_cube(random, {0.1, -0.2, 0});
    p.z = 100 + p.z * 1e-3;
    return p;
  });
  EXPECT_GT(t.faces[3], 100);
  EXPECT_EQ(t.inside, 0);
}

TEST(FindNearest, AgreesWithRationalsOnPlates) {
  Random random{3};
  const Tally t = walk(2000, [&] {
    Vec3d p = in_cube(random, {});
    p.y = 0.01 + p.y * 1e-6;  // flat tetrahedra
    return p;
  });
  EXPECT_GT(t.faces[3], 200);
}

TEST(FindNearest, AgreesWithRationalsOnNeedles) {
  Random random{4};
  const Tally t = walk(2000, [&] {
    Vec3d p = in_cube(random, {});
    p.y = 0.1 + p.y * 1e-4;
    p.z = 0.1 + p.z * 1e-4;
    return p;
  });
  EXPECT_GT(t.faces[2], 200);
}

TEST(FindNearest, AgreesWithRationalsOnGridsWithDuplicatesAndCoplanarPoints) {
  Random random{5};
  const Tally t = walk(2000, [&] {
    return Vec3d{random.below(4) - 0.5, random.below(4) - 1.5, random.below(4) - 0.25};
  });
  EXPECT_GT(t.faces[1], 200);
  EXPECT_GT(t.faces[3], 100);
  EXPECT_GT(t.inside, 100);
}

TEST(FindNearest, TellsTheRadiusOfABallInTheTetrahedron) {
  // The regular tetrahedron (1, 1, 1), (1, -1, -1), ...: its faces are 1 / sqrt(3) away.
  Simplex s;
  for (const Vec3d& w : {Vec3d{1, 1, 1}, Vec3d{1, -1, -1}, Vec3d{-1, 1, -1}, Vec3d{-1, -1, 1}}) push(s, w);
  Nearest nearest;
  double inner = 0;
  ASSERT_FALSE(find_nearest(s, nearest, inner));
  // Certain to fit: never larger, and smaller by what rounding could have added (16 epsilons of the
  // products).
  EXPECT_LE(inner, 1.0 / 3);
  EXPECT_GT(inner, 1.0 / 3 - 1e-12);
  for (const double lambda : s.lambda) EXPECT_NEAR(lambda, 0.25, 1e-15);
}

TEST(FindNearest, OfDuplicatesIsThePoint) {
  Simplex s;
  Nearest nearest;
  double inner = 0;
  for (int i = 0; i < 4; ++i) {
    push(s, {1, 2, 2});
    ASSERT_TRUE(find_nearest(s, nearest, inner));
    EXPECT_EQ(nearest.vv, 9);
    EXPECT_EQ(nearest.v, (Vec3d{1, 2, 2}));
  }
}

TEST(RefineWeights, PutsThePointBackOntoThePlane) {
  // A triangle of size 1e-6 at distance 1 with weights that are off by 1e-7.
  const Vec3d w0{0, 0, 1}, w1{1e-6, 0, 1}, w2{0, 1e-6, 1};
  const Vec3d v = w0 * 0.5 + w1 * 0.3 + w2 * 0.2;
  double lambda[4] = {0.5 + 1e-7, 0.3 - 2e-7, 0.2 + 1e-7, 0};
  refine_weights(w0, w1, w2, v, lambda);
  EXPECT_NEAR(lambda[0], 0.5, 1e-9);
  EXPECT_NEAR(lambda[1], 0.3, 1e-9);
  EXPECT_NEAR(lambda[2], 0.2, 1e-9);
}

TEST(RefineWeights, LeavesWeightsOfATriangleWithoutArea) {
  double lambda[4] = {0.5, 0.25, 0.25, 0};
  refine_weights({0, 0, 1}, {1, 0, 1}, {2, 0, 1}, {0, 0, 1}, lambda);
  for (const double x : {lambda[0], lambda[1], lambda[2]}) EXPECT_TRUE(x >= 0 && x <= 1);
}

}  // namespace
}  // namespace graze::gjk
