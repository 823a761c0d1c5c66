// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Where a point is, and how far from a shape.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "convex_oracle.h"
#include "graze/primitive/point_distance.h"

namespace graze::primitive {
namespace {

using test::exact;
using test::Points;
using test::Q;
using test::Q3;

const Real kNan = std::numeric_limits<Real>::quiet_NaN();

int sign_of_contact(Contact c) { return c == Contact::apart ? 1 : c == Contact::touching ? 0 : -1; }

// The larger sign of what must all be at most zero.
int worst(std::initializer_list<Q> values) {
  int s = -1;
  for (const Q& v : values) s = std::max(s, sgn(v));
  return s;
}
Q across(const Q3& p) { return p.x * p.x + p.z * p.z; }

// Hull of two discs: at height y its radius is the weighted mean.
int in_discs(const Q3& p, const Q& rb, const Q& rt, const Q& h) {
  if (h == 0) return p.y != 0 ? 1 : std::max(0, sgn(Q(across(p) - std::max(rb, rt) * std::max(rb, rt))));
  const Q w = (p.y + h) / (2 * h), r = rb * (1 - w) + rt * w;
  return std::max(worst({abs(p.y) - h}), abs(p.y) > h ? 1 : sgn(Q(across(p) - r * r)));
}

int in_ellipsoid(const Q3& p, const Vec3& radii) {
  Q sum = 0;
  bool is_flat = false;
  for (int i = 0; i < 3; ++i) {
    const Q x = component(p, i), r = exact(radii[i]);
    if (r == 0) {
      is_flat = true;
      if (x != 0) return 1;
    } else {
      sum += (x / r) * (x / r);
    }
  }
  const int s = sgn(Q(sum - 1));
  return is_flat ? std::max(0, s) : s;
}

// Hull of two balls on the y axis. Within it where within some ball of the family between them:
// |p - c(w)| <= r(w) for a w in [0, 1], both linear in w: a quadratic f(w) <= 0, whose least value decides.
int in_tapered_capsule(const Q3& p, const Q& rb, const Q& rt, const Q& h) {
  const auto f = [&](const Q& w) {
    const Q y = p.y - (w * 2 - 1) * h, r = rb * (1 - w) + rt * w;
    return Q(across(p) + y * y - r * r);
  };
  Q least = std::min(f(0), f(1));
  // f(w) = a w² + b w + c, by its values at 0, 1 and 1/2.
  const Q c = f(0), a = 2 * f(1) - 4 * f(Q(1, 2)) + 2 * c, b = f(1) - c - a;
  if (a > 0 && -b > 0 && -b < 2 * a) least = std::min(least, f(Q(-b / (2 * a))));
  return sgn(least);
}

struct Seen {
  int counts[3] = {};
  void expect(const Verdict& verdict, int truth, const char* shape, int i) {
    ASSERT_EQ(sign_of_contact(verdict.contact), truth) << shape << ' ' << i;
    ASSERT_EQ(verdict.status, Status::converged);
    ++counts[truth + 1];
  }
};

TEST(PointContact, AgreesWithRationalsOnCurvedShapes) {
  for (const bool lattice : {true, false}) {
    Points points{test::Random{91}, lattice};
    Seen ball, ellipsoid, capsule, cylinder, cone, tapered_cylinder, tapered_capsule, half_space;
    for (int i = 0; i < 6000; ++i) {
      const Vec3 p = points.point(3);
      const Q3 q = exact(p);
      const auto size = [&] {
        return lattice ? Real(points.random.below(5)) : Real(points.random.uniform(0, 4));
      };
      const Real r = size(), s = size(), h = size();
      ball.expect(point_contact(p, Sphere{r}), sgn(Q(squared(q) - exact(r) * exact(r))), "ball", i);
      ellipsoid.expect(point_contact(p, Ellipsoid{{r, s, h}}), in_ellipsoid(q, {r, s, h}), "ellipsoid", i);
      capsule.expect(point_contact(p, Capsule{r, h}), in_tapered_capsule(q, exact(r), exact(r), exact(h)),
                     "capsule", i);
      cylinder.expect(point_contact(p, Cylinder{r, h}), in_discs(q, exact(r), exact(r), exact(h)), "cylinder",
                      i);
      cone.expect(point_contact(p, Cone{r, h}), in_discs(q, exact(r), 0, exact(h)), "cone", i);
      tapered_cylinder.expect(point_contact(p, TaperedCylinder{r, s, h}),
                              in_discs(q, exact(r), exact(s), exact(h)), "tapered cylinder", i);
      tapered_capsule.expect(point_contact(p, TaperedCapsule{r, s, h}),
                             in_tapered_capsule(q, exact(r), exact(s), exact(h)), "tapered capsule", i);
      if (const Vec3 n = points.point(2); n != Vec3{})
        half_space.expect(point_contact(p, HalfSpace{n, r}), sgn(Q(dot(exact(n), q) - exact(r))),
                          "half-space", i);
      ASSERT_FALSE(HasFatalFailure()) << lattice;
    }
    for (const Seen* seen :
         {&ball, &ellipsoid, &capsule, &cylinder, &cone, &tapered_cylinder, &tapered_capsule, &half_space}) {
      EXPECT_GT(seen->counts[0], 200);
      EXPECT_GT(seen->counts[1], lattice ? 60 : -1);
      EXPECT_GT(seen->counts[2], 200);
    }
  }
}

TEST(PointContact, AgreesWithRationalsOnFlatFaces) {
  for (const bool lattice : {true, false}) {
    Points points{test::Random{92}, lattice};
    Seen seen;
    for (int i = 0; i < 3000; ++i) {
      const int size = lattice ? 2 : 3;
      const Vec3 p = points.point(size), a = points.point(size), b = points.point(size),
                 c = points.point(size), d = points.point(size);
      const auto truth = [&](const test::Cloud& cloud) {
        return sign_of_contact(contact_of({exact(p)}, cloud));
      };
      seen.expect(point_contact(p, Tetrahedron{a, b, c, d}), truth({exact(a), exact(b), exact(c), exact(d)}),
                  "4", i);
      seen.expect(point_contact(p, Triangle{a, b, c}), truth(test::cloud(Triangle{a, b, c})), "3", i);
      seen.expect(point_contact(p, Segment{a, b}), truth(test::cloud(Segment{a, b})), "2", i);
      seen.expect(point_contact(p, Point{a}), truth({exact(a)}), "1", i);
      const Vec3 h{std::abs(a.x), std::abs(a.y), std::abs(a.z)};
      seen.expect(point_contact(p, Box{h}), truth(test::cloud(Aabb{-h, h})), "box", i);
      ASSERT_FALSE(HasFatalFailure()) << lattice;
    }
    EXPECT_GT(seen.counts[0], 100);
    EXPECT_GT(seen.counts[1], lattice ? 500 : -1);
    EXPECT_GT(seen.counts[2], 2000);
  }
}

TEST(PointContact, RefusesBadShapesAndPoints) {
  EXPECT_EQ(point_contact({kNan, 0, 0}, Sphere{1}).status, Status::invalid_argument);
  EXPECT_EQ(point_contact({0, 0, 0}, Sphere{-1}).status, Status::invalid_argument);
  EXPECT_EQ(point_contact({0, 0, 0}, Cone{1, kInfinity}).status, Status::invalid_argument);
  EXPECT_EQ(point_contact({0, 0, 0}, HalfSpace{{0, 0, 0}, 1}).status, Status::invalid_argument);
  EXPECT_EQ(point_distance({0, kInfinity, 0}, Cylinder{1, 1}).status, Status::invalid_argument);
  EXPECT_EQ(point_distance({0, 0, 0}, Box{{1, -1, 1}}).status, Status::invalid_argument);
}

// Support of each shape, as long doubles: the plane across p - nearest proves the distance from below.
using L = long double;
struct L3 {
  L x, y, z;
};
L around(const L3& n) { return std::sqrt(n.x * n.x + n.z * n.z); }
L support(const Sphere& s, const L3&) { return s.radius; }
L support(const Box& b, const L3& n) {
  return std::abs(n.x) * b.half_extents.x + std::abs(n.y) * b.half_extents.y +
         std::abs(n.z) * b.half_extents.z;
}
L support(const Capsule& c, const L3& n) { return c.radius + c.half_height * std::abs(n.y); }
L support(const TaperedCapsule& c, const L3& n) {
  return std::max(c.bottom_radius - c.half_height * n.y, c.top_radius + c.half_height * n.y);
}
L support(const TaperedCylinder& c, const L3& n) {
  return std::max(c.bottom_radius * around(n) - c.half_height * n.y,
                  c.top_radius * around(n) + c.half_height * n.y);
}
L support(const Cylinder& c, const L3& n) {
  return support(TaperedCylinder{c.radius, c.radius, c.half_height}, n);
}
L support(const Cone& c, const L3& n) { return support(TaperedCylinder{c.radius, 0, c.half_height}, n); }
L support(const Tetrahedron& t, const L3& n) {
  const auto along = [&n](const Vec3& v) { return n.x * v.x + n.y * v.y + n.z * v.z; };
  return std::max({along(t.a), along(t.b), along(t.c), along(t.d)});
}
L support(const Segment& t, const L3& n) { return support(Tetrahedron{t.a, t.b, t.b, t.b}, n); }
L support(const Triangle& t, const L3& n) { return support(Tetrahedron{t.a, t.b, t.c, t.c}, n); }

// Shown from both sides: a point of the shape that near, and a plane that far. Sizes are below 10 and
// distances above 0.1, so a direction is off by at most 100 roundings, and the plane's distance by ten times
// that.
template <class S>
void expect_shown(const S& shape, const Vec3& p, int& apart) {
  const Proximity r = point_distance(p, shape);
  const Verdict verdict = point_contact(p, shape);
  ASSERT_EQ(r.contact, verdict.contact);
  if (r.contact != Contact::apart) {
    ASSERT_EQ(r.upper, 0);
    return;
  }
  ASSERT_LE(r.lower, r.upper);
  ASSERT_LE(double(r.upper - r.lower), 40 * double(kEpsilon) * double(r.upper) + 1e-25);
  const double room = 1000 * double(kEpsilon);
  const L3 w{L(p.x) - L(r.nearest.x), L(p.y) - L(r.nearest.y), L(p.z) - L(r.nearest.z)};
  const L way = std::sqrt(w.x * w.x + w.y * w.y + w.z * w.z);
  // Kernels stop at 16 roundings of a distance below 12; coordinates of the nearest point are rounded once.
  ASSERT_NEAR(double(way), double(r.upper), 200 * double(kEpsilon));
  ASSERT_LE(double(point_distance(r.nearest, shape).lower),
            40 * double(kEpsilon));  // nearest is in the shape
  if (way < 0.1L) return;
  ++apart;
  const L3 n{w.x / way, w.y / way, w.z / way};
  ASSERT_GE(double(n.x * p.x + n.y * p.y + n.z * p.z - support(shape, n)), double(r.lower) - room);
}

TEST(PointDistance, IsShownByAPointAndAPlane) {
  for (const bool lattice : {true, false}) {
    Points points{test::Random{93}, lattice};
    int apart = 0;
    for (int i = 0; i < 3000; ++i) {
      const Vec3 p = points.point(6);
      const auto size = [&] {
        return lattice ? Real(points.random.below(4)) : Real(points.random.uniform(0, 3));
      };
      const Real r = size(), s = size(), h = size();
      expect_shown(Sphere{r}, p, apart);
      expect_shown(Box{{r, s, h}}, p, apart);
      expect_shown(Capsule{r, h}, p, apart);
      expect_shown(TaperedCapsule{r, s, h}, p, apart);
      expect_shown(Cylinder{r, h}, p, apart);
      expect_shown(Cone{r, h}, p, apart);
      expect_shown(TaperedCylinder{r, s, h}, p, apart);
      const Vec3 a = points.point(3), b = points.point(3), c = points.point(3), d = points.point(3);
      expect_shown(Segment{a, b}, p, apart);
      expect_shown(Triangle{a, b, c}, p, apart);
      expect_shown(Tetrahedron{a, b, c, d}, p, apart);
      ASSERT_FALSE(HasFatalFailure()) << i << ' ' << lattice;
    }
    EXPECT_GT(apart, 10000);
    EXPECT_LT(apart, 29900);
  }
}

TEST(PointDistance, ByHand) {
  EXPECT_NEAR(point_distance({3, 4, 0}, Sphere{2}).lower, 3, 8 * kEpsilon);
  EXPECT_NEAR(point_distance({0, 9, 0}, Cone{1, 2}).lower, 7, 8 * kEpsilon);
  EXPECT_EQ(point_distance({0, 9, 0}, Cone{1, 2}).nearest, (Vec3{0, 2, 0}));
  EXPECT_NEAR(point_distance({5, 5, 0}, Cylinder{2, 1}).lower, 5, 16 * kEpsilon);
  EXPECT_NEAR(point_distance({0, 5, 0}, HalfSpace{{0, 2, 0}, 2}).lower, 4, 16 * kEpsilon);
  EXPECT_EQ(point_distance({0, 5, 0}, HalfSpace{{0, 2, 0}, 2}).nearest, (Vec3{0, 1, 0}));
  // A ball of radius 3 at y = -1 swallows one of radius 1 at y = 1, just: it is that ball.
  EXPECT_NEAR(point_distance({0, 5, 0}, TaperedCapsule{3, 1, 1}).lower, 3, 16 * kEpsilon);
  EXPECT_EQ(point_distance({0, 1, 0}, TaperedCapsule{3, 1, 1}).contact, Contact::overlapping);
  EXPECT_EQ(point_distance({1, 2, 3}, Point{{1, 2, 3}}).contact, Contact::touching);
}

}  // namespace
}  // namespace graze::primitive
