// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "graze/shape/hull_builder.h"
#include "query/batch/pairs.h"
#include "shape/simd_targets.h"
#include "support/allocation_counter.h"

namespace graze::test {
namespace {

constexpr Real kNaN = std::numeric_limits<Real>::quiet_NaN();

bool is_same(const RayCast& a, const RayCast& b) {
  using test::is_same;
  return a.hit == b.hit && a.starts_inside == b.starts_inside && a.status == b.status &&
         a.iterations == b.iterations && is_same(a.parameter, b.parameter) && is_same(a.lower, b.lower) &&
         is_same(a.upper, b.upper) && is_same(a.error, b.error) && is_same(a.point, b.point) &&
         is_same(a.normal, b.normal) && is_same(a.local_point, b.local_point);
}

/// Owns what a RayBatch refers to.
struct RayInput {
  std::vector<Shape> shapes;
  std::vector<std::uint32_t> shape;
  std::vector<Affine> world_from_shape;
  std::vector<Ray> rays;

  [[nodiscard]] RayBatch batch() const { return {shapes, shape, world_from_shape, rays}; }
  [[nodiscard]] std::size_t size() const { return rays.size(); }
  [[nodiscard]] RayCast ask(std::size_t i) const {
    return ray_cast(Instance{shapes[shape[i]], world_from_shape[i]}, rays[i]);
  }
  void add(const Shape& s, const Affine& at, const Ray& ray) {
    shapes.push_back(s);
    shape.push_back(static_cast<std::uint32_t>(shapes.size() - 1));
    world_from_shape.push_back(at);
    rays.push_back(ray);
  }
};

// Rays at the first shape of pairs, from the second: past it, at it, out of it; some of them short, along an
// axis of the world, or not at all unit.
RayInput make_rays(const std::vector<ShapeKind>& kinds, int count, std::uint64_t seed) {
  const BatchInput pairs = make_pairs(kinds, count, seed);
  Random random{seed + 1};
  RayInput in{pairs.shapes, pairs.shape_a, pairs.world_from_a, {}};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Vec3 &from = pairs.world_from_b[i].translation(), &to = pairs.world_from_a[i].translation();
    Vec3 way = (to - from) + graze_vec(random.direction() * random.uniform(0, 2.5));
    if (random.chance(0.05)) way = {way.x < 0 ? Real(-1) : Real(1), 0, 0};
    const Real length = Real(random.chance(0.5) ? 1.0 : random.uniform(0.01, 100));
    Ray ray{from, way * length};
    if (random.chance(0.3)) ray.max_t = Real(random.uniform(0.1, 1.2)) / length;
    if (random.chance(0.05)) ray.origin = to;  // inside
    in.rays.push_back(ray);
  }
  return in;
}

// Bytes of the single query under every target, with both outcomes, and by lanes.
void expect_same_bytes(const RayInput& in, double share_of_lanes) {
  std::vector<RayCast> expected;
  std::size_t hits = 0, inside = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    expected.push_back(in.ask(i));
    hits += expected.back().hit == Hit::hit;
    inside += expected.back().starts_inside;
  }
  EXPECT_GT(hits, in.size() / 5);
  EXPECT_LT(hits, in.size() / 5 * 4);
  EXPECT_GT(inside, in.size() / 50);
  for_each_simd_target([&](const char* target) {
    std::vector<RayCast> got(in.size());
    const Result<BatchStatistics> statistics = ray_cast(in.batch(), got);
    ASSERT_TRUE(statistics);
    EXPECT_EQ(statistics->pairs, in.size());
    EXPECT_EQ(statistics->by_lanes + statistics->by_single + statistics->refused, in.size());
    EXPECT_EQ(statistics->refused, 0u);
    EXPECT_GE(double(statistics->by_lanes), share_of_lanes * double(in.size())) << target;
    EXPECT_GT(statistics->occupancy(), 0.9);
    EXPECT_LE(statistics->occupancy(), 1);
    for (std::size_t i = 0; i < in.size(); ++i)
      ASSERT_TRUE(is_same(got[i], expected[i])) << target << ", ray " << i;
  });
}

