// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// 100,000 casts each whose time has a formula, evaluated in 113 bits from the exact inputs.

#include <algorithm>
#include <optional>

#include "graze/query/shape_cast.h"
#include "property.h"

namespace graze::test {
namespace {

using Vec3q = V3<Quad>;

constexpr std::uint64_t kCasts = 100000;

// First t >= 0 with |o + t d - c| <= r, and how far the line is inside at most: zero where it is tangent.
struct Formula {
  std::optional<Quad> time;
  Quad depth = 0;  // of the line in the set, negative outside
  bool starts_inside = false;
};

Formula ball_formula(const Vec3q& o, const Vec3q& d, Quad radius) {
  Formula f;
  const Quad a = dot(d, d), b = dot(o, d), c = dot(o, o) - radius * radius;
  const Quad t0 = -b / a;
  f.starts_inside = c <= 0;
  const Vec3q nearest = o + d * (t0 > 0 ? t0 : Quad(0));
  f.depth = radius - length(nearest);
  const Quad discriminant = b * b - a * c;
  if (discriminant >= 0 && (t0 >= 0 || f.starts_inside))
    f.time = f.starts_inside ? Quad(0) : (-b - root(discriminant)) / a;
  return f;
}

// |x_i| <= h_i.
Formula slab_formula(const Vec3q& o, const Vec3q& d, const Vec3q& h) {
  const Quad os[] = {o.x, o.y, o.z}, ds[] = {d.x, d.y, d.z}, hs[] = {h.x, h.y, h.z};
  Quad enter = 0, leave = 1e30;
  bool is_missed = false, is_inside = true;
  for (int i = 0; i < 3; ++i) {
    const Quad away = magnitude_of(os[i]) - hs[i];
    is_inside = is_inside && away <= 0;
    if (ds[i] == 0) {
      is_missed = is_missed || away > 0;
      continue;
    }
    const Quad t1 = (-hs[i] - os[i]) / ds[i], t2 = (hs[i] - os[i]) / ds[i];
    enter = larger(enter, t1 < t2 ? t1 : t2);
    leave = -larger(-leave, t1 < t2 ? -t2 : -t1);
  }
  Formula f;
  f.starts_inside = is_inside;
  f.depth = is_missed ? Quad(-1) : (leave - enter) * length(d);
  if (!is_missed && enter <= leave) f.time = enter;
  return f;
}

// Hit or not outside of a band around grazing and around the end, bounds always.
void expect_agrees(const Formula& f, Hit hit, double lower, double upper, double end, double size,
                   std::uint64_t i) {
  const Quad band = Quad(size) * (sizeof(Real) == 4 ? 1e-6 : 1e-13);
  const bool is_hit = f.time && *f.time <= end;
  const bool is_near = magnitude_of(f.depth) < band * 4096;  // a chord is the root of its depth
  if (hit == Hit::uncertain) {
    const bool is_end = f.time && magnitude_of(*f.time - end) < 1e-5;
    ASSERT_TRUE(is_near || is_end || (f.time && *f.time < 1e-5)) << "uncertain without a reason, cast " << i;
    return;
  }
  ASSERT_EQ(hit == Hit::hit, is_hit) << "cast " << i << ", depth " << double(f.depth);
  if (!is_hit) return;
  ASSERT_LE(Quad(lower), *f.time) << "cast " << i;
  ASSERT_GE(Quad(upper), *f.time) << "cast " << i;
  ASSERT_EQ(f.starts_inside, lower == 0 && upper == 0) << "cast " << i;
}

// A ray from around the object, mostly at it.
struct Shot {
  V3d origin, direction;
  double end;
};
Shot random_shot(Random& random, double size) {
  Shot s;
  s.origin = rounded(random.direction() * (size * random.log_uniform(0.5, 50)));
  const V3d target = random.direction() * (size * random.uniform(0, 1.5));
  s.direction = rounded((target - s.origin) * random.log_uniform(0.01, 100));
  s.end = rounded(random.chance(0.7) ? 1e4 : random.uniform(0, 2));
  return s;
}

struct Outcomes {
  std::uint64_t hits = 0, misses = 0;
  void count(Hit hit) { ++(hit == Hit::miss ? misses : hits); }
  void expect_both() const {
    EXPECT_GT(hits, kCasts / 10);
    EXPECT_GT(misses, kCasts / 10);
  }
};

TEST(CastFormula, OfRaysAndSpheres) {
  Random random(20260801);
  Outcomes outcomes;
  for (std::uint64_t i = 0; i < kCasts; ++i) {
    const double r = rounded(random.log_uniform(0.01, 100));
    const Shot s = random_shot(random, r);
    const RayCast c =
        ray_cast(Shape(Sphere{Real(r)}), Ray{graze_vec(s.origin), graze_vec(s.direction), Real(s.end)});
    outcomes.count(c.hit);
    const Formula f = ball_formula(Vec3q(s.origin), Vec3q(s.direction), r);
    expect_agrees(f, c.hit, c.lower, c.upper, s.end, length(s.origin) + r, i);
    if (testing::Test::HasFatalFailure()) return;
  }
  outcomes.expect_both();
}

TEST(CastFormula, OfRaysAndBoxes) {
  Random random(20260802);
  Outcomes outcomes;
  for (std::uint64_t i = 0; i < kCasts; ++i) {
    const V3d h =
        rounded(V3d(random.log_uniform(0.1, 10), random.log_uniform(0.1, 10), random.log_uniform(0.1, 10)));
    const Shot s = random_shot(random, std::max({h.x, h.y, h.z}));
    const RayCast c =
        ray_cast(Shape(Box{graze_vec(h)}), Ray{graze_vec(s.origin), graze_vec(s.direction), Real(s.end)});
    outcomes.count(c.hit);
    const Formula f = slab_formula(Vec3q(s.origin), Vec3q(s.direction), Vec3q(h));
    expect_agrees(f, c.hit, c.lower, c.upper, s.end, length(s.origin) + length(h), i);
    if (testing::Test::HasFatalFailure()) return;
  }
  outcomes.expect_both();
}

TEST(CastFormula, OfRaysAndEllipsoids) {
  Random random(20260803);
  Outcomes outcomes;
  for (std::uint64_t i = 0; i < kCasts; ++i) {
    const V3d r =
        rounded(V3d(random.log_uniform(0.1, 10), random.log_uniform(0.1, 10), random.log_uniform(0.1, 10)));
    const double largest = std::max({r.x, r.y, r.z}), smallest = std::min({r.x, r.y, r.z});
    const Shot s = random_shot(random, largest);
    const RayCast c = ray_cast(Shape(Ellipsoid{graze_vec(r)}),
                               Ray{graze_vec(s.origin), graze_vec(s.direction), Real(s.end)});
    outcomes.count(c.hit);
    const auto divide = [&](const V3d& v) {
      return Vec3q(Quad(v.x) / r.x, Quad(v.y) / r.y, Quad(v.z) / r.z);
    };
    const Formula f = ball_formula(divide(s.origin), divide(s.direction), 1);
    expect_agrees(f, c.hit, c.lower, c.upper, s.end, (length(s.origin) + largest) / smallest, i);
    if (testing::Test::HasFatalFailure()) return;
  }
  outcomes.expect_both();
}

// Two spheres are a ray at a sphere of both radii.
TEST(CastFormula, OfSpheresAtSpheres) {
  Random random(20260804);
  Outcomes outcomes;
  for (std::uint64_t i = 0; i < kCasts; ++i) {
    const double r = rounded(random.log_uniform(0.01, 10)), q = rounded(random.log_uniform(0.01, 10));
    const Shot s = random_shot(random, r + q);
    const Instance a{Sphere{Real(r)}, Affine(graze_vec(s.origin))}, b{Sphere{Real(q)}, Affine{}};
    const ShapeCast c = shape_cast(a, graze_vec(s.direction), b);
    outcomes.count(c.hit);
    const Formula f = ball_formula(Vec3q(s.origin), Vec3q(s.direction), Quad(r) + Quad(q));
    expect_agrees(f, c.hit, c.time, c.upper, 1, length(s.origin) + r + q, i);
    if (testing::Test::HasFatalFailure()) return;
  }
  outcomes.expect_both();
}

// Two boxes with parallel axes are a ray at a box of both half extents.
TEST(CastFormula, OfBoxesAtBoxes) {
  Random random(20260805);
  Outcomes outcomes;
  for (std::uint64_t i = 0; i < kCasts; ++i) {
    const auto extents = [&] {
      return rounded(
          V3d(random.log_uniform(0.1, 10), random.log_uniform(0.1, 10), random.log_uniform(0.1, 10)));
    };
    const V3d g = extents(), h = extents();
    const Shot s = random_shot(random, std::max({g.x + h.x, g.y + h.y, g.z + h.z}));
    const Instance a{Box{graze_vec(g)}, Affine(graze_vec(s.origin))}, b{Box{graze_vec(h)}, Affine{}};
    const ShapeCast c = shape_cast(a, graze_vec(s.direction), b);
    outcomes.count(c.hit);
    const Formula f = slab_formula(Vec3q(s.origin), Vec3q(s.direction), Vec3q(g) + Vec3q(h));
    expect_agrees(f, c.hit, c.time, c.upper, 1, length(s.origin) + length(g) + length(h), i);
    if (testing::Test::HasFatalFailure()) return;
  }
  outcomes.expect_both();
}

}  // namespace
}  // namespace graze::test
