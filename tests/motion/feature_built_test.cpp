// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Vertices and faces, edges and edges, built so that it is known without any computing whether and when they
// meet: all numbers are multiples of a small power of two, which Real holds exactly. Each is built at a gap
// of zero, where they meet at one instant, and at gaps down to far below the tolerance, where they do not:
//   double roots     the height of w over the plane of u and v is  +-(b (t - s)^2 + gap): it touches and does
//                    not cross. A gap below zero crosses twice, first at s - sqrt(-gap / b).
//   vanishing        an edge or a face shrinks to a point, or a face to a segment, at time s, and grows
//   again:
//                    all is coplanar then.
//   sliding          all stays in one plane, where coplanarity says nothing.
// Integer shears, of determinant one, and a common way keep both whether and when.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <vector>

#include "graze/motion/feature_impact.h"
#include "graze/query/distance.h"
#include "support/environment.h"
#include "support/random.h"

namespace graze::test {
namespace {

constexpr double kTolerance = sizeof(Real) == 4 ? 1e-5 : 1e-8;
constexpr int kFinest = sizeof(Real) == 4 ? 18 : 40;  // of gaps, as a power of two

/// A point at p + (t - s) v.
struct Line {
  V3d p, v;
};
struct Built {
  std::vector<Line> points;    // of the first feature, then of the second
  double at = 0.5;             // s
  std::optional<double> meet;  // the first time; nothing: never
};
using Builder = Built (*)(double s, double gap, Random& random);

double small(Random& random) { return (1 + random.below(8)) / 8.0; }

// u = (1, 0, t - s), v = (0, 1, 0), w = (x + b (t - s), y, x (t - s) + c): n = u x v = (-(t - s), 0, 1), and
// the height w . n is  c - b (t - s)^2.
Built built_of_root(double s, double gap, double y, Random& random) {
  const double b = 2 * small(random), x = 0.25;
  const double sign = random.chance(0.5) ? 1 : -1;
  Built r{{{{0, 0, 0}, {0, 0, 0}},
           {{1, 0, 0}, {0, 0, 1}},
           {{0, 1, 0}, {0, 0, 0}},
           {{x, y, -gap * sign}, {b * sign, 0, x}}},
          s,
          {}};
  if (gap == 0) r.meet = s;
  if (gap < 0) r.meet = s - std::sqrt(-gap / b);
  return r;
}
Built face_root(double s, double gap, Random& random) {
  Built r = built_of_root(s, gap, 0.25, random);
  r.points = {r.points[3], r.points[0], r.points[1], r.points[2]};
  return r;
}
// The second edge lies along v and has w in its middle.
Built edge_root(double s, double gap, Random& random) {
  const Built r = built_of_root(s, gap, 0, random);
  const Line& w = r.points[3];
  const V3d half{0, 0.5, 0};
  return {{r.points[0], r.points[1], {w.p - half, w.v}, {w.p + half, w.v}}, s, r.meet};
}

// A triangle in the plane z = 0 that shrinks to the origin, and a vertex that comes through that plane at
// time s, by the gap away.
Built face_to_point(double s, double gap, Random& random) {
  const double x = small(random);
  Built r{{{{gap, 0, 0}, {0, 0, small(random)}}, {}, {{0, 0, 0}, {x, 0, 0}}, {{0, 0, 0}, {0, x, 0}}}, s, {}};
  if (gap == 0) r.meet = s;
  return r;
}
// To the segment from the origin to (1, 0, 0); the vertex comes past the middle of it.
Built face_to_segment(double s, double gap, Random& random) {
  Built r{
      {{{0.5, gap, 0}, {0, 0, small(random)}}, {}, {{1, 0, 0}, {}}, {{0.25, 0, 0}, {0, small(random), 0}}},
      s,
      {}};
  if (gap == 0) r.meet = s;
  return r;
}
// An edge along x that shrinks to the origin, and one along y that comes down through it.
Built edge_to_point(double s, double gap, Random& random) {
  const double x = small(random), way = small(random);
  Built r{{{}, {{0, 0, 0}, {x, 0, 0}}, {{gap, -1, 0}, {0, 0, way}}, {{gap, 1, 0}, {0, 0, way}}}, s, {}};
  if (gap == 0) r.meet = s;
  return r;
}

// In the plane of a face: the vertex comes along y = 0 and reaches the edge at x = 0 at time s; or passes by
// beyond the corner at the origin.
Built face_sliding(double s, double gap, Random& random) {
  const double way = small(random);
  Built r{{{{0, -gap, 0}, {way, 0, 0}}, {{0, 0, 0}, {}}, {{2, 0, 0}, {}}, {{0, 2, 0}, {}}}, s, {}};
  if (gap == 0) r.meet = s;
  return r;
}
// The end of an edge comes to the middle of another and on, or past its end.
Built edge_sliding(double s, double gap, Random& random) {
  const double way = small(random), x = gap == 0 ? 0.5 : 1 + gap;
  Built r{{{{0, 0, 0}, {}}, {{1, 0, 0}, {}}, {{x, 0, 0}, {0, -way, 0}}, {{x, 2, 0}, {0, -way, 0}}}, s, {}};
  if (gap == 0) r.meet = s;
  return r;
}
// Parallel edges that come to lie beside each other, and end to end.
Built edge_parallel(double s, double gap, Random& random) {
  const double way = small(random), x = gap == 0 ? 0.5 : 1 + gap;
  Built r{
      {{{0, 0, 0}, {}}, {{1, 0, 0}, {}}, {{x, 0, 0}, {0, -way, 0}}, {{x + 1, 0, 0}, {0, -way, 0}}}, s, {}};
  if (gap == 0) r.meet = s;
  return r;
}
// On one line: the front of an edge comes to the end of another at time s; or on a line beside.
Built edge_in_line(double s, double gap, Random& random) {
  const double way = small(random);
  if (gap == 0)
    return {{{{0, 0, 0}, {}}, {{1, 0, 0}, {}}, {{1, 0, 0}, {-way, 0, 0}}, {{2, 0, 0}, {-way, 0, 0}}}, s, s};
  return {
      {{{0, 0, 0}, {}}, {{1, 0, 0}, {}}, {{1, gap, 0}, {-way, 0, 0}}, {{2, gap, 0}, {-way, 0, 0}}}, s, {}};
}

/// Keeps whether and when features meet.
class Disguise {
 public:
  explicit Disguise(Random& random) : way_{whole(random, 2), whole(random, 2), whole(random, 2)} {
    for (int& k : order_) k = random.below(3);
    from_ = (order_[0] + 1 + random.below(2)) % 3;
    place_ = {whole(random, 3), whole(random, 3), whole(random, 3)};
    sign_ = random.chance(0.5) ? -1 : 1;
  }
  [[nodiscard]] MovingPoint operator()(const Line& line, double s) const {
    const auto at = [&](double t) { return real(turned(line.p + line.v * (t - s)) + place_ + way_ * t); };
    return {at(0), at(1)};
  }

