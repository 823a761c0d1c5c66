// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// A query that is refused excludes nothing: who does not look at its status takes the pair for one that may
// meet.

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "graze/graze.h"
#include "query/mesh_samples.h"

namespace graze::test {
namespace {

constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();

template <class R>
void expect_unknown(const R& r, Real lowest, Status status = Status::invalid_argument) {
  EXPECT_EQ(r.status, status);
  EXPECT_EQ(r.contact, Contact::touching);
  EXPECT_EQ(r.lower, lowest);
  EXPECT_EQ(r.upper, kInfinity);
  EXPECT_EQ(r.normal, Vec3{});
}
void expect_unknown(const RayCast& r) {
  EXPECT_TRUE(r);
  EXPECT_EQ(r.hit, Hit::uncertain);
  EXPECT_EQ(r.status, Status::invalid_argument);
  EXPECT_EQ(r.parameter, 0);
  EXPECT_EQ(r.lower, 0);
  EXPECT_EQ(r.upper, kInfinity);
  EXPECT_EQ(r.error, kInfinity);
  EXPECT_EQ(r.piece, kNoPiece);
}
void expect_unknown(const ShapeCast& r, Status status = Status::invalid_argument) {
  EXPECT_TRUE(r);
  EXPECT_EQ(r.hit, Hit::uncertain);
  EXPECT_EQ(r.status, status);
  EXPECT_FALSE(r.starts_in_contact);
  EXPECT_EQ(r.time, 0);
  EXPECT_EQ(r.upper, 1);
}

// Every query on two objects; `settings` and `of_contacts` may be what is bad.
void expect_pair_is_unknown(const Instance& a, const Instance& b, const QuerySettings& settings = {},
                            const ContactSettings& of_contacts = {},
                            Status status = Status::invalid_argument) {
  const Intersection meeting = intersects(a, b, settings);
  EXPECT_TRUE(meeting);
  EXPECT_EQ(meeting.contact, Contact::touching);
  EXPECT_EQ(meeting.status, status);
  const CommonPoint common = common_point(a, b, settings);
  EXPECT_TRUE(common);
  EXPECT_FALSE(common.found);
  EXPECT_EQ(common.contact, Contact::touching);
  EXPECT_EQ(common.status, status);
  expect_unknown(distance(a, b, settings), 0, status);
  expect_unknown(penetration(a, b, settings), 0, status);
  expect_unknown(separation(a, b, settings), -kInfinity, status);
  expect_unknown(shape_cast(a, {1, 0, 0}, b, settings), status);
  const ContactSet set = contacts(a, b, of_contacts);
  expect_unknown(set, -kInfinity, status);
  EXPECT_EQ(set.count, 0);
  ContactPoint points[4];
  const ContactList list = all_contacts(a, b, points, of_contacts);
  expect_unknown(list, -kInfinity, status);
  EXPECT_TRUE(list.written.empty());
}
void expect_both_orders_are_unknown(const Instance& bad, const Instance& good) {
  expect_pair_is_unknown(bad, good);
  expect_pair_is_unknown(good, bad);
  expect_pair_is_unknown(bad, bad);
}

std::vector<Instance> good_ones() {
  static const Shape surface = mesh_of(cube_model()), solid = mesh_of(cube_model(), true);
  const auto compound = make_compound(std::vector<Shape>{Box{}, Sphere{1}});
  return {{Box{}, Affine()},      {Sphere{1}, Affine()}, {Cylinder{1, 1}, Affine()}, {HalfSpace{}, Affine()},
          {surface, Affine(), 0}, {solid, Affine(), 0},  {*compound, Affine(), 0}};
}

TEST(Refused, PairsExcludeNothing) {
  for (const Instance& good : good_ones()) {
    const Shape& shape = good.shape;
    expect_both_orders_are_unknown({Shape(), Affine()}, good);
    expect_both_orders_are_unknown({Sphere{-1}, Affine()}, good);
    expect_both_orders_are_unknown({shape, Affine(Vec3{kNan, 0, 0})}, good);
    expect_both_orders_are_unknown({shape, Affine(Mat3::diagonal(1, 0, 1), {})}, good);
    expect_both_orders_are_unknown({shape, Affine(), -1}, good);
    expect_both_orders_are_unknown({shape, Affine(), kNan}, good);
    expect_both_orders_are_unknown({shape, Affine(), kInfinity}, good);
    expect_pair_is_unknown(good, good_ones()[0], {.max_iterations = 0}, {.max_iterations = 0});
    expect_pair_is_unknown(good, good_ones()[0], {.relative_error = kNan}, {.prediction = -1});
  }
}

// Two half-spaces have no bounded answer.
TEST(Refused, UnboundedPairsExcludeNothing) {
  const Instance floor{HalfSpace{}, Affine()}, wall{HalfSpace{{1, 0, 0}, 0}, Affine()};
  expect_pair_is_unknown(floor, wall, {}, {}, Status::unbounded);
}

TEST(Refused, PosesExcludeNothing) {
  const Shape box = Box{};
  const Pose bad{Mat3{}, {kNan, 0, 0}}, pose;
  EXPECT_TRUE(intersects(box, bad, box, pose));
  EXPECT_TRUE(intersects(box, box, bad));
  expect_unknown(distance(box, bad, box, pose), 0);
  expect_unknown(separation(box, box, bad), -kInfinity);
  expect_unknown(contacts(box, bad, box, pose), -kInfinity);
  expect_unknown(ray_cast(box, bad, Ray{{0, 5, 0}, {0, 1, 0}}));
  expect_unknown(shape_cast(box, bad, {1, 0, 0}, box, pose));
}

TEST(Refused, RaysAndCastsExcludeNothing) {
  const Ray bad[] = {{{kNan, 0, 0}, {1, 0, 0}}, {{9, 9, 9}, {0, kInfinity, 0}}, {{9, 9, 9}, {0, 1, 0}, -1}};
  for (const Instance& good : good_ones()) {
    for (const Ray& ray : bad) {
      expect_unknown(ray_cast(good, ray));
      expect_unknown(first_ray_hit(good, ray));
      expect_unknown(any_ray_hit(good, ray));
      RayCast hits[2];
      EXPECT_EQ(all_ray_hits(good, ray, hits).status, Status::invalid_argument);
    }
    const Ray away{{9, 9, 9}, {1, 1, 1}};
    expect_unknown(ray_cast({good.shape, Affine(), -1}, away));
    expect_unknown(shape_cast(good, {kNan, 0, 0}, good_ones()[0]));
    expect_unknown(point_distance(good, {0, kNan, 0}), 0);
    EXPECT_TRUE(point_location(good, {0, kInfinity, 0}));
    EXPECT_EQ(point_location(good, {0, kInfinity, 0}).contact, Contact::touching);
  }
}

TEST(Refused, BatchesExcludeNothing) {
  const Shape shapes[] = {Box{}, Sphere{1}, Shape(), mesh_of(cube_model())};
  std::vector<std::uint32_t> shape_a, shape_b;
  std::vector<Affine> at_a, at_b;
  const auto add = [&](std::uint32_t a, std::uint32_t b, const Affine& place_b) {
    shape_a.push_back(a), shape_b.push_back(b), at_a.emplace_back(), at_b.push_back(place_b);
  };
  const Affine bad(Vec3{kNan, 0, 0}), flat(Mat3::diagonal(0, 1, 1), {});
  for (const Affine& place : {bad, flat})
    for (const std::uint32_t a : {0u, 1u, 3u})
      for (const std::uint32_t b : {0u, 1u, 3u}) add(a, b, place);
  for (const std::uint32_t a : {0u, 1u, 2u, 3u}) add(a, 2, Affine(Vec3{9, 0, 0}));
  const std::size_t n = shape_a.size();
  const PairBatch batch{shapes, shape_a, shape_b, at_a, at_b};
  std::vector<Intersection> meetings(n);
  std::vector<Distance> distances(n);
  std::vector<Penetration> depths(n);
  std::vector<ContactSet> sets(n);
  EXPECT_EQ(intersects(batch, meetings)->refused, n);
  EXPECT_EQ(distance(batch, distances)->refused, n);
  EXPECT_EQ(penetration(batch, depths)->refused, n);
  EXPECT_EQ(contacts(batch, sets)->refused, n);
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_TRUE(meetings[i]) << i;
    EXPECT_EQ(meetings[i].contact, Contact::touching) << i;
    expect_unknown(distances[i], 0);
    expect_unknown(depths[i], 0);
    expect_unknown(sets[i], -kInfinity);
  }
  const std::uint32_t kinds[] = {0, 1, 2, 3};
  const Affine places[4];
  const Ray rays[4] = {
      {{kNan, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, {1, 0, 0}, kNan}, {}, {{0, 0, 0}, {kNan, 0, 0}}};
  std::vector<RayCast> casts(4);
  EXPECT_EQ(ray_cast(RayBatch{shapes, kinds, places, rays}, casts)->refused, 4u);
  for (const RayCast& cast : casts) expect_unknown(cast);
}

TEST(Refused, BatchesOfSpheresExcludeNothing) {
  const Real x[] = {0, 9}, y[] = {0, 0}, z[] = {0, kNan}, radius[] = {-1, 1};
  Real numbers[8][2];
  Status status[2];
  const SphereArrays a{x, y, z, radius};
  const auto made = sphere_contacts(a, a,
                                    {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5],
                                     numbers[6], numbers[7], status});
  EXPECT_EQ(made->refused, 2u);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(status[i], Status::invalid_argument);
    EXPECT_EQ(numbers[0][i], -kInfinity);
    EXPECT_EQ(numbers[1][i], kInfinity);
    EXPECT_EQ(numbers[2][i], 0);
  }
}