TEST(BatchRayCast, AtSpheresHasTheBytesOfSingleCasts) {
  expect_same_bytes(make_rays({ShapeKind::sphere}, 20000, 1), 0.99);
}
TEST(BatchRayCast, AtCapsulesHasTheBytesOfSingleCasts) {
  expect_same_bytes(make_rays({ShapeKind::capsule}, 20000, 2), 0.99);
}
TEST(BatchRayCast, AtBoxesHasTheBytesOfSingleCasts) {
  expect_same_bytes(make_rays({ShapeKind::box}, 20000, 3), 0.99);
}
TEST(BatchRayCast, AtMixedShapesHasTheBytesOfSingleCasts) {
  expect_same_bytes(
      make_rays({ShapeKind::sphere, ShapeKind::box, ShapeKind::polytope, ShapeKind::capsule}, 8000, 4), 0.7);
}

TEST(BatchRayCast, AtHullsHasTheBytesOfSingleCasts) {
  RayInput in = make_rays({ShapeKind::sphere}, 8000, 7);
  Random random{8};
  for (Shape& shape : in.shapes) {  // of 4 to 64 points on each sphere
    std::vector<Vec3> points;
    const int count = 4 + random.below(61);
    for (int k = 0; k < count; ++k)
      points.push_back(graze_vec(random.direction() * double(shape.view().values[0])));
    shape = *make_hull(points);
  }
  expect_same_bytes(in, 0.99);
}

// |x| + |y| + |z| = 1 where x = 1 - 0.25 - 0.125; beside it 0.75 + 0.5 is more than 1.
TEST(BatchRayCast, FindsTheFirstPointOfAnOctahedron) {
  const Vec3 corners[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  const Shape hull = *make_hull(corners);
  RayInput in;
  in.add(hull, {}, {{3, Real(0.25), Real(0.125)}, {-1, 0, 0}});
  in.add(hull, Affine(Vec3{0, 0, 5}), {{3, Real(0.25), Real(5.125)}, {-2, 0, 0}});
  in.add(hull, {}, {{3, Real(0.75), Real(0.5)}, {-1, 0, 0}});
  in.add(hull, {}, {{3, Real(0.25), Real(0.125)}, {-1, 0, 0}, 2});  // too short
  in.add(hull, {}, {{Real(0.25), 0, 0}, {1, 0, 0}});                // from within
  std::vector<RayCast> out(in.size());
  const Result<BatchStatistics> statistics = ray_cast(in.batch(), out);
  ASSERT_TRUE(statistics);
  EXPECT_EQ(statistics->by_lanes, in.size());
  const double expected[] = {2.375, 1.1875};
  for (std::size_t i = 0; i < 2; ++i) {
    ASSERT_EQ(out[i].hit, Hit::hit) << i;
    EXPECT_LE(double(out[i].lower), expected[i]) << i;
    EXPECT_GE(double(out[i].upper), expected[i]) << i;
    // Five errors of 40 roundings of all sizes, which sum up to 4.4, on a face whose cosine is 0.58.
    EXPECT_LE(double(out[i].upper) - double(out[i].lower),
              1520 * std::numeric_limits<double>::epsilon() + 8 * double(kEpsilon))
        << i;
    EXPECT_NEAR(double(dot(out[i].normal, Vec3{1, 1, 1})), std::sqrt(3.0), 8 * double(kEpsilon)) << i;
  }
  EXPECT_EQ(out[2].hit, Hit::miss);
  EXPECT_EQ(out[3].hit, Hit::miss);
  EXPECT_TRUE(out[4].starts_inside);
}

// A box is the hull of its corners: bounds of both have the true parameter in common.
TEST(BatchRayCast, AtHullsOfBoxesIsThatAtBoxes) {
  const RayInput boxes = make_rays({ShapeKind::box}, 4000, 8);
  RayInput hulls = boxes;
  for (Shape& shape : hulls.shapes) {
    const Real* half = shape.view().values;
    std::vector<Vec3> corners;
    for (int k = 0; k < 8; ++k)
      corners.push_back({k & 1 ? half[0] : -half[0], k & 2 ? half[1] : -half[1], k & 4 ? half[2] : -half[2]});
    shape = *make_hull(corners);
  }
  std::vector<RayCast> at_boxes(boxes.size()), at_hulls(boxes.size());
  ASSERT_TRUE(ray_cast(boxes.batch(), at_boxes));
  ASSERT_TRUE(ray_cast(hulls.batch(), at_hulls));
  int hits = 0, misses = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const RayCast &a = at_boxes[i], &b = at_hulls[i];
    ++(a.hit == Hit::hit ? hits : misses);
    if (a.hit == Hit::uncertain || b.hit == Hit::uncertain) continue;
    ASSERT_EQ(a.hit, b.hit) << i;
    EXPECT_EQ(a.starts_inside, b.starts_inside) << i;
    EXPECT_LE(a.lower, b.upper) << i;
    EXPECT_LE(b.lower, a.upper) << i;
  }
  EXPECT_GT(hits, 400);
  EXPECT_GT(misses, 400);
}

