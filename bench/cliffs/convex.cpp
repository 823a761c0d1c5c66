// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>

#include "rows.h"

// Queries on pairs of convex shapes, beside neighbours that differ by a hair.

namespace cliffs {
namespace {

using namespace graze;

struct Kind {
  const char* name;
  Shape shape;
};

std::vector<Kind> all_kinds() {
  const Vec3 corners[] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}, {1, 0, 0}, {-1, 0, 0}};
  const Affine shear(Mat3{Vec3{1, 0, 0}, Vec3{Real(0.5), 1, 0}, Vec3{0, Real(0.25), Real(0.75)}}, Vec3{});
  return {{"point", Point{}},
          {"segment", Segment{{-1, 0, 0}, {1, 0, 0}}},
          {"triangle", Triangle{{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}}},
          {"tetrahedron", Tetrahedron{corners[0], corners[1], corners[2], corners[3]}},
          {"polytope", Polytope{std::vector<Vec3>(std::begin(corners), std::end(corners))}},
          {"hull", *make_hull(corners)},
          {"box", Box{{1, 1, 1}}},
          {"sphere", Sphere{1}},
          {"ellipsoid", Ellipsoid{{1, Real(0.5), Real(0.25)}}},
          {"capsule", Capsule{Real(0.5), Real(0.5)}},
          {"tapered capsule", TaperedCapsule{Real(0.5), Real(0.25), Real(0.5)}},
          {"cylinder", Cylinder{1, 1}},
          {"cone", Cone{1, 1}},
          {"tapered cylinder", TaperedCylinder{1, Real(0.5), 1}},
          {"image of a cylinder", *make_affine_image(Shape(Cylinder{1, 1}), shear)}};
}

/// The mean over calls that are too short for a clock.
template <class Call>
double microseconds_of(Call call) {
  constexpr int kCalls = 64;
  return least_microseconds([&] {
           for (int i = 0; i < kCalls; ++i) call();
         }) /
         kCalls;
}

/// The pair of kinds that costs most in contact, of `ask`, beside its neighbours a millionth away.
template <class Ask>
void add_contact_row(const std::string& name, Ask ask, std::vector<Row>& rows) {
  const std::vector<Kind> kinds = all_kinds();
  Row worst{"", 0, 1};
  for (const Kind& a : kinds)
    for (const Kind& b : kinds)
      for (const Vec3& aside : {Vec3{}, Vec3{0, Real(0.3125), Real(0.125)}}) {
        const Instance first{a.shape, Affine()};
        const Vec3 at =
            Vec3{bounds(first).upper.x - bounds(Instance{b.shape, Affine()}).lower.x, 0, 0} + aside;
        const auto cost = [&](Real gap) {
          const Instance second{b.shape, Affine(at + Vec3{gap, 0, 0})};
          return microseconds_of([&] { ask(first, second); });
        };
        const Instance second{b.shape, Affine(at)};
        if (intersects(first, second).contact != Contact::touching) continue;
        const double limit = 3 * std::max({cost(Real(1e-6)), cost(Real(-1e-6)), 0.5}), spent = cost(0);
        if (spent / limit > worst.microseconds / worst.limit)
          worst = {name + ", exact contact, worst of all pairs: " + a.name + ", " + b.name, spent, limit};
      }
  rows.push_back(worst);
}

/// A batch of hulls that are apart, beside single calls.
template <class Result, class Ask>
void add_batch_row(const std::string& name, Ask ask, std::vector<Row>& rows) {
  constexpr std::size_t kPairs = 1024;
  const std::vector<Kind> kinds = all_kinds();
  const Shape shapes[] = {kinds[4].shape, kinds[5].shape};
  const std::vector<std::uint32_t> a(kPairs, 0), b(kPairs, 1);
  std::vector<Affine> world_from_a, world_from_b;
  for (std::size_t i = 0; i < kPairs; ++i) {
    const Mat3 turn = to_matrix(rotation_about(Vec3{1, 2, 3}, Real(i)));
    world_from_a.push_back(Affine(turn, Vec3{}));
    world_from_b.push_back(Affine(transpose(turn), Vec3{4, Real(0.5), 0}));
  }
  std::vector<Result> out(kPairs);
  const PairBatch batch{shapes, a, b, world_from_a, world_from_b};
  const double limit = least_microseconds([&] {
    for (std::size_t i = 0; i < kPairs; ++i)
      out[i] = ask(Instance{shapes[0], world_from_a[i]}, Instance{shapes[1], world_from_b[i]});
  });
  rows.push_back({name, least_microseconds([&] { (void)ask(batch, out); }), limit});
}

/// A wall of bricks that touch: the first update decides every pair.
void add_wall_row(const std::string& name, std::vector<Row>& rows) {
  const auto first_update = [](Real gap) {
    World world;
    Scene scene(world);
    for (int x = 0; x < 100; ++x)
      for (int y = 0; y < 100; ++y) {
        Object brick;
        brick.instance = {Shape(Box{{1, 1, 1}}),
                          Affine(Vec3{Real(2 + gap) * Real(x), Real(2 + gap) * Real(y), 0})};
        (void)scene.add(*world.create(brick));
      }
    const double start = thread_microseconds();
    (void)scene.update();
    return thread_microseconds() - start;
  };
  const auto least_of = [&](Real gap) {
    return std::min({first_update(gap), first_update(gap), first_update(gap)});
  };
  rows.push_back({name, least_of(0), 3 * std::max(least_of(Real(-0.001)), least_of(Real(0.001)))});
}

}  // namespace

void add_convex_rows(const IsWanted& is_wanted, std::vector<Row>& rows) {
  if (is_wanted("intersects, exact contact"))
    add_contact_row(
        "intersects", [](const Instance& a, const Instance& b) { (void)intersects(a, b); }, rows);
  if (is_wanted("common_point, exact contact"))
    add_contact_row(
        "common_point", [](const Instance& a, const Instance& b) { (void)common_point(a, b); }, rows);
  if (is_wanted("distance, exact contact"))
    add_contact_row(
        "distance", [](const Instance& a, const Instance& b) { (void)distance(a, b); }, rows);
  const auto ask_meet = [](auto&&... x) { return intersects(x...); };
  const auto ask_contacts = [](auto&&... x) { return contacts(x...); };
  const std::string batches = ", batch of 1,024 hulls apart, beside single calls";
  if (is_wanted("intersects" + batches)) add_batch_row<Intersection>("intersects" + batches, ask_meet, rows);
  if (is_wanted("contacts" + batches)) add_batch_row<ContactSet>("contacts" + batches, ask_contacts, rows);
  const std::string wall = "scene of 10,000 boxes in exact contact: first update";
  if (is_wanted(wall)) add_wall_row(wall, rows);
}

}  // namespace cliffs