TEST(Refused, SeparatingAxesExcludeNothing) {
  const Instance box{Box{}, Affine()}, far{Box{}, Affine(Vec3{9, 0, 0})},
      bad{Box{}, Affine(Vec3{kNan, 0, 0})}, round{Sphere{1}, Affine(Vec3{9, 0, 0})};
  const auto expect_unknown_axis = [](const AxisSearch& r, Status status) {
    EXPECT_TRUE(r);
    EXPECT_EQ(r.contact, Contact::touching);
    EXPECT_EQ(r.status, status);
    EXPECT_FALSE(r.has_point);
    EXPECT_EQ(r.axis, Vec3{});
  };
  for (const AxisMethod method : {AxisMethod::isa_gjk, AxisMethod::chung_wang, AxisMethod::sat}) {
    EXPECT_FALSE(find_separating_axis(box, far, method));
    expect_unknown_axis(find_separating_axis(box, bad, method), Status::invalid_argument);
    expect_unknown_axis(find_separating_axis(bad, box, method), Status::invalid_argument);
    expect_unknown_axis(find_separating_axis({Shape(), Affine()}, far, method), Status::invalid_argument);
    expect_unknown_axis(find_separating_axis(box, far, method, {.start = {kNan, 0, 0}}),
                        Status::invalid_argument);
    expect_unknown_axis(find_separating_axis(box, far, method, {.start = {}, .max_iterations = 0}),
                        Status::invalid_argument);
    expect_unknown_axis(find_separating_axis({HalfSpace{}, Affine()}, far, method), Status::unsupported);
  }
  expect_unknown_axis(find_separating_axis(box, round, AxisMethod::sat), Status::unsupported);
}