// A ray through the origin of a sphere, a capsule and a box: 10 less the reach along it.
TEST(BatchRayCast, FindsTheFirstPoint) {
  RayInput in;
  const Ray ray{{10, 0, 0}, {-2, 0, 0}};
  in.add(Sphere{2}, {}, ray);
  in.add(Capsule{1, 3}, {}, ray);
  in.add(Capsule{1, 3}, {}, {{0, 10, 0}, {0, -2, 0}});  // along its axis
  in.add(Box{{3, 1, 1}}, {}, ray);
  in.add(Box{{3, 1, 1}}, {}, {{10, 2, 0}, {-2, 0, 0}});  // past it
  const double expected[] = {4, 4.5, 3, 3.5};
  std::vector<RayCast> out(in.size());
  const Result<BatchStatistics> statistics = ray_cast(in.batch(), out);
  ASSERT_TRUE(statistics);
  EXPECT_EQ(statistics->by_lanes, in.size());
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(out[i].hit, Hit::hit) << i;
    EXPECT_NEAR(out[i].parameter, expected[i], 4 * double(kEpsilon) * 5) << i;
    EXPECT_LE(out[i].lower, expected[i]) << i;
    EXPECT_GE(out[i].upper, expected[i]) << i;
  }
  EXPECT_EQ(out[3].normal, (Vec3{1, 0, 0}));
  EXPECT_EQ(out[4].hit, Hit::miss);
}

// The parameter of a hit at a sphere is the root of a quadratic, here in long double.
TEST(BatchRayCast, EnclosesTheRootOfTheQuadratic) {
  Random random{5};
  RayInput in;
  for (int i = 0; i < 4000; ++i) {
    const Vec3 centre = graze_vec(random.in_cube() * 3.0), origin = graze_vec(random.in_cube() * 3.0);
    const Vec3 aside = graze_vec(random.in_cube() * 2.0);
    in.add(Sphere{Real(random.uniform(0.1, 2))}, Affine(centre),
           {origin, (centre - origin) * Real(random.chance(0.8) ? 1 : -1) + aside});
  }
  std::vector<RayCast> out(in.size());
  ASSERT_TRUE(ray_cast(in.batch(), out));
  int hits = 0, misses = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const auto wide = [](const Vec3& v) { return BasicVec3<long double>(v); };
    const auto c = wide(in.world_from_shape[i].translation()) - wide(in.rays[i].origin);
    const auto d = wide(in.rays[i].direction);
    const long double r = in.shapes[in.shape[i]].view().values[0];
    const long double dd = dot(d, d), b = dot(c, d), q = dot(c, c) - r * r, discriminant = b * b - dd * q;
    const RayCast& got = out[i];
    if (q < 0) {
      EXPECT_TRUE(got.starts_inside);
    } else if (b < 0 || discriminant < 0) {
      EXPECT_EQ(got.hit, Hit::miss);
      ++misses;
    } else {
      const long double t = (b - std::sqrt(discriminant)) / dd, slack = 1e-17L * (1 + t);
      ASSERT_EQ(got.hit, Hit::hit) << i;
      EXPECT_LE(got.lower, t + slack) << i;
      EXPECT_GE(got.upper, t - slack) << i;
      ++hits;
    }
  }
  EXPECT_GT(hits, 400);
  EXPECT_GT(misses, 400);
}