 private:
  static double whole(Random& random, int size) { return random.below(2 * size + 1) - size; }
  // Axes in turn, one added to another, one mirrored.
  [[nodiscard]] V3d turned(const V3d& v) const {
    double x[3] = {v.x, v.y, v.z};
    x[order_[0]] += x[from_];
    x[order_[1]] *= sign_;
    return order_[2] == 0   ? V3d{x[0], x[1], x[2]}
           : order_[2] == 1 ? V3d{x[1], x[2], x[0]}
                            : V3d{x[2], x[0], x[1]};
  }
  [[nodiscard]] static Vec3 real(const V3d& v) {
    EXPECT_EQ(double(Real(v.x)), v.x);
    EXPECT_EQ(double(Real(v.y)), v.y);
    EXPECT_EQ(double(Real(v.z)), v.z);
    return {Real(v.x), Real(v.y), Real(v.z)};
  }
  V3d way_, place_{};
  int order_[3], from_ = 0;
  double sign_ = 1;
};

Vec3 place_at(const MovingPoint& p, Real t) { return p.from + (p.to - p.from) * t; }

struct Tally {
  int apart = 0, meet = 0, certain = 0, false_positives = 0, limited = 0, bad = 0;
  double farthest = 0;

  void add(const Built& built, const FeatureImpact& r, double distance_at_lower) {
    ++(built.meet ? meet : apart);
    if (built.meet) {
      // Roots are rounded, and so is Real.
      const double time = *built.meet * (1 + 4 * double(kEpsilon));
      bad += !r || double(r.lower) > time;  // missed or late
      bad += r.hit == Hit::hit && (double(r.upper) < *built.meet * (1 - 4 * double(kEpsilon)) ||
                                   double(r.upper) - double(r.lower) > kTolerance);
      certain += r.hit == Hit::hit;
    } else {
      bad += r.hit == Hit::hit;
      false_positives += bool(r);
    }
    if (r.hit != Hit::uncertain) return;
    if (r.status == Status::iteration_limit) {
      ++limited;
    } else {
      farthest = std::max(farthest, distance_at_lower);
      bad += distance_at_lower > 1.01 * kTolerance;
    }
  }
};

FeatureImpact impact_of(bool is_face, const std::vector<MovingPoint>& p, double& distance_at_lower) {
  const auto at = [&](std::size_t i, Real t) { return place_at(p[i], t); };
  FeatureImpact r;
  Distance d;
  if (is_face) {
    const MovingPoint face[] = {p[1], p[2], p[3]};
    r = vertex_face_impact(p[0], face);
    const Real t = r.lower;
    d = distance({Shape(Point{at(0, t)}), Affine()},
                 {Shape(Triangle{at(1, t), at(2, t), at(3, t)}), Affine()});
  } else {
    const MovingPoint a[] = {p[0], p[1]}, b[] = {p[2], p[3]};
    r = edge_edge_impact(a, b);
    const Real t = r.lower;
    d = distance({Shape(Segment{at(0, t), at(1, t)}), Affine()},
                 {Shape(Segment{at(2, t), at(3, t)}), Affine()});
  }
  distance_at_lower = double(d.upper);
  return r;
}

struct Kind {
  const char* name;
  bool is_face, may_cross;
  Builder build;
};
void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

class FeatureBuilt : public testing::TestWithParam<Kind> {};

TEST_P(FeatureBuilt, IsFoundWhereItMeetsAndIsAGrazeAtMostWhereItDoesNot) {
  const Kind& kind = GetParam();
  const std::uint64_t seed = environment("GRAZE_SEED", 20261119);
  const int cases = cases_of(400);
  Tally tally;
  for (int i = 0; i < cases; ++i) {
    Random random(
        mixed(seed, std::uint64_t(kind.name[0]) + 256 * std::uint64_t(kind.name[5]), std::uint64_t(i)));
    const double s = (4 + random.below(9)) / 16.0;
    const double size = std::ldexp(1.0, -8 - random.below(kFinest - 7));
    const double gap = i % 3 == 0 ? 0 : i % 3 == 1 || !kind.may_cross ? size : -size;
    const Built built = kind.build(s, gap, random);
    const Disguise disguise(random);
    std::vector<MovingPoint> points;
    for (const Line& line : built.points) points.push_back(disguise(line, s));
    double distance_at_lower = 0;
    const FeatureImpact r = impact_of(kind.is_face, points, distance_at_lower);
    const int before = tally.bad;
    tally.add(built, r, distance_at_lower);
    EXPECT_EQ(tally.bad, before) << "case " << i << ", gap " << gap << ": " << to_string(r.hit) << " in ["
                                 << r.lower << ", " << r.upper << "], apart by " << distance_at_lower
                                 << (built.meet ? ", meets at " + std::to_string(*built.meet) : "");
  }
  std::printf(
      "             %-15s %d meet, of %d it is certain; of %d apart %d are false positives: %d grazes that "
      "ended after max_iterations, others as near as %.2g\n",
      kind.name, tally.meet, tally.certain, tally.apart, tally.false_positives, tally.limited,
      tally.farthest);
  EXPECT_GT(tally.meet * 4, cases);
  EXPECT_GT(tally.apart * 4, cases);
  EXPECT_LE(tally.false_positives * 10, tally.apart) << "of gaps that are mostly far below the tolerance";
}

INSTANTIATE_TEST_SUITE_P(Kinds, FeatureBuilt,
                         testing::Values(Kind{"face_root", true, true, face_root},
                                         Kind{"face_to_point", true, false, face_to_point},
                                         Kind{"face_to_segment", true, false, face_to_segment},
                                         Kind{"face_sliding", true, false, face_sliding},
                                         Kind{"edge_root", false, true, edge_root},
                                         Kind{"edge_to_point", false, false, edge_to_point},
                                         Kind{"edge_sliding", false, false, edge_sliding},
                                         Kind{"edge_parallel", false, false, edge_parallel},
                                         Kind{"edge_in_line", false, false, edge_in_line}),
                         [](const auto& kind) { return std::string(kind.param.name); });

}  // namespace
}  // namespace graze::test