// Points are asked about in the frame of what holds them.
TEST(Refused, PointsInMeshesAndHullsExcludeNothing) {
  const TriangleMesh solid = build(cube_model(), {.is_solid = true}).value();
  const Shape hull = *make_hull(cube_model().vertices);
  for (const Vec3& bad : {Vec3{kNan, 0, 0}, Vec3{0, kInfinity, 0}}) {
    EXPECT_EQ(contains(solid, bad), Contact::touching);
    EXPECT_TRUE(contains(hull, bad));
  }
  EXPECT_EQ(contains(TriangleMesh(), {9, 9, 9}), Contact::touching);
  EXPECT_TRUE(contains(Shape(), {9, 9, 9}));
  EXPECT_EQ(contains(solid, {9, 9, 9}), Contact::apart);
  EXPECT_FALSE(contains(hull, {9, 9, 9}));
}

TEST(Refused, ContainmentAndPlansExcludeNothing) {
  const Instance box{Box{}, Affine()}, bad{Box{}, Affine(Vec3{kNan, 0, 0})};
  const Containment inside = contains(box, bad);
  EXPECT_TRUE(inside);
  EXPECT_EQ(inside.inside, Inside::uncertain);
  EXPECT_EQ(inside.lower, -kInfinity);
  EXPECT_EQ(inside.upper, kInfinity);
  EXPECT_FALSE(classify(box, bad).is_certain);
  EXPECT_EQ(classify(box, bad).separation.status, Status::invalid_argument);
}