TEST(BatchRayCast, OfExtremesIsThatOfSingleCasts) {
  const Real tiny = std::numeric_limits<Real>::denorm_min(), huge = std::numeric_limits<Real>::max() / 16;
  const Shape shapes[] = {Sphere{0}, Capsule{0, 0}, Capsule{0, 1},  Box{{0, 0, 0}},      Box{{1, 0, 1}},
                          Sphere{1}, Capsule{1, 0}, Box{{1, 1, 1}}, Box{{tiny, 1, huge}}};
  const Ray rays[] = {
      {{2, 0, 0}, {-1, 0, 0}},        {{2, 0, 0}, {0, 0, 0}},      {{2, 0, 0}, {-1, 0, 0}, 0},
      {{2, 0, 0}, {-1, 0, 0}, 1},     {{2, 1, 0}, {-1, 0, 0}},     {{2, 1, 1}, {-1, 0, 0}},
      {{1, 0, 0}, {-1, 0, 0}},        {{1, 0, 0}, {1, 0, 0}},      {{1, 0, 0}, {0, 1, 0}},
      {{2, 0, 0}, {-tiny, 0, 0}},     {{2, 0, 0}, {-huge, 0, 0}},  {{huge, 0, 0}, {-1, 0, 0}},
      {{0, 0, 0}, {1, 1, 1}},         {{kNaN, 0, 0}, {1, 0, 0}},   {{2, 0, 0}, {kNaN, 0, 0}},
      {{2, 0, 0}, {-1, 0, 0}, kNaN},  {{2, 0, 0}, {-1, 0, 0}, -1}, {{2, 0, 0}, {-kInfinity, 0, 0}},
      {{kInfinity, 0, 0}, {-1, 0, 0}}};
  RayInput in;
  for (const Shape& s : shapes)
    for (const Ray& r : rays) in.add(s, {}, r);
  for_each_simd_target([&](const char* target) {
    std::vector<RayCast> out(in.size());
    ASSERT_TRUE(ray_cast(in.batch(), out));
    for (std::size_t i = 0; i < in.size(); ++i)
      EXPECT_TRUE(is_same(out[i], in.ask(i))) << target << ", " << i;
  });
}

TEST(BatchRayCast, RefusesTheBadAndAnswersTheOthers) {
  RayInput in = make_rays({ShapeKind::sphere, ShapeKind::capsule, ShapeKind::box}, 100, 6);
  std::vector<RayCast> expected;
  for (std::size_t i = 0; i < in.size(); ++i) expected.push_back(in.ask(i));
  in.world_from_shape[3] = Affine(Vec3{kNaN, 0, 0});
  in.rays[50].direction.y = kNaN;
  in.shapes.push_back(Sphere{-1});
  in.shape[99] = static_cast<std::uint32_t>(in.shapes.size() - 1);
  std::vector<RayCast> got(100);
  const Result<BatchStatistics> statistics = ray_cast(in.batch(), got);
  ASSERT_TRUE(statistics);
  EXPECT_EQ(statistics->refused, 3u);
  for (std::size_t i = 0; i < 100; ++i) {
    if (i == 3 || i == 50 || i == 99) {
      EXPECT_EQ(got[i].status, Status::invalid_argument) << i;
      EXPECT_EQ(got[i].hit, Hit::uncertain) << i;
    } else {
      EXPECT_TRUE(is_same(got[i], expected[i])) << i;
    }
  }
}

TEST(BatchRayCast, DoesNotDependOnTheNumberOfThreads) {
  const RayInput in = make_rays({ShapeKind::sphere, ShapeKind::capsule, ShapeKind::box}, 5000, 9);
  std::vector<RayCast> expected(in.size());
  const Result<BatchStatistics> alone = ray_cast(in.batch(), expected);
  ASSERT_TRUE(alone);
  Threads threads{3};
  BatchSettings settings;
  settings.executor = {&Threads::run, &threads, 3};
  std::vector<RayCast> got(in.size());
  const Result<BatchStatistics> together = ray_cast(in.batch(), got, settings);
  ASSERT_TRUE(together);
  EXPECT_EQ(together->by_lanes, alone->by_lanes);
  EXPECT_EQ(together->active_lanes, alone->active_lanes);
  for (std::size_t i = 0; i < in.size(); ++i) ASSERT_TRUE(is_same(got[i], expected[i])) << i;
}

