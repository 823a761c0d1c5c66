// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Vertices and faces, edges and edges, on grids of coarse and of fine steps, so that many meet, touch or pass
// each other closely. Whether they meet is decided in rational numbers, without any root: with the vectors
// between moving points linear in time, coplanarity is a cubic in t and each side of a face or edge a
// quartic; in Bernstein form, intervals are halved until a polynomial of one sign proves a miss, or a change
// of sign of the cubic where all sides are positive proves a contact. What neither proves at 2^-kDepth is a
// touch.

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include "graze/motion/feature_impact.h"
#include "graze/query/distance.h"
#include "support/environment.h"
#include "support/random.h"

namespace graze::test {
namespace {

using Polynomial = std::vector<mpq_class>;  // coefficients of 1, t, t^2, ...

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  Polynomial sum(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < a.size(); ++i) sum[i] += a[i];
  for (std::size_t i = 0; i < b.size(); ++i) sum[i] += b[i];
  return sum;
}
Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial product(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) product[i + j] += a[i] * b[j];
  return product;
}
Polynomial operator-(const Polynomial& a, const Polynomial& b) { return a + b * Polynomial{-1}; }

struct Vector {
  Polynomial x, y, z;
};
Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vector cross(const Vector& a, const Vector& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Polynomial dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vector moving(const MovingPoint& p) {
  const auto line = [](Real from, Real to) {
    const mpq_class start(double{from}), end(double{to});
    return Polynomial{start, end - start};
  };
  return {line(p.from.x, p.to.x), line(p.from.y, p.to.y), line(p.from.z, p.to.z)};
}

// Values between which a polynomial lies on an interval: its control values there. The ends are its own.
using Control = std::vector<mpq_class>;
Control control_of(const Polynomial& p) {
  const std::size_t degree = p.size() - 1;
  Control c(degree + 1);
  for (std::size_t i = 0; i <= degree; ++i) {
    mpq_class of_degree = 1, of_i = 1;  // binomials over k
    for (std::size_t k = 0; k <= i; ++k) {
      c[i] += p[k] * of_i / of_degree;
      of_i = of_i * int(i - k) / int(k + 1);
      of_degree = of_degree * int(degree - k) / int(k + 1);
    }
  }
  return c;
}
void halve(const Control& c, Control& left, Control& right) {
  Control row = c;
  left.resize(c.size());
  right.resize(c.size());
  for (std::size_t i = 0; i < c.size(); ++i) {
    left[i] = row.front();
    right[c.size() - 1 - i] = row.back();
    for (std::size_t k = 0; k + 1 < row.size(); ++k) row[k] = (row[k] + row[k + 1]) / 2;
    row.pop_back();
  }
}
bool is_all(const Control& c, int sign) {
  return std::all_of(c.begin(), c.end(), [sign](const mpq_class& x) { return sgn(x) == sign; });
}

// Coplanar at a root of the first; within both features where none of the others is negative.
struct Question {
  Control coplanar, sides[4];
};
Question vertex_face(const MovingPoint& vertex, const MovingPoint (&face)[3]) {
  const Vector origin = moving(face[0]), u = moving(face[1]) - origin, v = moving(face[2]) - origin,
               w = moving(vertex) - origin, n = cross(u, v);
  const Polynomial y = dot(cross(w, v), n), z = dot(cross(u, w), n), all = dot(n, n);
  return {control_of(dot(w, n)), {control_of(y), control_of(z), control_of(all - y - z), control_of(all)}};
}
Question edge_edge(const MovingPoint (&a)[2], const MovingPoint (&b)[2]) {
  const Vector p = moving(a[0]), q = moving(b[0]), u = moving(a[1]) - p, v = moving(b[1]) - q, w = q - p,
               n = cross(u, v);
  const Polynomial s = dot(cross(w, v), n), r = dot(cross(w, u), n), all = dot(n, n);
  return {control_of(dot(w, n)), {control_of(s), control_of(all - s), control_of(r), control_of(all - r)}};
}

constexpr int kDepth = 24, kMostLooks = 200;
enum class Truth { apart, touch, meet };

// `until`: a time by which they have met. `looks`: intervals so far; of features that stay in one plane, or
// in touch for a while, all of them are undecided.
Truth decide(const Question& q, int depth, double begin, double width, int& looks, double& until) {
  if (is_all(q.coplanar, 1) || is_all(q.coplanar, -1)) return Truth::apart;
  for (const Control& side : q.sides)
    if (is_all(side, -1)) return Truth::apart;
  const bool is_within =
      std::all_of(std::begin(q.sides), std::end(q.sides), [](const Control& c) { return is_all(c, 1); });
  if (is_within && sgn(q.coplanar.front()) * sgn(q.coplanar.back()) <= 0) {
    until = begin + width;
    return Truth::meet;
  }
  if (depth == kDepth || ++looks > kMostLooks) return Truth::touch;
  Question left, right;
  halve(q.coplanar, left.coplanar, right.coplanar);
  for (int i = 0; i < 4; ++i) halve(q.sides[i], left.sides[i], right.sides[i]);
  const Truth first = decide(left, depth + 1, begin, width / 2, looks, until);
  if (first == Truth::meet) return first;
  const Truth second = decide(right, depth + 1, begin + width / 2, width / 2, looks, until);
  return second == Truth::meet ? second : std::max(first, second);
}

// Points on a grid from -4 to 4 that go to others; or features that have a point in common, mostly on the
// border of one, and are then pushed off by anything down to far below the tolerance.
class Grid {
 public:
  explicit Grid(std::uint64_t seed) : random_(seed) {}
  Vec3 place(int size) { return {whole(size), whole(size), whole(size)}; }
  MovingPoint point() { return {place(4), place(6)}; }
  // Where a point comes from and goes to that is at `there` at a time.
  MovingPoint through(const Vec3& there, Real time, const Vec3& off) {
    const Vec3 way = random_.chance(0.2) ? Vec3{} : place(6);
    return {there - way * time + off, there + way * (1 - time) + off};
  }
  // Parts of one, of which some are zero mostly.
  std::array<Real, 3> weights(int count) {
    const int x = random_.chance(0.6) ? 0 : random_.below(5), y = count == 3 ? random_.below(5 - x) : 4 - x;
    return {Real(x) / 4, Real(y) / 4, Real(4 - x - y) / 4};
  }
  Vec3 push() {
    const V3d way = random_.direction() * std::ldexp(1.0, -random_.below(40));
    return random_.chance(0.1) ? Vec3{} : Vec3{Real(way.x), Real(way.y), Real(way.z)};
  }
  Real time() { return Real(random_.below(17)) / 16; }

 private:
  Real whole(int size) { return Real(random_.below(2 * size + 1) - size); }
  Random random_;
};

struct Tally {
  int apart = 0, touch = 0, meet = 0, missed = 0, late = 0, false_hits = 0, false_positives = 0,
      unexplained = 0, limited = 0;
  double farthest = 0;  // of false positives

  void add(Truth truth, double until, const FeatureImpact& r, double distance_at_lower) {
    ++(truth == Truth::apart ? apart : truth == Truth::touch ? touch : meet);
    if (truth == Truth::meet && !r) ++missed;
    if (truth == Truth::meet && double(r.lower) > until) ++late;
    if (truth != Truth::apart || !r) return;
    ++false_positives;
    if (r.hit == Hit::hit) ++false_hits;
    // Why: closer than the tolerance, without contact; or a graze that would take more looks than are
    // allowed.
    if (r.status == Status::iteration_limit) {
      ++limited;
      return;
    }
    farthest = std::max(farthest, distance_at_lower);
    if (distance_at_lower > 1.01 * double(FeatureSettings{}.distance_tolerance)) ++unexplained;
  }
  void report(const char* what) const {
    std::printf("             %s: %d apart, %d meet, %d touch; %d missed, %d late\n", what, apart, meet,
                touch, missed, late);
    std::printf(
        "             of those apart %d are false positives: %d hits, %d grazes that ended after "
        "max_iterations,"
        " %d within the distance tolerance (the farthest at %.2g), %d others\n",
        false_positives, false_hits, limited, false_positives - limited - unexplained, farthest, unexplained);
    EXPECT_EQ(missed, 0);
    EXPECT_EQ(late, 0);
    EXPECT_EQ(false_hits, 0);
    EXPECT_EQ(unexplained, 0);
    EXPECT_GT(apart, 500);
    EXPECT_GT(meet, 500);
    EXPECT_GT(touch, 20);
    EXPECT_GT(false_positives, 2);
  }
};

constexpr int kCases = 3000;
Vec3 at(const MovingPoint& p, Real t) { return p.from + (p.to - p.from) * t; }

TEST(FeatureExact, OfVerticesAndFacesOnGridsMissesNoneAndFalsePositivesAreWithinTheTolerance) {
  Grid grid(environment("GRAZE_SEED", 20261121));
  const int cases = cases_of(kCases);
  Tally tally;
  for (int i = 0; i < cases; ++i) {
    MovingPoint p = grid.point(), face[] = {grid.point(), grid.point(), grid.point()};
    if (i % 3 != 0) {
      const Vec3 q[] = {grid.place(4), grid.place(4), grid.place(4)};
      const Real time = grid.time();
      const auto w = grid.weights(3);
      for (int k = 0; k < 3; ++k) face[k] = grid.through(q[k], time, {});
      p = grid.through(q[0] * w[0] + q[1] * w[1] + q[2] * w[2], time, grid.push());
    }
    int looks = 0;
    double until = 0;
    const Truth truth = decide(vertex_face(p, face), 0, 0, 1, looks, until);
    const FeatureImpact r = vertex_face_impact(p, face);
    const Real t = r.lower;
    const Distance d = distance({Shape(Point{at(p, t)}), Affine()},
                                {Shape(Triangle{at(face[0], t), at(face[1], t), at(face[2], t)}), Affine()});
    tally.add(truth, until, r, double(d.upper));
  }
  tally.report("vertex-face");
}

TEST(FeatureExact, OfEdgesOnGridsMissesNoneAndFalsePositivesAreWithinTheTolerance) {
  Grid grid(environment("GRAZE_SEED", 20261122) + 1);
  const int cases = cases_of(kCases);
  Tally tally;
  for (int i = 0; i < cases; ++i) {
    MovingPoint a[] = {grid.point(), grid.point()}, b[] = {grid.point(), grid.point()};
    if (i % 3 != 0) {
      const Vec3 common = grid.place(4), off = grid.push();
      const Real time = grid.time();
      for (MovingPoint(*edge)[2] : {&a, &b}) {
        const Vec3 along = grid.place(4);
        const Real w = grid.weights(2)[0];
        const Vec3 by = edge == &a ? off : Vec3{};
        (*edge)[0] = grid.through(common - along * w, time, by);
        (*edge)[1] = grid.through(common + along * (1 - w), time, by);
      }
    }
    int looks = 0;
    double until = 0;
    const Truth truth = decide(edge_edge(a, b), 0, 0, 1, looks, until);
    const FeatureImpact r = edge_edge_impact(a, b);
    const Real t = r.lower;
    const Distance d = distance({Shape(Segment{at(a[0], t), at(a[1], t)}), Affine()},
                                {Shape(Segment{at(b[0], t), at(b[1], t)}), Affine()});
    tally.add(truth, until, r, double(d.upper));
  }
  tally.report("edge-edge");
}

}  // namespace
}  // namespace graze::test