// A list has no place for what was not asked: its status says so.
TEST(Refused, ListsSaySo) {
  const Instance mesh{mesh_of(cube_model()), Affine()}, bad{Box{}, Affine(Vec3{kNan, 0, 0})};
  PiecePair pairs[4];
  EXPECT_EQ(intersecting_pieces(mesh, bad, pairs).status, Status::invalid_argument);
  ContactManifold manifolds[4];
  EXPECT_EQ(contact_manifolds(mesh, bad, manifolds).status, Status::invalid_argument);
  Distance near[4];
  EXPECT_EQ(nearest_pieces(mesh, bad, near).status, Status::invalid_argument);
}

TEST(Refused, ClosedFormsExcludeNothing) {
  using namespace primitive;
  const Ball ball{{5, 0, 0}, 1}, bad_ball{{0, 0, kNan}, 1};
  const Aabb box{{5, 5, 5}, {6, 6, 6}};
  const Triangle triangle{{5, 5, 5}, {6, 5, 5}, {5, 6, 5}}, bad_triangle{{kNan, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const auto expect_near = [](const Proximity& p) {
    EXPECT_TRUE(p);
    EXPECT_EQ(p.contact, Contact::touching);
    EXPECT_EQ(p.status, Status::invalid_argument);
    EXPECT_EQ(p.lower, 0);
    EXPECT_EQ(p.upper, kInfinity);
  };
  expect_near(sphere_sphere(ball, bad_ball));
  expect_near(sphere_box(bad_ball, box));
  expect_near(triangle_sphere(triangle, bad_ball));
  expect_near(point_distance({0, 0, 0}, Sphere{-1}));
  expect_near(point_distance({kNan, 0, 0}, Cone{1, 1}));
  EXPECT_EQ(point_contact({kNan, 0, 0}, Box{}).contact, Contact::touching);
  EXPECT_EQ(triangle_box(bad_triangle, box).contact, Contact::touching);
  EXPECT_TRUE(triangle_triangle(triangle, bad_triangle));
  EXPECT_EQ(triangle_triangle(triangle, bad_triangle).contact, Contact::touching);
  const auto expect_hit = [](const RayHit& hit) {
    EXPECT_TRUE(hit);
    EXPECT_EQ(hit.outcome, RayOutcome::unknown);
    EXPECT_EQ(hit.status, Status::invalid_argument);
    EXPECT_EQ(hit.t, 0);
    EXPECT_EQ(hit.t_error, kInfinity);
  };
  const Ray bad{{0, 0, 0}, {kNan, 0, 0}};
  expect_hit(ray_sphere(bad, ball));
  expect_hit(ray_box(bad, box));
  expect_hit(ray_triangle(bad, triangle));
  for (const SegmentHit& hit :
       {segment_sphere({{0, 0, 0}, {1, 0, kNan}}, ball), segment_box({{0, 0, 0}, {1, 0, kNan}}, box),
        segment_triangle({{0, 0, 0}, {1, 0, kNan}}, triangle)}) {
    EXPECT_TRUE(hit);
    EXPECT_EQ(hit.contact, Contact::touching);
    expect_hit(hit.first);
  }
}

}  // namespace
}  // namespace graze::test