// A ray at a capsule or a box enters where bisection on the distance of its points says so.
TEST(BatchRayCast, EnclosesTheParameterOfABisection) {
  const RayInput in = make_rays({ShapeKind::capsule, ShapeKind::box}, 1500, 10);
  std::vector<RayCast> out(in.size());
  ASSERT_TRUE(ray_cast(in.batch(), out));
  int hits = 0, misses = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const Instance target{in.shapes[in.shape[i]], in.world_from_shape[i]};
    const auto gap = [&](Real t) {
      return distance(target, Instance{Point{}, Affine(in.rays[i].at(t))}).upper;
    };
    // Points of the ray are rounded; so many times the coordinates they may be off.
    const double slack = 8 * double(kEpsilon) * (sum_abs(in.rays[i].origin) + 10);
    if (out[i].hit == Hit::miss) {
      const Real end = std::min(in.rays[i].max_t, Real(10) / length(in.rays[i].direction));
      Real from = 0, to = end;  // the distance along a line is convex: thirds find its least
      for (int k = 0; k < 40; ++k) {
        const Real third = (to - from) / 3, low = from + third, high = to - third;
        const bool is_before = gap(low) < gap(high);
        (is_before ? to : from) = is_before ? high : low;
      }
      EXPECT_GT(gap(from), 0) << i;
      ++misses;
    } else if (!out[i].starts_inside && out[i].hit == Hit::hit) {
      EXPECT_LE(double(gap(out[i].upper)), slack) << i;
      EXPECT_GT(double(gap(out[i].lower * Real(0.999))), 0) << i;
      ++hits;
    }
  }
  EXPECT_GT(hits, 200);
  EXPECT_GT(misses, 200);
}

TEST(BatchRayCast, NamesTheArgumentThatIsWrong) {
  RayInput in = make_rays({ShapeKind::box}, 10, 7);
  std::vector<RayCast> out(10);
  const auto message = [&](const RayBatch& batch, std::size_t length, const BatchSettings& settings = {}) {
    const Result<BatchStatistics> r = ray_cast(batch, std::span(out).first(length), settings);
    return r ? std::string() : std::string(r.error().message);
  };
  RayBatch batch = in.batch();
  EXPECT_EQ(message(batch, 10), "");
  EXPECT_EQ(message(batch, 9), "out: not as long as shape");
  batch.rays = batch.rays.first(9);
  EXPECT_EQ(message(batch, 10), "rays: not as long as shape");
  batch = in.batch();
  batch.world_from_shape = batch.world_from_shape.first(9);
  EXPECT_EQ(message(batch, 10), "world_from_shape: not as long as shape");
  BatchSettings settings;
  settings.max_iterations = 0;
  EXPECT_EQ(message(in.batch(), 10, settings), "settings.max_iterations: not positive");
  settings = {};
  settings.relative_error = kNaN;
  EXPECT_EQ(message(in.batch(), 10, settings), "settings.relative_error: negative or not finite");
  in.shape[7] = 1000;
  EXPECT_EQ(message(in.batch(), 10), "shape: no such shape in the table");
  EXPECT_EQ(ray_cast(in.batch(), out).error().position, 7u);
}

TEST(BatchRayCast, OfNothingIsEmpty) {
  const Result<BatchStatistics> statistics = ray_cast(RayBatch{}, std::span<RayCast>{});
  ASSERT_TRUE(statistics);
  EXPECT_EQ(statistics->pairs, 0u);
}

#if GRAZE_COUNTS_ALLOCATIONS
TEST(BatchRayCast, AllocatesNothing) {
  const RayInput in =
      make_rays({ShapeKind::sphere, ShapeKind::box, ShapeKind::polytope, ShapeKind::capsule}, 3000, 8);
  std::vector<RayCast> out(in.size());
  const RayBatch batch = in.batch();
  const std::uint64_t before = allocation_count();
  const bool is_answered = bool(ray_cast(batch, out));
  EXPECT_EQ(allocation_count(), before);
  EXPECT_TRUE(is_answered);
}
#endif

}  // namespace
}  // namespace graze::test
